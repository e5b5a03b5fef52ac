/**
 * A page as it was read. Every kind of file becomes this; layout, fields and answers are made from it.
 *
 * Boxes lie in the upright frame: the page turned and straightened so that its text runs from left to right, in the
 * page's own unit. `toPage` leads from there to the page as it was given, and is applied once, when an answer is written.
 * So nothing between reading and writing needs to know that a scan lay askew.
 */

/** Pictures are measured in pixels, PDF pages in inches; a page of an office file or of HTML has no geometry at all. */
export type Unit = 'pixel' | 'inch';

export interface Box { left: number; top: number; right: number; bottom: number }

/** x1, y1 … x4, y4 from the corner where the text begins, clockwise as the text is read. */
export type Polygon = readonly [number, number, number, number, number, number, number, number];

/** (x, y) goes to (a·x + c·y + e, b·x + d·y + f). */
export interface Affine { a: number; b: number; c: number; d: number; e: number; f: number }

/** How far a line is turned clockwise in the upright frame: 0 but for text along the side of a page. */
export type Turn = 0 | 90 | 180 | 270;

export interface Word {
  text: string;
  box: Box;
  /** From 0 to 1; letters of a PDF's own text have 1. */
  confidence: number;
}

/** What is known of the letters: all of it in a PDF with text, of a scan only what can be measured. */
export interface Font {
  /** Height of the letters' square in the page's unit (what a point size says). */
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
  /** From 0 to 1, how likely it was written by hand; absent where that was not looked at. */
  handwritten?: number;
}

/** A straight stroke, drawn or seen: the rules of a table, of a form, under a heading. */
export interface Rule { from: { x: number; y: number }; to: { x: number; y: number }; width: number }

export interface SelectionMark { box: Box; state: 'selected' | 'unselected'; confidence: number }

export interface Barcode { kind: string; value: string; box: Box; confidence: number }

export interface Page {
  /** From 1, in the file. */
  number: number;
  /** Of the page as it was given. */
  width: number;
  height: number;
  unit: Unit;
  /** Degrees clockwise, above -180 up to 180, by which the text is turned on the page as it was given. */
  angle: number;
  toPage: Affine;
  /** Size of the upright frame. */
  upright: { width: number; height: number };
  lines: readonly Line[];
  /** What the file itself says: strokes it draws, check boxes of its form. What is only seen is found from the picture. */
  rules: readonly Rule[];
  marks: readonly SelectionMark[];
  /** Where pictures stand on the page. */
  pictures: readonly Box[];
  barcodes: readonly Barcode[];
}

/** A page in shades of grey: row by row, 0 black, 255 white. */
export interface Picture { width: number; height: number; data: Uint8Array }

/** A page with the picture of its upright frame, where there is one; `scale` pixels make one unit of the page. */
export interface Seen { page: Page; picture?: Picture; scale: number }

/**
 * An office file or HTML page has an order and a structure, no places.
 * The first cell of a merged group carries its spans; the cells it covers are left out.
 */
export interface Flow { pages: readonly (readonly Block[])[] }

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string; role?: 'title' | 'pageHeader' | 'pageFooter' | 'footnote' }
  | { kind: 'table'; rows: number; columns: number; cells: readonly FlowCell[]; caption?: string };

export interface FlowCell { row: number; column: number; rowSpan: number; columnSpan: number; header: boolean; text: string }
