/** The square around a face as the interface draws it: from mid-forehead to below the mouth, with the eyes in the upper third. */
import type { Box, Point } from '../face.ts';
import { distance } from './landmarks.ts';

/** Measured on the interface's example, which has both a rectangle and landmarks. */
const SIDE = 2.17;
const MIDDLE = 0.47;

export function eyeCenters(points: readonly Point[]): { left: Point; right: Point } {
  return { left: meanPoint(points.slice(36, 42)), right: meanPoint(points.slice(42, 48)) };
}

export function faceRectangle(points: readonly Point[]): Box {
  const { left, right } = eyeCenters(points);
  const [eyes, mouth] = [meanPoint([left, right]), meanPoint([points[48]!, points[54]!])];
  // In a head turned sideways the eyes appear close together; in a nodding head, the mouth close to the eyes.
  const side = SIDE * Math.max(distance(left, right), distance(eyes, mouth));
  const middle = { x: eyes.x + (mouth.x - eyes.x) * MIDDLE, y: eyes.y + (mouth.y - eyes.y) * MIDDLE };
  return { left: middle.x - side / 2, top: middle.y - side / 2, width: side, height: side };
}

function meanPoint(points: readonly Point[]): Point {
  return { x: points.reduce((sum, { x }) => sum + x, 0) / points.length, y: points.reduce((sum, { y }) => sum + y, 0) / points.length };
}
