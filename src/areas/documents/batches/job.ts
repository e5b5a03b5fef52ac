/**
 * Analyzes the documents of a container, as a chain of jobs. The first job lists the documents, and which results exist already; each
 * further job analyzes documents for a while, one after the other, and writes their results to the target container. The work of a job is
 * committed when it completes, together with the next job; a job that is killed starts again with its first document and writes the
 * same results again. A failure of one document does not end the batch.
 */
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import type { Failure } from '../../../kernel/failures.ts';
import type { JobOutcome } from '../../../kernel/job.ts';
import type { BlobContainer } from '../../../kernel/ports/blobs.ts';
import { readAll } from '../../../shared/read-all.ts';
import { runAnalysis } from '../analysis/job.ts';
import { checkFileKind } from '../analysis/start-analysis.ts';
import { documentFailure, isOutcome, toRecordedError } from '../failures.ts';
import { MAX_BATCH_FILES, RETENTION_MS } from '../model.ts';
import type { Batch, BatchFile } from '../model.ts';
import { dateTime, withResult } from '../replies.ts';
import type { DocumentJobContext, DocumentJobHandlers } from '../services.ts';
import { batchFileKey, batchFiles, batches } from '../store.ts';
import { openContainer, readFileList } from '../training-sets/container.ts';
import { OCR_SUFFIX } from '../training-sets/files.ts';
import { unsealUrl } from '../training-sets/source.ts';
import { getVersion } from '../versions.ts';

export const BATCH_JOB = 'documents.batch';

/** After this time a job hands over to the next: at most this much is repeated when a server is killed. */
const STEP_MS = 60_000;
/** Progress once the documents are listed. */
const PLANNED_SHARE = 0.01;

export const batchJobs: DocumentJobHandlers = {
  async [BATCH_JOB]({ input, account, attempt }, context): Promise<JobOutcome> {
    const { services } = context;
    const stored = await services.records.get(batches, account, (input as { resultId: string }).resultId);
    if (!stored?.value.source) return { state: 'failed', errors: [{ code: 'notFound', message: 'The batch no longer exists.' }] };
    try {
      const isPlanned = stored.value.total !== undefined;
      return {
        state: 'succeeded',
        change: isPlanned ? await analyzeNext(account, stored, attempt, context) : await planBatch(account, stored, context),
      };
    } catch (problem) {
      if (!isOutcome(problem)) throw problem;
      const ifFailed = completeBatch(account, stored, context, { done: stored.value.done }, problem);
      return {
        state: 'failed',
        errors: [{ code: problem.kind, message: problem.message }],
        ifFailed,
      };
    }
  },
};

/** Removes the files, and the container addresses, which may have signatures. */
function completeBatch(
  account: string,
  stored: Stored<Batch>,
  { services: { clock } }: DocumentJobContext,
  changes: Partial<Batch>,
  problem?: Failure,
): Change {
  const at = clock.now();
  return new Change()
    .replace(batches, account, stored, {
      ...stored.value,
      ...changes,
      source: undefined,
      target: undefined,
      ended: { at, ...(problem && { error: toRecordedError(problem) }) },
      expiresAt: at + RETENTION_MS,
    })
    .clear(batchFiles, account, `${stored.key}/`);
}

/** Saves the progress of the batch and enqueues its next job. */
function continueBatch(
  account: string,
  stored: Stored<Batch>,
  change: Change,
  { services: { jobs } }: DocumentJobContext,
  changes: Partial<Batch>,
): Change {
  const { id: jobId } = jobs.enqueue(change, {
    account,
    kind: BATCH_JOB,
    input: { resultId: stored.key },
    subject: { id: stored.value.modelId },
  });
  return change.replace(batches, account, stored, { ...stored.value, ...changes, jobId });
}

interface Containers {
  source: BlobContainer;
  target: BlobContainer;
  sourceUrl: string;
  targetUrl: string;
}

async function openContainers(
  account: string,
  { key, value: { source, target } }: Stored<Batch>,
  { services }: DocumentJobContext,
): Promise<Containers> {
  const [sourceUrl, targetUrl] = [unsealUrl(source!.sealedUrl, key, services), unsealUrl(target!.sealedUrl, key, services)];
  const withoutSignature = (url: string): string => url.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  return {
    source: await openContainer(sourceUrl, account, services),
    target: await openContainer(targetUrl, account, services),
    sourceUrl: withoutSignature(sourceUrl),
    targetUrl: withoutSignature(targetUrl),
  };
}

async function planBatch(account: string, stored: Stored<Batch>, context: DocumentJobContext): Promise<Change> {
  const {
    source: { prefix = '', fileList },
    target: { prefix: resultPrefix, overwrite },
    expiresAt,
  } = stored.value as Required<Batch>;
  const { source, target } = await openContainers(account, stored, context);
  const { signal, progress } = context;
  // Results of earlier batches in the same container are not documents.
  const listed =
    fileList === undefined
      ? (await source.list(prefix, { signal })).map(({ name }) => name).filter((name) => !name.endsWith(OCR_SUFFIX))
      : await readFileList(fileList, source, account, context.services, signal);
  if (!listed) throw documentFailure('ContentSourceNotAccessible', { details: `there is no file list ${fileList}.` });
  const names = [...new Set(listed)];
  if (names.length === 0) throw documentFailure('InvalidContentSourceFormat', { details: 'there are no documents.' });
  if (names.length > MAX_BATCH_FILES) {
    throw documentFailure('InvalidContentSourceFormat', {
      details: `there are ${names.length} documents; the maximum is ${MAX_BATCH_FILES}.`,
    });
  }
  const existing = new Set(overwrite ? [] : (await target.list(resultPrefix, { signal })).map(({ name }) => name));
  // A result has the name of its document below the folder of the requested prefix.
  const folderLength = prefix.lastIndexOf('/') + 1;
  const change = new Change();
  for (const [index, name] of names.entries()) {
    const resultName = `${resultPrefix}${name.slice(folderLength)}${OCR_SUFFIX}`;
    const status = existing.has(resultName) ? 'skipped' : 'notStarted';
    change.create(batchFiles, account, batchFileKey(stored.key, index), { name, resultName, status, expiresAt });
  }
  await progress(PLANNED_SHARE, `Found ${names.length} documents`);
  return continueBatch(account, stored, change, context, { total: names.length, done: 0 });
}

async function analyzeNext(account: string, stored: Stored<Batch>, attempt: number, context: DocumentJobContext): Promise<Change> {
  const { signal, progress } = context;
  const { records, clock, blobs } = context.services;
  const total = stored.value.total!;
  const containers = await openContainers(account, stored, context);
  const deadline = clock.now() + STEP_MS;
  const analyzed = new Map<string, BatchFile>();
  const change = new Change();
  let { done } = stored.value;
  do {
    signal.throwIfAborted();
    const file = await records.get(batchFiles, account, batchFileKey(stored.key, done));
    if (!file) throw new Error(`Document ${done} of the batch ${stored.key} is missing.`);
    if (file.value.status === 'notStarted') {
      const fileDone = done;
      // Pages of a document are not what a batch counts.
      const fileContext = { ...context, progress: (share: number): Promise<void> => progress(batchShare(fileDone + share, total)) };
      const after = { ...file.value, ...(await analyzeFile(file.value, account, stored.value, containers, attempt, fileContext)) };
      analyzed.set(file.key, after);
      change.replace(batchFiles, account, file, after);
    }
    done++;
    await progress(batchShare(done, total), `Processed ${file.value.name}`, { count: done, of: total, unit: 'documents' });
  } while (done < total && clock.now() < deadline);
  if (done < total) return continueBatch(account, stored, change, context, { done });
  const files = (await readAll(records, batchFiles, account, `${stored.key}/`)).map(({ key, value }) => analyzed.get(key) ?? value);
  const result = await blobs.put(account, Buffer.from(JSON.stringify(summarizeBatch(files, containers))));
  return completeBatch(account, stored, context, { done, result });
}

function batchShare(done: number, total: number): number {
  return PLANNED_SHARE + ((1 - PLANNED_SHARE) * done) / total;
}

/** Failures of the document are its outcome; others are thrown, and the job is tried again. */
async function analyzeFile(
  { name, resultName }: BatchFile,
  account: string,
  batch: Batch,
  { source, target }: Containers,
  attempt: number,
  context: DocumentJobContext,
): Promise<Pick<BatchFile, 'status' | 'error'>> {
  const { signal } = context;
  const { reading, clock } = context.services;
  const createdDateTime = dateTime(clock.now());
  try {
    const bytes = await source.get(name, { maxBytes: reading.maxBytes, signal });
    if (!bytes) throw documentFailure('ContentSourceNotAccessible', { details: `there is no file ${name}.` });
    checkFileKind(bytes, batch.modelId, getVersion(batch.version));
    const { result } = await runAnalysis(account, batch, bytes, attempt, context);
    const content = withResult({ status: 'succeeded', createdDateTime, lastUpdatedDateTime: dateTime(clock.now()) }, result);
    await target.put(resultName, content, { type: 'application/json', signal });
    return { status: 'succeeded' };
  } catch (problem) {
    if (!isOutcome(problem)) throw problem;
    return { status: 'failed', error: toRecordedError(problem) };
  }
}

function summarizeBatch(files: readonly BatchFile[], { sourceUrl, targetUrl }: Containers): object {
  const count = (status: BatchFile['status']): number => files.filter((file) => file.status === status).length;
  const blobUrl = (container: string, name: string): string => `${container}/${name.split('/').map(encodeURIComponent).join('/')}`;
  return {
    succeededCount: count('succeeded'),
    failedCount: count('failed'),
    skippedCount: count('skipped'),
    details: files.map(({ name, resultName, status, error }) => {
      const resultUrl = blobUrl(targetUrl, resultName);
      const skipped = { code: 'OutputExists', message: `Analysis skipped because result file ${resultUrl} already exists.` };
      return {
        status,
        sourceUrl: blobUrl(sourceUrl, name),
        ...(status === 'succeeded' && { resultUrl }),
        ...(status === 'skipped' && { error: skipped }),
        ...(error && { error }),
      };
    }),
  };
}
