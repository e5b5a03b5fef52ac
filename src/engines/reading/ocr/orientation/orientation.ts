/**
 * How the text of a page lies. Its direction, up to sense, is that of most found lines; whether it stands on its head
 * is told by reading some of them both ways, since a line read upside down gives letters that nothing is sure of.
 */
import type { Picture } from '../../model/page.ts';
import { inkOf } from '../../images/illumination.ts';
import { crop } from '../../images/resize.ts';
import { quarterTurn } from '../../images/rotate.ts';
import type { LineRead, Recogniser } from '../recognition/recogniser.ts';
import type { Rectangle } from '../detection/rectangle.ts';
import { folded } from '../detection/rectangle.ts';
import { cutOut } from '../line-images/strip.ts';

/** A shape longer than this many of its heights has a direction. */
const LONG = 2.5;
/** Lines within so many degrees of the direction that most have are asked for it exactly. */
const NEAR = 4;
const PROFILE_SIDE = 1200;
const PROFILE_POINTS = 60_000;
/** Degrees between the angles that are tried, coarsely and then finely, so many to each side. */
const PROFILE_STEPS = [0.12, 0.02];
const PROFILE_REACH = 8;
/** A right angle so near, and so nearly as sharp, is taken: pages with little text do not tell a fraction of a degree, and turning blurs them. */
const NEARLY_RIGHT = 1;
const AS_SHARP = 0.99;
const TRIED_LINES = 5;
const TRIED_LENGTH = 8;
/** So many lines are read as they stand first, and where they are as sure as this nothing is turned: upside down, no made-up page came to more than 0.82. */
const ASKED_FIRST = 3;
const PLAIN = 0.93;

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
  const ink = inkOf(page);
  let count = 0;
  for (let i = 0; i < ink.length; i++) count += ink[i]!;
  const every = Math.max(1, Math.ceil(count / PROFILE_POINTS));
  const points = Math.ceil(count / every);
  const [xs, ys] = [new Float64Array(points), new Float64Array(points)];
  for (let y = 0, i = 0, seen = 0, point = 0; y < page.height; y++) {
    for (let x = 0; x < page.width; x++, i++) {
      if (ink[i] === 0 || seen++ % every !== 0) continue;
      xs[point] = x * scale;
      ys[point] = y * scale;
      point++;
    }
  }
  const reach = Math.ceil(Math.hypot(page.width, page.height) * scale) + 1;
  const rows = new Float64Array(2 * reach + 2);
  const sharpness = (degrees: number): number => {
    const [sin, cos] = [Math.sin(degrees * Math.PI / 180), Math.cos(degrees * Math.PI / 180)];
    rows.fill(0);
    for (let i = 0; i < points; i++) {
      // Between two rows a point belongs to both: whole ones would make angles look sharp that only suit the grid.
      const y = ys[i]! * cos - xs[i]! * sin + reach;
      const row = Math.floor(y);
      rows[row]! += row + 1 - y;
      rows[row + 1]! += y - row;
    }
    return rows.reduce((sum, row) => sum + row * row, 0);
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
  return folded(Math.abs(best - right) < NEARLY_RIGHT && sharpness(right) >= AS_SHARP * most ? right : best);
}

/** Whether the lines of a page, which must lie level, stand on their heads. */
export async function isUpsideDown(page: Picture, level: readonly Rectangle[], recogniser: Recogniser): Promise<boolean> {
  const strips = [...level].filter(({ length, height }) => length > LONG * height).sort((a, b) => fit(b) - fit(a)).slice(0, TRIED_LINES).map((line) => {
    const { picture } = cutOut(page, line);
    return crop(picture, { left: 0, top: 0, right: Math.min(picture.width, picture.height * TRIED_LENGTH), bottom: picture.height });
  });
  const asked = await recogniser.read(strips.slice(0, ASKED_FIRST));
  if (strips.length === 0 || sureness(asked) >= PLAIN) return false;
  const upright = [...asked, ...await recogniser.read(strips.slice(ASKED_FIRST))];
  return sureness(await recogniser.read(strips.map((strip) => quarterTurn(strip, 180)))) > sureness(upright);
}

/** How sure the recogniser is of letters, as their mean. */
function sureness(reads: readonly LineRead[]): number {
  const letters = reads.flatMap((read) => read.letters).filter(({ text }) => text !== ' ');
  return letters.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, letters.length);
}

/** Lines long enough to tell and not longer than is read of them. */
function fit({ length, height }: Rectangle): number {
  return Math.min(TRIED_LENGTH, length / height) * height;
}
