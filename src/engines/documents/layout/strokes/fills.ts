/**
 * Edges of shaded areas as strokes. Cells that are shaded one by one touch, or leave a thin white line between them: their edges are
 * those of a grid. Shaded rows of equal width separate rows. A single shaded area says nothing about rows and columns.
 */
import type { Box } from '../../reading/model/page.ts';
import { heightOf, widthOf } from '../model/geometry.ts';
import type { Stroke, Strokes } from '../model/strokes.ts';

const MAX_FILLS = 2000;

export function strokesFromFills(fills: readonly Box[], height: number): Strokes {
  const boxes = fills
    .filter((box) => heightOf(box) > 0.7 * height && heightOf(box) < 15 * height && widthOf(box) > height)
    .slice(0, MAX_FILLS);
  const reach = 0.4 * height;
  const near = (one: number, other: number): boolean => Math.abs(one - other) < reach;
  const bySide = Map.groupBy(boxes, ({ top }) => Math.round(top / height));
  const isBeside = (box: Box): boolean => {
    const level = Math.round(box.top / height);
    for (let k = level - 1; k <= level + 1; k++)
      for (const other of bySide.get(k) ?? [])
        if (
          other !== box &&
          near(other.top, box.top) &&
          near(other.bottom, box.bottom) &&
          (near(other.left, box.right) || near(other.right, box.left))
        )
          return true;
    return false;
  };
  const byWidth = Map.groupBy(boxes, ({ left, right }) => `${Math.round(left / reach)} ${Math.round(right / reach)}`);
  const across: Stroke[] = [];
  const down: Stroke[] = [];
  for (const box of boxes) {
    const { left, right, top, bottom } = box;
    const isCell = isBeside(box);
    const isStripe = byWidth.get(`${Math.round(left / reach)} ${Math.round(right / reach)}`)!.length > 1;
    if (isCell || isStripe) across.push({ at: top, from: left, to: right, width: 0 }, { at: bottom, from: left, to: right, width: 0 });
    if (isCell) down.push({ at: left, from: top, to: bottom, width: 0 }, { at: right, from: top, to: bottom, width: 0 });
  }
  return { across, down };
}
