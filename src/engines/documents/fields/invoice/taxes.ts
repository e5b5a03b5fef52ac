/** Taxes by rate, and the total tax as the sum of its parts: rates, or taxes such as CGST and SGST. */
import type { Field } from '../field.ts';
import { findTaxRows } from '../line-items/tax-rows.ts';
import type { Evidence } from '../scoring/confidence.ts';
import type { FieldWriter } from '../scoring/field-writer.ts';
import { arrayField, objectField } from '../scoring/field-writer.ts';
import type { Prepared } from '../scoring/score-fields.ts';

const MAX_PARTS = 6;
const cents = (amount: number): number => Math.round(amount * 100);
const amountOf = (field: Field | undefined): number | undefined => (field?.type === 'currency' ? field.value?.amount : undefined);

export function addTaxes(fields: Record<string, Field>, prepared: Prepared, writer: FieldWriter): void {
  const { segmented, labels, lineItems, locale } = prepared;
  const taxes = findTaxRows(segmented, labels, 'TotalTax', lineItems.items, locale);
  const evidence = (isConsistent: boolean, ocrConfidence: number): Evidence => ({
    score: isConsistent ? 4 : 2,
    runnerUp: 0,
    holds: isConsistent,
    fails: false,
    ocrConfidence,
  });
  if (taxes.length > 0)
    fields.TaxDetails = arrayField(
      taxes.map(({ rate, amount, isConsistent }) =>
        objectField({
          Amount: writer.field('currency', amount, 'tax', evidence(isConsistent, amount.confidence)),
          Rate: writer.field('string', rate, 'tax', evidence(isConsistent, rate.confidence)),
        }),
      ),
    );
  const [net, tax, total] = [amountOf(fields.SubTotal), amountOf(fields.TotalTax), amountOf(fields.InvoiceTotal)];
  const isRight = net !== undefined && total !== undefined && tax !== undefined && cents(net + tax) === cents(total);
  if (isRight) return;
  const parts = taxes.length > 1 ? taxes.map(({ tax: amount }) => amount) : taxParts(prepared);
  const sum = cents(parts.reduce((all, part) => all + part, 0));
  const fits = net !== undefined && total !== undefined && cents(total - net) === sum;
  const isCertain = taxes.length > 1 && taxes.every(({ isConsistent }) => isConsistent);
  if (parts.length < 2 || !(fits || (tax === undefined && isCertain))) return;
  const ocrConfidence = Math.min(1, ...taxes.map(({ amount }) => amount.confidence));
  fields.TotalTax = writer.value(
    { type: 'currency', value: { amount: sum / 100 } },
    { text: '', items: [] },
    'tax',
    evidence(fits, ocrConfidence),
  );
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
