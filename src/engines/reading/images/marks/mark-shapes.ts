/** Shapes in ink that may be selection marks, squares before circles, and the state that their inside tells. */
import { areaOf, overlapOf } from '../../model/affine.ts';
import type { SelectionMark } from '../../model/page.ts';
import type { Ink } from './ink-mask.ts';
import { circlesIn } from './round-marks.ts';
import { squaresIn } from './square-marks.ts';
import type { Shape } from './square-marks.ts';

export interface MarkShape extends Shape { round: boolean }

/** Share of ink inside an outline from which on it counts as ticked; empty boxes of bad scans stay below 0.03. */
const TICKED = 0.05;
/** Share from which on a shape is solid: a bullet, a blot, or a box that was filled in. */
export const SOLID = 0.9;

/** `textHeight` in pixels: marks are about as large as the text beside them. */
export function markShapes(ink: Ink, textHeight: number): MarkShape[] {
  const squares = squaresIn(ink, textHeight).map((shape) => ({ ...shape, round: false }));
  const circles = circlesIn(ink, textHeight).map((shape) => ({ ...shape, round: true }));
  return [...squares, ...circles.filter((circle) => !squares.some((square) => isSame(circle, square)))];
}

/** Whether one of two shapes lies in the other to a good part. */
function isSame(one: Shape, other: Shape): boolean {
  return overlapOf(one, other) > 0.3 * Math.min(areaOf(one), areaOf(other));
}

export function stateOf({ filled, round }: MarkShape): Pick<SelectionMark, 'state' | 'confidence'> {
  const distance = Math.min(1, Math.abs(filled - TICKED) / TICKED);
  return { state: filled > TICKED ? 'selected' : 'unselected', confidence: (round ? 0.85 : 0.9) + 0.08 * distance };
}
