import type { Static } from 'typebox';
import { fail } from '../../../kernel/failures.ts';
import { operation, reply } from '../../../kernel/operation.ts';
import type { Operation } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import { readAll } from '../../../kernel/read-all.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { BATCH_JOB } from './job.ts';
import { batchStatus } from './status.ts';
import { documentFailure } from '../failures.ts';
import { MAX_BATCH_MS, MAX_OPEN_BATCHES } from '../model.ts';
import type { Batch } from '../model.ts';
import { parseOptions } from '../analysis/options.ts';
import { AnalyzeBatchRequest, AnalyzeQuery, BatchListView, BatchPaging, BatchView, ModelParams, ResultParams } from '../schemas.ts';
import { MODEL_INDEX, OPEN_INDEX, batchFiles, batchTerm, batches } from '../store.ts';
import { parseContainerUrl } from '../training-sets/container.ts';
import { sealUrl, parseSource } from '../training-sets/source.ts';
import { getVersion } from '../versions.ts';
import { RETRY_AFTER, dateTime, nextPage } from '../replies.ts';
import type { WorkStatus } from '../replies.ts';
import { findModel } from '../models/operations.ts';

const VERSIONS = ['2024-11-30'];
const BATCHES_PATH = '/documentModels/{modelId}/analyzeBatchResults';
const BATCH_PATH = `${BATCHES_PATH}/{resultId}`;
const PAGE = 100;
const WAIT_SECONDS = 60;
/** Parts of a name that would lead out of the container. */
const ESCAPING_PATH = /(?:^|\/)\.{0,2}\//;

async function findBatch({ records }: Services, account: string, { modelId, resultId }: Static<typeof ResultParams>): Promise<Stored<Batch>> {
  const read = await records.get(batches, account, resultId);
  if (read?.value.modelId !== modelId) throw documentFailure('OperationNotFound');
  return read;
}

function batchSummary({ resultId, createdAt }: Batch, { status, percentCompleted, updatedAt, error }: WorkStatus): object {
  return { resultId, status, createdDateTime: dateTime(createdAt), lastUpdatedDateTime: dateTime(updatedAt), percentCompleted, error };
}

const analyzeBatch = operation({
  id: 'documents.analyzeBatch',
  summary: 'Analyze the documents of a container with a model, and write the results to a container',
  route: 'POST /documentModels/{modelId}:analyzeBatch',
  versions: VERSIONS,
  needs: 'authoring',
  params: ModelParams,
  query: AnalyzeQuery,
  body: AnalyzeBatchRequest,
  replies: { 202: null },
  fails: ['ModelNotFound', 'InvalidContentSourceFormat', 'TooManyWaiting'],
  example: { params: { modelId: 'prebuilt-read' }, body: { cloudBlobSource: { containerUrl: 'https://storage.example/account/letters' }, resultContainerUrl: 'https://storage.example/account/results', resultPrefix: 'read/' } },
  async run({ account, params: { modelId }, query, body: { resultContainerUrl, resultPrefix = '', overwriteExisting = false, ...given }, version: name, link }, services) {
    const version = getVersion(name);
    await findModel(services, account.id, modelId, version);
    const options = parseOptions(query, modelId, version);
    if (options.outputs) throw fail('ParameterInvalid', { parameter: 'output', details: 'nothing beside the results is made of a batch.' });
    if (ESCAPING_PATH.test(resultPrefix)) throw fail('ParameterInvalid', { parameter: 'resultPrefix', details: 'it has a part that no name of a blob has.' });
    if ((await services.records.find(batches, account.id, OPEN_INDEX, { limit: MAX_OPEN_BATCHES })).length === MAX_OPEN_BATCHES) throw documentFailure('TooManyWaiting', { most: `${MAX_OPEN_BATCHES} batches of`, retryAfter: WAIT_SECONDS });
    parseContainerUrl(resultContainerUrl, 'resultContainerUrl');
    const resultId = services.ids.uuid();
    const change = new Change();
    const { id: jobId, createdAt } = services.jobs.enqueue(change, { account: account.id, kind: BATCH_JOB, input: { resultId } });
    change.create(batches, account.id, resultId, {
      resultId, modelId, options, version: name, createdAt, expiresAt: createdAt + MAX_BATCH_MS, jobId, done: 0,
      source: parseSource(given, resultId, services), target: { sealedUrl: sealUrl(resultContainerUrl, resultId, services), prefix: resultPrefix, overwrite: overwriteExisting },
    });
    return reply(202, undefined, { headers: { 'operation-location': link(BATCH_PATH, { modelId, resultId }), ...RETRY_AFTER }, change });
  },
});

const listBatches = operation({
  id: 'documents.listAnalyzeBatchResults',
  summary: 'List the batches that were analyzed with a model, newest first',
  route: `GET ${BATCHES_PATH}`,
  versions: VERSIONS,
  needs: 'authoring',
  params: ModelParams,
  query: BatchPaging,
  replies: { 200: BatchListView },
  fails: ['ModelNotFound'],
  example: { params: { modelId: 'prebuilt-read' } },
  async run({ account, params: { modelId }, query: { after = '' }, version, link }, services) {
    await findModel(services, account.id, modelId, getVersion(version));
    // What a page begins after is found with it; '0' is the sign that follows the slash.
    const found = await services.records.find(batches, account.id, MODEL_INDEX, { from: `${modelId}/${after}`, to: `${modelId}0`, limit: PAGE + 2 });
    const page = found.filter(({ value: batch }) => batchTerm(batch) !== `${modelId}/${after}`).slice(0, PAGE + 1);
    const value = (await Promise.all(page.slice(0, PAGE).map(async (read) => {
      const now = await batchStatus(account.id, read, services);
      return now ? [batchSummary(now.value, now.standing)] : [];
    }))).flat();
    const last = page.length > PAGE ? batchTerm(page[PAGE - 1]!.value).slice(modelId.length + 1) : undefined;
    return reply(200, { value, ...last !== undefined && { nextLink: nextPage({ link: (path) => link(path, { modelId }) }, BATCHES_PATH, last) } });
  },
});

const getBatch = operation({
  id: 'documents.getAnalyzeBatchResult',
  summary: 'Get how a batch stands, and what became of each document once it has ended',
  route: `GET ${BATCH_PATH}`,
  versions: VERSIONS,
  needs: 'authoring',
  params: ResultParams,
  replies: { 200: BatchView },
  fails: ['OperationNotFound'],
  async run({ account, params }, services) {
    const now = await batchStatus(account.id, await findBatch(services, account.id, params), services);
    if (!now) throw documentFailure('OperationNotFound');
    const { value, standing } = now;
    const isOver = !['notStarted', 'running'].includes(standing.status);
    const told = value.result === undefined ? undefined : await services.blobs.get(account.id, value.result);
    if (value.result !== undefined && !told) throw new Error(`The result ${value.result} is missing.`);
    return reply(200, { ...batchSummary(value, standing), ...told && { result: JSON.parse(Buffer.from(told).toString('utf8')) as object } }, { headers: isOver ? {} : RETRY_AFTER });
  },
});

const deleteBatch = operation({
  id: 'documents.deleteAnalyzeBatchResult',
  summary: 'Delete the record of a batch, and stop it if it goes on; what was written to the container stays',
  route: `DELETE ${BATCH_PATH}`,
  versions: VERSIONS,
  needs: 'authoring',
  params: ResultParams,
  replies: { 204: null },
  fails: ['OperationNotFound'],
  async run({ account, params }, services) {
    const read = await findBatch(services, account.id, params);
    const change = new Change().delete(batches, account.id, read);
    for (const file of await readAll(services.records, batchFiles, account.id, `${params.resultId}/`)) change.delete(batchFiles, account.id, file);
    const job = read.value.ended ? undefined : await services.jobs.get(account.id, read.value.jobId);
    if (job) services.jobs.cancel(change, job);
    return reply(204, undefined, { change });
  },
});

export const batchOperations: Operation[] = [analyzeBatch, listBatches, getBatch, deleteBatch];
