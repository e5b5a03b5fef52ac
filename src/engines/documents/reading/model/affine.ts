/** Affine transforms between coordinate frames, and boxes. */
import type { Affine, Box } from './page.ts';

export const IDENTITY: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

export const apply = ({ a, b, c, d, e, f }: Affine, x: number, y: number): { x: number; y: number } => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** Applies `inner` first, then `outer`. */
export const compose = (outer: Affine, inner: Affine): Affine => ({
  a: outer.a * inner.a + outer.c * inner.b,
  b: outer.b * inner.a + outer.d * inner.b,
  c: outer.a * inner.c + outer.c * inner.d,
  d: outer.b * inner.c + outer.d * inner.d,
  e: outer.a * inner.e + outer.c * inner.f + outer.e,
  f: outer.b * inner.e + outer.d * inner.f + outer.f,
});

export function inverse({ a, b, c, d, e, f }: Affine): Affine {
  const det = a * d - b * c;
  return { a: d / det, b: -b / det, c: -c / det, d: a / det, e: (c * f - d * e) / det, f: (b * e - a * f) / det };
}

export const scaling = (factor: number): Affine => ({ a: factor, b: 0, c: 0, d: factor, e: 0, f: 0 });

/** The bounding box of points. */
export function boundsOf(points: readonly { x: number; y: number }[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The bounding box of a transformed box. */
export function applyToBox(transform: Affine, { left, top, right, bottom }: Box): Box {
  const corner = (x: number, y: number): { x: number; y: number } => apply(transform, x, y);
  return boundsOf([corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)]);
}

export const divideBox = ({ left, top, right, bottom }: Box, scale: number): Box => ({
  left: left / scale,
  top: top / scale,
  right: right / scale,
  bottom: bottom / scale,
});

export const growBox = ({ left, top, right, bottom }: Box, across: number, down = across): Box => ({
  left: left - across,
  top: top - down,
  right: right + across,
  bottom: bottom + down,
});

export const contains = (outer: Box, x: number, y: number): boolean =>
  x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom;

export const isCenterInside = ({ left, top, right, bottom }: Box, outer: Box): boolean =>
  contains(outer, (left + right) / 2, (top + bottom) / 2);

export const areaOf = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);

/** Of boxes that do not overlap it is a box without area. */
export const intersection = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

export const overlapArea = (one: Box, other: Box): number => areaOf(intersection(one, other));

export const unionBox = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});
