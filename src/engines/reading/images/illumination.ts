/** Light and ink: the threshold between them, how far apart they are, and a page whose paper is white again. */
import type { Picture } from '../model/page.ts';
import { resize } from './resize.ts';

export function histogram({ data }: Picture): Uint32Array {
  const counts = new Uint32Array(256);
  // By number: walking the values themselves takes eight times as long.
  for (let i = 0; i < data.length; i++) counts[data[i]!]!++;
  return counts;
}

/** The value at which this share of the pixels is darker. */
export function quantile(counts: Uint32Array, share: number): number {
  let left = counts.reduce((a, b) => a + b, 0) * share;
  for (let value = 0; value < 256; value++) {
    left -= counts[value]!;
    if (left <= 0) return value;
  }
  return 255;
}

/** Otsu's threshold: the split of the histogram whose two parts lie furthest apart. Values up to it are ink. */
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

/** Ink as 1. */
export function inkOf(picture: Picture, at = threshold(histogram(picture))): Uint8Array {
  const ink = new Uint8Array(picture.data.length);
  for (let i = 0; i < ink.length; i++) if (picture.data[i]! <= at) ink[i] = 1;
  return ink;
}

/**
 * The page with its paper white and its darkest ink black: the light of each place is the brightest of its
 * surroundings, smoothed, and every pixel is divided by it. A page that is so already comes back as it is.
 */
export function evenLight(picture: Picture): Picture {
  const counts = histogram(picture);
  const [ink, paper] = [quantile(counts, 0.005), quantile(counts, 0.5)];
  if (paper >= 235 && ink <= 80) return picture;
  const light = lightOf(picture);
  const data = new Float32Array(picture.data.length);
  const shares = new Uint32Array(256);
  for (let i = 0; i < data.length; i++) {
    data[i] = Math.min(1, picture.data[i]! / Math.max(1, light.data[i]!));
    shares[Math.round(data[i]! * 255)]!++;
  }
  const darkest = Math.min(quantile(shares, 0.005), 200) / 255;
  const even = new Uint8Array(data.length);
  for (let i = 0; i < even.length; i++) even[i] = Math.min(255, Math.max(0, (data[i]! - darkest) / (1 - darkest) * 255));
  return { ...picture, data: even };
}

const BLOCKS = 32;

/** The light of the paper everywhere: a high quantile of blocks, spread to dark neighbours, and smoothed. */
function lightOf(picture: Picture): Picture {
  const side = Math.max(8, Math.ceil(Math.max(picture.width, picture.height) / BLOCKS));
  const [width, height] = [Math.ceil(picture.width / side), Math.ceil(picture.height / side)];
  const blocks = new Uint8Array(width * height);
  const counts = new Uint32Array(256);
  for (let by = 0; by < height; by++) {
    for (let bx = 0; bx < width; bx++) {
      counts.fill(0);
      for (let y = by * side; y < Math.min(picture.height, (by + 1) * side); y++) {
        for (let x = bx * side; x < Math.min(picture.width, (bx + 1) * side); x++) counts[picture.data[y * picture.width + x]!]!++;
      }
      blocks[by * width + bx] = quantile(counts, 0.8);
    }
  }
  const spread = blocks.map((_, at) => {
    let best = 0;
    eachNeighbour(at, width, height, (other) => { best = Math.max(best, blocks[other]!); });
    return best;
  });
  const smooth = spread.map((_, at) => {
    let [sum, count] = [0, 0];
    eachNeighbour(at, width, height, (other) => { sum += spread[other]!; count++; });
    return sum / count;
  });
  return resize({ width, height, data: smooth }, picture.width, picture.height);
}

function eachNeighbour(at: number, width: number, height: number, see: (other: number) => void): void {
  const [x, y] = [at % width, Math.floor(at / width)];
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height) see((y + dy) * width + x + dx);
    }
  }
}
