/** Radio buttons: connected shapes whose outline is a closed ring and whose box has white corners. */
import { findComponents } from '../components.ts';
import type { Box } from '../../model/page.ts';
import { inkShare } from './ink-mask.ts';
import type { Ink } from './ink-mask.ts';
import type { Shape } from './square-marks.ts';

const MIN_SIZE = 0.55;
const MAX_SIZE = 1.9;
const MAX_RUNS = 3_000_000;

export function findCircles(ink: Ink, textHeight: number): Shape[] {
  const smallest = Math.max(8, MIN_SIZE * textHeight);
  const largest = MAX_SIZE * textHeight;
  const found: Shape[] = [];
  for (const box of findComponents(ink.data, ink.width, ink.height, MAX_RUNS)) {
    const [wide, high] = [box.right - box.left, box.bottom - box.top];
    if (wide < smallest || high < smallest || wide > largest || high > largest || wide > 1.2 * high || high > 1.2 * wide) continue;
    const shape = measureRing(ink, box);
    if (shape !== undefined) found.push(shape);
  }
  return found;
}

function measureRing(ink: Ink, { left, top, right, bottom }: Box): Shape | undefined {
  const [x, y, rx, ry] = [(left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2];
  const angles = 48;
  let closed = 0;
  const depths: number[] = [];
  for (let k = 0; k < angles; k++) {
    const [cos, sin] = [Math.cos((2 * Math.PI * k) / angles), Math.sin((2 * Math.PI * k) / angles)];
    // There must be ink close to the edge, all around.
    let outer = -1;
    for (let r = 1.04; r > 0.8 && outer < 0; r -= 0.5 / rx) if (inkAt(ink, x + r * rx * cos, y + r * ry * sin)) outer = r;
    if (outer < 0) continue;
    closed++;
    let inner = outer;
    while (inner > 0.1 && inkAt(ink, x + inner * rx * cos, y + inner * ry * sin)) inner -= 0.5 / rx;
    depths.push((outer - inner) * rx);
  }
  if (closed < 0.93 * angles) return undefined;
  const corner = 0.13;
  for (const [cx, cy] of [
    [left, top],
    [right - corner * 2 * rx, top],
    [left, bottom - corner * 2 * ry],
    [right - corner * 2 * rx, bottom - corner * 2 * ry],
  ] as const) {
    if (inkShare(ink, cx, cy, cx + corner * 2 * rx, cy + corner * 2 * ry) > 0.25) return undefined;
  }
  depths.sort((one, other) => one - other);
  const thickness = depths[Math.floor(depths.length / 3)]!;
  const inset = Math.min(0.45, (thickness + Math.max(1, 0.16 * rx)) / rx);
  let [inside, area] = [0, 0];
  for (let dy = -ry; dy <= ry; dy++) {
    for (let dx = -rx; dx <= rx; dx++) {
      if ((dx / rx) ** 2 + (dy / ry) ** 2 > (1 - inset) ** 2) continue;
      area++;
      if (inkAt(ink, x + dx, y + dy)) inside++;
    }
  }
  return { left, top, right, bottom, filled: area > 0 ? inside / area : 0, thickness, even: isEven(depths) };
}

/** Whether nine tenths of a ring are about equally thick; those of letters like e and C are not. */
function isEven(sorted: readonly number[]): boolean {
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  return at(0.9) - at(0.1) <= Math.max(1.5, 0.5 * at(0.5));
}

function inkAt({ width, height, data }: Ink, x: number, y: number): boolean {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  return column >= 0 && row >= 0 && column < width && row < height && data[row * width + column] === 1;
}
