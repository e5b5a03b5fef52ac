/**
 * The header of a table: the lines above its body. Lines of one column are one cell, and a line over several columns is a cell that
 * spans them: by the stroke below it, by its own width, or because it is centred over them. A cell with nothing above or below it
 * extends to the next cell or to the edge of the header.
 */
import type { Box } from '../../reading/model/page.ts';
import { union } from '../model/geometry.ts';
import type { Measures, Token } from '../model/tokens.ts';
import type { Stroke } from '../strokes/strokes.ts';
import { columnExtents, textOf } from './lines.ts';
import type { Extent, Line, Piece } from './lines.ts';
import { isNumeric } from './table-draft.ts';

export interface HeaderCell {
  from: number;
  to: number;
  firstRow: number;
  lastRow: number;
  tokens: Token[];
  box: Box;
}

export interface HeaderRows {
  rowCount: number;
  cells: HeaderCell[];
}

const MAX_HEADER_LINES = 12;
const YEAR = /^(?:(?:19|20)\d\d|[’']\d\d)(?:\s*[-–/]\s*\d{2,4})?\s*[a-z*†‡¹²³]?$/u;

/** The number of lines above the body, by the first stroke across the table, or by the first line with numbers. */
export function countHeaderLines(lines: readonly Line[], columns: number, strokes: readonly number[], { height }: Measures): number {
  const limit = Math.min(MAX_HEADER_LINES, lines.length - 1);
  const figures = figureColumns(lines, columns);
  const body = lines.findIndex((line) => isBodyLine(line, figures));
  let ruled = 0;
  for (let i = 1; i <= limit && ruled === 0; i++) {
    const [above, below] = [lines[i - 1]!, lines[i]!];
    if (strokes.some((at) => at > above.box.bottom - 0.35 * height && at < below.box.top + 0.35 * height)) ruled = i;
  }
  if (ruled > 0 && (body < 0 ? ruled <= 4 : ruled <= body)) return ruled;
  if (body < 0 || body > limit) return 0;
  let last = body;
  // Names of row groups between the header and the body belong to the body, unless they continue the first column's header.
  while (last > 0 && lines[last - 1]!.pieces.every(({ to }) => to === 0) && !isContinued(lines, last - 1, height)) last--;
  return last;
}

/** Whether a line is close to a line above it that has words in its first column. */
function isContinued(lines: readonly Line[], at: number, height: number): boolean {
  const [above, own, below] = [lines[at - 1], lines[at]!, lines[at + 1]];
  if (above === undefined || below === undefined || above.pieces[0]!.from > 0) return false;
  return own.box.top - above.box.bottom < below.box.top - own.box.bottom - 0.15 * height;
}

/** Columns in which at least half of the pieces are numbers. */
function figureColumns(lines: readonly Line[], columns: number): boolean[] {
  const counts = Array.from({ length: columns }, () => ({ all: 0, figures: 0 }));
  for (const piece of lines.flatMap(({ pieces }) => pieces)) {
    if (piece.from !== piece.to) continue;
    const count = counts[piece.from]!;
    count.all++;
    if (isNumeric(textOf(piece))) count.figures++;
  }
  return counts.map(({ all, figures }) => all > 0 && figures >= 0.5 * all);
}

function isBodyLine({ pieces }: Line, figures: readonly boolean[]): boolean {
  const own = pieces.filter(({ from, to }) => from === to && from > 0 && figures[from] === true);
  const numbers = own.map(textOf).filter((text) => isNumeric(text));
  return numbers.length > 0 && numbers.length >= 0.5 * own.length && !numbers.every((text) => YEAR.test(text));
}

/** The cells of the header lines; `rest` are the lines of the body, which show where the columns are. */
export function buildHeader(
  header: readonly Line[],
  rest: readonly Line[],
  columns: number,
  strokes: readonly Stroke[],
  measures: Measures,
): HeaderRows {
  const { height } = measures;
  const cells: (HeaderCell & { line: number })[] = [];
  const above: ((typeof cells)[number] | undefined)[] = Array.from({ length: columns }, () => undefined);
  const isRuled = (top: number, bottom: number, box: Box): boolean =>
    strokes.some(
      ({ at, from, to }) =>
        at > top - 0.35 * height && at < bottom + 0.35 * height && from < box.left + 0.5 * height && to > box.right - 0.5 * height,
    );
  header.forEach((line, at) => {
    for (const { tokens, box, from, to } of spanPieces(line, [...header.slice(at + 1), ...rest], strokes, height)) {
      const owner = above[from];
      const isSame =
        owner !== undefined && owner.from === from && owner.to === to && !isRuled(owner.box.bottom, box.top, union([owner.box, box]));
      if (isSame) {
        owner.tokens.push(...tokens);
        owner.box = union([owner.box, box]);
        continue;
      }
      let firstRow = 0;
      for (let k = from; k <= to; k++) if (above[k] !== undefined) firstRow = Math.max(firstRow, above[k]!.firstRow + 1);
      const cell = { from, to, firstRow, lastRow: firstRow, tokens: [...tokens], box, line: at };
      cells.push(cell);
      for (let k = from; k <= to; k++) above[k] = cell;
    }
  });
  alignLevels(cells, height);
  const rowCount = 1 + Math.max(0, ...cells.map(({ firstRow }) => firstRow));
  for (const cell of cells) {
    const below = cells.filter(
      (other) => other !== cell && other.from <= cell.to && other.to >= cell.from && other.firstRow > cell.firstRow,
    );
    cell.lastRow = Math.min(rowCount, ...below.map(({ firstRow }) => firstRow)) - 1;
  }
  return { rowCount, cells };
}

/** Cells that span columns are in the same row as others at their height; they are below those that end above them. */
function alignLevels(cells: readonly HeaderCell[], height: number): void {
  const hasBelow = (cell: HeaderCell): boolean =>
    cells.some((other) => other.firstRow > cell.firstRow && other.from <= cell.to && other.to >= cell.from);
  const groups = cells.filter((cell) => cell.to > cell.from && hasBelow(cell)).sort((one, other) => one.box.top - other.box.top);
  for (const cell of groups) {
    const level = Math.max(0, ...groups.filter(({ box }) => box.bottom < cell.box.top + 0.2 * height).map(({ firstRow }) => firstRow + 1));
    const shift = level - cell.firstRow;
    if (shift <= 0) continue;
    for (const other of cells)
      if (other.firstRow >= cell.firstRow && other.from >= cell.from && other.to <= cell.to) other.firstRow += shift;
  }
}

/** The pieces of a header line with the columns they span. */
function spanPieces({ pieces }: Line, below: readonly Line[], strokes: readonly Stroke[], height: number): Piece[] {
  const extents = columnExtents(below);
  const isTop = below.length > 0 && pieces.length < below[0]!.pieces.length;
  const spread = pieces.map((piece) => ({
    ...piece,
    ...(spanByStroke(piece, extents, strokes, height) ??
      (isTop || piece.to > piece.from ? findCentredSpan(piece, extents, height) : undefined)),
  }));
  return spread.some(({ from }, i) => i > 0 && from <= spread[i - 1]!.to) ? [...pieces] : spread;
}

/** The columns above which the stroke below a piece runs. */
function spanByStroke(
  { box }: Piece,
  extents: readonly (Extent | undefined)[],
  strokes: readonly Stroke[],
  height: number,
): { from: number; to: number } | undefined {
  const stroke = strokes
    .filter(
      ({ at, from, to }) =>
        at > box.bottom - 0.4 * height && at < box.bottom + 1.2 * height && from < box.left + 0.5 * height && to > box.right - 0.5 * height,
    )
    .sort((one, other) => one.at - other.at)[0];
  if (stroke === undefined) return undefined;
  const covered = extents.flatMap((extent, k) =>
    extent !== undefined && extent.centre > stroke.from - 0.3 * height && extent.centre < stroke.to + 0.3 * height ? [k] : [],
  );
  const [from, to] = [covered[0], covered.at(-1)];
  // A stroke across the whole table ends the header, and a stroke as long as the words underlines them.
  const isWhole = from === 0 && to === extents.length - 1;
  return from === undefined || to === undefined || isWhole || to === from ? undefined : { from, to };
}

/** The columns that a piece is centred over, if it fits them better than its own column alone. */
export function findCentredSpan(
  { box, from, to }: Piece,
  extents: readonly (Extent | undefined)[],
  height: number,
  options: { minColumn: number; isAbove: boolean } = { minColumn: 0, isAbove: false },
): { from: number; to: number } | undefined {
  const centre = (box.left + box.right) / 2;
  let best: { from: number; to: number; off: number } | undefined;
  for (let a = from; a >= options.minColumn; a--) {
    for (let b = Math.max(to, a + 1); b < extents.length; b++) {
      const [left, right] = [extents[a]?.left, extents[b]?.right];
      if (left === undefined || right === undefined) continue;
      const off = Math.abs(centre - (left + right) / 2);
      if (box.left >= left - 0.5 * height && box.right <= right + 0.5 * height && off < (best?.off ?? Infinity))
        best = { from: a, to: b, off };
    }
  }
  const own = from === to ? extents[from] : undefined;
  const alone =
    own === undefined
      ? Infinity
      : Math.min(Math.abs(box.left - own.left), Math.abs(box.right - own.right), Math.abs(centre - (own.left + own.right) / 2));
  // How far a column extends beyond its words is unknown, so its centre is known only to about two text heights.
  return best !== undefined && best.off < 2 * height && (options.isAbove || alone > Math.max(0.5 * height, best.off))
    ? { from: best.from, to: best.to }
    : undefined;
}
