/**
 * What layout makes of read pages: one row of items (words and selection marks) in reading order, and elements that
 * name the items they are made of. Items are numbered through the whole document, so that an element's place in any
 * written content follows from its items alone, and a box is never needed to know what belongs together.
 *
 * Boxes lie in the upright frame of their page (see reading/page.ts); documents without places have none.
 */
import type { Affine, Barcode, Box, Font, Turn, Unit } from '../../reading/model/page.ts';

export interface WordItem { kind: 'word'; page: number; text: string; box?: Box; confidence: number }
export interface MarkItem { kind: 'mark'; page: number; state: 'selected' | 'unselected'; box?: Box; confidence: number }

/** `page` is an index into the document's pages. */
export type Item = WordItem | MarkItem;

/** A stretch of a page; `page` is an index into the document's pages. */
export interface Region { page: number; box: Box }

/** `items` ascend; `regions` are empty where the document has no places. */
export interface Element { items: readonly number[]; regions: readonly Region[] }

/** Words of one line that stand together: a wide gap, a column or the wall of a cell ends a line. */
export interface TextLine extends Element { page: number; turn: Turn; font?: Font; handwritten?: number }

export type Role = 'pageHeader' | 'pageFooter' | 'pageNumber' | 'title' | 'sectionHeading' | 'footnote';

export interface Paragraph extends Element {
  role?: Role;
  /** Of headings: 1 for the title and for the highest section heading, and so on downwards. */
  level?: number;
}

export type CellKind = 'content' | 'columnHeader' | 'rowHeader' | 'stubHead' | 'description';

export interface TableCell extends Element {
  kind: CellKind;
  rowIndex: number;
  columnIndex: number;
  rowSpan: number;
  columnSpan: number;
  /** The cell's text as paragraphs, by index. */
  paragraphs: readonly number[];
}

/** A caption or a footnote of a table or figure: one paragraph that also stands among the paragraphs. */
export interface Attached extends Element { paragraph: number }

/** Items and regions over all pages that the table goes on. */
export interface Table extends Element {
  rowCount: number;
  columnCount: number;
  cells: readonly TableCell[];
  caption?: Attached;
  footnotes: readonly Attached[];
}

/** `items` are those inside the picture; its caption is outside of them. */
export interface Figure extends Element { paragraphs: readonly number[]; caption?: Attached }

/** Printed by the area as /paragraphs/0, /tables/0, /figures/0, /sections/1. */
export interface Reference { kind: 'paragraph' | 'table' | 'figure' | 'section'; index: number }

/** The first section is the root of the tree. Text of cells, captions and figures is reached through them only. */
export interface Section { elements: readonly Reference[] }

export interface KeyValuePair { key: Element; value?: Element; confidence: number }

export interface LaidPage {
  /** From 1, in the file. */
  number: number;
  /** Absent where the file has no places. */
  geometry?: { width: number; height: number; unit: Unit; angle: number; toPage: Affine };
  barcodes: readonly Barcode[];
  /** The page's items are those from `from` up to but not including `to`; lines in the same way. */
  items: { from: number; to: number };
  lines: { from: number; to: number };
}

export interface DocumentLayout {
  pages: readonly LaidPage[];
  items: readonly Item[];
  lines: readonly TextLine[];
  paragraphs: readonly Paragraph[];
  tables: readonly Table[];
  figures: readonly Figure[];
  sections: readonly Section[];
  keyValuePairs: readonly KeyValuePair[];
  /** Paragraphs, tables and figures as they follow each other, page headers and footers among them; never sections. */
  blocks: readonly Reference[];
}

/** What is looked for beyond lines and paragraphs; `prebuilt-read` needs none of it. */
export interface LayoutOptions {
  tables: boolean;
  marks: boolean;
  figures: boolean;
  keyValuePairs: boolean;
}

/** A stretch of content in UTF-16 units. */
export interface Span { offset: number; length: number }

export interface ContentOptions {
  format: 'text' | 'markdown';
  /** Whether marks are written at all; unwritten marks have an empty span where they would have stood. */
  selectionMarks: boolean;
  /** Of markdown: 'html' writes every table as HTML, 'pipes' only those that pipes cannot express. */
  tables: 'pipes' | 'html';
}

/** Content and the place of every element in it, each list in the order of the document's list of that name. */
export interface Content {
  content: string;
  items: Span[];
  lines: Span[][];
  paragraphs: Span[][];
  tables: { spans: Span[]; cells: Span[][]; caption: Span[]; footnotes: Span[][] }[];
  figures: { spans: Span[]; caption: Span[] }[];
  sections: Span[][];
  keyValuePairs: { key: Span[]; value: Span[] }[];
  /** Together they cover the content. */
  pages: Span[][];
}
