/**
 * How a head is turned, from its points: the turn of a head in three dimensions (head.ts) whose points, seen from afar, come
 * nearest to those of the picture. For a turn the best size and place are known at once, so three angles are sought, by
 * Levenberg's and Marquardt's method, from a face that looks ahead and from two that look aside, since a far turn may be missed from one start.
 *
 * Signs: roll is positive when the head leans clockwise as it is seen, yaw when it looks to the right of the picture (to its
 * own left), pitch when it looks up.
 */
import type { Point, Pose } from './face.ts';
import { HEAD } from './head.ts';

type Angles = readonly [pitch: number, yaw: number, roll: number];

const STARTS_DEGREES = [0, -40, 40];
const STEPS = 30;
const SMALL = 1e-4;
const DEGREES = 180 / Math.PI;

export function poseOf(points: readonly Point[]): Pose {
  const seen = HEAD.map(({ point }) => points[point]!);
  const roll = Math.atan2(points[45]!.y - points[36]!.y, points[45]!.x - points[36]!.x);
  const found = STARTS_DEGREES.map((yaw) => fitted(seen, [0, yaw / DEGREES, roll])).reduce((best, one) => one.error < best.error ? one : best);
  const [pitch, yaw, turn] = found.angles;
  return { pitch: within(pitch * DEGREES), yaw: within(yaw * DEGREES), roll: within(turn * DEGREES) };
}

/** Above -180 up to 180. */
function within(degrees: number): number {
  return degrees - 360 * Math.ceil((degrees - 180) / 360);
}

function fitted(seen: readonly Point[], start: Angles): { angles: Angles; error: number } {
  let angles = start;
  let rest = residuals(seen, angles);
  let [error, damping] = [squares(rest), 1e-3];
  for (let step = 0; step < STEPS; step++) {
    const slopes = ([0, 1, 2] as const).map((axis) => {
      const moved = residuals(seen, angles.map((angle, i) => i === axis ? angle + SMALL : angle) as unknown as Angles);
      return moved.map((value, i) => (value - rest[i]!) / SMALL);
    });
    const change = solved(slopes, rest, damping);
    const tried = angles.map((angle, i) => angle - change[i]!) as unknown as Angles;
    const after = residuals(seen, tried);
    const better = squares(after);
    if (!(better < error)) {
      damping *= 8;
      continue;
    }
    const isDone = error - better < 1e-5 * error;
    [angles, rest, error, damping] = [tried, after, better, damping / 4];
    if (isDone) break;
  }
  return { angles, error };
}

/** What remains between the points of the turned head, at its best size and place, and those that are seen. */
function residuals(seen: readonly Point[], angles: Angles): number[] {
  const turned = HEAD.map((point) => projected(point, angles));
  const weights = HEAD.map(({ weight }) => weight);
  const [from, to] = [middleOf(turned, weights), middleOf(seen, weights)];
  let [common, spread] = [0, 0];
  turned.forEach(({ x, y }, i) => {
    common += weights[i]! * ((x - from.x) * (seen[i]!.x - to.x) + (y - from.y) * (seen[i]!.y - to.y));
    spread += weights[i]! * ((x - from.x) ** 2 + (y - from.y) ** 2);
  });
  const size = Math.max(0, common / spread);
  return turned.flatMap(({ x, y }, i) => {
    const root = Math.sqrt(weights[i]!);
    return [root * (size * (x - from.x) - (seen[i]!.x - to.x)), root * (size * (y - from.y) - (seen[i]!.y - to.y))];
  });
}

/** First up or down, then aside, then leaning; seen from so far away that depth does not matter. */
export function projected({ x, y, z }: { x: number; y: number; z: number }, [pitch, yaw, roll]: Angles): Point {
  const lifted = { y: y * Math.cos(pitch) + z * Math.sin(pitch), z: z * Math.cos(pitch) - y * Math.sin(pitch) };
  const aside = x * Math.cos(yaw) - lifted.z * Math.sin(yaw);
  return { x: aside * Math.cos(roll) - lifted.y * Math.sin(roll), y: aside * Math.sin(roll) + lifted.y * Math.cos(roll) };
}

function middleOf(points: readonly Point[], weights: readonly number[]): Point {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { x: points.reduce((sum, { x }, i) => sum + weights[i]! * x, 0) / total, y: points.reduce((sum, { y }, i) => sum + weights[i]! * y, 0) / total };
}

function squares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}

/** The three unknowns of the damped normal equations, by Cramer's rule. */
function solved(slopes: readonly (readonly number[])[], rest: readonly number[], damping: number): [number, number, number] {
  const dot = (one: readonly number[], other: readonly number[]): number => one.reduce((sum, value, i) => sum + value * other[i]!, 0);
  const rows = slopes.map((one, i) => slopes.map((other, j) => dot(one, other) * (i === j ? 1 + damping : 1) + (i === j ? 1e-12 : 0)));
  const right = slopes.map((one) => dot(one, rest));
  const whole = determinant(rows);
  const unknown = (column: number): number => determinant(rows.map((row, i) => row.map((value, j) => j === column ? right[i]! : value))) / whole;
  return [unknown(0), unknown(1), unknown(2)];
}

function determinant(rows: readonly (readonly number[])[]): number {
  const [a, b, c, d, e, f, g, h, i] = rows.flat() as [number, number, number, number, number, number, number, number, number];
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}
