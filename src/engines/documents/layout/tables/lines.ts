/**
 * The lines of a table's region, split into pieces at the column borders. A piece without a wide gap that crosses a border spans its
 * columns, unless its parts are numbers or each part is aligned with its own column.
 */
import type { Box } from '../../reading/model/page.ts';
import { union } from '../model/geometry.ts';
import { isLeader, splitSegments } from '../model/tokens.ts';
import type { Measures, Row, Token } from '../model/tokens.ts';
import { gutterWidths } from './gutters.ts';
import { isNumeric, joinTexts } from './table-draft.ts';

/** The white space between two columns that their rows share. */
export interface Border {
  left: number;
  right: number;
}

/** The words of one cell in one line, with the columns they cover. */
export interface Piece {
  tokens: Token[];
  box: Box;
  from: number;
  to: number;
}

export interface Line {
  pieces: Piece[];
  box: Box;
}

export interface Extent {
  left: number;
  right: number;
  /** The median of the centers. */
  center: number;
}

export const middleOf = ({ left, right }: Border): number => (left + right) / 2;

export const filledColumns = (line: Line): Set<number> =>
  new Set(line.pieces.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, k) => from + k)));

export const textOf = (piece: Piece): string => joinTexts(piece.tokens.filter(({ text }) => !isLeader(text)));

/** Lines of a region, in two passes: alignment with a column is known once its unambiguous pieces are. */
export function alignRows(rows: readonly Row[], borders: readonly Border[], measures: Measures): Line[] {
  const lines = rows.map((row) => alignRow(row, borders, measures));
  const extents = columnExtents(lines);
  for (const line of lines)
    line.pieces = joinPieces(line.pieces.flatMap((piece, _, { length }) => splitAligned(piece, length === 1, borders, extents, measures)));
  return lines;
}

function columnAt(borders: readonly Border[], x: number): number {
  let column = 0;
  while (column < borders.length && middleOf(borders[column]!) < x) column++;
  return column;
}

/** The columns that a range covers; white space between columns belongs to none. */
function columnsOf(borders: readonly Border[], left: number, right: number): { from: number; to: number } {
  let from = 0;
  while (from < borders.length && borders[from]!.left <= left) from++;
  let to = borders.length;
  while (to > 0 && borders[to - 1]!.right >= right) to--;
  if (to >= from) return { from, to };
  const at = columnAt(borders, (left + right) / 2);
  return { from: at, to: at };
}

function createPiece(tokens: Token[], borders: readonly Border[], height: number): Piece {
  const words = tokens.filter(({ text }) => !isLeader(text));
  const box = union((words.length > 0 ? words : tokens).map((token) => token.box));
  return { tokens, box, ...columnsOf(borders, box.left + 0.2 * height, box.right - 0.2 * height) };
}

function alignRow(row: Row, borders: readonly Border[], measures: Measures): Line {
  const { minWidth } = gutterWidths(measures);
  const pieces: Piece[] = [];
  for (const segment of splitSegments(row.tokens, minWidth)) {
    if (pieces.length > 0 && segment.every(({ text }) => isLeader(text))) {
      pieces.at(-1)!.tokens.push(...segment);
      continue;
    }
    const whole = createPiece(segment, borders, measures.height);
    const parts = whole.to > whole.from ? splitAtBorders(whole, borders, measures.height) : undefined;
    if (parts !== undefined && parts.every((part) => isNumeric(textOf(part)))) pieces.push(...parts);
    else pieces.push(whole);
  }
  return { pieces: joinPieces(pieces), box: row.box };
}

/** Joins pieces of one column; a piece never starts left of where the one before it ends. */
function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    if (before !== undefined && before.to === before.from && piece.from === before.from && piece.to === piece.from) {
      before.tokens.push(...piece.tokens);
      before.box = union([before.box, piece.box]);
    } else joined.push({ ...piece, from: before === undefined ? piece.from : Math.max(piece.from, Math.min(before.to, piece.to)) });
  }
  return joined;
}

/** The parts of a piece, if there is a space between words at every border that it crosses. */
function splitAtBorders(piece: Piece, borders: readonly Border[], height: number): Piece[] | undefined {
  const parts: Token[][] = [];
  let from = 0;
  for (let column = piece.from; column < piece.to; column++) {
    const { left, right } = borders[column]!;
    let at = -1;
    for (let i = from; i + 1 < piece.tokens.length; i++) {
      const [end, start] = [piece.tokens[i]!.box.right, piece.tokens[i + 1]!.box.left];
      if (end <= right + 0.15 * height && start >= left - 0.15 * height && start > end) at = i + 1;
    }
    if (at < 0) return undefined;
    parts.push(piece.tokens.slice(from, at));
    from = at;
  }
  parts.push(piece.tokens.slice(from));
  return parts.map((tokens, i) => ({ ...createPiece(tokens, borders, height), from: piece.from + i, to: piece.from + i }));
}

/** A line of one piece is split only if its parts are exactly in line: it may be a name that runs across columns. */
function splitAligned(
  piece: Piece,
  isAlone: boolean,
  borders: readonly Border[],
  extents: readonly (Extent | undefined)[],
  { height }: Measures,
): Piece[] {
  if (piece.from === piece.to) return [piece];
  const parts = splitAtBorders(piece, borders, height);
  if (parts === undefined) return [piece];
  // Three parts are hardly in line with three columns by chance.
  const tolerance = (parts.length > 2 ? 0.8 : isAlone || isCenterdOver(piece, extents, height) ? 0.15 : 0.5) * height;
  const isAligned = ({ box, from }: Piece): boolean => {
    const extent = extents[from];
    if (extent === undefined) return false;
    return (
      Math.abs(box.left - extent.left) < tolerance ||
      Math.abs(box.right - extent.right) < tolerance ||
      Math.abs((box.left + box.right) / 2 - extent.center) < tolerance
    );
  };
  return parts.every(isAligned) ? parts : [piece];
}

/** Whether a piece is centerd over its columns together, as the header of both is. */
function isCenterdOver({ box, from, to }: Piece, extents: readonly (Extent | undefined)[], height: number): boolean {
  const [left, right] = [extents[from]?.left, extents[to]?.right];
  if (left === undefined || right === undefined) return false;
  return Math.abs(box.left + box.right - left - right) / 2 < 0.5 * height;
}

/** The horizontal extent of each column's words; undefined for columns without words of their own. */
export function columnExtents(lines: readonly Line[]): (Extent | undefined)[] {
  const boxes: Box[][] = [];
  for (const { from, to, box } of lines.flatMap(({ pieces }) => pieces)) if (from === to) (boxes[from] ??= []).push(box);
  return Array.from({ length: boxes.length }, (_, k) => {
    const own = boxes[k];
    if (own === undefined) return undefined;
    const centers = own.map(({ left, right }) => (left + right) / 2).sort((one, other) => one - other);
    const { left, right } = union(own);
    return { left, right, center: centers[centers.length >> 1]! };
  });
}
