/**
 * Check boxes: four straight strokes that close a square. The search starts from every straight stroke of the right length that
 * could be one side, follows the edges from both of its ends, and looks for the side that closes them. One clean side is enough,
 * so a tick or cross may run over the others. Vertical strokes are searched first, then horizontal ones in the transposed mask.
 */
import { areaOf, overlapArea } from '../../model/affine.ts';
import type { Box } from '../../model/page.ts';
import { inkShare } from './ink-mask.ts';
import type { Ink } from './ink-mask.ts';

/** A shape in pixels; `filled` is the share of ink inside its outline; an `even` outline is equally thick all around. */
export interface Shape extends Box {
  filled: number;
  thickness: number;
  even: boolean;
}

/** Sides in text heights; in pixels, the smallest with four sides and an inside. */
const SIDE = { min: 0.5, max: 1.9, minPixels: 8, minInside: 5 };
/** The longer side relative to the shorter. A box that stands on a rule of the form extends down to it, so it may be taller. */
const MAX_ASPECT = 1.33;
const MAX_ASPECT_ON_RULE = 1.65;
const MAX_STROKES = 60_000;
/** The share of a stroke that may extend beyond a corner. */
const MAX_TRIM = 0.25;
/** Ink that a side must have along its length without its ends, which may be rounded. */
const MIN_SIDE_SHARE = 0.85;
const ENDS = 0.15;
/** A side is thinner than this share of its length; the strokes of a letter are not, unless it is very light. */
const MAX_THICKNESS = 0.2;
/** More ink inside hides the inner edge of the sides. */
export const MIN_DENSE_SHARE = 0.45;
/** Paper must be seen along three sides or more: this share of a side at most may have ink just outside, and just inside. */
const MAX_INK_OUTSIDE = 0.35;
const MAX_INK_INSIDE = 0.5;
/** The share of a side that must be as thick as its middle for an outline to be even; the inner corners of letters are round. */
const MIN_EVEN_SHARE = 0.87;
/** Thickness may vary by a pixel or more in sides at least this long, in pixels. */
const MIN_TOLERANT_LENGTH = 16;

export function findSquares(ink: Ink, textHeight: number): Shape[] {
  const upright = findFromStrokes(ink, textHeight);
  const turned = findFromStrokes(transpose(ink), textHeight).map((shape): Shape => ({
    ...shape,
    left: shape.top,
    top: shape.left,
    right: shape.bottom,
    bottom: shape.right,
  }));
  // The largest first: a box may contain a smaller square that fills it.
  const found: Shape[] = [];
  for (const shape of [...upright, ...turned].sort((one, other) => areaOf(other) - areaOf(one)))
    if (!found.some((other) => overlapArea(shape, other) > 0)) found.push(shape);
  return found;
}

function transpose({ width, height, data }: Ink): Ink {
  const turned = new Uint8Array(data.length);
  // Most of a page is paper, which the new mask is already.
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (data[y * width + x] === 1) turned[x * height + y] = 1;
  return { width: height, height: width, data: turned };
}

function findFromStrokes(ink: Ink, textHeight: number): Shape[] {
  const min = Math.max(SIDE.minPixels, SIDE.min * textHeight);
  const max = SIDE.max * textHeight;
  const found: Shape[] = [];
  for (const stroke of verticalStrokes(ink, min, MAX_ASPECT_ON_RULE * max)) {
    if (
      found.some(
        ({ left, right, top, bottom }) => stroke.x >= left - 1 && stroke.x <= right && stroke.from >= top - 1 && stroke.to <= bottom,
      )
    )
      continue;
    for (const direction of [1, -1] as const) {
      const box = closeBox(ink, stroke, direction, min, max);
      const shape = box === undefined ? undefined : measureBox(ink, box);
      if (shape !== undefined) found.push(shape);
    }
  }
  return found;
}

/** The rows `from` to `to` are ink in column `x` or the one right of it; a slightly slanted stroke fills two columns together. */
interface Stroke {
  x: number;
  from: number;
  to: number;
}

/** In the order of their last rows. A stroke of `min` rows crosses one of every `min`: only those are searched from end to end. */
function verticalStrokes({ width, height, data }: Ink, min: number, max: number): Stroke[] {
  const strokes: Stroke[] = [];
  const step = Math.ceil(min);
  const seen = new Int32Array(width).fill(-1);
  const isInk = (at: number): boolean => (data[at]! | data[at + 1]!) === 1;
  for (let y = step - 1; y < height && strokes.length < MAX_STROKES; y += step) {
    const row = y * width;
    for (let x = 0; x + 1 < width; x++) {
      if (!isInk(row + x) || seen[x]! >= y) continue;
      let [from, to] = [y, y];
      while (from > 0 && isInk((from - 1) * width + x)) from--;
      while (to + 1 < height && isInk((to + 1) * width + x)) to++;
      seen[x] = to;
      if (to + 1 - from >= min && to + 1 - from <= max) strokes.push({ x, from, to });
    }
  }
  return strokes.sort((one, other) => one.to - other.to || one.x - other.x);
}

/** How far ink may be from a straight side of this length. */
const slackOf = (length: number): number => Math.max(1, Math.round(0.05 * length));

/** The box of which a stroke is the left side (direction 1) or the right side (direction -1). */
function closeBox(ink: Ink, { x, from, to }: Stroke, direction: 1 | -1, min: number, max: number): Box | undefined {
  const length = to - from + 1;
  const outer = direction === 1 ? x - 1 : x + 2;
  if (columnShare(ink, outer, outer, from, to) > 0.5) return undefined;
  const near = direction === 1 ? x : x + 1;
  const side = columnShare(ink, near, near, from, to) < 0.3 ? near + direction : near;
  const slack = slackOf(length);
  const reach = Math.min(max, MAX_ASPECT * length) + slack;
  const first = longestEdge(ink, side, from, 1, direction, reach, slack, length);
  const last = longestEdge(ink, side, to, -1, direction, reach, slack, length);
  const edge = Math.min(first.length, last.length);
  const [top, bottom] = [first.row, last.row];
  const least = Math.max(min, (bottom - top + 1) / MAX_ASPECT_ON_RULE);
  if (edge < least || bottom - top + 1 < min) return undefined;
  // The last column that closes the box: a box may be filled.
  for (let k = edge - 1; k >= least - 1; k--) {
    const at = side + direction * k;
    if (columnShare(ink, at, at, top, bottom) < 0.5 || columnShare(ink, at - 1, at + 1, top, bottom) < MIN_SIDE_SHARE) continue;
    return { left: Math.min(side, at), right: Math.max(side, at) + 1, top, bottom: bottom + 1 };
  }
  return undefined;
}

/** The row near the end of a stroke from which the longest edge starts: a cross through the corners makes a side longer. */
function longestEdge(
  ink: Ink,
  x: number,
  end: number,
  inwards: 1 | -1,
  direction: 1 | -1,
  reach: number,
  slack: number,
  length: number,
): { row: number; length: number } {
  let best = { row: end, length: 0 };
  for (let trim = 0; trim <= MAX_TRIM * length; trim++) {
    const row = end + inwards * trim;
    const own = edgeLength(ink, x, row, direction, reach, trim === 0 ? slack : 0);
    if (own > best.length + slack) best = { row, length: own };
  }
  return best;
}

/** How far there is ink near row `y` from column `x` on, with gaps of one pixel. */
function edgeLength({ width, height, data }: Ink, x: number, y: number, direction: 1 | -1, reach: number, slack: number): number {
  let last = -1;
  for (let k = 0; k <= reach && k - last <= 2; k++) {
    const column = x + direction * k;
    if (column < 0 || column >= width) break;
    for (let row = Math.max(0, y - slack); row <= Math.min(height - 1, y + slack); row++) {
      if (data[row * width + column] === 1) {
        last = k;
        break;
      }
    }
  }
  return last + 1;
}

/** The share of rows with ink in any of the columns. */
function columnShare({ width, data }: Ink, first: number, last: number, from: number, to: number): number {
  let dark = 0;
  for (let y = from; y <= to; y++) {
    for (let x = Math.max(0, first); x <= Math.min(width - 1, last); x++) {
      if (data[y * width + x] === 1) {
        dark++;
        break;
      }
    }
  }
  return dark / (to - from + 1);
}

/** A side of a box, walked along its length and across it, inwards from the outer edge. */
interface Side {
  length: number;
  /** Whether there is ink `along` its length and `depth` pixels inside its outer edge. */
  isInk(along: number, depth: number): boolean;
}

function sidesOf({ width, height, data }: Ink, { left, top, right, bottom }: Box): Side[] {
  const isInk = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < width && y < height && data[y * width + x] === 1;
  return [
    { length: right - left, isInk: (along, depth) => isInk(left + along, top + depth) },
    { length: right - left, isInk: (along, depth) => isInk(left + along, bottom - 1 - depth) },
    { length: bottom - top, isInk: (along, depth) => isInk(left + depth, top + along) },
    { length: bottom - top, isInk: (along, depth) => isInk(right - 1 - depth, top + along) },
  ];
}

/** The box with its outline measured, if it is one. */
function measureBox(ink: Ink, box: Box): Shape | undefined {
  const { left, top, right, bottom } = box;
  const [wide, high] = [right - left, bottom - top];
  const length = Math.min(wide, high);
  const slack = slackOf(length);
  const onRule = isOnRule(ink, box);
  if (Math.max(wide, high) > (onRule && high > wide ? MAX_ASPECT_ON_RULE : MAX_ASPECT) * length) return undefined;
  if (!hasCorners(ink, box) || !isIsolated(ink, box, onRule)) return undefined;
  const sides = sidesOf(ink, box);
  if (sides.some((side) => straightShare(side, slack) < MIN_SIDE_SHARE)) return undefined;
  if (sides.filter((side) => hasPaperOutside(side, slack)).length < 3) return undefined;
  const depths = sides.map((side) => thicknessOf(side, slack));
  const thickness = [...depths].sort((one, other) => one - other)[1]!;
  const [fromTop, fromBottom, fromLeft, fromRight] = depths.map((depth) => Math.min(0.4 * length, depth + Math.max(1, 0.08 * length))) as [
    number,
    number,
    number,
    number,
  ];
  const filled = inkShare(ink, left + fromLeft, top + fromTop, right - fromRight, bottom - fromBottom);
  if (filled < MIN_DENSE_SHARE) {
    if (Math.max(...depths) > MAX_THICKNESS * length + 1 || length - 2 * thickness < SIDE.minInside) return undefined;
    if (sides.filter((side, i) => shareAlong(side, depths[i]! + 1) <= MAX_INK_INSIDE).length < 3) return undefined;
  }
  const even = sides.every(
    (side, i) => evenShare(side, Math.max(...(i < 2 ? depths.slice(2) : depths.slice(0, 2))), slack) >= MIN_EVEN_SHARE,
  );
  return { left, top, right, bottom, filled, thickness, even };
}

/** The share of a side's length, without its ends, that has ink in the given depth. */
function shareAlong({ length, isInk }: Side, depth: number): number {
  const skip = Math.round(ENDS * length);
  let dark = 0;
  for (let along = skip; along < length - skip; along++) if (isInk(along, depth)) dark++;
  return dark / Math.max(1, length - 2 * skip);
}

/** Rules and words may be close to a side, but not touch it all along. */
function hasPaperOutside(side: Side, slack: number): boolean {
  for (let away = 1; away <= slack + 1; away++) if (shareAlong(side, -away) <= MAX_INK_OUTSIDE) return true;
  return false;
}

/** The share of a side's length, without its ends, where ink begins on one straight line, give or take half the slack. */
function straightShare({ length, isInk }: Side, slack: number): number {
  const skip = Math.round(ENDS * length);
  const starts = new Array<number>(2 * slack + 2).fill(0);
  for (let along = skip; along < length - skip; along++) {
    let depth = -slack;
    while (depth <= slack && !isInk(along, depth)) depth++;
    if (depth <= slack) starts[depth + slack]!++;
  }
  let most = 0;
  for (let first = 0; first + slack < starts.length; first++)
    most = Math.max(
      most,
      starts.slice(first, first + slack + 1).reduce((sum, count) => sum + count, 0),
    );
  return most / Math.max(1, length - 2 * skip);
}

/** The share of a side's length, up to its inner corners, where it is as thick as in its middle. */
function evenShare({ length, isInk }: Side, ends: number, slack: number): number {
  const runs: number[] = [];
  for (let along = ends; along < length - ends; along++) {
    let from = -slack;
    while (from < slack && !isInk(along, from)) from++;
    let to = from;
    while (to < 0.5 * length && isInk(along, to)) to++;
    runs.push(to - from);
  }
  const middle = [...runs].sort((one, other) => one - other)[runs.length >> 1] ?? 0;
  const tolerance = length < MIN_TOLERANT_LENGTH ? 0 : slack;
  return runs.filter((run) => run <= middle + tolerance).length / Math.max(1, runs.length);
}

/** Ticks cross a side in few places, so a low quantile of its thickness is that of the side alone. */
function thicknessOf({ length, isInk }: Side, slack: number): number {
  const depths: number[] = [];
  for (let along = Math.round(ENDS * length); along < length - Math.round(ENDS * length); along++) {
    let depth = -slack;
    while (depth <= slack && !isInk(along, depth)) depth++;
    if (depth > slack) continue;
    while (depth < 0.5 * length && isInk(along, depth)) depth++;
    depths.push(depth);
  }
  depths.sort((one, other) => one - other);
  return Math.max(1, depths[Math.floor(depths.length / 3)] ?? 1);
}

/** Corners may be rounded a little; those of letters like D are much rounder. */
function hasCorners(ink: Ink, { left, top, right, bottom }: Box): boolean {
  const reach = Math.max(1, Math.round(0.1 * (right - left)));
  return [left, right - 1].every((x) =>
    [top, bottom - 1].every((y) => inkShare(ink, x - reach, y - reach, x + reach + 1, y + reach + 1) > 0),
  );
}

/** Whether the bottom edge is a rule of the form, which continues on both sides. */
function isOnRule(ink: Ink, { left, right, bottom }: Box): boolean {
  const reach = right - left;
  return [-1, -2, -4].some(
    (depth) => continuesBeyond(ink, left - 2, bottom + depth, -1, 0, reach) && continuesBeyond(ink, right + 1, bottom + depth, 1, 0, reach),
  );
}

/** Edges that continue beyond the corners belong to a grid or comb field, except the rule below the box; nearby text is not continuous. */
function isIsolated(ink: Ink, { left, top, right, bottom }: Box, onRule: boolean): boolean {
  const reach = Math.max(3, Math.round(0.4 * (right - left)));
  const gap = 1 + slackOf(right - left);
  let running = 0;
  for (const y of onRule ? [top] : [top, bottom - 1]) {
    if (continuesBeyond(ink, left - 1 - gap, y, -1, 0, reach)) running++;
    if (continuesBeyond(ink, right + gap, y, 1, 0, reach)) running++;
  }
  for (const x of [left, right - 1]) {
    if (continuesBeyond(ink, x, top - 1 - gap, 0, -1, reach)) running++;
    if (continuesBeyond(ink, x, bottom + gap, 0, 1, reach)) running++;
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
