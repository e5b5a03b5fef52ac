/**
 * How likely a line was written by hand, from the shape of its strokes: print has strokes of few widths, edges that are
 * level or at one slant, and letters that stand on one line; a hand has none of that. A logistic model over six such
 * measures and the recogniser's doubt, fitted on lines in handwriting and print fonts and on drawn pages. Of 190 lines
 * that it had not seen, of other font families, it judged 0.879 rightly: 0.817 of the hands, 0.926 of the prints
 * (bench/reading/handwriting.ts). It judged 0.904 rightly while the recogniser could not read hands and doubted them.
 */
import type { Picture } from '../../model/page.ts';
import { components } from '../../images/components.ts';
import { inkOf } from '../../images/illumination.ts';
import { resize } from '../../images/resize.ts';

const HEIGHT = 48;
const MOST_WIDTH = 1500;
/** Fewer letters than this say nothing of a hand. */
const LEAST_PARTS = 5;

/** Weights of the measures as `measuresOf` gives them; the last is the offset. */
const WEIGHTS: readonly number[] = [1.11, -0.22, -1.27, -1.27, -8.63, -6.30, 0.36, 8.28];

/** Undefined where the strip has too little ink to tell. */
export function handwrittenShare(strip: Picture, sureness: number): number | undefined {
  const measures = measuresOf(strip, sureness);
  if (measures === undefined) return undefined;
  const sum = measures.reduce((total, value, i) => total + value * WEIGHTS[i]!, WEIGHTS[measures.length]!);
  return 1 / (1 + Math.exp(-sum));
}

/** Widths alike, edges upright, edges level, spread of slant, feet on a line, heads on a line, the recogniser's sureness. */
export function measuresOf(strip: Picture, sureness: number): number[] | undefined {
  const width = Math.min(MOST_WIDTH, Math.max(8, Math.round(strip.width * HEIGHT / strip.height)));
  const line = resize(strip, width, HEIGHT);
  const ink = inkOf(line);
  const parts = components(ink, width, HEIGHT).filter(({ area, bottom, top }) => area > 12 && bottom - top > HEIGHT / 8);
  if (parts.length < LEAST_PARTS) return undefined;
  const { upright, level, spread } = edgesOf(line);
  return [widthsAlike(ink, width), upright, level, spread, alike(parts.map(({ bottom }) => bottom)), alike(parts.map(({ top }) => top)), sureness];
}

/** Share of runs of ink along rows whose length is within a quarter of the commonest. */
function widthsAlike(ink: Uint8Array, width: number): number {
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

/** Edges by the slope of light: the share that runs level, the share at the commonest slant of upright ones, and how far those spread. */
function edgesOf({ width, height, data }: Picture): { upright: number; level: number; spread: number } {
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
      weights[Math.floor(angle / Math.PI * bins) % bins]! += strength;
      total += strength;
    }
  }
  if (total === 0) return { upright: 0, level: 0, spread: 0 };
  const around = (bin: number): number => weights[(bin + bins - 1) % bins]! + weights[bin % bins]! + weights[(bin + 1) % bins]!;
  // Light that changes along a row belongs to an upright stroke: directions within 35 degrees of that, italics included.
  const candidates = [-7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7].map((away) => (away + bins) % bins);
  const best = candidates.reduce((a, b) => around(b) > around(a) ? b : a);
  const upright = around(best) / total;
  const steep = candidates.reduce((sum, bin) => sum + weights[bin]!, 0) / total;
  return { upright, level: around(bins / 2) / total, spread: steep - upright };
}

/** Share of places within three rows of the commonest. */
function alike(places: readonly number[]): number {
  const counts = new Uint32Array(HEIGHT + 8);
  for (const place of places) counts[place]!++;
  let most = 0;
  for (let at = 0; at <= HEIGHT; at++) {
    const [here, next, after] = [counts[at]!, counts[at + 1]!, counts[at + 2]!];
    most = Math.max(most, here + next + after);
  }
  return most / places.length;
}
