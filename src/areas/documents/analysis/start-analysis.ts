/**
 * Starts the analysis of a document: reads it from the call or fetches it from its address, stores it, and enqueues the job.
 * Analyses with a model and with a classifier start the same way.
 */
import type { Static } from 'typebox';
import { Change } from '../../../kernel/change.ts';
import { fail } from '../../../kernel/failures.ts';
import type { Failure } from '../../../kernel/failures.ts';
import type { Call } from '../../../kernel/operation.ts';
import { FetchRefused } from '../../../kernel/ports/fetch.ts';
import { detectFileKind } from '../../../engines/documents/reading/files/file-kind.ts';
import { UnreadableFile } from '../../../engines/documents/reading/model/unreadable-file.ts';
import { ANALYZE_JOB } from './job.ts';
import { DOCUMENT_INPUT, documentFailure, unreadableFileFailure } from '../failures.ts';
import { MAX_WAIT_MS } from '../model.ts';
import type { Analysis, AnalysisOptions } from '../model.ts';
import { AnalyzeRequest } from '../schemas.ts';
import type { DocumentServices } from '../services.ts';
import { OPEN_INDEX, analyses } from '../store.ts';
import { getVersion } from '../versions.ts';
import type { Version } from '../versions.ts';
import { SAMPLE_PDF } from './sample-pdf.ts';

/** Parts of an operation that accepts a document and replies with the address of its result. */
export const documentUpload = {
  inThread: 'largeJson',
  body: AnalyzeRequest,
  accepts: 'jsonOrBytes',
  // The content decides what a file is, not the type it is sent under.
  mediaTypes: [
    'application/octet-stream',
    'application/pdf',
    'image/*',
    'text/html',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
  maxBytes: 'upload',
  replies: { 202: null },
  fails: [
    'ModelNotFound',
    'InvalidContent',
    'InvalidContentLength',
    'InvalidContentSourceFormat',
    'ContentSourceNotAccessible',
    'ContentSourceTimeout',
    'OutboundAccessForbidden',
    'TooManyWaiting',
  ],
  badInput: DOCUMENT_INPUT,
} as const;

export const EXAMPLE_DOCUMENT = { base64Source: Buffer.from(SAMPLE_PDF).toString('base64') };

/** Documents of one account that wait or are being read. */
const MAX_WAITING = 1000;
const RETRY_AFTER_SECONDS = 10;
const FETCH_MS = 30_000;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export interface AnalysisRequest extends Pick<Analysis, 'modelId' | 'options' | 'classifier'> {
  /** The model that determines which kinds of files are read: the requested one, or layout for a classifier. */
  readingModel: string;
  keepDocument: boolean | undefined;
}

type DocumentBody = Uint8Array | Static<typeof AnalyzeRequest>;

/** Stores the document; the returned change creates the analysis and enqueues its job. */
export async function startAnalysis(
  { account, body, version }: Pick<Call<unknown, unknown, DocumentBody>, 'account' | 'body' | 'version'>,
  { readingModel, keepDocument, ...analysis }: AnalysisRequest,
  services: DocumentServices,
): Promise<{ resultId: string; change: Change }> {
  await checkWaiting(account.id, services);
  const document = await storeDocument(account.id, body, getVersion(version), services, (start) =>
    checkFileKind(start, readingModel, getVersion(version), analysis.options.outputs),
  );
  const change = new Change();
  const { id: resultId, createdAt } = services.jobs.enqueue(change, { account: account.id, kind: ANALYZE_JOB, input: {} });
  change.create(analyses, account.id, resultId, {
    ...analysis,
    version,
    createdAt,
    expiresAt: createdAt + MAX_WAIT_MS,
    document,
    ...(keepDocument === true && { keepDocument }),
  });
  return { resultId, change };
}

async function checkWaiting(account: string, { records }: DocumentServices): Promise<void> {
  if ((await records.countTerms(analyses, account, OPEN_INDEX)) >= MAX_WAITING) {
    throw documentFailure('TooManyWaiting', { max: `${MAX_WAITING} documents`, retryAfter: RETRY_AFTER_SECONDS });
  }
}

/** The id of its blob. `check` gets the start of the document, and throws when it cannot be read. */
async function storeDocument(
  account: string,
  body: DocumentBody,
  version: Version,
  services: DocumentServices,
  check: (start: Uint8Array) => void,
): Promise<string> {
  const { urlSource, base64Source } = body instanceof Uint8Array ? {} : body;
  if (urlSource !== undefined && base64Source === undefined) return await fetchDocument(account, urlSource, version, services, check);
  if (!(body instanceof Uint8Array) && (urlSource !== undefined || base64Source === undefined)) {
    throw documentFailure('InvalidContentSourceFormat', { details: 'exactly one of urlSource and base64Source must be given.' });
  }
  const bytes = body instanceof Uint8Array ? body : decodeBase64(base64Source!);
  if (bytes.length > services.reading.maxBytes) throw documentFailure('InvalidContentLength');
  check(bytes);
  return await services.blobs.put(account, bytes);
}

function decodeBase64(text: string): Uint8Array {
  const packed = text.replace(/\s+/g, '');
  if (!BASE64.test(packed)) throw documentFailure('InvalidContentSourceFormat', { details: 'base64Source is not base64.' });
  return Buffer.from(packed, 'base64');
}

async function fetchDocument(
  account: string,
  url: string,
  { unreachable }: Version,
  { fetchFile, blobs, reading: { maxBytes } }: DocumentServices,
  check: (start: Uint8Array) => void,
): Promise<string> {
  try {
    return await fetchFile(url, { account, maxBytes, timeMs: FETCH_MS }, async (file) => {
      const { status } = file;
      if (status < 200 || status > 299) throw documentFailure(unreachable, { details: `the address answered with status ${status}.` });
      check(await file.start());
      return await blobs.put(account, file.content());
    });
  } catch (error) {
    throw error instanceof FetchRefused ? fetchFailure(error, unreachable) : error;
  }
}

function fetchFailure({ reason, message }: FetchRefused, unreachable: Version['unreachable']): Failure {
  switch (reason) {
    case 'address':
    case 'port':
      return documentFailure('OutboundAccessForbidden');
    case 'scheme':
    case 'credentials':
    case 'url':
      return documentFailure('InvalidContentSourceFormat', { details: message });
    case 'size':
      return documentFailure('InvalidContentLength');
    case 'time':
      return documentFailure('ContentSourceTimeout');
    default:
      return documentFailure(unreachable, { details: message });
  }
}

const isZip = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(4, bytes.length)).equals(Buffer.from('PK\x03\x04'));

/** Rejects a file whose first bytes show that the model cannot read it. Archives are opened only in the process that reads them. */
export function checkFileKind(bytes: Uint8Array, modelId: string, { office }: Version, outputs: AnalysisOptions['outputs'] = []): void {
  try {
    const isOffice = isZip(bytes) || detectFileKind(bytes) === 'html';
    if (isOffice && !office.includes(modelId)) throw documentFailure('InvalidContent');
    if (isOffice && outputs.some((output) => output === 'pdf' || !isZip(bytes))) {
      throw fail('ParameterInvalid', {
        parameter: 'output',
        details: 'a searchable PDF is made of PDFs and images, and HTML has no figures.',
      });
    }
  } catch (problem) {
    if (problem instanceof UnreadableFile) throw unreadableFileFailure(problem.reason, problem.message);
    throw problem;
  }
}
