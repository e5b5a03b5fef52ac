/** Amounts that count in sums without being fields: freight, fees, rounding, earlier payments. */
import type { Candidate } from '../candidates/candidates.ts';
import type { Label } from '../text/lexicon.ts';

/** Whether two amounts are equal within `slack`, possibly after adding or subtracting extras. */
export type AmountComparison = (one: number, other: number, slack?: number) => boolean;

/** All combinations are tried, so the number is small. */
export const MAX_EXTRAS = 5;

/** The last amount in the row of each label. */
export function findExtras(labels: readonly Label[], candidates: readonly Candidate[], wanted: ReadonlySet<string>): number[] {
  const rows = new Set(labels.filter(({ meanings }) => meanings.some(({ field }) => wanted.has(field))).map(({ segment }) => segment.row));
  const last = new Map<number, Candidate>();
  for (const candidate of candidates) {
    if (
      candidate.kind === 'money' &&
      rows.has(candidate.segment.row) &&
      (last.get(candidate.segment.row)?.box.right ?? -Infinity) < candidate.box.right
    )
      last.set(candidate.segment.row, candidate);
  }
  return [...last.values()]
    .map(({ amount }) => amount!)
    .filter((amount) => amount !== 0)
    .slice(0, MAX_EXTRAS);
}

/** Extras are added or subtracted: discounts are printed with and without a minus. */
export function createAmountComparison(extras: readonly number[]): AmountComparison {
  const sums = extras.reduce<number[]>((all, extra) => all.flatMap((sum) => [sum, sum + extra, sum - extra]), [0]);
  return (one, other, slack = 0.015) => sums.some((sum) => Math.abs(one + sum - other) < slack);
}
