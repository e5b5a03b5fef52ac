/** Taxes by rate, and the total tax as the sum of its parts: rates, or taxes such as CGST and SGST. */
import type { Field } from '../field.ts';
import { findTaxRows } from '../line-items/tax-rows.ts';
import { taxEvidence } from '../scoring/confidence.ts';
import type { FieldWriter } from '../scoring/field-writer.ts';
import { arrayField, objectField } from '../scoring/field-writer.ts';
import type { Prepared } from '../scoring/score-fields.ts';
import { moneyOf } from '../values/money.ts';
import { toCents } from '../values/numbers.ts';
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
  const named = taxes.length > 1 ? taxes.map(({ tax: amount }) => amount) : taxParts(prepared);
  const parts = [named, lineTaxes(prepared), rowTaxes(prepared)].find(({ length }) => length > 1) ?? [];
  completeSums(fields, prepared, parts, writer);
  const isCertain = taxes.length > 1 && taxes.every(({ isConsistent }) => isConsistent);
  if (fields.TotalTax !== undefined || !isCertain) return;
  const ocrConfidence = Math.min(1, ...taxes.map(({ amount }) => amount.confidence));
  const sum = parts.reduce((all, part) => all + Math.round(part * 100), 0) / 100;
  const value = { type: 'currency' as const, value: { amount: sum } };
  fields.TotalTax = writer.value(value, { text: '', items: [] }, 'tax', taxEvidence(false, ocrConfidence));
}

/** Taxes of the lines, if all have one and their sum is printed. */
function lineTaxes({ lineItems: { rows }, candidates, locale }: Prepared): number[] {
  const taxes = rows.map(({ cells: { Tax } }) =>
    Tax === undefined || Tax.text.includes('%') ? undefined : moneyOf(Tax.text, { locale })?.amount,
  );
  const own = taxes.filter((tax) => tax !== undefined);
  const sum = toCents(own.reduce((all, tax) => all + tax, 0));
  const isPrinted = candidates.some(({ candidate: { amount } }) => amount !== undefined && toCents(amount) === sum);
  return own.length === rows.length && isPrinted ? own : [];
}

/** "Net 100.00   VAT 20.00   VAT 5.00   Total 125.00" side by side, whose labels are above. */
function rowTaxes({ candidates, lineItems }: Prepared): number[] {
  const money = candidates
    .map(({ candidate }) => candidate)
    .filter(({ kind, amount, items }) => kind === 'money' && amount! > 0 && !items.some((item) => lineItems.items.has(item)));
  for (const row of Map.groupBy(money, ({ segment }) => segment.row).values()) {
    const amounts = row.sort((a, b) => a.box.left - b.box.left).map(({ amount }) => amount!);
    const [total, sum] = [amounts.at(-1)!, amounts.slice(0, -1).reduce((all, amount) => all + amount, 0)];
    if (amounts.length > 3 && toCents(sum) === toCents(total) && sum < 1.5 * amounts[0]!) return amounts.slice(1, -1);
  }
  return [];
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
