/**
 * An ink mask for colored backgrounds. Beside a white box the background is darker than paper and counts as ink in
 * ink-mask.ts, which hides the box. Here the reference is the most common shade of the surroundings: ink is what is darker,
 * and the edge of what is lighter, so that a white box without an outline gets one.
 */
import type { GrayImage } from '../../model/page.ts';
import type { Ink } from './ink-mask.ts';

/** Side of the blocks in which the background is measured, in pixels. */
const BLOCK = 96;
/** Shades of a background; `share` of a block must be `within` that distance of it, otherwise it is a photograph. */
const BACKGROUND = { min: 70, max: 235, within: 10, share: 0.35 };
/** Relative to the background's shade: darker is ink, lighter is not background. */
const [DARKER, LIGHTER] = [0.76, 1.06];

/** Undefined if no part of the image has a colored background; the mask is empty elsewhere. */
export function detectTintedInk({ width, height, data }: GrayImage): Ink | undefined {
  const ink = new Uint8Array(width * height);
  const counts = new Uint16Array(256);
  let isTinted = false;
  for (let top = 0; top < height; top += BLOCK) {
    for (let left = 0; left < width; left += BLOCK) {
      const [right, bottom] = [Math.min(width, left + BLOCK), Math.min(height, top + BLOCK)];
      const background = backgroundShade(data, width, left, top, right, bottom, counts);
      if (background === undefined) continue;
      isTinted = true;
      const [dark, light] = [background * DARKER, background * LIGHTER];
      for (let y = Math.max(1, top); y < Math.min(height - 1, bottom); y++) {
        for (let x = Math.max(1, left); x < Math.min(width - 1, right); x++) {
          const at = y * width + x;
          const shade = data[at]!;
          if (shade < dark || (shade > light && Math.min(data[at - 1]!, data[at + 1]!, data[at - width]!, data[at + width]!) <= light))
            ink[at] = 1;
        }
      }
    }
  }
  return isTinted ? { width, height, data: ink } : undefined;
}

/** The most common shade of a block between ink and paper, if enough of the block has it. */
function backgroundShade(
  data: Uint8Array,
  width: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
  counts: Uint16Array,
): number | undefined {
  counts.fill(0);
  let total = 0;
  for (let y = top; y < bottom; y += 3) {
    for (let x = left; x < right; x += 3) {
      counts[data[y * width + x]!]!++;
      total++;
    }
  }
  let [most, near, sum, background] = [0, 0, 0, 0];
  for (let shade = BACKGROUND.min; shade <= BACKGROUND.max; shade++) {
    near += counts[shade]!;
    sum += shade * counts[shade]!;
    const gone = shade - 2 * BACKGROUND.within - 1;
    if (gone >= BACKGROUND.min) {
      near -= counts[gone]!;
      sum -= gone * counts[gone]!;
    }
    if (near > most) [most, background] = [near, sum / near];
  }
  return most >= BACKGROUND.share * total ? background : undefined;
}
