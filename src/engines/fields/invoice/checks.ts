/** Sums of an invoice that must hold: they tell which of several amounts is meant, and how sure it is. */
import type { Purchases } from '../line-items/line-items.ts';
import type { Verdict } from '../scoring/assignment.ts';
import type { Agreement } from '../scoring/extras.ts';

export const CHECKED: ReadonlySet<string> = new Set(['SubTotal', 'TotalTax', 'TotalDiscount', 'InvoiceTotal', 'AmountDue', 'PreviousUnpaidBalance']);

export function checkInvoice(amount: (field: string) => number | undefined, { total: lines, rows }: Purchases, same: Agreement): Verdict[] {
  const [subtotal, tax, discount, total, due, before] = ['SubTotal', 'TotalTax', 'TotalDiscount', 'InvoiceTotal', 'AmountDue', 'PreviousUnpaidBalance'].map(amount);
  const verdicts: Verdict[] = [];
  const say = (check: string, holds: boolean, fields: readonly string[]): void => {
    verdicts.push({ check, holds, fields });
  };
  const off = Math.abs(discount ?? 0);
  if (subtotal !== undefined && total !== undefined && (tax !== undefined || discount !== undefined)) {
    const sum = subtotal + (tax ?? 0);
    say('net and tax', same(sum, total) || same(sum - off, total), ['SubTotal', 'TotalTax', 'InvoiceTotal', ...(discount === undefined || same(sum, total) ? [] : ['TotalDiscount'])]);
  }
  if (lines !== undefined && rows.length > 0) {
    if (subtotal !== undefined) say('lines and net', same(lines, subtotal) || same(lines - off, subtotal), ['SubTotal']);
    else if (total !== undefined) say('lines and total', same(lines, total) || same(lines + (tax ?? 0) - off, total), ['InvoiceTotal']);
  }
  if (due !== undefined && total !== undefined) say('total and due', same(total + (before ?? 0), due) || due < total, ['AmountDue', 'InvoiceTotal', 'PreviousUnpaidBalance']);
  if (subtotal !== undefined && total !== undefined && subtotal > total + off + 0.015) say('net above total', false, ['SubTotal', 'InvoiceTotal']);
  if (tax !== undefined && total !== undefined && tax > total * 0.5) say('tax above half', false, ['TotalTax', 'InvoiceTotal']);
  return verdicts;
}
