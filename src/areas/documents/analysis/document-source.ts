/** Where a document comes from: the call itself, or an address that the server fetches from. */
import type { Static } from 'typebox';
import { fail } from '../../../kernel/failures.ts';
import type { Failure } from '../../../kernel/failures.ts';
import type { Services } from '../../../kernel/ports.ts';
import { kindOf } from '../../../engines/reading/files/file-kind.ts';
import { UnreadableFile } from '../../../engines/reading/model/unreadable-file.ts';
import type { Unreadable } from '../../../engines/reading/model/unreadable-file.ts';
import type { FetchRefused } from '../../../kernel/ports/fetch.ts';
import { documentFailure } from '../failures.ts';
import type { AnalysisOptions } from '../model.ts';
import type { AnalyzeRequest } from '../schemas.ts';
import type { Version } from '../versions.ts';

/** Types under which a document may be sent; what it is, its bytes say. */
export const DOCUMENT_TYPES = [
  'application/octet-stream', 'application/pdf', 'image/*', 'text/html',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
];

/** How a call that brings a document may fail. */
export const DOCUMENT_FAILS = [
  'ModelNotFound', 'InvalidContent', 'InvalidContentLength', 'InvalidContentSourceFormat', 'ContentSourceNotAccessible', 'ContentSourceTimeout', 'OutboundAccessForbidden', 'TooManyWaiting',
] as const;

const FETCH_MS = 30_000;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export async function readDocumentSource(body: Uint8Array | Static<typeof AnalyzeRequest>, { fetch, reading: { mostBytes } }: Pick<Services, 'fetch' | 'reading'>): Promise<Uint8Array> {
  const bytes = body instanceof Uint8Array ? body : await loadSource(body, fetch, mostBytes);
  if (bytes.length > mostBytes) throw documentFailure('InvalidContentLength');
  return bytes;
}

async function loadSource({ urlSource, base64Source }: Static<typeof AnalyzeRequest>, fetch: Services['fetch'], mostBytes: number): Promise<Uint8Array> {
  if ((urlSource === undefined) === (base64Source === undefined)) throw documentFailure('InvalidContentSourceFormat', { details: 'exactly one of urlSource and base64Source must be given.' });
  return urlSource === undefined ? decodeBase64(base64Source!) : await fetchDocument(urlSource, fetch, mostBytes);
}

function decodeBase64(text: string): Uint8Array {
  const packed = text.replace(/\s+/g, '');
  if (!BASE64.test(packed)) throw documentFailure('InvalidContentSourceFormat', { details: 'base64Source is not base64.' });
  return Buffer.from(packed, 'base64');
}

async function fetchDocument(url: string, fetch: Services['fetch'], mostBytes: number): Promise<Uint8Array> {
  try {
    const { status, bytes } = await fetch(url, { maxBytes: mostBytes, timeMs: FETCH_MS });
    if (status < 200 || status > 299) throw documentFailure('ContentSourceNotAccessible', { details: `the address answered with status ${status}.` });
    return bytes;
  } catch (error) {
    if (error instanceof Error && error.name === 'FetchRefused') throw fetchFailure(error as FetchRefused);
    throw error;
  }
}

function fetchFailure({ reason, message }: FetchRefused): Failure {
  switch (reason) {
    case 'address':
    case 'port': return documentFailure('OutboundAccessForbidden');
    case 'scheme':
    case 'credentials':
    case 'url': return documentFailure('InvalidContentSourceFormat', { details: message });
    case 'size': return documentFailure('InvalidContentLength');
    case 'time': return documentFailure('ContentSourceTimeout');
    default: return documentFailure('ContentSourceNotAccessible', { details: message });
  }
}

/** Why a file cannot be read, in the words of the interface. */
export function unreadableFileFailure(reason: Unreadable, message: string): Failure {
  switch (reason) {
    case 'corrupt':
    case 'unsupported': return documentFailure('InvalidContent');
    case 'tooSmall':
    case 'dimensions': return documentFailure('InvalidContentDimensions');
    case 'tooLarge': return documentFailure('InvalidContentLength');
    default: return documentFailure('UnsupportedContent', { details: `${message}.` });
  }
}

const isArchive = (bytes: Uint8Array): boolean => Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(4, bytes.length)).equals(Buffer.from('PK\x03\x04'));

/** Refuses at once what the first bytes show to be no document that the model reads. Archives are opened in the process that reads them. */
export function checkFileKind(bytes: Uint8Array, modelId: string, { office }: Version, outputs: AnalysisOptions['outputs'] = []): void {
  try {
    const isOffice = isArchive(bytes) || kindOf(bytes) === 'html';
    if (isOffice && !office.includes(modelId)) throw documentFailure('InvalidContent');
    if (isOffice && outputs.length > 0) throw fail('ParameterInvalid', { parameter: 'output', details: 'office files and HTML have no pages of which it could be made.' });
  } catch (problem) {
    if (problem instanceof UnreadableFile) throw unreadableFileFailure(problem.reason, problem.message);
    throw problem;
  }
}
