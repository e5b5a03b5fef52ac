/**
 * What was found beside what is true, leaf by leaf. Amounts, dates and numbers have to be equal; names, descriptions and
 * addresses may differ by one letter in ten, so that a slip of reading is not counted as a field not found; other texts
 * (numbers of invoices, codes) have to be equal in letters and figures. Entries of arrays are paired by what they share.
 */
import type { Field } from '../../../src/engines/fields/field.ts';
import { distance } from '../../../src/engines/fields/text/lexicon.ts';
import type { DocumentLayout } from '../../../src/engines/layout/model/structure.ts';
import type { TrueValue } from './expected-fields.ts';

export interface Leaf { path: string; field?: Field; right: boolean; there: boolean }

const WORDY = /Name|Recipient|Address|Description|PaymentTerm|Category|Method/u;

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^\p{L}\d]/gu, '');

export function similar(one: string, other: string): boolean {
  const [a, b] = [folded(one), folded(other)];
  const most = Math.floor(Math.max(a.length, b.length) * 0.1);
  return a === b || (most > 0 && distance(a, b, most) <= most);
}

/** Whether a text says the true value of a field of that name. */
export const sameText = (path: string, text: string, truth: string): boolean => WORDY.test(path) ? similar(text, truth) : folded(text) === folded(truth);

export const textOf = ({ items }: DocumentLayout, field: Field): string => field.items.map((i) => items[i]!).map((item) => item.kind === 'word' ? item.text : '').join(' ');

function isRight(path: string, field: Field, truth: TrueValue, layout: DocumentLayout): boolean {
  if (field.type === 'currency') return field.value !== undefined && Math.abs(Math.abs(field.value.amount) - Math.abs(Number(truth))) < 0.005;
  if (field.type === 'number' || field.type === 'integer') return field.value !== undefined && Math.abs(field.value - Number(truth)) < 0.0005;
  if (field.type === 'date' || field.type === 'time') return field.value === truth;
  if (field.type === 'phoneNumber') return (field.value ?? '').replace(/\D/gu, '').slice(-7) === String(truth).replace(/\D/gu, '').slice(-7);
  if (field.type === 'address') return sameText(path, textOf(layout, field), String(truth));
  if (field.type === 'string' || field.type === 'countryRegion') return sameText(path, field.value ?? '', String(truth));
  return false;
}

export function compare(fields: Readonly<Record<string, Field>>, truth: Readonly<Record<string, TrueValue>>, layout: DocumentLayout, open: ReadonlySet<string> = new Set()): Leaf[] {
  const leaves: Leaf[] = [];
  for (const name of new Set([...Object.keys(fields), ...Object.keys(truth)])) {
    if (open.has(name)) continue;
    leaves.push(...compareOne(name, fields[name], truth[name], layout));
  }
  return leaves;
}

function compareOne(path: string, field: Field | undefined, truth: TrueValue | undefined, layout: DocumentLayout): Leaf[] {
  if (field?.type === 'array' || Array.isArray(truth)) return entries(path, field?.type === 'array' ? field.value : [], (truth ?? []) as readonly TrueValue[], layout);
  if (field?.type === 'object' || (typeof truth === 'object')) {
    const own = field?.type === 'object' ? field.value : {};
    const wanted = (truth ?? {}) as Readonly<Record<string, TrueValue>>;
    return [...new Set([...Object.keys(own), ...Object.keys(wanted)])].flatMap((name) => compareOne(`${path}.${name}`, own[name], wanted[name], layout));
  }
  return [{ path, field, there: truth !== undefined, right: field !== undefined && truth !== undefined && isRight(path, field, truth, layout) }];
}

function entries(path: string, found: readonly Field[], truth: readonly TrueValue[], layout: DocumentLayout): Leaf[] {
  const own = `${path}.*`;
  const pairs = found.flatMap((field, i) => truth.map((value, k) => {
    const leaves = compareOne(own, field, value, layout);
    return { i, k, leaves, right: leaves.filter(({ right }) => right).length - Math.abs(i - k) * 0.01 };
  })).sort((a, b) => b.right - a.right);
  const [usedFound, usedTruth] = [new Set<number>(), new Set<number>()];
  const leaves: Leaf[] = [];
  for (const { i, k, leaves: own2, right } of pairs) {
    if (usedFound.has(i) || usedTruth.has(k) || right <= 0) continue;
    usedFound.add(i);
    usedTruth.add(k);
    leaves.push(...own2);
  }
  found.forEach((field, i) => { if (!usedFound.has(i)) leaves.push(...compareOne(own, field, undefined, layout)); });
  truth.forEach((value, k) => { if (!usedTruth.has(k)) leaves.push(...compareOne(own, undefined, value, layout)); });
  return leaves;
}

export interface Score { right: number; given: number; there: number }

export const noScore = (): Score => ({ right: 0, given: 0, there: 0 });

export function addLeaves(score: Score, leaves: readonly Leaf[]): Score {
  for (const { right, there, field } of leaves) {
    score.right += Number(right);
    score.given += Number(field !== undefined);
    score.there += Number(there);
  }
  return score;
}

export const f1 = ({ right, given, there }: Score): number => given + there === 0 ? 1 : (2 * right) / (given + there);

