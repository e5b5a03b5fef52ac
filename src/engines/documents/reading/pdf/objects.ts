/**
 * What a page draws besides text: straight strokes, images, and letters drawn as outlines.
 *
 * Strokes are lines, sides of rectangles, thin filled rectangles and thin images. A small dark filled square becomes a
 * stroke as wide as it is long, because many forms fill a check box like that. The number of objects is bounded: a page with
 * more is a map or a drawing.
 */
import { IDENTITY, compose, apply, applyToBox, areaOf, boundsOf, intersection } from '../model/affine.ts';
import type { Affine, Box, Rule } from '../model/page.ts';
import type { Pdfium } from './pdfium.ts';

export interface DrawnObjects {
  rules: Rule[];
  images: DrawnImage[];
  /** The drawing order of each text object, by PDFium's handle. */
  texts: Map<number, number>;
  /** Boxes of small filled shapes with curves: letters, in files that have text as outlines. */
  outlines: Box[];
  /** Filled rectangles larger than strokes: shaded cells and rows. */
  fills: Box[];
  /** Boxes of small outlines with curves: circles and rounded boxes. */
  rings: Box[];
}

/** `order` is the drawing order. */
export interface DrawnImage {
  box: Box;
  pixels: { width: number; height: number };
  order: number;
  opaque: boolean;
}

const TEXT = 1;
const PATH = 2;
const IMAGE = 3;
const FORM = 5;
const MAX_DEPTH = 16;
const MAX_OBJECTS = 200_000;
const MAX_SEGMENTS = 500_000;
const MAX_RULES = 20_000;
const MAX_RINGS = 20_000;
const MAX_FILLS = 5000;
const MAX_PATH_SEGMENTS = 2000;
/** Sizes in inches. */
const MAX_RULE_WIDTH = 0.045;
const MAX_SQUARE = 0.2;
const MIN_RULE_LENGTH = 0.03;
const LETTER_SIZE = { min: 0.03, max: 0.6 };
const DARK = 128;
const WHITE = 250;

export function readDrawnObjects(pdf: Pdfium, page: number, toPage: Affine, bounds: Box): DrawnObjects {
  const drawn: DrawnObjects = { rules: [], images: [], texts: new Map(), outlines: [], fills: [], rings: [] };
  const left = { objects: MAX_OBJECTS, segments: MAX_SEGMENTS };
  const visit = (object: number, transform: Affine, depth: number): void => {
    left.objects -= 1;
    switch (pdf.calls.FPDFPageObj_GetType(object)) {
      case TEXT:
        drawn.texts.set(object, MAX_OBJECTS - left.objects);
        break;
      case PATH:
        left.segments -= addPath(pdf, object, transform, drawn);
        break;
      case IMAGE:
        addImage(pdf, object, transform, MAX_OBJECTS - left.objects, drawn);
        break;
      case FORM: {
        const inner = compose(transform, readMatrix(pdf, object));
        const count = depth < MAX_DEPTH ? pdf.calls.FPDFFormObj_CountObjects(object) : 0;
        for (let index = 0; index < count && left.objects > 0 && left.segments > 0; index += 1)
          visit(pdf.calls.FPDFFormObj_GetObject(object, index), inner, depth + 1);
      }
    }
  };
  const count = pdf.calls.FPDFPage_CountObjects(page);
  for (let index = 0; index < count && left.objects > 0 && left.segments > 0; index += 1)
    visit(pdf.calls.FPDFPage_GetObject(page, index), toPage, 0);
  return {
    rules: drawn.rules.flatMap((rule) => clipRule(rule, bounds)),
    images: drawn.images.flatMap((image) => clipBox(image.box, bounds).map((box) => ({ ...image, box }))),
    texts: drawn.texts,
    outlines: drawn.outlines.flatMap((box) => clipBox(box, bounds)),
    fills: drawn.fills.flatMap((box) => clipBox(box, bounds)),
    rings: drawn.rings.flatMap((box) => clipBox(box, bounds)),
  };
}

/** Empty if PDFium does not know it. */
export function readObjectBox({ calls, view, scratch }: Pdfium, object: number, toPage: Affine): Box {
  if (calls.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0)
    return { left: 0, top: 0, right: 0, bottom: 0 };
  const [left, bottom, right, top] = [0, 4, 8, 12].map((at) => view.getFloat32(scratch + at, true)) as [number, number, number, number];
  return applyToBox(toPage, { left, top: bottom, right, bottom: top });
}

function readMatrix(pdf: Pdfium, object: number): Affine {
  if (pdf.calls.FPDFPageObj_GetMatrix(object, pdf.scratch) === 0) return IDENTITY;
  const [a, b, c, d, e, f] = pdf.floats(6) as [number, number, number, number, number, number];
  return { a, b, c, d, e, f };
}

function clipBox(whole: Box, bounds: Box): Box[] {
  const box = intersection(whole, bounds);
  return areaOf(box) > 0 ? [box] : [];
}

/** Clips a rule to the page; rules outside of it are removed. */
function clipRule({ from, to, width }: Rule, bounds: Box): Rule[] {
  const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
  const [x1, x2] = [within(from.x, bounds.left, bounds.right), within(to.x, bounds.left, bounds.right)];
  const [y1, y2] = [within(from.y, bounds.top, bounds.bottom), within(to.y, bounds.top, bounds.bottom)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  return Number.isFinite(length) && length >= MIN_RULE_LENGTH ? [{ from: { x: x1, y: y1 }, to: { x: x2, y: y2 }, width }] : [];
}

function addImage(pdf: Pdfium, object: number, transform: Affine, order: number, drawn: DrawnObjects): void {
  const box = applyToBox(compose(transform, readMatrix(pdf, object)), { left: 0, top: 0, right: 1, bottom: 1 });
  if (addBar(box, drawn)) return;
  const { calls, scratch } = pdf;
  if (calls.FPDFImageObj_GetImagePixelSize(object, scratch, scratch + 4) === 0) return;
  drawn.images.push({
    box,
    pixels: { width: pdf.view.getUint32(scratch, true), height: pdf.view.getUint32(scratch + 4, true) },
    order,
    opaque: calls.FPDFPageObj_HasTransparency(object) === 0,
  });
}

/** Adds a thin filled rectangle as a rule; returns whether it is one. */
function addBar({ left, top, right, bottom }: Box, drawn: DrawnObjects): boolean {
  const [width, height] = [right - left, bottom - top];
  const [thin, long] = [Math.min(width, height), Math.max(width, height)];
  if (thin > MAX_RULE_WIDTH || long < 3 * thin) return false;
  if (drawn.rules.length < MAX_RULES) {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    drawn.rules.push(
      width > height ? { from: { x: left, y }, to: { x: right, y }, width: height } : { from: { x, y: top }, to: { x, y: bottom }, width },
    );
  }
  return true;
}

interface Shape {
  points: { x: number; y: number }[][];
  closed: boolean[];
  curved: boolean;
  segments: number;
}

const BEZIER = 1;
const MOVE = 2;

function readShape(pdf: Pdfium, object: number, transform: Affine): Shape {
  const { calls, scratch } = pdf;
  const count = calls.FPDFPath_CountSegments(object);
  const shape: Shape = { points: [], closed: [], curved: false, segments: Math.max(1, count) };
  for (let index = 0; index < Math.min(count, MAX_PATH_SEGMENTS); index += 1) {
    const segment = calls.FPDFPath_GetPathSegment(object, index);
    const type = calls.FPDFPathSegment_GetType(segment);
    calls.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
    const point = apply(transform, pdf.view.getFloat32(scratch, true), pdf.view.getFloat32(scratch + 4, true));
    if (type === MOVE || shape.points.length === 0) {
      shape.points.push([point]);
      shape.closed.push(false);
    } else shape.points.at(-1)!.push(point);
    if (type === BEZIER) shape.curved = true;
    if (calls.FPDFPathSegment_GetClose(segment) === 1) shape.closed[shape.closed.length - 1] = true;
  }
  return shape;
}

/** Adds the strokes of a path; returns the number of segments processed. */
function addPath(pdf: Pdfium, object: number, outer: Affine, drawn: DrawnObjects): number {
  const { calls, scratch } = pdf;
  if (calls.FPDFPath_GetDrawMode(object, scratch, scratch + 4) === 0) return 1;
  const filled = pdf.view.getInt32(scratch, true) !== 0 && brightness(pdf, object, 'FPDFPageObj_GetFillColor') < WHITE;
  const stroked = pdf.view.getInt32(scratch + 4, true) !== 0 && brightness(pdf, object, 'FPDFPageObj_GetStrokeColor') < WHITE;
  if (!filled && !stroked) return 1;
  const transform = compose(outer, readMatrix(pdf, object));
  const shape = readShape(pdf, object, transform);
  if (stroked && !shape.curved) {
    calls.FPDFPageObj_GetStrokeWidth(object, scratch);
    addStrokes(
      shape,
      pdf.view.getFloat32(scratch, true) * Math.sqrt(Math.abs(transform.a * transform.d - transform.b * transform.c)),
      drawn,
    );
  } else if (stroked) addRing(shape, drawn);
  if (filled && (!stroked || shape.curved)) addFill(shape, brightness(pdf, object, 'FPDFPageObj_GetFillColor'), drawn);
  return shape.segments;
}

/** From 0 (black) to 255 (white), on white paper. */
function brightness(
  { calls, view, scratch }: Pdfium,
  object: number,
  color: 'FPDFPageObj_GetFillColor' | 'FPDFPageObj_GetStrokeColor',
): number {
  const at = scratch + 16;
  if (calls[color](object, at, at + 4, at + 8, at + 12) === 0) return 0;
  const [red, green, blue, alpha] = [0, 4, 8, 12].map((offset) => view.getUint32(at + offset, true)) as [number, number, number, number];
  return 255 - ((255 - (0.299 * red + 0.587 * green + 0.114 * blue)) * alpha) / 255;
}

function addStrokes({ points, closed }: Shape, width: number, drawn: DrawnObjects): void {
  for (const [index, line] of points.entries()) {
    const ends = closed[index] === true ? [...line, line[0]!] : line;
    for (let at = 1; at < ends.length && drawn.rules.length < MAX_RULES; at += 1)
      drawn.rules.push({ from: ends[at - 1]!, to: ends[at]!, width });
  }
}

function addRing({ points }: Shape, drawn: DrawnObjects): void {
  for (const line of points) {
    const box = boundsOf(line);
    if (Math.max(box.right - box.left, box.bottom - box.top) <= LETTER_SIZE.max && drawn.rings.length < MAX_RINGS) drawn.rings.push(box);
  }
}

function addFill({ points, curved }: Shape, shade: number, drawn: DrawnObjects): void {
  if (curved) {
    const box = boundsOf(points.flat());
    const size = Math.max(box.right - box.left, box.bottom - box.top);
    if (size >= LETTER_SIZE.min && size <= LETTER_SIZE.max) drawn.outlines.push(box);
    return;
  }
  for (const line of points) {
    const box = boundsOf(line);
    if (line.length < 4 || line.length > 5 || !isRectangle(line, box) || addBar(box, drawn)) continue;
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (Math.max(width, height) > MAX_SQUARE && drawn.fills.length < MAX_FILLS) drawn.fills.push(box);
    if (Math.max(width, height) > MAX_SQUARE || shade >= DARK || drawn.rules.length >= MAX_RULES) continue;
    const y = (box.top + box.bottom) / 2;
    drawn.rules.push({ from: { x: box.left, y }, to: { x: box.right, y }, width: height });
  }
}

function isRectangle(points: readonly { x: number; y: number }[], { left, top, right, bottom }: Box): boolean {
  const near = (one: number, other: number): boolean => Math.abs(one - other) < 0.005;
  return points.every(({ x, y }) => (near(x, left) || near(x, right)) && (near(y, top) || near(y, bottom)));
}
