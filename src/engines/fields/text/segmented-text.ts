/**
 * A layout as fields are looked for in it: segments (words of one line that stand together), rows (segments side by
 * side) and blocks (segments below each other). A document without places, such as an office file, is given some: a
 * row a line, columns for the cells of a table; so one way of looking serves all files.
 */
import { heightOf, median, middleY, overlap, union } from '../../layout/model/geometry.ts';
import type { DocumentLayout, WordItem } from '../../layout/model/structure.ts';
import type { Box } from '../../reading/model/page.ts';

export interface SheetWord { item: number; text: string; box: Box; confidence: number; start: number; end: number }

export interface Segment {
  index: number;
  page: number;
  words: readonly SheetWord[];
  /** Words joined by spaces; `start` and `end` of words count in it. */
  text: string;
  box: Box;
  row: number;
  block: number;
  /** Of its letters, in text heights of the document. */
  size: number;
  bold: boolean;
  /** Table and row in it, such as `2:5`, for segments in a table of the layout. */
  tableRow?: string;
}

export interface Row { page: number; segments: readonly Segment[]; box: Box }
export interface TextBlock { page: number; segments: readonly Segment[]; box: Box }

export interface Sheet {
  layout: DocumentLayout;
  segments: readonly Segment[];
  rows: readonly Row[];
  blocks: readonly TextBlock[];
  /** Usual height of a line. */
  height: number;
  /** Of each page, what is written on. */
  pages: readonly Box[];
  /** The segment that an item is in. */
  segmentOf: ReadonlyMap<number, Segment>;
}

/** More than this is not looked at: fields stand on the first pages, and time stays bounded. */
const MOST_SEGMENTS = 6000;
/** Words of a segment; no field is longer. */
const MOST_WORDS = 120;
/** Widths of a letter of a document without places, in its line heights. */
const LETTER = 0.5;
const COLUMN = 40;

export function sheetOf(layout: DocumentLayout): Sheet {
  const placed = layout.items.some(({ box }) => box !== undefined);
  const drafts = (placed ? fromLines(layout) : fromFlow(layout)).slice(0, MOST_SEGMENTS);
  const height = median(drafts.map(({ box }) => heightOf(box))) || 1;
  const tableRows = new Map<number, string>();
  layout.tables.forEach(({ cells, columnCount }, table) => {
    if (columnCount > 1) for (const { items, rowIndex } of cells) for (const item of items) tableRows.set(item, `${String(table)}:${String(rowIndex)}`);
  });
  const segments: Segment[] = drafts.map((draft, index) => ({
    ...draft, index, row: -1, block: -1, size: draft.size === undefined ? heightOf(draft.box) / height : draft.size, tableRow: tableRows.get(draft.words[0]!.item),
  }));
  const usual = median(drafts.flatMap(({ size }) => size === undefined ? [] : [size]));
  if (usual > 0) segments.forEach((segment, i) => { if (drafts[i]!.size !== undefined) segment.size = drafts[i]!.size! / usual; });
  const rows = rowsOf(segments);
  const blocks = blocksOf(segments);
  const pages = layout.pages.map((_, page) => {
    const own = segments.filter((segment) => segment.page === page);
    return own.length === 0 ? { left: 0, top: 0, right: 1, bottom: 1 } : union(own.map(({ box }) => box));
  });
  const segmentOf = new Map<number, Segment>();
  for (const segment of segments) for (const { item } of segment.words) segmentOf.set(item, segment);
  return { layout, segments, rows, blocks, height, pages, segmentOf };
}

interface Draft { page: number; words: SheetWord[]; text: string; box: Box; size?: number; bold: boolean }

function draftOf(page: number, words: readonly { item: number; word: WordItem; box: Box }[], size: number | undefined, bold: boolean): Draft {
  let text = '';
  const own = words.slice(0, MOST_WORDS).map(({ item, word, box }) => {
    const start = text === '' ? 0 : text.length + 1;
    text = text === '' ? word.text : `${text} ${word.text}`;
    return { item, text: word.text, box, confidence: word.confidence, start, end: text.length };
  });
  return { page, words: own, text, box: union(own.map(({ box }) => box)), size, bold };
}

/** Strokes of a table that were read as letters. */
const STROKE = /^[|_¦]+$/u;

function fromLines({ lines, items }: DocumentLayout): Draft[] {
  return lines.flatMap((line) => {
    if (line.turn !== 0) return [];
    const words = line.items.flatMap((item) => {
      const word = items[item]!;
      return word.kind === 'word' && word.box !== undefined && word.text.trim() !== '' && !STROKE.test(word.text) ? [{ item, word, box: word.box }] : [];
    });
    return words.length === 0 ? [] : [draftOf(line.page, words, line.font?.size, line.font?.bold ?? false)];
  });
}

/** Lines of an office file below each other, cells of a table row side by side. */
function fromFlow({ blocks, paragraphs, tables, items }: DocumentLayout): Draft[] {
  const drafts: Draft[] = [];
  let line = 0;
  const put = (own: readonly number[], column: number, top: number, bold: boolean): void => {
    let x = column * COLUMN * LETTER;
    const words = own.flatMap((item) => {
      const word = items[item]!;
      if (word.kind !== 'word') return [];
      const box = { left: x, right: x + word.text.length * LETTER, top, bottom: top + 1 };
      x = box.right + LETTER;
      return [{ item, word, box }];
    });
    if (words.length > 0) drafts.push(draftOf(words[0]!.word.page, words, undefined, bold));
  };
  for (const { kind, index } of blocks) {
    if (kind === 'paragraph') {
      put(paragraphs[index]!.items, 0, line * 1.4, paragraphs[index]!.role === 'title');
      line += 1;
    } else if (kind === 'table') {
      for (const cell of tables[index]!.cells) put(cell.items, cell.columnIndex, (line + cell.rowIndex) * 1.4, cell.kind === 'columnHeader');
      line += tables[index]!.rowCount + 1;
    }
  }
  return drafts;
}

/** Segments whose middles lie on one height make a row, from left to right. */
function rowsOf(segments: Segment[]): Row[] {
  const rows: Row[] = [];
  const sorted = [...segments].sort((a, b) => a.page - b.page || middleY(a.box) - middleY(b.box));
  let own: Segment[] = [];
  let middle = 0;
  const end = (): void => {
    if (own.length === 0) return;
    own.sort((a, b) => a.box.left - b.box.left);
    for (const segment of own) segment.row = rows.length;
    rows.push({ page: own[0]!.page, segments: own, box: union(own.map(({ box }) => box)) });
    own = [];
  };
  for (const segment of sorted) {
    const at = middleY(segment.box);
    const near = own.length > 0 && own[0]!.page === segment.page && at - middle < 0.45 * Math.min(heightOf(segment.box), ...own.map(({ box }) => heightOf(box)));
    if (!near) end();
    own.push(segment);
    middle = own.reduce((sum, { box }) => sum + middleY(box), 0) / own.length;
  }
  end();
  return rows;
}

/** A segment goes on with the one right below it that shares an edge or the middle with it and stands close. */
function blocksOf(segments: Segment[]): TextBlock[] {
  const sorted = [...segments].sort((a, b) => a.page - b.page || a.box.top - b.box.top || a.box.left - b.box.left);
  const blocks: Segment[][] = [];
  for (const segment of sorted) {
    const height = heightOf(segment.box);
    let best: { block: number; gap: number } | undefined;
    for (let i = blocks.length - 1; i >= 0 && i >= blocks.length - 60; i--) {
      const above = blocks[i]!.at(-1)!;
      if (above.page !== segment.page) break;
      const gap = segment.box.top - above.box.bottom;
      const tall = Math.min(height, heightOf(above.box));
      if (gap < -0.5 * tall || gap > 0.95 * tall || Math.max(height, heightOf(above.box)) > 1.7 * tall) continue;
      if (overlap(segment.box.left, segment.box.right, above.box.left, above.box.right) <= 0) continue;
      const edge = Math.min(Math.abs(segment.box.left - above.box.left), Math.abs(segment.box.right - above.box.right), Math.abs(segment.box.left + segment.box.right - above.box.left - above.box.right) / 2);
      if (edge < 0.8 * tall && (best === undefined || gap < best.gap)) best = { block: i, gap };
    }
    if (best === undefined) blocks.push([segment]);
    else blocks[best.block]!.push(segment);
  }
  return blocks.map((own, index) => {
    for (const segment of own) segment.block = index;
    return { page: own[0]!.page, segments: own, box: union(own.map(({ box }) => box)) };
  });
}

/** Items of the words that a stretch of a segment's text touches. */
export function wordsIn(segment: Segment, start: number, end: number): SheetWord[] {
  return segment.words.filter((word) => word.start < end && word.end > start);
}
