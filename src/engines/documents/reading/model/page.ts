/**
 * A page that was read. Every kind of file becomes this; layout, fields and results are built from it.
 *
 * Boxes are in the upright frame: the page rotated and straightened so that its text runs from left to right, in the
 * page's own unit. `toPage` transforms to the original page and is applied once, when a result is written, so nothing in
 * between needs to know that a scan was skewed.
 */

/** Images are measured in pixels, PDF pages in inches; office files and HTML have no geometry. */
export type Unit = 'pixel' | 'inch';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Maps (x, y) to (a·x + c·y + e, b·x + d·y + f). */
export interface Affine {
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
  f: number;
}

/**
 * The bend of a photographed page: how far its level lines are moved up or down at each point. A polynomial: `coefficients[i][j]`
 * belongs to u^i · v^j, where u and v are the place in `text`, from -1 to 1; outside of it the bend is that of the nearest edge. The
 * flat page has margins above and below, so that nothing is moved off it.
 */
export interface Bend {
  /** The box around the lines of the bent page. */
  text: Box;
  margin: number;
  coefficients: readonly (readonly number[])[];
}

/** First bends the page, then transforms it. */
export interface PageTransform extends Affine {
  bend?: Bend;
}

/** The clockwise rotation of a line in the upright frame: 0 except for text along the side of a page. */
export type Turn = 0 | 90 | 180 | 270;

export interface Word {
  text: string;
  box: Box;
  /** From 0 to 1; 1 for the text layer of a PDF. */
  confidence: number;
}

/** What is known about the letters: everything in a PDF with text, only measurements in a scan. */
export interface Font {
  /** The em size in the page's unit. */
  size: number;
  bold: boolean;
  italic: boolean;
  name?: string;
  /** #rrggbb */
  color?: string;
}

export interface Line {
  words: readonly Word[];
  box: Box;
  turn: Turn;
  font?: Font;
  /** The probability that it is handwritten; absent if not requested. */
  handwritten?: number;
}

/** A straight stroke, drawn or found in an image: rules of tables and forms, lines under headings. */
export interface Rule {
  from: { x: number; y: number };
  to: { x: number; y: number };
  width: number;
}

export interface SelectionMark {
  box: Box;
  state: 'selected' | 'unselected';
  confidence: number;
}

export interface Barcode {
  kind: string;
  value: string;
  box: Box;
  confidence: number;
}

export interface Page {
  /** From 1. */
  number: number;
  /** Size of the original page. */
  width: number;
  height: number;
  unit: Unit;
  /** Clockwise rotation of the text on the original page in degrees, above -180 up to 180. */
  angle: number;
  toPage: PageTransform;
  /** Size of the upright frame. */
  upright: { width: number; height: number };
  lines: readonly Line[];
  /** From the file itself: strokes it draws, check boxes of its form. Layout finds those in the image. */
  rules: readonly Rule[];
  /** Rectangles that the file fills with a color other than white, such as shaded cells. */
  fills?: readonly Box[];
  marks: readonly SelectionMark[];
  /** Boxes of the images on the page. */
  imageBoxes: readonly Box[];
  barcodes: readonly Barcode[];
}

/** Gray values row by row: 0 is black, 255 white. */
export interface GrayImage {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A page with the image of its upright frame, if there is one; `scale` is pixels per unit of the page. */
export interface PageWithImage {
  page: Page;
  image?: GrayImage;
  scale: number;
  /** The probability that there is a check box or radio button at a place, if a network has looked for them. */
  markScore?(box: Box): number;
}

/**
 * Office files and HTML have an order and a structure, but no geometry.
 * The first cell of a merged group has the spans; the cells it covers are omitted.
 */
export interface Flow {
  pages: readonly (readonly Block[])[];
}

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string; role?: 'title' | 'pageHeader' | 'pageFooter' | 'footnote' }
  /** `part` is its place in the file, `text` its caption, `read` what it shows. */
  | { kind: 'image'; part: string; text: string; read?: Page }
  | { kind: 'table'; rows: number; columns: number; cells: readonly FlowCell[]; caption?: string };

export interface FlowCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  header: boolean;
  text: string;
}
