import type { Static } from 'typebox';
import type { Stored } from '../../../../kernel/change.ts';
import { reply } from '../../../../kernel/operation.ts';
import type { Call, Reply } from '../../../../kernel/operation.ts';
import { startAnalysis } from '../../analysis/start-analysis.ts';
import { LAYOUT_MODEL } from '../../model.ts';
import type { Analysis } from '../../model.ts';
import { RETRY_AFTER, withResult } from '../../replies.ts';
import { operation } from '../../services.ts';
import type { DocumentServices } from '../../services.ts';
import { analyses } from '../../store.ts';
import { isFormVersion } from '../../versions.ts';
import { currentStatus } from '../../work-status.ts';
import { CUSTOM_INPUT, analysisError, formFailure } from '../failures.ts';
import { getReadyModel } from '../models/lookup.ts';
import { dateTime, errorHeader } from '../replies.ts';
import { CustomQuery, FormAnalysisView, FormSource, LayoutQuery, PrebuiltQuery } from '../schemas.ts';
import { LATER_FORM_VERSIONS, getFormVersion } from '../versions.ts';
import { parseFormOptions } from './options.ts';

const upload = {
  inThread: 'largeJson',
  body: FormSource,
  accepts: 'jsonOrBytes',
  mediaTypes: ['application/pdf', 'image/jpeg', 'image/png', 'image/tiff', 'image/bmp'],
  maxBytes: 'upload',
  replies: { 202: null },
} as const;
const UPLOAD_FAILURES = [
  'InvalidContent',
  'InvalidContentLength',
  'InvalidContentSourceFormat',
  'ContentSourceNotAccessible',
  'ContentSourceTimeout',
  'OutboundAccessForbidden',
  'TooManyWaiting',
];
const EXAMPLE = { source: 'https://storage.example/forms/one.pdf' };

type UploadCall = Pick<Call<unknown, unknown, Uint8Array | Static<typeof FormSource>>, 'account' | 'body' | 'version' | 'link'>;

async function start(
  { account, body, version, link }: UploadCall,
  modelId: string,
  query: Parameters<typeof parseFormOptions>[0],
  resultPath: string,
  services: DocumentServices,
): Promise<Reply> {
  const options = parseFormOptions(query, modelId, version);
  const document = body instanceof Uint8Array ? body : { urlSource: body.source };
  const { resultId, change } = await startAnalysis(
    { account, body: document, version },
    { modelId, readingModel: modelId, options, keepDocument: undefined },
    services,
  );
  return reply(202, undefined, { headers: { 'operation-location': link(resultPath, { modelId, resultId }), ...RETRY_AFTER }, change });
}

async function resultReply(
  { account, version }: Pick<Call, 'account' | 'version'>,
  modelId: string,
  resultId: string,
  services: DocumentServices,
): Promise<Reply> {
  const stored = await services.records.get(analyses, account.id, resultId);
  if (stored?.value.modelId !== modelId || stored.value.classifier || !isFormVersion(stored.value.version)) {
    throw formFailure('FormResultNotFound');
  }
  return await analysisReply(stored, account.id, version, services);
}

async function analysisReply(stored: Stored<Analysis>, account: string, version: string, services: DocumentServices): Promise<Reply> {
  const {
    value: { createdAt, result },
    status: { status, updatedAt, error },
  } = await currentStatus(analyses, account, stored, services);
  const times = { createdDateTime: dateTime(createdAt), lastUpdatedDateTime: dateTime(updatedAt) };
  if (status === 'notStarted' || status === 'running') return reply(200, { status, ...times }, { headers: RETRY_AFTER });
  if (status !== 'succeeded') {
    const errors = error ? [analysisError(error)] : [];
    const analyzeResult = { version: getFormVersion(version).resultVersion, readResults: [], pageResults: [], documentResults: [], errors };
    return reply(200, { status: 'failed', ...times, analyzeResult }, { headers: errorHeader(errors) });
  }
  const bytes = await services.blobs.get(account, result!);
  if (!bytes) throw new Error(`The result ${result} is missing.`);
  return reply(200, withResult({ status, ...times }, bytes), { headers: { 'content-type': 'application/json; charset=utf-8' } });
}

const LAYOUT_RESULT = '/layout/analyzeResults/{resultId}';
const layoutOperations = [
  operation({
    ...upload,
    id: 'documentsV2.analyzeLayout',
    summary: 'Extract text, selection marks and tables of a document',
    route: 'POST /layout/analyze',
    query: LayoutQuery,
    fails: [...UPLOAD_FAILURES, 'NotSupportedLanguage'],
    example: { body: EXAMPLE },
    run: (call, services) => start(call, LAYOUT_MODEL, call.query, LAYOUT_RESULT, services),
  }),
  operation({
    id: 'documentsV2.getAnalyzeLayoutResult',
    summary: 'Get the status and the result of an extraction of text and tables',
    route: `GET ${LAYOUT_RESULT}`,
    replies: { 200: FormAnalysisView },
    fails: ['FormResultNotFound'],
    run: (call, services) => resultReply(call, LAYOUT_MODEL, call.params.resultId, services),
  }),
];

interface Prebuilt {
  name: string;
  /** Part of the ids of its operations. */
  title: string;
  summary: string;
  versions?: readonly string[];
}

const PREBUILT: readonly Prebuilt[] = [
  { name: 'receipt', title: 'Receipt', summary: 'receipts' },
  { name: 'businessCard', title: 'BusinessCard', summary: 'business cards', versions: LATER_FORM_VERSIONS },
  { name: 'idDocument', title: 'IdDocument', summary: 'identity documents', versions: LATER_FORM_VERSIONS },
  { name: 'invoice', title: 'Invoice', summary: 'invoices', versions: LATER_FORM_VERSIONS },
];

const prebuiltOperations = PREBUILT.flatMap(({ name, title, summary, versions }) => {
  const modelId = `prebuilt-${name}`;
  const resultPath = `/prebuilt/${name}/analyzeResults/{resultId}` as const;
  const inVersions = versions ? { versions } : {};
  return [
    operation({
      ...upload,
      ...inVersions,
      id: `documentsV2.analyze${title}`,
      summary: `Extract the fields of ${summary}`,
      route: `POST /prebuilt/${name}/analyze`,
      query: PrebuiltQuery,
      fails: [...UPLOAD_FAILURES, 'UnsupportedLocale'],
      example: { body: EXAMPLE },
      run: (call, services) => start(call, modelId, call.query, resultPath, services),
    }),
    operation({
      ...inVersions,
      id: `documentsV2.getAnalyze${title}Result`,
      summary: `Get the status and the result of an analysis of ${summary}`,
      route: `GET ${resultPath}`,
      replies: { 200: FormAnalysisView },
      fails: ['FormResultNotFound'],
      run: (call, services) => resultReply(call, modelId, call.params.resultId, services),
    }),
  ];
});

const CUSTOM_RESULT = '/custom/models/{modelId}/analyzeResults/{resultId}';
const customOperations = [
  operation({
    ...upload,
    id: 'documentsV2.analyzeForm',
    summary: 'Extract the fields, or the captions and values, of a form with a custom model',
    route: 'POST /custom/models/{modelId}/analyze',
    query: CustomQuery,
    fails: [...UPLOAD_FAILURES, 'FormModelNotFound', 'FormModelNotReady'],
    badInput: CUSTOM_INPUT,
    example: { params: { modelId: '11111111-1111-4111-8111-111111111111' }, body: EXAMPLE },
    async run(call, services) {
      const { modelId } = await getReadyModel(services, call.account.id, call.params.modelId);
      return await start(call, modelId, call.query, CUSTOM_RESULT, services);
    },
  }),
  operation({
    id: 'documentsV2.getAnalyzeFormResult',
    summary: 'Get the status and the result of an analysis with a custom model',
    route: `GET ${CUSTOM_RESULT}`,
    replies: { 200: FormAnalysisView },
    fails: ['FormResultNotFound'],
    run: (call, services) => resultReply(call, call.params.modelId.toLowerCase(), call.params.resultId, services),
  }),
];

export const formAnalysisOperations = [...layoutOperations, ...prebuiltOperations, ...customOperations];
