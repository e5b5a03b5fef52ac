/** The 27 landmarks of the interface, from the 68 points of the engine. Left and right are as seen in the image. */
import type { Point } from '../../../engines/faces/face.ts';

/** Each landmark is the mean of these points. */
const FROM_68 = {
  pupilLeft: [36, 37, 38, 39, 40, 41],
  pupilRight: [42, 43, 44, 45, 46, 47],
  noseTip: [30],
  mouthLeft: [48],
  mouthRight: [54],
  eyebrowLeftOuter: [17],
  eyebrowLeftInner: [21],
  eyeLeftOuter: [36],
  eyeLeftTop: [37, 38],
  eyeLeftBottom: [40, 41],
  eyeLeftInner: [39],
  eyebrowRightInner: [22],
  eyebrowRightOuter: [26],
  eyeRightInner: [42],
  eyeRightTop: [43, 44],
  eyeRightBottom: [46, 47],
  eyeRightOuter: [45],
  noseRootLeft: [39, 27],
  noseRootRight: [42, 27],
  noseLeftAlarTop: [31, 29],
  noseRightAlarTop: [35, 29],
  noseLeftAlarOutTip: [31],
  noseRightAlarOutTip: [35],
  upperLipTop: [51],
  upperLipBottom: [62],
  underLipTop: [66],
  underLipBottom: [57],
} as const satisfies Record<string, readonly number[]>;

export type LandmarkName = keyof typeof FROM_68;

export const LANDMARK_NAMES = Object.keys(FROM_68) as LandmarkName[];

/** Rounded to a tenth of a pixel. */
export function toLandmarks(points: readonly Point[]): Record<LandmarkName, Point> {
  const mean = (from: readonly number[], axis: 'x' | 'y'): number =>
    Math.round((10 * from.reduce((sum, i) => sum + points[i]![axis], 0)) / from.length) / 10;
  return Object.fromEntries(Object.entries(FROM_68).map(([name, from]) => [name, { x: mean(from, 'x'), y: mean(from, 'y') }])) as Record<
    LandmarkName,
    Point
  >;
}
