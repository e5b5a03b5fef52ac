/** Calls of the document area: paths, and operations that take a while. */
import { t } from '../../i18n/messages.ts';
import type { Account } from '../../kit/accounts.ts';
import { manager, operationPath, remedyFor, toJobStatus, type Client, type Completed, type JobState } from '../../kit/api.ts';
import { askUntil } from '../../kit/changes.ts';
import { formatCompleted } from '../../kit/format.ts';
import type { AnalyzeResult } from './result.ts';

const VERSION = '2024-11-30';

export function versioned(path: string, query: Readonly<Record<string, string>> = {}): string {
  return `/documentanalysis${path}?${new URLSearchParams({ 'api-version': VERSION, ...query }).toString()}`;
}

export const modelPath = (modelId: string): string => `/documentModels/${encodeURIComponent(modelId)}`;
export const classifierPath = (classifierId: string): string => `/documentClassifiers/${encodeURIComponent(classifierId)}`;
export const setPath = (setId: string): string => `/trainingSets/${encodeURIComponent(setId)}`;
export const filePath = (setId: string, name: string): string => `${setPath(setId)}/files/${encodeURIComponent(name)}`;
export const resultPath = (modelId: string, resultId: string): string =>
  `${modelPath(modelId)}/analyzeResults/${encodeURIComponent(resultId)}`;
export const classifiedPath = (classifierId: string, resultId: string): string =>
  `${classifierPath(classifierId)}/analyzeResults/${encodeURIComponent(resultId)}`;

export interface ListPage<T> {
  value: T[];
  nextLink?: string;
}

/** All pages of a list. */
export async function loadPages<T>(client: Client, path: string, signal?: AbortSignal, { quiet = false } = {}): Promise<T[]> {
  const found: T[] = [];
  for (let next: string | undefined = versioned(path); next !== undefined;) {
    const page: ListPage<T> = await client.get<ListPage<T>>(next, { signal, quiet });
    found.push(...page.value);
    next = page.nextLink === undefined ? undefined : new URL(page.nextLink).pathname + new URL(page.nextLink).search;
  }
  return found;
}

export interface RecordedError {
  code: string;
  message: string;
  innererror?: { code: string; message: string };
}
export interface Polled {
  status: string;
  error?: RecordedError;
  analyzeResult?: AnalyzeResult;
}
export interface Operation {
  operationId: string;
  status: string;
  percentCompleted: number;
  kind: string;
  resourceLocation: string;
  createdDateTime: string;
  error?: RecordedError;
  result?: { modelId?: string; classifierId?: string };
}

export interface FieldSchema {
  type: string;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
}
export interface DocType {
  description?: string;
  buildMode?: string;
  fieldSchema: Record<string, FieldSchema>;
  fieldConfidence?: Record<string, number>;
}
export interface Model {
  modelId: string;
  description?: string;
  createdDateTime: string;
  apiVersion: string;
  buildMode?: string;
  tags?: Record<string, string>;
  docTypes?: Record<string, DocType>;
}

export const isPrebuilt = (modelId: string): boolean => modelId.startsWith('prebuilt-');

export const newestModel = (models: readonly Model[]): Model | undefined =>
  models.toSorted((one, other) => (one.createdDateTime < other.createdDateTime ? 1 : -1))[0];

/** The message of a recorded error, the inner one first: it names the cause. */
function messageOf(error: RecordedError | undefined): string | undefined {
  return error && (error.innererror?.message ?? error.message);
}

/** The same with its remedy. */
export async function explainError(error: RecordedError | undefined): Promise<{ message: string; remedy?: string }> {
  const message = messageOf(error) ?? t('It was cancelled.');
  return {
    message,
    remedy: error && (await remedyFor({ path: versioned('/'), status: 400, code: error.innererror?.code ?? error.code, message })),
  };
}

/** Images and PDF keep their content type, everything else is sent as bytes: the server detects the type. */
function asBytes(file: Blob): Blob {
  return /^(application\/pdf|image\/)/.test(file.type) ? file : file.slice(0, file.size, 'application/octet-stream');
}

export interface StartedAnalysis {
  modelId: string;
  resultId: string;
}

/** Offsets as JavaScript counts them. */
export const ANALYZE = { stringIndexType: 'utf16CodeUnit' };

export async function startAnalysis(
  client: Client,
  modelId: string,
  file: Blob,
  query: Readonly<Record<string, string>> = {},
): Promise<StartedAnalysis> {
  const { headers } = await client.call('POST', versioned(`${modelPath(modelId)}:analyze`, { ...ANALYZE, ...query }), {
    file: asBytes(file),
  });
  return { modelId, resultId: resultIdOf(headers) };
}

/** The same with a document that the server fetches from an address. */
export async function startAnalysisOfUrl(
  client: Client,
  modelId: string,
  urlSource: string,
  query: Readonly<Record<string, string>> = {},
): Promise<StartedAnalysis> {
  const { headers } = await client.call('POST', versioned(`${modelPath(modelId)}:analyze`, { ...ANALYZE, ...query }), {
    json: { urlSource },
  });
  return { modelId, resultId: resultIdOf(headers) };
}

const resultIdOf = (headers: Headers): string => /analyzeResults\/([^?]+)/.exec(operationPath(headers))![1]!;

/** Sends a file to a classifier; resolves to the operation id. */
export async function startClassification(
  client: Client,
  classifierId: string,
  file: Blob,
  query: Readonly<Record<string, string>>,
): Promise<string> {
  return resultIdOf(
    (await client.call('POST', versioned(`${classifierPath(classifierId)}:analyze`, query), { file: asBytes(file) })).headers,
  );
}

export interface StatusQuery {
  state: JobState;
  result?: AnalyzeResult;
  error?: RecordedError;
}

/** Status of an analysis; while it runs, the job with the same id has the progress, by page. */
export async function getAnalysisStatus(
  client: Client,
  account: Account,
  { modelId, resultId }: StartedAnalysis,
  signal?: AbortSignal,
): Promise<StatusQuery> {
  return await getResult(client, account, resultPath(modelId, resultId), resultId, signal);
}

/** The same for classification. */
export async function getClassificationStatus(
  client: Client,
  account: Account,
  classifierId: string,
  resultId: string,
  signal?: AbortSignal,
): Promise<StatusQuery> {
  return await getResult(client, account, classifiedPath(classifierId, resultId), resultId, signal);
}

async function getResult(client: Client, account: Account, path: string, resultId: string, signal?: AbortSignal): Promise<StatusQuery> {
  const { status, error, analyzeResult } = await client.get<Polled>(versioned(path), { signal, quiet: true });
  const state = { status: toJobStatus(status), message: messageOf(error) };
  if (state.status !== 'running') return { state, result: analyzeResult, error };
  const { percentCompleted, completed } = await manager.get<{ percentCompleted: number; completed?: Completed }>(
    `${account.id}/jobs/${encodeURIComponent(resultId)}`,
    { signal, quiet: true },
  );
  const message = completed && completed.of > 1 ? formatCompleted(completed) : state.message;
  return { state: { ...state, progress: percentCompleted / 100, message } };
}

/** The result of a finished analysis; throws if it failed. */
export async function analyze(client: Client, account: Account, analysis: StartedAnalysis, signal?: AbortSignal): Promise<AnalyzeResult> {
  const ask = async (): Promise<AnalyzeResult | undefined> => {
    const { state, result, error } = await getAnalysisStatus(client, account, analysis, signal);
    if (!result && (state.status === 'failed' || state.status === 'cancelled'))
      throw new Error(
        Object.values(await explainError(error))
          .filter(Boolean)
          .join(' '),
      );
    return result;
  };
  return await askUntil(['documents.analyse'], ask, signal);
}

export async function getOperationStatus(
  client: Client,
  path: string,
  signal?: AbortSignal,
): Promise<{ state: JobState; operation: Operation }> {
  const operation = await client.get<Operation>(path, { signal, quiet: true });
  return {
    operation,
    state: { status: toJobStatus(operation.status), progress: operation.percentCompleted / 100, message: messageOf(operation.error) },
  };
}

/** Which state of a file a write may replace: the one with the ETag, or with undefined none. */
export function ifMatch(etag: string | undefined): Record<string, string> {
  return etag === undefined ? { 'if-none-match': '*' } : { 'if-match': etag };
}

/** Resolves to the ETag of what was written. */
export async function putFile(
  client: Client,
  setId: string,
  name: string,
  bytes: Blob,
  { quiet = false, headers }: { quiet?: boolean; headers?: Record<string, string> } = {},
): Promise<string> {
  const answer = await client.call('PUT', versioned(filePath(setId, name)), {
    file: bytes.slice(0, bytes.size, 'application/octet-stream'),
    quiet,
    headers,
  });
  return answer.headers.get('etag')!;
}

export function toJsonFile(value: unknown): Blob {
  return new Blob([JSON.stringify(value)]);
}

export async function getFile(client: Client, setId: string, name: string, signal?: AbortSignal): Promise<Blob> {
  return await client.get<Blob>(versioned(filePath(setId, name)), { bytes: true, signal });
}

export async function getJson<T>(client: Client, setId: string, name: string, signal?: AbortSignal): Promise<T> {
  return (await getTagged<T>(client, setId, name, signal)).value;
}

/** With the ETag of the file. */
export async function getTagged<T>(client: Client, setId: string, name: string, signal?: AbortSignal): Promise<{ value: T; etag: string }> {
  const { body, headers } = await client.call<Blob>('GET', versioned(filePath(setId, name)), { bytes: true, signal });
  return { value: JSON.parse(await body.text()) as T, etag: headers.get('etag')! };
}
