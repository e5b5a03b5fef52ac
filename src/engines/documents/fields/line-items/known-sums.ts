/** Amounts in rows with labels of sums: what the amounts of line items may add up to. */
import type { Label } from '../text/lexicon.ts';
import type { SegmentedText } from '../text/segmented-text.ts';
import { readingsOf } from './line-figures.ts';
import { moneyIn } from '../values/money.ts';

const MAX_SUMS = 60;

export function knownSums(segmented: SegmentedText, labels: readonly Label[], fields: ReadonlySet<string>, locale?: string): number[] {
  const rows = new Set(labels.filter(({ meanings }) => meanings.some(({ field }) => fields.has(field))).map(({ segment }) => segment.row));
  const sums = new Set<number>();
  for (const row of rows)
    for (const { text } of segmented.rows[row]!.segments)
      for (const { value, start, end } of moneyIn(text, { locale }))
        if (/\d[.,]\d{2}(?!\d)|[^\d\s.,]\s?\d|^\d[\d., ]*$/u.test(text.slice(start, end)) && value.amount !== 0)
          for (const amount of [value.amount, ...readingsOf(text.slice(start, end).replace(/[^\d.,]/gu, ''), 'whole', locale)])
            sums.add(amount);
  return [...sums].slice(0, MAX_SUMS);
}
