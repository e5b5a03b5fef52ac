import { reply } from '../../../kernel/operation.ts';
import { parseOptions } from './options.ts';
import { RESULT_PATH } from './result-operations.ts';
import { EXAMPLE_DOCUMENT, documentUpload, startAnalysis } from './start-analysis.ts';
import { RETRY_AFTER } from '../replies.ts';
import { AnalyzeQuery, ModelParams } from '../schemas.ts';
import { operation } from '../services.ts';
import { findModel } from '../store.ts';
import { getVersion } from '../versions.ts';

const analyzeDocument = operation({
  ...documentUpload,
  id: 'documents.analyzeDocument',
  summary: 'Analyze a document with a model',
  route: 'POST /documentModels/{modelId}:analyze',
  params: ModelParams,
  query: AnalyzeQuery,
  example: { params: { modelId: 'prebuilt-read' }, body: EXAMPLE_DOCUMENT },
  async run(call, services) {
    const { account, link } = call;
    const { modelId } = call.params;
    const { keepDocument, ...query } = call.query;
    const version = getVersion(call.version);
    await findModel(services, account.id, modelId, version);
    const options = parseOptions(query, modelId, version);
    const { resultId, change } = await startAnalysis(call, { modelId, readingModel: modelId, options, keepDocument }, services);
    return reply(202, undefined, { headers: { 'operation-location': link(RESULT_PATH, { modelId, resultId }), ...RETRY_AFTER }, change });
  },
});

export const analysisOperations = [analyzeDocument];
