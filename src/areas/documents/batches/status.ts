import type { Stored } from '../../../kernel/change.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Batch } from '../model.ts';
import { batches } from '../store.ts';
import { workStatus } from '../work-status.ts';
import type { WorkStatus } from '../work-status.ts';

/** From its own record once a batch is completed, before from its current job; undefined when it was deleted in the meantime. */
export async function batchStatus(
  account: string,
  { key, value }: Stored<Batch>,
  { records, jobs }: Pick<Ports, 'records' | 'jobs'>,
): Promise<{ value: Batch; status: WorkStatus } | undefined> {
  for (let batch = value; ;) {
    if (batch.ended) return { value: batch, status: workStatus(batch, undefined) };
    const job = (await jobs.get(account, batch.jobId))?.value;
    const latest = (await records.get(batches, account, key))?.value;
    if (!latest) return undefined;
    // The job may have completed in the meantime, and another one started.
    if (latest.ended || latest.jobId !== batch.jobId) {
      batch = latest;
      continue;
    }
    const status = workStatus(batch, job);
    if (batch.total === undefined) return { value: batch, status };
    // What earlier jobs have done is not lost when the next one starts from 0, or is started again.
    const percentCompleted = Math.max(status.percentCompleted, Math.floor((100 * batch.done) / batch.total));
    return { value: batch, status: { ...status, percentCompleted, ...(status.status === 'notStarted' && { status: 'running' }) } };
  }
}
