/**
 * Where faces may be. The network finds faces of certain sizes only, so the picture is looked at in several sizes, each half
 * of the one before; large ones in tiles that overlap. What it finds in one size and again in another is one
 * candidate: its place is that of the largest size, which is the most exact, and each size that sees it adds to its votes.
 */
import sharp from 'sharp';
import type { Box } from './face.ts';
import type { Network } from '../onnx/network.ts';
import type { ColourPicture, Levels } from './picture.ts';
import { asInput, halved } from './picture.ts';
import type { Decode } from './decodings.ts';

export interface Candidate {
  box: Box;
  /** Of the size in which it was seen best, 0 to 1. */
  score: number;
  /** The scores of all sizes together. */
  votes: number;
}

export interface DetectorSettings {
  levels: Levels;
  /** Sides of faces, in pixels as the network sees them, that it finds well. */
  faces: { least: number; most: number };
  /** Largest tile; sides of tiles are multiples of `multiple`, or all tiles have this very size. */
  tile: { width: number; height: number; multiple: number; fixed: boolean };
  leastScore: number;
}

export interface Detector {
  find(picture: ColourPicture): Promise<Candidate[]>;
  close(): Promise<void>;
}

/** The smallest face that is looked for, in pictures up to this many pixels; in larger ones it grows with the picture. */
const LEAST_FACE = 36;
const PIXELS_LOOKED_AT = 1920 * 1080;
/** Tiles overlap by so many of the largest faces that are not found in the next smaller size as well. */
const OVERLAP = 1.5;
const SAME_FACE = 0.3;
/** A size says where a face is if its score is at least this share of the best. */
const PLACED = 0.4;
/** A picture that seems full of faces is not looked at for ever. */
const MOST_CANDIDATES = 200;

/** `size` counts from the largest. */
interface Seen { box: Box; score: number; size: number }

export function detectorOf(network: Network, decode: Decode, settings: DetectorSettings): Detector {
  return {
    async find(picture) {
      const seen: Seen[] = [];
      const scales = scalesFor(picture, settings);
      let smaller = await resized(picture, scales[0]!);
      for (const [size, scale] of scales.entries()) {
        if (size > 0) smaller = halved(smaller);
        for (const tile of tilesOf(smaller, settings)) {
          const input = new Float32Array(3 * tile.width * tile.height);
          asInput(smaller, tile, settings.levels, input);
          const answer = await network.run({ data: input, shape: [1, 3, tile.height, tile.width] });
          for (const { box, score } of decode(answer, tile, settings.leastScore)) {
            seen.push({ score, size, box: { left: (tile.left + box.left) / scale, top: (tile.top + box.top) / scale, width: box.width / scale, height: box.height / scale } });
          }
        }
      }
      return joined(seen);
    },
    close: async () => { await network.close(); },
  };
}

/** From the size in which the smallest face is just large enough to that in which one that fills the picture is small enough. */
export function scalesFor({ width, height }: { width: number; height: number }, { faces, tile }: DetectorSettings): number[] {
  const all = Math.min(1, tile.width / width, tile.height / height);
  const finest = Math.min(faces.least / LEAST_FACE, Math.sqrt(PIXELS_LOOKED_AT / (width * height)));
  // A whole picture in one tile of a fixed size costs the same however much of the tile it fills.
  const scales = [tile.fixed ? Math.max(finest, all) : finest];
  while (Math.min(width, height) * scales.at(-1)! > faces.most) scales.push(scales.at(-1)! / 2);
  return scales;
}

async function resized(picture: ColourPicture, scale: number): Promise<ColourPicture> {
  if (scale === 1) return picture;
  const [width, height] = [Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale))];
  const raw = { raw: { width: picture.width, height: picture.height, channels: 3 as const } };
  return { width, height, data: await sharp(picture.data, raw).resize(width, height, { fit: 'fill' }).raw().toBuffer() };
}

/** How many pixels tiles have in common. */
export function overlapOf(leastFace: number): number {
  return Math.ceil(OVERLAP * 2 * leastFace);
}

/** Tiles that cover the picture; the last ones may reach beyond it. */
export function tilesOf(picture: { width: number; height: number }, { faces, tile }: DetectorSettings): Box[] {
  const common = overlapOf(faces.least);
  const along = (length: number, most: number): { size: number; starts: number[] } => {
    const count = length <= most ? 1 : Math.ceil((length - common) / (most - common));
    const size = tile.fixed ? most : Math.ceil((length + (count - 1) * common) / count / tile.multiple) * tile.multiple;
    const stride = count === 1 ? 0 : (length - size) / (count - 1);
    return { size, starts: Array.from({ length: count }, (_, i) => Math.round(i * stride)) };
  };
  const [across, down] = [along(picture.width, tile.width), along(picture.height, tile.height)];
  return down.starts.flatMap((top) => across.starts.map((left) => ({ left, top, width: across.size, height: down.size })));
}

/** The best first takes all that overlap it; each size votes once. */
function joined(seen: Seen[]): Candidate[] {
  const rest = new Set(seen.toSorted((a, b) => b.score - a.score));
  const candidates: Candidate[] = [];
  for (const best of rest) {
    const same = [...rest].filter(({ box }) => overlap(best.box, box) > SAME_FACE);
    for (const one of same) rest.delete(one);
    const bestOfSizes = [...Map.groupBy(same, ({ size }) => size).values()].map(([first]) => first!);
    const placed = bestOfSizes.filter(({ score }) => score >= PLACED * best.score).reduce((largest, one) => one.size < largest.size ? one : largest);
    candidates.push({ box: placed.box, score: best.score, votes: bestOfSizes.reduce((sum, { score }) => sum + score, 0) });
    if (candidates.length === MOST_CANDIDATES) break;
  }
  return candidates;
}

/** What two boxes have in common, as a share of what they cover together. */
export function overlap(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  if (width <= 0 || height <= 0) return 0;
  const common = width * height;
  return common / (one.width * one.height + other.width * other.height - common);
}
