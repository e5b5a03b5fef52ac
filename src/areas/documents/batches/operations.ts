import type { Static } from 'typebox';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { fail } from '../../../kernel/failures.ts';
import { inVersions, reply } from '../../../kernel/operation.ts';
import { parseOptions } from '../analysis/options.ts';
import { BATCH_JOB } from './job.ts';
import { batchStatus } from './status.ts';
import { documentFailure } from '../failures.ts';
import { MAX_BATCH_MS, MAX_OPEN_BATCHES } from '../model.ts';
import type { Batch } from '../model.ts';
import { RETRY_AFTER, dateTime, nextPage } from '../replies.ts';
import { AnalyzeBatchRequest, AnalyzeQuery, BatchListView, BatchPaging, BatchView, ModelParams, ResultParams } from '../schemas.ts';
import { operation } from '../services.ts';
import type { DocumentServices } from '../services.ts';
import { MODEL_INDEX, OPEN_INDEX, batchFiles, batchTerm, batches, findModel } from '../store.ts';
import { parseContainerUrl } from '../training-sets/container.ts';
import { parseSource, sealUrl } from '../training-sets/source.ts';
import { getVersion, versionsWith } from '../versions.ts';
import type { WorkStatus } from '../work-status.ts';
import exampleCalls from '../examples.json' with { type: 'json' };

const BATCH_VERSIONS = versionsWith('batches');
const BATCHES_PATH = '/documentModels/{modelId}/analyzeBatchResults';
const BATCH_PATH = `${BATCHES_PATH}/{resultId}`;
const PAGE_SIZE = 100;
const RETRY_AFTER_SECONDS = 60;
/** Path segments that would leave the container. */
const ESCAPING_PATH = /(?:^|\/)\.{0,2}\//;

async function findBatch(
  { records }: DocumentServices,
  account: string,
  { modelId, resultId }: Static<typeof ResultParams>,
): Promise<Stored<Batch>> {
  const stored = await records.get(batches, account, resultId);
  if (stored?.value.modelId !== modelId) throw documentFailure('OperationNotFound');
  return stored;
}

function batchSummary({ resultId, createdAt }: Batch, { status, percentCompleted, updatedAt, error }: WorkStatus): object {
  return { resultId, status, createdDateTime: dateTime(createdAt), lastUpdatedDateTime: dateTime(updatedAt), percentCompleted, error };
}

const analyzeBatch = operation({
  id: 'documents.analyzeBatch',
  summary: 'Analyze the documents in a container with a model, and write the results to a container',
  route: 'POST /documentModels/{modelId}:analyzeBatch',
  inThread: 'largeBody',
  params: ModelParams,
  query: AnalyzeQuery,
  body: AnalyzeBatchRequest,
  replies: { 202: null },
  fails: ['ModelNotFound', 'InvalidContentSourceFormat', 'TooManyWaiting'],
  example: exampleCalls.analyzeBatch,
  async run(
    {
      account,
      params: { modelId },
      query,
      body: { resultContainerUrl, resultPrefix = '', overwriteExisting = false, ...source },
      version: name,
      link,
    },
    services,
  ) {
    const version = getVersion(name);
    await findModel(services, account.id, modelId, version);
    const options = parseOptions(query, modelId, version);
    if (options.outputs) throw fail('ParameterInvalid', { parameter: 'output', details: 'a batch has no outputs besides the results.' });
    if (ESCAPING_PATH.test(resultPrefix)) {
      throw fail('ParameterInvalid', { parameter: 'resultPrefix', details: 'it has a path segment that no blob name can have.' });
    }
    if ((await services.records.countTerms(batches, account.id, OPEN_INDEX)) >= MAX_OPEN_BATCHES) {
      throw documentFailure('TooManyWaiting', { max: `${MAX_OPEN_BATCHES} batches`, retryAfter: RETRY_AFTER_SECONDS });
    }
    parseContainerUrl(resultContainerUrl, 'resultContainerUrl');
    const resultId = services.ids.uuid();
    const change = new Change();
    const { id: jobId, createdAt } = services.jobs.enqueue(change, {
      account: account.id,
      kind: BATCH_JOB,
      input: { resultId },
      subject: { id: modelId },
    });
    change.create(batches, account.id, resultId, {
      resultId,
      modelId,
      options,
      version: name,
      createdAt,
      expiresAt: createdAt + MAX_BATCH_MS,
      jobId,
      done: 0,
      source: parseSource(source, resultId, services),
      target: { sealedUrl: sealUrl(resultContainerUrl, resultId, services), prefix: resultPrefix, overwrite: overwriteExisting },
    });
    return reply(202, undefined, { headers: { 'operation-location': link(BATCH_PATH, { modelId, resultId }), ...RETRY_AFTER }, change });
  },
});

const listBatches = operation({
  id: 'documents.listAnalyzeBatchResults',
  summary: 'List the batches that were analyzed with a model, newest first',
  route: `GET ${BATCHES_PATH}`,
  inThread: 'largeBody',
  params: ModelParams,
  query: BatchPaging,
  replies: { 200: BatchListView },
  fails: ['ModelNotFound'],
  example: { params: { modelId: 'prebuilt-read' } },
  async run({ account, params: { modelId }, query: { after = '' }, version, link }, services) {
    await findModel(services, account.id, modelId, getVersion(version));
    // The range includes the last batch of the page before; '0' is the character after the slash.
    const found = await services.records.find(batches, account.id, MODEL_INDEX, {
      from: `${modelId}/${after}`,
      to: `${modelId}0`,
      limit: PAGE_SIZE + 2,
    });
    const page = found.filter(({ value: batch }) => batchTerm(batch) !== `${modelId}/${after}`).slice(0, PAGE_SIZE + 1);
    const value = (
      await Promise.all(
        page.slice(0, PAGE_SIZE).map(async (stored) => {
          const current = await batchStatus(account.id, stored, services);
          return current ? [batchSummary(current.value, current.status)] : [];
        }),
      )
    ).flat();
    const last = page.length > PAGE_SIZE ? batchTerm(page[PAGE_SIZE - 1]!.value).slice(modelId.length + 1) : undefined;
    return reply(200, {
      value,
      ...(last !== undefined && { nextLink: nextPage({ link: (path) => link(path, { modelId }) }, BATCHES_PATH, last) }),
    });
  },
});

const getBatch = operation({
  id: 'documents.getAnalyzeBatchResult',
  summary: 'Get the status of a batch, and the outcome of each document once it is completed',
  route: `GET ${BATCH_PATH}`,
  inThread: 'largeBody',
  params: ResultParams,
  replies: { 200: BatchView },
  fails: ['OperationNotFound'],
  async run({ account, params }, services) {
    const current = await batchStatus(account.id, await findBatch(services, account.id, params), services);
    if (!current) throw documentFailure('OperationNotFound');
    const { value, status } = current;
    const isFinal = !['notStarted', 'running'].includes(status.status);
    const result = value.result === undefined ? undefined : await services.blobs.get(account.id, value.result);
    if (value.result !== undefined && !result) throw new Error(`The result ${value.result} is missing.`);
    return reply(
      200,
      { ...batchSummary(value, status), ...(result && { result: JSON.parse(Buffer.from(result).toString('utf8')) as object }) },
      { headers: isFinal ? {} : RETRY_AFTER },
    );
  },
});

const deleteBatch = operation({
  id: 'documents.deleteAnalyzeBatchResult',
  summary: 'Delete the record of a batch, and cancel it if it is running; results in the container remain',
  route: `DELETE ${BATCH_PATH}`,
  params: ResultParams,
  replies: { 204: null },
  fails: ['OperationNotFound'],
  async run({ account, params }, services) {
    const stored = await findBatch(services, account.id, params);
    const change = new Change().delete(batches, account.id, stored).clear(batchFiles, account.id, `${params.resultId}/`);
    const job = stored.value.ended ? undefined : await services.jobs.get(account.id, stored.value.jobId);
    if (job) services.jobs.cancel(change, job);
    return reply(204, undefined, { change });
  },
});

export const batchOperations = inVersions(BATCH_VERSIONS, [analyzeBatch, listBatches, getBatch, deleteBatch]);
