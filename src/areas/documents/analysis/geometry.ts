/** Converts boxes of the upright frame to the polygons of the interface: corners on the original page, starting where the text starts. */
import { applyToBox, inverse } from '../../../engines/documents/reading/model/affine.ts';
import { toPagePoint } from '../../../engines/documents/reading/model/bend.ts';
import type { Box, Turn } from '../../../engines/documents/reading/model/page.ts';
import type { DocumentPage } from '../../../engines/documents/layout/model/structure.ts';

type Geometry = NonNullable<DocumentPage['geometry']>;

/** Inches have four decimal places, pixels none. */
const DECIMALS = { inch: 4, pixel: 0 } as const;

export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  // Adding zero turns -0 into 0.
  return Math.round(value * factor) / factor + 0;
}

/** Rounds a length to the precision of the page's unit. */
export function roundToUnit(value: number, { unit }: Geometry): number {
  return roundTo(value, DECIMALS[unit]);
}

/** Limits a confidence to 0..1 and rounds it to the three decimal places of the interface. */
export function roundConfidence(value: number): number {
  return Math.min(1, Math.max(0, roundTo(value, 3)));
}

/** x1, y1 … x4, y4, clockwise in reading direction. */
export function toPolygon({ left, top, right, bottom }: Box, geometry: Geometry, turn: Turn = 0): number[] {
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;
  const first = turn / 90;
  return [0, 1, 2, 3].flatMap((n) => {
    const [x, y] = corners[(first + n) % 4]!;
    const point = toPagePoint(geometry.toPage, x, y);
    return [roundToUnit(point.x, geometry), roundToUnit(point.y, geometry)];
  });
}

/** The whole page in its upright frame. */
export function uprightPageBox({ width, height, toPage }: Geometry): Box {
  return applyToBox(inverse(toPage), { left: 0, top: 0, right: width, bottom: height });
}
