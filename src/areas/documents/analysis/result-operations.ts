import type { Static } from 'typebox';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { Bytes, reply } from '../../../kernel/operation.ts';
import type { Reply } from '../../../kernel/operation.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { documentFailure } from '../failures.ts';
import type { Analysis } from '../model.ts';
import { RETRY_AFTER, dateTime, retryLater, withResult } from '../replies.ts';
import { AnalyzeOperationView, FigureParams, ResultParams } from '../schemas.ts';
import { operation } from '../services.ts';
import type { DocumentServices } from '../services.ts';
import { analyses } from '../store.ts';
import { isFormVersion, versionsWith } from '../versions.ts';
import { currentStatus } from '../work-status.ts';

export const RESULT_PATH = '/documentModels/{modelId}/analyzeResults/{resultId}';

const OUTPUT_VERSIONS = versionsWith('outputs');

export async function findAnalysis(
  { records }: Pick<Ports, 'records'>,
  account: string,
  { modelId, resultId }: Static<typeof ResultParams>,
): Promise<Stored<Analysis>> {
  const stored = await records.get(analyses, account, resultId);
  if (stored?.value.modelId !== modelId || stored.value.classifier || isFormVersion(stored.value.version)) {
    throw documentFailure('OperationNotFound');
  }
  return stored;
}

/** The status of an analysis, with its result once it has succeeded. */
export async function analysisReply(stored: Stored<Analysis>, account: string, services: DocumentServices): Promise<Reply> {
  const {
    value: analysis,
    status: { status, updatedAt, error },
  } = await currentStatus(analyses, account, stored, services);
  const head = { status, createdDateTime: dateTime(analysis.createdAt), lastUpdatedDateTime: dateTime(updatedAt), error };
  if (status !== 'succeeded') return reply(200, head, { headers: status === 'failed' ? retryLater(error) : RETRY_AFTER });
  const result = await services.blobs.get(account, analysis.result!);
  if (!result) throw new Error(`The result ${analysis.result} is missing.`);
  return reply(200, withResult(head, result), { headers: { 'content-type': 'application/json; charset=utf-8' } });
}

const getAnalyzeResult = operation({
  id: 'documents.getAnalyzeResult',
  summary: 'Get the status and the result of an analysis',
  route: `GET ${RESULT_PATH}`,
  params: ResultParams,
  replies: { 200: AnalyzeOperationView },
  fails: ['OperationNotFound'],
  async run({ account, params }, services) {
    return await analysisReply(await findAnalysis(services, account.id, params), account.id, services);
  },
});

const deleteAnalyzeResult = operation({
  id: 'documents.deleteAnalyzeResult',
  summary: 'Delete the result of an analysis, and cancel the analysis if it is running',
  route: `DELETE ${RESULT_PATH}`,
  versions: OUTPUT_VERSIONS,
  params: ResultParams,
  replies: { 204: null },
  fails: ['OperationNotFound'],
  async run({ account, params }, services) {
    const stored = await findAnalysis(services, account.id, params);
    const change = new Change().delete(analyses, account.id, stored);
    const job = stored.value.ended ? undefined : await services.jobs.get(account.id, params.resultId);
    if (job) services.jobs.cancel(change, job);
    return reply(204, undefined, { change });
  },
});

const outputParts = {
  versions: OUTPUT_VERSIONS,
  replies: { 200: Bytes },
  fails: ['OperationNotFound', 'OutputNotFound'],
} as const;

async function outputReply(blob: string | undefined, type: string, account: string, { blobs }: Pick<Ports, 'blobs'>): Promise<Reply> {
  const bytes = blob === undefined ? undefined : await blobs.get(account, blob);
  if (!bytes) throw documentFailure('OutputNotFound');
  return reply(200, bytes, { headers: { 'content-type': type } });
}

const getAnalyzeResultPdf = operation({
  ...outputParts,
  id: 'documents.getAnalyzeResultPdf',
  summary: 'Get the analyzed document as a searchable PDF',
  route: `GET ${RESULT_PATH}/pdf`,
  params: ResultParams,
  async run({ account, params }, services) {
    const { pdf } = (await findAnalysis(services, account.id, params)).value;
    return await outputReply(pdf, 'application/pdf', account.id, services);
  },
});

const getAnalyzeResultFigure = operation({
  ...outputParts,
  id: 'documents.getAnalyzeResultFigure',
  summary: 'Get a figure of the analyzed document as an image',
  route: `GET ${RESULT_PATH}/figures/{figureId}`,
  params: FigureParams,
  async run({ account, params }, services) {
    const { figures = {} } = (await findAnalysis(services, account.id, params)).value;
    return await outputReply(
      Object.hasOwn(figures, params.figureId) ? figures[params.figureId] : undefined,
      'image/png',
      account.id,
      services,
    );
  },
});

export const resultOperations = [getAnalyzeResult, deleteAnalyzeResult, getAnalyzeResultPdf, getAnalyzeResultFigure];
