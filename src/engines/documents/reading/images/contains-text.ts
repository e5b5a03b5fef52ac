/**
 * A cheap test whether an image may contain text, so that logos and photographs on digital pages need no OCR. Text has rows
 * of adjacent shapes of about the same height. A false positive costs time and a false negative costs text, so the test is
 * lenient.
 */
import type { Box, GrayImage } from '../model/page.ts';
import { findComponents } from './components.ts';
import { thresholdInk } from './illumination.ts';
import { resize } from './resize.ts';

const MIN_HEIGHT = 5;
const MAX_FULL_SIZE_PIXELS = 400_000;
const MAX_ASPECT = 4;
const MIN_ROW_SHAPES = 3;
const MAX_RUNS = 400_000;

export function containsText(image: GrayImage): boolean {
  const small = shrink(image);
  const ink = thresholdInk(small);
  if (!ink.includes(1) || !ink.includes(0)) return false;
  return (
    hasRow(findShapes(small, ink)) ||
    hasRow(
      findShapes(
        small,
        ink.map((value) => 1 - value),
      ),
    )
  );
}

/** Half the size is enough to detect letters and takes a quarter of the time. */
function shrink(image: GrayImage): GrayImage {
  const { width, height } = image;
  return width * height > MAX_FULL_SIZE_PIXELS ? resize(image, Math.ceil(width / 2), Math.ceil(height / 2)) : image;
}

function findShapes({ width, height }: GrayImage, ink: Uint8Array): Box[] {
  const shapes = findComponents(ink, width, height, MAX_RUNS);
  return shapes.filter(
    ({ left, top, right, bottom }) =>
      bottom - top >= MIN_HEIGHT && bottom - top <= height / 2 && right - left <= MAX_ASPECT * (bottom - top),
  );
}

/** Whether enough adjacent shapes have about the same height. */
function hasRow(shapes: readonly Box[]): boolean {
  const sorted = [...shapes].sort((one, other) => one.left - other.left);
  const reach = new Int32Array(sorted.length).fill(1);
  for (const [index, shape] of sorted.entries()) {
    const tall = shape.bottom - shape.top;
    for (
      let other = index + 1, looked = 0;
      other < sorted.length && sorted[other]!.left <= shape.right + tall && looked < 1000;
      other += 1, looked += 1
    ) {
      const next = sorted[other]!;
      const nextTall = next.bottom - next.top;
      const shared = Math.min(shape.bottom, next.bottom) - Math.max(shape.top, next.top);
      if (
        next.left < shape.left + 1 ||
        next.left < shape.right - 0.3 * tall ||
        shared < 0.6 * Math.min(tall, nextTall) ||
        Math.max(tall, nextTall) > 2 * Math.min(tall, nextTall)
      )
        continue;
      reach[other] = Math.max(reach[other]!, reach[index]! + 1);
      if (reach[other]! >= MIN_ROW_SHAPES) return true;
    }
  }
  return false;
}
