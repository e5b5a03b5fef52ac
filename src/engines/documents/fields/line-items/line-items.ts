/** Line items, however they were found: cells by field name. */
import { union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { SegmentWord } from '../text/segmented-text.ts';

export interface Cell {
  items: readonly number[];
  text: string;
  box: Box;
  confidence: number;
  /** The number, if the text alone reads otherwise: 1.312 kg, 99.000 dong. */
  value?: number;
  /** For names: whether they take several lines, and whether further text below was left out. */
  isWrapped?: boolean;
  hasMore?: boolean;
}

export interface LineItem {
  cells: Readonly<Record<string, Cell>>;
  /** Amount of the line, if it was read. */ amount?: number;
}

export interface LineItems {
  rows: readonly LineItem[];
  /** All layout items of the lines, including column headings. */
  items: ReadonlySet<number>;
  /** Sum of the lines that have an amount. */
  total?: number;
  /** Whether columns are named by a heading. */
  hasHeading: boolean;
  /** Whether the amounts add up to a sum of the document; undefined if it has none. */
  sum?: 'holds' | 'fails';
}

export const NO_LINE_ITEMS: LineItems = { rows: [], items: new Set(), hasHeading: false };

export function toCell(words: readonly SegmentWord[]): Cell {
  const items = words.map(({ item }) => item).sort((a, b) => a - b);
  return {
    items,
    text: words.map(({ text }) => text).join(' '),
    box: union(words.map(({ box }) => box)),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
  };
}

export function sumAmounts(rows: readonly LineItem[]): number | undefined {
  const amounts = rows.flatMap(({ amount }) => (amount === undefined ? [] : [amount]));
  return amounts.length === 0 ? undefined : Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100;
}

/** Whether quantity × price is the amount, up to rounding. */
export const isProduct = (quantity: number, price: number, amount: number): boolean =>
  Math.abs(quantity * price - amount) <= Math.max(0.011, 0.006 * Math.abs(quantity));
