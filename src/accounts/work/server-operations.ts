/** Operations on the server as a whole: its state, its calls, its jobs, and a backup. */
import type { Readable } from 'node:stream';
import { Bytes, inGroup, operation, reply } from '../../kernel/operation.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { DUE, jobs as jobRecords } from '../../kernel/job.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import type { ErrorReply, Minute } from './activity.ts';
import { ActivityView, ServerView, UnfinishedJobs, UnfinishedQuery } from '../schemas.ts';
import { jobView } from './job-operations.ts';

export interface ServerState {
  version: string;
  startedAt: number;
  region: string;
  role: string;
  store: string;
  engines: readonly { name: string; version: string }[];
  memoryBytes: number;
  /** What is stored, and the space left in the data folder. Blobs are left out while the first count takes long. */
  storage?: { databaseBytes?: number; blobBytes?: number; blobCount?: number; freeBytes: number };
}

/** What only the process itself knows. */
export interface ServerParts {
  state(): Promise<ServerState>;
  activity(): { minutes: Minute[]; errors: ErrorReply[] };
  /** A backup as a .tar file, streamed. */
  backup(): Readable;
}

export function serverOperations({ state, activity, backup }: ServerParts): Operation<Ports>[] {
  return inGroup('Server', [
    operation({
      id: 'accounts.server',
      summary: 'The server: version, engines, storage',
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
  ]);
}
