/**
 * Turning a face upright into the square that the recognition network was trained on: the similarity transform that brings
 * its points nearest to those of the mean face (Umeyama 1991, in the plane). Eyebrows and lower lip move too much to be used.
 */
import { apply, inverse } from '../reading/affine.ts';
import type { Affine } from '../reading/page.ts';
import type { Point } from './face.ts';
import type { ColourPicture } from './picture.ts';
import { sample } from './picture.ts';

export const CHIP = 150;
/** Room around the mean face, as a share of its size. */
const ROOM = 0.25;

/**
 * Where dlib's mean face has its points, on a face from 0 to 1: what the network expects, so it cannot be chosen otherwise.
 * Pairs are points that mirror one another, given by the place of the one on the left.
 */
const MIDDLE = 0.490127;
const PAIRS: readonly (readonly [left: number, right: number, x: number, y: number])[] = [
  [31, 35, 0.36688, 0.587326], [32, 34, 0.426036, 0.609345],
  [36, 45, 0.121737, 0.216423], [37, 44, 0.187122, 0.178758], [38, 43, 0.265825, 0.179852], [39, 42, 0.334606, 0.231733], [40, 47, 0.260918, 0.245099], [41, 46, 0.182743, 0.244077],
  [48, 54, 0.254149, 0.780233], [49, 53, 0.340985, 0.745405], [50, 52, 0.428858, 0.727388], [60, 64, 0.290379, 0.784792], [61, 63, 0.428096, 0.778746],
];
const SINGLES: readonly (readonly [point: number, y: number])[] = [[27, 0.203352], [28, 0.307009], [29, 0.409805], [30, 0.515625], [33, 0.628106], [51, 0.742578], [62, 0.785343]];

const MEAN: readonly (readonly [point: number, place: Point])[] = [
  ...PAIRS.flatMap(([left, right, x, y]) => [[left, placed(x, y)], [right, placed(2 * MIDDLE - x, y)]] as const),
  ...SINGLES.map(([point, y]) => [point, placed(MIDDLE, y)] as const),
];

function placed(x: number, y: number): Point {
  return { x: (x + ROOM) / (1 + 2 * ROOM) * CHIP, y: (y + ROOM) / (1 + 2 * ROOM) * CHIP };
}

/** The way from the picture to the aligned square. */
export function alignment(points: readonly Point[]): Affine {
  return nearestSimilarity(MEAN.map(([point]) => points[point]!), MEAN.map(([, place]) => place));
}

export function alignedChip(picture: ColourPicture, points: readonly Point[]): ColourPicture {
  return sample(picture, inverse(alignment(points)), CHIP, CHIP);
}

/** Turning, scaling and moving, without mirroring, such that the squares of what remains between the points are least. */
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
  if (spread === 0) throw new RangeError('All points are one.');
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
