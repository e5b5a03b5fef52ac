/**
 * Tables without a grid: gutters separate the columns (bands.ts, lines.ts); the header is taken apart from the body
 * (header-rows.ts), and the lines of the body are grouped into rows (body-rows.ts).
 */
import type { Box } from '../../reading/model/page.ts';
import { heightOf, median, overlap, union, widthOf } from '../model/geometry.ts';
import { isLeader } from '../model/tokens.ts';
import type { Measures, Row } from '../model/tokens.ts';
import type { Stroke } from '../model/strokes.ts';
import { columnBorders } from './bands.ts';
import type { Band } from './bands.ts';
import { groupIntoRows } from './body-rows.ts';
import { isCaption } from './captions-and-notes.ts';
import { buildHeader, countHeaderLines, findCenterdSpan } from './header-rows.ts';
import type { HeaderRows } from './header-rows.ts';
import { alignRows, columnExtents, filledColumns, middleOf, textOf } from './lines.ts';
import type { Border, Line, Piece } from './lines.ts';
import { assignHeaders, isNumeric, sortInReadingOrder } from './table-draft.ts';
import type { CellDraft, TableDraft } from './table-draft.ts';

export interface FoundTable {
  table: TableDraft;
  first: number;
  last: number;
  /** Rows of dashes inside the table, which separate rows like strokes and are no cells. */
  separators: Row[];
}

const MAX_COLUMNS = 60;
/** Lines of wrapped words below the last row. */
const MAX_LINES_BELOW = 5;
const MAX_LINES_ABOVE = 10;
const MAX_CAPTION_LINES = 5;
/** A unit that holds for the whole table, such as [In thousands]. */
const UNIT = /^[[(].*[\])]$/u;

/** The table formed by a band of rows, or undefined where the rows do not look like one. */
export function tableFromBand(rows: readonly Row[], band: Band, drawn: readonly Stroke[], measures: Measures): FoundTable | undefined {
  const found = columnBorders(band, measures);
  if (found.length === 0 || found.length >= MAX_COLUMNS) return undefined;
  const borders = withoutEmptyColumns(found, alignRows(rows.slice(band.first, band.last + 1), found, measures));
  const columns = borders.length + 1;
  let { first, last } = band;
  const strokes = [...drawn, ...separatorStrokes(rows.slice(Math.max(0, first - MAX_LINES_ABOVE), last + 2))];
  const linesOf = (from: number, to: number): Line[] =>
    alignRows(
      rows.slice(from, to + 1).filter((row) => !isSeparator(row)),
      borders,
      measures,
    );
  let lines = linesOf(first, last);
  if (lines.length === 0) return undefined;
  const usual = median(lines.slice(1).map(({ box }, i) => box.top - lines[i]!.box.bottom));
  const bodyBox = union(lines.map((line) => line.box));
  const rules = rulesAcross(strokes, bodyBox, measures);
  const wide = rules.filter(({ share }) => share > 0.6).map(({ at }) => at);
  first = findHeaderStart(rows, first, { lines, usual, wide, linesOf, measures });
  if (first < band.first) lines = linesOf(first, last);
  const end = Math.min(rows.length, last + 1 + MAX_LINES_BELOW);
  while (last + 1 < end && isWrappedLineBelow(linesOf(last + 1, last + 1)[0], lines, usual, measures)) lines = linesOf(first, ++last);
  const caption = countCaptionLines(lines, wide, measures);
  if (caption > 0) {
    lines = lines.slice(caption);
    while (rows[first]!.box.bottom <= (lines[0]?.box.top ?? Infinity) && first < last) first++;
    first = rows.findIndex((row, i) => i >= first - 1 && row.box === lines[0]?.box);
  }
  if (lines.length < 2 || first < 0) return undefined;
  const box = union(lines.map((line) => line.box));
  const near = strokes.filter(
    ({ at, from, to }) =>
      at > box.top - measures.height && at < box.bottom + measures.height && overlap(from, to, box.left, box.right) > 0.5 * measures.height,
  );
  const crossing = wide.filter((at) => at > box.top - measures.height && at < box.bottom + measures.height);
  const full = rules.filter(({ share, from }) => share > 0.8 && from < columnRight(lines)).map(({ at }) => at);
  const count = countHeaderLines(lines, columns, full, measures);
  const header = count > 0 ? buildHeader(lines.slice(0, count), lines.slice(count), columns, near, measures) : undefined;
  const groups = groupIntoRows(header === undefined ? lines : lines.slice(count), columns, crossing, measures);
  if (!isTable([...(header === undefined ? [] : [lines.slice(0, count)]), ...groups], columns, crossing.length, measures)) return undefined;
  const separators = rows.slice(first, last + 1).filter(isSeparator);
  return { table: buildDraft(header, groups, borders, box, crossing), first, last, separators };
}

/** Removes borders of columns that have no words of their own. */
function withoutEmptyColumns(borders: readonly Border[], lines: readonly Line[]): Border[] {
  const used = new Set(lines.flatMap(({ pieces }) => pieces.flatMap(({ from, to }) => (from === to ? [from] : []))));
  const kept: Border[] = [];
  for (const [k, border] of borders.entries()) {
    if (used.has(k) || kept.length === 0) kept.push(border);
    else kept[kept.length - 1] = { left: kept.at(-1)!.left, right: border.right };
  }
  return kept;
}

/** Strokes at one height, drawn in one piece or column by column: the share of the table's width they cover, and where they start. */
function rulesAcross(
  strokes: readonly Stroke[],
  { left, right, top, bottom }: Box,
  { height }: Measures,
): { at: number; share: number; from: number }[] {
  const reach = 16 * height;
  const own = strokes
    .filter(({ at, from, to }) => at > top - reach && at < bottom + reach && from < right && to > left)
    .sort((one, other) => one.at - other.at);
  const rules: { at: number; share: number; from: number }[] = [];
  for (const stroke of own) {
    const share = overlap(stroke.from, stroke.to, left, right) / Math.max(right - left, 1e-9);
    const last = rules.at(-1);
    if (last !== undefined && stroke.at - last.at < 0.2 * height) {
      last.share += share;
      last.from = Math.min(last.from, stroke.from);
    } else rules.push({ at: stroke.at, share, from: stroke.from });
  }
  return rules;
}

/** Where the words of the first column end. */
const columnRight = (lines: readonly Line[]): number => columnExtents(lines)[0]?.right ?? -Infinity;

const separatorStrokes = (rows: readonly Row[]): Stroke[] =>
  rows.filter(isSeparator).map(({ box }) => ({ at: (box.top + box.bottom) / 2, from: box.left, to: box.right, width: 0 }));

const isSeparator = (row: Row): boolean => row.tokens.every(({ text }) => isLeader(text));

interface Region {
  lines: readonly Line[];
  usual: number;
  /** Where strokes across the table are. */
  wide: readonly number[];
  linesOf(from: number, to: number): Line[];
  measures: Measures;
}

/** The first row of the header: rows below the table's top stroke, and rows whose words are centerd over columns. */
function findHeaderStart(rows: readonly Row[], first: number, region: Region): number {
  const { wide, linesOf, measures } = region;
  const { height } = measures;
  const isRuledBelow = (row: number): boolean =>
    wide.some((at) => at > rows[row]!.box.bottom - 0.35 * height && at < rows[row + 1]!.box.top + 0.35 * height);
  const isJoined = (row: number): boolean =>
    rows[row + 1]!.box.top - rows[row]!.box.bottom < (isRuledBelow(row) ? 4 : 2) * height &&
    rows[row]!.tokens.every(({ blockIndex }) => blockIndex === undefined) &&
    !isCaption(rows[row]!.tokens);
  let start = first;
  let ruled = first;
  for (let row = first - 1; row >= Math.max(0, first - MAX_LINES_ABOVE) && isJoined(row); row--) {
    const [line] = linesOf(row, row);
    if (line !== undefined && (isProse(line, region) || isHeadingAbove(line, rows[row + 1]!, height))) break;
    start = row;
    const [top, above] = [rows[row]!.box.top, rows[row - 1]?.box.bottom ?? -Infinity];
    if (wide.some((at) => at < top + 0.35 * height && at > Math.max(above, top - 2 * height) - 0.35 * height)) ruled = start;
  }
  if (ruled < first) return ruled;
  const lines = [...region.lines];
  for (let row = first - 1; row >= Math.max(0, first - MAX_LINES_ABOVE) && isJoined(row); row--) {
    const [line] = linesOf(row, row);
    if (line === undefined || !isSpanningHeader(line, lines, region.usual, measures)) return row + 1;
    lines.unshift(line);
  }
  return Math.max(0, first - MAX_LINES_ABOVE, first - (lines.length - region.lines.length));
}

/** Whether a line has words at the left edge alone and is apart from the next line. */
const isHeadingAbove = ({ pieces, box }: Line, next: Row, height: number): boolean =>
  pieces.length === 1 && pieces[0]!.from === 0 && (pieces[0]!.to > 0 || next.box.top - box.bottom > 0.6 * height);

/** Whether a line runs across the table as a sentence does. */
function isProse({ pieces }: Line, { lines }: Region): boolean {
  const box = union(lines.map((line) => line.box));
  return pieces.some((piece) => piece.tokens.length > 7 && widthOf(piece.box) > 0.6 * widthOf(box));
}

/** Whether a line above the first row is a header that spans columns, rather than a heading above the table. */
function isSpanningHeader(line: Line, lines: readonly Line[], usual: number, { height }: Measures): boolean {
  const first = lines[0]!;
  if (first.box.top - line.box.bottom > Math.min(Math.max(usual, 0) + 0.6 * height, 1.6 * height)) return false;
  if (
    line.pieces.some(
      ({ tokens, from, box }) => tokens[0]!.blockIndex !== undefined || from === 0 || heightOf(box) > 1.3 * heightOf(first.box),
    )
  )
    return false;
  if (line.box.right > union(lines.map(({ box }) => box)).right + height) return false;
  const extents = columnExtents(lines);
  return line.pieces.every((piece) => {
    if (findCenterdSpan(piece, extents, height, { minColumn: 1, isAbove: true }) !== undefined) return true;
    const extent = piece.from === piece.to && line.pieces.length > 1 ? extents[piece.from] : undefined;
    return extent !== undefined && piece.box.left > extent.left - height && piece.box.right < extent.right + height;
  });
}

/** Whether a line below the last row that the gutters cover holds wrapped words of that row. */
function isWrappedLineBelow(line: Line | undefined, lines: readonly Line[], usual: number, { height }: Measures): boolean {
  const last = lines.at(-1)!;
  if (line === undefined) return false;
  const gap = line.box.top - last.box.bottom;
  if (gap > Math.min(Math.max(usual, 0.1 * height) + 0.05 * height, 0.8 * height)) return false;
  if (line.pieces.length !== 1 || line.pieces[0]!.from !== line.pieces[0]!.to || line.pieces[0]!.tokens[0]!.blockIndex !== undefined)
    return false;
  const piece = line.pieces[0]!;
  const above = last.pieces.find(({ from, to }) => from <= piece.from && to >= piece.to);
  // A wrapped cell looks like a paragraph that follows directly, unless the table wraps elsewhere or has wider row spacing.
  const wraps =
    usual > gap + 0.15 * height ||
    lines.slice(0, -1).some(({ pieces }, i) => i > 0 && pieces.length === 1 && pieces[0]!.from === piece.from);
  return wraps && above !== undefined && Math.abs(above.box.left - piece.box.left) < 0.6 * height;
}

/** The lines of a caption above the header: up to the next stroke, or as far as its words run on. */
function countCaptionLines(lines: readonly Line[], strokes: readonly number[], { height }: Measures): number {
  const at = lines.slice(0, 3).findIndex(({ pieces }) => isCaption(pieces.flatMap(({ tokens }) => tokens)));
  const isRuled = (i: number): boolean =>
    strokes.some((stroke) => stroke > lines[i - 1]!.box.bottom - 0.35 * height && stroke < lines[i]!.box.top + 0.35 * height);
  const isUnit = (line: Line | undefined): boolean => line?.pieces.length === 1 && UNIT.test(textOf(line.pieces[0]!));
  if (at < 0) return isUnit(lines[0]) ? 1 : 0;
  const own = lines[at]!.pieces.at(-1)!.box.left;
  for (let end = at + 1; end < Math.min(lines.length - 2, at + MAX_CAPTION_LINES); end++) if (isRuled(end)) return end;
  let end = at + 1;
  while (end + 2 < lines.length) {
    const [piece, second] = lines[end]!.pieces;
    const isContinued = second === undefined && (Math.abs(piece!.box.left - own) < 0.5 * height || piece!.to > piece!.from);
    if (!isContinued && !isUnit(lines[end])) break;
    end++;
  }
  return end;
}

const countWords = (pieces: readonly Piece[]): number => pieces.reduce((sum, { tokens }) => sum + tokens.length, 0);

function isTable(groups: readonly Line[][], columns: number, strokes: number, { height }: Measures): boolean {
  if (groups.length < 2 || columns < 2) return false;
  const filled = groups.map((group) => new Set(group.flatMap((line) => [...filledColumns(line)])).size);
  const full = filled.filter((count) => count >= 2).length;
  if (full < 2 || full < 0.55 * groups.length) return false;
  if (groups.length < 3 && !(strokes >= 2 && columns >= 3)) return false;
  const pieces = groups.flat().flatMap((line) => line.pieces);
  const cells = filled.reduce((sum, count) => sum + count, 0);
  if (countWords(pieces) > 12 * cells) return false;
  const column = (k: number): Piece[] => pieces.filter(({ from, to }) => from === k && to === k);
  const labels = (own: readonly Piece[]): boolean =>
    own.filter(({ tokens }) => tokens.at(-1)!.text.endsWith(':')).length >= 0.5 * own.length;
  if (labels(column(0)) || labels(groups[0]![0]!.pieces)) return false;
  // A column of labels before a column of values is a list of fields.
  for (let k = 1; k + 1 < columns; k++) if (column(k).length >= 2 && labels(column(k))) return false;
  let figureColumns = 0;
  for (let k = 0; k < columns; k++) {
    const own = column(k);
    if (own.length >= 2 && own.filter((piece) => isNumeric(textOf(piece))).length >= 0.5 * own.length) figureColumns++;
  }
  const tops = groups.map((group) => group[0]!.box);
  const pitch = median(tops.slice(1).map((box, i) => box.top - tops[i]!.top)) / height;
  const lineHeight = median(pieces.map(({ box }) => heightOf(box))) / height;
  let score = 0;
  if (figureColumns > 0) score += columns > 2 ? 2 : 1;
  if (strokes >= 2) score += 2;
  else if (strokes === 1) score += 1;
  if (columns >= 3 && groups.length >= 4) score += 1;
  if (columns >= 3 && full >= 5) score += 1;
  if (pitch > 1.75 * lineHeight) score += 1;
  if (hasDistinctHeader(groups)) score += 1;
  if (columns === 2 && figureColumns === 0) score -= 1;
  return score >= 2;
}

function hasDistinctHeader(groups: readonly Line[][]): boolean {
  const bold = (line: Line): boolean => line.pieces.every(({ tokens }) => tokens.every(({ run }) => run.bold === true));
  return bold(groups[0]![0]!) && groups.slice(1).filter((group) => bold(group[0]!)).length <= 0.3 * groups.length;
}

function buildDraft(
  header: HeaderRows | undefined,
  groups: readonly Line[][],
  borders: readonly Border[],
  box: Box,
  strokes: readonly number[],
): TableDraft {
  const edges = [box.left, ...borders.map(middleOf), box.right];
  const columnCount = borders.length + 1;
  const headerRows = header?.rowCount ?? 0;
  const bounds = groups.map((group) => union(group.map((line) => line.box)));
  const headerEdges = header === undefined ? [] : headerRowEdges(header, box.top);
  const headerBottom = header === undefined ? undefined : Math.max(...header.cells.map((cell) => cell.box.bottom));
  const edgesDown = [
    ...headerEdges,
    headerBottom === undefined ? box.top : (headerBottom + (bounds[0]?.top ?? box.bottom)) / 2,
    ...bounds.slice(1).map((bound, i) => (bound.top + bounds[i]!.bottom) / 2),
    box.bottom,
  ];
  const cells: CellDraft[] = [...headerCells(header, columnCount, edges, edgesDown)];
  groups.forEach((group, i) => {
    const rowIndex = headerRows + i;
    const pieces = group.flatMap((line) => line.pieces.map((piece) => withoutOverhang(piece, line, columnCount)));
    const spanOf = new Int32Array(columnCount).fill(-1);
    for (const { from, to } of pieces) {
      const root = spanOf[from] === -1 ? from : spanOf[from]!;
      for (let k = from; k <= to; k++) spanOf[k] = root;
    }
    for (let columnIndex = 0; columnIndex < columnCount;) {
      const root = spanOf[columnIndex]!;
      let end = columnIndex + 1;
      while (root !== -1 && end < columnCount && spanOf[end] === root) end++;
      const tokens = pieces.filter(({ from }) => from >= columnIndex && from < end).flatMap((piece) => piece.tokens);
      cells.push({
        rowIndex,
        columnIndex,
        rowSpan: 1,
        columnSpan: end - columnIndex,
        kind: 'content',
        tokens: sortInReadingOrder(tokens),
        box: { left: edges[columnIndex]!, right: edges[end]!, top: edgesDown[rowIndex]!, bottom: edgesDown[rowIndex + 1]! },
      });
      columnIndex = end;
    }
  });
  const table: TableDraft = { box, rowCount: headerRows + groups.length, columnCount, cells };
  assignHeaders(
    table,
    edgesDown.slice(1).map((at) => strokes.some((stroke) => Math.abs(stroke - at) < (0.6 * (box.bottom - box.top)) / table.rowCount)),
    headerRows,
  );
  return table;
}

/** The name of a group of rows may run into the next columns; it spans the table if it covers half of it. */
const withoutOverhang = (piece: Piece, { pieces }: Line, columns: number): Piece =>
  pieces.length === 1 && piece.from === 0 && piece.to > 0 && piece.to + 1 < 0.5 * columns ? { ...piece, to: 0 } : piece;

/** The top of each header row. */
function headerRowEdges({ rowCount, cells }: HeaderRows, top: number): number[] {
  const edges = [top];
  for (let row = 1; row < rowCount; row++) {
    const starts = cells.filter(({ firstRow }) => firstRow === row).map(({ box }) => box.top);
    const ends = cells.filter(({ lastRow }) => lastRow === row - 1).map(({ box }) => box.bottom);
    const at = starts.length > 0 && ends.length > 0 ? (Math.min(...starts) + Math.max(...ends)) / 2 : Math.min(...starts, Infinity);
    edges.push(Math.max(edges.at(-1)!, Number.isFinite(at) ? at : edges.at(-1)!));
  }
  return edges;
}

/** The header's cells; columns without words get empty ones. */
function headerCells(
  header: HeaderRows | undefined,
  columnCount: number,
  edges: readonly number[],
  edgesDown: readonly number[],
): CellDraft[] {
  if (header === undefined) return [];
  const cells: CellDraft[] = [];
  const taken = new Uint8Array(header.rowCount * columnCount);
  const add = (from: number, to: number, firstRow: number, lastRow: number, tokens: CellDraft['tokens']): void => {
    for (let row = firstRow; row <= lastRow; row++) taken.fill(1, row * columnCount + from, row * columnCount + to + 1);
    cells.push({
      rowIndex: firstRow,
      columnIndex: from,
      rowSpan: lastRow - firstRow + 1,
      columnSpan: to - from + 1,
      kind: 'columnHeader',
      tokens: sortInReadingOrder(tokens),
      box: { left: edges[from]!, right: edges[to + 1]!, top: edgesDown[firstRow]!, bottom: edgesDown[lastRow + 1]! },
    });
  };
  for (const { from, to, firstRow, lastRow, tokens } of header.cells) add(from, to, firstRow, lastRow, tokens);
  for (let row = 0; row < header.rowCount; row++)
    for (let column = 0; column < columnCount; column++) if (taken[row * columnCount + column] === 0) add(column, column, row, row, []);
  return cells.sort((one, other) => one.rowIndex - other.rowIndex || one.columnIndex - other.columnIndex);
}
