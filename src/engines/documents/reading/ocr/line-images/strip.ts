/** Cuts a detected line out of the page, level and tightly cropped, as recognizers expect it; long lines in pieces. */
import { compose } from '../../model/affine.ts';
import type { Affine, GrayImage } from '../../model/page.ts';
import { histogram, threshold } from '../../images/illumination.ts';
import { crop } from '../../images/resize.ts';
import { translation, sample, rotation } from '../../images/rotate.ts';
import type { Rectangle } from '../detection/rectangle.ts';
import { boundingBox } from '../detection/rectangle.ts';

/** `map` transforms from the strip to the page. */
export interface Strip {
  image: GrayImage;
  map: Affine;
}

/** Degrees below which a line counts as level and is not resampled. */
const MAX_LEVEL_ANGLE = 0.25;
/** Margin above and below the ink, as a share of its height. */
const MARGIN = 0.12;
/** Maximum gap between the parts of a letter, as a share of the line's height. */
const DOT_GAP = 0.12;
const MIN_HEIGHT = 6;
/** Added before and after a line, as a share of its height: the detector often misses a full stop at the end. */
const SIDE_MARGIN = 0.2;

export function cutStrip(page: GrayImage, found: Rectangle): Strip {
  const strip = cutWithSides(page, found, 1);
  const rows = findInkRows(strip.image);
  if (rows.bottom - rows.top < MIN_HEIGHT) return strip;
  const margin = (rows.bottom - rows.top) * MARGIN;
  const top = Math.max(0, Math.floor(rows.top - margin));
  const bottom = Math.min(strip.image.height, Math.ceil(rows.bottom + margin));
  return { image: crop(strip.image, { left: 0, right: strip.image.width, top, bottom }), map: compose(strip.map, translation(0, top)) };
}

/** Handwriting reaches higher and lower than the detector estimates. */
const LOOSE_HEIGHT = 1.4;

/** The same columns as those of `cutStrip`, with more above and below. */
export const cutLooseStrip = (page: GrayImage, found: Rectangle, scale = LOOSE_HEIGHT): Strip => cutWithSides(page, found, scale);

function cutWithSides(page: GrayImage, found: Rectangle, scale: number): Strip {
  const line = { ...found, length: found.length + 2 * SIDE_MARGIN * found.height, height: found.height * scale };
  return (Math.abs(line.angle) < MAX_LEVEL_ANGLE ? cutLevel : cutSlanted)(page, line);
}

function cutLevel(page: GrayImage, line: Rectangle): Strip {
  const box = boundingBox({ ...line, angle: 0 });
  const left = Math.min(page.width - 1, Math.max(0, Math.floor(box.left)));
  const top = Math.min(page.height - 1, Math.max(0, Math.floor(box.top)));
  return { image: crop(page, box), map: translation(left, top) };
}

function cutSlanted(page: GrayImage, { x, y, length, height, angle }: Rectangle): Strip {
  const [width, tall] = [Math.max(1, Math.round(length)), Math.max(1, Math.round(height))];
  const map = compose(translation(x, y), compose(rotation(angle), translation(-width / 2, -tall / 2)));
  return { image: sample(page, map, width, tall), map };
}

/** The rows of the line itself, grown from the middle. Remains of neighboring lines at the edges are separated by white. */
function findInkRows(strip: GrayImage): { top: number; bottom: number } {
  const at = threshold(histogram(strip));
  const ink = new Uint32Array(strip.height);
  for (let y = 0, i = 0; y < strip.height; y++) {
    for (let x = 0; x < strip.width; x++, i++) if (strip.data[i]! <= at) ink[y]!++;
  }
  const minInk = Math.max(1, strip.width * 0.004);
  const gap = Math.max(1, Math.round(strip.height * DOT_GAP));
  const grow = (start: number, step: 1 | -1): number => {
    let edge = start;
    for (let y = start, white = 0; y >= 0 && y < strip.height && white <= gap; y += step) {
      if (ink[y]! >= minInk) [edge, white] = [y, 0];
      else white++;
    }
    return edge;
  };
  const middle = Math.floor(strip.height / 2);
  return { top: grow(middle, -1), bottom: grow(middle, 1) + 1 };
}

/** A piece of a strip: the index of the strip, and where the piece starts in it. */
export interface StripPiece {
  strip: number;
  from: number;
  image: GrayImage;
}

/** All strips in pieces of at most `maxAspect` heights. */
export function splitStrips(strips: readonly Strip[], maxAspect: number): StripPiece[] {
  return strips.flatMap(({ image }, strip) =>
    splitStrip(image, image.height * maxAspect).map(({ from, to }) => ({
      strip,
      from,
      image: crop(image, { left: from, right: to, top: 0, bottom: image.height }),
    })),
  );
}

/** Splits a long strip in the widest gap near the end of each piece of `maxWidth`. */
export function splitStrip(strip: GrayImage, maxWidth: number): { from: number; to: number }[] {
  if (strip.width <= maxWidth) return [{ from: 0, to: strip.width }];
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
  while (strip.width - from > maxWidth) {
    // Pieces of about equal length, so that the last is not a stub.
    const wanted = (strip.width - from) / Math.ceil((strip.width - from) / maxWidth);
    const cut =
      middleOfWidestGap(dark, Math.floor(from + wanted * 0.7), Math.min(from + maxWidth, strip.width)) ?? Math.round(from + wanted);
    cuts.push({ from, to: cut });
    from = cut;
  }
  return [...cuts, { from, to: strip.width }];
}

function middleOfWidestGap(dark: Uint8Array, from: number, to: number): number | undefined {
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
