/** Chooses between the line items that several ways of reading found, by what speaks for them: sums and products that hold, headings. */
import type { LineItem, LineItems } from './line-items.ts';
import { NO_LINE_ITEMS, isProduct } from './line-items.ts';
import { moneyOf } from '../values/money.ts';
import { numberOf } from '../values/numbers.ts';

/** Names of cells in a model. */
export interface CellNames {
  quantity: string;
  price: string;
  description: string;
}

/** Whether quantity × unit price is the amount of a line; undefined if it does not have all three. */
export function checkProduct({ cells, amount }: LineItem, names: CellNames, locale?: string): boolean | undefined {
  const [quantity, price] = [cells[names.quantity], cells[names.price]];
  if (quantity === undefined || price === undefined || amount === undefined) return undefined;
  const [count, each] = [numberOf(quantity.text, { locale }), moneyOf(price.text, { locale })?.amount];
  return count === undefined || each === undefined ? undefined : isProduct(count, each, amount);
}

export const isSumOf = (total: number | undefined, sums: readonly number[]): boolean =>
  total !== undefined && sums.some((sum) => Math.abs(sum - total) < 0.015);

function score({ rows, total, hasHeading }: LineItems, sums: readonly number[], names: CellNames, locale?: string): number {
  if (rows.length === 0) return 0;
  const share = (count: number): number => count / rows.length;
  const sample = rows.slice(0, 200);
  return (
    0.5 +
    (isSumOf(total, sums) ? 3 : 0) +
    (hasHeading ? 2.5 : 0) +
    2 * share(sample.filter((row) => checkProduct(row, names, locale) === true).length) +
    share(sample.filter(({ cells }) => cells[names.description] !== undefined).length) +
    0.1 * Math.min(5, rows.length)
  );
}

/** The best of several readings; the first of equals. */
export function chooseLineItems(
  choices: readonly (() => LineItems)[],
  sums: readonly number[],
  names: CellNames,
  locale?: string,
): LineItems {
  let best = NO_LINE_ITEMS;
  let bestScore = 0;
  for (const choice of choices) {
    // A table with headings that adds up needs no rival.
    if (best.hasHeading && isSumOf(best.total, sums)) break;
    const found = choice();
    const own = score(found, sums, names, locale);
    if (own > bestScore) [best, bestScore] = [found, own];
  }
  return sums.length === 0 ? best : { ...best, sum: isSumOf(best.total, sums) ? 'holds' : 'fails' };
}
