/**
 * Checks of requests by schema, with failures that name the part and the reason, and serializers of replies.
 * Each is compiled on first use, and the compilers are loaded then: both would slow down the start.
 */
import { createRequire } from 'node:module';
import type * as AjvModule from 'ajv';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type AddFormats from 'ajv-formats';
import type FastJson from 'fast-json-stringify';
import type { TSchema } from 'typebox';
import { fail } from './failures.ts';
import type { Failure } from './failures.ts';

const require = createRequire(import.meta.url);
let ajv: Ajv | undefined;

function compile(schema: TSchema): ValidateFunction {
  return (ajv ??= createAjv()).compile(schema);
}

function createAjv(): Ajv {
  const { Ajv: Validator, _ } = require('ajv') as typeof AjvModule;
  const addFormats = require('ajv-formats') as typeof AddFormats.default;
  const created = new Validator({ allErrors: false, verbose: true, useDefaults: true, strictTypes: false, allowUnionTypes: true });
  addFormats(created);
  // Ajv's own keyword counts the characters of every text, even of those with fewer code units than the limit.
  created.removeKeyword('maxLength').addKeyword({
    keyword: 'maxLength',
    type: 'string',
    schemaType: 'number',
    validate: (limit: number, text: string) => text.length <= limit || Array.from(text).length <= limit,
    error: { message: 'is too long', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
  });
  return created;
}

/** Checks a value and applies defaults; throws the failure that describes the problem. */
export type Check = (value: unknown) => void;

export function bodyCheck(schema: TSchema): Check {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compile(schema);
    if (!validate(value)) throw failureOf(validate.errors!);
  };
}

/** For paths and queries, where every value arrives as text. `isLenient`: what released clients send by mistake counts as left out. */
export function textCheck(schema: TSchema, isLenient = false): Check {
  const fits = bodyCheck(schema);
  const types = Object.entries((schema as { properties?: Record<string, { type?: string }> }).properties ?? {});
  return (value) => {
    const given = value as Record<string, unknown>;
    for (const [name, { type }] of types) {
      const text = given[name];
      if (typeof text !== 'string') continue;
      if (isLenient && isMistake(text, type)) delete given[name];
      else given[name] = fromText(text, type);
    }
    fits(given);
  };
}

/** A value that was not set in the client's program, and a number with a bracket of its code. */
function isMistake(text: string, type: string | undefined): boolean {
  if (type === 'boolean') return text === '' || text === 'undefined' || text === 'null';
  return type === 'integer' && (text === 'undefined' || /^\d{1,15}[\])}]$/.test(text));
}

/** The value of a text, or the text itself when it is not of that type. */
function fromText(text: string, type: string | undefined): unknown {
  if (type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (type === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
  return text;
}

type Writer = (value: unknown) => string;

function compileWriter(schema: TSchema): Writer {
  const fastJson = require('fast-json-stringify') as typeof FastJson;
  return fastJson(schema as Parameters<typeof fastJson>[0]);
}

const writers = new WeakMap<TSchema, Writer>();

export function writer(schema: TSchema): Writer {
  let write = writers.get(schema);
  return (value) => {
    if (!write) writers.set(schema, (write = writers.get(schema) ?? compileWriter(schema)));
    return write(value);
  };
}

function failureOf(errors: readonly ErrorObject[]): Failure {
  const error = errors.find(({ keyword }) => keyword !== 'anyOf' && keyword !== 'if') ?? errors[0]!;
  const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  if (error.keyword === 'required') {
    const { missingProperty } = error.params as { missingProperty: string };
    return fail('ParameterMissing', { parameter: path ? `${path}.${missingProperty}` : missingProperty });
  }
  if (!path) return fail('BodyInvalid', { details: detailsOf(error) });
  if (error.keyword === 'minLength' && error.data === '') return fail('ParameterMissing', { parameter: path });
  if (error.keyword === 'maxLength')
    return fail('ParameterTooLong', { parameter: path, maxLength: (error.params as { limit: number }).limit });
  return fail('ParameterInvalid', { parameter: path, details: detailsOf(error) });
}

function detailsOf({ keyword, message = 'is not allowed', params, parentSchema }: ErrorObject): string {
  const { minimum, maximum } = parentSchema as { minimum?: number; maximum?: number };
  if (minimum !== undefined && maximum !== undefined) return `the valid range is ${minimum} to ${maximum}.`;
  if (keyword === 'enum') return `must be one of ${(params as { allowedValues: unknown[] }).allowedValues.join(', ')}.`;
  return `${message}.`;
}
