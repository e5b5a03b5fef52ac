/**
 * The 68 points of a face. The network looks at a square around the candidate. On a face it says the same points again when
 * it looks at other squares; on anything else it does not: by that the two are told apart, far better than by the detector's
 * score alone. The second square is the one that the first points suggest, so that a candidate that was off is set right; the third is larger and lower.
 */
import type { Candidate } from './detect.ts';
import type { Box, Point } from './face.ts';
import type { Network } from '../onnx/network.ts';
import type { ColourPicture, Levels } from './picture.ts';
import { asInput, sample } from './picture.ts';

export interface LandmarkSettings {
  levels: Levels;
  /** Of the square, in pixels. */
  side: number;
  /** How much larger than the candidate's longer side the square is. */
  room: number;
}

export interface Landmarks {
  /** The points, or nothing where there is no face. */
  pointsOf(picture: ColourPicture, candidate: Candidate): Promise<Point[] | undefined>;
  close(): Promise<void>;
}

export const POINTS = 68;
/** Pixels between the outer corners of the eyes. */
const LEAST_EYES = 4;
/** The outline of the cheeks, before this point, is the least certain. */
const FIRST_INNER = 17;
/** Votes above which a candidate is believed without another look, if its points fill the square as those of a face do. */
const SURE_VOTES = 1.3;
const FILLED = { least: 0.6, most: 0.95 };
/** The second and third square: how much larger than the points before, which begin at the eyebrows only, and how far below their middle. */
const SECOND = { room: 1.3, down: 0 };
const THIRD = { room: 1.6, down: 0.08 };
/**
 * How far points may lie apart from look to look, both steps together, in distances of the outer corners of the eyes: more where the
 * detector is surer. On what was looked at (ADR 16) faces keep to it by a wide margin, and of what is none nearly nothing does.
 */
const APART = { least: 0.03, forVotes: 0.2 };

export function landmarksOf(network: Network, settings: LandmarkSettings): Landmarks {
  const look = async (picture: ColourPicture, square: Box): Promise<Point[]> => {
    const scale = square.width / settings.side;
    const part = sample(picture, { a: scale, b: 0, c: 0, d: scale, e: square.left, f: square.top }, settings.side, settings.side);
    const input = new Float32Array(3 * settings.side ** 2);
    asInput(part, { left: 0, top: 0, width: settings.side, height: settings.side }, settings.levels, input);
    const [answer] = Object.values(await network.run({ data: input, shape: [1, 3, settings.side, settings.side] }));
    if (answer!.data.length !== 2 * POINTS) throw new Error(`The landmark network answers ${answer!.data.length} numbers, not ${2 * POINTS}.`);
    return Array.from({ length: POINTS }, (_, i) => ({ x: square.left + answer!.data[2 * i]! * square.width, y: square.top + answer!.data[2 * i + 1]! * square.width }));
  };
  return {
    async pointsOf(picture, candidate) {
      const points = await agreed(picture, candidate);
      return points !== undefined && isFace(points) ? points : undefined;
    },
    close: async () => { await network.close(); },
  };

  async function agreed(picture: ColourPicture, { box, votes }: Candidate): Promise<Point[] | undefined> {
    const square = squareAround(box, { room: settings.room, down: 0 });
    const first = await look(picture, square);
    const around = boxAround(first);
    const filled = Math.max(around.width, around.height) / square.width;
    if (votes >= SURE_VOTES && filled >= FILLED.least && filled <= FILLED.most) return first;
    const mostApart = APART.least + APART.forVotes * Math.min(votes, SURE_VOTES);
    const second = await look(picture, squareAround(around, SECOND));
    const apart = disagreement(first, second);
    if (!(apart <= mostApart)) return undefined;
    const third = await look(picture, squareAround(boxAround(second), THIRD));
    return apart + disagreement(second, third) <= mostApart ? second : undefined;
  }
}

/** Points that are numbers, with eyes apart from one another: what is measured later rests on that. */
function isFace(points: readonly Point[]): boolean {
  return points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)) && distance(points[36]!, points[45]!) >= LEAST_EYES;
}

function squareAround(box: Box, { room, down }: { room: number; down: number }): Box {
  const side = Math.max(1, Math.max(box.width, box.height) * room);
  return { left: box.left + (box.width - side) / 2, top: box.top + (box.height - side) / 2 + down * side, width: side, height: side };
}

function boxAround(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** The mean distance of the inner points, in distances of the outer corners of the eyes. */
function disagreement(first: readonly Point[], second: readonly Point[]): number {
  const unit = Math.min(distance(first[36]!, first[45]!), distance(second[36]!, second[45]!));
  const apart = first.slice(FIRST_INNER).reduce((sum, point, i) => sum + distance(point, second[FIRST_INNER + i]!), 0);
  return apart / (POINTS - FIRST_INNER) / unit;
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
