/**
 * Check boxes: a thin top edge of the right length with white above it, sides that go down from both ends, and a bottom edge
 * that closes them. Searching for edges instead of outlines finds boxes whose tick or cross extends beyond them.
 */
import { inkShare } from './ink-mask.ts';
import type { Ink } from './ink-mask.ts';

/** A shape in pixels; `filled` is the share of ink inside its outline. */
export interface Shape {
  left: number;
  top: number;
  right: number;
  bottom: number;
  filled: number;
  thickness: number;
}

const MIN_SIZE = 0.5;
const MAX_SIZE = 1.9;
const MAX_CANDIDATES = 60_000;
/** Maximum heights relative to the width. A box closed by a rule of the form extends down to it, so it may be taller. */
const MAX_HEIGHT = 1.33;
const MAX_HEIGHT_ON_RULE = 1.6;

export function findSquares(ink: Ink, textHeight: number): Shape[] {
  const minLength = Math.max(7, MIN_SIZE * textHeight);
  const maxLength = MAX_SIZE * textHeight;
  const found: Shape[] = [];
  const { width, height, data } = ink;
  let candidates = 0;
  for (let y = 2; y + 1 < height && candidates < MAX_CANDIDATES; y++) {
    let from = -1;
    let last = -1;
    for (let x = 0; x <= width; x++) {
      const dark = x < width && (data[y * width + x]! | data[(y + 1) * width + x]!) === 1;
      if (dark) {
        if (from < 0) from = x;
        last = x;
      } else if (from >= 0 && (x - last > 2 || x === width)) {
        const length = last - from + 1;
        if (length >= minLength && length <= maxLength && inkShare(ink, from, y - 2, last + 1, y) < 0.4) {
          candidates++;
          const shape = closeSquare(ink, from, last, y, maxLength);
          if (
            shape !== undefined &&
            !found.some((other) => Math.abs(other.left - shape.left) < 0.5 * length && Math.abs(other.top - shape.top) < 0.5 * length)
          )
            found.push(shape);
        }
        from = -1;
      }
    }
  }
  return found;
}

/** Follows both sides down from the ends of a top edge, and tests the edge where they end. */
function closeSquare(ink: Ink, left: number, right: number, start: number, maxLength: number): Shape | undefined {
  const length = right - left + 1;
  const band = Math.max(1, Math.round(0.1 * length));
  const top = rowShare(ink, left, right, start) < 0.6 ? start + 1 : start;
  const depth = Math.min(sideDepth(ink, left, top, band, maxLength), sideDepth(ink, right, top, band, maxLength));
  if (depth < 0.7 * length || depth > MAX_HEIGHT_ON_RULE * length) return undefined;
  const bottom = findEdgeNear(ink, left, right, top + depth, band);
  if (bottom === undefined) return undefined;
  const onRule = isOnRule(ink, left, right, bottom, band);
  const side = bottom - top + 1;
  if (side < 0.75 * length || side > (onRule ? MAX_HEIGHT_ON_RULE : MAX_HEIGHT) * length) return undefined;
  for (const [x, y] of [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ] as const) {
    if (inkShare(ink, x - band, y - band, x + band + 1, y + band + 1) < 0.1) return undefined;
  }
  if (!isIsolated(ink, left, right, top, bottom, band, onRule) || hasBulge(ink, left, right, top, bottom, band)) return undefined;
  const thickness = Math.min(measureThickness(ink, left, top, bottom, band, length), 0.2 * length);
  const inset = thickness + Math.max(1, 0.1 * length);
  const filled = inkShare(ink, left + inset, top + inset, right + 1 - inset, bottom + 1 - inset);
  return { left, top, right: right + 1, bottom: bottom + 1, filled, thickness };
}

/** Letters like D and O extend beyond the square between its corners. */
function hasBulge(ink: Ink, left: number, right: number, top: number, bottom: number, band: number): boolean {
  const [from, to] = [top + 0.25 * (bottom - top), bottom - 0.25 * (bottom - top)];
  const reach = Math.max(1, Math.round(0.06 * (right - left)));
  return (
    inkShare(ink, right + band, from, right + band + reach, to) > 0.55 ||
    inkShare(ink, left - band + 1 - reach, from, left - band + 1, to) > 0.55
  );
}

function rowShare({ width, data }: Ink, left: number, right: number, y: number): number {
  let dark = 0;
  for (let x = left; x <= right; x++) dark += data[y * width + x]!;
  return dark / (right - left + 1);
}

function sideDepth({ width, height, data }: Ink, x: number, top: number, band: number, maxLength: number): number {
  const [from, to] = [Math.max(0, x - band), Math.min(width - 1, x + band)];
  let last = 0;
  for (let depth = 0; depth <= maxLength + 2 && top + depth < height; depth++) {
    let dark = false;
    for (let k = from; k <= to && !dark; k++) dark = data[(top + depth) * width + k] === 1;
    if (dark) last = depth;
    else if (depth - last > 2) break;
  }
  return last;
}

/** The lowest row near `at` that is mostly ink; a slanted edge fills two rows together. */
function findEdgeNear(ink: Ink, left: number, right: number, at: number, band: number): number | undefined {
  const { width, height, data } = ink;
  for (let y = Math.min(height - 1, at + 1); y >= Math.max(1, at - 3 * band - 2); y--) {
    if (rowShare(ink, left, right, y) < 0.4) continue;
    let dark = 0;
    for (let x = left; x <= right; x++) dark += data[y * width + x]! | data[(y - 1) * width + x]!;
    if (dark >= 0.85 * (right - left + 1)) return y;
  }
  return undefined;
}

/** Whether the bottom edge is a rule of the form, which continues on both sides. */
function isOnRule(ink: Ink, left: number, right: number, bottom: number, band: number): boolean {
  const reach = right - left;
  return continuesBeyond(ink, left - band - 1, bottom, -1, 0, reach) && continuesBeyond(ink, right + band + 1, bottom, 1, 0, reach);
}

/** Edges that continue beyond the corners belong to a grid or comb field, except the rule below the box; nearby text is not continuous. */
function isIsolated(ink: Ink, left: number, right: number, top: number, bottom: number, band: number, onRule: boolean): boolean {
  const reach = Math.max(3, Math.round(0.4 * (right - left)));
  let running = 0;
  for (const y of onRule ? [top] : [top, bottom]) {
    if (continuesBeyond(ink, left - band - 1, y, -1, 0, reach)) running++;
    if (continuesBeyond(ink, right + band + 1, y, 1, 0, reach)) running++;
  }
  for (const x of [left, right]) {
    if (continuesBeyond(ink, x, top - band - 1, 0, -1, reach)) running++;
    if (continuesBeyond(ink, x, bottom + band + 1, 0, 1, reach)) running++;
  }
  return running <= 1;
}

function continuesBeyond({ width, height, data }: Ink, x: number, y: number, dx: number, dy: number, reach: number): boolean {
  let dark = 0;
  for (let k = 0; k < reach; k++) {
    let any = false;
    for (let off = -1; off <= 1 && !any; off++) {
      const [column, row] = [x + k * dx + off * Math.abs(dy), y + k * dy + off * Math.abs(dx)];
      any = column >= 0 && row >= 0 && column < width && row < height && data[row * width + column] === 1;
    }
    if (any) dark++;
  }
  return dark >= 0.9 * reach;
}

function measureThickness({ width, data }: Ink, left: number, top: number, bottom: number, band: number, length: number): number {
  const depths: number[] = [];
  for (let k = 1; k < 10; k++) {
    const y = Math.round(top + ((bottom - top) * k) / 10);
    let x = Math.max(0, left - band);
    while (x < left + 0.2 * length && data[y * width + x] !== 1) x++;
    while (x < left + 0.5 * length && data[y * width + x] === 1) x++;
    depths.push(x - left);
  }
  depths.sort((one, other) => one - other);
  return Math.max(1, depths[3]!);
}
