/** Boxes and distances. Layout measures everything in heights of the page's own text. */
import type { Box } from '../../reading/model/page.ts';

export const widthOf = (box: Box): number => box.right - box.left;
export const heightOf = (box: Box): number => box.bottom - box.top;
export const middleY = (box: Box): number => (box.top + box.bottom) / 2;
export const centerX = (box: Box): number => (box.left + box.right) / 2;

export function union(boxes: Iterable<Box>): Box {
  const all = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const box of boxes) {
    if (box.left < all.left) all.left = box.left;
    if (box.top < all.top) all.top = box.top;
    if (box.right > all.right) all.right = box.right;
    if (box.bottom > all.bottom) all.bottom = box.bottom;
  }
  return all;
}

/** The length of the overlap of two ranges; negative is the distance between them. */
export function overlap(from: number, to: number, otherFrom: number, otherTo: number): number {
  return Math.min(to, otherTo) - Math.max(from, otherFrom);
}

/** The share of the inner box's area that is inside the outer one. */
export function shareInside(inner: Box, outer: Box): number {
  const wide = overlap(inner.left, inner.right, outer.left, outer.right);
  const high = overlap(inner.top, inner.bottom, outer.top, outer.bottom);
  if (wide <= 0 || high <= 0) return 0;
  const area = widthOf(inner) * heightOf(inner);
  return area > 0 ? (wide * high) / area : 1;
}

export function isValidBox(box: Box): boolean {
  return Number.isFinite(box.left + box.right + box.top + box.bottom) && box.right >= box.left && box.bottom >= box.top;
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1]!;
}

/** The means of clusters of values closer than `tolerance` to the previous one, ascending. */
export function clusterMeans(values: readonly number[], tolerance: number): number[] {
  const sorted = Float64Array.from(values).sort();
  const clusters: number[] = [];
  let from = 0;
  for (let i = 1; i <= sorted.length; i++) {
    if (i < sorted.length && sorted[i]! - sorted[i - 1]! <= tolerance) continue;
    let sum = 0;
    for (let k = from; k < i; k++) sum += sorted[k]!;
    clusters.push(sum / (i - from));
    from = i;
  }
  return clusters;
}
