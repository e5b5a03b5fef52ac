/**
 * Whether a shape was drawn on even ground: its sides are equally dark, and the ground around it and inside it varies little
 * compared with them. In photographs, textures and dirt both vary.
 */
import { growBox } from '../../model/affine.ts';
import type { Box, GrayImage } from '../../model/page.ts';

/** The lightest side must have this share of the ink of the others. */
const MIN_EVEN_INK = 0.4;
/** Half of the ground's pixels are closer to its shade than this share of the contrast of the sides. */
const MAX_GROUND_VARIATION = 0.15;
/** Width of the ground that is looked at around a shape, as a share of its size. */
const GROUND = 0.4;

export function isDrawnOnEvenGround(image: GrayImage, box: Box, thickness: number): boolean {
  const size = Math.min(box.right - box.left, box.bottom - box.top);
  const outer = groundOf(image, growBox(box, Math.max(3, Math.round(GROUND * size))), growBox(box, 2));
  const inner = groundOf(image, growBox(box, -Math.ceil(thickness) - 1), undefined);
  // Inside, a white box on a colored ground is lighter than the ground around it.
  const ground = Math.max(outer.shade, inner.shade);
  const [least, , middle] = sideInk(image, box, thickness, ground).sort((one, other) => one - other) as [number, number, number, number];
  return least >= MIN_EVEN_INK * middle && outer.variation <= (MAX_GROUND_VARIATION * middle) / Math.max(1, thickness);
}

/** The shade of most pixels in a box outside another, and the median distance from it. */
function groundOf({ width, height, data }: GrayImage, box: Box, without: Box | undefined): { shade: number; variation: number } {
  const counts = new Uint32Array(256);
  let total = 0;
  for (let y = Math.max(0, Math.round(box.top)); y < Math.min(height, Math.round(box.bottom)); y++) {
    for (let x = Math.max(0, Math.round(box.left)); x < Math.min(width, Math.round(box.right)); x++) {
      if (without !== undefined && x >= without.left && x < without.right && y >= without.top && y < without.bottom) continue;
      counts[data[y * width + x]!]!++;
      total++;
    }
  }
  // Text and ticks are darker than the ground and may be half of it, so its shade is an upper quartile.
  const shade = quantile(counts, 0.75 * total);
  const distances = new Uint32Array(256);
  for (let value = 0; value < 256; value++) distances[Math.abs(value - shade)]! += counts[value]!;
  return { shade, variation: quantile(distances, 0.5 * total) };
}

function quantile(counts: Uint32Array, rank: number): number {
  let seen = 0;
  for (let value = 0; value < 256; value++) {
    seen += counts[value]!;
    if (seen >= rank) return value;
  }
  return 255;
}

/** The ink across each side in gray levels, on average along it: thin dark strokes and wider gray ones have the same. */
function sideInk({ width, height, data }: GrayImage, { left, top, right, bottom }: Box, thickness: number, ground: number): number[] {
  const inkAt = (x: number, y: number): number =>
    Math.max(0, ground - data[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))]!);
  const meanOf = (from: number, to: number, ink: (along: number, across: number) => number): number => {
    let sum = 0;
    for (let along = from; along < to; along++) for (let across = -1; across <= Math.ceil(thickness); across++) sum += ink(along, across);
    return sum / Math.max(1, to - from);
  };
  return [
    meanOf(left + 1, right - 1, (x, across) => inkAt(x, top + across)),
    meanOf(left + 1, right - 1, (x, across) => inkAt(x, bottom - 1 - across)),
    meanOf(top + 1, bottom - 1, (y, across) => inkAt(left + across, y)),
    meanOf(top + 1, bottom - 1, (y, across) => inkAt(right - 1 - across, y)),
  ];
}
