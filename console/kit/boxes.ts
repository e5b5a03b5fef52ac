/** Boxes over an image: hit testing for ten thousand of them, and quarter turns of rotated pages. */

export type BoxColor = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;
export const BOX_COLORS = 12;

/** Hit testing of boxes over an image, fast for ten thousand of them. */
export interface Box {
  id: string;
  /** Corners in image units, alternating x and y: four numbers are a rectangle (left, top, right, bottom), eight any quadrangle. */
  points: readonly number[];
  color?: BoxColor;
  label?: string;
  filled?: boolean;
  dashed?: boolean;
  /** Its frame is clear and its label shown even if it is not selected: for few boxes, as those of a photo. */
  always?: boolean;
}

export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boundsOf({ points }: Pick<Box, 'points'>): Rectangle {
  const xs = points.filter((_, i) => i % 2 === 0);
  const ys = points.filter((_, i) => i % 2 === 1);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The corners in order around the box. */
export function cornersOf({ points }: Pick<Box, 'points'>): [number, number][] {
  if (points.length === 4) {
    const [left, top, right, bottom] = points as [number, number, number, number];
    return [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ];
  }
  return Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i]!, points[2 * i + 1]!]);
}

const CELLS = 64;

/** Boxes indexed by the cells of a grid over the image. */
export class BoxIndex {
  readonly #cells = new Map<number, Box[]>();
  readonly #width: number;
  readonly #height: number;

  constructor(boxes: readonly Box[], width: number, height: number) {
    this.#width = width;
    this.#height = height;
    for (const box of boxes) {
      const { left, top, right, bottom } = boundsOf(box);
      for (let row = this.#row(top); row <= this.#row(bottom); row++)
        for (let column = this.#column(left); column <= this.#column(right); column++) {
          const cell = row * CELLS + column;
          const cellBoxes = this.#cells.get(cell);
          if (cellBoxes) cellBoxes.push(box);
          else this.#cells.set(cell, [box]);
        }
    }
  }

  /** The smallest box at a point, so that a box inside another one can be selected. */
  at(x: number, y: number): Box | undefined {
    const candidates = (this.#cells.get(this.#row(y) * CELLS + this.#column(x)) ?? []).filter((box) => isInside(cornersOf(box), x, y));
    return candidates.reduce<Box | undefined>((smallest, box) => (!smallest || areaOf(box) < areaOf(smallest) ? box : smallest), undefined);
  }

  /** All boxes that touch a rectangle. */
  within(area: Rectangle): Box[] {
    const found = new Set<Box>();
    for (let row = this.#row(area.top); row <= this.#row(area.bottom); row++)
      for (let column = this.#column(area.left); column <= this.#column(area.right); column++) {
        for (const box of this.#cells.get(row * CELLS + column) ?? []) {
          const { left, top, right, bottom } = boundsOf(box);
          if (left <= area.right && right >= area.left && top <= area.bottom && bottom >= area.top) found.add(box);
        }
      }
    return [...found];
  }

  #row(y: number): number {
    return clamp(Math.floor((y / this.#height) * CELLS));
  }

  #column(x: number): number {
    return clamp(Math.floor((x / this.#width) * CELLS));
  }
}

function clamp(cell: number): number {
  return Math.max(0, Math.min(CELLS - 1, cell));
}

function areaOf(box: Box): number {
  const { left, top, right, bottom } = boundsOf(box);
  return (right - left) * (bottom - top);
}

function isInside(corners: readonly [number, number][], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = corners.length - 1; i < corners.length; j = i++) {
    const [xi, yi] = corners[i]!;
    const [xj, yj] = corners[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/** Quarter turns, clockwise, by which the text of a page is rotated. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** From an angle in degrees, clockwise; a slightly skewed page is not rotated. */
export function quarterTurns(angle = 0): QuarterTurns {
  return (((Math.round(angle / 90) % 4) + 4) % 4) as QuarterTurns;
}

export interface Size {
  width: number;
  height: number;
}

export const uprightSize = ({ width, height }: Size, turns: QuarterTurns): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** A point of the page on the upright page; `size` is that of the page as scanned. */
export function uprightPoint([x, y]: readonly [number, number], { width, height }: Size, turns: QuarterTurns): [number, number] {
  switch (turns) {
    case 0:
      return [x, y];
    case 1:
      return [y, width - x];
    case 2:
      return [width - x, height - y];
    case 3:
      return [height - y, x];
  }
}

/** Rectangles stay rectangles; the corners of other boxes keep their order. */
export function uprightBoxes(boxes: readonly Box[], size: Size, turns: QuarterTurns): readonly Box[] {
  if (turns === 0) return boxes;
  return boxes.map((box) => {
    const points = Array.from({ length: box.points.length / 2 }, (_, i) =>
      uprightPoint([box.points[2 * i]!, box.points[2 * i + 1]!], size, turns),
    );
    return { ...box, points: points.length === 2 ? Object.values(between(points[0]!, points[1]!)) : points.flat() };
  });
}

/** A rectangle of the page as scanned, on the upright page. */
export function uprightRectangle({ left, top, right, bottom }: Rectangle, size: Size, turns: QuarterTurns): Rectangle {
  return between(uprightPoint([left, top], size, turns), uprightPoint([right, bottom], size, turns));
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
    case 0:
      return [1, 0, 0, 1, 0, 0];
    case 1:
      return [0, -1, 1, 0, 0, width];
    case 2:
      return [-1, 0, 0, -1, width, height];
    case 3:
      return [0, 1, -1, 0, height, 0];
  }
}

/** Keys in the order of a box's points. */
function between([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): Rectangle {
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) };
}

/** The part of a page in view: a point of the page is shown at `scale * point + (x, y)`. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

/** Share of the view that a rectangle takes up when it is shown closely, and how much closer than the whole page at most. */
const CLOSE_SHARE = 0.45;
const MAX_CLOSE = 3;

/** The view of a rectangle in its surroundings; never smaller than `fit`, which shows the whole page. */
export function closeView({ left, top, right, bottom }: Rectangle, page: Size, shown: Size, fit: View): View {
  const wanted = CLOSE_SHARE * Math.min(shown.width / Math.max(right - left, 1e-9), shown.height / Math.max(bottom - top, 1e-9));
  const scale = Math.max(fit.scale, Math.min(fit.scale * MAX_CLOSE, wanted));
  const place = (from: number, to: number, length: number, space: number): number => {
    if (length * scale <= space) return (space - length * scale) / 2;
    return Math.min(0, Math.max(space - length * scale, space / 2 - ((from + to) / 2) * scale));
  };
  return { scale, x: place(left, right, page.width, shown.width), y: place(top, bottom, page.height, shown.height) };
}
