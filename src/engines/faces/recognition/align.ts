/**
 * Aligns a face to the square that the recognition network was trained on: the similarity transform that brings its landmarks
 * closest to those of the mean face (Umeyama 1991, two-dimensional). Eyebrows and lower lip move too much to be used.
 */
import { apply, inverse } from '../../documents/reading/model/affine.ts';
import type { Affine } from '../../documents/reading/model/page.ts';
import type { Point } from '../face.ts';
import type { RgbImage } from '../image.ts';
import { sample } from '../image.ts';
import meanFace from './mean-face.json' with { type: 'json' };

export const CHIP_SIDE = 150;
/** Margin around the mean face, as a fraction of its size. */
const MARGIN = 0.25;

/**
 * The landmarks of dlib's mean face, on a face from 0 to 1. The network was trained with them, so they are fixed.
 * Pairs mirror each other; the coordinates are those of the left point.
 */
const MEAN_FACE: readonly (readonly [point: number, place: Point])[] = [
  ...meanFace.pairs.flatMap(({ left, right, x, y }) => [
    [left, toChip(x, y)] as const,
    [right, toChip(2 * meanFace.middle - x, y)] as const,
  ]),
  ...meanFace.singles.map(({ point, y }) => [point, toChip(meanFace.middle, y)] as const),
];

function toChip(x: number, y: number): Point {
  return { x: ((x + MARGIN) / (1 + 2 * MARGIN)) * CHIP_SIDE, y: ((y + MARGIN) / (1 + 2 * MARGIN)) * CHIP_SIDE };
}

/** The transform from the image to the aligned square. */
export function alignment(points: readonly Point[]): Affine {
  return nearestSimilarity(
    MEAN_FACE.map(([point]) => points[point]!),
    MEAN_FACE.map(([, place]) => place),
  );
}

export function alignFace(image: RgbImage, points: readonly Point[]): RgbImage {
  return sample(image, inverse(alignment(points)), CHIP_SIDE, CHIP_SIDE);
}

/** The least-squares similarity transform (rotation, scale, translation; no mirroring) between two lists of points. */
export function nearestSimilarity(from: readonly Point[], to: readonly Point[]): Affine {
  const [start, end] = [meanOf(from), meanOf(to)];
  let [along, across, spread] = [0, 0, 0];
  from.forEach((point, i) => {
    const [x, y] = [point.x - start.x, point.y - start.y];
    const [u, v] = [to[i]!.x - end.x, to[i]!.y - end.y];
    along += x * u + y * v;
    across += x * v - y * u;
    spread += x * x + y * y;
  });
  if (spread === 0) throw new RangeError('All points coincide.');
  const turn = { a: along / spread, b: across / spread, c: -across / spread, d: along / spread, e: 0, f: 0 };
  const moved = apply(turn, start.x, start.y);
  return { ...turn, e: end.x - moved.x, f: end.y - moved.y };
}

function meanOf(points: readonly Point[]): Point {
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  };
}
