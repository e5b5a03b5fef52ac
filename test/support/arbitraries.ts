/** Inputs generated from the operation table: some valid, most almost valid, some not valid at all. */
import fc from 'fast-check';
import type { Area, Mount } from '../../src/kernel/area.ts';
import { Bytes } from '../../src/kernel/operation.ts';
import type { Operation } from '../../src/kernel/operation.ts';

interface Schema {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: Record<string, Schema>;
  anyOf?: Schema[];
}

const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    '..',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    '\u0000',
    'a\nb',
    "' or 1=1 --",
    '%00',
    '%',
    '🙂',
    '\ud800',
    'x'.repeat(5000),
    '${7*7}',
    'null',
    'true',
    '-1',
    '1e999',
    '١٢٣',
  ),
);

const dateTime = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((date) => date.toISOString());

/** Values that match a schema, as far as the generator supports its keywords. */
function validValue(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(validValue));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'string':
      return schema.format?.endsWith('date-time')
        ? dateTime
        : schema.pattern
          ? fc.stringMatching(new RegExp(schema.pattern))
          : fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 40, 200) });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0.001, max: schema.maximum ?? 1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(validValue(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, Math.max(schema.minItems ?? 0, 3)),
      });
    case 'object': {
      const values = schema.patternProperties && Object.values(schema.patternProperties)[0];
      if (values) return fc.dictionary(fc.string({ maxLength: 10 }), validValue(values), { maxKeys: 3 });
      const properties = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, validValue(property)]),
      );
      return fc.record(properties, { requiredKeys: (schema.required ?? []).filter((name) => name in properties) });
    }
    default:
      return fc.jsonValue();
  }
}

/** How one part is broken: replaced by another value, removed, joined by an extra one, or replaced by a hostile text. */
const MUTATIONS = ['replace', 'remove', 'add', 'hostile'] as const;

/** A value with one part, at any depth, replaced, removed or added. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return fc.oneof(fc.jsonValue({ maxDepth: 2 }), hostileText);
  return fc
    .tuple(fc.infiniteStream(fc.nat()), fc.jsonValue({ maxDepth: 2 }), hostileText, fc.constantFrom(...MUTATIONS))
    .map(([numbers, junk, text, mutation]) => {
      const copy = structuredClone(value);
      let part = copy as Record<string, unknown>;
      for (;;) {
        const names = Object.keys(part);
        const name = names[numbers.next().value % Math.max(1, names.length)] ?? 'extra';
        const inner = part[name];
        if (typeof inner === 'object' && inner !== null && numbers.next().value % 3 > 0) {
          part = inner as Record<string, unknown>;
          continue;
        }
        if (mutation === 'remove') delete part[name];
        else if (mutation === 'add' && Array.isArray(part)) part.push(junk);
        else if (mutation === 'add') Object.defineProperty(part, text, { value: junk, enumerable: true, configurable: true });
        else part[name] = mutation === 'hostile' ? text : junk;
        return copy;
      }
    });
}

/** A valid value with one top-level part replaced, removed or added. */
function almostValid(schema: Schema): fc.Arbitrary<unknown> {
  return fc
    .tuple(validValue(schema), fc.jsonValue({ maxDepth: 2 }), hostileText, fc.nat(), fc.constantFrom(...MUTATIONS))
    .map(([value, junk, text, n, mutation]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return junk;
      const object = { ...value } as Record<string, unknown>;
      const names = Object.keys(object);
      const name = names[n % Math.max(1, names.length)] ?? 'extra';
      if (mutation === 'remove') delete object[name];
      else if (mutation === 'add') Object.defineProperty(object, text, { value: junk, enumerable: true });
      else object[name] = mutation === 'hostile' ? text : junk;
      return object;
    });
}

const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  bytes: 'application/octet-stream',
  jsonOrText: 'application/json',
  jsonOrBytes: 'application/json',
} as const;
const deeplyNested = fc.integer({ min: 60, max: 5000 }).map((levels) => '['.repeat(levels) + ']'.repeat(levels));
const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/merge-patch+json',
  'text/plain',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  ';;;',
  '',
);

const bytes = fc
  .oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.uint8Array({ maxLength: 300 }).map((rest) => Uint8Array.of(0x50, 0x4b, 3, 4, ...rest)),
  )
  .map((array) => Buffer.from(array));

export interface FuzzRequest {
  method: string;
  url: string;
  body?: string | Buffer;
  contentType: string;
  isValid: boolean;
}

/** Requests of an operation, valid and invalid; `example` is a valid one. */
export function requestsFor(
  operation: Operation,
  mount: Mount,
  example: { params: Record<string, string>; body: unknown },
): fc.Arbitrary<FuzzRequest> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const declared = (operation.params as Schema | undefined)?.properties ?? {};
  const exampleParams = example.params;
  const param = (name: string, isValid: boolean): fc.Arbitrary<string> =>
    isValid
      ? exampleParams[name] === undefined
        ? validValue(declared[name] ?? { type: 'string', minLength: 1 }).map(String)
        : fc.constant(exampleParams[name])
      : fc.oneof(hostileText, fc.constant(exampleParams[name] ?? 'x'));
  const queries = Object.entries((operation.query as Schema | undefined)?.properties ?? {});
  const query = (isValid: boolean): fc.Arbitrary<string> =>
    fc
      .tuple(
        ...queries.map(([name, schema]) =>
          fc.option(
            (isValid ? validValue(schema).map(String) : fc.oneof(hostileText, validValue(schema).map(String))).map(
              (value) => `${name}=${encode(value)}`,
            ),
            { nil: '' },
          ),
        ),
      )
      .map((parts) => parts.filter(Boolean).join('&'));
  const schema = operation.body as Schema | undefined;
  const body = (isValid: boolean): fc.Arbitrary<string | Buffer | undefined> => {
    if (operation.body === Bytes) return isValid ? bytes : fc.oneof(bytes, hostileText, fc.constant(undefined));
    if (!schema) return fc.option(fc.oneof(fc.constant(''), hostileText), { nil: undefined });
    const write = (value: unknown): string =>
      operation.accepts === 'form' ? new URLSearchParams(value as Record<string, string>).toString() : (JSON.stringify(value) ?? '');
    // A file that may be sent in place of JSON.
    const file = example.body instanceof Uint8Array ? [fc.constant(Buffer.from(example.body)), bytes] : [];
    const exampleBody = file.length > 0 ? undefined : example.body;
    if (isValid)
      return exampleBody === undefined ? validValue(schema).map(write) : fc.oneof(validValue(schema), fc.constant(exampleBody)).map(write);
    return fc.oneof(
      ...file,
      ...(exampleBody === undefined ? [] : [mutated(exampleBody).map(write), mutated(exampleBody).map(write)]),
      almostValid(schema).map((value) => JSON.stringify(value) ?? ''),
      almostValid(schema).map((value) => JSON.stringify(value) ?? ''),
      fc.json(),
      hostileText,
      deeplyNested,
      fc.constant(undefined),
      fc.constant('x'.repeat(2_000_000)),
    );
  };
  return fc.boolean().chain((isValid) =>
    fc
      .record({
        params: fc.tuple(...names.map((name) => param(name, isValid))),
        query: query(isValid),
        body: body(isValid),
        contentType: isValid ? fc.constant(MEDIA_TYPES[operation.accepts ?? 'json']) : contentType,
        slash: fc.boolean(),
        version: isValid
          ? fc.constant(mount.version)
          : fc.oneof({ weight: 5, arbitrary: fc.constant(mount.version) }, { weight: 1, arbitrary: hostileText }),
      })
      .map(({ params, query: text, body: payload, contentType: type, slash, version }) => {
        let nextParam = 0;
        const path = mount.base + operation.path.replace(/\{\w+\}/g, () => pathSegment(params[nextParam++]!));
        const parts = [...(mount.marker === 'query' ? [`api-version=${encode(version)}`] : []), ...(text ? [text] : [])];
        return {
          method: operation.method,
          url: `${path}${slash ? '/' : ''}${parts.length ? `?${parts.join('&')}` : ''}`,
          body: payload,
          contentType: type,
          isValid,
        };
      }),
  );
}

export function mountsOf(area: Area, operation: Operation): Mount[] {
  return area.mounts.filter(({ version }) => !operation.versions || operation.versions.includes(version));
}

/** Replaces segments that would resolve to another path and so call another operation. */
function pathSegment(text: string): string {
  return ['', '.', '..'].includes(text) ? 'x' : encode(text);
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
