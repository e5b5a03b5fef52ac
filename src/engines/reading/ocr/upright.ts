/**
 * How the text of a page lies. Its direction, up to sense, is that of most found lines; whether it stands on its head
 * is told by reading some of them both ways, since a line read upside down gives letters that nothing is sure of.
 */
import type { Picture } from '../page.ts';
import { inkOf } from '../pictures/light.ts';
import { crop, resize } from '../pictures/resize.ts';
import { quarterTurn } from '../pictures/turn.ts';
import type { Recogniser } from './recogniser.ts';
import type { Rectangle } from './rectangle.ts';
import { folded } from './rectangle.ts';
import { cutOut } from './strip.ts';

/** A shape longer than this many of its heights has a direction. */
const LONG = 2.5;
/** Lines within so many degrees of the direction that most have are asked for it exactly. */
const NEAR = 4;
const PROFILE_SIDE = 1200;
const PROFILE_POINTS = 60_000;
const PROFILE_STEP = 0.05;
const PROFILE_STEPS = 10;
const TRIED_LINES = 5;
const TRIED_LENGTH = 8;

/** The direction of the text in degrees clockwise, above -90 up to 90; 0 where no shape has one. */
export function directionOf(found: readonly Rectangle[]): number {
  const long = found.filter(({ length, height }) => length > LONG * height);
  const weight = new Float64Array(180);
  for (const { angle, length } of long) {
    for (let away = -2; away <= 2; away++) weight[(Math.round(angle) + away + 360) % 180]! += length * (3 - Math.abs(away));
  }
  const most = weight.indexOf(Math.max(...weight));
  if (weight[most] === 0) return 0;
  const near = long.map(({ angle, length }) => ({ away: folded(angle - most), length })).filter(({ away }) => Math.abs(away) <= NEAR).sort((a, b) => a.away - b.away);
  let left = near.reduce((sum, { length }) => sum + length, 0) / 2;
  const middle = near.find(({ length }) => (left -= length) <= 0);
  return folded(most + (middle?.away ?? 0));
}

/** The direction made exact: the angle nearby at which rows of ink and rows of white differ most (the projection profile). */
export function exactDirection(page: Picture, direction: number): number {
  const scale = Math.min(1, PROFILE_SIDE / Math.max(page.width, page.height));
  const small = resize(page, Math.max(1, Math.round(page.width * scale)), Math.max(1, Math.round(page.height * scale)));
  const ink = inkOf(small);
  const count = ink.reduce((sum, one) => sum + one, 0);
  const every = Math.max(1, Math.ceil(count / PROFILE_POINTS));
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let i = 0, seen = 0; i < ink.length; i++) {
    if (ink[i] === 0 || seen++ % every !== 0) continue;
    xs.push(i % small.width);
    ys.push(Math.floor(i / small.width));
  }
  const reach = Math.ceil(Math.hypot(small.width, small.height));
  const sharpness = (degrees: number): number => {
    const [sin, cos] = [Math.sin(degrees * Math.PI / 180), Math.cos(degrees * Math.PI / 180)];
    const rows = new Uint32Array(2 * reach + 2);
    for (let i = 0; i < xs.length; i++) rows[Math.round(ys[i]! * cos - xs[i]! * sin) + reach]!++;
    return rows.reduce((sum, row) => sum + row * row, 0);
  };
  let [best, most] = [direction, sharpness(direction)];
  for (let step = -PROFILE_STEPS; step <= PROFILE_STEPS; step++) {
    const value = sharpness(direction + step * PROFILE_STEP);
    if (value > most) [best, most] = [direction + step * PROFILE_STEP, value];
  }
  return folded(best);
}

/** Whether the lines of a page, which must lie level, stand on their heads. */
export async function isUpsideDown(page: Picture, level: readonly Rectangle[], recogniser: Recogniser): Promise<boolean> {
  const strips = [...level].filter(({ length, height }) => length > LONG * height).sort((a, b) => fit(b) - fit(a)).slice(0, TRIED_LINES).map((line) => {
    const { picture } = cutOut(page, line);
    return crop(picture, { left: 0, top: 0, right: Math.min(picture.width, picture.height * TRIED_LENGTH), bottom: picture.height });
  });
  if (strips.length === 0) return false;
  const reads = await recogniser.read([...strips, ...strips.map((strip) => quarterTurn(strip, 180))]);
  const sureness = (from: number): number => {
    const letters = reads.slice(from, from + strips.length).flatMap((read) => read.letters).filter(({ text }) => text !== ' ');
    return letters.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, letters.length);
  };
  return sureness(strips.length) > sureness(0);
}

/** Lines long enough to tell and not longer than is read of them. */
function fit({ length, height }: Rectangle): number {
  return Math.min(TRIED_LENGTH, length / height) * height;
}
