/**
 * A head in three dimensions, made from usual measures of adult faces: millimetres from the middle between the eyes,
 * to the right and downwards as it is seen from the front, and away from the viewer. Only points that hardly move are in it.
 */

export interface HeadPoint { point: number; x: number; y: number; z: number; weight: number }

/** Points on the left half, each with its mirror image. */
const PAIRS: readonly (readonly [left: number, right: number, x: number, y: number, z: number, weight: number])[] = [
  // Outer and inner corners of the eyes: the outer ones lie further back.
  [36, 45, 45, 0, 13, 1], [39, 42, 20, 1, 4, 1],
  // Sides of the nose.
  [31, 35, 13.5, 45, -9, 1],
  // Corners of the mouth.
  [48, 54, 28, 69, 1, 0.5],
];

/** Points in the middle: the nose from root to tip and below, the lips, the chin. */
const MIDDLE: readonly (readonly [point: number, y: number, z: number, weight: number])[] = [
  [27, 0, -8, 1], [28, 12.5, -16, 1], [29, 25, -24, 1], [30, 37, -32, 1], [33, 48.5, -15, 1], [51, 62.5, -11, 0.5], [57, 84, -6, 0.25], [8, 120, 2, 0.25],
];

/** People who look ahead in photographs hold their heads so many degrees lower than these measures do (median of 222 pictures). */
const HELD_LOWER = 5;

export const HEAD: readonly HeadPoint[] = [
  ...PAIRS.flatMap(([left, right, x, y, z, weight]) => [{ point: left, x: -x, y, z, weight }, { point: right, x, y, z, weight }]),
  ...MIDDLE.map(([point, y, z, weight]) => ({ point, x: 0, y, z, weight })),
].map(lowered);

function lowered({ y, z, ...rest }: HeadPoint): HeadPoint {
  const [sin, cos] = [Math.sin(HELD_LOWER * Math.PI / 180), Math.cos(HELD_LOWER * Math.PI / 180)];
  return { ...rest, y: y * cos - z * sin, z: z * cos + y * sin };
}
