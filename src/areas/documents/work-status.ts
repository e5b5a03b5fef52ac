/** The status of work that a caller polls, from its own record and the record of its job. */
import type { Stored } from '../../kernel/change.ts';
import type { Collection } from '../../kernel/collection.ts';
import { fail } from '../../kernel/failures.ts';
import { isFinal } from '../../kernel/job.ts';
import type { Job } from '../../kernel/job.ts';
import type { Ports } from '../../kernel/ports.ts';
import { toRecordedError } from './failures.ts';
import type { RecordedError, Work } from './model.ts';

const STATES: Readonly<Record<Job['state'], string>> = {
  notStarted: 'notStarted',
  running: 'running',
  cancelling: 'running',
  cancelled: 'canceled',
  succeeded: 'succeeded',
  partiallyCompleted: 'succeeded',
  failed: 'failed',
};

export interface WorkStatus {
  status: string;
  percentCompleted: number;
  updatedAt: number;
  error?: RecordedError;
}

/**
 * Once work is completed its own record has the status; before, its job does. A job that was abandoned has left the record open: that is
 * a failure.
 */
export function workStatus({ ended, createdAt }: Work, job: Job | undefined): WorkStatus {
  if (ended) {
    return {
      status: ended.error ? 'failed' : 'succeeded',
      percentCompleted: 100,
      updatedAt: ended.at,
      ...(ended.error && { error: ended.error }),
    };
  }
  if (!job || (isFinal(job) && job.state !== 'cancelled')) {
    return { status: 'failed', percentCompleted: 0, updatedAt: job?.updatedAt ?? createdAt, error: toRecordedError(fail('Unexpected')) };
  }
  return { status: STATES[job.state], percentCompleted: Math.floor(100 * job.progress), updatedAt: job.updatedAt };
}

/** Work may complete between two reads: a job that is final has completed the record, which is therefore read again. */
export async function currentStatus<T extends Work>(
  collection: Collection<T>,
  account: string,
  { key, value }: Stored<T>,
  { records, jobs }: Pick<Ports, 'records' | 'jobs'>,
): Promise<{ value: T; status: WorkStatus }> {
  if (value.ended) return { value, status: workStatus(value, undefined) };
  const job = (await jobs.get(account, key))?.value;
  const latest = job && !isFinal(job) ? value : ((await records.get(collection, account, key))?.value ?? value);
  return { value: latest, status: workStatus(latest, job) };
}
