/**
 * Check boxes that a file contains as small images or draws with curves: rounded boxes and circles with their ticks. They are
 * detected in the rendered page. Small images may also be icons and bullets, so there must be an outline that is a box or a
 * ring, an image must not be solid, and most candidates must have words beside them.
 */
import { divideBox, isCenterInside } from '../model/affine.ts';
import type { Box, Line, GrayImage, SelectionMark } from '../model/page.ts';
import { detectInk } from '../images/marks/ink-mask.ts';
import { findMarkShapes, markState } from '../images/marks/mark-shapes.ts';
import type { MarkShape } from '../images/marks/mark-shapes.ts';
import { crop } from '../images/resize.ts';

/** Side lengths of a mark in inches, and their maximum ratio. */
const SIDE_INCHES = { min: 0.07, max: 0.4, ratio: 1.6 };
/** A page with more candidates is a drawing or a map. */
const MAX_CANDIDATES = 200;
/** Margin around a candidate in inches: the outline may be at its edge. */
const MARGIN = 0.05;
/** Text height to pass to the shape finders, which look for marks of up to 1.9 text heights. */
const TEXT_HEIGHT = 1 / 1.9;
/** An image with more ink inside, or an outline thicker than this share of its width, is an icon; crosses and ticks stay below a half. */
const MAX_FILLED_SHARE = 0.6;
const MAX_OUTLINE_SHARE = 0.18;
/** Maximum gap to the nearest word, in mark heights. */
const MAX_LABEL_GAP = 2.5;
/** Minimum share of marks that have a word beside them. */
const MIN_LABELED_SHARE = 0.6;

/** A small image or outline. */
export interface MarkCandidate {
  box: Box;
  isImage: boolean;
}

/** Candidates of the size of marks, without duplicates. */
export function filterMarkSized(all: readonly MarkCandidate[]): MarkCandidate[] {
  const sized = all.filter(({ box: { left, top, right, bottom } }) => {
    const [width, height] = [right - left, bottom - top];
    return (
      Math.min(width, height) >= SIDE_INCHES.min &&
      Math.max(width, height) <= SIDE_INCHES.max &&
      Math.max(width, height) <= SIDE_INCHES.ratio * Math.min(width, height)
    );
  });
  const apart: MarkCandidate[] = [];
  for (const one of sized) if (apart.length <= MAX_CANDIDATES && !apart.some(({ box }) => isCenterInside(one.box, box))) apart.push(one);
  return apart.length > MAX_CANDIDATES ? [] : apart;
}

/** The marks among the candidates, in inches; `scale` is pixels per inch. */
export function findMarksInImage(all: readonly MarkCandidate[], image: GrayImage, scale: number, lines: readonly Line[]): SelectionMark[] {
  const marks = all.flatMap((one) => detectMark(one, image, scale));
  const labeled = marks.filter(({ box }) => hasWordBeside(box, lines));
  return labeled.length >= MIN_LABELED_SHARE * marks.length ? labeled : [];
}

function detectMark({ box, isImage }: MarkCandidate, image: GrayImage, scale: number): SelectionMark[] {
  const [left, top] = [Math.max(0, Math.floor((box.left - MARGIN) * scale)), Math.max(0, Math.floor((box.top - MARGIN) * scale))];
  const part = crop(image, { left, top, right: Math.ceil((box.right + MARGIN) * scale), bottom: Math.ceil((box.bottom + MARGIN) * scale) });
  const high = Math.max(box.right - box.left, box.bottom - box.top) * scale;
  const [shape] = findMarkShapes(detectInk(part), TEXT_HEIGHT * (1.2 * high + 2))
    .filter((one) => !isImage || isOutlined(one))
    .sort((one, other) => other.right - other.left - one.right + one.left);
  if (shape === undefined) return [];
  const placed = { left: left + shape.left, top: top + shape.top, right: left + shape.right, bottom: top + shape.bottom };
  return [{ box: divideBox(placed, scale), ...markState(shape) }];
}

const isOutlined = ({ filled, thickness, left, right }: MarkShape): boolean =>
  filled < MAX_FILLED_SHARE && thickness < MAX_OUTLINE_SHARE * (right - left);

function hasWordBeside({ left, top, right, bottom }: Box, lines: readonly Line[]): boolean {
  const reach = MAX_LABEL_GAP * (bottom - top);
  return lines.some(
    (line) =>
      line.box.bottom > top &&
      line.box.top < bottom &&
      line.words.some(
        ({ box }) =>
          box.bottom > top &&
          box.top < bottom &&
          Math.max(box.left - right, left - box.right) < reach &&
          (box.left >= right - 0.2 * (right - left) || box.right <= left + 0.2 * (right - left)),
      ),
  );
}
