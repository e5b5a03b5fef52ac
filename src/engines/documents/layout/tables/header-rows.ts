/**
 * The header of a table: the lines above its body. Lines of one column are one cell, and a line over several columns is a cell that
 * spans them: by the stroke below it, by its own width, or because it is centerd over them. A cell with nothing above or below it
 * extends to the next cell or to the edge of the header.
 */
import type { Box } from '../../reading/model/page.ts';
import { union } from '../model/geometry.ts';
import type { Measures, Token } from '../model/tokens.ts';
import type { Stroke } from '../model/strokes.ts';
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
/** Lines between two strokes at the top of a table that are its header, whatever they say. */
const MAX_RULED_LINES = 6;
const YEAR = /^(?:(?:19|20)\d\d|[’']\d\d)(?:\s*[-–/]\s*\d{2,4})?\s*[a-z*†‡¹²³]?$/u;

/** The number of lines above the body, by the first stroke across the table, or by the first line with numbers. */
export function countHeaderLines(lines: readonly Line[], columns: number, strokes: readonly number[], { height }: Measures): number {
  const limit = Math.min(MAX_HEADER_LINES, lines.length - 1);
  const figures = figureColumns(lines, columns);
  const body = lines.findIndex((line) => isBodyLine(line, figures));
  // A stroke below cells that span columns only separates them from the header's other rows.
  const covered = new Set<number>();
  let ruled = 0;
  const isDone = (): boolean => ruled > 0 && covered.size >= 0.5 * columns;
  const isRuled = (top: number, bottom: number): boolean => strokes.some((at) => at > top - 0.35 * height && at < bottom + 0.35 * height);
  for (let i = 1; i <= limit && !isDone(); i++) {
    const [above, below] = [lines[i - 1]!, lines[i]!];
    for (const { from, to } of above.pieces) if (from === to) covered.add(from);
    if (isRuled(above.box.bottom, below.box.top)) ruled = i;
  }
  const hasTop = isRuled(lines[0]!.box.top - height, lines[0]!.box.top);
  if (ruled > 0 && ruled <= (hasTop ? MAX_RULED_LINES : body < 0 ? 4 : body)) return ruled;
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

/** The cells of the header lines; `rest` are the lines of the body, which show where the columns are. Undefined for contradictions. */
export function buildHeader(
  header: readonly Line[],
  rest: readonly Line[],
  columns: number,
  strokes: readonly Stroke[],
  measures: Measures,
): HeaderRows | undefined {
  const { height } = measures;
  const cells: HeaderCell[] = [];
  const above: (HeaderCell | undefined)[] = Array.from({ length: columns }, () => undefined);
  const isRuled = (top: number, bottom: number, box: Box): boolean =>
    strokes.some(
      ({ at, from, to }) =>
        at > top - 0.35 * height && at < bottom + 0.35 * height && from < box.left + 0.5 * height && to > box.right - 0.5 * height,
    );
  header.forEach((line, at) => {
    for (const { tokens, box, from, to } of spanPieces(line, { above: header[at - 1], next: header[at + 1], rest, strokes, height })) {
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
      // A stroke above a cell closes it.
      for (const other of cells)
        if (other.box.bottom < box.top && isRuled(other.box.bottom, box.top, box) && isRuled(other.box.bottom, box.top, other.box))
          firstRow = Math.max(firstRow, other.firstRow + 1);
      const cell = { from, to, firstRow, lastRow: firstRow, tokens: [...tokens], box };
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
  return hasOverlap(cells, columns) ? undefined : { rowCount, cells };
}

/** Where the levels contradict each other, the lines cannot be taken as a header. */
function hasOverlap(cells: readonly HeaderCell[], columns: number): boolean {
  const taken = new Set<number>();
  for (const { from, to, firstRow, lastRow } of cells) {
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = from; column <= to; column++) {
        if (taken.has(row * columns + column)) return true;
        taken.add(row * columns + column);
      }
    }
  }
  return false;
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

interface Surroundings {
  above: Line | undefined;
  /** The next line of the header. */
  next: Line | undefined;
  rest: readonly Line[];
  strokes: readonly Stroke[];
  height: number;
}

/** The pieces of a header line with the columns they span. */
function spanPieces({ pieces }: Line, { above, next, rest, strokes, height }: Surroundings): Piece[] {
  const extents = columnExtents(next === undefined ? rest : [next, ...rest]);
  const isTop = pieces.length < (next ?? rest[0])!.pieces.length;
  const centerd = (piece: Piece): { from: number; to: number } | undefined => {
    const options = { minColumn: piece.from === 0 ? 0 : 1, isAbove: false };
    if (above !== undefined && isInLine(piece, above, height)) return undefined;
    if (isTop && pieces.length === 1 && isOverAll(piece, extents, height)) return { from: 1, to: extents.length - 1 };
    if (isTop && next !== undefined && pieces.length === 1 && piece.from > 0 && piece.from === piece.to)
      return isInLine(piece, next, height) ? undefined : findCenterdSpan(piece, extents, height, { ...options, isAbove: true });
    return isTop || piece.to > piece.from ? findCenterdSpan(piece, extents, height, options) : undefined;
  };
  const spread = pieces.map((piece) => ({ ...piece, ...(spanByStroke(piece, extents, strokes, height) ?? centerd(piece)) }));
  return spread.some(({ from }, i) => i > 0 && from <= spread[i - 1]!.to) ? joinOverlapping(pieces) : spread;
}

function joinOverlapping(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    if (before === undefined || piece.from > before.to) joined.push({ ...piece });
    else
      Object.assign(before, {
        tokens: [...before.tokens, ...piece.tokens],
        box: union([before.box, piece.box]),
        to: Math.max(before.to, piece.to),
      });
  }
  return joined;
}

/** Whether a piece is centerd over all columns but the first. */
function isOverAll({ box, from, to }: Piece, extents: readonly (Extent | undefined)[], height: number): boolean {
  const [left, right] = [extents[1]?.left, extents.at(-1)?.right];
  if (from === 0 || extents.length < 3 || left === undefined || right === undefined) return false;
  return Math.abs(box.left + box.right - left - right) / 2 < (to > from ? 1.2 : 0.5) * height;
}

/** Whether a piece is in line with the piece of its column in another line, as wrapped words are. */
function isInLine({ box, from, to }: Piece, { pieces }: Line, height: number): boolean {
  const other = pieces.find((piece) => piece.from === from && piece.to === to)?.box;
  if (other === undefined) return false;
  const offsets = [box.left - other.left, box.right - other.right, (box.left + box.right - other.left - other.right) / 2];
  return offsets.some((offset) => Math.abs(offset) < 0.3 * height);
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
    extent !== undefined && extent.center > stroke.from - 0.3 * height && extent.center < stroke.to + 0.3 * height ? [k] : [],
  );
  const [from, to] = [covered[0], covered.at(-1)];
  // A stroke across the whole table ends the header, and a stroke as long as the words underlines them.
  const isWhole = from === 0 && to === extents.length - 1;
  return from === undefined || to === undefined || isWhole || to === from ? undefined : { from, to };
}

/** The columns that a piece is centerd over, if it fits them better than its own column alone. */
export function findCenterdSpan(
  { box, from, to }: Piece,
  extents: readonly (Extent | undefined)[],
  height: number,
  options: { minColumn: number; isAbove: boolean } = { minColumn: 0, isAbove: false },
): { from: number; to: number } | undefined {
  const center = (box.left + box.right) / 2;
  let best: { from: number; to: number; off: number } | undefined;
  for (let a = from; a >= options.minColumn; a--) {
    for (let b = Math.max(to, a + 1); b < extents.length; b++) {
      const [left, right] = [extents[a]?.left, extents[b]?.right];
      if (left === undefined || right === undefined) continue;
      const off = Math.abs(center - (left + right) / 2);
      if (box.left >= left - 0.5 * height && box.right <= right + 0.5 * height && off < (best?.off ?? Infinity))
        best = { from: a, to: b, off };
    }
  }
  const own = from === to ? extents[from] : undefined;
  const alone =
    own === undefined
      ? Infinity
      : Math.min(Math.abs(box.left - own.left), Math.abs(box.right - own.right), Math.abs(center - (own.left + own.right) / 2));
  // How far a column extends beyond its words is unknown, so its center is known only to about two text heights.
  return best !== undefined && best.off < 2 * height && (options.isAbove || alone > Math.max(0.5 * height, best.off))
    ? { from: best.from, to: best.to }
    : undefined;
}
