/** Lines of what was bought, whichever way they were found: cells by the name of their field. */
import { union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { SheetWord } from '../text/segmented-text.ts';
import { moneyIn } from '../values/money.ts';

export interface Cell { items: readonly number[]; text: string; box: Box; confidence: number }

export interface Purchase { cells: Readonly<Record<string, Cell>>; /** What the line costs, where that was read. */ amount?: number }

export interface Purchases {
  rows: readonly Purchase[];
  /** All items that belong to them, headings of columns too. */
  items: ReadonlySet<number>;
  /** What the rows that say an amount add up to. */
  total?: number;
  /** Whether columns were named by a heading. */
  headed: boolean;
}

export const NO_PURCHASES: Purchases = { rows: [], items: new Set(), headed: false };

export function cellOf(words: readonly SheetWord[]): Cell {
  const items = words.map(({ item }) => item).sort((a, b) => a - b);
  return { items, text: words.map(({ text }) => text).join(' '), box: union(words.map(({ box }) => box)), confidence: Math.min(...words.map(({ confidence }) => confidence)) };
}

/** The last amount of a text. */
export const amountIn = (text: string, locale?: string): number | undefined => moneyIn(text, { locale }).at(-1)?.value.amount;

export function totalOf(rows: readonly Purchase[]): number | undefined {
  const amounts = rows.flatMap(({ amount }) => amount === undefined ? [] : [amount]);
  return amounts.length === 0 ? undefined : Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100;
}

/** Whether quantity × price is the amount, to the cent or to what rounding of the price leaves. */
export const multiplies = (quantity: number, price: number, amount: number): boolean => Math.abs(quantity * price - amount) <= Math.max(0.011, 0.006 * Math.abs(quantity));
