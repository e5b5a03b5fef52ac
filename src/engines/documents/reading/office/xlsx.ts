/** Spreadsheets: each visible worksheet is a page with its name, its used range as one table, values as displayed, and its images. */
import { firstIndex } from '../../../shared/collections.ts';
import type { Limits } from '../model/limits.ts';
import type { Block, Flow, FlowCell } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { TextBudget } from './text-budget.ts';
import { imagesIn } from './embedded-images.ts';
import type { ImageBlock } from './embedded-images.ts';
import { findMainPart, readRelationships } from './relationships.ts';
import { isSet, walkXml } from './xml.ts';
import { builtInFormat, formatNumber } from './xlsx-formats.ts';
import type { Archive } from './zip.ts';

interface Value {
  row: number;
  column: number;
  text: string;
  isNumber: boolean;
}

interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

interface Book {
  strings: readonly string[];
  formats: readonly string[];
  date1904: boolean;
  budget: TextBudget;
}

const MAX_CELLS = 1_000_000;
const MAX_MERGES = 100_000;
/** Larger tables list empty cells only if at most half of the cells are empty. */
const MAX_DENSE_CELLS = 20_000;

export function readXlsx(archive: Archive, limits: Limits): Flow {
  const main = findMainPart(archive, 'xl/workbook.xml');
  const xml = archive.text(main);
  if (xml === undefined) throw new UnreadableFile('corrupt', 'the spreadsheet has no workbook');
  const relations = readRelationships(archive, main);
  const partOf = (type: string): string | undefined => [...relations.values()].find((relation) => relation.type === type)?.part;
  const worksheets: { name: string; id: string }[] = [];
  let date1904 = false;
  walkXml(xml, {
    open: ({ name, get }) => {
      if (name === 'workbookPr') date1904 = isSet(get('date1904'));
      if (name === 'sheet' && (get('state') ?? 'visible') === 'visible') worksheets.push({ name: get('name') ?? '', id: get('id') ?? '' });
    },
  });
  if (worksheets.length > limits.maxPages) throw new UnreadableFile('tooManyPages', `the spreadsheet has ${worksheets.length} worksheets`);
  const budget = new TextBudget(limits);
  const book: Book = {
    strings: readSharedStrings(archive, partOf('sharedStrings')),
    formats: readFormats(archive, partOf('styles')),
    date1904,
    budget,
  };
  return {
    pages: worksheets.flatMap(({ name, id }) => {
      const part = relations.get(id);
      const worksheet = part?.type === 'worksheet' ? archive.text(part.part) : undefined;
      return worksheet === undefined ? [] : [[...readWorksheet(name, worksheet, book), ...worksheetImages(archive, part!.part)]];
    }),
  };
}

function worksheetImages(archive: Archive, worksheet: string): ImageBlock[] {
  const drawings = [...readRelationships(archive, worksheet).values()].filter(({ type }) => type === 'drawing');
  return drawings.flatMap(({ part }) => {
    const xml = archive.text(part);
    return xml === undefined ? [] : imagesIn(xml, readRelationships(archive, part));
  });
}

function readSharedStrings(archive: Archive, part: string | undefined): string[] {
  const xml = part === undefined ? undefined : archive.text(part);
  const strings: string[] = [];
  if (xml === undefined) return strings;
  let [inText, phonetic] = [false, false];
  walkXml(xml, {
    open: ({ name }) => {
      if (name === 'si') strings.push('');
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') inText = !phonetic;
    },
    close: (name) => {
      if (name === 't') inText = false;
      if (name === 'rPh') phonetic = false;
    },
    text: (text) => {
      if (inText && strings.length > 0) strings[strings.length - 1] += text;
    },
  });
  return strings;
}

/** The number format of each cell style. */
function readFormats(archive: Archive, part: string | undefined): string[] {
  const xml = part === undefined ? undefined : archive.text(part);
  const own = new Map<number, string>();
  const formats: string[] = [];
  if (xml === undefined) return formats;
  let inCells = false;
  walkXml(xml, {
    open: ({ name, get }) => {
      if (name === 'numFmt') own.set(Number(get('numFmtId')), get('formatCode') ?? 'General');
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) formats.push(own.get(Number(get('numFmtId'))) ?? builtInFormat(Number(get('numFmtId'))));
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** B12 as row 11, column 1. */
function parseReference(reference: string | undefined): { row: number; column: number } | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  return { row: Number(digits) - 1, column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 };
}

function readWorksheet(title: string, xml: string, book: Book): Block[] {
  const values: Value[] = [];
  const merges: Range[] = [];
  let cell: { row: number; column: number; type: string; style: number; raw: string } | undefined;
  let [row, column, inValue] = [-1, -1, false];
  walkXml(xml, {
    open: ({ name, get }) => {
      if (name === 'row') [row, column] = [get('r') === undefined ? row + 1 : Number(get('r')) - 1, -1];
      else if (name === 'c') {
        const place = parseReference(get('r')) ?? { row, column: column + 1 };
        column = place.column;
        cell = { ...place, type: get('t') ?? 'n', style: Number(get('s') ?? 0), raw: '' };
      } else if (name === 'v' || name === 't') inValue = cell !== undefined;
      else if (name === 'mergeCell' && merges.length < MAX_MERGES) {
        const [from, to] = (get('ref') ?? '').split(':').map(parseReference);
        if (from !== undefined && to !== undefined) merges.push({ top: from.row, left: from.column, bottom: to.row, right: to.column });
      }
    },
    close: (name) => {
      if (name === 'v' || name === 't') inValue = false;
      if (name !== 'c' || cell === undefined) return;
      const text = book.budget.take(displayText(cell, book)).trim();
      if (text !== '') values.push({ row: cell.row, column: cell.column, text, isNumber: cell.type === 'n' });
      if (values.length > MAX_CELLS) throw new UnreadableFile('tooLarge', 'a worksheet has too many cells');
      cell = undefined;
    },
    text: (text) => {
      if (inValue && cell !== undefined) cell.raw += text;
    },
  });
  return [{ kind: 'heading', level: 1, text: title }, ...(values.length === 0 ? [] : [createTable(values, merges)])];
}

function displayText({ type, style, raw }: { type: string; style: number; raw: string }, { strings, formats, date1904 }: Book): string {
  switch (type) {
    case 's':
      return strings[Number(raw)] ?? '';
    case 'b':
      return raw === '1' ? 'TRUE' : 'FALSE';
    case 'n':
      return raw.trim() === '' ? '' : formatNumber(Number(raw), formats[style] ?? 'General', date1904);
    default:
      return raw;
  }
}

/** Empty rows and columns are omitted. */
function createTable(values: readonly Value[], merges: readonly Range[]): Block {
  const rows = rankByValue(values.map(({ row }) => row));
  const columns = rankByValue(values.map(({ column }) => column));
  const mergeAt = new Map(merges.map((range) => [`${range.top} ${range.left}`, range]));
  const within = (from: number, to: number, kept: ReadonlyMap<number, number>, all: readonly number[]): number =>
    Math.max(1, countUpTo(all, to) - (kept.get(from) ?? 0));
  const [allRows, allColumns] = [[...rows.keys()], [...columns.keys()]];
  const placed = values.map(({ row, column, text }): FlowCell => {
    const merge = mergeAt.get(`${row} ${column}`);
    return {
      row: rows.get(row)!,
      column: columns.get(column)!,
      header: false,
      text,
      rowSpan: merge === undefined ? 1 : within(row, merge.bottom, rows, allRows),
      columnSpan: merge === undefined ? 1 : within(column, merge.right, columns, allColumns),
    };
  });
  const cells = fillEmptyCells(placed, rows.size, columns.size);
  const first = values.filter(({ row }) => rows.get(row) === 0);
  const headed = rows.size > 1 && first.every(({ isNumber }) => !isNumber) && values.some(({ isNumber }) => isNumber);
  return {
    kind: 'table',
    rows: rows.size,
    columns: columns.size,
    cells: headed ? cells.map((cell) => (cell.row === 0 ? { ...cell, header: true } : cell)) : cells,
  };
}

/** Each distinct number with its rank in ascending order. */
const rankByValue = (numbers: readonly number[]): Map<number, number> =>
  new Map([...new Set(numbers)].sort((one, other) => one - other).map((number, index) => [number, index]));

/** How many of the ascending numbers are not larger than `max`. */
const countUpTo = (numbers: readonly number[], max: number): number => firstIndex(numbers.length, (i) => numbers[i]! > max);

function fillEmptyCells(cells: readonly FlowCell[], rows: number, columns: number): FlowCell[] {
  const size = rows * columns;
  if (size > MAX_DENSE_CELLS && size > 2 * cells.length) return [...cells];
  const taken = new Uint8Array(size);
  for (const { row, column, rowSpan, columnSpan } of cells) {
    for (let y = row; y < Math.min(rows, row + rowSpan); y += 1)
      taken.fill(1, y * columns + column, y * columns + Math.min(columns, column + columnSpan));
  }
  const own = new Map(cells.map((cell) => [cell.row * columns + cell.column, cell]));
  // Cells covered by a merged cell are omitted, even if the file has a hidden value there.
  const covered = new Set(
    cells.flatMap(({ row, column, rowSpan, columnSpan }) =>
      rowSpan * columnSpan === 1 ? [] : coveredCells(row, column, rowSpan, columnSpan, columns),
    ),
  );
  return Array.from({ length: size }, (_, at) => at).flatMap((at): FlowCell[] => {
    const cell = own.get(at);
    if (covered.has(at)) return [];
    if (cell !== undefined) return [cell];
    return taken[at] === 1
      ? []
      : [{ row: Math.floor(at / columns), column: at % columns, rowSpan: 1, columnSpan: 1, header: false, text: '' }];
  });
}

function coveredCells(row: number, column: number, rowSpan: number, columnSpan: number, columns: number): number[] {
  return Array.from(
    { length: rowSpan * columnSpan },
    (_, index) => (row + Math.floor(index / columnSpan)) * columns + column + (index % columnSpan),
  ).slice(1);
}
