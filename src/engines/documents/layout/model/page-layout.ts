/** The layout of one page, independent of its image: items in reading order and the blocks they form. */
import type { Box, Font, Page, Turn } from '../../reading/model/page.ts';
import type { Strokes } from './strokes.ts';
import type { CellPlace } from './structure.ts';

export interface PageItem {
  text: string;
  box: Box;
  confidence: number;
  state?: 'selected' | 'unselected';
}

/** Items `from` up to but not including `to`. */
export interface ItemRange {
  from: number;
  to: number;
}

export interface PageLine extends ItemRange {
  box: Box;
  turn: Turn;
  font?: Font;
  handwritten?: number;
}

export interface PageParagraph extends ItemRange {
  kind: 'paragraph';
  box: Box;
  lines: number;
  height: number;
  font?: Font;
  bold?: boolean;
  turn: Turn;
}

export interface PageCell extends CellPlace, ItemRange {
  box: Box;
}

export interface PageTable {
  kind: 'table';
  box: Box;
  rowCount: number;
  columnCount: number;
  cells: PageCell[];
}

/** `paragraphs` are those inside the figure. */
export interface PageFigure {
  kind: 'figure';
  box: Box;
  paragraphs: PageParagraph[];
}

export type PageBlock = PageParagraph | PageTable | PageFigure;

export interface PagePair {
  key: number[];
  value: number[];
  confidence: number;
}

export interface PageLayout extends Pick<Page, 'number' | 'width' | 'height' | 'unit' | 'angle' | 'toPage' | 'upright' | 'barcodes'> {
  /** Height of the page's text, the unit of all distances. */
  textHeight: number;
  items: PageItem[];
  lines: PageLine[];
  blocks: PageBlock[];
  pairs: PagePair[];
  /** Drawn rules of the page, the longest first; absent if they were not looked for. */
  rules?: Strokes;
}
