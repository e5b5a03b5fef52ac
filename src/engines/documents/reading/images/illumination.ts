/** Thresholds between ink and paper, and removal of uneven lighting. */
import type { GrayImage } from '../model/page.ts';
import { resize } from './resize.ts';

export function histogram({ data }: GrayImage): Uint32Array {
  const counts = new Uint32Array(256);
  // An index loop: iterating over the values takes eight times as long.
  for (let i = 0; i < data.length; i++) counts[data[i]!]!++;
  return counts;
}

/** The value below which this share of the pixels lies. */
export function quantile(counts: Uint32Array, share: number): number {
  let left = counts.reduce((a, b) => a + b, 0) * share;
  for (let value = 0; value < 256; value++) {
    left -= counts[value]!;
    if (left <= 0) return value;
  }
  return 255;
}

/** Otsu's threshold. Values up to it are ink. */
export function threshold(counts: Uint32Array): number {
  let [total, sum] = [0, 0];
  for (let value = 0; value < 256; value++) {
    total += counts[value]!;
    sum += value * counts[value]!;
  }
  let [below, sumBelow, best, at] = [0, 0, -1, 127];
  for (let value = 0; value < 255; value++) {
    below += counts[value]!;
    sumBelow += value * counts[value]!;
    if (below === 0 || below === total) continue;
    const apart = (sumBelow / below - (sum - sumBelow) / (total - below)) ** 2 * below * (total - below);
    if (apart > best) [best, at] = [apart, value];
  }
  return at;
}

/** A mask in which ink is 1. */
export function thresholdInk(image: GrayImage, at = threshold(histogram(image))): Uint8Array {
  const ink = new Uint8Array(image.data.length);
  for (let i = 0; i < ink.length; i++) if (image.data[i]! <= at) ink[i] = 1;
  return ink;
}

/** Quantiles that count as ink and as paper, and their least distance. */
const CONTRAST = { ink: 0.02, paper: 0.92, min: 20 };

/** Stretches the gray values of a line: its ink becomes black, its paper white. */
export function stretchContrast(image: GrayImage): GrayImage {
  const counts = histogram(image);
  const paper = quantile(counts, CONTRAST.paper);
  const range = Math.max(CONTRAST.min, paper - quantile(counts, CONTRAST.ink));
  return { ...image, data: image.data.map((value) => Math.max(0, Math.min(255, 255 - ((paper - value) / range) * 255))) };
}

/**
 * Makes the paper white and the darkest ink black: every pixel is divided by the local brightness, which is the smoothed
 * maximum of its surroundings. A page with even lighting is returned unchanged.
 */
export function flattenIllumination(image: GrayImage): GrayImage {
  const counts = histogram(image);
  const [ink, paper] = [quantile(counts, 0.005), quantile(counts, 0.5)];
  if (paper >= 235 && ink <= 80) return image;
  // A pixel's new value depends on its own and the light's only: both together are the index of a table.
  const pairs = new Uint16Array(image.data.length);
  const pairCounts = new Uint32Array(256 * 256);
  const light = estimateLight(image).data;
  for (let i = 0; i < pairs.length; i++) pairCounts[(pairs[i] = light[i]! * 256 + image.data[i]!)]!++;
  const shareOf = (pair: number): number => Math.fround(Math.min(1, (pair & 255) / Math.max(1, pair >> 8)));
  const shares = new Uint32Array(256);
  for (let pair = 0; pair < pairCounts.length; pair++) shares[Math.round(shareOf(pair) * 255)]! += pairCounts[pair]!;
  const darkest = Math.min(quantile(shares, 0.005), 200) / 255;
  const table = new Uint8Array(pairCounts.length);
  for (let pair = 0; pair < table.length; pair++)
    table[pair] = Math.min(255, Math.max(0, ((shareOf(pair) - darkest) / (1 - darkest)) * 255));
  const even = new Uint8Array(pairs.length);
  for (let i = 0; i < even.length; i++) even[i] = table[pairs[i]!]!;
  return { ...image, data: even };
}

const BLOCKS = 32;

/** The local brightness of the paper: a high quantile per block, spread to darker neighbors and smoothed. */
function estimateLight(image: GrayImage): GrayImage {
  const side = Math.max(8, Math.ceil(Math.max(image.width, image.height) / BLOCKS));
  const [width, height] = [Math.ceil(image.width / side), Math.ceil(image.height / side)];
  const blocks = new Uint8Array(width * height);
  const counts = new Uint32Array(256);
  for (let by = 0; by < height; by++) {
    for (let bx = 0; bx < width; bx++) {
      counts.fill(0);
      const [right, bottom] = [Math.min(image.width, (bx + 1) * side), Math.min(image.height, (by + 1) * side)];
      for (let y = by * side; y < bottom; y++) {
        for (let at = y * image.width + bx * side, end = y * image.width + right; at < end; at++) counts[image.data[at]!]!++;
      }
      blocks[by * width + bx] = quantile(counts, 0.8);
    }
  }
  const spread = blocks.map((_, at) => {
    let best = 0;
    eachNeighbor(at, width, height, (other) => {
      best = Math.max(best, blocks[other]!);
    });
    return best;
  });
  const smooth = spread.map((_, at) => {
    let [sum, count] = [0, 0];
    eachNeighbor(at, width, height, (other) => {
      sum += spread[other]!;
      count++;
    });
    return sum / count;
  });
  return resize({ width, height, data: smooth }, image.width, image.height);
}

function eachNeighbor(at: number, width: number, height: number, visit: (other: number) => void): void {
  const [x, y] = [at % width, Math.floor(at / width)];
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height) visit((y + dy) * width + x + dx);
    }
  }
}
