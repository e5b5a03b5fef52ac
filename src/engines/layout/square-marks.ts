/**
 * Check boxes in ink: a thin top edge of the right length with white above it, sides that go down from both its ends,
 * and a bottom edge that closes them. Looking for edges instead of outlines finds boxes that a tick or cross runs out of.
 */
import { inkShare } from './ink.ts';
import type { Ink } from './ink.ts';

/** A shape in pixels: `filled` is the share of ink inside of its outline. */
export interface Shape { left: number; top: number; right: number; bottom: number; filled: number; thickness: number }

const SMALLEST = 0.5;
const LARGEST = 1.9;
const MOST_CANDIDATES = 60_000;

export function squaresIn(ink: Ink, textHeight: number): Shape[] {
  const shortest = Math.max(7, SMALLEST * textHeight);
  const longest = LARGEST * textHeight;
  const found: Shape[] = [];
  const { width, height, data } = ink;
  let candidates = 0;
  for (let y = 2; y + 1 < height && candidates < MOST_CANDIDATES; y++) {
    let from = -1;
    let last = -1;
    for (let x = 0; x <= width; x++) {
      const dark = x < width && (data[y * width + x]! | data[(y + 1) * width + x]!) === 1;
      if (dark) {
        if (from < 0) from = x;
        last = x;
      } else if (from >= 0 && (x - last > 2 || x === width)) {
        const length = last - from + 1;
        if (length >= shortest && length <= longest && inkShare(ink, from, y - 2, last + 1, y) < 0.4) {
          candidates++;
          const shape = close(ink, from, last, y, longest);
          if (shape !== undefined && !found.some((other) => Math.abs(other.left - shape.left) < 0.5 * length && Math.abs(other.top - shape.top) < 0.5 * length)) found.push(shape);
        }
        from = -1;
      }
    }
  }
  return found;
}

/** Goes down both sides from the ends of a top edge, and tests the edge at which they end. */
function close(ink: Ink, left: number, right: number, top: number, longest: number): Shape | undefined {
  const length = right - left + 1;
  const band = Math.max(1, Math.round(0.1 * length));
  const depth = Math.min(sideDepth(ink, left, top, band, longest), sideDepth(ink, right, top, band, longest));
  if (depth < 0.72 * length || depth > 1.38 * length) return undefined;
  const bottom = edgeNear(ink, left, right, top + depth, band);
  if (bottom === undefined) return undefined;
  const side = bottom - top + 1;
  if (side < 0.75 * length || side > 1.33 * length) return undefined;
  for (const [x, y] of [[left, top], [right, top], [left, bottom], [right, bottom]] as const) {
    if (inkShare(ink, x - band, y - band, x + band + 1, y + band + 1) < 0.1) return undefined;
  }
  if (!standsAlone(ink, left, right, top, bottom, band)) return undefined;
  const thickness = thicknessOf(ink, left, top, bottom, length);
  const inset = thickness + Math.max(1, Math.round(0.1 * length));
  const filled = inkShare(ink, left + inset, top + inset, right + 1 - inset, bottom + 1 - inset);
  return { left, top, right: right + 1, bottom: bottom + 1, filled, thickness };
}

function sideDepth({ width, height, data }: Ink, x: number, top: number, band: number, longest: number): number {
  const [from, to] = [Math.max(0, x - band), Math.min(width - 1, x + band)];
  let last = 0;
  for (let depth = 0; depth <= longest + 2 && top + depth < height; depth++) {
    let dark = false;
    for (let k = from; k <= to && !dark; k++) dark = data[(top + depth) * width + k] === 1;
    if (dark) last = depth;
    else if (depth - last > 2) break;
  }
  return last;
}

/** The lowest row near `at` that is ink over most of the width. */
function edgeNear({ width, height, data }: Ink, left: number, right: number, at: number, band: number): number | undefined {
  for (let y = Math.min(height - 1, Math.round(at) + 1); y >= Math.max(0, at - 3 * band - 2); y--) {
    let dark = 0;
    for (let x = left; x <= right; x++) if (data[y * width + x] === 1 || (y > 0 && data[(y - 1) * width + x] === 1)) dark++;
    if (dark >= 0.85 * (right - left + 1)) return y;
  }
  return undefined;
}

/** Edges that run on beyond the corners belong to a grid or a comb of boxes. */
function standsAlone(ink: Ink, left: number, right: number, top: number, bottom: number, band: number): boolean {
  const reach = Math.round(0.35 * (right - left));
  const gap = band + 2;
  let running = 0;
  for (const y of [top, bottom]) {
    if (inkShare(ink, left - gap - reach, y - 1, left - gap, y + 2) > 0.32) running++;
    if (inkShare(ink, right + gap, y - 1, right + gap + reach, y + 2) > 0.32) running++;
  }
  for (const x of [left, right]) {
    if (inkShare(ink, x - 1, top - gap - reach, x + 2, top - gap) > 0.32) running++;
    if (inkShare(ink, x - 1, bottom + gap, x + 2, bottom + gap + reach) > 0.32) running++;
  }
  return running <= 1;
}

function thicknessOf({ width, data }: Ink, left: number, top: number, bottom: number, length: number): number {
  const depths: number[] = [];
  for (let k = 1; k < 8; k++) {
    const y = Math.round(top + ((bottom - top) * k) / 8);
    let x = left;
    while (x < left + 0.12 * length + 1 && data[y * width + x] !== 1) x++;
    const from = x;
    while (x < left + 0.4 * length && data[y * width + x] === 1) x++;
    depths.push(x - from);
  }
  depths.sort((one, other) => one - other);
  return Math.max(1, depths[2]!);
}
