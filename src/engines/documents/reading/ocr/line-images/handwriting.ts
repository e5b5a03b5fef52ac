/**
 * The probability that a line is handwritten, from the shape of its strokes: print has few stroke widths, edges that are
 * horizontal or at one slant, and letters on one baseline. A logistic model over six such measures and the recognizer's
 * probability, fitted on lines in handwriting and print fonts and on drawn pages. Accuracy on 190 lines in font families
 * left out of the fit: 0.879 (0.817 of handwriting, 0.926 of print; lab/bench/reading/handwriting.ts). It was 0.904 with an
 * earlier recognizer that could not read handwriting and so gave it low probabilities.
 */
import type { GrayImage } from '../../model/page.ts';
import { findComponents } from '../../images/components.ts';
import { thresholdInk } from '../../images/illumination.ts';
import { resize } from '../../images/resize.ts';

const HEIGHT = 48;
const MAX_WIDTH = 1500;
/** Fewer letters are not enough to decide. */
const MIN_COMPONENTS = 5;

/** Weights in the order of `measureHandwriting`; the last is the offset. */
const WEIGHTS: readonly number[] = [1.11, -0.22, -1.27, -1.27, -8.63, -6.3, 0.36, 8.28];

/** Undefined if the strip has too little ink to decide. */
export function handwritingProbability(strip: GrayImage, probability: number): number | undefined {
  const measures = measureHandwriting(strip, probability);
  if (measures === undefined) return undefined;
  const sum = measures.reduce((total, value, i) => total + value * WEIGHTS[i]!, WEIGHTS[measures.length]!);
  return 1 / (1 + Math.exp(-sum));
}

/** Stroke width consistency, vertical edges, horizontal edges, spread of slant, baseline and top alignment, recognizer probability. */
export function measureHandwriting(strip: GrayImage, probability: number): number[] | undefined {
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
    probability,
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
