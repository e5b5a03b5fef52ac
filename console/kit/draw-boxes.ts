/** Draws boxes over an image, and the labels of those that are selected, under the pointer, or always shown. */
import { boundsOf, cornersOf, type Box, type BoxColor } from './boxes.ts';

/** The image is always on white, so boxes use the light theme's colors; white text is readable on each. */
const COLORS: Readonly<Record<BoxColor, string>> = {
  1: '#136f52',
  2: '#b45309',
  3: '#1f5f9e',
  4: '#8b3a8f',
  5: '#7c7a12',
  6: '#b3261e',
  7: '#0e7490',
  8: '#5b45b0',
  9: '#9d174d',
  10: '#3f6212',
  11: '#475569',
  12: '#7c4a21',
};

export const boxColor = (number: BoxColor): string => COLORS[number];

export interface Marked {
  selected?: ReadonlySet<string>;
  hovered?: Box;
}

/** Grouped by style to limit state changes; drawn one by one, which is much faster than one long path. */
export function drawBoxes(
  context: CanvasRenderingContext2D,
  boxes: readonly Box[],
  { selected, hovered, scale }: Marked & { scale: number },
): void {
  const groups = Map.groupBy(
    boxes,
    (box) =>
      `${box.color ?? 3} ${box.filled ?? false} ${box.dashed ?? false} ${selected?.has(box.id) ?? false} ${hovered?.id === box.id} ${box.always ?? false}`,
  );
  for (const [name, group] of groups) {
    const [color, filled, dashed, isSelected, under, always] = name.split(' ');
    const ink = boxColor(Number(color) as BoxColor);
    const fills = filled === 'true' || isSelected === 'true' || under === 'true';
    // Faint for unselected boxes: with thousands of words on a page, frames would hide the text.
    context.strokeStyle = fills || dashed === 'true' || always === 'true' ? ink : `${ink}66`;
    context.fillStyle = `${ink}${isSelected === 'true' ? '40' : '26'}`;
    context.lineWidth = (isSelected === 'true' ? 2.5 : under === 'true' || always === 'true' ? 2 : 1) / scale;
    context.setLineDash(dashed === 'true' ? [4 / scale, 3 / scale] : []);
    for (const box of group) drawBox(context, box, fills);
  }
  context.setLineDash([]);
}

function drawBox(context: CanvasRenderingContext2D, box: Box, fills: boolean): void {
  if (box.points.length === 4) {
    const [left, top, right, bottom] = box.points as [number, number, number, number];
    if (fills) context.fillRect(left, top, right - left, bottom - top);
    context.strokeRect(left, top, right - left, bottom - top);
    return;
  }
  const corners = cornersOf(box);
  context.beginPath();
  context.moveTo(...corners[0]!);
  for (const corner of corners.slice(1)) context.lineTo(...corner);
  context.closePath();
  if (fills) context.fill();
  context.stroke();
}

const LABEL_HEIGHT = 18;
const LABEL_PADDING = 5;
const LABEL_MARGIN = 2;
/** The width that a label has at least, if its box is small. */
const MIN_ROOM = 84;

export interface Place {
  x: number;
  y: number;
  width: number;
}

/**
 * Where a label of a width is, in pixels of the view: above its box if there is room, else below it, else over its
 * upper edge; never beyond an edge of the view.
 */
export function labelPlace(
  box: { left: number; top: number; bottom: number },
  textWidth: number,
  view: { width: number; height: number },
): Place {
  const width = Math.min(textWidth + 2 * LABEL_PADDING, view.width - 2 * LABEL_MARGIN);
  const x = Math.max(LABEL_MARGIN, Math.min(box.left, view.width - width - LABEL_MARGIN));
  const above = box.top - LABEL_HEIGHT - LABEL_MARGIN;
  const below = box.bottom + LABEL_MARGIN;
  if (above >= 0) return { x, y: Math.min(above, view.height - LABEL_HEIGHT), width };
  return { x, y: below >= 0 && below + LABEL_HEIGHT <= view.height ? below : Math.max(0, box.top), width };
}

/** The context draws in pixels of the view. */
export function drawLabels(
  context: CanvasRenderingContext2D,
  boxes: readonly Box[],
  view: { scale: number; x: number; y: number; width: number; height: number },
  { selected, hovered }: Marked,
): void {
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  const isMarked = ({ id }: Box): boolean => hovered?.id === id || (selected?.has(id) ?? false);
  // Labels of marked boxes are whole, and over the others.
  const shown = boxes.filter(({ always }) => always).filter((box) => !isMarked(box));
  for (const box of [...shown, ...boxes.filter(isMarked)]) {
    if (box.label === undefined) continue;
    const { left, top, right, bottom } = boundsOf(box);
    const place = { left: left * view.scale + view.x, top: top * view.scale + view.y, bottom: bottom * view.scale + view.y };
    const room = isMarked(box) ? view.width - 2 * (LABEL_MARGIN + LABEL_PADDING) : Math.max(MIN_ROOM, (right - left) * view.scale);
    const text = fitText(context, box.label, room);
    const { x, y, width } = labelPlace(place, context.measureText(text).width, view);
    context.fillStyle = boxColor(box.color ?? 3);
    context.fillRect(x, y, width, LABEL_HEIGHT);
    context.fillStyle = '#fff';
    context.fillText(text, x + LABEL_PADDING, y + LABEL_HEIGHT / 2 + 1);
  }
}

const MAX_LABEL = 80;

function fitText(context: CanvasRenderingContext2D, label: string, width: number): string {
  let text = label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL)}…` : label;
  while (text.length > 2 && context.measureText(text).width > width) text = `${text.slice(0, -2)}…`;
  return text;
}
