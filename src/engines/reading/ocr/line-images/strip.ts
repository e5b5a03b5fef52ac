/** A found line cut out of the page straight and close, as recognisers want it, in pieces where it is long. */
import { after } from '../../model/affine.ts';
import type { Affine, Picture } from '../../model/page.ts';
import { histogram, threshold } from '../../images/illumination.ts';
import { crop } from '../../images/resize.ts';
import { moving, sample, turning } from '../../images/rotate.ts';
import { darkOnLight } from './polarity.ts';
import type { Rectangle } from '../detection/rectangle.ts';
import { boxAround } from '../detection/rectangle.ts';
import { rulesDown, withoutRules } from './remove-rules.ts';

/** `map` leads from the strip to the page. */
export interface Strip { picture: Picture; map: Affine }

/** Below this many degrees a line is as good as level: its pixels are taken as they are. */
const LEVEL = 0.25;
/** White kept above and below the ink, as a share of its height. */
const MARGIN = 0.12;
/** Rows without ink that may lie between the parts of a letter, as a share of the line's height. */
const DOT_GAP = 0.12;
/** Rules are looked for in a cut so much higher than the line. */
const BEYOND = 1.3;
const LEAST_HEIGHT = 6;
/** Taken in addition before and after a line, as a share of its height: a full stop at its end is often left out by the finder. */
const SIDE = 0.2;

export function cutOut(page: Picture, found: Rectangle): Strip {
  const line = { ...found, length: found.length + 2 * SIDE * found.height };
  const taken = (height: number): Strip => (Math.abs(line.angle) < LEVEL ? level : slanted)(page, { ...line, height });
  const cut = taken(line.height);
  const strip = { ...cut, picture: withoutRules(darkOnLight(cut.picture), rulesDown(taken(line.height * BEYOND).picture)) };
  const rows = inkRows(strip.picture);
  if (rows.bottom - rows.top < LEAST_HEIGHT) return strip;
  const margin = (rows.bottom - rows.top) * MARGIN;
  const top = Math.max(0, Math.floor(rows.top - margin));
  const bottom = Math.min(strip.picture.height, Math.ceil(rows.bottom + margin));
  return { picture: crop(strip.picture, { left: 0, right: strip.picture.width, top, bottom }), map: after(strip.map, moving(0, top)) };
}

function level(page: Picture, line: Rectangle): Strip {
  const box = boxAround({ ...line, angle: 0 });
  const left = Math.min(page.width - 1, Math.max(0, Math.floor(box.left)));
  const top = Math.min(page.height - 1, Math.max(0, Math.floor(box.top)));
  return { picture: crop(page, box), map: moving(left, top) };
}

function slanted(page: Picture, { x, y, length, height, angle }: Rectangle): Strip {
  const [width, tall] = [Math.max(1, Math.round(length)), Math.max(1, Math.round(height))];
  const map = after(moving(x, y), after(turning(angle), moving(-width / 2, -tall / 2)));
  return { picture: sample(page, map, width, tall), map };
}

/** The rows of the line itself: those with ink around the middle. What neighbours leave at the edges is parted from it by white. */
function inkRows(strip: Picture): { top: number; bottom: number } {
  const at = threshold(histogram(strip));
  const ink = new Uint32Array(strip.height);
  for (let y = 0, i = 0; y < strip.height; y++) {
    for (let x = 0; x < strip.width; x++, i++) if (strip.data[i]! <= at) ink[y]!++;
  }
  const least = Math.max(1, strip.width * 0.004);
  const gap = Math.max(1, Math.round(strip.height * DOT_GAP));
  const grow = (start: number, step: 1 | -1): number => {
    let edge = start;
    for (let y = start, white = 0; y >= 0 && y < strip.height && white <= gap; y += step) {
      if (ink[y]! >= least) [edge, white] = [y, 0];
      else white++;
    }
    return edge;
  };
  const middle = Math.floor(strip.height / 2);
  return { top: grow(middle, -1), bottom: grow(middle, 1) + 1 };
}

/** Columns where a long strip is best cut: in the widest white near the end of each piece of the width asked for. */
export function pieces(strip: Picture, most: number): { from: number; to: number }[] {
  if (strip.width <= most) return [{ from: 0, to: strip.width }];
  const at = threshold(histogram(strip));
  const dark = new Uint8Array(strip.width);
  for (let x = 0; x < strip.width; x++) {
    for (let y = 0; y < strip.height; y++) {
      if (strip.data[y * strip.width + x]! <= at) {
        dark[x] = 1;
        break;
      }
    }
  }
  const cuts: { from: number; to: number }[] = [];
  let from = 0;
  while (strip.width - from > most) {
    // Pieces of about equal length, the last not a stub.
    const wanted = (strip.width - from) / Math.ceil((strip.width - from) / most);
    const cut = widestWhite(dark, Math.floor(from + wanted * 0.7), Math.min(from + most, strip.width)) ?? Math.round(from + wanted);
    cuts.push({ from, to: cut });
    from = cut;
  }
  return [...cuts, { from, to: strip.width }];
}

function widestWhite(dark: Uint8Array, from: number, to: number): number | undefined {
  let [best, middle] = [0, undefined as number | undefined];
  for (let x = from; x < to; x++) {
    if (dark[x] !== 0) continue;
    let end = x;
    while (end < to && dark[end] === 0) end++;
    if (end - x > best) [best, middle] = [end - x, Math.floor((x + end) / 2)];
    x = end;
  }
  return middle;
}
