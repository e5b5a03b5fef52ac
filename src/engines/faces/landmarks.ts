/**
 * The 68 points of a face. The network looks at a square around the candidate. On a face it says the same points again when
 * it looks at another square; on anything else it does not: by that the two are told apart, far better than by the detector's
 * score alone. The second square is the one that the first points suggest, so that a candidate that was off is set right.
 */
import type { Candidate } from './detect.ts';
import type { Box, Point } from './face.ts';
import type { Network } from './network.ts';
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
/** The outline of the cheeks, before this point, is the least certain. */
const FIRST_INNER = 17;
/** Votes above which a candidate is believed without a second look, if its points fill the square as those of a face do. */
const SURE_VOTES = 1.3;
/** How far points may lie apart between two looks, in distances of the outer corners of the eyes; more where the detector is surer. */
const AGREEMENT = 0.11;
const AGREEMENT_IF_VOTES = 0.06;
/** How much of the square the points of a face fill. */
const FILLED = { least: 0.6, most: 0.95 };
/** How much larger than the points that were found first the second square is: they begin at the eyebrows only. */
const ROOM_AROUND_POINTS = 1.3;

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
    async pointsOf(picture, { box, votes }) {
      const square = squareAround(box, settings.room);
      const first = await look(picture, square);
      const around = boxAround(first);
      const filled = Math.max(around.width, around.height) / square.width;
      if (votes >= SURE_VOTES && filled >= FILLED.least && filled <= FILLED.most) return first;
      if (!(filled > 0.1)) return undefined;
      const second = await look(picture, squareAround(around, ROOM_AROUND_POINTS));
      return disagreement(first, second) <= AGREEMENT + AGREEMENT_IF_VOTES * Math.min(votes, SURE_VOTES) ? second : undefined;
    },
    close: async () => { await network.close(); },
  };
}

function squareAround(box: Box, room: number): Box {
  const side = Math.max(box.width, box.height) * room;
  return { left: box.left + (box.width - side) / 2, top: box.top + (box.height - side) / 2, width: side, height: side };
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
