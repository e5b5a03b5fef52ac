/** The management plane, with the parts that only the process itself knows. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminSecret } from '../accounts/keys/admin-secret.ts';
import type { Activity } from '../accounts/work/activity.ts';
import { anchorFile, storedAnchorProblem } from '../accounts/audit/audit-anchor.ts';
import { managementArea } from '../accounts/area.ts';
import { accountJobs } from '../accounts/jobs.ts';
import { OidcSignIn, readRoles } from '../accounts/operators/oidc-sign-in.ts';
import { oidcOperations } from '../accounts/operators/oidc-operations.ts';
import { serverOperations } from '../accounts/work/server-operations.ts';
import type { ServerState } from '../accounts/work/server-operations.ts';
import { sessionOperations } from '../accounts/operators/session-operations.ts';
import { workOperations } from '../accounts/work/operations.ts';
import { tokenOperation } from '../accounts/keys/token-operations.ts';
import { SignInGuard } from '../accounts/operators/sign-in-guard.ts';
import type { Sessions } from '../accounts/operators/sessions.ts';
import type { WorkFeed } from '../accounts/work/work-feed.ts';
import type { Tokens } from '../accounts/keys/tokens.ts';
import { changedSettings } from '../config.ts';
import type { Config } from '../config.ts';
import { engineVersions } from '../engine-versions.ts';
import { assignments } from '../shared/assignments.ts';
import type { Area } from '../kernel/area.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Keyring } from '../kernel/ports/accounts.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';
import type { Store } from '../kernel/ports/store.ts';
import { backupArchive } from '../storage/integrity/backup-archive.ts';
import { StagedRestore } from '../storage/integrity/staged-restore.ts';
import { VERSION } from '../version.ts';
import { storageUsage, storeName } from './storage.ts';

interface Parts {
  config: Config;
  areas: readonly Area[];
  store: Store;
  blobs: Blobs;
  keyring: Keyring;
  tokens: Tokens;
  sessions: Sessions;
  activity: Activity;
  clock: Clock;
  adminSecret: string;
  feed: WorkFeed;
}

export function jobKindsOf(areas: readonly Pick<Area, 'jobs' | 'interactiveJobs'>[]): string[] {
  return areas.flatMap(({ jobs = {}, interactiveJobs = {} }) => [...Object.keys(jobs), ...Object.keys(interactiveJobs)]);
}

export function createManagement({
  config,
  areas,
  store,
  blobs,
  keyring,
  tokens,
  sessions,
  activity,
  clock,
  adminSecret,
  feed,
}: Parts): Area {
  const secret = new AdminSecret(keyring, adminSecret);
  const oidc = oidcSignIn(config, clock);
  const backupFolder = config.dev ? tmpdir() : join(config.data, 'tmp');
  const jobs = accountJobs({
    store,
    blobs,
    systemIndexes: [assignments, ...areas.flatMap((area) => area.systemIndexes ?? [])],
    anchorProblem: config.dev ? undefined : () => storedAnchorProblem(store, anchorFile(config.data), keyring),
  });
  return managementArea({
    token: tokenOperation({ tokens, adminSecret: secret }),
    more: [
      ...sessionOperations({
        adminSecret: secret,
        sessions,
        guard: new SignInGuard({ store, keyring, clock }),
        hasOidc: oidc !== undefined,
      }),
      ...oidcOperations(oidc),
      ...workOperations({ feed, sessions, kinds: jobKindsOf([{ jobs }, ...areas]) }),
      ...serverOperations({
        state: serverState(config, blobs, clock),
        activity: () => ({ minutes: activity.minutes(clock.now()), errors: activity.errors(clock.now()) }),
        backup: () => backupArchive({ store, blobs, version: VERSION, keyring }, backupFolder),
        restore: config.dev || config.databaseUrl !== undefined ? undefined : new StagedRestore(config.data, keyring),
      }),
    ],
    jobs,
  });
}

/** Where operators sign in with an OIDC issuer. */
function oidcSignIn(config: Config, clock: Clock): OidcSignIn | undefined {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcRoleClaim, oidcRoles } = config;
  if (oidcIssuer === undefined || oidcClientId === undefined) return undefined;
  return new OidcSignIn(
    {
      issuer: oidcIssuer,
      clientId: oidcClientId,
      clientSecret: oidcClientSecret,
      roleClaim: oidcRoleClaim,
      roles: readRoles(oidcRoles)!,
    },
    clock,
  );
}

/** What the server is and holds, for its operator. */
function serverState(config: Config, blobs: Blobs, clock: Clock): () => Promise<ServerState> {
  const startedAt = clock.now();
  const { region, role } = config;
  const engines = engineVersions();
  const usage = storageUsage(config, blobs, clock);
  return async () => {
    const storage = await usage();
    return {
      version: VERSION,
      startedAt,
      region,
      role,
      store: storeName(config),
      engines,
      settings: changedSettings(config),
      memoryBytes: process.memoryUsage.rss(),
      ...(storage && { storage }),
    };
  };
}
