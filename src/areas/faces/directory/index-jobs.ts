/**
 * Keeps the person directory searchable without a training that callers start. The faces of each recognition model are in two search
 * models: the *main* one, and a small *recent* one with the faces that were added since the main one was built.
 *
 *   face added ─► pendingFaces + job index ─► recent model of all pending faces
 *   more than MAX_RECENT pending ─► job merge ─► main model of all faces; they are no longer pending
 *   face deleted ─► job index, and the main model is pruned like that of a gallery (training/prune-job.ts)
 *
 * One index job serves all changes until it starts. Index jobs replace the recent model that they read before the faces: of two that
 * overlap one runs again, so a face that was deleted meanwhile does not come back. A merge is the training of the main model, and
 * pruning waits for it. The recent model contains merged faces until the next index job, so that no search misses them.
 */
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import { jobs as jobRecords } from '../../../kernel/job.ts';
import type { JobHandlers } from '../../../kernel/job-handler.ts';
import type { Ports } from '../../../kernel/ports.ts';
import type { Trained } from '../model.ts';
import { indexings, memberKey, pendingFaces, trained, trainings } from '../store.ts';
import { idsFromKey, packFaces, readPages } from '../training/pack.ts';
import { saveModel, trainedModel } from '../training/search-model.ts';
import { isInProgress, readTrainingStatus } from '../training/status.ts';
import { RETENTION_MS } from './operation-status.ts';

const INDEX_JOB = 'faces.indexDirectory';
const MERGE_JOB = 'faces.mergeDirectory';
/** Changes in quick succession share a job. */
const DELAY_MS = 250;
/** Packing this number of faces takes a few hundred milliseconds; a merge, which packs all, is needed once per that number. */
export const MAX_RECENT = 4096;

/** The key of the recent model in `trained`; that of the main model is the uid. */
export function recentKey(uid: string): string {
  return `${uid}-recent`;
}

/** Makes the faces that the change adds or deletes known to searches; returns the id of the job that does. */
export async function scheduleIndexing(
  change: Change,
  account: string,
  uid: string,
  services: Pick<Ports, 'records' | 'jobs'>,
): Promise<string> {
  const { records, jobs } = services;
  const indexing = await records.get(indexings, account, uid);
  const job = indexing && (await jobs.get(account, indexing.value.job));
  if (job?.value.state === 'notStarted') {
    change.expect(jobRecords, SYSTEM, job);
    return job.value.id;
  }
  const { id } = jobs.enqueue(change, { account, kind: INDEX_JOB, input: { uid }, delayMs: DELAY_MS, retentionMs: RETENTION_MS });
  if (indexing) change.replace(indexings, account, indexing, { job: id });
  else change.create(indexings, account, uid, { job: id });
  return id;
}

export const indexJobs: JobHandlers<Ports> = {
  async [INDEX_JOB]({ account, input }, { services, signal }) {
    const { uid } = input as { uid: string };
    const { records, clock, jobs } = services;
    const previous = await records.get(trained, account, recentKey(uid));
    const pending = await readPendingKeys(account, uid, services, signal);
    const change = new Change();
    // Another job may have done it already.
    if (!(await containsExactly(previous, pending, { account, key: recentKey(uid), ports: services }))) {
      const packed = await packFaces({ account, uid, ofPersons: true, onlyPending: true, signal }, services);
      await saveModel(change, { account, uid: recentKey(uid), packed, previous, trainedAt: clock.now() }, services);
    }
    if (pending.length > MAX_RECENT) {
      const merging = await records.get(trainings, account, uid);
      if (!merging || !isInProgress(await readTrainingStatus(merging, account, services))) {
        const { id: job, createdAt } = jobs.enqueue(change, { account, kind: MERGE_JOB, input: { uid } });
        if (merging) change.replace(trainings, account, merging, { job, createdAt, lastSuccessAt: merging.value.lastSuccessAt });
        else change.create(trainings, account, uid, { job, createdAt });
      }
    }
    return { state: 'succeeded', change };
  },

  async [MERGE_JOB]({ account, input }, { services, signal, progress }) {
    const { uid } = input as { uid: string };
    const { records, clock, jobs } = services;
    const training = await records.get(trainings, account, uid);
    const previous = await records.get(trained, account, uid);
    const merged = await readPendingKeys(account, uid, services, signal);
    const packed = await packFaces({ account, uid, ofPersons: true, signal, onProgress: progress }, services);
    const at = clock.now();
    const change = new Change();
    await saveModel(change, { account, uid, packed, previous, trainedAt: at }, services);
    for (const key of merged) change.clear(pendingFaces, account, key);
    if (training) change.replace(trainings, account, training, { ...training.value, lastSuccessAt: at, ended: { at } });
    jobs.enqueue(change, { account, kind: INDEX_JOB, input: { uid }, delayMs: DELAY_MS, retentionMs: RETENTION_MS });
    return { state: 'succeeded', change };
  },
};

async function readPendingKeys(account: string, uid: string, { records }: Pick<Ports, 'records'>, signal: AbortSignal): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of readPages(records, pendingFaces, account, uid, signal)) keys.push(...page.map(({ key }) => key));
  return keys;
}

/** Whether these are the faces of a stored model. It is loaded, as the cached one may be an earlier one for a moment. */
async function containsExactly(
  stored: Stored<Trained> | undefined,
  keys: readonly string[],
  context: { account: string; key: string; ports: Ports },
): Promise<boolean> {
  const model = await trainedModel.load(stored, context);
  return model ? model.roster.rows === keys.length && keys.every((key) => model.roster.has(idsFromKey(key))) : keys.length === 0;
}

/** Forgets that faces are pending which the change deletes: one, or all of a person. */
export function clearPending(change: Change, account: string, uid: string, personId: string, faceId = ''): void {
  change.clear(pendingFaces, account, memberKey(uid, personId, faceId));
}
