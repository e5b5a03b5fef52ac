/** Shows rotated pages upright: quarter turns of boxes, and back for drawn rectangles. */
import type { Box, Rectangle } from './boxes.ts';

/** Quarter turns, clockwise, by which the text of a page is rotated. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** From an angle in degrees, clockwise; a slightly skewed page is not rotated. */
export function quarterTurns(angle = 0): QuarterTurns {
  return (((Math.round(angle / 90) % 4) + 4) % 4) as QuarterTurns;
}

export interface Size { width: number; height: number }

export const uprightSize = ({ width, height }: Size, turns: QuarterTurns): Size => turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** A point of the page on the upright page; `size` is that of the page as scanned. */
export function uprightPoint([x, y]: readonly [number, number], { width, height }: Size, turns: QuarterTurns): [number, number] {
  switch (turns) {
    case 0: return [x, y];
    case 1: return [y, width - x];
    case 2: return [width - x, height - y];
    case 3: return [height - y, x];
  }
}

/** Rectangles stay rectangles; the corners of other boxes keep their order. */
export function uprightBoxes(boxes: readonly Box[], size: Size, turns: QuarterTurns): readonly Box[] {
  if (turns === 0) return boxes;
  return boxes.map((box) => {
    const points = Array.from({ length: box.points.length / 2 }, (_, i) => uprightPoint([box.points[2 * i]!, box.points[2 * i + 1]!], size, turns));
    return { ...box, points: points.length === 2 ? Object.values(between(points[0]!, points[1]!)) : points.flat() };
  });
}

/** A rectangle of the upright page, on the page as scanned. */
export function scannedRectangle({ left, top, right, bottom }: Rectangle, size: Size, turns: QuarterTurns): Rectangle {
  const back = ((4 - turns) % 4) as QuarterTurns;
  const upright = uprightSize(size, turns);
  return between(uprightPoint([left, top], upright, back), uprightPoint([right, bottom], upright, back));
}

/** Transformation of the canvas before the scanned page is drawn: arguments of `CanvasRenderingContext2D.transform`. */
export function rotationTransform({ width, height }: Size, turns: QuarterTurns): [number, number, number, number, number, number] {
  switch (turns) {
    case 0: return [1, 0, 0, 1, 0, 0];
    case 1: return [0, -1, 1, 0, 0, width];
    case 2: return [-1, 0, 0, -1, width, height];
    case 3: return [0, 1, -1, 0, height, 0];
  }
}

/** Keys in the order of a box's points. */
function between([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): Rectangle {
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) };
}
