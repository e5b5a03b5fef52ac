/** Shapes that may be selection marks, squares before circles, and their state. */
import { areaOf, overlapArea } from '../../model/affine.ts';
import type { SelectionMark } from '../../model/page.ts';
import type { Ink } from './ink-mask.ts';
import { findCircles } from './round-marks.ts';
import { findSquares } from './square-marks.ts';
import type { Shape } from './square-marks.ts';

export interface MarkShape extends Shape {
  round: boolean;
}

/** Share of ink inside the outline of a ticked mark; empty boxes in bad scans stay below 0.03. */
export const MIN_TICKED_SHARE = 0.05;

/** `textHeight` in pixels: marks are about as large as the text beside them. */
export function findMarkShapes(ink: Ink, textHeight: number): MarkShape[] {
  const squares = findSquares(ink, textHeight).map((shape) => ({ ...shape, round: false }));
  const circles = findCircles(ink, textHeight).map((shape) => ({ ...shape, round: true }));
  return [...squares, ...circles.filter((circle) => !squares.some((square) => isSame(circle, square)))];
}

/** Whether two shapes overlap substantially. */
function isSame(one: Shape, other: Shape): boolean {
  return overlapArea(one, other) > 0.3 * Math.min(areaOf(one), areaOf(other));
}

export function markState({ filled, round }: MarkShape): Pick<SelectionMark, 'state' | 'confidence'> {
  const distance = Math.min(1, Math.abs(filled - MIN_TICKED_SHARE) / MIN_TICKED_SHARE);
  return { state: filled > MIN_TICKED_SHARE ? 'selected' : 'unselected', confidence: (round ? 0.85 : 0.9) + 0.08 * distance };
}
