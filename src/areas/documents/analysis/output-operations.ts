import { Bytes, operation, reply } from '../../../kernel/operation.ts';
import type { Operation, Reply } from '../../../kernel/operation.ts';
import type { Services } from '../../../kernel/ports.ts';
import { documentFailure } from '../failures.ts';
import { FigureParams, ResultParams } from '../schemas.ts';
import { RESULT_PATH, findAnalysis } from './operations.ts';

const VERSIONS = ['2024-11-30'];

async function outputReply(blob: string | undefined, type: string, account: string, { blobs }: Services): Promise<Reply> {
  const bytes = blob === undefined ? undefined : await blobs.get(account, blob);
  if (!bytes) throw documentFailure('OutputNotFound');
  return reply(200, bytes, { headers: { 'content-type': type } });
}

const PART = { versions: VERSIONS, needs: 'authoring', replies: { 200: Bytes }, fails: ['OperationNotFound', 'OutputNotFound'] } as const;

const getAnalyzeResultPdf = operation({
  ...PART,
  id: 'documents.getAnalyzeResultPdf',
  summary: 'Get the document of an analysis as a PDF in which its text can be found and copied',
  route: `GET ${RESULT_PATH}/pdf`,
  params: ResultParams,
  async run({ account, params }, services) {
    const { value: { pdf } } = await findAnalysis(services, account.id, params);
    return await outputReply(pdf, 'application/pdf', account.id, services);
  },
});

const getAnalyzeResultFigure = operation({
  ...PART,
  id: 'documents.getAnalyzeResultFigure',
  summary: 'Get a figure of the document of an analysis as a picture',
  route: `GET ${RESULT_PATH}/figures/{figureId}`,
  params: FigureParams,
  async run({ account, params }, services) {
    const { value: { figures = {} } } = await findAnalysis(services, account.id, params);
    return await outputReply(Object.hasOwn(figures, params.figureId) ? figures[params.figureId] : undefined, 'image/png', account.id, services);
  },
});

export const outputOperations: Operation[] = [getAnalyzeResultPdf, getAnalyzeResultFigure];
