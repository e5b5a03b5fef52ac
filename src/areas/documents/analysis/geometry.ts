/** Boxes of the upright frame as the interface writes them: corners on the page as it was given, from where the text begins. */
import { apply, applyToBox, inverse } from '../../../engines/reading/model/affine.ts';
import type { Box, Turn } from '../../../engines/reading/model/page.ts';
import type { LaidPage } from '../../../engines/layout/model/structure.ts';

type Geometry = NonNullable<LaidPage['geometry']>;

/** Inches have four decimals, pixels none. */
const DECIMALS = { inch: 4, pixel: 0 } as const;

export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  // Adding zero: a negative number that is rounded to nothing would be written as -0.
  return Math.round(value * factor) / factor + 0;
}

/** A measure of a page in its unit. */
export function roundToUnit(value: number, { unit }: Geometry): number {
  return roundTo(value, DECIMALS[unit]);
}

/** Of 0 to 1, in the three decimals of the interface. */
export function roundConfidence(value: number): number {
  return Math.min(1, Math.max(0, roundTo(value, 3)));
}

/** x1, y1 … x4, y4, clockwise as the text is read. */
export function toPolygon({ left, top, right, bottom }: Box, geometry: Geometry, turn: Turn = 0): number[] {
  const corners = [[left, top], [right, top], [right, bottom], [left, bottom]] as const;
  const first = turn / 90;
  return [0, 1, 2, 3].flatMap((n) => {
    const [x, y] = corners[(first + n) % 4]!;
    const point = apply(geometry.toPage, x, y);
    return [roundToUnit(point.x, geometry), roundToUnit(point.y, geometry)];
  });
}

/** A whole page in its upright frame. */
export function uprightPageBox({ width, height, toPage }: Geometry): Box {
  return applyToBox(inverse(toPage), { left: 0, top: 0, right: width, bottom: height });
}
