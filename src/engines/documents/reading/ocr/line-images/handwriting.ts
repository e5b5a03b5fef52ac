/**
 * The probability that a line is handwritten, from the shape of its strokes (print has few stroke widths, edges that are horizontal or at
 * one slant, and letters on one baseline) and from how certain the recognizer of print is of the line and of its page. A logistic model,
 * fitted on writers that are not judged (lab/bench/reading/handwriting.ts).
 */
import type { GrayImage } from '../../model/page.ts';
import { findComponents } from '../../images/components.ts';
import { thresholdInk } from '../../images/illumination.ts';
import { resize } from '../../images/resize.ts';

const HEIGHT = 48;
const MAX_WIDTH = 1500;
/** Fewer letters say nothing of their strokes. */
const MIN_COMPONENTS = 5;
/** Beyond these, certainties say no more. */
const CERTAINTY = { low: 0.05, high: 0.995 };

/** Weights in the order of `measureHandwriting`; the last is the offset. */
const WEIGHTS: readonly number[] = [1.45, -1.16, -7.53, -0.06, -3.69, -3.76, -4.13, -1.08, -0.71, 8.85];

/** `certainty` is that of the line, `page` the mean of `certaintyLogit` over the letters of its page. */
export function handwritingProbability(strip: GrayImage, certainty: number, page: number): number {
  const sum = measureHandwriting(strip, certainty, page).reduce((total, value, i) => total + value * WEIGHTS[i]!, WEIGHTS.at(-1)!);
  return 1 / (1 + Math.exp(-sum));
}

export function certaintyLogit(certainty: number): number {
  const inside = Math.min(CERTAINTY.high, Math.max(CERTAINTY.low, certainty));
  return Math.log(inside / (1 - inside));
}

/** Six measures of strokes, whether there are too few of them, and both certainties. */
export function measureHandwriting(strip: GrayImage, certainty: number, page: number): number[] {
  const strokes = measureStrokes(strip);
  return [...(strokes ?? [0, 0, 0, 0, 0, 0]), strokes === undefined ? 1 : 0, certaintyLogit(certainty), page];
}

/** Stroke width consistency, vertical edges, horizontal edges, spread of slant, baseline and top alignment. */
function measureStrokes(strip: GrayImage): number[] | undefined {
  const width = Math.min(MAX_WIDTH, Math.max(8, Math.round((strip.width * HEIGHT) / strip.height)));
  const line = resize(strip, width, HEIGHT);
  const ink = thresholdInk(line);
  const parts = findComponents(ink, width, HEIGHT).filter(({ area, bottom, top }) => area > 12 && bottom - top > HEIGHT / 8);
  if (parts.length < MIN_COMPONENTS) return undefined;
  const { upright, level, spread } = measureEdges(line);
  return [
    strokeWidthConsistency(ink, width),
    upright,
    level,
    spread,
    alignmentShare(parts.map(({ bottom }) => bottom)),
    alignmentShare(parts.map(({ top }) => top)),
  ];
}

/** The share of horizontal ink runs whose length is within a quarter of the most common one. */
function strokeWidthConsistency(ink: Uint8Array, width: number): number {
  const counts = new Uint32Array(HEIGHT);
  let runs = 0;
  for (let start = 0; start < ink.length; start += width) {
    for (let x = 0; x < width; x++) {
      if (ink[start + x] === 0) continue;
      let end = x;
      while (end < width && ink[start + end] === 1) end++;
      if (end - x < HEIGHT) {
        counts[end - x]!++;
        runs++;
      }
      x = end;
    }
  }
  const common = counts.indexOf(Math.max(...counts));
  let near = 0;
  for (let length = Math.ceil(common * 0.75); length <= common * 1.25; length++) near += counts[length] ?? 0;
  return near / Math.max(1, runs);
}

/** Edges by gradient direction: the share of horizontal ones, the share at the most common slant of vertical ones, and their spread. */
function measureEdges({ width, height, data }: GrayImage): { upright: number; level: number; spread: number } {
  const bins = 36;
  const weights = new Float64Array(bins);
  let total = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const across = data[at + 1]! - data[at - 1]!;
      const down = data[at + width]! - data[at - width]!;
      const strength = Math.hypot(across, down);
      if (strength < 60) continue;
      const angle = (Math.atan2(down, across) + Math.PI) % Math.PI;
      weights[Math.floor((angle / Math.PI) * bins) % bins]! += strength;
      total += strength;
    }
  }
  if (total === 0) return { upright: 0, level: 0, spread: 0 };
  const around = (bin: number): number => weights[(bin + bins - 1) % bins]! + weights[bin % bins]! + weights[(bin + 1) % bins]!;
  // Horizontal gradients belong to vertical strokes: directions within 35 degrees, italics included.
  const candidates = [-7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7].map((away) => (away + bins) % bins);
  const best = candidates.reduce((a, b) => (around(b) > around(a) ? b : a));
  const upright = around(best) / total;
  const steep = candidates.reduce((sum, bin) => sum + weights[bin]!, 0) / total;
  return { upright, level: around(bins / 2) / total, spread: steep - upright };
}

/** The largest share of positions within three rows. */
function alignmentShare(positions: readonly number[]): number {
  const counts = new Uint32Array(HEIGHT + 8);
  for (const position of positions) counts[position]!++;
  let most = 0;
  for (let at = 0; at <= HEIGHT; at++) {
    const [here, next, after] = [counts[at]!, counts[at + 1]!, counts[at + 2]!];
    most = Math.max(most, here + next + after);
  }
  return most / positions.length;
}
