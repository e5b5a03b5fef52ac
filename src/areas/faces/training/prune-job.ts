/**
 * Removes deleted faces from a trained model shortly after they are deleted: one job rebuilds the model for all deletions until it starts.
 * Until then searches skip deleted faces (search/search-gallery.ts).
 *
 * A gallery's pruning record names the job. A deletion relies on a job that has not started. A running job may have passed the deleted
 * face already, so the deletion updates the pruning record, which makes the job's commit fail and the job run again. Pruning waits for a
 * training in progress.
 */
import type { Ports } from '../../../kernel/ports.ts';
import { isFinal, jobs as jobRecords } from '../../../kernel/job.ts';
import type { JobHandlers } from '../../../kernel/job-handler.ts';
import { Change } from '../../../kernel/change.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import type { Collection } from '../../../kernel/collection.ts';
import { prunings, trained, trainings } from '../store.ts';
import { packFaces } from './pack.ts';
import { saveModel, trainedModel } from './search-model.ts';
import { isInProgress, readTrainingStatus } from './status.ts';

const PRUNE_JOB = 'faces.prune';
const DELAY_MS = 1000;
const RETENTION_MS = 60_000;

/** Schedules the pruning of a gallery's model as part of the change that deletes persons or faces of it. */
export async function schedulePruning(
  change: Change,
  account: string,
  uid: string,
  services: Pick<Ports, 'records' | 'jobs'>,
): Promise<void> {
  const { records, jobs } = services;
  if (!(await records.get(trained, account, uid)) && !(await records.get(trainings, account, uid))) {
    // A training that starts meanwhile may read the face before it is deleted.
    change.expectAbsent(trainings, account, uid);
    return;
  }
  const pruning = await records.get(prunings, account, uid);
  const job = pruning && (await jobs.get(account, pruning.value.job));
  if (job?.value.state === 'notStarted') change.expect(jobRecords, SYSTEM, job);
  else if (pruning && job && !isFinal(job.value)) change.replace(prunings, account, pruning, pruning.value);
  else {
    const { id } = enqueuePruning(change, account, uid, services);
    if (pruning) change.replace(prunings, account, pruning, { job: id });
    else change.create(prunings, account, uid, { job: id });
  }
}

/** Cancels the training and pruning jobs of a gallery that the change deletes. */
export async function cancelTraining(
  change: Change,
  account: string,
  uid: string,
  { records, jobs }: Pick<Ports, 'records' | 'jobs'>,
): Promise<void> {
  for (const collection of [trainings, prunings]) {
    const stored = await records.get(collection as Collection<{ job: string }>, account, uid);
    if (!stored) continue;
    change.delete(collection as Collection<{ job: string }>, account, stored);
    const job = await jobs.get(account, stored.value.job);
    if (job) jobs.cancel(change, job);
  }
}

function enqueuePruning(change: Change, account: string, uid: string, { jobs }: Pick<Ports, 'jobs'>): { id: string } {
  return jobs.enqueue(change, { account, kind: PRUNE_JOB, input: { uid }, delayMs: DELAY_MS, retentionMs: RETENTION_MS });
}

export const pruneJobs: JobHandlers<Ports> = {
  async [PRUNE_JOB]({ account, input }, { services, signal }) {
    const { uid } = input as { uid: string };
    const { records, cache } = services;
    const pruning = await records.get(prunings, account, uid);
    if (!pruning) return { state: 'succeeded' };
    const change = new Change();
    const training = await records.get(trainings, account, uid);
    if (training && isInProgress(await readTrainingStatus(training, account, services))) {
      return {
        state: 'succeeded',
        change: change.replace(prunings, account, pruning, { job: enqueuePruning(change, account, uid, services).id }),
      };
    }
    const previous = await records.get(trained, account, uid);
    const model = previous && (await cache.get(trainedModel, account, uid));
    if (previous && model) {
      const packed = await packFaces({ account, uid, ofPersons: model.roster.width === 2, onlyRows: model.roster, signal }, services);
      if (packed.roster.rows < model.roster.rows) {
        await saveModel(change, { account, uid, packed, previous, trainedAt: previous.value.trainedAt }, services);
      }
    }
    return { state: 'succeeded', change: change.delete(prunings, account, pruning) };
  },
};
