/** Rules of tables and forms that the cut of a line took along, taken away again: what is left is letters. */
import type { Picture } from '../../model/page.ts';
import { histogram, threshold } from '../../images/illumination.ts';

/** Share of a strip's height or width that a rule covers at least. */
const WHOLE = 0.85;
/** A thin rule is greyer than letters: it counts as dark up to so much of the way from the threshold to white. */
const FAINT = 0.35;
/** A rule that ends within the strip, such as that of a blank to fill in, is so many heights of the strip long: longer than the bar of any letter. */
const LONG = 1.2;
/** And no thicker than this share of the height: where there is more ink, a letter stands on it. */
const THIN = 0.14;
/** Along at least so much of a rule there is nothing on it: else it is part of a dark ground, or the feet of letters that touch. */
const MOSTLY = 0.5;
const PAPER = 255;

/** Columns of a strip, cut higher than its line, that are dark all along: rules go on beyond the line, letters end with it. */
export function rulesDown(strip: Picture): number[] {
  const { width, height, data } = strip;
  const at = faintInk(strip);
  const columns = new Uint32Array(width);
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i++) if (data[i]! <= at) columns[x]!++;
  return Array.from(columns.keys()).filter((x) => columns[x]! >= height * WHOLE);
}

/** The strip without the rules down it, and without those along it above and below the text, whole or in part. */
export function withoutRules(strip: Picture, ruledX: readonly number[]): Picture {
  const at = faintInk(strip);
  const dark = darkness(strip, at);
  return withoutBlanks(withoutWhole(strip, ruledX, dark), dark, at);
}

function faintInk(strip: Picture): number {
  const ink = threshold(histogram(strip));
  return ink + (PAPER - ink) * FAINT;
}

/** How many pixels of each row are dark; of the middle rows none, since text runs through them: what is dark there is never taken for a rule. */
function darkness({ width, height, data }: Picture, at: number): Uint32Array {
  const dark = new Uint32Array(height);
  for (let y = 0; y < height; y++) {
    if (y >= height * 0.25 && y < height * 0.75) continue;
    for (let i = y * width; i < (y + 1) * width; i++) if (data[i]! <= at) dark[y]!++;
  }
  return dark;
}

function withoutWhole(strip: Picture, ruledX: readonly number[], dark: Uint32Array): Picture {
  const { width, height } = strip;
  const ruledY = Array.from(dark.keys()).filter((y) => dark[y]! >= width * WHOLE);
  if (ruledX.length + ruledY.length === 0 || ruledX.length > width / 2) return strip;
  const data = strip.data.slice();
  // One more on either side: the edge of a rule is grey.
  for (const x of ruledX) for (let near = Math.max(0, x - 1); near <= Math.min(width - 1, x + 1); near++) for (let y = 0; y < height; y++) data[y * width + near] = PAPER;
  for (const y of ruledY) data.fill(PAPER, Math.max(0, y - 1) * width, Math.min(height, y + 2) * width);
  return { width, height, data };
}

/** Long level runs of ink below or above the text are rules, also slanted ones, which are several runs; a letter that stands on one or crosses it is left whole. */
function withoutBlanks({ width, height, data: given }: Picture, dark: Uint32Array, at: number): Picture {
  const thickest = Math.max(2, Math.round(height * THIN));
  const inkAround = (x: number, y: number): { top: number; bottom: number } => {
    let [top, bottom] = [y, y + 1];
    while (top > 0 && y - top <= thickest && given[(top - 1) * width + x]! <= at) top--;
    while (bottom < height && bottom - y <= thickest && given[bottom * width + x]! <= at) bottom++;
    return { top, bottom };
  };
  let data: Uint8Array | undefined;
  for (let y = 0; y < height; y++) {
    if (dark[y]! < height * LONG) continue;
    for (let x = 0; x < width; x++) {
      const from = x;
      while (x < width && given[y * width + x]! <= at) x++;
      if (x - from < height * LONG) continue;
      const thin = Array.from({ length: x - from }, (_, i) => ({ column: from + i, ...inkAround(from + i, y) })).filter(({ top, bottom }) => bottom - top <= thickest);
      if (thin.length < (x - from) * MOSTLY) continue;
      data ??= given.slice();
      // One more on either side: the edge of a rule is grey.
      for (const { column, top, bottom } of thin) for (let row = Math.max(0, top - 1); row < Math.min(height, bottom + 1); row++) data[row * width + column] = PAPER;
    }
  }
  return { width, height, data: data ?? given };
}
