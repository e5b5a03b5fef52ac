/** Amounts that count in sums without being fields: freight, fees, rounding, earlier payments. */
import type { Candidate } from '../candidates/candidates.ts';
import type { Label } from '../text/lexicon.ts';
import type { DescribedCandidate } from './features.ts';

/** Whether two amounts are equal within `slack`, possibly after adding or subtracting extras. */
export type AmountComparison = (one: number, other: number, slack?: number) => boolean;

/** All combinations are tried, so the number is small. */
export const MAX_EXTRAS = 5;

/** The last amount in the row of each label, or the first one below it. */
export function findExtras(labels: readonly Label[], candidates: readonly DescribedCandidate[], wanted: ReadonlySet<string>): number[] {
  const isWanted = ({ meanings }: Label): boolean => meanings.some(({ field }) => wanted.has(field));
  const rows = new Set(labels.filter(isWanted).map(({ segment }) => segment.row));
  const last = new Map<number, Candidate>();
  for (const { candidate, relations } of candidates) {
    const { kind, segment, box } = candidate;
    const isBelow = relations.some((one) => isWanted(one.label) && one.kind === 'below' && one.order === 0 && !one.rowHasValue);
    if (kind === 'money' && (isBelow || (rows.has(segment.row) && (last.get(segment.row)?.box.right ?? -Infinity) < box.right)))
      last.set(segment.row, candidate);
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
