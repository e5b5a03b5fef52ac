/**
 * A binary ink mask. A pixel is ink when it is clearly darker than the paper around it; the paper's shade is measured per
 * block, so that shadows and gray paper are not ink.
 */
import type { GrayImage } from '../../model/page.ts';

export interface Ink {
  width: number;
  height: number;
  data: Uint8Array;
}

const BLOCK = 32;

const INK_RATIO = 0.76;

/** Darker than `ratio` of the paper's shade is ink. */
export function detectInk({ width, height, data }: GrayImage, ratio = INK_RATIO): Ink {
  const ink = new Uint8Array(width * height);
  const across = Math.ceil(width / BLOCK);
  const limits = new Uint8Array(across);
  const counts = new Uint16Array(256);
  for (let top = 0; top < height; top += BLOCK) {
    const bottom = Math.min(height, top + BLOCK);
    for (let k = 0; k < across; k++)
      limits[k] = paperShade(data, width, top, bottom, k * BLOCK, Math.min(width, (k + 1) * BLOCK), counts) * ratio;
    for (let y = top; y < bottom; y++) {
      const row = y * width;
      for (let x = 0; x < width; x++) if (data[row + x]! < limits[x >> 5]!) ink[row + x] = 1;
    }
  }
  return { width, height, data: ink };
}

/** The 80th percentile of a block's shades. */
function paperShade(
  data: Uint8Array,
  width: number,
  top: number,
  bottom: number,
  left: number,
  right: number,
  counts: Uint16Array,
): number {
  counts.fill(0);
  let total = 0;
  for (let y = top; y < bottom; y += 2) {
    for (let x = left; x < right; x += 2) {
      counts[data[y * width + x]!]!++;
      total++;
    }
  }
  let seen = 0;
  let shade = 255;
  while (shade > 0 && seen + counts[shade]! < 0.2 * total) seen += counts[shade--]!;
  return Math.max(shade, 110);
}

/** The share of ink in a rectangle of pixels. */
export function inkShare({ width, height, data }: Ink, left: number, top: number, right: number, bottom: number): number {
  const [x0, y0, x1, y1] = [
    Math.max(0, Math.round(left)),
    Math.max(0, Math.round(top)),
    Math.min(width, Math.round(right)),
    Math.min(height, Math.round(bottom)),
  ];
  let sum = 0;
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) sum += data[y * width + x]!;
  const area = (x1 - x0) * (y1 - y0);
  return x1 > x0 && y1 > y0 ? sum / area : 0;
}
