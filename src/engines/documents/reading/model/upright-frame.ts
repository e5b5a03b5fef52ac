/** The upright frame of a page whose text is rotated by a multiple of 90 degrees. */
import { IDENTITY, inverse } from './affine.ts';
import type { Affine, Turn } from './page.ts';

export interface UprightFrame {
  width: number;
  height: number;
  toPage: Affine;
  fromPage: Affine;
}

/** `turn` is the clockwise rotation of the text on a page of this size. */
export function createFrame(turn: Turn, width: number, height: number): UprightFrame {
  const toPage = transformToPage(turn, width, height);
  const upright = turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
  return { ...upright, toPage, fromPage: inverse(toPage) };
}

function transformToPage(turn: Turn, width: number, height: number): Affine {
  switch (turn) {
    case 0:
      return IDENTITY;
    case 90:
      return { a: 0, b: 1, c: -1, d: 0, e: width, f: 0 };
    case 180:
      return { a: -1, b: 0, c: 0, d: -1, e: width, f: height };
    case 270:
      return { a: 0, b: -1, c: 1, d: 0, e: 0, f: height };
  }
}

/** In degrees, above -180 up to 180. */
export const turnAngle = (turn: Turn): number => (turn === 270 ? -90 : turn);

export const nearestTurn = (degrees: number): Turn => ((((Math.round(degrees / 90) % 4) + 4) % 4) * 90) as Turn;
