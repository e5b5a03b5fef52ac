/**
 * Line items below column headings. Headings are found by their words (model data) and may span two rows; words below are
 * assigned to columns by position, and a new line starts where the amount column has a value. Rows of a layout table stay
 * together. The first row with the label of a sum ends the lines.
 */
import { heightOf, overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Label, Lexicon, PhraseMatch } from '../text/lexicon.ts';
import { createPhraseFinder } from '../text/lexicon.ts';
import type { LineItem, LineItems } from './line-items.ts';
import { NO_LINE_ITEMS, amountIn, toCell, sumAmounts } from './line-items.ts';
import type { Row, Segment, SegmentedText, SegmentWord } from '../text/segmented-text.ts';
import { datesIn } from '../values/dates.ts';

export interface TableSpec {
  /** Phrases of column headings, by field. */
  columns: Lexicon;
  /** The amount column that ends a line, and fallbacks, best first. */
  amounts: readonly string[];
  description: string;
  /** Labels of these document fields end the lines. */
  ends: ReadonlySet<string>;
}

/** Maximum number of segments and chunks per row. */
const MAX_IN_ROW = 80;

interface Column {
  name: string;
  box: Box;
}
interface Heading {
  from: number;
  to: number;
  columns: Column[];
  items: number[];
}

export function tableLineItems(segmented: SegmentedText, labels: readonly Label[], spec: TableSpec, locale?: string): LineItems {
  const headings = findHeadings(segmented, spec);
  let best: LineItems = NO_LINE_ITEMS;
  for (const heading of headings) {
    const found = readLinesBelow(segmented, heading, headings, labels, spec, locale);
    if (found.rows.length > best.rows.length) best = found;
  }
  return best;
}

function findHeadings(segmented: SegmentedText, spec: TableSpec): Heading[] {
  const find = createPhraseFinder(spec.columns);
  const found: Heading[] = [];
  for (let at = 0; at < segmented.rows.length; at++) {
    const one = matchHeading([segmented.rows[at]!], find, spec);
    const next = segmented.rows[at + 1];
    const twoRows =
      next !== undefined && next.page === segmented.rows[at]!.page && next.box.top - segmented.rows[at]!.box.bottom < 0.9 * segmented.height
        ? matchHeading([segmented.rows[at]!, next], find, spec)
        : undefined;
    if (twoRows !== undefined && (one === undefined || twoRows.columns.length >= one.columns.length) && twoRows.isComplete) {
      found.push({ from: at, to: at + 1, columns: twoRows.columns, items: twoRows.items });
      at += 1;
    } else if (one !== undefined) found.push({ from: at, to: at, columns: one.columns, items: one.items });
  }
  return found;
}

function matchHeading(
  rows: readonly Row[],
  find: (text: string) => PhraseMatch[],
  spec: TableSpec,
): { columns: Column[]; items: number[]; isComplete: boolean } | undefined {
  const segments = rows.flatMap(({ segments: own }) => own);
  if (segments.some(({ text }) => /\d[.,]\d{2}(?!\d)/u.test(text)) || segments.length > 40) return undefined;
  // Vertically stacked segments form one heading.
  const pieces: Segment[][] = [];
  for (const segment of segments) {
    const above = pieces.find((piece) =>
      piece.some((other) => other.row !== segment.row && overlap(other.box.left, other.box.right, segment.box.left, segment.box.right) > 0),
    );
    if (above === undefined) pieces.push([segment]);
    else above.push(segment);
  }
  const columns: Column[] = [];
  let matchedCount = 0;
  for (const piece of pieces) {
    const words = piece.flatMap((segment) => segment.words);
    const text = words.map((word) => word.text).join(' ');
    const matched = find(text);
    const covered = matched.reduce((sum, { start, end }) => sum + end - start, 0);
    if (matched.length === 0 || covered < 0.5 * text.replace(/\(.*?\)|[A-Z]{3}\b|[€$£]/gu, '').trim().length) {
      columns.push({ name: '', box: union(piece.map(({ box }) => box)) });
      continue;
    }
    matchedCount += 1;
    let offset = 0;
    const placed = words.map((word) => {
      const start = offset;
      offset += word.text.length + 1;
      return { word, start, end: offset - 1 };
    });
    for (const match of matched) {
      const own = placed.filter(({ start, end }) => start < match.end && end > match.start);
      // A heading such as "Item description" is one column.
      const name = match.meanings[0]!.field;
      const box = union(own.map(({ word }) => word.box));
      if (!columns.some((column) => column.name === name && name !== 'Other')) columns.push({ name, box });
    }
  }
  const names = new Set(columns.map(({ name }) => name));
  const keyColumnCount = [spec.description, ...spec.amounts, 'Quantity'].filter((name) => names.has(name)).length;
  if (keyColumnCount < 2 || matchedCount < 2 || matchedCount < pieces.length * 0.5) return undefined;
  return {
    columns: columns.sort((a, b) => a.box.left - b.box.left),
    items: segments.flatMap(({ words }) => words.map(({ item }) => item)),
    isComplete: matchedCount === pieces.length,
  };
}

function readLinesBelow(
  segmented: SegmentedText,
  heading: Heading,
  headings: readonly Heading[],
  labels: readonly Label[],
  spec: TableSpec,
  locale?: string,
): LineItems {
  const ends = new Set(
    labels.filter(({ start, meanings }) => start <= 2 && meanings.some(({ field }) => spec.ends.has(field))).map(({ segment }) => segment),
  );
  const amount = spec.amounts.find((name) => heading.columns.some((column) => column.name === name));
  const used = new Set(heading.items);
  const groups: { rows: Map<string, SegmentWord[]>; box: Box; tableRow?: string }[] = [];
  let { columns } = heading;
  let before = segmented.rows[heading.to]!;
  for (let at = heading.to + 1; at < segmented.rows.length && groups.length < 2000; at++) {
    const row = segmented.rows[at]!;
    if (row.page !== before.page) {
      const repeatedHeading = headings.find(
        ({ from, columns: others }) => segmented.rows[from]!.page === row.page && hasSameColumns(others, heading.columns),
      );
      if (repeatedHeading === undefined) break;
      for (const item of repeatedHeading.items) used.add(item);
      ({ columns } = repeatedHeading);
      at = repeatedHeading.to;
      before = segmented.rows[at]!;
      continue;
    }
    if (row.box.top - before.box.bottom > 7 * segmented.height || headings.some(({ from }) => from === at && from !== heading.from)) break;
    if (row.segments.some((segment) => ends.has(segment) && !isDescriptionCell(segment, columns, spec, row))) break;
    const cells =
      row.segments.length > MAX_IN_ROW ? new Map<string, SegmentWord[]>() : assignToColumns(row, columns, segmented.height, locale);
    if (cells.size > 0) {
      const tableRow = row.segments[0]!.tableRow;
      const last = groups.at(-1);
      if (last !== undefined && tableRow !== undefined && last.tableRow === tableRow && !bothHaveColumn(last.rows, cells, amount)) {
        for (const [name, words] of cells) last.rows.set(name, [...(last.rows.get(name) ?? []), ...words]);
        last.box = union([last.box, row.box]);
      } else groups.push({ rows: cells, box: row.box, tableRow });
    }
    before = row;
  }
  const lineItems = joinContinuationRows(groups, spec, amount, segmented.height);
  const rows = lineItems.map((cells): LineItem => {
    for (const words of cells.values()) for (const { item } of words) used.add(item);
    const own = Object.fromEntries(
      [...cells].filter(([name]) => name !== '' && name !== 'Other').map(([name, words]) => [name, toCell(words)]),
    );
    return { cells: own, amount: amount === undefined || own[amount] === undefined ? undefined : amountIn(own[amount].text, locale) };
  });
  return rows.length === 0 ? NO_LINE_ITEMS : { rows, items: used, total: sumAmounts(rows), hasHeading: true };
}

const hasSameColumns = (one: readonly Column[], other: readonly Column[]): boolean =>
  one.length === other.length && one.every(({ name }, i) => name === other[i]!.name);

const bothHaveColumn = (
  one: ReadonlyMap<string, SegmentWord[]>,
  other: ReadonlyMap<string, SegmentWord[]>,
  name: string | undefined,
): boolean => name !== undefined && one.has(name) && other.has(name);

/** "Total station rental" in the description column is a line item if the row fills more columns than a sum would. */
function isDescriptionCell(segment: Segment, columns: readonly Column[], spec: TableSpec, row: Row): boolean {
  const own = columns.find(({ name }) => name === spec.description);
  return own !== undefined && row.segments.length >= 4 && Math.abs(segment.box.left - own.box.left) < heightOf(segment.box) * 2;
}

/** A price with its currency, a date, or words: assigned to a column as a unit. */
interface CellChunk {
  words: SegmentWord[];
  box: Box;
  kind: 'price' | 'figure' | 'date' | 'words';
}

/**
 * Words of a row by column. Chunks and columns are ordered from left to right, so the cheapest monotonic assignment is
 * found by dynamic programming. Costs: distance from the column's heading, a kind that does not match the column, and
 * sharing a numeric column.
 */
function assignToColumns(row: Row, columns: readonly Column[], height: number, locale?: string): Map<string, SegmentWord[]> {
  const chunks = row.segments.flatMap((segment) => splitIntoChunks(segment, locale)).slice(0, MAX_IN_ROW);
  let best: { cost: number; path: number[] }[] = columns.map((column, i) => ({
    cost: assignmentCost(chunks[0]!, column, height),
    path: [i],
  }));
  for (const chunk of chunks.slice(1)) {
    best = columns.map((column, i) => {
      const own = assignmentCost(chunk, column, height);
      const from = best.slice(0, i + 1).map(({ cost, path }, k) => ({
        cost: cost + own + (k === i && chunk.kind !== 'words' && FIGURES.test(column.name) ? 6 : 0),
        path,
      }));
      const cheapest = from.reduce((one, other) => (other.cost < one.cost ? other : one));
      return { cost: cheapest.cost, path: [...cheapest.path, i] };
    });
  }
  const { path } = best.reduce((one, other) => (other.cost < one.cost ? other : one));
  const cells = new Map<string, SegmentWord[]>();
  chunks.forEach(({ words }, i) => {
    const { name } = columns[path[i]!]!;
    cells.set(name, [...(cells.get(name) ?? []), ...words]);
  });
  return cells;
}

const FIGURES = /^(?:Amount|UnitPrice|Quantity|Tax|TaxRate)$/u;
const PRICE = /^[^\d\s]{0,3}-?\d[\d.,’']*[.,]\d{2,3}-?[^\d\s]{0,3}$/u;
const SIGN = /^(?:[$€£¥]|[A-Z]{3}|RM)$/u;

function splitIntoChunks(segment: Segment, locale?: string): CellChunk[] {
  const dates = datesIn(segment.text, { locale });
  const chunks: CellChunk[] = [];
  const put = (words: SegmentWord[], kind: CellChunk['kind']): void => {
    chunks.push({ words, box: union(words.map(({ box }) => box)), kind });
  };
  for (const word of segment.words) {
    const last = chunks.at(-1);
    const date = dates.find(({ start, end }) => word.start < end && word.end > start);
    if (date !== undefined) {
      if (last?.kind === 'date' && last.words[0]!.start >= date.start) last.words.push(word);
      else put([word], 'date');
    } else if (PRICE.test(word.text)) {
      const before = last?.kind === 'words' && SIGN.test(last.words.at(-1)!.text) ? last.words.pop() : undefined;
      if (before !== undefined && last!.words.length === 0) chunks.pop();
      put(before === undefined ? [word] : [before, word], 'price');
    } else if (SIGN.test(word.text) && last?.kind === 'price') last.words.push(word);
    else if (/^\d{1,3}$/u.test(word.text) && last?.kind === 'figure') last.words.push(word);
    else if (/^-?\d+(?:[.,]\d+)?%?$/u.test(word.text) && (last === undefined || last.kind !== 'words')) put([word], 'figure');
    else if (last?.kind === 'words' || (last?.kind === 'figure' && word.text === '%')) last.words.push(word);
    else put([word], 'words');
  }
  for (const chunk of chunks) chunk.box = union(chunk.words.map(({ box }) => box));
  return chunks;
}

/** Roughly in text heights. */
function assignmentCost({ box, kind }: CellChunk, { name, box: head }: Column, height: number): number {
  const offset =
    overlap(head.left, head.right, box.left, box.right) > 0
      ? 0
      : Math.min(
          Math.abs(head.left - box.left),
          Math.abs(head.right - box.right),
          Math.abs(head.left + head.right - box.left - box.right) / 2,
        ) / height;
  const edgeOffset =
    Math.min(
      Math.abs(head.left - box.left),
      Math.abs(head.right - box.right),
      Math.abs(head.left + head.right - box.left - box.right) / 2,
    ) / height;
  return offset + 0.2 * Math.min(edgeOffset, 10) + kindCost(kind, name);
}

function kindCost(kind: CellChunk['kind'], column: string): number {
  if (kind === 'price')
    return /^(?:Amount|UnitPrice|Tax|Other|)$/u.test(column) ? 0 : column === 'Quantity' || column === 'TaxRate' ? 1 : 3;
  if (kind === 'date') return column === 'Date' ? 0 : 4;
  if (kind === 'words') return column === 'Quantity' ? 1.5 : FIGURES.test(column) ? 4 : column === 'Date' ? 3 : 0;
  return column === 'Amount' || column === 'Date' ? 2 : 0;
}

/** Rows without an amount continue the description above; those before the first amount belong to it. */
function joinContinuationRows(
  groups: readonly { rows: Map<string, SegmentWord[]>; box: Box }[],
  spec: TableSpec,
  amount: string | undefined,
  height: number,
): Map<string, SegmentWord[]>[] {
  const startsLine = (cells: ReadonlyMap<string, SegmentWord[]>): boolean => {
    const named = amount === undefined ? [] : (cells.get(amount) ?? []);
    return named.some(({ text }) => /\d/u.test(text)) || (!cells.has(amount ?? '') && cells.size >= 3);
  };
  const lineItems: { cells: Map<string, SegmentWord[]>; box: Box }[] = [];
  let pending: { cells: Map<string, SegmentWord[]>; box: Box } | undefined;
  for (const { rows: cells, box } of groups) {
    const last = lineItems.at(-1);
    if (startsLine(cells)) {
      const own = new Map(cells);
      if (pending !== undefined) for (const [name, words] of pending.cells) own.set(name, [...words, ...(own.get(name) ?? [])]);
      pending = undefined;
      lineItems.push({ cells: own, box });
    } else if (last !== undefined && box.top - last.box.bottom < 1.4 * height) {
      for (const [name, words] of cells)
        if (name === spec.description || !last.cells.has(name)) last.cells.set(name, [...(last.cells.get(name) ?? []), ...words]);
      last.box = union([last.box, box]);
    } else if (last === undefined && cells.has(spec.description)) pending = { cells: new Map(cells), box };
    else if (last !== undefined && box.top - last.box.bottom > 3 * height) break;
  }
  return lineItems.map(({ cells }) => cells);
}
