/** Sums of a receipt that must hold; where taxes are within the prices, the total is the sum of the lines. */
import type { Purchases } from '../line-items/line-items.ts';
import type { Verdict } from '../scoring/assignment.ts';
import type { Agreement } from '../scoring/extras.ts';

export const CHECKED: ReadonlySet<string> = new Set(['Total', 'Subtotal', 'TotalTax', 'Tip']);

/** Change of a few cents is rounded away in some countries. */
const SLACK = 0.055;

export function checkReceipt(amount: (field: string) => number | undefined, { total: lines }: Purchases, agrees: Agreement): Verdict[] {
  const same = (one: number, other: number): boolean => agrees(one, other, SLACK);
  const [total, subtotal, tax, tip] = ['Total', 'Subtotal', 'TotalTax', 'Tip'].map(amount);
  const verdicts: Verdict[] = [];
  const say = (check: string, holds: boolean, fields: readonly string[]): void => {
    verdicts.push({ check, holds, fields });
  };
  if (total !== undefined && subtotal !== undefined) {
    const sum = subtotal + (tax ?? 0);
    const holds = same(sum, total) || same(sum + (tip ?? 0), total) || same(subtotal, total);
    say('net and tax', holds, ['Total', 'Subtotal', ...(tax === undefined ? [] : ['TotalTax']), ...(tip !== undefined && same(sum + tip, total) ? ['Tip'] : [])]);
  }
  if (lines !== undefined) {
    const sums = [lines, lines + (tax ?? 0), lines + (tax ?? 0) + (tip ?? 0), lines + (tip ?? 0)];
    if (subtotal !== undefined) say('lines and net', same(lines, subtotal) || (tax !== undefined && same(lines - tax, subtotal)), ['Subtotal']);
    if (total !== undefined) say('lines and total', sums.some((sum) => same(sum, total)), ['Total']);
  }
  if (total !== undefined && tax !== undefined && tax > total * 0.4) say('tax above two fifths', false, ['Total', 'TotalTax']);
  if (total !== undefined && subtotal !== undefined && subtotal > total && !same(subtotal, total)) say('net above total', false, ['Total', 'Subtotal']);
  return verdicts;
}
