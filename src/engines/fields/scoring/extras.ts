/** Amounts that count in the sums of a document without being fields: freight, fees, rounding, what was paid before. */
import type { Candidate } from '../candidates/candidates.ts';
import type { Label } from '../text/lexicon.ts';

/** Whether two amounts are the same within `slack`, or become so by extras of the document. */
export type Agreement = (one: number, other: number, slack?: number) => boolean;

/** All ways to take some of them are tried, so there are few. */
const MOST_EXTRAS = 5;

/** The last amount in the row of each label. */
export function extrasOf(labels: readonly Label[], candidates: readonly Candidate[], wanted: ReadonlySet<string>): number[] {
  const rows = new Set(labels.filter(({ meanings }) => meanings.some(({ field }) => wanted.has(field))).map(({ segment }) => segment.row));
  const last = new Map<number, Candidate>();
  for (const candidate of candidates) {
    if (candidate.kind === 'money' && rows.has(candidate.segment.row) && (last.get(candidate.segment.row)?.box.right ?? -Infinity) < candidate.box.right) last.set(candidate.segment.row, candidate);
  }
  return [...last.values()].map(({ amount }) => amount!).filter((amount) => amount !== 0).slice(0, MOST_EXTRAS);
}

/** An extra is added or taken off: discounts are printed with a minus and without. */
export function agreementOf(extras: readonly number[]): Agreement {
  const sums = extras.reduce<number[]>((all, extra) => all.flatMap((sum) => [sum, sum + extra, sum - extra]), [0]);
  return (one, other, slack = 0.015) => sums.some((sum) => Math.abs(one + sum - other) < slack);
}
