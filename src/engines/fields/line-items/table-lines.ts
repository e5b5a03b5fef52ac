/**
 * Lines of an invoice below a row of column headings. Headings are found by their words (data of the model), a heading
 * may stand in two rows; what follows is given to the columns by its place, and a new line begins where the column of
 * amounts has one. Rows of a table of the layout stay together. Ends at the first row that names a sum.
 */
import { heightOf, overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Label, Lexicon, PhraseMatch } from '../text/lexicon.ts';
import { phraseFinder } from '../text/lexicon.ts';
import type { Purchase, Purchases } from './line-items.ts';
import { NO_PURCHASES, amountIn, cellOf, totalOf } from './line-items.ts';
import type { Row, Segment, Sheet, SheetWord } from '../text/segmented-text.ts';
import { datesIn } from '../values/dates.ts';

export interface GridSpec {
  /** Phrases of column headings by field of a line. */
  columns: Lexicon;
  /** The column that ends a line, and those that may do so where it is missing, best first. */
  amounts: readonly string[];
  description: string;
  /** Fields of the whole document whose labels end the lines. */
  ends: ReadonlySet<string>;
}

/** Segments, and chunks, of one row that are looked at. */
const MOST_IN_ROW = 80;

interface Column { name: string; box: Box }
interface Heading { from: number; to: number; columns: Column[]; items: number[] }

export function purchasesInGrid(sheet: Sheet, labels: readonly Label[], spec: GridSpec, locale?: string): Purchases {
  const headings = headingsOf(sheet, spec);
  let best: Purchases = NO_PURCHASES;
  for (const heading of headings) {
    const found = below(sheet, heading, headings, labels, spec, locale);
    if (found.rows.length > best.rows.length) best = found;
  }
  return best;
}

function headingsOf(sheet: Sheet, spec: GridSpec): Heading[] {
  const find = phraseFinder(spec.columns);
  const found: Heading[] = [];
  for (let at = 0; at < sheet.rows.length; at++) {
    const one = headingIn([sheet.rows[at]!], find, spec);
    const next = sheet.rows[at + 1];
    const joined = next !== undefined && next.page === sheet.rows[at]!.page && next.box.top - sheet.rows[at]!.box.bottom < 0.9 * sheet.height ? headingIn([sheet.rows[at]!, next], find, spec) : undefined;
    if (joined !== undefined && (one === undefined || joined.columns.length >= one.columns.length) && joined.clean) {
      found.push({ from: at, to: at + 1, columns: joined.columns, items: joined.items });
      at += 1;
    } else if (one !== undefined) found.push({ from: at, to: at, columns: one.columns, items: one.items });
  }
  return found;
}

function headingIn(rows: readonly Row[], find: (text: string) => PhraseMatch[], spec: GridSpec): { columns: Column[]; items: number[]; clean: boolean } | undefined {
  const segments = rows.flatMap(({ segments: own }) => own);
  if (segments.some(({ text }) => /\d[.,]\d{2}(?!\d)/u.test(text)) || segments.length > 40) return undefined;
  // Segments above each other are one heading.
  const pieces: Segment[][] = [];
  for (const segment of segments) {
    const above = pieces.find((piece) => piece.some((other) => other.row !== segment.row && overlap(other.box.left, other.box.right, segment.box.left, segment.box.right) > 0));
    if (above === undefined) pieces.push([segment]);
    else above.push(segment);
  }
  const columns: Column[] = [];
  let known = 0;
  for (const piece of pieces) {
    const words = piece.flatMap((segment) => segment.words);
    const text = words.map((word) => word.text).join(' ');
    const matched = find(text);
    const covered = matched.reduce((sum, { start, end }) => sum + end - start, 0);
    if (matched.length === 0 || covered < 0.5 * text.replace(/\(.*?\)|[A-Z]{3}\b|[€$£]/gu, '').trim().length) {
      columns.push({ name: '', box: union(piece.map(({ box }) => box)) });
      continue;
    }
    known += 1;
    let offset = 0;
    const placed = words.map((word) => {
      const start = offset;
      offset += word.text.length + 1;
      return { word, start, end: offset - 1 };
    });
    for (const match of matched) {
      const own = placed.filter(({ start, end }) => start < match.end && end > match.start);
      // Two readings of one heading, such as "Item description", are one column: the more telling one.
      const name = match.meanings[0]!.field;
      const box = union(own.map(({ word }) => word.box));
      if (!columns.some((column) => column.name === name && name !== 'Other')) columns.push({ name, box });
    }
  }
  const names = new Set(columns.map(({ name }) => name));
  const telling = [spec.description, ...spec.amounts, 'Quantity'].filter((name) => names.has(name)).length;
  if (telling < 2 || known < 2 || known < pieces.length * 0.5) return undefined;
  return { columns: columns.sort((a, b) => a.box.left - b.box.left), items: segments.flatMap(({ words }) => words.map(({ item }) => item)), clean: known === pieces.length };
}

function below(sheet: Sheet, heading: Heading, headings: readonly Heading[], labels: readonly Label[], spec: GridSpec, locale?: string): Purchases {
  const ends = new Set(labels.filter(({ start, meanings }) => start <= 2 && meanings.some(({ field }) => spec.ends.has(field))).map(({ segment }) => segment));
  const amount = spec.amounts.find((name) => heading.columns.some((column) => column.name === name));
  const used = new Set(heading.items);
  const groups: { rows: Map<string, SheetWord[]>; box: Box; tableRow?: string }[] = [];
  let { columns } = heading;
  let before = sheet.rows[heading.to]!;
  for (let at = heading.to + 1; at < sheet.rows.length && groups.length < 2000; at++) {
    const row = sheet.rows[at]!;
    if (row.page !== before.page) {
      const again = headings.find(({ from, columns: others }) => sheet.rows[from]!.page === row.page && sameColumns(others, heading.columns));
      if (again === undefined) break;
      for (const item of again.items) used.add(item);
      ({ columns } = again);
      at = again.to;
      before = sheet.rows[at]!;
      continue;
    }
    if (row.box.top - before.box.bottom > 7 * sheet.height || headings.some(({ from }) => from === at && from !== heading.from)) break;
    if (row.segments.some((segment) => ends.has(segment) && !isDescription(segment, columns, spec, row))) break;
    const cells = row.segments.length > MOST_IN_ROW ? new Map<string, SheetWord[]>() : assigned(row, columns, sheet.height, locale);
    if (cells.size > 0) {
      const tableRow = row.segments[0]!.tableRow;
      const last = groups.at(-1);
      if (last !== undefined && tableRow !== undefined && last.tableRow === tableRow && !(bothHave(last.rows, cells, amount))) {
        for (const [name, words] of cells) last.rows.set(name, [...last.rows.get(name) ?? [], ...words]);
        last.box = union([last.box, row.box]);
      } else groups.push({ rows: cells, box: row.box, tableRow });
    }
    before = row;
  }
  const purchases = joined(groups, spec, amount, sheet.height);
  const rows = purchases.map((cells): Purchase => {
    for (const words of cells.values()) for (const { item } of words) used.add(item);
    const own = Object.fromEntries([...cells].filter(([name]) => name !== '' && name !== 'Other').map(([name, words]) => [name, cellOf(words)]));
    return { cells: own, amount: amount === undefined || own[amount] === undefined ? undefined : amountIn(own[amount].text, locale) };
  });
  return rows.length === 0 ? NO_PURCHASES : { rows, items: used, total: totalOf(rows), headed: true };
}

const sameColumns = (one: readonly Column[], other: readonly Column[]): boolean => one.length === other.length && one.every(({ name }, i) => name === other[i]!.name);

const bothHave = (one: ReadonlyMap<string, SheetWord[]>, other: ReadonlyMap<string, SheetWord[]>, name: string | undefined): boolean => name !== undefined && one.has(name) && other.has(name);

/** "Total station rental" in the column of descriptions is something bought, where the row fills more columns than a sum would. */
function isDescription(segment: Segment, columns: readonly Column[], spec: GridSpec, row: Row): boolean {
  const own = columns.find(({ name }) => name === spec.description);
  return own !== undefined && row.segments.length >= 4 && Math.abs(segment.box.left - own.box.left) < heightOf(segment.box) * 2;
}

/** A price with its currency, a date, or words between them: what goes to a column as one. */
interface Chunk { words: SheetWord[]; box: Box; sort: 'price' | 'figure' | 'date' | 'words' }

/**
 * Words of a row by column: chunks and columns both run from left to right, so the cheapest way to give every chunk a
 * column without going back is found by dynamic programming. It costs to stand aside of a column's heading, to be of
 * another sort than the column holds, and to share a column of figures.
 */
function assigned(row: Row, columns: readonly Column[], height: number, locale?: string): Map<string, SheetWord[]> {
  const chunks = row.segments.flatMap((segment) => chunksOf(segment, locale)).slice(0, MOST_IN_ROW);
  let best: { cost: number; path: number[] }[] = columns.map((column, i) => ({ cost: misfit(chunks[0]!, column, height), path: [i] }));
  for (const chunk of chunks.slice(1)) {
    best = columns.map((column, i) => {
      const own = misfit(chunk, column, height);
      const from = best.slice(0, i + 1).map(({ cost, path }, k) => ({ cost: cost + own + (k === i && chunk.sort !== 'words' && FIGURES.test(column.name) ? 6 : 0), path }));
      const least = from.reduce((one, other) => other.cost < one.cost ? other : one);
      return { cost: least.cost, path: [...least.path, i] };
    });
  }
  const { path } = best.reduce((one, other) => other.cost < one.cost ? other : one);
  const cells = new Map<string, SheetWord[]>();
  chunks.forEach(({ words }, i) => {
    const { name } = columns[path[i]!]!;
    cells.set(name, [...cells.get(name) ?? [], ...words]);
  });
  return cells;
}

const FIGURES = /^(?:Amount|UnitPrice|Quantity|Tax|TaxRate)$/u;
const PRICE = /^[^\d\s]{0,3}-?\d[\d.,’']*[.,]\d{2,3}-?[^\d\s]{0,3}$/u;
const SIGN = /^(?:[$€£¥]|[A-Z]{3}|RM)$/u;

function chunksOf(segment: Segment, locale?: string): Chunk[] {
  const dates = datesIn(segment.text, { locale });
  const chunks: Chunk[] = [];
  const put = (words: SheetWord[], sort: Chunk['sort']): void => {
    chunks.push({ words, box: union(words.map(({ box }) => box)), sort });
  };
  for (const word of segment.words) {
    const last = chunks.at(-1);
    const date = dates.find(({ start, end }) => word.start < end && word.end > start);
    if (date !== undefined) {
      if (last?.sort === 'date' && last.words[0]!.start >= date.start) last.words.push(word);
      else put([word], 'date');
    } else if (PRICE.test(word.text)) {
      const before = last?.sort === 'words' && SIGN.test(last.words.at(-1)!.text) ? last.words.pop() : undefined;
      if (before !== undefined && last!.words.length === 0) chunks.pop();
      put(before === undefined ? [word] : [before, word], 'price');
    } else if (SIGN.test(word.text) && last?.sort === 'price') last.words.push(word);
    else if (/^\d{1,3}$/u.test(word.text) && last?.sort === 'figure') last.words.push(word);
    else if (/^-?\d+(?:[.,]\d+)?%?$/u.test(word.text) && (last === undefined || last.sort !== 'words')) put([word], 'figure');
    else if (last?.sort === 'words' || (last?.sort === 'figure' && word.text === '%')) last.words.push(word);
    else put([word], 'words');
  }
  for (const chunk of chunks) chunk.box = union(chunk.words.map(({ box }) => box));
  return chunks;
}

/** In text heights, more or less. */
function misfit({ box, sort }: Chunk, { name, box: head }: Column, height: number): number {
  const aside = overlap(head.left, head.right, box.left, box.right) > 0 ? 0
    : Math.min(Math.abs(head.left - box.left), Math.abs(head.right - box.right), Math.abs(head.left + head.right - box.left - box.right) / 2) / height;
  const edges = Math.min(Math.abs(head.left - box.left), Math.abs(head.right - box.right), Math.abs(head.left + head.right - box.left - box.right) / 2) / height;
  return aside + 0.2 * Math.min(edges, 10) + strangeness(sort, name);
}

function strangeness(sort: Chunk['sort'], column: string): number {
  if (sort === 'price') return /^(?:Amount|UnitPrice|Tax|Other|)$/u.test(column) ? 0 : column === 'Quantity' || column === 'TaxRate' ? 1 : 3;
  if (sort === 'date') return column === 'Date' ? 0 : 4;
  if (sort === 'words') return column === 'Quantity' ? 1.5 : FIGURES.test(column) ? 4 : column === 'Date' ? 3 : 0;
  return column === 'Amount' || column === 'Date' ? 2 : 0;
}

/** Rows without an amount go on with the description above them; those before the first amount belong to it. */
function joined(groups: readonly { rows: Map<string, SheetWord[]>; box: Box }[], spec: GridSpec, amount: string | undefined, height: number): Map<string, SheetWord[]>[] {
  const begins = (cells: ReadonlyMap<string, SheetWord[]>): boolean => {
    const named = amount === undefined ? [] : cells.get(amount) ?? [];
    return named.some(({ text }) => /\d/u.test(text)) || (!cells.has(amount ?? '') && cells.size >= 3);
  };
  const purchases: { cells: Map<string, SheetWord[]>; box: Box }[] = [];
  let waiting: { cells: Map<string, SheetWord[]>; box: Box } | undefined;
  for (const { rows: cells, box } of groups) {
    const last = purchases.at(-1);
    if (begins(cells)) {
      const own = new Map(cells);
      if (waiting !== undefined) for (const [name, words] of waiting.cells) own.set(name, [...words, ...own.get(name) ?? []]);
      waiting = undefined;
      purchases.push({ cells: own, box });
    } else if (last !== undefined && box.top - last.box.bottom < 1.4 * height) {
      for (const [name, words] of cells) if (name === spec.description || !last.cells.has(name)) last.cells.set(name, [...last.cells.get(name) ?? [], ...words]);
      last.box = union([last.box, box]);
    } else if (last === undefined && cells.has(spec.description)) waiting = { cells: new Map(cells), box };
    else if (last !== undefined && box.top - last.box.bottom > 3 * height) break;
  }
  return purchases.map(({ cells }) => cells);
}
