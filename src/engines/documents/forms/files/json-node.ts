/** Reads untrusted JSON and tracks the path, so that errors can say where they are. */
import { FormsError } from '../problem.ts';

/** A value and its path. */
export interface JsonNode {
  readonly value: unknown;
  readonly path: string;
}

const MAX_SHOWN_LENGTH = 40;

/** Bytes or already parsed JSON. */
export function parseJson(source: Uint8Array | string | object, fileName: string): JsonNode {
  if (typeof source === 'object' && !(source instanceof Uint8Array)) return { value: source, path: '' };
  const json = typeof source === 'string' ? source : decodeUtf8(source, fileName);
  try {
    return { value: JSON.parse(json.replace(/^\uFEFF/, '')) as unknown, path: '' };
  } catch {
    throw new FormsError('malformed', '', `${fileName} is not valid JSON`);
  }
}

function decodeUtf8(bytes: Uint8Array, fileName: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FormsError('malformed', '', `${fileName} is not valid UTF-8`);
  }
}

/** A member of an object; its value is undefined if it is missing. */
export function member({ value, path }: JsonNode, name: string): JsonNode {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unexpectedValue({ value, path }, 'an object');
  return {
    value: Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined,
    path: path === '' ? name : `${path}.${name}`,
  };
}

export const isAbsent = ({ value }: JsonNode): boolean => value === undefined || value === null;

/** The entries of an array; empty if it is missing. */
export function entries(node: JsonNode, max: number): JsonNode[] {
  const { value, path } = node;
  if (isAbsent(node)) return [];
  if (!Array.isArray(value)) throw unexpectedValue(node, 'an array');
  if (value.length > max) throw new FormsError('tooLarge', path, `${value.length} entries exceed the limit of ${max}`);
  return value.map((one: unknown, i) => ({ value: one, path: `${path}[${i}]` }));
}

/** The members of an object. */
export function members(node: JsonNode, max: number): (readonly [string, JsonNode])[] {
  const { value, path } = node;
  if (isAbsent(node)) return [];
  if (typeof value !== 'object' || Array.isArray(value)) throw unexpectedValue(node, 'an object');
  const all = Object.entries(value!);
  if (all.length > max) throw new FormsError('tooLarge', path, `${all.length} members exceed the limit of ${max}`);
  return all.map(([name, one]) => [name, { value: one as unknown, path: path === '' ? name : `${path}.${name}` }]);
}

export function readString(node: JsonNode, maxLength: number): string {
  if (typeof node.value !== 'string') throw unexpectedValue(node, 'a string');
  if (node.value.length > maxLength)
    throw new FormsError('tooLarge', node.path, `${node.value.length} characters exceed the limit of ${maxLength}`);
  return node.value;
}

export function readNumber(node: JsonNode, min: number, max: number): number {
  const { value } = node;
  if (typeof value !== 'number' || !(value >= min && value <= max)) throw unexpectedValue(node, `a number from ${min} to ${max}`);
  return value;
}

export function readInteger(node: JsonNode, min: number, max: number): number {
  const value = readNumber(node, min, max);
  if (!Number.isInteger(value)) throw unexpectedValue(node, 'an integer');
  return value;
}

export function unexpectedValue({ value, path }: JsonNode, expected: string): FormsError {
  const seen = value === undefined ? 'nothing' : JSON.stringify(value).slice(0, MAX_SHOWN_LENGTH);
  return new FormsError('malformed', path, `expected ${expected}, found ${seen}`);
}
