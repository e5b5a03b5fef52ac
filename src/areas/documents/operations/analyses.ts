import type { Static } from 'typebox';
import { operation, reply } from '../../../contract/operation.ts';
import type { Operation, Reply } from '../../../contract/operation.ts';
import type { Services } from '../../../contract/services.ts';
import type { Stored } from '../../../storage/change.ts';
import { Change } from '../../../storage/change.ts';
import { DOCUMENT, documentFailure } from '../failures.ts';
import { ANALYSE } from '../jobs.ts';
import { WAITING_MS } from '../model.ts';
import type { Analysis } from '../model.ts';
import { checkedOptions } from '../options.ts';
import { standingNow } from '../progress.ts';
import { AnalyzeOperationView, AnalyzeQuery, AnalyzeRequest, ModelParams, ResultParams } from '../schemas.ts';
import { DOCUMENT_FAILS, DOCUMENT_TYPES, checkKind, documentIn } from '../source.ts';
import { OPEN, analyses } from '../store.ts';
import { versionNamed } from '../versions.ts';
import { RETRY_AFTER, dateTime } from '../wire.ts';
import { modelOf } from './models.ts';

export const RESULT_PATH = '/documentModels/{modelId}/analyzeResults/{resultId}';
/** Documents of one account that wait, or are read. */
const MOST_WAITING = 1000;
const WAIT_SECONDS = 10;

export const EXAMPLE_PDF = `%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 32>>stream
BT/F 24 Tf 20 40 Td(Hello) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`;

export async function resultOf({ records }: Services, account: string, { modelId, resultId }: Static<typeof ResultParams>): Promise<Stored<Analysis>> {
  const read = await records.get(analyses, account, resultId);
  if (read?.value.modelId !== modelId || read.value.classifier) throw documentFailure('OperationNotFound');
  return read;
}

/** How an analysis stands, with its result once there is one. */
export async function told(read: Stored<Analysis>, account: string, services: Services): Promise<Reply> {
  const { value: analysis, standing: { status, updatedAt, error } } = await standingNow(analyses, account, read, services);
  const head = { status, createdDateTime: dateTime(analysis.createdAt), lastUpdatedDateTime: dateTime(updatedAt), error };
  if (status !== 'succeeded') return reply(200, head, { headers: status === 'failed' ? {} : RETRY_AFTER });
  const result = await services.blobs.get(account, analysis.result!);
  if (!result) throw new Error(`The result ${analysis.result} is missing.`);
  // The result was written as text by the process that made it, and is sent as it is.
  const text = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},"analyzeResult":`), result, Buffer.from('}')];
  return reply(200, Buffer.concat(text), { headers: { 'content-type': 'application/json; charset=utf-8' } });
}

/** Refuses an account that has as many documents waiting as it may have. */
export async function checkWaiting({ records }: Services, account: string): Promise<void> {
  const open = await records.find(analyses, account, OPEN, { limit: MOST_WAITING });
  if (open.length === MOST_WAITING) throw documentFailure('TooManyWaiting', { most: MOST_WAITING, retryAfter: WAIT_SECONDS });
}

const analyzeDocument = operation({
  id: 'documents.analyzeDocument',
  summary: 'Analyze a document with a model',
  route: 'POST /documentModels/{modelId}:analyze',
  needs: 'authoring',
  params: ModelParams,
  query: AnalyzeQuery,
  body: AnalyzeRequest,
  accepts: 'jsonOrBytes',
  mediaTypes: DOCUMENT_TYPES,
  maxBytes: 'upload',
  replies: { 202: null },
  fails: [...DOCUMENT_FAILS],
  badInput: DOCUMENT,
  example: { params: { modelId: 'prebuilt-read' }, body: { base64Source: Buffer.from(EXAMPLE_PDF).toString('base64') } },
  async run({ account, params: { modelId }, query: { keepDocument, ...query }, body, version: name, link }, services) {
    const { blobs, jobs } = services;
    const version = versionNamed(name);
    await modelOf(services, account.id, modelId, version);
    const options = checkedOptions(query, modelId, version);
    await checkWaiting(services, account.id);
    const bytes = await documentIn(body, services);
    checkKind(bytes, modelId, version);
    const change = new Change();
    const { id: resultId, createdAt } = jobs.enqueue(change, { account: account.id, kind: ANALYSE, input: {} });
    change.create(analyses, account.id, resultId, { version: name, modelId, options, createdAt, expiresAt: createdAt + WAITING_MS, document: await blobs.put(account.id, bytes), ...keepDocument === true && { keepDocument } });
    return reply(202, undefined, { headers: { 'operation-location': link(RESULT_PATH, { modelId, resultId }), ...RETRY_AFTER }, change });
  },
});

const getAnalyzeResult = operation({
  id: 'documents.getAnalyzeResult',
  summary: 'Get the result of an analysis, or how far it is',
  route: `GET ${RESULT_PATH}`,
  needs: 'authoring',
  params: ResultParams,
  replies: { 200: AnalyzeOperationView },
  fails: ['OperationNotFound'],
  async run({ account, params }, services) {
    return await told(await resultOf(services, account.id, params), account.id, services);
  },
});

const deleteAnalyzeResult = operation({
  id: 'documents.deleteAnalyzeResult',
  summary: 'Delete the result of an analysis, and stop it if it goes on',
  route: `DELETE ${RESULT_PATH}`,
  versions: ['2024-11-30'],
  needs: 'authoring',
  params: ResultParams,
  replies: { 204: null },
  fails: ['OperationNotFound'],
  async run({ account, params }, services) {
    const read = await resultOf(services, account.id, params);
    const change = new Change().delete(analyses, account.id, read);
    const job = read.value.ended ? undefined : await services.jobs.get(account.id, params.resultId);
    if (job) services.jobs.cancel(change, job);
    return reply(204, undefined, { change });
  },
});

export const analysisOperations: Operation[] = [analyzeDocument, getAnalyzeResult, deleteAnalyzeResult];
