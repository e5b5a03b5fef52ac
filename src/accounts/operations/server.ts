/** What an operator wants to know of the server as a whole: its state, its calls, its jobs, and all its data as a file. */
import type { Readable } from 'node:stream';
import { Bytes, operation, reply } from '../../kernel/operation.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { DUE, jobs as jobRecords } from '../../kernel/job.ts';
import { SYSTEM } from '../../kernel/collection.ts';
import type { Minute } from '../activity.ts';
import { ActivityView, ServerView, UnfinishedJobs, UnfinishedQuery } from '../schemas.ts';
import { jobView } from './records.ts';

export interface ServerState {
  version: string;
  startedAt: number;
  region: string;
  role: string;
  store: string;
  engines: readonly { name: string; version: string }[];
  memoryBytes: number;
  /** What lies in the data folder, where there is one. */
  storage?: { databaseBytes?: number; blobBytes: number; blobCount: number; freeBytes: number };
}

/** What only the process itself knows. */
export interface ServerParts {
  state(): Promise<ServerState>;
  activity(): Minute[];
  /** A backup as a tape archive, made as it is read. */
  backup(): Readable;
}

export function serverOperations({ state, activity, backup }: ServerParts): Operation<Ports>[] {
  return [
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
      summary: 'Calls of all areas in the last hour by the minute, as this process has answered them',
      route: 'GET /activity',
      needs: 'manager',
      replies: { 200: ActivityView },
      run: () => reply(200, { value: activity().map(({ at, ...counts }) => ({ minute: new Date(at).toISOString(), ...counts })) }),
    }),
    operation({
      id: 'accounts.unfinishedJobs',
      summary: 'Jobs of all accounts that have not ended, those due first',
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
      summary: 'Download a backup of everything but the secrets, as a tape archive of the folder that restore takes',
      route: 'GET /backup',
      needs: 'manager',
      replies: { 200: Bytes },
      run: (_call, { clock }) => reply(200, backup(), {
        headers: { 'content-disposition': `attachment; filename="perennial-backup-${new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '')}.tar"`, 'cache-control': 'no-store' },
      }),
    }),
  ];
}
