/**
 * Ink on coloured ground. Beside a white box the ground itself is darker than paper and passes for ink (ink.ts), which
 * hides the box. Here the paper of a place is the shade that much of its surroundings have; ink is what is darker than
 * that, and the rim of what is lighter, so that a white box without an outline has one.
 */
import type { Picture } from '../../model/page.ts';
import type { Ink } from './ink-mask.ts';

/** Sides of the squares in which the ground is looked for, in pixels. */
const BLOCK = 96;
/** Shades that a ground may have; so much of a block must be within so much of it, or it is a photograph. */
const GROUND = { least: 70, most: 235, within: 10, share: 0.35 };
/** Of the ground's shade: less is ink, more is lighter than the ground. */
const [DARKER, LIGHTER] = [0.76, 1.06];

/** Undefined where no part of the picture has a coloured ground; elsewhere than on such ground there is no ink. */
export function tintedInk({ width, height, data }: Picture): Ink | undefined {
  const ink = new Uint8Array(width * height);
  const counts = new Uint16Array(256);
  let isTinted = false;
  for (let top = 0; top < height; top += BLOCK) {
    for (let left = 0; left < width; left += BLOCK) {
      const [right, bottom] = [Math.min(width, left + BLOCK), Math.min(height, top + BLOCK)];
      const ground = groundIn(data, width, left, top, right, bottom, counts);
      if (ground === undefined) continue;
      isTinted = true;
      const [dark, light] = [ground * DARKER, ground * LIGHTER];
      for (let y = Math.max(1, top); y < Math.min(height - 1, bottom); y++) {
        for (let x = Math.max(1, left); x < Math.min(width - 1, right); x++) {
          const at = y * width + x;
          const shade = data[at]!;
          if (shade < dark || (shade > light && Math.min(data[at - 1]!, data[at + 1]!, data[at - width]!, data[at + width]!) <= light)) ink[at] = 1;
        }
      }
    }
  }
  return isTinted ? { width, height, data: ink } : undefined;
}

/** The commonest shade of a block between ink and paper, where enough of the block has it. */
function groundIn(data: Uint8Array, width: number, left: number, top: number, right: number, bottom: number, counts: Uint16Array): number | undefined {
  counts.fill(0);
  let total = 0;
  for (let y = top; y < bottom; y += 3) {
    for (let x = left; x < right; x += 3) {
      counts[data[y * width + x]!]!++;
      total++;
    }
  }
  let [most, near, sum, ground] = [0, 0, 0, 0];
  for (let shade = GROUND.least; shade <= GROUND.most; shade++) {
    near += counts[shade]!;
    sum += shade * counts[shade]!;
    const gone = shade - 2 * GROUND.within - 1;
    if (gone >= GROUND.least) {
      near -= counts[gone]!;
      sum -= gone * counts[gone]!;
    }
    if (near > most) [most, ground] = [near, sum / near];
  }
  return most >= GROUND.share * total ? ground : undefined;
}
