/** The cells of a line item from its rows: figures from the row of the amount, the name from the first lines of the description. */
import { textOf } from '../captions/page-text.ts';
import { union } from '../../layout/model/geometry.ts';
import type { SegmentWord } from '../text/segmented-text.ts';
import type { RowGroup } from './group-rows.ts';
import type { Cell } from './line-items.ts';
import { toCell } from './line-items.ts';
import type { ScannedTable, TableRow } from './scan-rows.ts';

const NUMBER = /\d/u;

export interface NameStyle {
  /** Right edge that lines of the description reach. */
  right: number;
  /** Left edge of the next column. */
  next: number;
  /** Whether lines end before the column is full, so that a new line is new text. */
  breaksLines: boolean;
  /** Lines that several items have below their name. */
  repeated: ReadonlySet<string>;
}

/** "Serial number: 123" and "• Period: …" describe the item; they are not its name. */
const ATTRIBUTE = /^(?:[•·▪‣*–-]\s?|\(|\p{L}[\p{L}\p{M}\d .,/&-]{1,40}\s?[:=]\s?\S|\p{L}[\p{L}\p{M} .-]{2,30}:$|\p{Lu}{2,8} \d{8,}$)/u;

const wordsAt = ({ cells }: TableRow, column: number | undefined): readonly SegmentWord[] =>
  column === undefined ? [] : (cells.get(column) ?? []);
export function itemCells(group: RowGroup, { roles }: ScannedTable, style: NameStyle, height: number): Record<string, Cell> {
  const cells: Record<string, Cell> = {};
  for (const [field, column] of roles.byField) {
    if (field === 'Position') continue;
    if (field === 'Description') {
      const all = nameWords(group, column, style, height);
      const codes = all.filter((word) => /^\d{8,14}$/u.test(word.text) && isAloneInRow(word, all));
      const words = codes.length === all.length ? all : all.filter((word) => !codes.includes(word));
      if (codes.length === 1 && words.length < all.length && !roles.byField.has('ProductCode')) cells.ProductCode = toCell(codes);
      if (words.length > 0) cells[field] = { ...toCell(words), ...describeName(group, column, words) };
      continue;
    }
    const words = valueWords(group, column, field);
    if (words.length > 0) cells[field] = toCell(field === 'Amount' ? withoutTaxCode(words) : words);
  }
  return cells;
}

/** "3.40 0", "12,50 A". */
const withoutTaxCode = (words: readonly SegmentWord[]): readonly SegmentWord[] =>
  /[.,]\d{2}$/u.test(words.at(-2)?.text ?? '') && /^[\p{Lu}\d]$/u.test(words.at(-1)!.text) ? words.slice(0, -1) : words;

const isAloneInRow = ({ box }: SegmentWord, words: readonly SegmentWord[]): boolean =>
  words.filter((other) => other.box.top < box.bottom && other.box.bottom > box.top).length === 1;

function describeName({ rows }: RowGroup, column: number, name: readonly SegmentWord[]): Pick<Cell, 'isWrapped' | 'hasMore'> {
  const own = new Set(name.map(({ item }) => item));
  const lines = rows.map((row) => wordsAt(row, column)).filter(({ length }) => length > 0);
  return {
    isWrapped: lines.filter((words) => words.some(({ item }) => own.has(item))).length > 1,
    hasMore: lines.some((words) => !words.some(({ item }) => own.has(item)) && !ATTRIBUTE.test(textOf(words))),
  };
}

/** The cell in the row of the amount; else the nearest row with a value. */
function valueWords({ rows, main }: RowGroup, column: number, field: string): readonly SegmentWord[] {
  const order = rows.map((_, i) => i).sort((a, b) => Math.abs(a - main) - Math.abs(b - main) || a - b);
  for (const at of order) {
    const words = wordsAt(rows[at]!, column);
    if (words.length === 0) continue;
    if (field === 'Unit') {
      if (at === main) return words;
      continue;
    }
    if (field === 'ProductCode') {
      const own = codeWords(words);
      if (own.length > 0) return own;
      continue;
    }
    const text = textOf(words);
    const isFigure =
      NUMBER.test(text) &&
      (at === main || !/\p{L}{3}/u.test(text) || (field === 'Quantity' && /^[-−]?\d[\d.,]*\s\p{L}{1,6}\.?$/u.test(text)));
    if (isFigure) return words;
  }
  return [];
}

/** A product code after its label, such as "Art. no.: 4711". */
function codeWords(words: readonly SegmentWord[]): readonly SegmentWord[] {
  const label = words.findLastIndex(({ text }) => text.endsWith(':'));
  const own = words.slice(label + 1);
  return own.some(({ text }) => /[\p{L}\d]/u.test(text)) ? own : [];
}

/** The first line of the description and the lines into which it wraps. */
function nameWords({ rows, main }: RowGroup, column: number, style: NameStyle, height: number): SegmentWord[] {
  let start = rows.findIndex((row, i) => isNameStart(row, column) && (i >= main || isJoined(rows, i, main, height)));
  if (start < 0) return [];
  const next = rows.findIndex((row, i) => i > start && wordsAt(row, column).length > 0);
  if (next > 0 && isCode(wordsAt(rows[start]!, column)) && isJoined(rows, start, next, height) && isText(wordsAt(rows[next]!, column)))
    start = next;
  const name = [...wordsAt(rows[start]!, column)];
  const hasAttributes = ATTRIBUTE.test(textOf(name));
  let above = rows[start]!;
  let pitch: number | undefined;
  for (let at = start + 1; at < rows.length; at++) {
    const row = rows[at]!;
    const words = wordsAt(row, column);
    if (words.length === 0) continue;
    const previous = wordsAt(above, column);
    const gap = Math.min(...words.map(({ box }) => box.top)) - Math.max(...previous.map(({ box }) => box.bottom));
    if (row.isApart || gap > 0.9 * height || (pitch !== undefined && gap > 1.4 * pitch + 0.2 * height)) break;
    if ((!hasAttributes && !continuesName(previous, words, style, height)) || isOther(row, above, column)) break;
    name.push(...words);
    pitch ??= Math.max(gap, 0.1 * height);
    above = row;
  }
  return name;
}

/** Codes alone, such as a product number above the name. */
const isCode = (words: readonly SegmentWord[]): boolean =>
  words.every(({ text }) => /^(?=.*\d)[\p{Lu}\d][\p{Lu}\d./-]{2,15}(?<!-)$/u.test(text));
const isText = (words: readonly SegmentWord[]): boolean => /\p{L}{3}/u.test(textOf(words)) && !ATTRIBUTE.test(textOf(words));

const isNameStart = (row: TableRow, column: number): boolean => {
  const words = wordsAt(row, column);
  return /[\p{L}\d]/u.test(textOf(words)) && !/^[•·▪‣]/u.test(words[0]!.text);
};

/** Rows above the amount belong to the name if no wide gap separates them. */
function isJoined(rows: readonly TableRow[], from: number, to: number, height: number): boolean {
  for (let at = from + 1; at <= to; at++)
    if (rows[at]!.isApart || rows[at]!.row.box.top - rows[at - 1]!.row.box.bottom > 1.2 * height) return false;
  return true;
}

/** A line in another weight or size is other text. */
function isOther(row: TableRow, above: TableRow, column: number): boolean {
  const segmentOf = ({ row: { segments } }: TableRow, words: readonly SegmentWord[]): { bold: boolean; size: number } | undefined =>
    segments.find((segment) => segment.words.some(({ item }) => item === words[0]!.item));
  const [one, other] = [segmentOf(row, wordsAt(row, column)), segmentOf(above, wordsAt(above, column))];
  return (
    one !== undefined &&
    other !== undefined &&
    (one.bold !== other.bold || Math.abs(one.size - other.size) > 0.12 * Math.max(one.size, other.size))
  );
}

/** Whether a line goes on in the next because the next word did not fit. */
function continuesName(previous: readonly SegmentWord[], words: readonly SegmentWord[], style: NameStyle, height: number): boolean {
  const text = textOf(words);
  if (ATTRIBUTE.test(text) || style.repeated.has(text)) return false;
  if (/[-&/+]$/u.test(previous.at(-1)!.text) || /^[&+/]/u.test(text)) return true;
  const needed = previous.at(-1)!.box.right + 0.25 * height + (words[0]!.box.right - words[0]!.box.left);
  if (needed <= style.right - 0.3 * height) return false;
  if (/^\p{Ll}/u.test(text)) return true;
  const left = Math.min(previous[0]!.box.left, words[0]!.box.left);
  const isFull = previous.at(-1)!.box.right > left + 0.85 * (style.next - left);
  return isFull || !style.breaksLines;
}

/** How the description of a table breaks its lines: from the first lines of all items. */
export function nameStyle(groups: readonly RowGroup[], { columns, roles }: ScannedTable, height: number): NameStyle {
  const column = roles.byField.get('Description');
  const next = columns.slice((column ?? -1) + 1).reduce((least, { left }) => Math.min(least, left), Infinity);
  const limit = Number.isFinite(next) ? next : Math.max(...columns.map(({ right }) => right));
  const blocks = groups.slice(0, 300).map((group) => firstBlock(group, column, height));
  const rights = blocks.flatMap((lines) => lines.map((words) => words.at(-1)!.box.right)).filter((right) => right <= limit);
  const right = Math.max(0, ...rights);
  const counts = new Map<string, number>();
  let breaksLines = false;
  for (const lines of blocks)
    lines.slice(1).forEach((words, i) => {
      const text = textOf(words);
      counts.set(text, (counts.get(text) ?? 0) + 1);
      const needed = lines[i]!.at(-1)!.box.right + 0.25 * height + (words[0]!.box.right - words[0]!.box.left);
      if (needed < right - 0.5 * height) breaksLines = true;
    });
  return { right, next: limit, breaksLines, repeated: new Set([...counts].filter(([, count]) => count > 2).map(([text]) => text)) };
}

/** Lines of the description from the first on, up to a gap or an attribute. */
function firstBlock({ rows, main }: RowGroup, column: number | undefined, height: number): (readonly SegmentWord[])[] {
  const lines: (readonly SegmentWord[])[] = [];
  for (const row of rows.slice(main)) {
    const words = wordsAt(row, column);
    if (words.length === 0) continue;
    const above = lines.at(-1);
    if (ATTRIBUTE.test(textOf(words))) break;
    if (above !== undefined && union(words.map(({ box }) => box)).top - union(above.map(({ box }) => box)).bottom > 0.9 * height) break;
    lines.push(words);
  }
  return lines;
}
