/**
 * Estimates the head pose from landmarks: the rotation of a three-dimensional head (head-model.ts) whose orthographic projection
 * fits the landmarks best. For given angles the best scale and position have a closed form, so only three angles are fitted
 * (Levenberg-Marquardt), starting from one frontal and two sideways poses because a single start can miss a strong turn.
 *
 * Signs: roll is positive when the head leans clockwise as seen, yaw when it looks to the right of the image (its own left),
 * pitch when it looks up.
 */
import type { Point, Pose } from '../face.ts';
import { HEAD } from './head-model.ts';

type Angles = readonly [pitch: number, yaw: number, roll: number];

const STARTS_DEGREES = [0, -40, 40];
const MAX_STEPS = 30;
const DELTA = 1e-4;
const DEGREES = 180 / Math.PI;

export function estimatePose(points: readonly Point[]): Pose {
  const seen = HEAD.map(({ point }) => points[point]!);
  const roll = Math.atan2(points[45]!.y - points[36]!.y, points[45]!.x - points[36]!.x);
  const found = STARTS_DEGREES.map((yaw) => fitAngles(seen, [0, yaw / DEGREES, roll])).reduce((best, one) =>
    one.error < best.error ? one : best,
  );
  const [pitch, yaw, turn] = found.angles;
  return { pitch: normalizeDegrees(pitch * DEGREES), yaw: normalizeDegrees(yaw * DEGREES), roll: normalizeDegrees(turn * DEGREES) };
}

/** Into (-180, 180]. */
function normalizeDegrees(degrees: number): number {
  return degrees - 360 * Math.ceil((degrees - 180) / 360);
}

function fitAngles(seen: readonly Point[], start: Angles): { angles: Angles; error: number } {
  let angles = start;
  let rest = residuals(seen, angles);
  let [error, damping] = [sumOfSquares(rest), 1e-3];
  for (let step = 0; step < MAX_STEPS; step++) {
    const slopes = ([0, 1, 2] as const).map((axis) => {
      const moved = residuals(seen, angles.map((angle, i) => (i === axis ? angle + DELTA : angle)) as unknown as Angles);
      return moved.map((value, i) => (value - rest[i]!) / DELTA);
    });
    const change = solve(slopes, rest, damping);
    const tried = angles.map((angle, i) => angle - change[i]!) as unknown as Angles;
    const after = residuals(seen, tried);
    const better = sumOfSquares(after);
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

/** Weighted differences between the projected head, at its best scale and position, and the observed points. */
function residuals(seen: readonly Point[], angles: Angles): number[] {
  const turned = HEAD.map((point) => project(point, angles));
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

/** Rotates by pitch, then yaw, then roll, and projects orthographically. */
export function project({ x, y, z }: { x: number; y: number; z: number }, [pitch, yaw, roll]: Angles): Point {
  const lifted = { y: y * Math.cos(pitch) + z * Math.sin(pitch), z: z * Math.cos(pitch) - y * Math.sin(pitch) };
  const aside = x * Math.cos(yaw) - lifted.z * Math.sin(yaw);
  return { x: aside * Math.cos(roll) - lifted.y * Math.sin(roll), y: aside * Math.sin(roll) + lifted.y * Math.cos(roll) };
}

function middleOf(points: readonly Point[], weights: readonly number[]): Point {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    x: points.reduce((sum, { x }, i) => sum + weights[i]! * x, 0) / total,
    y: points.reduce((sum, { y }, i) => sum + weights[i]! * y, 0) / total,
  };
}

function sumOfSquares(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value * value, 0);
}

/** Solves the damped normal equations of three unknowns by Cramer's rule. */
function solve(slopes: readonly (readonly number[])[], rest: readonly number[], damping: number): [number, number, number] {
  const dot = (one: readonly number[], other: readonly number[]): number => one.reduce((sum, value, i) => sum + value * other[i]!, 0);
  const rows = slopes.map((one, i) => slopes.map((other, j) => dot(one, other) * (i === j ? 1 + damping : 1) + (i === j ? 1e-12 : 0)));
  const right = slopes.map((one) => dot(one, rest));
  const whole = determinant(rows);
  const unknown = (column: number): number =>
    determinant(rows.map((row, i) => row.map((value, j) => (j === column ? right[i]! : value)))) / whole;
  return [unknown(0), unknown(1), unknown(2)];
}

function determinant(rows: readonly (readonly number[])[]): number {
  const [a, b, c, d, e, f, g, h, i] = rows.flat() as [number, number, number, number, number, number, number, number, number];
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}
