/** Taxes by rate, and the total tax as the sum of its parts: rates, or taxes such as CGST and SGST. */
import type { Field } from '../field.ts';
import { findTaxRows } from '../line-items/tax-rows.ts';
import { taxEvidence } from '../scoring/confidence.ts';
import type { FieldWriter } from '../scoring/field-writer.ts';
import { arrayField, objectField } from '../scoring/field-writer.ts';
import type { Prepared } from '../scoring/score-fields.ts';
import { completeSums } from './sums.ts';

const MAX_PARTS = 6;

export function addTaxes(fields: Record<string, Field>, prepared: Prepared, writer: FieldWriter): void {
  const { segmented, labels, lineItems, locale } = prepared;
  const taxes = findTaxRows(segmented, labels, 'TotalTax', lineItems.items, locale);
  if (taxes.length > 0)
    fields.TaxDetails = arrayField(
      taxes.map(({ rate, amount, isConsistent }) =>
        objectField({
          Amount: writer.field('currency', amount, 'tax', taxEvidence(isConsistent, amount.confidence)),
          Rate: writer.field('string', rate, 'tax', taxEvidence(isConsistent, rate.confidence)),
        }),
      ),
    );
  const parts = taxes.length > 1 ? taxes.map(({ tax: amount }) => amount) : taxParts(prepared);
  completeSums(fields, prepared, parts, writer);
  const isCertain = taxes.length > 1 && taxes.every(({ isConsistent }) => isConsistent);
  if (fields.TotalTax !== undefined || !isCertain) return;
  const ocrConfidence = Math.min(1, ...taxes.map(({ amount }) => amount.confidence));
  const sum = parts.reduce((all, part) => all + Math.round(part * 100), 0) / 100;
  const value = { type: 'currency' as const, value: { amount: sum } };
  fields.TotalTax = writer.value(value, { text: '', items: [] }, 'tax', taxEvidence(false, ocrConfidence));
}

/** The last amount of each row that names a tax. */
function taxParts({ labels, candidates, lineItems }: Prepared): number[] {
  const rows = new Set(
    labels.filter(({ meanings }) => meanings.some(({ field }) => field === 'TotalTax')).map(({ segment }) => segment.row),
  );
  const last = new Map<number, { right: number; amount: number }>();
  for (const { candidate } of candidates) {
    const { kind, segment, items, box, amount } = candidate;
    if (kind !== 'money' || !rows.has(segment.row) || items.some((item) => lineItems.items.has(item))) continue;
    if (box.right > (last.get(segment.row)?.right ?? -Infinity)) last.set(segment.row, { right: box.right, amount: amount! });
  }
  return [...last.values()].map(({ amount }) => amount).slice(0, MAX_PARTS);
}
