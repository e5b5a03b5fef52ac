/** The tip of a receipt, often written by hand: what the total has more than subtotal and tax, if nearly its figures were read. */
import { editDistance } from '../text/similar-texts.ts';
import type { FoundField, Prepared } from '../scoring/score-fields.ts';

/** The found fields with a tip that fits, in the total where one with it is printed; without one that exceeds the total. */
export function fixTip(found: ReadonlyMap<string, FoundField>, { candidates }: Prepared): ReadonlyMap<string, FoundField> {
  const [tip, total, subtotal, tax] = ['Tip', 'Total', 'Subtotal', 'TotalTax'].map((name) => found.get(name)?.candidate);
  if (tip?.amount === undefined || total?.amount === undefined) return found;
  const rest = Math.round(100 * (total.amount - (subtotal?.amount ?? Infinity) - (tax?.amount ?? 0)));
  const [printed, due] = [tip.text.replace(/\D/gu, ''), String(rest)];
  // A wrong figure, and perhaps one for the point.
  const maxEdits = printed.length === due.length ? 1 : 2;
  const fixed = new Map(found);
  if (rest >= 100 && rest !== Math.round(100 * tip.amount) && editDistance(printed, due, maxEdits) <= maxEdits) {
    const amount = rest / 100;
    fixed.set('Tip', { ...found.get('Tip')!, candidate: { ...tip, amount, money: { ...tip.money, amount } } });
  } else if (tip.amount > total.amount) fixed.delete('Tip');
  const whole = candidates.find(
    ({ candidate: { kind, amount }, relations }) =>
      kind === 'money' &&
      Math.abs(amount! - total.amount! - tip.amount!) < 0.005 &&
      relations.some(({ label }) => label.meanings.some(({ field }) => field === 'Total')),
  )?.candidate;
  if (whole !== undefined && tip.amount > 0) fixed.set('Total', { ...found.get('Total')!, candidate: whole });
  return fixed;
}
