/**
 * The layout of a document: one list of items (words and selection marks) in reading order, and elements that refer to
 * their items by number. Numbers run through the whole document, so an element's position in the written content follows
 * from its items alone.
 *
 * Boxes are in the upright frame of their page (see reading/model/page.ts); office files and HTML have none.
 */
import type { PageTransform, Barcode, Box, Font, Turn, Unit } from '../../reading/model/page.ts';
import type { Strokes } from './strokes.ts';

export interface WordItem {
  kind: 'word';
  page: number;
  text: string;
  box?: Box;
  confidence: number;
}
export interface MarkItem {
  kind: 'mark';
  page: number;
  state: 'selected' | 'unselected';
  box?: Box;
  confidence: number;
}

/** `page` is an index into the document's pages. */
export type Item = WordItem | MarkItem;

/** A box on a page; `page` is an index into the document's pages. */
export interface Region {
  page: number;
  box: Box;
}

/** `items` ascend; `regions` are empty where the document has no geometry. */
export interface Element {
  items: readonly number[];
  regions: readonly Region[];
}

/** Adjacent words of one line: a wide gap, a column or a cell border ends a line. */
export interface TextLine extends Element {
  page: number;
  turn: Turn;
  font?: Font;
  handwritten?: number;
}

export type Role = 'pageHeader' | 'pageFooter' | 'pageNumber' | 'title' | 'sectionHeading' | 'footnote';

export interface Paragraph extends Element {
  role?: Role;
  /** For headings: 1 for the title or the highest section heading, 2 for the next level, and so on. */
  level?: number;
}

export type CellKind = 'content' | 'columnHeader' | 'rowHeader' | 'stubHead' | 'description';

/** Kind and place of a cell in its table. */
export interface CellPlace {
  kind: CellKind;
  rowIndex: number;
  columnIndex: number;
  rowSpan: number;
  columnSpan: number;
}

export interface TableCell extends CellPlace, Element {
  /** Indexes of the paragraphs that hold the cell's text. */
  paragraphs: readonly number[];
}

/** A caption or a footnote of a table or figure: also listed among the paragraphs. */
export interface AttachedParagraph extends Element {
  paragraph: number;
}

/** A table on one page; where it continues on the next page, that part is another table. */
export interface Table extends Element {
  rowCount: number;
  columnCount: number;
  cells: readonly TableCell[];
  caption?: AttachedParagraph;
  footnotes: readonly AttachedParagraph[];
}

/** `items` are those inside the figure; its caption is not among them. */
export interface Figure extends Element {
  /** Of an office file: the page, and the image in the file. */
  embedded?: { page: number; part: string };
  paragraphs: readonly number[];
  caption?: AttachedParagraph;
}

/** The area writes it as /paragraphs/0, /tables/0, /figures/0, /sections/1. */
export interface Reference {
  kind: 'paragraph' | 'table' | 'figure' | 'section';
  index: number;
}

/** The first section is the root of the tree. Paragraphs of cells, captions and figures are not listed in sections. */
export interface Section {
  elements: readonly Reference[];
}

export interface KeyValuePair {
  key: Element;
  value?: Element;
  confidence: number;
}

export interface DocumentPage {
  /** From 1, in the file. */
  number: number;
  /** Absent for office files and HTML. */
  geometry?: { width: number; height: number; unit: Unit; angle: number; toPage: PageTransform };
  barcodes: readonly Barcode[];
  /** Ranges of the document's items and lines; `to` is exclusive. */
  items: { from: number; to: number };
  lines: { from: number; to: number };
  /** Horizontal and vertical rules, drawn by the file or seen in the image. */
  rules?: Strokes;
}

export interface DocumentLayout {
  pages: readonly DocumentPage[];
  items: readonly Item[];
  lines: readonly TextLine[];
  paragraphs: readonly Paragraph[];
  tables: readonly Table[];
  figures: readonly Figure[];
  sections: readonly Section[];
  keyValuePairs: readonly KeyValuePair[];
  /** Paragraphs, tables and figures in reading order, page headers and footers included; never sections. */
  blocks: readonly Reference[];
}

/** What to detect beyond lines and paragraphs; `prebuilt-read` needs none of it. */
export interface LayoutOptions {
  tables: boolean;
  marks: boolean;
  figures: boolean;
  keyValuePairs: boolean;
}

/** A range of the content in UTF-16 code units. */
export interface Span {
  offset: number;
  length: number;
}

export interface ContentOptions {
  format: 'text' | 'markdown';
  /** Whether marks are written; otherwise each has an empty span at its position. */
  selectionMarks: boolean;
  /** For markdown: 'html' writes every table as HTML, 'pipes' only those that pipes cannot express. */
  tables: 'pipes' | 'html';
}

/** The content and the spans of every element in it, each list in the order of the document's list of that name. */
export interface Content {
  content: string;
  items: Span[];
  lines: Span[][];
  paragraphs: Span[][];
  tables: { spans: Span[]; cells: Span[][]; caption: Span[]; footnotes: Span[][] }[];
  figures: { spans: Span[]; caption: Span[] }[];
  sections: Span[][];
  keyValuePairs: { key: Span[]; value: Span[] }[];
  /** Together they cover the whole content. */
  pages: Span[][];
}
