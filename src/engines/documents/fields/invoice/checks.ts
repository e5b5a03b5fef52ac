/** Sums of an invoice that must hold: they help to choose amounts and raise their confidence. */
import type { LineItems } from '../line-items/line-items.ts';
import type { CheckResult } from '../scoring/assignment.ts';
import { isUsualRate } from '../scoring/amount-features.ts';
import type { AmountComparison } from '../scoring/extras.ts';
import { toCents } from '../values/numbers.ts';

export const CHECKED: ReadonlySet<string> = new Set([
  'SubTotal',
  'TotalTax',
  'TotalDiscount',
  'InvoiceTotal',
  'AmountDue',
  'PreviousUnpaidBalance',
]);

export function checkInvoice(
  amount: (field: string) => number | undefined,
  { total: lines, rows }: LineItems,
  isSame: AmountComparison,
): CheckResult[] {
  const [subtotal, tax, discount, total, due, before] = [
    'SubTotal',
    'TotalTax',
    'TotalDiscount',
    'InvoiceTotal',
    'AmountDue',
    'PreviousUnpaidBalance',
  ].map(amount);
  const results: CheckResult[] = [];
  const addResult = (check: string, holds: boolean, fields: readonly string[]): void => {
    results.push({ check, holds, fields });
  };
  const discountAmount = Math.abs(discount ?? 0);
  if (subtotal !== undefined && total !== undefined && (tax !== undefined || discount !== undefined)) {
    const sum = subtotal + (tax ?? 0);
    addResult('net and tax', isSame(sum, total) || isSame(sum - discountAmount, total), [
      'SubTotal',
      'TotalTax',
      'InvoiceTotal',
      ...(discount === undefined || isSame(sum, total) ? [] : ['TotalDiscount']),
    ]);
  }
  if (lines !== undefined && rows.length > 0) {
    if (subtotal !== undefined)
      addResult('lines and net', isSame(lines, subtotal) || isSame(lines - discountAmount, subtotal), ['SubTotal']);
    else if (total !== undefined) {
      const isIncluded = tax === undefined || isUsualRate(toCents(total - tax), toCents(tax));
      const holds = isSame(lines + (tax ?? 0) - discountAmount, total) || (isIncluded && isSame(lines - discountAmount, total));
      // Lines that add up to the total prove nothing if neither a tax nor a discount is in it.
      if (holds || !isSame(lines, total)) addResult('lines and total', holds, ['InvoiceTotal']);
    }
  }
  // What is due after a discount is the total.
  const isReduced = discountAmount > 0 && total !== undefined && due !== undefined && isSame(total - discountAmount, due);
  if (due !== undefined && total !== undefined)
    addResult('total and due', isSame(total + (before ?? 0), due) || (due < total && !isReduced), [
      'AmountDue',
      'InvoiceTotal',
      'PreviousUnpaidBalance',
    ]);
  if (subtotal !== undefined && total !== undefined && subtotal > total + discountAmount + 0.015)
    addResult('net above total', false, ['SubTotal', 'InvoiceTotal']);
  if (tax !== undefined && total !== undefined && tax > total * 0.5) addResult('tax above half', false, ['TotalTax', 'InvoiceTotal']);
  return results;
}
