/**
 * Whether a picture may hold text, told cheaply: a logo or a photograph on a page of digital text is not worth a run of
 * OCR. Text is what has rows of shapes of about one height, side by side. A wrong yes costs time, a wrong no costs
 * text, so that little is asked for.
 */
import type { Box, Picture } from './page.ts';
import { components } from './pictures/components.ts';

const LOWEST = 6;
const WIDEST = 4;
const ROW = 3;
const MOST_RUNS = 1_000_000;

export function holdsText(picture: Picture): boolean {
  const threshold = otsu(picture);
  return threshold !== undefined && (hasRow(shapesOf(picture, (shade) => shade <= threshold)) || hasRow(shapesOf(picture, (shade) => shade > threshold)));
}

/** The shade that parts the picture best in two; none where it has only one. */
function otsu({ data }: Picture): number | undefined {
  const counts = new Float64Array(256);
  for (const shade of data) counts[shade]! += 1;
  const total = data.length;
  const sum = counts.reduce((all, count, shade) => all + count * shade, 0);
  let [below, sumBelow, best, threshold] = [0, 0, 0, -1];
  for (let shade = 0; shade < 255; shade += 1) {
    below += counts[shade]!;
    sumBelow += counts[shade]! * shade;
    if (below === 0 || below === total) continue;
    const apart = sumBelow / below - (sum - sumBelow) / (total - below);
    const between = below * (total - below) * apart * apart;
    if (between > best) [best, threshold] = [between, shade];
  }
  return threshold < 0 ? undefined : threshold;
}

function shapesOf({ width, height, data }: Picture, isInk: (shade: number) => boolean): Box[] {
  const shapes = components(data.map((shade) => isInk(shade) ? 1 : 0), width, height, MOST_RUNS);
  return shapes.filter(({ left, top, right, bottom }) => bottom - top >= LOWEST && bottom - top <= height / 2 && right - left <= WIDEST * (bottom - top));
}

/** Some shapes of about one height next to each other. */
function hasRow(shapes: readonly Box[]): boolean {
  const sorted = [...shapes].sort((one, other) => one.left - other.left);
  const reach = new Int32Array(sorted.length).fill(1);
  for (const [index, shape] of sorted.entries()) {
    const tall = shape.bottom - shape.top;
    for (let other = index + 1, looked = 0; other < sorted.length && sorted[other]!.left <= shape.right + tall && looked < 200; other += 1, looked += 1) {
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
