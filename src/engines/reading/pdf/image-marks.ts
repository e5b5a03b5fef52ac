/**
 * Check boxes that a file has as small pictures, or draws with curves: rounded boxes, circles, with whatever ticks them.
 * Where such things stand the page is looked at as it is shown. Small pictures are icons and bullets too, so there must
 * be an outline that is a box or a ring, a picture must not be solid, and words must stand beside most of what looks alike.
 */
import type { Box, Line, Picture, SelectionMark } from '../model/page.ts';
import { inkOf } from '../images/marks/ink-mask.ts';
import { markShapes, stateOf } from '../images/marks/mark-shapes.ts';
import type { MarkShape } from '../images/marks/mark-shapes.ts';
import { crop } from '../images/resize.ts';

/** Sides of a mark in inches, and how much longer one may be than the other. */
const SIDE = { least: 0.07, most: 0.4, ratio: 1.6 };
/** More such things are a drawing or a map. */
const MOST = 200;
/** Paper around a picture that is looked at with it, in inches: the outline may be its very edge. */
const MARGIN = 0.05;
/** The largest mark that a picture holds, in its own height; the finders look for marks of up to 1.9 heights of text. */
const TEXT_HEIGHT = 1 / 1.9;
/** Share of ink inside beyond which a picture is an icon; crosses and ticks stay below a half. So is one with an outline as thick as that share of its width. */
const MOST_FILLED = 0.6;
const THICKEST = 0.18;
/** Gap to the nearest word beside a mark, in heights of the mark. */
const BESIDE = 2.5;
/** Share of the marks that must have a word beside them. */
const LABELLED = 0.6;

/** A small picture or outline; icons are pictures. */
export interface MaybeMark { box: Box; isPicture: boolean }

/** Those that are as large as marks are, once each. */
export function likeMarks(all: readonly MaybeMark[]): MaybeMark[] {
  const sized = all.filter(({ box: { left, top, right, bottom } }) => {
    const [width, height] = [right - left, bottom - top];
    return Math.min(width, height) >= SIDE.least && Math.max(width, height) <= SIDE.most && Math.max(width, height) <= SIDE.ratio * Math.min(width, height);
  });
  const apart: MaybeMark[] = [];
  for (const one of sized) if (apart.length <= MOST && !apart.some(({ box }) => isOver(one.box, box))) apart.push(one);
  return apart.length > MOST ? [] : apart;
}

/** Whether the middle of a box lies in another. */
const isOver = (box: Box, other: Box): boolean => {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return x >= other.left && x <= other.right && y >= other.top && y <= other.bottom;
};

/** The marks among them, in inches; `scale` pixels of the picture make an inch. */
export function marksIn(all: readonly MaybeMark[], picture: Picture, scale: number, lines: readonly Line[]): SelectionMark[] {
  const marks = all.flatMap((one) => markAt(one, picture, scale));
  const labelled = marks.filter(({ box }) => hasWordBeside(box, lines));
  return labelled.length >= LABELLED * marks.length ? labelled : [];
}

function markAt({ box, isPicture }: MaybeMark, picture: Picture, scale: number): SelectionMark[] {
  const [left, top] = [Math.max(0, Math.floor((box.left - MARGIN) * scale)), Math.max(0, Math.floor((box.top - MARGIN) * scale))];
  const part = crop(picture, { left, top, right: Math.ceil((box.right + MARGIN) * scale), bottom: Math.ceil((box.bottom + MARGIN) * scale) });
  const high = Math.max(box.right - box.left, box.bottom - box.top) * scale;
  const [shape] = markShapes(inkOf(part), TEXT_HEIGHT * (1.2 * high + 2)).filter((one) => !isPicture || isOutlined(one)).sort((one, other) => other.right - other.left - one.right + one.left);
  if (shape === undefined) return [];
  return [{ box: { left: (left + shape.left) / scale, top: (top + shape.top) / scale, right: (left + shape.right) / scale, bottom: (top + shape.bottom) / scale }, ...stateOf(shape) }];
}

const isOutlined = ({ filled, thickness, left, right }: MarkShape): boolean => filled < MOST_FILLED && thickness < THICKEST * (right - left);

function hasWordBeside({ left, top, right, bottom }: Box, lines: readonly Line[]): boolean {
  const reach = BESIDE * (bottom - top);
  return lines.some((line) => line.box.bottom > top && line.box.top < bottom && line.words.some(({ box }) => box.bottom > top && box.top < bottom && Math.max(box.left - right, left - box.right) < reach && (box.left >= right - 0.2 * (right - left) || box.right <= left + 0.2 * (right - left))));
}
