/** Sums of a receipt that must hold; if prices include tax, the total is the sum of the lines. */
import type { LineItems } from '../line-items/line-items.ts';
import type { CheckResult } from '../scoring/assignment.ts';
import type { AmountComparison } from '../scoring/extras.ts';

export const CHECKED: ReadonlySet<string> = new Set(['Total', 'Subtotal', 'TotalTax', 'Tip']);

/** Some countries round cash payments to five cents. */
const SLACK = 0.055;

export function checkReceipt(
  amount: (field: string) => number | undefined,
  { total: lines }: LineItems,
  isSameAmount: AmountComparison,
): CheckResult[] {
  const isSame = (one: number, other: number): boolean => isSameAmount(one, other, SLACK);
  const [total, subtotal, tax, tip] = ['Total', 'Subtotal', 'TotalTax', 'Tip'].map(amount);
  const results: CheckResult[] = [];
  const addResult = (check: string, holds: boolean, fields: readonly string[]): void => {
    results.push({ check, holds, fields });
  };
  if (total !== undefined && subtotal !== undefined) {
    const sum = subtotal + (tax ?? 0);
    const holds = isSame(sum, total) || isSame(sum + (tip ?? 0), total) || isSame(subtotal, total);
    addResult('net and tax', holds, [
      'Total',
      'Subtotal',
      ...(tax === undefined ? [] : ['TotalTax']),
      ...(tip !== undefined && isSame(sum + tip, total) ? ['Tip'] : []),
    ]);
  }
  if (lines !== undefined) {
    const sums = [lines, lines + (tax ?? 0), lines + (tax ?? 0) + (tip ?? 0), lines + (tip ?? 0)];
    if (subtotal !== undefined)
      addResult('lines and net', isSame(lines, subtotal) || (tax !== undefined && isSame(lines - tax, subtotal)), ['Subtotal']);
    if (total !== undefined)
      addResult(
        'lines and total',
        sums.some((sum) => isSame(sum, total)),
        ['Total'],
      );
  }
  if (total !== undefined && tax !== undefined && tax > total * 0.4) addResult('tax above two fifths', false, ['Total', 'TotalTax']);
  if (total !== undefined && subtotal !== undefined && subtotal > total && !isSame(subtotal, total))
    addResult('net above total', false, ['Total', 'Subtotal']);
  return results;
}
