/** The square around a face as the interface draws it: from the middle of the forehead to below the mouth, the eyes in its upper third. */
import type { Box, Point } from './face.ts';
import { distance } from './landmarks.ts';

/** Measured on the example of the interface, which has both a rectangle and points. */
const SIDE = 2.17;
const MIDDLE = 0.47;

export function eyesOf(points: readonly Point[]): { left: Point; right: Point } {
  return { left: middleOf(points.slice(36, 42)), right: middleOf(points.slice(42, 48)) };
}

export function rectangleOf(points: readonly Point[]): Box {
  const { left, right } = eyesOf(points);
  const [eyes, mouth] = [middleOf([left, right]), middleOf([points[48]!, points[54]!])];
  // A head that is turned aside shows its eyes near to one another, one that nods its mouth near to its eyes.
  const side = SIDE * Math.max(distance(left, right), distance(eyes, mouth));
  const middle = { x: eyes.x + (mouth.x - eyes.x) * MIDDLE, y: eyes.y + (mouth.y - eyes.y) * MIDDLE };
  return { left: middle.x - side / 2, top: middle.y - side / 2, width: side, height: side };
}

function middleOf(points: readonly Point[]): Point {
  return { x: points.reduce((sum, { x }) => sum + x, 0) / points.length, y: points.reduce((sum, { y }) => sum + y, 0) / points.length };
}
