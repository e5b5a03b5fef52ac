/** Rows with a tax rate and an amount; if a row also has the net amount, the rate tells which is which. */
import type { Label } from '../text/lexicon.ts';
import type { Cell } from './line-items.ts';
import { toCell } from './line-items.ts';
import type { SegmentedText, SegmentWord } from '../text/segmented-text.ts';
import { wordsIn } from '../text/segmented-text.ts';
import { moneyIn } from '../values/money.ts';
import { numbersIn } from '../values/numbers.ts';

export interface TaxRow {
  rate: Cell;
  percent: number;
  amount: Cell;
  tax: number;
  net?: Cell;
  description?: Cell;
  isConsistent: boolean;
}

const RATE = /\d{1,2}(?:[.,]\d{1,3})?\s?%/gu;

export function findTaxRows(
  segmented: SegmentedText,
  labels: readonly Label[],
  field: string,
  inLines: ReadonlySet<number>,
  locale?: string,
): TaxRow[] {
  const named = Map.groupBy(
    labels.filter(({ meanings }) => meanings.some((meaning) => meaning.field === field)),
    ({ segment }) => segment.row,
  );
  const found: TaxRow[] = [];
  for (const [row, [label]] of named) {
    const { segments } = segmented.rows[row]!;
    if (segments.some(({ words }) => words.some(({ item }) => inLines.has(item)))) continue;
    const rates = segments.flatMap((segment) =>
      [...segment.text.matchAll(RATE)].map((match) => ({
        text: match[0],
        words: wordsIn(segment, match.index, match.index + match[0].length),
      })),
    );
    const amounts = segments.flatMap((segment) =>
      moneyIn(segment.text, { locale }).flatMap(({ value, start, end }) => {
        const behind = segment.text.slice(end);
        return /^\s?%/u.test(behind) || !/[.,]\d{2,3}(?!\d)/u.test(segment.text.slice(start, end))
          ? []
          : [{ amount: value.amount, words: wordsIn(segment, start, end) }];
      }),
    );
    if (rates.length !== 1 || amounts.length === 0 || amounts.length > 3) continue;
    const percent = numbersIn(rates[0]!.text, { locale })[0]?.value;
    if (percent === undefined || percent > 60) continue;
    const isTaxOf = (tax: number, net: number): boolean => Math.abs((net * percent) / 100 - tax) < 0.02;
    const pair = amounts.flatMap((tax) =>
      amounts.filter((net) => net !== tax && isTaxOf(tax.amount, net.amount)).map((net) => ({ tax, net })),
    )[0];
    const tax = pair?.tax ?? amounts.at(-1)!;
    const rateCell = { ...toCell(rates[0]!.words), text: rates[0]!.text };
    found.push({
      rate: rateCell,
      percent,
      amount: toCell(tax.words),
      tax: tax.amount,
      net: pair === undefined ? undefined : toCell(pair.net.words),
      description: toCell(words(label!)),
      isConsistent: pair !== undefined,
    });
  }
  return found;
}

const words = ({ segment, start, end }: Label): SegmentWord[] => wordsIn(segment, start, end);
