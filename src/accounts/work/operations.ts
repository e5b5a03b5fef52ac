/** What runs now, as a list or as a stream of changes. */
import { SYSTEM } from '../../kernel/collection.ts';
import { fail } from '../../kernel/failures.ts';
import { DUE, DUE_BY_ACCOUNT, dueByAccountPrefix, jobs as jobRecords } from '../../kernel/job.ts';
import type { Job } from '../../kernel/job.ts';
import { inGroup, operation, reply } from '../../kernel/operation.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { Ports } from '../../kernel/ports.ts';
import { WorkList, WorkQuery } from '../schemas.ts';
import type { Sessions } from '../operators/sessions.ts';
import type { WorkFeed } from './work-feed.ts';
import { jobView } from './job-operations.ts';

/** Unfinished jobs of a kind, and of all accounts, that are listed at most. */
const MAX_OF_KIND = 50;
const MAX_OF_ALL = 200;
/** The newest jobs, among which those are that have ended lately. */
const MAX_NEWEST = 100;

export interface WorkParts {
  feed: WorkFeed;
  sessions: Sessions;
  /** All kinds of jobs. */
  kinds: readonly string[];
}

/** A job without its log and its result, which may be large. */
export function workView(job: Job): object {
  const { log, result, ...view } = jobView(job) as { log: unknown; result?: unknown };
  return view;
}

/** The jobs of the account, or else of all that the caller sees. */
async function unfinished(
  { records }: Pick<Ports, 'records'>,
  accounts: readonly string[] | undefined,
  kinds: readonly string[],
): Promise<Job[]> {
  if (accounts === undefined) return (await records.find(jobRecords, SYSTEM, DUE, { limit: MAX_OF_ALL })).map(({ value }) => value);
  const found = await Promise.all(
    accounts.flatMap((account) =>
      kinds.map((kind) => {
        const from = dueByAccountPrefix({ kind, account });
        return records.find(jobRecords, SYSTEM, DUE_BY_ACCOUNT, { from, to: `${from}~`, limit: MAX_OF_KIND });
      }),
    ),
  );
  return found.flat().map(({ value }) => value);
}

export function workOperations({ feed, sessions, kinds }: WorkParts): Operation<Ports>[] {
  return inGroup('Jobs', [
    operation({
      id: 'accounts.work',
      summary: 'What runs now, and what has ended since; with `Accept: text/event-stream` a stream of changes',
      route: 'GET /work',
      needs: 'manager',
      query: WorkQuery,
      replies: { 200: WorkList },
      async run({ query: { account, since }, headers, caller }, ports) {
        if (account !== undefined && caller.accounts?.includes(account) === false)
          throw fail('RoleForbidden', { role: 'none', needed: 'view' });
        if (headers.accept === 'text/event-stream') {
          const signedIn = headers.authorization === undefined ? await sessions.of(headers) : undefined;
          return reply(200, feed.open({ name: caller.name, signedIn, account }), {
            headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
          });
        }
        const at = ports.clock.now();
        const running = await unfinished(ports, account === undefined ? caller.accounts : [account], kinds);
        const newest = account === undefined || since === undefined ? [] : await ports.jobs.list(account, MAX_NEWEST);
        const ended = newest.filter(({ endedAt }) => endedAt !== undefined && endedAt >= Date.parse(since!));
        const value = [...running, ...ended].map((job) => ({ accountId: job.account, ...workView(job) }));
        return reply(200, { at: new Date(at).toISOString(), value });
      },
    }),
  ]);
}
