import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutDocument } from '../layout/layout-document.ts';
import { calibrate, calibrationEvidence } from './calibration.ts';
import type { Field, FoundDocument } from './field.ts';

const NO_TEXT = layoutDocument([]);
const money = (amount: number, confidence = 0.9): Field => ({ type: 'currency', value: { amount }, items: [], confidence });
const invoice = (fields: Record<string, Field>): FoundDocument => ({ docType: 'invoice', pages: [0], fields, confidence: 0.9 });

test('corrects confidences of fields, entries and their parts', () => {
  const item: Field = { type: 'object', value: { Amount: money(5) }, items: [], confidence: 0.9 };
  const given = invoice({ InvoiceTotal: money(5), Items: { type: 'array', value: [item], items: [], confidence: 0.9 } });
  const { fields } = calibrate(given, NO_TEXT, { bias: 0, 'field InvoiceTotal': 2, 'field Items.Amount': -2 });
  assert.equal(fields['InvoiceTotal']!.confidence, 0.881);
  const entry = (fields['Items'] as Field & { type: 'array' }).value[0] as Field & { type: 'object' };
  assert.equal(entry.value['Amount']!.confidence, 0.119);
});

test('distinguishes amounts that add up from those that do not', () => {
  const evidence = (subtotal: number, tax: number, total: number): object => {
    const fields = { SubTotal: money(subtotal), TotalTax: money(tax), InvoiceTotal: money(total) };
    return calibrationEvidence(fields, NO_TEXT)('InvoiceTotal', fields.InvoiceTotal);
  };
  assert.ok('sum' in evidence(100, 19, 119));
  assert.ok('noSum' in evidence(100, 19, 100));
});

test('counts the amounts of line items', () => {
  const item = (amount: number): Field => ({ type: 'object', value: { Amount: money(amount) }, items: [], confidence: 0.9 });
  const fields = { InvoiceTotal: money(12), Items: { type: 'array', value: [item(4), item(8)], items: [], confidence: 0.9 } as Field };
  assert.ok('itemSum' in calibrationEvidence(fields, NO_TEXT)('Items', fields.Items));
});
