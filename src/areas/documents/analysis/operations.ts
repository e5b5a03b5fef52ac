import type { Static } from 'typebox';
import { operation, reply } from '../../../kernel/operation.ts';
import type { Operation, Reply } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import type { Stored } from '../../../kernel/change.ts';
import { Change } from '../../../kernel/change.ts';
import { EXAMPLE_DOCUMENT, documentUpload, startAnalysis } from './start-analysis.ts';
import { documentFailure } from '../failures.ts';
import type { Analysis } from '../model.ts';
import { parseOptions } from './options.ts';
import { currentStatus } from '../work-status.ts';
import { AnalyzeOperationView, AnalyzeQuery, ModelParams, ResultParams } from '../schemas.ts';
import { analyses } from '../store.ts';
import { getVersion } from '../versions.ts';
import { RETRY_AFTER, dateTime, withResult } from '../replies.ts';
import { findModel } from '../models/operations.ts';

export const RESULT_PATH = '/documentModels/{modelId}/analyzeResults/{resultId}';

export async function findAnalysis({ records }: Services, account: string, { modelId, resultId }: Static<typeof ResultParams>): Promise<Stored<Analysis>> {
  const read = await records.get(analyses, account, resultId);
  if (read?.value.modelId !== modelId || read.value.classifier) throw documentFailure('OperationNotFound');
  return read;
}

/** How an analysis stands, with its result once there is one. */
export async function analysisReply(read: Stored<Analysis>, account: string, services: Services): Promise<Reply> {
  const { value: analysis, standing: { status, updatedAt, error } } = await currentStatus(analyses, account, read, services);
  const head = { status, createdDateTime: dateTime(analysis.createdAt), lastUpdatedDateTime: dateTime(updatedAt), error };
  if (status !== 'succeeded') return reply(200, head, { headers: status === 'failed' ? {} : RETRY_AFTER });
  const result = await services.blobs.get(account, analysis.result!);
  if (!result) throw new Error(`The result ${analysis.result} is missing.`);
  return reply(200, withResult(head, result), { headers: { 'content-type': 'application/json; charset=utf-8' } });
}

const analyzeDocument = operation({
  ...documentUpload,
  id: 'documents.analyzeDocument',
  summary: 'Analyze a document with a model',
  route: 'POST /documentModels/{modelId}:analyze',
  params: ModelParams,
  query: AnalyzeQuery,
  example: { params: { modelId: 'prebuilt-read' }, body: EXAMPLE_DOCUMENT },
  async run(call, services) {
    const { account, params: { modelId }, query: { keepDocument, ...query }, link } = call;
    const version = getVersion(call.version);
    await findModel(services, account.id, modelId, version);
    const { resultId, change } = await startAnalysis(call, { modelId, reader: modelId, options: parseOptions(query, modelId, version), keepDocument }, services);
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
    return await analysisReply(await findAnalysis(services, account.id, params), account.id, services);
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
    const read = await findAnalysis(services, account.id, params);
    const change = new Change().delete(analyses, account.id, read);
    const job = read.value.ended ? undefined : await services.jobs.get(account.id, params.resultId);
    if (job) services.jobs.cancel(change, job);
    return reply(204, undefined, { change });
  },
});

export const analysisOperations: Operation[] = [analyzeDocument, getAnalyzeResult, deleteAnalyzeResult];
