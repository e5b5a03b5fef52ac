/** Operations on the server as a whole: its state, its calls, its jobs, and a backup. */
import type { Readable } from 'node:stream';
import { Bytes, inGroup, operation, reply } from '../../kernel/operation.ts';
import type { Operation } from '../../kernel/operation.ts';
import { Change } from '../../kernel/change.ts';
import type { Ports } from '../../kernel/ports.ts';
import { DUE, jobs as jobRecords } from '../../kernel/job.ts';
import { collection, SYSTEM } from '../../kernel/collection.ts';
import type { ErrorReply, Minute } from './activity.ts';
import { accountFailure } from '../failures.ts';
import { ActivityView, RestoreView, ServerView, UnfinishedJobs, UnfinishedQuery } from '../schemas.ts';
import { jobView } from './job-operations.ts';

export interface ServerState {
  version: string;
  startedAt: number;
  region: string;
  role: string;
  store: string;
  engines: readonly { name: string; version: string }[];
  /** Those that have another value than their default; of secrets no value. */
  settings: readonly { name: string; value?: string }[];
  memoryBytes: number;
  /** What is stored, and the space left in the data folder. Blobs are left out while the first count takes long. */
  storage?: { databaseBytes?: number; blobBytes?: number; blobCount?: number; freeBytes: number };
}

export interface StagedBackup {
  version: string;
  createdDateTime: string;
  rows: number;
  blobs: number;
}

/** A backup that takes the place of the data at the next start. */
export interface RestoreAtStart {
  isPossible(): Promise<boolean>;
  get(): Promise<StagedBackup | undefined>;
  /** Keeps an archive unless something is wrong with it. */
  put(archive: Uint8Array): Promise<StagedBackup | { problem: string }>;
  delete(): Promise<void>;
}

/** What only the process itself knows. */
export interface ServerParts {
  state(): Promise<ServerState>;
  activity(): { minutes: Minute[]; errors: ErrorReply[] };
  /** A backup as a .tar file, streamed. */
  backup(): Readable;
  /** Undefined where the data are not in the data folder. */
  restore: RestoreAtStart | undefined;
}

const ofRestore = { needs: 'manager', replies: { 200: RestoreView } } as const;

/** When a restore was prepared or discarded: nothing else in the store changes before the next start, and changes are audited. */
const restores = collection<{ at: number }>('restores');

function noteRestore({ clock }: Pick<Ports, 'clock'>): Change {
  return new Change().put(restores, SYSTEM, 'last', { at: clock.now() });
}

function restoreView(isPossible: boolean, backup: StagedBackup | undefined): object {
  if (!backup) return { isPossible };
  const { version, createdDateTime, rows, blobs } = backup;
  return { isPossible, staged: { version, createdDateTime, rows, blobs } };
}

/** A backup takes the place of the data at the next start (ADR 16). */
function restoreOperations(restore: RestoreAtStart | undefined): Operation<Ports>[] {
  const possible = async (): Promise<RestoreAtStart> => {
    if (!restore || !(await restore.isPossible())) throw accountFailure('RestoreNotPossible');
    return restore;
  };
  return [
    operation({
      ...ofRestore,
      id: 'accounts.stagedRestore',
      summary: 'The backup that is restored at the next start',
      route: 'GET /restore',
      run: async () => reply(200, restoreView((await restore?.isPossible()) ?? false, await restore?.get())),
    }),
    operation({
      ...ofRestore,
      id: 'accounts.stageRestore',
      summary:
        'Prepare a backup, as a .tar file, to replace all data at the next start; it must be signed with the master key of this server',
      route: 'PUT /restore',
      body: Bytes,
      accepts: 'bytes',
      maxBytes: 'upload',
      fails: ['RestoreNotPossible', 'BackupRefused'],
      async run({ body }, ports) {
        const backup = await (await possible()).put(body);
        if ('problem' in backup) throw accountFailure('BackupRefused', { details: backup.problem });
        return reply(200, restoreView(true, backup), { change: noteRestore(ports) });
      },
    }),
    operation({
      ...ofRestore,
      id: 'accounts.discardRestore',
      summary: 'Discard the prepared backup: the data stay as they are',
      route: 'DELETE /restore',
      replies: { 204: null },
      fails: ['RestoreNotPossible'],
      async run(_call, ports) {
        await (await possible()).delete();
        return reply(204, undefined, { change: noteRestore(ports) });
      },
    }),
  ];
}

export function serverOperations({ state, activity, backup, restore }: ServerParts): Operation<Ports>[] {
  return inGroup('Server', [
    operation({
      id: 'accounts.server',
      summary: 'The server: version, engines, storage, and the settings that have another value than their default',
      route: 'GET /server',
      needs: 'manager',
      replies: { 200: ServerView },
      async run() {
        const { startedAt, ...rest } = await state();
        return reply(200, { ...rest, startedDateTime: new Date(startedAt).toISOString() });
      },
    }),
    operation({
      id: 'accounts.activity',
      summary: 'Calls of all areas in the last hour by minute, and the last errors, as answered by this process',
      route: 'GET /activity',
      needs: 'manager',
      replies: { 200: ActivityView },
      run() {
        const { minutes, errors } = activity();
        return reply(200, {
          value: minutes.map(({ at, ...counts }) => ({ minute: new Date(at).toISOString(), ...counts })),
          errors: errors.map(({ at, ...error }) => ({ dateTime: new Date(at).toISOString(), ...error })),
        });
      },
    }),
    operation({
      id: 'accounts.unfinishedJobs',
      summary: 'Unfinished jobs of all accounts, by due time',
      route: 'GET /jobs',
      needs: 'manager',
      query: UnfinishedQuery,
      replies: { 200: UnfinishedJobs },
      async run({ query: { top } }, { records }) {
        const found = await records.find(jobRecords, SYSTEM, DUE, { limit: top });
        return reply(200, { value: found.map(({ value }) => ({ accountId: value.account, ...jobView(value) })) });
      },
    }),
    operation({
      id: 'accounts.backup',
      summary: 'Download a backup of everything except the secrets, as a .tar file of the folder that restore accepts',
      route: 'GET /backup',
      needs: 'manager',
      replies: { 200: Bytes },
      run: (_call, { clock }) =>
        reply(200, backup(), {
          headers: {
            'content-disposition': `attachment; filename="perennial-backup-${new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '')}.tar"`,
            'cache-control': 'no-store',
          },
        }),
    }),
    ...restoreOperations(restore),
  ]);
}
