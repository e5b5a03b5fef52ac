/** The bend of a photographed page: how far its level lines are moved up or down at each point. */
import { apply, boundsOf } from './affine.ts';
import type { Bend, Box, PageTransform } from './page.ts';

/** From -1 at `from` to 1 at `to`. */
export const place = (at: number, from: number, to: number): number =>
  Math.min(1, Math.max(-1, (2 * at - from - to) / Math.max(1e-9, to - from)));

/** The factors of the powers of v at a column. */
export function bendOfColumn({ text, coefficients }: Bend, x: number): number[] {
  const u = place(x, text.left, text.right);
  return coefficients[0]!.map((_, j) => coefficients.reduceRight((sum, row) => sum * u + row[j]!, 0));
}

/** The y on the bent page of a point on the flat one. */
export function bentY(bend: Bend, x: number, y: number): number {
  const v = place(y - bend.margin, bend.text.top, bend.text.bottom);
  return y - bend.margin + bendOfColumn(bend, x).reduceRight((sum, factor) => sum * v + factor, 0);
}

const INVERSE_STEPS = 4;

/** The y on the flat page of a point on the bent one; bends are much smaller than the page, so that a few steps suffice. */
export function flatY(bend: Bend, x: number, bent: number): number {
  let y = bent + bend.margin;
  for (let step = 0; step < INVERSE_STEPS; step++) y += bent - bentY(bend, x, y);
  return y;
}

export function toPagePoint(transform: PageTransform, x: number, y: number): { x: number; y: number } {
  return apply(transform, x, transform.bend === undefined ? y : bentY(transform.bend, x, y));
}

/** The bounding box of a box on the page. */
export function pageBounds(transform: PageTransform, { left, top, right, bottom }: Box): Box {
  const corner = (x: number, y: number): { x: number; y: number } => toPagePoint(transform, x, y);
  return boundsOf([corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)]);
}

/** A box of the flat page, moved to where its center is on the bent one. */
export function bendBox(bend: Bend, { left, top, right, bottom }: Box): Box {
  const middle = (top + bottom) / 2;
  const down = bentY(bend, (left + right) / 2, middle) - middle;
  return { left, top: top + down, right, bottom: bottom + down };
}
