/**
 * Gutters: vertical white space that stays open from row to row. They separate the columns of a page and of a table;
 * the caller decides which of the two it is.
 *
 * Every wide gap of a row is extended up and down while the rows leave enough of it open. Gaps inside a gutter that was
 * already found are skipped, so the cost is about rows times gutters; MAX_STEPS bounds it on hostile pages.
 */
import { firstIndex } from '../../../shared/collections.ts';
import { isLeader } from '../model/tokens.ts';
import type { Measures, Row } from '../model/tokens.ts';
import { isNumeric } from './table-draft.ts';

export interface Gutter {
  left: number;
  right: number;
  /** Rows with text on both sides of the gap: the first, the last, and their count. */
  first: number;
  last: number;
  support: number;
}

/**
 * `letters` is the height of the text around the gap, at least the page's text height. A `tight` gap is a space between two numbers:
 * a gutter runs through it, but neither starts there nor is narrowed by it.
 */
interface Gap {
  left: number;
  right: number;
  letters: number;
  tight?: boolean;
  /** Whether there are numbers on both sides. */
  figures?: boolean;
}

const MAX_STEPS = 1_500_000;
const MAX_GUTTERS = 600;

/** In text heights: columns do not continue across a larger empty area. */
const MAX_ROW_DISTANCE = 3;

/** The minimum width of a gutter, and the width of a gap that may start one. */
export function gutterWidths({ height, space }: Measures): { minWidth: number; start: number } {
  return { minWidth: Math.max(0.45 * height, 1.6 * space), start: Math.max(0.85 * height, 2.4 * space) };
}

export function findGutters(rows: readonly Row[], measures: Measures): Gutter[] {
  const { minWidth, start } = gutterWidths(measures);
  const gaps = rows.map((row) => rowGaps(row, { minWidth, height: measures.height }));
  const far = rows.map(({ box }, i) => i > 0 && box.top - rows[i - 1]!.box.bottom > MAX_ROW_DISTANCE * measures.height);
  const gutters: Gutter[] = [];
  let steps = 0;
  for (let at = 0; at < rows.length; at++) {
    // The ends of a row count as gaps, but a gutter starts between two words.
    for (let k = 1; k + 1 < gaps[at]!.length && steps < MAX_STEPS && gutters.length < MAX_GUTTERS; k++) {
      const seed = gaps[at]![k]!;
      const least = seed.figures === true ? 1.1 * minWidth : start;
      if (seed.tight === true || seed.right - seed.left < (least * seed.letters) / measures.height) continue;
      if (
        gutters.some(
          (gutter) =>
            at >= gutter.first &&
            at <= gutter.last &&
            Math.min(seed.right, gutter.right) - Math.max(seed.left, gutter.left) > 0.5 * (gutter.right - gutter.left),
        )
      )
        continue;
      const gutter: Gutter = { left: seed.left, right: seed.right, first: at, last: at, support: 1 };
      steps += extendGutter(gutter, gaps, far, at, 1, minWidth) + extendGutter(gutter, gaps, far, at, -1, minWidth);
      gutters.push(gutter);
    }
  }
  return gutters;
}

/** Narrows the gutter row by row; rows with text on one side only are included once a later row has text on both. */
function extendGutter(
  gutter: Gutter,
  whites: readonly Gap[][],
  far: readonly boolean[],
  from: number,
  step: 1 | -1,
  minWidth: number,
): number {
  let { left, right } = gutter;
  let steps = 0;
  for (let at = from + step; at >= 0 && at < whites.length; at += step) {
    steps++;
    if (far[step > 0 ? at : at + 1]) break;
    const row = whites[at]!;
    const k = widestOverlap(row, left, right);
    if (k < 0) break;
    const shared = { left: Math.max(left, row[k]!.left), right: Math.min(right, row[k]!.right) };
    if (row[k]!.tight === true) {
      if (shared.right - shared.left < 0.5 * (row[k]!.right - row[k]!.left)) break;
    } else {
      if (shared.right - shared.left < minWidth) break;
      ({ left, right } = shared);
    }
    if (k === 0 || k === row.length - 1) continue;
    gutter.support++;
    gutter.left = left;
    gutter.right = right;
    if (step > 0) gutter.last = at;
    else gutter.first = at;
  }
  return steps;
}

/** The index of the gap of a row that overlaps a range most; -1 where none does. */
function widestOverlap(row: readonly Gap[], left: number, right: number): number {
  let [best, most] = [-1, 0];
  for (let k = firstIndex(row.length, (i) => row[i]!.right > left); k < row.length && row[k]!.left < right; k++) {
    const shared = Math.min(right, row[k]!.right) - Math.max(left, row[k]!.left);
    if (shared > most) {
      most = shared;
      best = k;
    }
  }
  return best;
}

/** The gaps of a row that are wide enough, its open ends included; the minimum width grows with the text height. */
function rowGaps(row: Row, { minWidth, height }: { minWidth: number; height: number }): Gap[] {
  const whites: Gap[] = [];
  let reach = -Infinity;
  let before = 0;
  let text = '';
  for (const { box, text: own } of row.tokens) {
    if (isLeader(own)) continue;
    const letters = Math.max(height, Math.min(box.bottom - box.top, before));
    const isWide = reach === -Infinity || box.left - reach >= (minWidth * letters) / height;
    const figures = isNumeric(own) && isNumeric(text);
    if (isWide) whites.push({ left: reach, right: box.left, letters, figures });
    else if (box.left > reach && figures) whites.push({ left: reach, right: box.left, letters, tight: true });
    reach = Math.max(reach, box.right);
    before = box.bottom - box.top;
    text = own;
  }
  whites.push({ left: reach, right: Infinity, letters: height });
  return whites;
}
