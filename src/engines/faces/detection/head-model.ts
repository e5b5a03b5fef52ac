/**
 * A three-dimensional head built from typical measures of adult faces: millimeters from the point between the eyes, right and
 * down as seen from the front, and away from the viewer. It contains only points that hardly move with facial expression.
 */

export interface HeadPoint {
  point: number;
  x: number;
  y: number;
  z: number;
  weight: number;
}

/** Points of the left half, each with its mirrored counterpart. */
const PAIRS: readonly (readonly [left: number, right: number, x: number, y: number, z: number, weight: number])[] = [
  // Outer and inner corners of the eyes: the outer ones are further back.
  [36, 45, 45, 0, 13, 1],
  [39, 42, 20, 1, 4, 1],
  // Sides of the nose.
  [31, 35, 13.5, 45, -9, 1],
  // Corners of the mouth.
  [48, 54, 28, 69, 1, 0.5],
];

/** Points on the vertical axis: the nose from root to tip and below, the lips, the chin. */
const MIDDLE: readonly (readonly [point: number, y: number, z: number, weight: number])[] = [
  [27, 0, -8, 1],
  [28, 12.5, -16, 1],
  [29, 25, -24, 1],
  [30, 37, -32, 1],
  [33, 48.5, -15, 1],
  [51, 62.5, -11, 0.5],
  [57, 84, -6, 0.25],
  [8, 120, 2, 0.25],
];

/** People looking ahead in photographs hold their heads this much lower than the measures (median of 222 images). */
const TYPICAL_PITCH_DEGREES = 5;

export const HEAD: readonly HeadPoint[] = [
  ...PAIRS.flatMap(([left, right, x, y, z, weight]) => [
    { point: left, x: -x, y, z, weight },
    { point: right, x, y, z, weight },
  ]),
  ...MIDDLE.map(([point, y, z, weight]) => ({ point, x: 0, y, z, weight })),
].map(lowerHead);

function lowerHead({ y, z, ...rest }: HeadPoint): HeadPoint {
  const [sin, cos] = [Math.sin((TYPICAL_PITCH_DEGREES * Math.PI) / 180), Math.cos((TYPICAL_PITCH_DEGREES * Math.PI) / 180)];
  return { ...rest, y: y * cos - z * sin, z: z * cos + y * sin };
}
