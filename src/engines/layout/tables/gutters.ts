/**
 * Gutters: white stretches that stay open from row to row. They part the columns of a page and of a table alike;
 * which of the two it is, is decided elsewhere.
 *
 * From every wide gap of a row the white is followed upwards and downwards as long as the rows leave enough of it open.
 * Gaps inside a gutter already found are not followed again, so the cost is about rows times gutters; a budget of steps
 * bounds it on pages made to be slow.
 */
import type { Measures, Row } from '../model/tokens.ts';

export interface Gutter {
  left: number;
  right: number;
  /** Rows in which the white has text on both sides: the first, the last, and how many. */
  first: number;
  last: number;
  support: number;
}

/** `letters` is the height of the larger letters around, but not less than the page's. */
interface White { left: number; right: number; letters: number }

const MOST_STEPS = 1_500_000;
const MOST_GUTTERS = 600;

/** In heights of text. */
const FAR = 3;

/** How wide white must be to be followed, and to be a reason to start. */
export function gutterWidths({ height, space }: Measures): { narrowest: number; start: number } {
  return { narrowest: Math.max(0.45 * height, 1.6 * space), start: Math.max(0.85 * height, 2.4 * space) };
}

export function findGutters(rows: readonly Row[], measures: Measures): Gutter[] {
  const { narrowest, start } = gutterWidths(measures);
  const whites = rows.map((row) => whitesOf(row, { narrowest, height: measures.height }));
  // Columns do not go on across a large empty stretch.
  const far = rows.map(({ box }, i) => i > 0 && box.top - rows[i - 1]!.box.bottom > FAR * measures.height);
  const gutters: Gutter[] = [];
  let steps = 0;
  for (let at = 0; at < rows.length; at++) {
    // Ends of a row are white too, but a gutter begins between two words.
    for (let k = 1; k + 1 < whites[at]!.length && steps < MOST_STEPS && gutters.length < MOST_GUTTERS; k++) {
      const seed = whites[at]![k]!;
      if (seed.right - seed.left < start * seed.letters / measures.height) continue;
      if (gutters.some((gutter) => at >= gutter.first && at <= gutter.last && Math.min(seed.right, gutter.right) - Math.max(seed.left, gutter.left) > 0.5 * (gutter.right - gutter.left))) continue;
      const gutter: Gutter = { left: seed.left, right: seed.right, first: at, last: at, support: 1 };
      steps += follow(gutter, whites, far, at, 1, narrowest) + follow(gutter, whites, far, at, -1, narrowest);
      gutters.push(gutter);
    }
  }
  return gutters;
}

/** Narrows the gutter row by row; rows with text on one side only are passed over, and count once a later row has both. */
function follow(gutter: Gutter, whites: readonly White[][], far: readonly boolean[], from: number, step: 1 | -1, narrowest: number): number {
  let { left, right } = gutter;
  let steps = 0;
  for (let at = from + step; at >= 0 && at < whites.length; at += step) {
    steps++;
    if (far[step > 0 ? at : at + 1]) break;
    const row = whites[at]!;
    const k = widestShared(row, left, right);
    if (k < 0) break;
    const shared = { left: Math.max(left, row[k]!.left), right: Math.min(right, row[k]!.right) };
    if (shared.right - shared.left < narrowest) break;
    ({ left, right } = shared);
    if (k === 0 || k === row.length - 1) continue;
    gutter.support++;
    gutter.left = left;
    gutter.right = right;
    if (step > 0) gutter.last = at;
    else gutter.first = at;
  }
  return steps;
}

/** The white of a row that shares most with a stretch; -1 where none does. */
function widestShared(row: readonly White[], left: number, right: number): number {
  let low = 0;
  let high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle]!.right <= left) low = middle + 1;
    else high = middle;
  }
  let best = -1;
  let most = 0;
  for (let k = low; k < row.length && row[k]!.left < right; k++) {
    const shared = Math.min(right, row[k]!.right) - Math.max(left, row[k]!.left);
    if (shared > most) {
      most = shared;
      best = k;
    }
  }
  return best;
}

/** From the open left end to the open right end, the whites of a row that are wide enough to be followed; large letters stand wider apart. */
function whitesOf(row: Row, { narrowest, height }: { narrowest: number; height: number }): White[] {
  const whites: White[] = [];
  let reach = -Infinity;
  let before = 0;
  for (const { box } of row.tokens) {
    const own = box.bottom - box.top;
    const letters = Math.max(height, Math.min(own, before));
    if (reach === -Infinity || box.left - reach >= narrowest * letters / height) whites.push({ left: reach, right: box.left, letters });
    reach = Math.max(reach, box.right);
    before = own;
  }
  whites.push({ left: reach, right: Infinity, letters: height });
  return whites;
}
