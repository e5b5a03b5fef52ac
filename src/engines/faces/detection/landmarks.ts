/**
 * Locates the 68 landmarks of a face. The network sees a square around the candidate. On a face it returns the same points for
 * other squares; on anything else it does not. That separates faces from the rest far better than the detector's score alone.
 * The second square is derived from the first points, which corrects a misplaced candidate; the third is larger and lower.
 */
import type { Candidate } from './detect.ts';
import type { Box, Point } from '../face.ts';
import type { Network } from '../../bindings/onnx-session.ts';
import type { RgbImage, Normalization } from '../image.ts';
import { writeInput, sample } from '../image.ts';

export interface LandmarkSettings {
  levels: Normalization;
  /** Side of the square, in pixels. */
  side: number;
  /** How much larger than the candidate's longer side the square is. */
  margin: number;
}

export interface LandmarkLocator {
  /** The landmarks, or undefined if there is no face. */
  locate(image: RgbImage, candidate: Candidate): Promise<Point[] | undefined>;
  close(): Promise<void>;
}

const POINTS = 68;
/** Minimum distance between the outer corners of the eyes, in pixels. */
const MIN_EYE_DISTANCE = 4;
/** Points before this one are the jaw line, the least certain. */
const FIRST_INNER = 17;
/** With this many votes a candidate needs no second pass, provided its points fill the square as those of a face do. */
const SURE_VOTES = 1.3;
const FILL_RATIO = { min: 0.6, max: 0.95 };
/** The second and third square: size relative to the previous points, which start only at the eyebrows, and shift below their center. */
const SECOND = { margin: 1.3, down: 0 };
const THIRD = { margin: 1.6, down: 0.08 };
/**
 * How far points may move between passes, both steps together, in units of the distance between the outer eye corners; more if the
 * detector is more certain. On the images examined faces stay far below it, and almost nothing else does.
 */
const MAX_DISAGREEMENT = { base: 0.03, perVote: 0.2 };

export function createLandmarkLocator(network: Network, settings: LandmarkSettings): LandmarkLocator {
  const locateInSquare = async (image: RgbImage, square: Box): Promise<Point[]> => {
    const scale = square.width / settings.side;
    const part = sample(image, { a: scale, b: 0, c: 0, d: scale, e: square.left, f: square.top }, settings.side, settings.side);
    const input = new Float32Array(3 * settings.side ** 2);
    writeInput(part, { left: 0, top: 0, width: settings.side, height: settings.side }, settings.levels, input);
    const [answer] = Object.values(await network.run({ data: input, shape: [1, 3, settings.side, settings.side] }));
    if (answer!.data.length !== 2 * POINTS)
      throw new Error(`The landmark network returns ${answer!.data.length} numbers; expected ${2 * POINTS}.`);
    const toImage = (i: number): Point => ({
      x: square.left + answer!.data[2 * i]! * square.width,
      y: square.top + answer!.data[2 * i + 1]! * square.width,
    });
    return Array.from({ length: POINTS }, (_, i) => toImage(i));
  };
  return {
    async locate(image, candidate) {
      const points = await locateConsistently(image, candidate);
      return points !== undefined && isFace(points) ? points : undefined;
    },
    close: async () => {
      await network.close();
    },
  };

  async function locateConsistently(image: RgbImage, { box, votes }: Candidate): Promise<Point[] | undefined> {
    const square = squareAround(box, { margin: settings.margin, down: 0 });
    const first = await locateInSquare(image, square);
    const around = boxAround(first);
    const filled = Math.max(around.width, around.height) / square.width;
    if (votes >= SURE_VOTES && filled >= FILL_RATIO.min && filled <= FILL_RATIO.max) return first;
    const maxDisagreement = MAX_DISAGREEMENT.base + MAX_DISAGREEMENT.perVote * Math.min(votes, SURE_VOTES);
    const second = await locateInSquare(image, squareAround(around, SECOND));
    const apart = disagreement(first, second);
    if (!(apart <= maxDisagreement)) return undefined;
    const third = await locateInSquare(image, squareAround(boxAround(second), THIRD));
    return apart + disagreement(second, third) <= maxDisagreement ? second : undefined;
  }
}

/** Finite points with separate eyes, which later measurements rely on. */
function isFace(points: readonly Point[]): boolean {
  return points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)) && distance(points[36]!, points[45]!) >= MIN_EYE_DISTANCE;
}

function squareAround(box: Box, { margin, down }: { margin: number; down: number }): Box {
  const side = Math.max(1, Math.max(box.width, box.height) * margin);
  return { left: box.left + (box.width - side) / 2, top: box.top + (box.height - side) / 2 + down * side, width: side, height: side };
}

function boxAround(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** The mean distance of the inner points, in units of the distance between the outer eye corners. */
function disagreement(first: readonly Point[], second: readonly Point[]): number {
  const unit = Math.min(distance(first[36]!, first[45]!), distance(second[36]!, second[45]!));
  const apart = first.slice(FIRST_INNER).reduce((sum, point, i) => sum + distance(point, second[FIRST_INNER + i]!), 0);
  return apart / (POINTS - FIRST_INNER) / unit;
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
