/**
 * Compares found fields with expected fields, leaf by leaf. Amounts, dates and numbers must be equal; names, descriptions
 * and addresses may differ in one letter out of ten, so that an OCR error does not count as a missing field; other texts
 * must have equal letters and digits. Array entries are paired by similarity.
 */
import type { Field } from '../../../../src/engines/documents/fields/field.ts';
import { editDistance } from '../../../../src/engines/documents/fields/text/similar-texts.ts';
import type { DocumentLayout } from '../../../../src/engines/documents/layout/model/structure.ts';
import type { ExpectedValue } from './expected-fields.ts';

export interface Leaf {
  path: string;
  field?: Field;
  right: boolean;
  isExpected: boolean;
}

const FUZZY_FIELDS = /Name|Recipient|Address|Description|PaymentTerm|Category|Method/u;

const foldValue = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '');

export function isSimilarText(one: string, other: string): boolean {
  const [a, b] = [foldValue(one), foldValue(other)];
  const maxEdits = Math.floor(Math.max(a.length, b.length) * 0.1);
  return a === b || (maxEdits > 0 && editDistance(a, b, maxEdits) <= maxEdits);
}

/** Whether a text equals the expected value of a field. */
export const isSameText = (path: string, text: string, expected: string): boolean =>
  FUZZY_FIELDS.test(path) ? isSimilarText(text, expected) : foldValue(text) === foldValue(expected);

export const textOf = ({ items }: DocumentLayout, field: Field): string =>
  field.content ??
  field.items
    .map((i) => items[i]!)
    .map((item) => (item.kind === 'word' ? item.text : ''))
    .join(' ');

/** Whether a field of a simple type has the expected value. */
export function isRight(path: string, field: Field, expected: ExpectedValue, layout: DocumentLayout): boolean {
  if (field.type === 'currency')
    return field.value !== undefined && Math.abs(Math.abs(field.value.amount) - Math.abs(Number(expected))) < 0.005;
  if (field.type === 'number' || field.type === 'integer')
    return field.value !== undefined && Math.abs(field.value - Number(expected)) < 0.0005;
  if (field.type === 'date' || field.type === 'time') return field.value === expected;
  if (field.type === 'phoneNumber')
    return (field.value ?? '').replace(/\D/gu, '').slice(-7) === String(expected).replace(/\D/gu, '').slice(-7);
  if (field.type === 'address') return isSameText(path, textOf(layout, field), String(expected));
  if (field.type === 'boolean' || field.type === 'selectionMark') return String(field.value) === String(expected);
  if (field.type === 'string' || field.type === 'countryRegion') return isSameText(path, field.value ?? '', String(expected));
  return false;
}

export function compare(
  fields: Readonly<Record<string, Field>>,
  expected: Readonly<Record<string, ExpectedValue>>,
  layout: DocumentLayout,
  optionalFields: ReadonlySet<string> = new Set(),
): Leaf[] {
  const leaves: Leaf[] = [];
  for (const name of new Set([...Object.keys(fields), ...Object.keys(expected)])) {
    if (optionalFields.has(name)) continue;
    leaves.push(...compareField(name, fields[name], expected[name], layout));
  }
  return leaves;
}

function compareField(path: string, field: Field | undefined, expected: ExpectedValue | undefined, layout: DocumentLayout): Leaf[] {
  if (field?.type === 'array' || Array.isArray(expected))
    return compareEntries(path, field?.type === 'array' ? field.value : [], (expected ?? []) as readonly ExpectedValue[], layout);
  if (field?.type === 'object' || typeof expected === 'object') {
    const own = field?.type === 'object' ? field.value : {};
    const expectedParts = (expected ?? {}) as Readonly<Record<string, ExpectedValue>>;
    return [...new Set([...Object.keys(own), ...Object.keys(expectedParts)])].flatMap((name) =>
      compareField(`${path}.${name}`, own[name], expectedParts[name], layout),
    );
  }
  return [
    {
      path,
      field,
      isExpected: expected !== undefined,
      right: field !== undefined && expected !== undefined && isRight(path, field, expected, layout),
    },
  ];
}

function compareEntries(path: string, found: readonly Field[], expected: readonly ExpectedValue[], layout: DocumentLayout): Leaf[] {
  const own = `${path}.*`;
  const pairs = found
    .flatMap((field, i) =>
      expected.map((value, k) => {
        const leaves = compareField(own, field, value, layout);
        return { i, k, leaves, right: leaves.filter(({ right }) => right).length - Math.abs(i - k) * 0.01 };
      }),
    )
    .sort((a, b) => b.right - a.right);
  const [usedFound, usedExpected] = [new Set<number>(), new Set<number>()];
  const leaves: Leaf[] = [];
  for (const { i, k, leaves: pairLeaves, right } of pairs) {
    if (usedFound.has(i) || usedExpected.has(k) || right <= 0) continue;
    usedFound.add(i);
    usedExpected.add(k);
    leaves.push(...pairLeaves);
  }
  found.forEach((field, i) => {
    if (!usedFound.has(i)) leaves.push(...compareField(own, field, undefined, layout));
  });
  expected.forEach((value, k) => {
    if (!usedExpected.has(k)) leaves.push(...compareField(own, undefined, value, layout));
  });
  return leaves;
}

export interface Score {
  right: number;
  given: number;
  expected: number;
}

export const emptyScore = (): Score => ({ right: 0, given: 0, expected: 0 });

export function addLeaves(score: Score, leaves: readonly Leaf[]): Score {
  for (const { right, isExpected, field } of leaves) {
    score.right += Number(right);
    score.given += Number(field !== undefined);
    score.expected += Number(isExpected);
  }
  return score;
}

export const f1 = ({ right, given, expected }: Score): number => (given + expected === 0 ? 1 : (2 * right) / (given + expected));
