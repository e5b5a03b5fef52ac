/** Checks the fields that a model finds on a sketched page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '../../src/engines/documents/fields/field.ts';
import type { FieldModel } from '../../src/engines/documents/fields/field-model.ts';
import type { TestLine } from './test-layout.ts';
import { createTestLayout } from './test-layout.ts';

/** Values without confidences and items; of an address its street, of an amount its number. */
const plainValue = (field: Field): unknown =>
  field.type === 'array'
    ? field.value.map(plainValue)
    : field.type === 'object'
      ? plainValues(field.value)
      : field.type === 'address'
        ? field.value?.streetAddress
        : field.type === 'currency'
          ? field.value?.amount
          : field.value;

const plainValues = (fields: Readonly<Record<string, Field>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, plainValue(field)]));

/** A line of text at a place. */
export const at = (left: number, top: number, text: string, height = 8): TestLine => ({ text, left, top, height });

/** Rows below each other: `^` starts small captions, `|` separates columns. */
export function sketch(...rows: readonly string[]): TestLine[] {
  let top = 10;
  return rows.flatMap((row) => {
    const height = row.startsWith('^') ? 6 : 8;
    top += height + 5;
    return row
      .replace('^', '')
      .split('|')
      .map((text, i) => at(20 + 160 * i, top - height, text, height));
  });
}

/** The documents that a model finds, each with its type. */
export const readPrinted = ({ extract }: FieldModel, lines: readonly TestLine[]): Record<string, unknown>[] =>
  extract(createTestLayout(lines, { width: 500, height: 300 }), {}).map(({ docType, fields }) => ({ docType, ...plainValues(fields) }));

/** A test that the first document has the expected values, among others. */
export function checkPrinted(model: FieldModel, name: string, lines: readonly TestLine[], expected: Record<string, unknown>): void {
  void test(name, () => {
    const own = readPrinted(model, lines)[0] ?? {};
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, own[key]])), expected);
  });
}
