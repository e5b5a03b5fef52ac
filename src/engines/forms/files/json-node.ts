/** JSON that came from outside, looked into with the path kept, so that a problem can say where it is. */
import { FormsProblem } from '../problem.ts';

/** A value and where it stands. */
export interface Node { readonly value: unknown; readonly path: string }

const LONGEST_SHOWN = 40;

/** Bytes or already parsed JSON. */
export function parsed(source: Uint8Array | string | object, what: string): Node {
  if (typeof source === 'object' && !(source instanceof Uint8Array)) return { value: source, path: '' };
  const text = typeof source === 'string' ? source : decoded(source, what);
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown, path: '' };
  } catch {
    throw new FormsProblem('malformed', '', `${what} is not JSON`);
  }
}

function decoded(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FormsProblem('malformed', '', `${what} is not UTF-8`);
  }
}

/** The member of an object; its value is undefined where there is none. */
export function member({ value, path }: Node, name: string): Node {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong({ value, path }, 'an object');
  return { value: Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined, path: path === '' ? name : `${path}.${name}` };
}

export const isAbsent = ({ value }: Node): boolean => value === undefined || value === null;

/** The entries of an array; none where it is absent. */
export function entries(node: Node, most: number): Node[] {
  const { value, path } = node;
  if (isAbsent(node)) return [];
  if (!Array.isArray(value)) throw wrong(node, 'a list');
  if (value.length > most) throw new FormsProblem('tooLarge', path, `there are ${value.length} entries and ${most} are taken`);
  return value.map((one: unknown, i) => ({ value: one, path: `${path}[${i}]` }));
}

/** The members of an object. */
export function members(node: Node, most: number): (readonly [string, Node])[] {
  const { value, path } = node;
  if (isAbsent(node)) return [];
  if (typeof value !== 'object' || Array.isArray(value)) throw wrong(node, 'an object');
  const all = Object.entries(value!);
  if (all.length > most) throw new FormsProblem('tooLarge', path, `there are ${all.length} members and ${most} are taken`);
  return all.map(([name, one]) => [name, { value: one as unknown, path: path === '' ? name : `${path}.${name}` }]);
}

export function text(node: Node, longest: number): string {
  if (typeof node.value !== 'string') throw wrong(node, 'a text');
  if (node.value.length > longest) throw new FormsProblem('tooLarge', node.path, `the text has ${node.value.length} characters and ${longest} are taken`);
  return node.value;
}

export function number(node: Node, least: number, most: number): number {
  const { value } = node;
  if (typeof value !== 'number' || !(value >= least && value <= most)) throw wrong(node, `a number from ${least} to ${most}`);
  return value;
}

export function wholeNumber(node: Node, least: number, most: number): number {
  const value = number(node, least, most);
  if (!Number.isInteger(value)) throw wrong(node, 'a whole number');
  return value;
}

export function wrong({ value, path }: Node, expected: string): FormsProblem {
  const seen = value === undefined ? 'nothing' : JSON.stringify(value).slice(0, LONGEST_SHOWN);
  return new FormsProblem('malformed', path, `${expected} is expected here, not ${seen}`);
}
