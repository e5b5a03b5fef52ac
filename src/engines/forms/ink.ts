/**
 * Where a page is dark, coarsely, kept beyond its picture so that a signature can be told from an empty line: in each
 * small square the share of dark pixels. A ruled line darkens thin rows of squares; writing darkens squares in several.
 */
import type { Box, Seen } from '../reading/page.ts';

export interface InkMap {
  columns: number;
  rows: number;
  /** Units of the page that a square is wide and high. */
  square: number;
  dark: Uint8Array;
}

const DARK = 128;
/** Squares along the longer side of the page. */
const SQUARES = 400;
/** Share of a square, of 255, from which it counts as written on. */
const WRITTEN = 20;
/** Share of a region's squares that a signature covers, at least. */
const LEAST_COVERED = 0.03;

/** Undefined where the page has no picture. */
export function inkMapOf({ picture, scale }: Seen): InkMap | undefined {
  if (picture === undefined) return undefined;
  const side = Math.max(1, Math.max(picture.width, picture.height) / SQUARES);
  const [columns, rows] = [Math.ceil(picture.width / side), Math.ceil(picture.height / side)];
  const dark = new Uint32Array(columns * rows);
  const all = new Uint32Array(columns * rows);
  for (let y = 0; y < picture.height; y++) {
    const row = Math.floor(y / side) * columns;
    for (let x = 0; x < picture.width; x++) {
      const at = row + Math.floor(x / side);
      all[at]!++;
      if (picture.data[y * picture.width + x]! < DARK) dark[at]!++;
    }
  }
  return { columns, rows, square: side / scale, dark: Uint8Array.from(dark, (count, i) => Math.round((255 * count) / Math.max(1, all[i]!))) };
}

/** Whether something is written in a box: enough dark squares that do not lie in a row which is dark from side to side. */
export function hasInk({ columns, rows, square, dark }: InkMap, { left, top, right, bottom }: Box): boolean {
  const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  const [from, to] = [clamp(Math.floor(left / square), columns), clamp(Math.ceil(right / square), columns)];
  const [first, end] = [clamp(Math.floor(top / square), rows), clamp(Math.ceil(bottom / square), rows)];
  let [covered, all] = [0, 0];
  for (let row = first; row < end; row++) {
    let own = 0;
    for (let column = from; column < to; column++) if (dark[row * columns + column]! >= WRITTEN) own++;
    all += to - from;
    if (own < 0.7 * (to - from)) covered += own;
  }
  return all > 0 && covered >= LEAST_COVERED * all;
}
