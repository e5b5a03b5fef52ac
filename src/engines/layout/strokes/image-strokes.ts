/**
 * Strokes seen in a picture: long runs of pixels darker than the paper on both their sides. Comparing with both sides
 * instead of with a threshold finds hairlines in light grey and rules around shaded cells alike. Two passes over the
 * picture, one for each direction, in the order in which it lies in memory.
 */
import type { Picture } from '../../reading/model/page.ts';
import type { Stroke, Strokes } from './strokes.ts';

/** How much darker than both sides, of 255. */
const DARKER = 22;

/** White pixels that a run may skip: noise and the gaps of dotted rules. */
const SKIP = 2;

const MOST_RUNS = 200_000;

interface RunOfPixels { at: number; from: number; to: number }

/** `height` is the height of text in pixels; strokes come back in pixels. */
export function seenStrokes(picture: Picture, height: number): Strokes {
  const side = Math.max(3, Math.round(0.3 * height));
  const across = runsAcross(picture, side, Math.max(12, 1.6 * height));
  const down = runsDown(picture, side, Math.max(12, 1.15 * height));
  return { across: chained(across, side), down: chained(down, side) };
}

function runsAcross({ width, height, data }: Picture, side: number, shortest: number): RunOfPixels[] {
  const runs: RunOfPixels[] = [];
  for (let y = 0; y < height && runs.length < MOST_RUNS; y++) {
    const row = y * width;
    const above = Math.max(0, y - side) * width;
    const below = Math.min(height - 1, y + side) * width;
    let from = -1;
    let last = -1;
    for (let x = 0; x < width; x++) {
      const limit = data[row + x]! + DARKER;
      if (data[above + x]! >= limit && data[below + x]! >= limit) {
        if (from < 0) from = x;
        last = x;
      } else if (from >= 0 && x - last > SKIP) {
        if (last - from + 1 >= shortest) runs.push({ at: y, from, to: last + 1 });
        from = -1;
      }
    }
    if (from >= 0 && last - from + 1 >= shortest) runs.push({ at: y, from, to: last + 1 });
  }
  return runs;
}

function runsDown({ width, height, data }: Picture, side: number, shortest: number): RunOfPixels[] {
  const runs: RunOfPixels[] = [];
  const from = new Int32Array(width).fill(-1);
  const last = new Int32Array(width);
  for (let y = 0; y < height && runs.length < MOST_RUNS; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const limit = data[row + x]! + DARKER;
      const left = x >= side ? x - side : 0;
      const right = x + side < width ? x + side : width - 1;
      if (data[row + left]! >= limit && data[row + right]! >= limit) {
        if (from[x]! < 0) from[x] = y;
        last[x] = y;
      } else if (from[x]! >= 0 && y - last[x]! > SKIP) {
        if (last[x]! - from[x]! + 1 >= shortest) runs.push({ at: x, from: from[x]!, to: last[x]! + 1 });
        from[x] = -1;
      }
    }
  }
  for (let x = 0; x < width; x++) if (from[x]! >= 0 && last[x]! - from[x]! + 1 >= shortest) runs.push({ at: x, from: from[x]!, to: last[x]! + 1 });
  return runs.sort((one, other) => one.at - other.at || one.from - other.from);
}

/** Runs in neighbouring rows that overlap are one stroke, as thick as there are rows, leaning where they shift. */
function chained(runs: readonly RunOfPixels[], thickest: number): Stroke[] {
  const strokes: (Stroke & { first: number; sum: number; weight: number })[] = [];
  let active: typeof strokes = [];
  for (const { at, from, to } of runs) {
    active = active.filter((stroke) => at - stroke.at <= 2);
    const stroke = active.find((candidate) => candidate.from < to + 2 && candidate.to > from - 2);
    if (stroke === undefined) {
      const begun = { at, from, to, width: 1, first: at, sum: at * (to - from), weight: to - from };
      strokes.push(begun);
      active.push(begun);
    } else {
      stroke.at = at;
      stroke.from = Math.min(stroke.from, from);
      stroke.to = Math.max(stroke.to, to);
      stroke.sum += at * (to - from);
      stroke.weight += to - from;
      stroke.width = at - stroke.first + 1;
    }
  }
  return strokes.filter(({ width, from, to }) => width <= thickest + 0.02 * (to - from))
    .map(({ from, to, width, sum, weight }) => ({ at: sum / weight + 0.5, from, to, width }));
}
