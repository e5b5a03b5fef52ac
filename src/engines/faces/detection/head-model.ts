/**
 * A three-dimensional head built from typical measures of adult faces: millimeters from the point between the eyes, right and
 * down as seen from the front, and away from the viewer. It contains only points that hardly move with facial expression: in pairs the
 * corners of the eyes, of which the outer ones are further back, the sides of the nose and the corners of the mouth; on the vertical axis
 * the nose from root to tip and below, the lips and the chin.
 */
import data from './head-model.json' with { type: 'json' };

export interface HeadPoint {
  point: number;
  x: number;
  y: number;
  z: number;
  weight: number;
}

/** People looking ahead in photographs hold their heads this much lower than the measures (median of 222 images). */
const TYPICAL_PITCH_DEGREES = 5;

export const HEAD: readonly HeadPoint[] = [
  ...data.pairs.flatMap(({ left, right, x, y, z, weight }) => [
    { point: left, x: -x, y, z, weight },
    { point: right, x, y, z, weight },
  ]),
  ...data.middle.map((point) => ({ ...point, x: 0 })),
].map(lowerHead);

function lowerHead({ y, z, ...rest }: HeadPoint): HeadPoint {
  const [sin, cos] = [Math.sin((TYPICAL_PITCH_DEGREES * Math.PI) / 180), Math.cos((TYPICAL_PITCH_DEGREES * Math.PI) / 180)];
  return { ...rest, y: y * cos - z * sin, z: z * cos + y * sin };
}
