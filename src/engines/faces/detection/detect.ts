/**
 * Finds face candidates. The network detects faces of certain sizes only, so it runs on an image pyramid (each level half the one
 * before) and on overlapping tiles where a level is large. Detections of the same face on several levels are merged into one
 * candidate: its box is that of the finest level, which is the most exact, and every level that detects it adds to its votes.
 */
import { sharp } from '../../bindings/sharp.ts';
import type { Box } from '../face.ts';
import type { Network } from '../../bindings/onnx-session.ts';
import type { RgbImage, Normalization } from '../image.ts';
import { writeInput, halve } from '../image.ts';
import type { Decode } from './decodings.ts';

export interface Candidate {
  box: Box;
  /** The best score over all levels, 0 to 1. */
  score: number;
  /** The sum of the scores of all levels. */
  votes: number;
}

export interface DetectorSettings {
  levels: Normalization;
  /** Sides of the faces that the network detects reliably, in pixels of its input. */
  faces: { min: number; max: number };
  /** The largest tile. Sides are multiples of `multiple`, unless `fixed`: then every tile has exactly this size. */
  tile: { width: number; height: number; multiple: number; fixed: boolean };
  minScore: number;
}

export interface Detector {
  find(image: RgbImage): Promise<Candidate[]>;
  close(): Promise<void>;
}

/** The smallest face searched for, in images up to MAX_SCANNED_PIXELS; in larger ones it grows with the image. */
const MIN_FACE = 36;
const MAX_SCANNED_PIXELS = 1920 * 1080;
/** Overlap of tiles, in sides of the largest face that the next coarser level does not detect. */
const OVERLAP_IN_FACES = 1.5;
const SAME_FACE_OVERLAP = 0.3;
/** A level may set the box of a candidate if its score is at least this fraction of the best. */
const MIN_RELATIVE_SCORE = 0.4;
/** Bounds the work on images that seem full of faces. */
const MAX_CANDIDATES = 200;

/** `level` 0 is the finest. */
interface Detection {
  box: Box;
  score: number;
  level: number;
}

export function createDetector(network: Network, decode: Decode, settings: DetectorSettings): Detector {
  return {
    async find(image) {
      const detections: Detection[] = [];
      const scales = scalesFor(image, settings);
      let scaled = await resize(image, scales[0]!);
      for (const [level, scale] of scales.entries()) {
        if (level > 0) scaled = halve(scaled);
        for (const tile of tilesOf(scaled, settings)) {
          const input = new Float32Array(3 * tile.width * tile.height);
          writeInput(scaled, tile, settings.levels, input);
          const answer = await network.run({ data: input, shape: [1, 3, tile.height, tile.width] });
          for (const { box, score } of decode(answer, tile, settings.minScore)) {
            const [left, top] = [(tile.left + box.left) / scale, (tile.top + box.top) / scale];
            detections.push({ score, level, box: { left, top, width: box.width / scale, height: box.height / scale } });
          }
        }
      }
      return mergeDetections(detections);
    },
    close: async () => {
      await network.close();
    },
  };
}

/** From the scale at which the smallest face is just large enough to the one at which a face that fills the image is small enough. */
export function scalesFor({ width, height }: { width: number; height: number }, { faces, tile }: DetectorSettings): number[] {
  const wholeImage = Math.min(1, tile.width / width, tile.height / height);
  const finest = Math.min(faces.min / MIN_FACE, Math.sqrt(MAX_SCANNED_PIXELS / (width * height)));
  // With tiles of fixed size, an image that fits one tile costs the same at any scale.
  const scales = [tile.fixed ? Math.max(finest, wholeImage) : finest];
  while (Math.min(width, height) * scales.at(-1)! > faces.max) scales.push(scales.at(-1)! / 2);
  return scales;
}

async function resize(image: RgbImage, scale: number): Promise<RgbImage> {
  if (scale === 1) return image;
  const [width, height] = [Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale))];
  const raw = { raw: { width: image.width, height: image.height, channels: 3 as const } };
  return { width, height, data: await sharp(image.data, raw).resize(width, height, { fit: 'fill' }).raw().toBuffer() };
}

/** How many pixels neighboring tiles share. */
export function tileOverlap(minFace: number): number {
  return Math.ceil(OVERLAP_IN_FACES * 2 * minFace);
}

/** Tiles that cover the image; the last ones may extend beyond it. */
export function tilesOf(image: { width: number; height: number }, { faces, tile }: DetectorSettings): Box[] {
  const shared = tileOverlap(faces.min);
  const along = (length: number, max: number): { size: number; starts: number[] } => {
    const count = length <= max ? 1 : Math.ceil((length - shared) / (max - shared));
    const size = tile.fixed ? max : Math.ceil((length + (count - 1) * shared) / count / tile.multiple) * tile.multiple;
    const stride = count === 1 ? 0 : (length - size) / (count - 1);
    return { size, starts: Array.from({ length: count }, (_, i) => Math.round(i * stride)) };
  };
  const [across, down] = [along(image.width, tile.width), along(image.height, tile.height)];
  return down.starts.flatMap((top) => across.starts.map((left) => ({ left, top, width: across.size, height: down.size })));
}

/** Greedy non-maximum suppression, best score first; each level votes once. */
function mergeDetections(detections: Detection[]): Candidate[] {
  const rest = new Set(detections.toSorted((a, b) => b.score - a.score));
  const candidates: Candidate[] = [];
  for (const best of rest) {
    const same = [...rest].filter(({ box }) => overlap(best.box, box) > SAME_FACE_OVERLAP);
    for (const detection of same) rest.delete(detection);
    const bestOfLevels = [...Map.groupBy(same, ({ level }) => level).values()].map(([first]) => first!);
    const finest = bestOfLevels
      .filter(({ score }) => score >= MIN_RELATIVE_SCORE * best.score)
      .reduce((a, b) => (b.level < a.level ? b : a));
    candidates.push({ box: finest.box, score: best.score, votes: bestOfLevels.reduce((sum, { score }) => sum + score, 0) });
    if (candidates.length === MAX_CANDIDATES) break;
  }
  return candidates;
}

/** Intersection over union. */
export function overlap(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  if (width <= 0 || height <= 0) return 0;
  const common = width * height;
  return common / (one.width * one.height + other.width * other.height - common);
}
