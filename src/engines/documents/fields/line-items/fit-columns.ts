/**
 * Assigns the words of a row to columns from left to right: the cheapest sequence of columns by position (Viterbi), the kind of text
 * that a column holds, and the gaps between words. Cost: words × columns² a row, both bounded.
 */
import type { Box } from '../../reading/model/page.ts';
import type { Row, SegmentWord } from '../text/segmented-text.ts';
import type { Column } from './headings.ts';

/** A column with the range in which its words are; the range grows from the heading to the text below it. */
export interface FittedColumn extends Column {
  left: number;
  right: number;
}

/** Words of a row by index of the column. */
export type RowCells = ReadonlyMap<number, readonly SegmentWord[]>;

export type WordKind = 'price' | 'integer' | 'percent' | 'date' | 'sign' | 'code' | 'text';

const MAX_WORDS = 80;
const PRICE = /^[^\d\s]{0,3}[-+−]?(?:\d[\d.,’']*[.,]\d{1,5}|[.,]\d{2})[-−]?[^\d\s]{0,3}$/u;
const SIGNED_INTEGER = /^(?:[$€£¥₹]|Rs\.?)\s?[-−]?\d[\d.,]*$|^[-−]?\d[\d.,]*\s?(?:[€$£¥₹]|,-|,–|\.-)$/u;
const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\.?$/u;
const SIGN = /^(?:[$€£¥₹]|[A-Z]{3}|RM|Rs\.?|kr\.?|zł|[-–−])$/u;

function kindOf(text: string): WordKind {
  if (DATE.test(text)) return 'date';
  if (/^[^\d\s]{0,2}\d[\d.,]*\s?%\)?$/u.test(text)) return 'percent';
  if (PRICE.test(text) || SIGNED_INTEGER.test(text)) return 'price';
  if (/^[-+−]?\d{1,9}$/u.test(text)) return 'integer';
  if (SIGN.test(text)) return 'sign';
  return /\d/u.test(text) ? 'code' : 'text';
}

const COSTS: Readonly<Record<string, Readonly<Record<WordKind, number>>>> = {
  Description: { price: 1.2, integer: 0.3, percent: 0.8, date: 0.8, sign: 0.8, code: 0, text: 0 },
  Tariff: { price: 1.5, integer: 0, percent: 2, date: 2, sign: 1, code: 0, text: 1.2 },
  ProductCode: { price: 1.5, integer: 0, percent: 2, date: 2, sign: 1, code: 0, text: 0.6 },
  Position: { price: 2.5, integer: 0, percent: 3, date: 3, sign: 2, code: 0.6, text: 2.5 },
  Quantity: { price: 0.3, integer: 0, percent: 2, date: 3, sign: 1, code: 1, text: 1.2 },
  Unit: { price: 2.5, integer: 1.5, percent: 2, date: 3, sign: 1, code: 0.6, text: 0 },
  UnitPrice: { price: 0, integer: 0.8, percent: 2.5, date: 3, sign: 0, code: 2, text: 2.5 },
  Amount: { price: 0, integer: 0.8, percent: 2.5, date: 3, sign: 0, code: 2, text: 2.5 },
  GrossAmount: { price: 0, integer: 0.8, percent: 2.5, date: 3, sign: 0, code: 2, text: 2.5 },
  Tax: { price: 0, integer: 0.5, percent: 0.2, date: 3, sign: 0, code: 1.5, text: 1.5 },
  TaxRate: { price: 0.4, integer: 0.2, percent: 0, date: 3, sign: 0.5, code: 0.8, text: 1 },
  Date: { price: 3, integer: 1, percent: 3, date: 0, sign: 1, code: 0.5, text: 1.2 },
  Other: { price: 0.4, integer: 0.2, percent: 0.2, date: 0.5, sign: 0.4, code: 0.3, text: 0.5 },
  '': { price: 0.4, integer: 0.3, percent: 0.4, date: 0.5, sign: 0.4, code: 0.3, text: 0.3 },
};
const SINGLE = /^(?:Amount|GrossAmount|UnitPrice|Quantity|Tax|TaxRate)$/u;

/** Kinds of the words of a row; "25 June 2016" and "7 %" take several words. */
function kindsOf(words: readonly SegmentWord[]): WordKind[] {
  const kinds = words.map(({ text }, i): WordKind =>
    text === '%' || (words[i + 1]?.text === '%' && /^\d/u.test(text)) ? 'percent' : kindOf(text),
  );
  // "1.2" at the start of a row is a number of a section.
  if (words.length > 1 && /^\d{1,2}(?:\.\d{1,2}){1,3}\.?$/u.test(words[0]!.text)) kinds[0] = 'integer';
  for (let i = 0; i + 2 < words.length; i++) {
    const text = `${words[i]!.text} ${words[i + 1]!.text} ${words[i + 2]!.text}`;
    if (/^(?:\d{1,2}\.? \p{L}{3,10}\.?,?|\p{L}{3,10}\.? \d{1,2},?) \d{4}$/u.test(text)) kinds.fill('date', i, i + 3);
  }
  return kinds;
}

/** A rate behind an amount, whose own column has no heading. */
const isStrayRate = (columns: readonly FittedColumn[], at: number, before: WordKind, own: WordKind): boolean =>
  own === 'percent' &&
  before === 'price' &&
  [columns[at]!, columns[at + 1]].every((column) => column !== undefined && /^(?:Amount|GrossAmount|UnitPrice)$/u.test(column.field));

/** "1 050,00": one number in two words. */
const isThousands = (before: string, own: string): boolean =>
  /^[-+−]?[1-9]\d{0,2}$|^\d{3}$/u.test(before) && /^\d{3}(?:[.,]\d{1,4})?$/u.test(own);

export function fitRow({ segments }: Row, columns: readonly FittedColumn[], height: number): RowCells {
  const words = segments.flatMap((segment) => segment.words).sort((a, b) => a.box.left - b.box.left);
  const cells = new Map<number, SegmentWord[]>();
  if (words.length === 0 || words.length > MAX_WORDS || columns.length === 0) return cells;
  const kinds = kindsOf(words);
  const starts = new Set(segments.map((segment) => segment.words[0]!.item));
  let costs = columns.map((column, i) => wordCost(words[0]!.box, kinds[0]!, columns, column, i, height));
  const origins: number[][] = [];
  for (let at = 1; at < words.length; at++) {
    const gap = (words[at]!.box.left - words[at - 1]!.box.right) / height;
    const isFigure = [kinds[at - 1]!, kinds[at]!].every((kind) => kind === 'price' || kind === 'integer' || kind === 'percent');
    // Numbers and codes side by side are values of their own, unless they are groups of three digits; so is the letter of a tax.
    const isSeparate =
      (kinds[at - 1] === 'price' && /^\p{Lu}$/u.test(words[at]!.text)) ||
      ([kinds[at - 1]!, kinds[at]!].every((kind) => kind === 'price' || kind === 'integer' || kind === 'code') &&
        (!/^\d{3}(?!\d)/u.test(words[at]!.text) || gap > 0.8));
    const isOtherSegment = starts.has(words[at]!.item);
    const isGroup = gap < 0.5 && isThousands(words[at - 1]!.text, words[at]!.text);
    const origin: number[] = [];
    costs = columns.map((column, i) => {
      const isStray = isStrayRate(columns, i, kinds[at - 1]!, kinds[at]!);
      const stay =
        (isStray ? -1 : gap > 1.5 && isFigure ? 2 : gap > 5 ? 1.5 : gap > 3 ? 0.7 : 0) +
        (isFigure && kinds[at] === 'price' && SINGLE.test(column.field) && !isGroup ? 3 : 0) +
        (isSeparate && !/^(?:Description|Other|)$/u.test(column.field) ? 1.5 : 0);
      let best = costs[i]! + stay;
      origin[i] = i;
      const move = isGroup ? 4 : isSeparate ? 0.3 : isOtherSegment ? 0.2 : gap < 0.25 ? 3 : gap < 0.5 ? 2 : gap < 0.9 ? 1 : 0;
      for (let k = 0; k < i; k++)
        if (costs[k]! + move < best) {
          best = costs[k]! + move;
          origin[i] = k;
        }
      return best + wordCost(words[at]!.box, kinds[at]!, columns, column, i, height);
    });
    origins.push(origin);
  }
  let column = costs.indexOf(Math.min(...costs));
  for (let at = words.length - 1; at >= 0; at--) {
    const own = cells.get(column) ?? [];
    const isStray = at > 0 && origins[at - 1]![column] === column && isStrayRate(columns, column, kinds[at - 1]!, kinds[at]!);
    if (!isStray) cells.set(column, [words[at]!, ...own]);
    if (at > 0) column = origins[at - 1]![column]!;
  }
  return cells;
}

/** Roughly in text heights. */
function wordCost(
  box: Box,
  kind: WordKind,
  columns: readonly FittedColumn[],
  { field, left, right }: FittedColumn,
  at: number,
  height: number,
): number {
  const holdsText = field === 'Description' || field === '';
  const end = holdsText ? Math.max(right, (columns[at + 1]?.left ?? right) - 0.5 * height) : right;
  const offset = Math.max(0, left - box.right, box.left - end) / height;
  const cap = field === 'Description' ? 3 : 8;
  const middle = (box.left + box.right) / 2;
  const outside = middle < left || middle > end ? 0.3 : 0;
  return Math.min(offset, cap) + outside + (COSTS[field] ?? COSTS['']!)[kind];
}

/** Rows that tell where the words of a column are. */
const MAX_LEARNED = 80;

/** Columns with the ranges that their figures take in the rows; text columns keep their left edge. */
export function fitColumns(columns: readonly Column[], rows: readonly Row[], height: number): FittedColumn[] {
  const amounts = columns.flatMap(({ field }, i) => (field === 'Amount' || field === 'GrossAmount' ? [i] : []));
  let fitted: FittedColumn[] = columns.map((column) => ({ ...column, left: column.box.left, right: column.box.right }));
  for (let pass = 0; pass < 2; pass++) {
    const boxes = fitted.map((): Box[] => []);
    for (const row of rows.slice(0, MAX_LEARNED)) {
      const cells = fitRow(row, fitted, height);
      const figures = [...cells].filter(([i, words]) => SINGLE.test(fitted[i]!.field) && words.some(({ text }) => /\d/u.test(text)));
      if (amounts.length > 0 && !figures.some(([i]) => amounts.includes(i))) continue;
      if (figures.length < Math.min(2, fitted.filter(({ field }) => SINGLE.test(field)).length)) continue;
      for (const [i, words] of cells) boxes[i]!.push({ left: words[0]!.box.left, right: words.at(-1)!.box.right, top: 0, bottom: 0 });
    }
    fitted = columns.map((column, i) => {
      const own = boxes[i]!;
      if (own.length === 0) return { ...column, left: column.box.left, right: column.box.right };
      const left = quantile(
        own.map((box) => box.left),
        0.15,
      );
      const right = quantile(
        own.map((box) => box.right),
        0.85,
      );
      return { ...column, left: Math.min(column.box.left, left), right: Math.max(column.box.right, right) };
    });
    // Ranges of neighbors must not overlap.
    for (let i = 1; i < fitted.length; i++) {
      const [before, after] = [fitted[i - 1]!, fitted[i]!];
      if (before.right > after.left) before.right = Math.max(before.box.right, Math.min(before.right, after.left));
      if (before.right > after.left) after.left = Math.min(after.box.left, before.right);
    }
  }
  return fitted;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))]!;
}
