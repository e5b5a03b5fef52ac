/** Parses request bodies. */
import { readFile } from 'node:fs/promises';
import { fail } from '../../kernel/failures.ts';
import type { Failure } from '../../kernel/failures.ts';
import type { Operation } from '../../kernel/operation.ts';
import { MAX_JSON_VALUES, MAX_NAMES, MIN_MEASURED_BYTES } from '../admission/limits.ts';
import { measureJson } from './measure-json.ts';
import { LARGE_BODY_BYTES, isUploadedBody } from './uploaded-body.ts';
import type { UploadedBody } from './uploaded-body.ts';

const MAX_DEPTH = 64;
const FORM = /^application\/x-www-form-urlencoded *(;|$)/i;
const BYTES = /^application\/octet-stream *(;|$)/i;
const TEXT = /^text\/(plain|markdown) *(;|$)/i;
const JSON_TYPE = /^[^;]+[/+]json *(;|$)/i;
export const DEFAULT_MAX_BYTES = 1024 * 1024;

/** A body as it was received. */
export type ReceivedBody = Buffer | UploadedBody;

export function isLarge(body: ReceivedBody | undefined): boolean {
  return body !== undefined && body.length > LARGE_BODY_BYTES;
}

/** Whether it is JSON whose number of names makes it slow to read for its size. */
export function hasManyNames({ accepts = 'json' }: Operation, mediaType: string | undefined, body: ReceivedBody | undefined): boolean {
  if (!(body instanceof Uint8Array) || body.length <= MIN_MEASURED_BYTES || accepts === 'bytes' || accepts === 'form') return false;
  return (accepts === 'json' || isJson(mediaType)) && measureJson(body, MAX_NAMES).names > MAX_NAMES;
}

export function toUploadedBody(body: ReceivedBody | undefined): UploadedBody | undefined {
  return body === undefined || isUploadedBody(body) ? body : { length: body.length, bytes: body };
}

export async function readUploadedBody({ bytes, path }: UploadedBody): Promise<Buffer> {
  return bytes ? Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length) : await readFile(path);
}

/** Undefined for an empty body, whatever its content type: older clients announce JSON and send nothing. */
export function parseBody(
  { accepts = 'json', body: schema, mediaTypes = [] }: Operation,
  mediaType: string | undefined,
  given: Buffer | undefined,
): unknown {
  if (!schema || given === undefined || given.length === 0) return undefined;
  if (accepts === 'bytes') {
    if (!isMediaType(mediaType, BYTES)) throw fail('MediaTypeUnknown', { mediaType: mediaType!.slice(0, 100) });
    return given;
  }
  if (accepts === 'jsonOrBytes' && !JSON_TYPE.test(mediaType ?? '')) {
    if (!isOneOf(mediaType, mediaTypes)) throw fail('MediaTypeUnknown', { mediaType: mediaType!.slice(0, 100) });
    return given;
  }
  if (accepts === 'jsonOrText' && TEXT.test(mediaType ?? '')) return given.toString();
  if (accepts === 'form') {
    if (!isMediaType(mediaType, FORM)) throw fail('MediaTypeUnknown', { mediaType: mediaType!.slice(0, 100) });
    return Object.fromEntries(new URLSearchParams(given.toString()));
  }
  if (!isMediaType(mediaType, JSON_TYPE)) throw fail('MediaTypeUnknown', { mediaType: mediaType!.slice(0, 100) });
  if (given.length > LARGE_BODY_BYTES) checkJsonSize(given);
  return parseJson(given.toString());
}

function checkJsonSize(given: Buffer): void {
  const { values, depth } = measureJson(given);
  if (depth > MAX_DEPTH) throw tooDeep();
  if (values > MAX_JSON_VALUES) throw fail('BodyInvalid', { details: 'it has too many values to be read.' });
}

function tooDeep(): Failure {
  return fail('BodyInvalid', { details: `it is nested more than ${MAX_DEPTH} levels deep.` });
}

/** Whether the body is passed on as the bytes that were received. */
export function isFile({ accepts }: Operation, mediaType: string | undefined): boolean {
  return accepts === 'bytes' || (accepts === 'jsonOrBytes' && !isJson(mediaType));
}

export function isJson(mediaType: string | undefined): boolean {
  return JSON_TYPE.test(mediaType ?? '');
}

/** A body without a content type counts as what the operation expects. */
function isMediaType(mediaType: string | undefined, expected: RegExp): boolean {
  return mediaType === undefined || mediaType === '' || expected.test(mediaType);
}

function isOneOf(mediaType: string | undefined, types: readonly string[]): boolean {
  const given = (mediaType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return given === '' || types.some((type) => (type.endsWith('/*') ? given.startsWith(type.slice(0, -1)) : given === type));
}

export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    throw fail('BodyInvalid', { details: 'it cannot be parsed.' });
  }
  if (isDeeperThan(value, MAX_DEPTH)) throw tooDeep();
  return value;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) if (typeof item === 'object' && isDeeperThan(item, levels - 1)) return true;
  } else {
    for (const key in value) {
      const item = (value as Record<string, unknown>)[key];
      if (typeof item === 'object' && isDeeperThan(item, levels - 1)) return true;
    }
  }
  return false;
}
