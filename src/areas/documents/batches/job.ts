/**
 * The analysis of the documents of a container, as a chain of jobs. The first one finds out which documents there are, and whose results are
 * there already; each of the others analyses documents for a while, one after the other, and writes their results to where they belong.
 * What a job has done is committed with its end, which begins the next; a job that is killed is done again from its first document, and
 * writes the same results once more. What becomes of one document never ends the batch.
 */
import { Failure } from '../../../kernel/failures.ts';
import type { JobContext, JobHandlers, JobOutcome } from '../../../kernel/job.ts';
import type { BlobContainer } from '../../../kernel/ports/blobs.ts';
import { readAll } from '../../../kernel/read-all.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { documentFailure, toRecordedError } from '../failures.ts';
import { runAnalysis } from '../analysis/job.ts';
import { RETENTION_MS, MAX_BATCH_FILES } from '../model.ts';
import type { Batch, BatchFile } from '../model.ts';
import { checkFileKind } from '../analysis/document-source.ts';
import { batchFileKey, batchFiles, batches } from '../store.ts';
import { readFileList, openContainer } from '../training-sets/container.ts';
import { OCR_SUFFIX } from '../training-sets/files.ts';
import { unsealUrl } from '../training-sets/source.ts';
import { getVersion } from '../versions.ts';
import { dateTime, withResult } from '../replies.ts';

export const BATCH_JOB = 'documents.batch';

/** After which a job makes room for the next: so much is done again where a server is killed. */
const STEP_MS = 60_000;
/** Of the whole, once the documents are known; the rest is for them. */
const PLANNED_SHARE = 0.01;

export const batchJobs: JobHandlers = {
  async [BATCH_JOB]({ input, account, attempt }, context): Promise<JobOutcome> {
    const { services } = context;
    const read = await services.records.get(batches, account, (input as { resultId: string }).resultId);
    if (!read?.value.source) return { state: 'failed', errors: [{ code: 'notFound', message: 'The batch does not exist any more.' }] };
    try {
      return { state: 'succeeded', change: read.value.total === undefined ? await planBatch(account, read, context) : await analyzeNext(account, read, attempt, context) };
    } catch (problem) {
      if (!(problem instanceof Failure) || problem.status >= 500) throw problem;
      const change = completeBatch(account, read, context, { done: read.value.done }, problem);
      return { state: 'failed', errors: [{ code: problem.kind, message: problem.message }], ifFailed: await deleteFiles(change, account, read.key, context) };
    }
  },
};

/** The addresses go with the end of the batch: they may carry signatures. */
function completeBatch(account: string, read: Stored<Batch>, { services: { clock } }: JobContext, more: Partial<Batch>, problem?: Failure): Change {
  const at = clock.now();
  return new Change().replace(batches, account, read, { ...read.value, ...more, source: undefined, target: undefined, ended: { at, ...problem && { error: toRecordedError(problem) } }, expiresAt: at + RETENTION_MS });
}

async function deleteFiles(change: Change, account: string, resultId: string, { services: { records } }: JobContext): Promise<Change> {
  for (const file of await readAll(records, batchFiles, account, `${resultId}/`)) change.delete(batchFiles, account, file);
  return change;
}

/** The batch as it is after a job, which the next one goes on with. */
function continueBatch(account: string, read: Stored<Batch>, change: Change, { services: { jobs } }: JobContext, more: Partial<Batch>): Change {
  const { id: jobId } = jobs.enqueue(change, { account, kind: BATCH_JOB, input: { resultId: read.key } });
  return change.replace(batches, account, read, { ...read.value, ...more, jobId });
}

interface Containers { source: BlobContainer; target: BlobContainer; sourceUrl: string; targetUrl: string }

async function openContainers(account: string, { key, value: { source, target } }: Stored<Batch>, { services }: JobContext): Promise<Containers> {
  const [from, to] = [unsealUrl(source!.sealedUrl, key, services), unsealUrl(target!.sealedUrl, key, services)];
  const bare = (url: string): string => url.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  return { source: await openContainer(from, account, services), target: await openContainer(to, account, services), sourceUrl: bare(from), targetUrl: bare(to) };
}

async function planBatch(account: string, read: Stored<Batch>, context: JobContext): Promise<Change> {
  const { source: { prefix = '', fileList }, target: { prefix: resultPrefix, overwrite }, expiresAt } = read.value as Required<Batch>;
  const { source, target } = await openContainers(account, read, context);
  const { signal, progress } = context;
  // Results of such batches are no documents, where they lie among them.
  const listed = fileList === undefined ? (await source.list(prefix, { signal })).map(({ name }) => name).filter((name) => !name.endsWith(OCR_SUFFIX)) : await readFileList(fileList, source, signal);
  if (!listed) throw documentFailure('ContentSourceNotAccessible', { details: `there is no file list ${fileList}.` });
  const names = [...new Set(listed)];
  if (names.length === 0) throw documentFailure('InvalidContentSourceFormat', { details: 'there are no documents.' });
  if (names.length > MAX_BATCH_FILES) throw documentFailure('InvalidContentSourceFormat', { details: `there are ${names.length} documents, and ${MAX_BATCH_FILES} are taken at most.` });
  const there = new Set(overwrite ? [] : (await target.list(resultPrefix, { signal })).map(({ name }) => name));
  // A result has the name of its document below the folder that was asked for.
  const folder = prefix.lastIndexOf('/') + 1;
  const change = new Change();
  for (const [index, name] of names.entries()) {
    const resultName = `${resultPrefix}${name.slice(folder)}${OCR_SUFFIX}`;
    change.create(batchFiles, account, batchFileKey(read.key, index), { name, resultName, status: there.has(resultName) ? 'skipped' : 'notStarted', expiresAt });
  }
  await progress(PLANNED_SHARE, `Found ${names.length} documents`);
  return continueBatch(account, read, change, context, { total: names.length, done: 0 });
}

async function analyzeNext(account: string, read: Stored<Batch>, attempt: number, context: JobContext): Promise<Change> {
  const { services: { records, clock, blobs }, signal, progress } = context;
  const total = read.value.total!;
  const places = await openContainers(account, read, context);
  const until = clock.now() + STEP_MS;
  const looked = new Map<string, BatchFile>();
  const change = new Change();
  let { done } = read.value;
  do {
    signal.throwIfAborted();
    const file = await records.get(batchFiles, account, batchFileKey(read.key, done));
    if (!file) throw new Error(`Document ${done} of the batch ${read.key} is missing.`);
    if (file.value.status === 'notStarted') {
      const after = { ...file.value, ...await analyzeFile(file.value, account, read.value, places, attempt, context) };
      looked.set(file.key, after);
      change.replace(batchFiles, account, file, after);
    }
    done++;
    await progress(PLANNED_SHARE + (1 - PLANNED_SHARE) * done / total, `Looked at ${file.value.name}`);
  } while (done < total && clock.now() < until);
  if (done < total) return continueBatch(account, read, change, context, { done });
  const files = (await readAll(records, batchFiles, account, `${read.key}/`)).map(({ key, value }) => looked.get(key) ?? value);
  const result = await blobs.put(account, Buffer.from(JSON.stringify(summarizeBatch(files, places))));
  return await deleteFiles(completeBatch(account, read, context, { done, result }), account, read.key, context);
}

/** What becomes of one document; only what is nobody's fault is thrown, and tried again. */
async function analyzeFile({ name, resultName }: BatchFile, account: string, batch: Batch, { source, target }: Containers, attempt: number, context: JobContext): Promise<Pick<BatchFile, 'status' | 'error'>> {
  const { services: { reading, clock }, signal } = context;
  const createdDateTime = dateTime(clock.now());
  try {
    const bytes = await source.get(name, { maxBytes: reading.mostBytes, signal });
    if (!bytes) throw documentFailure('ContentSourceNotAccessible', { details: `there is no file ${name}.` });
    checkFileKind(bytes, batch.modelId, getVersion(batch.version));
    // How far one document is says little of the batch.
    const { result } = await runAnalysis(account, batch, bytes, attempt, { ...context, progress: () => Promise.resolve() });
    await target.put(resultName, withResult({ status: 'succeeded', createdDateTime, lastUpdatedDateTime: dateTime(clock.now()) }, result), { type: 'application/json', signal });
    return { status: 'succeeded' };
  } catch (problem) {
    if (!(problem instanceof Failure) || problem.status >= 500) throw problem;
    return { status: 'failed', error: toRecordedError(problem) };
  }
}

function summarizeBatch(files: readonly BatchFile[], { sourceUrl, targetUrl }: Containers): object {
  const count = (wanted: BatchFile['status']): number => files.filter(({ status }) => status === wanted).length;
  const at = (container: string, name: string): string => `${container}/${name.split('/').map(encodeURIComponent).join('/')}`;
  return {
    succeededCount: count('succeeded'), failedCount: count('failed'), skippedCount: count('skipped'),
    details: files.map(({ name, resultName, status, error }) => {
      const [from, to] = [at(sourceUrl, name), at(targetUrl, resultName)];
      const skipped = { code: 'OutputExists', message: `Analysis skipped because result file ${to} already exists.` };
      return { status, sourceUrl: from, ...status === 'succeeded' && { resultUrl: to }, ...status === 'skipped' && { error: skipped }, ...error && { error } };
    }),
  };
}
