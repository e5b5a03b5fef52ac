/** Requests generated from the operation table: some valid, most almost valid, some not valid at all. */
import { gzipSync } from 'node:zlib';
import type { Mount } from '../../../src/kernel/area.ts';
import { pathIn } from '../../../src/kernel/aliases.ts';
import { Bytes } from '../../../src/kernel/operation.ts';
import type { Operation } from '../../../src/kernel/operation.ts';
import type { Random } from '../simulated-time.ts';
import { hostileText, junk, mutated, validValue } from './values.ts';
import type { Schema } from './values.ts';

export interface GeneratedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** What the calls of an operation have to work with. */
export interface Material {
  operation: Operation;
  mount: Mount;
  /** Parameters and body of a call that succeeds. */
  params: Readonly<Record<string, string>>;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Texts from earlier replies: ids and names that exist. */
  known: readonly string[];
}

const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  bytes: 'application/octet-stream',
  jsonOrText: 'application/json',
  jsonOrBytes: 'application/json',
} as const;
const CONTENT_TYPES = [
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
  'application/merge-patch+json',
  'application/pdf',
  'image/png',
  'text/plain',
  'text/markdown',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json, text/plain',
  ';;;',
  'a',
  '',
];
const HEADERS: readonly (readonly [name: string, ...values: string[]])[] = [
  ['if-match', '*', '"0"', '""', 'W/"a"', 'a', '"a", "b"', '"'],
  ['if-none-match', '*', '"0"', '', '"a",'],
  ['accept', '*/*', 'text/html', 'application/xml;q=0.1', ';'],
  ['accept-language', 'de', '*', 'x'.repeat(300)],
  ['accept-encoding', 'gzip', 'identity;q=0', 'x'],
  ['content-encoding', 'gzip', 'br', 'x', 'gzip, gzip'],
  ['content-language', 'xx'],
  ['range', 'bytes=0-', 'bytes=9999999999-', 'x'],
  ['expect', '100-continue', 'x'],
  ['x-http-method-override', 'DELETE', 'x'],
  ['x-forwarded-host', 'evil.example', ''],
  ['x-forwarded-for', '127.0.0.1', 'x'],
  ['host', 'evil.example', 'localhost:99999', '[::1]', 'a b', '169.254.169.254'],
  ['cookie', 'session=x', '=', ';;;', '__proto__=1'],
  ['authorization', 'Bearer', 'Bearer x.y.z', 'Basic eA==', 'x'],
  ['ocp-apim-subscription-key', '', 'x', '0'.repeat(64), '__proto__'],
  ['ocp-apim-subscription-region', 'x', 'local', ''],
  ['repeatability-request-id', 'x'],
  ['x-ms-client-request-id', '\u00e9', 'x'.repeat(2000)],
  ['origin', 'null', 'https://evil.example'],
];
const OTHER_METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'];
const FILE_STARTS = [
  '%PDF-1.7\n',
  '\x89PNG\r\n\x1a\n',
  'PK\x03\x04',
  'PK\x05\x06',
  'II*\x00',
  'BM',
  '\xff\xd8\xff',
  '{',
  'GIF89a',
  '\x1f\x8b',
];
const JSON_NUMBERS = ['1e999', '-1e999', '1e-999', '9007199254740993', '-0', '0123', '0x10', '1.', 'NaN'];
const HUGE = 'x'.repeat(1_100_000);

export function generateRequest(random: Random, material: Material): GeneratedRequest {
  const { operation, mount } = material;
  const isValid = random.chance(0.25);
  const isHostile = !isValid && random.chance(0.3);
  // One part of a request is changed more often than all of them: the others let it get further.
  const target = isValid ? 'none' : random.pick(['params', 'query', 'body', 'body', 'body', 'headers']);
  const changes = (part: string): boolean => isHostile || target === part;
  const naming = random.chance(0.3) ? 'vendor' : 'neutral';
  const path = pathIn(naming, mount.base + operation.path).replace(/\{(\w+)\}/g, (_, name: string) =>
    param(random, material, name, changes('params')),
  );
  const query = queryOf(random, material, changes('query'));
  const slash = random.chance(0.05) ? '/' : '';
  const headers: Record<string, string> = { 'content-type': MEDIA_TYPES[operation.accepts ?? 'json'], ...material.headers };
  if (isHostile || (changes('headers') && random.chance(0.3))) headers['content-type'] = random.pick(CONTENT_TYPES);
  if (changes('headers'))
    for (let count = random.integer(1, 3); count > 0; count--) {
      const [name, ...values] = random.pick(HEADERS);
      headers[name] = random.pick(values);
    }
  return {
    method: isHostile && random.chance(0.1) ? random.pick(OTHER_METHODS) : operation.method,
    url: `${path}${slash}${query === '' ? '' : `?${query}`}`,
    headers,
    body: bodyOf(random, material, changes('body'), headers),
  };
}

function param(random: Random, { operation, params, known }: Material, name: string, isChanged: boolean): string {
  const example = params[name];
  const schema = (operation.params as Schema | undefined)?.properties?.[name] ?? { type: 'string', minLength: 1 };
  const valid = (): string => example ?? String(validValue(random, schema, known));
  if (!isChanged) return segment(valid());
  switch (random.integer(0, 5)) {
    case 0:
      return segment(valid());
    case 1:
      return segment(known.length > 0 ? random.pick(known) : 'x');
    case 2:
      return segment(String(validValue(random, schema, known)));
    case 3:
      return segment(random.pick([valid().toUpperCase(), `${valid()} `, valid().slice(0, -1), `${valid()}:train`]));
    default:
      return segment(hostileText(random));
  }
}

/** Replaces segments that would resolve to another path and so call another operation. */
function segment(text: string): string {
  return ['', '.', '..'].includes(text) ? 'x' : encode(text);
}

function queryOf(random: Random, { operation, mount, known }: Material, isChanged: boolean): string {
  const parts: string[] = [];
  if (mount.marker === 'query' && !(isChanged && random.chance(0.05)))
    parts.push(`api-version=${encode(isChanged && random.chance(0.1) ? hostileText(random) : mount.version)}`);
  const schemas = Object.entries((operation.query as Schema | undefined)?.properties ?? {});
  for (const [name, schema] of schemas) {
    if (random.chance(0.5)) continue;
    const value = isChanged && random.chance(0.5) ? junk(random, known, 0) : validValue(random, schema, known);
    parts.push(`${name}=${encode(String(value))}`);
    if (isChanged && random.chance(0.1)) parts.push(`${name}=${encode(hostileText(random))}`);
  }
  if (isChanged && random.chance(0.3)) parts.push(`${encode(hostileText(random))}=${encode(hostileText(random))}`);
  if (isChanged && random.chance(0.05)) parts.push(random.pick(['a[b]=1', '%', '%zz', '&&&', 'a=%c3%28', `${'a&'.repeat(500)}`]));
  return parts.join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function bodyOf(
  random: Random,
  { operation, body: example, known }: Material,
  isChanged: boolean,
  headers: Record<string, string>,
): string | Buffer | undefined {
  const schema = operation.body as Schema | undefined;
  if (!schema) return isChanged && random.chance(0.5) ? hostileText(random) : undefined;
  const takesFile = operation.body === Bytes || example instanceof Uint8Array;
  if (isChanged && random.chance(0.02)) return random.pick([undefined, '', HUGE]);
  if (takesFile && (operation.body === Bytes || random.chance(0.6))) return fileOf(random, example, isChanged);
  if (!isChanged)
    return write(
      operation,
      example instanceof Uint8Array || example === undefined || random.chance(0.4) ? validValue(random, schema, known) : example,
    );
  const start =
    random.chance(0.7) && example !== undefined && !(example instanceof Uint8Array) ? example : validValue(random, schema, known);
  const value = random.chance(0.08) ? junk(random, known, 4) : mutated(random, start, known, schema);
  const text = write(operation, value);
  return random.chance(0.12) ? changeText(random, text, headers) : text;
}

function write(operation: Operation, value: unknown): string {
  if (operation.accepts === 'form')
    return new URLSearchParams(
      Object.entries(Object(value) as object).map(([name, part]): [string, string] => [name, String(part)]),
    ).toString();
  return JSON.stringify(value) ?? '';
}

function fileOf(random: Random, example: unknown, isChanged: boolean): Buffer {
  const start =
    example instanceof Uint8Array && random.chance(0.6) ? Buffer.from(example) : Buffer.from(random.pick(FILE_STARTS), 'latin1');
  if (!isChanged) return start;
  const bytes = Buffer.concat([start, Buffer.from(Array.from({ length: random.pick([0, 1, 30, 300]) }, () => random.integer(0, 255)))]);
  for (let count = random.integer(0, 4); count > 0; count--) bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255);
  return bytes.subarray(0, random.chance(0.3) ? random.integer(0, bytes.length) : bytes.length);
}

/** Changes the text of a body rather than its value: what JSON.stringify never writes. */
function changeText(random: Random, text: string, headers: Record<string, string>): string | Buffer {
  const at = random.integer(0, text.length);
  switch (random.integer(0, 9)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + random.pick(['"', '}', ',', '\u0000', '\\u0000', '\\ud800', '\u2028']) + text.slice(at);
    case 2:
      return text.replace(/-?\d+(\.\d+)?/, random.pick(JSON_NUMBERS));
    case 3:
      return `\ufeff${text}`;
    case 4:
      return Buffer.from(text, 'utf16le');
    case 5:
      return Buffer.concat([
        Buffer.from(text.slice(0, at)),
        Buffer.from(random.pick(['ff', 'c080', 'eda080', 'f8888080']), 'hex'),
        Buffer.from(text.slice(at)),
      ]);
    case 6: {
      const levels = random.pick([63, 64, 65, 1000, 100_000]);
      return '['.repeat(levels) + ']'.repeat(levels);
    }
    case 7:
      return text.replace('{', `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},`);
    case 8:
      headers['content-encoding'] = 'gzip';
      return gzipSync(text);
    default:
      return text.replace(/"(\w+)":/, '"$1":null,"$1":');
  }
}
