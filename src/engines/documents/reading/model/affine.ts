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

/** The bounding box of a transformed box. */
export function applyToBox(transform: Affine, { left, top, right, bottom }: Box): Box {
  const corners = [
    apply(transform, left, top),
    apply(transform, right, top),
    apply(transform, right, bottom),
    apply(transform, left, bottom),
  ];
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

export const areaOf = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);

export const overlapArea = (one: Box, other: Box): number =>
  areaOf({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });

export const unionBox = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});
