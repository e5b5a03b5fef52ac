/** How a batch stands now: by its own record once it has ended, before by the job that is at it; nothing where it was deleted meanwhile. */
import type { Services } from '../../../kernel/ports.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { Batch } from '../model.ts';
import { batches } from '../store.ts';
import { workStatus } from '../replies.ts';
import type { WorkStatus } from '../replies.ts';

export async function batchStatus(account: string, { key, value }: Stored<Batch>, { records, jobs }: Pick<Services, 'records' | 'jobs'>): Promise<{ value: Batch; standing: WorkStatus } | undefined> {
  for (let seen = value; ;) {
    if (seen.ended) return { value: seen, standing: workStatus(seen, undefined) };
    const job = (await jobs.get(account, seen.jobId))?.value;
    const latest = (await records.get(batches, account, key))?.value;
    if (!latest) return undefined;
    // The job that was looked at may have ended meanwhile, and another one begun.
    if (latest.ended || latest.jobId !== seen.jobId) {
      seen = latest;
      continue;
    }
    const standing = workStatus(seen, job);
    const isBetween = standing.status === 'notStarted' && seen.total !== undefined;
    return { value: seen, standing: { ...standing, ...isBetween && { status: 'running', percentCompleted: Math.floor(100 * seen.done / seen.total!) } } };
  }
}
