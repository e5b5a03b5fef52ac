/** Cropping and resizing. Shrinking averages all covered pixels, so that thin strokes are kept. */
import type { Box, GrayImage } from '../model/page.ts';

/** The part inside the box, clipped to the image; at least one pixel in each direction. */
export function crop(image: GrayImage, box: Box): GrayImage {
  const left = clamp(Math.floor(box.left), 0, image.width - 1);
  const top = clamp(Math.floor(box.top), 0, image.height - 1);
  const width = clamp(Math.ceil(box.right), left + 1, image.width) - left;
  const height = clamp(Math.ceil(box.bottom), top + 1, image.height) - top;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * image.width + left;
    data.set(image.data.subarray(from, from + width), y * width);
  }
  return { width, height, data };
}

export function resize(image: GrayImage, width: number, height: number): GrayImage {
  if (width === image.width && height === image.height) return image;
  const across = weightsFor(image.width, width);
  const down = weightsFor(image.height, height);
  const data = new Uint8Array(width * height);
  // Vertically first: adding whole rows is fastest, and only one row is kept.
  const { width: whole, data: given } = image;
  const row = new Float32Array(whole);
  const { first, start, weight: shares } = across;
  for (let y = 0; y < height; y++) {
    row.fill(0);
    for (let k = down.start[y]!, from = down.first[y]! * whole; k < down.start[y + 1]!; k++, from += whole) {
      const weight = down.weight[k]!;
      for (let x = 0; x < whole; x++) row[x]! += weight * given[from + x]!;
    }
    const to = y * width;
    for (let x = 0, k = 0; x < width; x++) {
      const end = start[x + 1]!;
      let sum = 0.5;
      for (let at = first[x]!; k < end; k++, at++) sum += shares[k]! * row[at]!;
      data[to + x] = sum;
    }
  }
  return { width, height, data };
}

interface Weights {
  first: Int32Array;
  start: Int32Array;
  weight: Float32Array;
}

/** The source pixels of each new pixel and their weights: covered areas when shrinking, linear interpolation when enlarging. */
function weightsFor(before: number, after: number): Weights {
  const step = before / after;
  const first = new Int32Array(after);
  const start = new Int32Array(after + 1);
  const weight = new Float32Array(after * (Math.ceil(Math.max(step, 1)) + 2));
  let count = 0;
  for (let i = 0; i < after; i++) {
    const middle = (i + 0.5) * step;
    const reach = Math.max(step, 1) / 2;
    // When shrinking, a new pixel covers an area; when enlarging, it is between two pixel centers.
    const [from, to] = step >= 1 ? [middle - reach, middle + reach] : [middle - 1, middle + 1];
    const low = Math.max(0, Math.floor(from));
    const high = Math.min(before - 1, Math.ceil(to) - 1);
    const share = (j: number): number =>
      step >= 1 ? Math.min(to, j + 1) - Math.max(from, j) : Math.max(0, 1 - Math.abs(j + 0.5 - middle));
    let sum = 0;
    for (let j = low; j <= high; j++) sum += share(j);
    first[i] = low;
    for (let j = low; j <= high; j++) weight[count++] = share(j) / sum;
    start[i + 1] = count;
  }
  return { first, start, weight };
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}
