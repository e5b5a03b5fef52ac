/** Values for generated requests: valid ones by schema, hostile ones, and valid ones with some parts changed. */
import fc from 'fast-check';
import type { Random } from '../simulated-time.ts';

export interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
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

const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '..',
  '../../etc/passwd',
  '..\\..\\windows',
  'C:\\a',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '\u0000',
  'a\u0000b',
  'a\nb\r\nc',
  '\u001b[31m',
  "' or 1=1 --",
  '"; drop table records; --',
  '%00',
  '%',
  '%2e%2e%2f',
  '🙂',
  '👩‍👩‍👧‍👦',
  'e\u0301\u0301\u0301',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202eabc',
  '\uffff',
  'İ',
  'ß',
  '١٢٣',
  '\u3000',
  'x'.repeat(129),
  'x'.repeat(5000),
  '🙂'.repeat(300),
  '(a+)+$',
  '(?<=a)b',
  '[',
  '{',
  '{a',
  '[a|b',
  '${7*7}',
  '{{7*7}}',
  '<script>',
  'null',
  'true',
  '-1',
  '0',
  '1e999',
  'NaN',
  'http://127.0.0.1/',
  'file:///etc/passwd',
  'data:,a',
  '//',
  'PT0S',
  'P9999999999Y',
  '9999-12-31T23:59:59Z',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2026-02-30',
  'en-us',
  'xx-invalid',
  '00000000-0000-0000-0000-000000000000',
];
const ALPHABETS: readonly string[] = [
  'abcXYZ019 _-.',
  'äöüßéñçå',
  '日本語中文한국',
  '\u0001\u0007\u007f\u0085\u2028',
  '/\\:;?#[]@!$&()*+,="\'<>{}|^`~',
];
const NUMBERS: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.1,
  0.5,
  1.5,
  2,
  7,
  100,
  1000,
  65_536,
  1e6,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e-7,
  1e308,
  -1e308,
  5e-324,
];

export function hostileText(random: Random): string {
  if (random.chance(0.7)) return random.pick(HOSTILE_TEXTS);
  const alphabet = random.pick(ALPHABETS);
  let text = '';
  for (let length = random.integer(1, 40); length > 0; length--) text += alphabet[random.integer(0, alphabet.length - 1)];
  return text;
}

/** Any JSON value; `known` are texts that mean something in the account, such as ids. */
export function junk(random: Random, known: readonly string[], depth = 2): unknown {
  const kind = random.integer(0, depth > 0 ? 9 : 6);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind <= 3) return random.pick(NUMBERS);
  if (kind === 4 && known.length > 0) return random.pick(known);
  if (kind <= 6) return hostileText(random);
  if (kind === 7) return Array.from({ length: random.pick([0, 1, 2, 3, 50]) }, () => junk(random, known, depth - 1));
  const object: Record<string, unknown> = {};
  for (let count = random.integer(0, 3); count > 0; count--) setOwn(object, hostileText(random), junk(random, known, depth - 1));
  return object;
}

/** Sets a property of its own, also one called `__proto__`. */
function setOwn(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

const SAMPLES_OF_PATTERN = 24;
const samplesByPattern = new Map<string, readonly string[]>();

function textOfPattern(random: Random, pattern: string): string {
  let samples = samplesByPattern.get(pattern);
  if (!samples)
    samplesByPattern.set(pattern, (samples = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: SAMPLES_OF_PATTERN, seed: 1 })));
  return random.pick(samples);
}

const WORDS = ['water', 'the', 'fern', 'a', 'Rome', '2', 'tomorrow', 'Greet', 'name', 'été', '日本'];

function validText(random: Random, { format, pattern, minLength = 0, maxLength = 200 }: Schema, known: readonly string[]): string {
  if (format?.endsWith('date-time') === true) return new Date(random.integer(0, 4_102_444_800) * 1000).toISOString();
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000001';
  if (pattern !== undefined) return textOfPattern(random, pattern);
  if (known.length > 0 && random.chance(0.4)) return random.pick(known).slice(0, maxLength).padEnd(minLength, 'x');
  let text = '';
  const length = random.pick([minLength, minLength + 1, Math.min(maxLength, 20), random.chance(0.05) ? maxLength : 8]);
  while (text.length < length) text += (text === '' ? '' : ' ') + random.pick(WORDS);
  return text.slice(0, Math.max(minLength, Math.min(length, maxLength, 5000)));
}

/** A value that matches a schema, as far as the generator supports its keywords. */
export function validValue(random: Random, schema: Schema, known: readonly string[], depth = 8): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return validValue(random, random.pick(schema.anyOf), known, depth);
  switch (schema.type) {
    case 'null':
      return null;
    case 'string':
      return validText(random, schema, known);
    case 'integer':
    case 'number': {
      const { minimum = -1000, maximum = 1000 } = schema;
      const value = random.pick([minimum, maximum, minimum + random.next() * (maximum - minimum), Math.max(minimum, Math.min(maximum, 1))]);
      return schema.type === 'integer' ? Math.round(value) : value;
    }
    case 'boolean':
      return random.chance(0.5);
    case 'array': {
      const { minItems = 0, maxItems = 3, items = {} } = schema;
      const length = depth <= 0 ? minItems : random.integer(minItems, Math.max(minItems, Math.min(maxItems, 3)));
      return Array.from({ length }, () => validValue(random, items, known, depth - 1));
    }
    case 'object':
      return validObject(random, schema, known, depth);
    default:
      return junk(random, known, 1);
  }
}

function validObject(
  random: Random,
  { properties = {}, patternProperties, required = [] }: Schema,
  known: readonly string[],
  depth: number,
): object {
  const object: Record<string, unknown> = {};
  const values = patternProperties && Object.values(patternProperties)[0];
  if (values && depth > 0)
    for (let count = random.integer(0, 3); count > 0; count--)
      setOwn(object, random.chance(0.2) ? hostileText(random) : random.pick(WORDS), validValue(random, values, known, depth - 1));
  for (const [name, property] of Object.entries(properties))
    if (required.includes(name) || (depth > 0 && random.chance(0.6))) object[name] = validValue(random, property, known, depth - 1);
  return object;
}

type Part = Record<string, unknown>;

/** A copy of a value with some parts, at any depth, replaced, removed, added, repeated, exchanged or given another type. */
export function mutated(random: Random, value: unknown, known: readonly string[], schema?: Schema): unknown {
  if (typeof value !== 'object' || value === null) return random.chance(0.5) ? hostileText(random) : junk(random, known);
  const copy = structuredClone(value) as Part;
  for (let count = random.pick([1, 1, 1, 2, 4]); count > 0; count--) mutatePart(random, copy, known, schema);
  return copy;
}

function mutatePart(random: Random, whole: Part, known: readonly string[], schema?: Schema): void {
  let part = whole;
  let described = schema;
  for (;;) {
    const names = Object.keys(part);
    const name = names.length > 0 ? random.pick(names) : 'extra';
    const inner = part[name];
    const below = Array.isArray(part) ? described?.items : described?.properties?.[name];
    if (typeof inner === 'object' && inner !== null && random.chance(0.7)) {
      part = inner as Part;
      described = below;
      continue;
    }
    switch (random.integer(0, 9)) {
      case 0:
        delete part[name];
        return;
      case 1:
        if (Array.isArray(part)) part.push(junk(random, known));
        else setOwn(part, hostileText(random), junk(random, known));
        return;
      case 2:
        setOwn(part, name, hostileText(random));
        return;
      case 3:
        setOwn(part, name, random.chance(0.5) ? [inner] : { [name]: inner });
        return;
      case 4:
        if (Array.isArray(inner) && inner.length > 0)
          inner.push(...Array.from({ length: random.pick([1, 2, 200]) }, () => inner[0] as unknown));
        else setOwn(part, name, random.pick(NUMBERS));
        return;
      case 5:
        setOwn(part, name, part[names.length > 0 ? random.pick(names) : name]);
        return;
      case 6:
        if (typeof inner === 'string')
          setOwn(part, name, random.pick([inner.toUpperCase(), ` ${inner} `, inner.repeat(40), inner.slice(1)]));
        else setOwn(part, name, random.pick([null, [], {}, '', 0, false]));
        return;
      case 7:
        if (known.length > 0) setOwn(part, name, random.pick(known));
        else setOwn(part, name, null);
        return;
      case 8:
        if (below) setOwn(part, name, validValue(random, below, known));
        else setOwn(part, name, junk(random, known));
        return;
      default:
        setOwn(part, name, junk(random, known));
        return;
    }
  }
}
