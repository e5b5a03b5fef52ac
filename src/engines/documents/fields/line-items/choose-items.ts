/** Chooses between the line items that several ways of reading found, by what speaks for them: sums and products that hold, headings. */
import type { SegmentedText } from '../text/segmented-text.ts';
import type { AmountStyle } from './line-figures.ts';
import { amountStyleOf, readingsOf } from './line-figures.ts';
import type { Cell, LineItem, LineItems } from './line-items.ts';
import { NO_LINE_ITEMS, isProduct, sumAmounts } from './line-items.ts';
import { moneyOf } from '../values/money.ts';
import { numberOf } from '../values/numbers.ts';

/** Names of cells in a model. */
export interface CellNames {
  quantity: string;
  price: string;
  description: string;
  amount: string;
}

/** Whether quantity × unit price is the amount of a line; undefined if it does not have all three. */
export function checkProduct({ cells, amount }: LineItem, names: CellNames, locale?: string): boolean | undefined {
  const [quantity, price] = [cells[names.quantity], cells[names.price]];
  if (quantity === undefined || price === undefined || amount === undefined) return undefined;
  const [count, each] = [quantity.value ?? numberOf(quantity.text, { locale }), price.value ?? moneyOf(price.text, { locale })?.amount];
  return count === undefined || each === undefined ? undefined : isProduct(count, each, amount);
}

export const isSumOf = (total: number | undefined, sums: readonly number[]): boolean =>
  total !== undefined && sums.some((sum) => Math.abs(sum - total) < 0.015);

function score({ rows, total, hasHeading }: LineItems, sums: readonly number[], names: CellNames, locale?: string): number {
  if (rows.length === 0) return 0;
  const share = (count: number): number => count / rows.length;
  const sample = rows.slice(0, 200);
  const named = share(sample.filter(({ cells }) => /\p{L}/u.test(cells[names.description]?.text ?? '')).length);
  return (
    0.5 +
    (isSumOf(total, sums) ? 3 : 0) +
    (hasHeading ? 0.5 + 2 * named : 0) +
    2 * share(sample.filter((row) => checkProduct(row, names, locale) === true).length) +
    named +
    0.1 * Math.min(5, rows.length)
  );
}

const isWhole = (...amounts: readonly number[]): boolean => amounts.every((amount) => Number.isInteger(amount) && amount >= 100);

/** Sets values of figures that can be read in two ways, 1.312 or 1,312, so that the product holds. */
function settleFigures(lineItems: LineItems, style: AmountStyle, names: CellNames, locale?: string): LineItems {
  const rows = lineItems.rows.map((row): LineItem => {
    const [quantity, price, total] = [names.quantity, names.price, names.amount].map((name) => row.cells[name]);
    const counts = quantity === undefined ? [] : readingsOf(quantity.text, 'decimal', locale);
    const prices = price === undefined ? [] : readingsOf(price.text, style, locale);
    const amounts = total === undefined ? [] : readingsOf(total.text, style, locale);
    if (Math.max(counts.length, prices.length, amounts.length) < 2) return row;
    const holds = counts
      .flatMap((count) => prices.flatMap((each) => amounts.map((amount) => [count, each, amount] as const)))
      .find(
        ([count, each, amount]) =>
          isProduct(count, each, Math.abs(amount)) || (isWhole(each, amount) && Math.round(count * each) === amount),
      );
    const [count, each, amount] = holds ?? [
      undefined,
      style === 'whole' ? prices[0] : undefined,
      style === 'whole' ? amounts[0] : undefined,
    ];
    const set = (name: string, value: number | undefined): Record<string, Cell> =>
      value === undefined || row.cells[name] === undefined ? {} : { [name]: { ...row.cells[name], value } };
    return {
      amount: row.amount === undefined ? undefined : (amount ?? row.amount),
      cells: { ...row.cells, ...set(names.quantity, count), ...set(names.price, each), ...set(names.amount, amount) },
    };
  });
  const isSame = rows.every(({ amount }, i) => amount === lineItems.rows[i]!.amount);
  return { ...lineItems, rows, total: isSame ? lineItems.total : sumAmounts(rows) };
}

/** The best of several readings; the first of equals. */
export function chooseLineItems(
  segmented: SegmentedText,
  choices: readonly (() => LineItems)[],
  sums: readonly number[],
  names: CellNames,
  locale?: string,
): LineItems {
  const style = amountStyleOf(segmented.rows, locale);
  let best = NO_LINE_ITEMS;
  let bestScore = 0;
  for (const choice of choices) {
    // A table with headings that adds up needs no rival.
    if (best.hasHeading && isSumOf(best.total, sums)) break;
    const found = settleFigures(choice(), style, names, locale);
    const own = score(found, sums, names, locale);
    if (own > bestScore) [best, bestScore] = [found, own];
  }
  return sums.length === 0 ? best : { ...best, sum: isSumOf(best.total, sums) ? 'holds' : 'fails' };
}
