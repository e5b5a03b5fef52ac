/**
 * Compares the fields of a document with expected values by path: `Vendor.Name`, `Items[0].Amount`, `Items#` for the number of
 * entries. An expected null means that the field must not be given.
 */
import type { Field } from '../../../../src/engines/documents/fields/field.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import { isRight, textOf } from '../../../training/documents/evaluation/compare.ts';

export type ExpectedByPath = Readonly<Record<string, string | number | null>>;

export type Verdict = 'right' | 'wrong' | 'missing';

export interface PathResult {
  path: string;
  expected: string | number | null;
  verdict: Verdict;
  /** What was given, for printing. */
  given?: string;
  confidence?: number;
}

type Fields = Readonly<Record<string, Field>>;

export function comparePaths(fields: Fields, expected: ExpectedByPath, layout: DocumentLayout): PathResult[] {
  return Object.entries(expected).map(([path, value]) => {
    if (path.endsWith('#')) return compareCount(path, fieldAt(fields, path.slice(0, -1)), Number(value));
    const field = fieldAt(fields, path);
    if (value === null) return { path, expected: value, verdict: field === undefined ? 'right' : 'wrong', ...describe(field, layout) };
    if (field === undefined) return { path, expected: value, verdict: 'missing' };
    const right = isRight(path, field, value, layout);
    return { path, expected: value, verdict: right ? 'right' : 'wrong', ...describe(field, layout) };
  });
}

/** A value as printed, a number or a date in ISO 8601; or a list of values that are all right. */
export type PrintedValue = string | number | boolean | null | { any: readonly (string | number)[] };

/** As `comparePaths`, but stricter: the value or the text must equal the expected one, apart from spaces, punctuation and case. */
export function comparePrinted(fields: Fields, expected: Readonly<Record<string, PrintedValue>>, layout: DocumentLayout): PathResult[] {
  return Object.entries(expected).map(([path, value]) => {
    const accepted = value !== null && typeof value === 'object' ? value.any : [value];
    const shown = accepted.join(' | ');
    if (path.endsWith('#')) return compareCount(path, fieldAt(fields, path.slice(0, -1)), ...accepted.map(Number));
    const field = fieldAt(fields, path);
    if (field === undefined) return { path, expected: shown, verdict: 'missing' };
    const right = accepted.some((one) => isPrinted(one, field, layout));
    return { path, expected: shown, verdict: right ? 'right' : 'wrong', ...describe(field, layout) };
  });
}

export function isPrinted(expected: PrintedValue, field: Field, layout: DocumentLayout): boolean {
  if (typeof expected === 'number') {
    const amount = field.type === 'currency' ? field.value?.amount : field.value;
    if (typeof amount === 'number') return Math.abs(amount - expected) < 0.005;
  }
  return [valueText(field), textOf(layout, field)].map(foldPrinted).includes(foldPrinted(String(expected)));
}

export function valueText(field: Field): string {
  if (field.type === 'currency') return String(field.value?.amount);
  return field.value !== undefined && typeof field.value !== 'object' ? String(field.value) : '';
}

export const foldPrinted = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\d]/gu, '');

function compareCount(path: string, field: Field | undefined, ...accepted: number[]): PathResult {
  const count = field?.type === 'array' ? field.value.length : 0;
  const verdict = accepted.includes(count) ? 'right' : count === 0 ? 'missing' : 'wrong';
  return { path, expected: accepted[0]!, verdict, given: String(count), ...(field !== undefined && { confidence: field.confidence }) };
}

function describe(field: Field | undefined, layout: DocumentLayout): Partial<PathResult> {
  if (field === undefined) return {};
  const value = 'value' in field && typeof field.value !== 'object' ? String(field.value) : JSON.stringify(field.value);
  return { given: field.type === 'address' ? textOf(layout, field) : value, confidence: field.confidence };
}

export function fieldAt(fields: Fields, path: string): Field | undefined {
  let field: Field | undefined;
  for (const step of path.split(/[.[\]]+/u).filter((part) => part !== '')) {
    if (field === undefined) field = fields[step];
    else if (field.type === 'object') field = field.value[step];
    else if (field.type === 'array') field = field.value[Number(step)];
    else return undefined;
    if (field === undefined) return undefined;
  }
  return field;
}

/** Nested expected fields as paths. */
export function toPaths(value: unknown, path = ''): Record<string, string | number | null> {
  if (Array.isArray(value)) return Object.assign({}, ...value.map((entry, i) => toPaths(entry, `${path}[${String(i)}]`))) as never;
  if (typeof value === 'object' && value !== null)
    return Object.assign(
      {},
      ...Object.entries(value).map(([name, part]) => toPaths(part, path === '' ? name : `${path}.${name}`)),
    ) as never;
  return { [path]: value as string | number | null };
}
