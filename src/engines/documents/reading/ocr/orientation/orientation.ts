/**
 * The orientation of a page. Its direction (up to 180°) is that of most detected lines; whether it is upside down is estimated by
 * the detector and, if it may be, found by reading some lines both ways: upside down, letters have low probabilities.
 */
import type { GrayImage } from '../../model/page.ts';
import { histogram, threshold } from '../../images/illumination.ts';
import { crop } from '../../images/resize.ts';
import { rotateQuarter } from '../../images/rotate.ts';
import type { LineReading, Recognizer } from '../recognition/recognizer.ts';
import type { DetectedLine } from '../detection/line-maps.ts';
import type { Rectangle } from '../detection/rectangle.ts';
import { foldAngle } from '../detection/rectangle.ts';
import { cutStrip } from '../line-images/strip.ts';

/** A shape must be this many times longer than high to have a direction. */
const MIN_ASPECT = 2.5;
/** Lines within this many degrees of the main direction are used to refine it. */
const MAX_DEVIATION = 4;
const PROFILE_SIDE = 1200;
const PROFILE_POINTS = 24_000;
/** Steps in degrees of the coarse and the fine search, and the number of steps to each side. */
const PROFILE_STEPS = [0.12, 0.02];
const PROFILE_REACH = 8;
/**
 * Snap to a right angle this close with this share of the sharpness: little text is not precise to a fraction of a degree, and
 * rotation blurs.
 */
const SNAP_DEGREES = 1;
const SNAP_SHARPNESS = 0.99;
const SAMPLE_LINES = 12;
const SAMPLE_LENGTH = 12;
/** Heights of ordinary lines, as shares of the median. */
const ORDINARY_HEIGHT = { from: 0.6, to: 1.7 };
/** Below this estimate of the detector a page is upright without reading it; above the other, reading needs no margin. */
const SURELY_UPRIGHT = 0.25;
const SURELY_FLIPPED = 0.8;
/** How much more probable the letters must be upside down. */
const READING_MARGIN = 0.1;

/** The text direction in degrees clockwise, above -90 up to 90; 0 if no shape has one. */
export function estimateDirection(found: readonly Rectangle[]): number {
  const long = found.filter(({ length, height }) => length > MIN_ASPECT * height);
  const weight = new Float64Array(180);
  for (const { angle, length } of long) {
    for (let away = -2; away <= 2; away++) weight[(Math.round(angle) + away + 360) % 180]! += length * (3 - Math.abs(away));
  }
  const most = weight.indexOf(Math.max(...weight));
  if (weight[most] === 0) return 0;
  const near = long
    .map(({ angle, length }) => ({ away: foldAngle(angle - most), length }))
    .filter(({ away }) => Math.abs(away) <= MAX_DEVIATION)
    .sort((a, b) => a.away - b.away);
  let left = near.reduce((sum, { length }) => sum + length, 0) / 2;
  const middle = near.find(({ length }) => (left -= length) <= 0);
  return foldAngle(most + (middle?.away ?? 0));
}

/** Refines the direction: the nearby angle with the sharpest projection profile of ink. */
export function refineDirection(page: GrayImage, direction: number): number {
  const scale = Math.min(1, PROFILE_SIDE / Math.max(page.width, page.height));
  const counts = histogram(page);
  const darkest = threshold(counts);
  const count = counts.subarray(0, darkest + 1).reduce((sum, one) => sum + one, 0);
  const every = Math.max(1, Math.ceil(count / PROFILE_POINTS));
  const points = Math.ceil(count / every);
  const [xs, ys] = [new Float64Array(points), new Float64Array(points)];
  const { data } = page;
  for (let y = 0, i = 0, seen = 0, point = 0; y < page.height; y++) {
    for (let x = 0; x < page.width; x++, i++) {
      if (data[i]! > darkest || seen++ % every !== 0) continue;
      xs[point] = x * scale;
      ys[point] = y * scale;
      point++;
    }
  }
  const reach = Math.ceil(Math.hypot(page.width, page.height) * scale) + 1;
  const rows = new Float64Array(2 * reach + 2);
  const sharpness = (degrees: number): number => {
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    rows.fill(0);
    for (let i = 0; i < points; i++) {
      // Points are split between two rows: rounding would favor angles that match the pixel grid.
      const y = ys[i]! * cos - xs[i]! * sin + reach;
      const row = Math.floor(y);
      rows[row]! += row + 1 - y;
      rows[row + 1]! += y - row;
    }
    let sum = 0;
    for (let i = 0; i < rows.length; i++) sum += rows[i]! * rows[i]!;
    return sum;
  };
  let [best, most] = [direction, sharpness(direction)];
  for (const step of PROFILE_STEPS) {
    const middle = best;
    for (let away = -PROFILE_REACH; away <= PROFILE_REACH; away++) {
      const value = sharpness(middle + away * step);
      if (value > most) [best, most] = [middle + away * step, value];
    }
  }
  const right = 90 * Math.round(best / 90);
  return foldAngle(Math.abs(best - right) < SNAP_DEGREES && sharpness(right) >= SNAP_SHARPNESS * most ? right : best);
}

/**
 * Whether the lines of a page, which must be level, are upside down. The detector has seen which way up the letters are. Unless it
 * is sure, some lines are read both ways. When in doubt, the page is upright.
 */
export async function isUpsideDown(page: GrayImage, level: readonly DetectedLine[], recognizer: Recognizer): Promise<boolean> {
  const lines = ordinaryLines(level);
  const flippedShare = upsideDownShare(lines);
  if (lines.length === 0 || flippedShare < SURELY_UPRIGHT) return false;
  const strips = lines
    .sort((a, b) => lineSuitability(b) - lineSuitability(a))
    .slice(0, SAMPLE_LINES)
    .map((line) => {
      const { image } = cutStrip(page, line);
      return crop(image, { left: 0, top: 0, right: Math.min(image.width, image.height * SAMPLE_LENGTH), bottom: image.height });
    });
  const upright = meanProbability(await recognizer.read(strips));
  const flipped = meanProbability(await recognizer.read(strips.map((strip) => rotateQuarter(strip, 180))));
  return flipped > upright + (flippedShare > SURELY_FLIPPED ? 0 : READING_MARGIN);
}

/**
 * Lines of common height and long enough for a sample: neither headings nor dirt. The median is weighted by squared length, since
 * dirt has many short lines.
 */
function ordinaryLines(level: readonly DetectedLine[]): DetectedLine[] {
  const long = level.filter(({ length, height }) => length > MIN_ASPECT * height).sort((a, b) => a.height - b.height);
  let left = long.reduce((sum, { length }) => sum + length ** 2, 0) / 2;
  const median = long.find(({ length }) => (left -= length ** 2) <= 0)?.height ?? 0;
  return long.filter(({ height }) => height > median * ORDINARY_HEIGHT.from && height < median * ORDINARY_HEIGHT.to);
}

/** The detector's estimate, by length of the lines. */
function upsideDownShare(lines: readonly DetectedLine[]): number {
  let [up, down] = [0, 0];
  for (const { length, turns } of lines) {
    up += length * turns[0];
    down += length * turns[2];
  }
  return down / Math.max(up + down, Number.MIN_VALUE);
}

/** The mean probability of the letters. */
function meanProbability(reads: readonly LineReading[]): number {
  const letters = reads.flatMap((read) => read.letters).filter(({ text }) => text !== ' ');
  return letters.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, letters.length);
}

/** Prefers lines that are certain, and long enough to fill the sample. */
function lineSuitability({ length, height, score }: DetectedLine): number {
  return Math.min(SAMPLE_LENGTH, length / height) * score;
}
