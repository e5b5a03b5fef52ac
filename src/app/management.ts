/** The management plane, with the parts that only the process itself knows. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminSecret } from '../accounts/admin-secret.ts';
import type { Activity } from '../accounts/activity.ts';
import { anchorFile, storedAnchorProblem } from '../accounts/audit-anchor.ts';
import { managementArea } from '../accounts/area.ts';
import { accountJobs } from '../accounts/jobs.ts';
import { OidcSignIn, readRoles } from '../accounts/oidc-sign-in.ts';
import { oidcOperations } from '../accounts/operations/oidc.ts';
import { serverOperations } from '../accounts/operations/server.ts';
import type { ServerState } from '../accounts/operations/server.ts';
import { sessionOperations } from '../accounts/operations/sessions.ts';
import { workOperations } from '../accounts/operations/work.ts';
import { tokenOperation } from '../accounts/operations/tokens.ts';
import { SignInGuard } from '../accounts/sign-in-guard.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { WorkFeed } from '../accounts/work-feed.ts';
import type { Tokens } from '../accounts/tokens.ts';
import type { Config } from '../config.ts';
import { engineVersions } from '../engine-versions.ts';
import { assignments } from '../kernel/assignments.ts';
import type { Area } from '../kernel/area.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Keyring } from '../kernel/ports/accounts.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';
import type { Store } from '../kernel/ports/store.ts';
import { backupArchive } from '../storage/files/backup-archive.ts';
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
  /** All kinds of jobs. */
  kinds: () => readonly string[];
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
  kinds,
}: Parts): Area {
  const secret = new AdminSecret(keyring, adminSecret);
  const oidc = oidcSignIn(config, clock);
  const backupFolder = config.dev ? tmpdir() : join(config.data, 'tmp');
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
      ...workOperations({ feed, sessions, kinds }),
      ...serverOperations({
        state: serverState(config, blobs, clock),
        activity: () => activity.minutes(clock.now()),
        backup: () => backupArchive({ store, blobs, version: VERSION }, backupFolder),
      }),
    ],
    jobs: accountJobs({
      store,
      blobs,
      systemIndexes: [assignments, ...areas.flatMap((area) => area.systemIndexes ?? [])],
      anchorProblem: config.dev ? undefined : () => storedAnchorProblem(store, anchorFile(config.data), keyring),
    }),
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
      memoryBytes: process.memoryUsage.rss(),
      ...(storage && { storage }),
    };
  };
}
