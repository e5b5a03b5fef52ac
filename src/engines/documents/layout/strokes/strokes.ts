/**
 * Horizontal and vertical strokes: those the file draws, and those found in the image. Pieces of one stroke, interrupted
 * by a bad scan or drawn cell by cell, are joined.
 */
import { append, firstIndex } from '../../../shared/collections.ts';
import type { Box, Page, Rule } from '../../reading/model/page.ts';
import { strokesFromFills } from './fills.ts';
import { heightOf, overlap, widthOf } from '../model/geometry.ts';
import type { Stroke, Strokes } from '../model/strokes.ts';

/** More strokes than a real page has; beyond that only the longest are used. */
const MAX_STROKES = 6000;

/** How far a stroke may slant, as a share of its length. */
const MAX_LEAN = 0.02;

export function strokesFromRules(rules: readonly Rule[], height: number): Strokes {
  const across: Stroke[] = [];
  const down: Stroke[] = [];
  for (const { from, to, width } of rules) {
    const wide = Math.abs(to.x - from.x);
    const high = Math.abs(to.y - from.y);
    if (!Number.isFinite(wide + high + width) || width > 0.7 * height) continue;
    if (high <= MAX_LEAN * wide || (high < 0.1 * height && wide > 2 * high))
      across.push({ at: (from.y + to.y) / 2, from: Math.min(from.x, to.x), to: Math.max(from.x, to.x), width });
    else if (wide <= MAX_LEAN * high || (wide < 0.1 * height && high > 2 * wide))
      down.push({ at: (from.x + to.x) / 2, from: Math.min(from.y, to.y), to: Math.max(from.y, to.y), width });
  }
  return { across, down };
}

/** Joins collinear pieces less than `gap` apart, and drops results shorter than `shortest`. */
function joinPieces(strokes: readonly Stroke[], tolerance: number, gap: number, shortest: number): Stroke[] {
  const sorted = [...strokes].sort((one, other) => one.at - other.at || one.from - other.from);
  const groups: Stroke[][] = [];
  let start = 0;
  for (let i = 1; i <= sorted.length; i++) {
    if (i < sorted.length && sorted[i]!.at - sorted[i - 1]!.at <= tolerance && sorted[i]!.at - sorted[start]!.at <= 2 * tolerance) continue;
    groups.push(sorted.slice(start, i));
    start = i;
  }
  const result: Stroke[] = [];
  for (const group of groups) {
    group.sort((one, other) => one.from - other.from);
    let current: Stroke | undefined;
    let weight = 0;
    for (const stroke of group) {
      const length = Math.max(stroke.to - stroke.from, 1e-9);
      if (current !== undefined && stroke.from - current.to <= gap) {
        current.at = (current.at * weight + stroke.at * length) / (weight + length);
        current.lean = ((current.lean ?? 0) * weight + (stroke.lean ?? 0) * length) / (weight + length);
        current.to = Math.max(current.to, stroke.to);
        current.width = Math.max(current.width, stroke.width);
        weight += length;
      } else {
        current = { ...stroke };
        weight = length;
        result.push(current);
      }
    }
  }
  const long = result.filter(({ from, to }) => to - from >= shortest);
  return long.length <= MAX_STROKES ? long : long.sort((one, other) => other.to - other.from - (one.to - one.from)).slice(0, MAX_STROKES);
}

/** The page's strokes, joined with those of its image. */
export function joinStrokes(page: Page, seen: Strokes, height: number): Strokes {
  const drawn = strokesFromRules(page.rules, height);
  const edges = strokesFromFills(page.fills ?? [], height);
  return {
    across: joinPieces([...drawn.across, ...seen.across, ...edges.across], 0.16 * height, 0.3 * height, 1.2 * height),
    down: joinPieces([...drawn.down, ...seen.down, ...edges.down], 0.16 * height, 0.3 * height, 1.0 * height),
  };
}

/** Removes strokes that are parts of letters: those inside a word and not much longer than it. */
export function removeLetterStrokes(strokes: Strokes, words: readonly Box[], height: number): Strokes {
  const cell = 8 * height;
  const grid = new Map<string, Box[]>();
  for (const box of words) {
    for (let x = Math.floor(box.left / cell); x <= Math.min(Math.floor(box.right / cell), Math.floor(box.left / cell) + 200); x++) {
      append(grid, `${x} ${Math.floor((box.top + box.bottom) / 2 / cell)}`, box);
    }
  }
  const inWord = (x: number, y: number, length: number): boolean => {
    for (let dy = -1; dy <= 1; dy++) {
      for (const box of grid.get(`${Math.floor(x / cell)} ${Math.floor(y / cell) + dy}`) ?? []) {
        const high = heightOf(box);
        const [top, bottom] = [box.top + 0.12 * high, box.bottom - 0.08 * high];
        const inside = x >= box.left - 0.1 * height && x <= box.right + 0.1 * height && y >= top && y <= bottom;
        if (inside && length < 1.5 * Math.max(high, widthOf(box))) return true;
      }
    }
    return false;
  };
  return {
    across: strokes.across.filter(({ at, from, to }) => to - from > 12 * height || !inWord((from + to) / 2, at, to - from)),
    down: strokes.down.filter(({ at, from, to }) => to - from > 4 * height || !inWord(at, (from + to) / 2, to - from)),
  };
}

/** The share of a range at `at` that is covered by strokes, which must be sorted by `at`. */
export function coverage(strokes: readonly Stroke[], at: number, from: number, to: number, tolerance: number): number {
  let total = 0;
  for (
    let i = firstIndex(strokes.length, (k) => strokes[k]!.at >= at - tolerance);
    i < strokes.length && strokes[i]!.at <= at + tolerance;
    i++
  ) {
    total += Math.max(0, overlap(strokes[i]!.from - tolerance, strokes[i]!.to + tolerance, from, to));
  }
  return to > from ? Math.min(1, total / (to - from)) : 0;
}
