/** The 27 landmarks of the interface, from the 68 points of the engine. Left and right are as seen in the image. */
import type { Point } from '../../../engines/faces/face.ts';
import from68 from './landmarks.json' with { type: 'json' };

/** Each landmark is the mean of the points that are listed. */
export type LandmarkName = keyof typeof from68;

export const LANDMARK_NAMES = Object.keys(from68) as LandmarkName[];

/** Rounded to a tenth of a pixel. */
export function toLandmarks(points: readonly Point[]): Record<LandmarkName, Point> {
  const mean = (from: readonly number[], axis: 'x' | 'y'): number =>
    Math.round((10 * from.reduce((sum, i) => sum + points[i]![axis], 0)) / from.length) / 10;
  return Object.fromEntries(Object.entries(from68).map(([name, from]) => [name, { x: mean(from, 'x'), y: mean(from, 'y') }])) as Record<
    LandmarkName,
    Point
  >;
}
