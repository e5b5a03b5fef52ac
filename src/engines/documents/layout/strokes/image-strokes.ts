/**
 * Strokes found in an image: long runs of pixels darker than the pixels on both sides. Comparing with both sides instead
 * of a threshold finds light gray hairlines as well as rules around shaded cells. Two passes over the image, one per
 * direction, both in memory order.
 */
import type { GrayImage } from '../../reading/model/page.ts';
import type { Stroke, Strokes } from '../model/strokes.ts';

/** Minimum difference to both sides, of 255. */
const MIN_CONTRAST = 22;

/** White pixels that a run may contain: noise and the gaps of dotted rules. */
const MAX_GAP = 2;

const MAX_RUNS = 200_000;

/** Change across per unit of length of a leaning stroke. */
const MAX_LEAN = 0.09;

interface PixelRun {
  at: number;
  from: number;
  to: number;
}

/** Strokes that lean more than a scan does, as in photographs. */
export interface ImageStrokes extends Strokes {
  leaning: Strokes;
}

/** `height` is the text height in pixels; strokes are returned in pixels. */
export function findStrokesInImage(image: GrayImage, height: number): ImageStrokes {
  const side = Math.max(3, Math.round(0.3 * height));
  const across = runsAcross(image, side, Math.max(12, 1.6 * height));
  const down = runsDown(image, side, Math.max(12, 1.15 * height));
  const [horizontal, vertical] = [chainRuns(across, side), chainRuns(down, side)];
  return {
    across: horizontal.straight,
    down: vertical.straight,
    leaning: { across: horizontal.leaning, down: vertical.leaning },
  };
}

/** A run has a dark pixel among the first of each `minLength` pixels: only from those it is followed to both of its ends. */
function runsAcross({ width, height, data }: GrayImage, side: number, minLength: number): PixelRun[] {
  const runs: PixelRun[] = [];
  const step = stepOf(minLength);
  for (let y = 0; y < height && runs.length < MAX_RUNS; y++) {
    const row = y * width;
    const above = Math.max(0, y - side) * width;
    const below = Math.min(height - 1, y + side) * width;
    const isDark = (x: number): boolean => {
      const limit = data[row + x]! + MIN_CONTRAST;
      return data[above + x]! >= limit && data[below + x]! >= limit;
    };
    let end = 0;
    for (let sample = 0; sample < width; sample += step)
      for (let x = Math.max(end, sample); x <= Math.min(width - 1, sample + MAX_GAP); x++) {
        if (!isDark(x)) continue;
        const from = endOfRun(isDark, x, -1, end);
        end = endOfRun(isDark, x, 1, width - 1) + 1;
        if (end - from >= minLength) runs.push({ at: y, from, to: end });
        break;
      }
  }
  return runs;
}

function runsDown({ width, height, data }: GrayImage, side: number, minLength: number): PixelRun[] {
  const runs: PixelRun[] = [];
  const step = stepOf(minLength);
  const ends = new Int32Array(width);
  for (let sample = 0; sample < height && runs.length < MAX_RUNS; sample += step)
    for (let y = sample; y <= Math.min(height - 1, sample + MAX_GAP); y++) {
      const row = y * width;
      for (let x = 0; x < width; x++) {
        const left = x >= side ? x - side : 0;
        const right = x + side < width ? x + side : width - 1;
        const limit = data[row + x]! + MIN_CONTRAST;
        if (data[row + left]! < limit || data[row + right]! < limit || ends[x]! > y) continue;
        const isDark = (at: number): boolean => {
          const least = data[at * width + x]! + MIN_CONTRAST;
          return data[at * width + left]! >= least && data[at * width + right]! >= least;
        };
        const from = endOfRun(isDark, y, -1, ends[x]!);
        const end = endOfRun(isDark, y, 1, height - 1) + 1;
        ends[x] = end;
        if (end - from >= minLength) runs.push({ at: x, from, to: end });
      }
    }
  return runs.sort((one, other) => one.at - other.at || one.from - other.from);
}

/** Any pixels of a run this far apart, and the next ones, have a dark one among them. */
const stepOf = (minLength: number): number => Math.max(1, Math.ceil(minLength) - MAX_GAP);

/** The last dark pixel of a run in a direction. */
function endOfRun(isDark: (at: number) => boolean, start: number, direction: 1 | -1, limit: number): number {
  let end = start;
  for (let at = start + direction; (limit - at) * direction >= 0 && Math.abs(at - end) <= MAX_GAP + 1; at += direction)
    if (isDark(at)) end = at;
  return end;
}

/** Joins overlapping runs in neighboring rows into one stroke; runs that shift make a slanted one. */
function chainRuns(runs: readonly PixelRun[], maxWidth: number): { straight: Stroke[]; leaning: Stroke[] } {
  const strokes: Chain[] = [];
  let active: typeof strokes = [];
  for (const { at, from, to } of runs) {
    active = active.filter((stroke) => at - stroke.at <= 2);
    const stroke = active.find((candidate) => candidate.from < to + 2 && candidate.to > from - 2);
    if (stroke === undefined) {
      const started = { at, from, to, width: 1, first: at, sum: 0, weight: 0, along: 0, square: 0, product: 0 };
      addRun(started, at, from, to);
      strokes.push(started);
      active.push(started);
    } else {
      stroke.at = at;
      stroke.from = Math.min(stroke.from, from);
      stroke.to = Math.max(stroke.to, to);
      addRun(stroke, at, from, to);
      stroke.width = at - stroke.first + 1;
    }
  }
  const straight: Stroke[] = [];
  const leaning: Stroke[] = [];
  for (const chain of strokes) {
    const { from, to, width, sum, weight } = chain;
    const lean = leanOf(chain);
    const stroke = { at: sum / weight + 0.5, from, to, width, lean };
    if (width <= maxWidth + 0.02 * (to - from)) straight.push(stroke);
    else if (Math.abs(lean) <= MAX_LEAN && width - Math.abs(lean) * (to - from) <= maxWidth) leaning.push({ ...stroke, width: maxWidth });
  }
  return { straight, leaning };
}

/** Sums for a line through the middles of the runs, each with its length as weight. */
interface Chain extends Stroke {
  first: number;
  sum: number;
  weight: number;
  along: number;
  square: number;
  product: number;
}

function addRun(chain: Chain, at: number, from: number, to: number): void {
  const [length, middle] = [to - from, (from + to) / 2];
  chain.sum += at * length;
  chain.weight += length;
  chain.along += middle * length;
  chain.square += middle * middle * length;
  chain.product += middle * at * length;
}

/** Of a stroke that is nearly straight, the middles of the runs are close together and say nothing. */
function leanOf({ sum, weight, along, square, product, from, to, width }: Chain): number {
  const length = to - from;
  const spread = square / weight - (along / weight) ** 2;
  if (spread < (0.15 * length) ** 2) return 0;
  const lean = (product / weight - (along / weight) * (sum / weight)) / spread;
  const most = width / length;
  return Math.max(-most, Math.min(most, lean));
}
