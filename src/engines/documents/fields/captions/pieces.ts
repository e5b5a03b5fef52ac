/** Pieces of text without captions: words of a row without wide gaps. */
import { gapBefore } from './phrase-index.ts';
import type { Box } from '../../reading/model/page.ts';
import type { PlacedWord } from './page-text.ts';
import { boundingBox } from './page-text.ts';

export interface Piece {
  words: readonly PlacedWord[];
  box: Box;
  height: number;
}

const MAX_GAP = 2.6;

export function piecesOf(rows: readonly (readonly PlacedWord[])[], taken: ReadonlySet<PlacedWord>): Piece[] {
  const pieces: PlacedWord[][] = [];
  for (const row of rows) {
    let open: PlacedWord[] | undefined;
    row.forEach((word, i) => {
      if (taken.has(word)) open = undefined;
      else if (open === undefined || gapBefore(row, i) > MAX_GAP) pieces.push((open = [word]));
      else open.push(word);
    });
  }
  return pieces.map((words) => pieceOf(words));
}

export function pieceOf(words: readonly PlacedWord[]): Piece {
  const heights = words.map(({ box }) => box.bottom - box.top).sort((a, b) => a - b);
  return { words, box: boundingBox(words.map(({ box }) => box)), height: Math.max(1e-6, heights[heights.length >> 1]!) };
}

/** Whether a piece is below another one, at most `maxGap` of its heights, and not beside it. */
export const isBelow = ({ box }: Piece, upper: Piece, maxGap: number): boolean =>
  box.top > upper.box.top + 0.5 * upper.height &&
  box.top - upper.box.bottom < maxGap * upper.height &&
  box.left < upper.box.right &&
  box.right > upper.box.left;

/** Whether a piece has about the size of another one. */
export const isSize = ({ height }: Piece, other: Piece, min: number, max: number): boolean =>
  height > min * other.height && height < max * other.height;

/** Pieces below another one that start at nearly the same place, without large gaps between them. */
export function piecesBelow(start: Piece, pieces: readonly Piece[], max: number, left = start.box.left): Piece[] {
  const out: Piece[] = [];
  let last = start;
  for (const piece of pieces) {
    if (piece === start || piece.box.top < last.box.top + 0.5 * last.height) continue;
    if (Math.abs(piece.box.left - left) > 2.5 * start.height && Math.abs(piece.box.left - start.box.left) > 2.5 * start.height) continue;
    if (piece.box.top - last.box.bottom > 1.3 * Math.max(start.height, piece.height)) break;
    out.push(piece);
    last = piece;
    if (out.length === max) break;
  }
  return out;
}
