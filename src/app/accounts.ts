/** Who may call: the management plane, the access of accounts, and their limits. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { AccountAccess } from '../accounts/access.ts';
import { anchorFile, AuditAnchoring } from '../accounts/audit/audit-anchor.ts';
import { Directory } from '../accounts/directory/directory.ts';
import type { Tokens } from '../accounts/keys/tokens.ts';
import { LeasedRateLimiter } from '../accounts/limits/leased-limiter.ts';
import { LocalRateLimiter } from '../accounts/limits/limiter.ts';
import type { RateLimiter } from '../accounts/limits/limiter.ts';
import { Meter } from '../accounts/limits/meter.ts';
import { Sessions } from '../accounts/operators/sessions.ts';
import { Activity } from '../accounts/work/activity.ts';
import { workView } from '../accounts/work/operations.ts';
import { WorkFeed } from '../accounts/work/work-feed.ts';
import type { Config } from '../config.ts';
import type { Area } from '../kernel/area.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Access } from '../kernel/access.ts';
import type { Store } from '../kernel/ports/store.ts';
import type { Data } from './data.ts';
import { createManagement } from './management.ts';

interface Parts {
  config: Config;
  clock: Clock;
  log: Logger;
  areas: readonly Area[];
  data: Data;
  tokens: Tokens;
}

export interface AccountParts {
  management: Area;
  access: Access;
  activity: Activity;
  feed: WorkFeed;
  meter: Meter;
  anchoring: AuditAnchoring;
}

export function createAccounts({ config, clock, log, areas, data, tokens }: Parts): AccountParts {
  const { store, blobs, keyring, adminSecret } = data;
  const sessions = new Sessions({ records: store, keyring, publicUrl: config.publicUrl });
  const activity = new Activity();
  const feed = new WorkFeed({
    store,
    sessions,
    view: workView,
    onError: (error) => log.warn({ err: error }, 'changes of jobs could not be sent'),
  });
  const management = createManagement({ config, areas, store, blobs, keyring, tokens, sessions, activity, clock, adminSecret, feed });
  const { meter, limiter } = createLimits(store, clock, log);
  const directory = new Directory(store, keyring);
  return {
    management,
    access: new AccountAccess({ directory, tokens, meter, limiter, clock, region: config.region, sessions }),
    activity,
    feed,
    meter,
    anchoring: new AuditAnchoring({
      store,
      clock,
      keyring,
      path: config.dev ? undefined : anchorFile(config.data),
      onProblem: (problem) => log.error({ problem }, 'the audit does not match its anchor'),
    }),
  };
}

/** Of this process alone, or shared with others by leases. */
function createLimits(store: Store, clock: Clock, log: Logger): { meter: Meter; limiter: RateLimiter } {
  const { limitLeases: leases } = store;
  if (!leases) return { meter: new Meter(store), limiter: new LocalRateLimiter() };
  const process = randomUUID();
  const onError = (error: unknown): void => log.warn({ err: error }, 'limits cannot be shared with other processes for now');
  return {
    meter: new Meter(store, { leases, process, now: () => clock.now() }),
    limiter: new LeasedRateLimiter({ leases, process, clock, onError }),
  };
}
