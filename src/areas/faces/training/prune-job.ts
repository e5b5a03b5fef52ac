/**
 * What is deleted goes out of what training has packed, too, soon after: one job for all that is deleted meanwhile packs again the rows that
 * still have their faces. Until then searches leave out what is gone (matching.ts).
 *
 * A gallery's record of pruning names the job. A deletion relies on a job that has not begun; one that has begun may be past the deleted
 * face, so the deletion changes the record, which has the job do it again. While a training is under way, pruning waits for its end.
 */
import type { Ports } from '../../../kernel/ports.ts';
import { isFinal, jobs as jobRecords } from '../../../kernel/job.ts';
import type { JobHandlers } from '../../../kernel/job.ts';
import { Change } from '../../../kernel/change.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import type { Collection } from '../../../kernel/collection.ts';
import { trainedModel } from '../recognition/search.ts';
import { prunings, trained, trainings } from '../store.ts';
import { keepPacked } from './save-model.ts';
import { packFaces } from './pack.ts';
import { isUnderWay, standingOf } from './status.ts';

const PRUNE = 'faces.prune';
const DELAY_MS = 1000;
const KEPT_MS = 60_000;

/** Has the change, which deletes persons or faces of a gallery, followed by their going out of what was trained. */
export async function forgetInTrained(change: Change, account: string, uid: string, services: Pick<Ports, 'records' | 'jobs'>): Promise<void> {
  const { records, jobs } = services;
  if (!await records.get(trained, account, uid) && !await records.get(trainings, account, uid)) return;
  const pruning = await records.get(prunings, account, uid);
  const job = pruning && await jobs.get(account, pruning.value.job);
  if (job?.value.state === 'notStarted') change.expect(jobRecords, SYSTEM, job);
  else if (pruning && job && !isFinal(job.value)) change.replace(prunings, account, pruning, pruning.value);
  else {
    const { id } = enqueue(change, account, uid, services);
    if (pruning) change.replace(prunings, account, pruning, { job: id });
    else change.create(prunings, account, uid, { job: id });
  }
}

/** Ends, with the gallery, whatever was to be trained or pruned of it. */
export async function endTraining(change: Change, account: string, uid: string, { records, jobs }: Pick<Ports, 'records' | 'jobs'>): Promise<void> {
  for (const collection of [trainings, prunings]) {
    const read = await records.get(collection as Collection<{ job: string }>, account, uid);
    if (!read) continue;
    change.delete(collection as Collection<{ job: string }>, account, read);
    const job = await jobs.get(account, read.value.job);
    if (job) jobs.cancel(change, job);
  }
}

function enqueue(change: Change, account: string, uid: string, { jobs }: Pick<Ports, 'jobs'>): { id: string } {
  return jobs.enqueue(change, { account, kind: PRUNE, input: { uid }, delayMs: DELAY_MS, keptMs: KEPT_MS });
}

export const pruneJobs: JobHandlers<Ports> = {
  async [PRUNE]({ account, input }, { services, signal }) {
    const { uid } = input as { uid: string };
    const { records, cache } = services;
    const pruning = await records.get(prunings, account, uid);
    if (!pruning) return { state: 'succeeded' };
    const change = new Change();
    const training = await records.get(trainings, account, uid);
    if (training && isUnderWay(await standingOf(training, account, services))) {
      return { state: 'succeeded', change: change.replace(prunings, account, pruning, { job: enqueue(change, account, uid, services).id }) };
    }
    const read = await records.get(trained, account, uid);
    const model = read && await cache.get(trainedModel, account, uid);
    if (read && model) {
      const packed = await packFaces({ account, uid, ofPersons: model.roster.width === 2, only: model.roster, signal }, services);
      if (packed.roster.rows < model.roster.rows) await keepPacked(change, { account, uid, packed, before: read, trainedAt: read.value.trainedAt }, services);
    }
    return { state: 'succeeded', change: change.delete(prunings, account, pruning) };
  },
};
