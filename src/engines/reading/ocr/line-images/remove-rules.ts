/** Removes rules of tables and forms from a strip, so that only letters remain. */
import type { GrayImage } from '../../model/page.ts';
import { histogram, threshold } from '../../images/illumination.ts';

/** Minimum share of a strip's height or width that a rule covers. */
const MIN_COVERAGE = 0.85;
/** Thin rules are lighter than letters: the threshold is moved this share of the way to white. */
const FAINT_INK = 0.35;
/** Minimum length of a rule that ends within the strip, in strip heights: longer than the bar of any letter. */
const MIN_RULE_LENGTH = 1.2;
/** Maximum thickness as a share of the height: thicker ink is a letter on the rule. */
const MAX_RULE_THICKNESS = 0.14;
/** Minimum share of a rule without letters on it; otherwise it is a dark background, or the serifs of touching letters. */
const MIN_CLEAR_SHARE = 0.5;
const PAPER = 255;

/** Columns of a strip, cut higher than its line, that are dark throughout: rules extend beyond the line, letters do not. */
export function findVerticalRules(strip: GrayImage): number[] {
  const { width, height, data } = strip;
  const at = faintInkThreshold(strip);
  const columns = new Uint32Array(width);
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i++) if (data[i]! <= at) columns[x]!++;
  return Array.from(columns.keys()).filter((x) => columns[x]! >= height * MIN_COVERAGE);
}

/** Removes the given vertical rules, and horizontal ones above and below the text, full or partial. */
export function removeRules(strip: GrayImage, ruledX: readonly number[]): GrayImage {
  const at = faintInkThreshold(strip);
  const dark = countDarkPixels(strip, at);
  return removePartialRules(removeFullRules(strip, ruledX, dark), dark, at);
}

function faintInkThreshold(strip: GrayImage): number {
  const ink = threshold(histogram(strip));
  return ink + (PAPER - ink) * FAINT_INK;
}

/** Dark pixels per row; 0 for the middle rows, where text is never taken for a rule. */
function countDarkPixels({ width, height, data }: GrayImage, at: number): Uint32Array {
  const dark = new Uint32Array(height);
  for (let y = 0; y < height; y++) {
    if (y >= height * 0.25 && y < height * 0.75) continue;
    for (let i = y * width; i < (y + 1) * width; i++) if (data[i]! <= at) dark[y]!++;
  }
  return dark;
}

function removeFullRules(strip: GrayImage, ruledX: readonly number[], dark: Uint32Array): GrayImage {
  const { width, height } = strip;
  const ruledY = Array.from(dark.keys()).filter((y) => dark[y]! >= width * MIN_COVERAGE);
  if (ruledX.length + ruledY.length === 0 || ruledX.length > width / 2) return strip;
  const data = strip.data.slice();
  // One more pixel on either side: the edge of a rule is grey.
  for (const x of ruledX)
    for (let near = Math.max(0, x - 1); near <= Math.min(width - 1, x + 1); near++)
      for (let y = 0; y < height; y++) data[y * width + near] = PAPER;
  for (const y of ruledY) data.fill(PAPER, Math.max(0, y - 1) * width, Math.min(height, y + 2) * width);
  return { width, height, data };
}

/** Removes long horizontal runs above or below the text, also slightly slanted ones; letters that touch or cross them are kept. */
function removePartialRules({ width, height, data: given }: GrayImage, dark: Uint32Array, at: number): GrayImage {
  const maxThickness = Math.max(2, Math.round(height * MAX_RULE_THICKNESS));
  const inkAround = (x: number, y: number): { top: number; bottom: number } => {
    let [top, bottom] = [y, y + 1];
    while (top > 0 && y - top <= maxThickness && given[(top - 1) * width + x]! <= at) top--;
    while (bottom < height && bottom - y <= maxThickness && given[bottom * width + x]! <= at) bottom++;
    return { top, bottom };
  };
  let data: Uint8Array | undefined;
  for (let y = 0; y < height; y++) {
    if (dark[y]! < height * MIN_RULE_LENGTH) continue;
    for (let x = 0; x < width; x++) {
      const from = x;
      while (x < width && given[y * width + x]! <= at) x++;
      if (x - from < height * MIN_RULE_LENGTH) continue;
      const thin = Array.from({ length: x - from }, (_, i) => ({ column: from + i, ...inkAround(from + i, y) })).filter(
        ({ top, bottom }) => bottom - top <= maxThickness,
      );
      if (thin.length < (x - from) * MIN_CLEAR_SHARE) continue;
      data ??= given.slice();
      // One more pixel on either side: the edge of a rule is grey.
      for (const { column, top, bottom } of thin)
        for (let row = Math.max(0, top - 1); row < Math.min(height, bottom + 1); row++) data[row * width + column] = PAPER;
    }
  }
  return { width, height, data: data ?? given };
}
