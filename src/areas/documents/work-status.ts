/** How work stands now, by its own record and by that of its job. */
import type { Services } from '../../kernel/ports.ts';
import { isFinal } from '../../kernel/job.ts';
import type { Stored } from '../../kernel/change.ts';
import type { Collection } from '../../kernel/collection.ts';
import type { Work } from './model.ts';
import { workStatus } from './replies.ts';
import type { WorkStatus } from './replies.ts';

/** Work may end between two readings: a job that has ended has written the end of its work, so that is read again. */
export async function currentStatus<T extends Work>(collection: Collection<T>, account: string, { key, value }: Stored<T>, { records, jobs }: Pick<Services, 'records' | 'jobs'>): Promise<{ value: T; standing: WorkStatus }> {
  if (value.ended) return { value, standing: workStatus(value, undefined) };
  const job = (await jobs.get(account, key))?.value;
  const latest = job && !isFinal(job) ? value : (await records.get(collection, account, key))?.value ?? value;
  return { value: latest, standing: workStatus(latest, job) };
}
