/**
 * Whether a picture may hold text, told cheaply: a logo or a photograph on a page of digital text is not worth a run of
 * OCR. Text is what has rows of shapes of about one height, side by side. A wrong yes costs time, a wrong no costs
 * text, so that little is asked for.
 */
import type { Box, Picture } from '../model/page.ts';
import { components } from './components.ts';
import { inkOf } from './illumination.ts';
import { resize } from './resize.ts';

const LOWEST = 5;
const LARGE = 400_000;
const WIDEST = 4;
const ROW = 3;
const MOST_RUNS = 400_000;

export function holdsText(picture: Picture): boolean {
  const small = smaller(picture);
  const ink = inkOf(small);
  if (!ink.includes(1) || !ink.includes(0)) return false;
  return hasRow(shapesOf(small, ink)) || hasRow(shapesOf(small, ink.map((value) => 1 - value)));
}

/** Half the size is enough to see that there are letters, and takes a quarter of the time. */
function smaller(picture: Picture): Picture {
  const { width, height } = picture;
  return width * height > LARGE ? resize(picture, Math.ceil(width / 2), Math.ceil(height / 2)) : picture;
}

function shapesOf({ width, height }: Picture, ink: Uint8Array): Box[] {
  const shapes = components(ink, width, height, MOST_RUNS);
  return shapes.filter(({ left, top, right, bottom }) => bottom - top >= LOWEST && bottom - top <= height / 2 && right - left <= WIDEST * (bottom - top));
}

/** Some shapes of about one height next to each other. */
function hasRow(shapes: readonly Box[]): boolean {
  const sorted = [...shapes].sort((one, other) => one.left - other.left);
  const reach = new Int32Array(sorted.length).fill(1);
  for (const [index, shape] of sorted.entries()) {
    const tall = shape.bottom - shape.top;
    for (let other = index + 1, looked = 0; other < sorted.length && sorted[other]!.left <= shape.right + tall && looked < 1000; other += 1, looked += 1) {
      const next = sorted[other]!;
      const nextTall = next.bottom - next.top;
      const shared = Math.min(shape.bottom, next.bottom) - Math.max(shape.top, next.top);
      if (next.left < shape.left + 1 || next.left < shape.right - 0.3 * tall || shared < 0.6 * Math.min(tall, nextTall) || Math.max(tall, nextTall) > 2 * Math.min(tall, nextTall)) continue;
      reach[other] = Math.max(reach[other]!, reach[index]! + 1);
      if (reach[other]! >= ROW) return true;
    }
  }
  return false;
}
