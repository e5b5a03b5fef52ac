/**
 * Flattens a photographed page: perspective and curl make lines of text rise, fall and bend. A smooth bend of the page is fitted to
 * the middles of its long lines, and undone, so that what was printed on one line is level again.
 */
import type { Bend, GrayImage } from '../../model/page.ts';
import { boundsOf, unionBox } from '../../model/affine.ts';
import { bendOfColumn, bentY, flatY, place } from '../../model/bend.ts';
import type { DetectedLine } from '../detection/line-maps.ts';

/** Powers of u and v in the polynomial; u^0 is only for the margin. */
const POWERS = { u: [1, 2, 3], v: [0, 1, 2] };
/** Draws the coefficients toward zero, the more the higher their power, so that a few lines give a gentle bend. */
const RIDGE = 0.0005;
const MIN_LINES = 4;
/** The longest lines suffice, and a few points of each. */
const MAX_LINES = 200;
const MAX_POINTS = 40;
const MIN_POINTS = 4;
const FIT_ROUNDS = 4;
/** A line that is this many median deviations off is not one of the page's lines. */
const OUTLIER = 3;
/** A page is flattened if text at its sides is off by this share of the height of a line, and lines become more level by this share. */
const MIN_SHIFT = 0.2;
const MIN_GAIN = 0.15;
/** No page is bent more steeply. */
const MAX_SLOPE = 0.25;

/** The bend of a page of the given height, if its lines show one. */
export function findBend(lines: readonly DetectedLine[], pageHeight: number): Bend | undefined {
  const long = lines
    .filter(({ middle }) => middle.length >= MIN_POINTS)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_LINES)
    .map((line) => ({ ...line, middle: everyFew(line.middle) }));
  if (long.length < MIN_LINES) return undefined;
  let bend: Bend = { text: long.map(({ middle }) => boundsOf(middle)).reduce(unionBox), margin: 0, coefficients: [[0, 0, 0]] };
  const before = typicalShift(long, bend);
  let weights = long.map(() => 1);
  for (let round = 0; round < FIT_ROUNDS; round++) {
    bend = { ...bend, coefficients: [[0, 0, 0], ...fit(long, weights, bend)] };
    const shifts = long.map((line) => shiftOf(line, bend));
    const typical = Math.max(1e-3, median(shifts));
    weights = shifts.map((shift) => 1 / (1 + (shift / (OUTLIER * typical)) ** 2));
  }
  const after = typicalShift(long, bend);
  const shift = largestShift(long, bend);
  return shift >= MIN_SHIFT && after <= before * (1 - MIN_GAIN) && !isTooSteep(bend, lines) ? withMargins(bend, pageHeight) : undefined;
}

function everyFew<T>(points: readonly T[]): T[] {
  const step = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_, i) => i % step === 0);
}

/** How much further down the bend moves some text of a level line than other, as a share of the height of a line. */
function largestShift(lines: readonly DetectedLine[], bend: Bend): number {
  const shifts = lines.map(({ y, height }) => {
    const moves = columnsOf(bend).map((x) => bentY(bend, x, y));
    return (Math.max(...moves) - Math.min(...moves)) / height;
  });
  return median(shifts);
}

const COLUMNS = 16;

const columnsOf = ({ text: { left, right } }: Bend): number[] =>
  Array.from({ length: COLUMNS + 1 }, (_, i) => left + (i / COLUMNS) * (right - left));

/** How far the points of a line are from level, as a share of its height. */
function shiftOf({ middle, height }: DetectedLine, bend: Bend): number {
  const ys = middle.map(({ x, y }) => flatY(bend, x, y));
  const mean = ys.reduce((sum, y) => sum + y, 0) / ys.length;
  return Math.sqrt(ys.reduce((sum, y) => sum + (y - mean) ** 2, 0) / ys.length) / height;
}

const typicalShift = (lines: readonly DetectedLine[], bend: Bend): number => median(lines.map((line) => shiftOf(line, bend)));

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

/** Least squares: each line is level at a height of its own, which its mean removes. */
function fit(lines: readonly DetectedLine[], weights: readonly number[], last: Bend): number[][] {
  const size = POWERS.u.length * POWERS.v.length;
  const normal = Array.from({ length: size }, () => new Float64Array(size + 1));
  const { left, right, top, bottom } = last.text;
  let total = 0;
  lines.forEach(({ middle }, n) => {
    const level = middle.reduce((sum, { x, y }) => sum + flatY(last, x, y), 0) / middle.length;
    const rows = middle.map(({ x, y }) => [...termsAt(place(x, left, right), place(level, top, bottom)), y]);
    const means = rows[0]!.map((_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length);
    for (const row of rows) {
      const centered = row.map((value, i) => value - means[i]!);
      total += weights[n]!;
      for (let i = 0; i < size; i++) {
        for (let j = 0; j <= size; j++) normal[i]![j]! += weights[n]! * centered[i]! * centered[j]!;
      }
    }
  });
  POWERS.u.forEach((u, i) => {
    POWERS.v.forEach((v, j) => {
      const at = i * POWERS.v.length + j;
      normal[at]![at]! += total * RIDGE * (u + v) ** 2;
    });
  });
  const solved = solve(normal);
  return POWERS.u.map((_, i) => solved.slice(i * POWERS.v.length, (i + 1) * POWERS.v.length));
}

const termsAt = (u: number, v: number): number[] => POWERS.u.flatMap((i) => POWERS.v.map((j) => u ** i * v ** j));

/** Solves a positive definite system by elimination; the last column is the right-hand side. */
function solve(rows: Float64Array[]): number[] {
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      const factor = rows[j]![i]! / rows[i]![i]!;
      for (let k = i; k <= size; k++) rows[j]![k]! -= factor * rows[i]![k]!;
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    const known = solution.reduce((sum, value, k) => (k > i ? sum + value * rows[i]![k]! : sum), 0);
    solution[i] = (rows[i]![size]! - known) / rows[i]![i]!;
  }
  return solution;
}

/** Whether the bend is steep, or folds the page, where there is text. */
function isTooSteep(bend: Bend, lines: readonly DetectedLine[]): boolean {
  return lines.some(({ x, y }) => {
    const across = bentY(bend, x + 1, y) - bentY(bend, x, y);
    const down = bentY(bend, x, y + 1) - bentY(bend, x, y);
    return Math.abs(across) > MAX_SLOPE || Math.abs(down - 1) > MAX_SLOPE;
  });
}

/** With margins as high as the bend moves the edges of the page. */
function withMargins(bend: Bend, pageHeight: number): Bend {
  const moves = columnsOf(bend).map((x) => Math.max(bentY(bend, x, 0), pageHeight - bentY(bend, x, pageHeight)));
  return { ...bend, margin: Math.min(pageHeight, Math.max(0, Math.ceil(Math.max(...moves)))) };
}

/** The flat image: each pixel is taken from above or below. */
export function flattenImage({ width, height, data }: GrayImage, bend: Bend, fill = 255): GrayImage {
  const flatHeight = height + 2 * bend.margin;
  const flat = new Uint8Array(width * flatHeight);
  const places = Float64Array.from({ length: flatHeight }, (_, y) => place(y + 0.5 - bend.margin, bend.text.top, bend.text.bottom));
  for (let x = 0; x < width; x++) {
    const [constant, linear, square] = bendOfColumn(bend, x + 0.5) as [number, number, number];
    for (let y = 0; y < flatHeight; y++) {
      const from = y - bend.margin + constant + places[y]! * (linear + places[y]! * square);
      const upper = Math.floor(from);
      const down = from - upper;
      const above = upper < 0 || upper >= height ? fill : data[upper * width + x]!;
      const below = upper + 1 < 0 || upper + 1 >= height ? fill : data[(upper + 1) * width + x]!;
      flat[y * width + x] = above * (1 - down) + below * down + 0.5;
    }
  }
  return { width, height: flatHeight, data: flat };
}

/** A line of the bent page on the flat one. */
export function flattenLine<T extends DetectedLine>(line: T, bend: Bend): T {
  const { x, length, angle } = line;
  const middle = line.middle.map((point) => ({ x: point.x, y: flatY(bend, point.x, point.y) }));
  if (middle.length >= MIN_POINTS) {
    const [meanX, meanY] = [mean(middle.map((point) => point.x)), mean(middle.map((point) => point.y))];
    const spread = middle.reduce((sum, point) => sum + (point.x - meanX) ** 2, 0);
    const slope = middle.reduce((sum, point) => sum + (point.x - meanX) * (point.y - meanY), 0) / spread;
    return { ...line, y: meanY + slope * (x - meanX), angle: (Math.atan(slope) * 180) / Math.PI, middle };
  }
  if (Math.abs(angle) > 45) return { ...line, y: flatY(bend, x, line.y), middle };
  const half = (length / 2) * Math.cos((angle * Math.PI) / 180);
  const rise = Math.tan((angle * Math.PI) / 180);
  const [left, right] = [flatY(bend, x - half, line.y - half * rise), flatY(bend, x + half, line.y + half * rise)];
  return { ...line, y: flatY(bend, x, line.y), angle: (Math.atan2(right - left, 2 * half) * 180) / Math.PI, middle };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
