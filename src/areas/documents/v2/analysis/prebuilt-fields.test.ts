import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field, FoundDocument } from '../../../../engines/documents/fields/field.ts';
import { toFormDocument } from './prebuilt-fields.ts';

const text = (value: string): Field => ({ type: 'string', value, items: [], confidence: 1 });
const found = (docType: string, fields: Record<string, Field>): FoundDocument => ({ docType, pages: [0], fields, confidence: 0.9 });

test('fields of receipts have their former names', () => {
  const item: Field = { type: 'object', value: { Description: text('Bread'), QuantityUnit: text('kg') }, items: [], confidence: 1 };
  const items: Field = { type: 'array', value: [item], items: [], confidence: 1 };
  const { docType, fields } = toFormDocument('prebuilt-receipt', found('receipt.retailMeal', { TotalTax: text('1'), Items: items }));
  assert.equal(docType, 'prebuilt:receipt');
  assert.deepEqual(Object.keys(fields).sort(), ['Items', 'ReceiptType', 'Tax']);
  assert.deepEqual(fields.Items, { ...items, value: [{ ...item, value: { Name: text('Bread') } }] });
  assert.equal(fields.ReceiptType!.value, 'Itemized');
});

test('a receipt without items has its kind', () => {
  const typeOf = (docType: string): unknown => toFormDocument('prebuilt-receipt', found(docType, {})).fields.ReceiptType!.value;
  assert.deepEqual(['receipt.gas', 'receipt.parking', 'receipt.creditCard', 'receipt'].map(typeOf), [
    'Gas',
    'Parking',
    'CreditCard',
    'Other',
  ]);
});

test('identity documents name their kind, and fields of later versions are left out', () => {
  const { docType, fields } = toFormDocument(
    'prebuilt-idDocument',
    found('idDocument.passport', { LastName: text('A'), EyeColor: text('B') }),
  );
  assert.equal(docType, 'prebuilt:idDocument:passport');
  assert.deepEqual(Object.keys(fields), ['LastName']);
});
