/**
 * Captions on pages and what they may caption: the text after a colon, at the right, below, in the cells of a column or a row, a selection
 * mark, and the paragraph below a heading. Nothing here knows what is asked; work is bounded by the segments of a document.
 */
import { heightOf, overlap } from '../../layout/model/geometry.ts';
import type { DocumentLayout, TableCell } from '../../layout/model/structure.ts';
import type { Segment, SegmentedText } from '../text/segmented-text.ts';

export type Route = 'pair' | 'colon' | 'prefix' | 'right' | 'below' | 'lower' | 'row' | 'column' | 'heading';

export interface CaptionedValue {
  caption: string;
  route: Route;
  /** Index into the layout's pages. */
  page: number;
  /** Items of each value: several for a column. */
  values: readonly (readonly number[])[];
}

const MAX_CAPTION_WORDS = 8;
const MAX_CAPTION_LENGTH = 60;
const MAX_BELOW = 4;
/** In text heights. */
const [MAX_GAP_RIGHT, MAX_GAP_BELOW] = [30, 1.6];

export function findCaptionedValues(segmented: SegmentedText): CaptionedValue[] {
  const { layout } = segmented;
  const found: CaptionedValue[] = [];
  const add = (caption: string, route: Route, ...values: (readonly number[])[]): void => {
    const filled = values.filter(({ length }) => length > 0);
    if (filled.length > 0 && isCaption(caption)) found.push({ caption, route, page: layout.items[filled[0]![0]!]!.page, values: filled });
  };
  for (const { key, value } of layout.keyValuePairs) if (value) add(withoutColon(textOf(layout, key.items)), 'pair', value.items);
  for (const { cells } of layout.tables) addCells(layout, cells, add);
  addHeadings(layout, add);
  for (const segment of segmented.segments) addSegment(segmented, segment, add);
  return found;
}

const withoutColon = (text: string): string => text.replace(/[\s:：.]+$/u, '');

type Add = (caption: string, route: Route, ...values: (readonly number[])[]) => void;

const textOf = ({ items }: DocumentLayout, own: readonly number[]): string =>
  own
    .map((index) => items[index]!)
    .map((item) => (item.kind === 'word' ? item.text : ''))
    .join(' ')
    .trim();

function isCaption(text: string): boolean {
  if (text.length > MAX_CAPTION_LENGTH || text.split(' ').length > MAX_CAPTION_WORDS) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters >= 2 && letters >= (text.match(/\d/gu)?.length ?? 0);
}

const itemsOf = (segment: Segment, from = 0): number[] => segment.words.filter(({ end }) => end > from).map(({ item }) => item);

function addSegment(segmented: SegmentedText, segment: Segment, add: Add): void {
  const { text } = segment;
  const colon = /[:：]\s*/u.exec(text);
  if (colon !== null && colon.index > 0) {
    const end = colon.index + colon[0].length;
    const caption = text.slice(0, colon.index);
    if (end < text.length) {
      if (/\s|：/u.test(colon[0]) || /^\p{L}/u.test(text.slice(end))) add(caption, 'colon', itemsOf(segment, end));
      return;
    }
  }
  const digit = segment.words.findIndex((word) => /\d/u.test(word.text));
  if (digit > 0) {
    const { start } = segment.words[digit]!;
    add(withoutColon(text.slice(0, start)), 'prefix', itemsOf(segment, start));
    return;
  }
  if (!isCaption(text)) return;
  const caption = withoutColon(text);
  const right = rightOf(segmented, segment);
  if (right !== undefined) add(caption, 'right', itemsOf(right));
  const below = linesBelow(segmented, segment);
  // What is below a caption with a value at its right is mostly the next caption.
  if (below.length > 0)
    add(
      caption,
      right === undefined ? 'below' : 'lower',
      below.flatMap((line) => itemsOf(line)),
    );
}

function rightOf({ rows }: SegmentedText, segment: Segment): Segment | undefined {
  const own = rows[segment.row]!.segments;
  const next = own[own.indexOf(segment) + 1];
  const gap = next === undefined ? Infinity : next.box.left - segment.box.right;
  return gap < MAX_GAP_RIGHT * heightOf(segment.box) ? next : undefined;
}

/** The line below a caption, with those that continue it. */
function linesBelow({ rows }: SegmentedText, segment: Segment): Segment[] {
  const lines: Segment[] = [];
  let above = segment;
  for (let row = segment.row + 1; row < rows.length && row <= segment.row + 3 * MAX_BELOW && lines.length < MAX_BELOW; row++) {
    const { page, segments, box } = rows[row]!;
    const height = Math.max(heightOf(above.box), heightOf(segment.box));
    if (page !== segment.page || box.top - above.box.bottom > (lines.length === 0 ? MAX_GAP_BELOW : 0.8) * height) break;
    const next = segments.find((one) => overlap(one.box.left, one.box.right, above.box.left, above.box.right) > 0);
    if (next === undefined) continue;
    if (lines.length > 0 && (/[:：]/u.test(next.text) || Math.abs(next.box.left - above.box.left) > height)) break;
    if (next.box.top < above.box.top + 0.5 * height) continue;
    lines.push(next);
    above = next;
  }
  return lines;
}

function addCells(layout: DocumentLayout, cells: readonly TableCell[], add: Add): void {
  const rows = Map.groupBy(cells, ({ rowIndex }) => rowIndex);
  for (const header of cells.filter(({ kind }) => kind === 'columnHeader')) {
    const own = cells.filter(
      ({ kind, columnIndex, rowIndex }) => kind === 'content' && columnIndex === header.columnIndex && rowIndex > header.rowIndex,
    );
    add(textOf(layout, header.items), 'column', ...own.map(({ items }) => items));
  }
  for (const own of rows.values()) {
    const [first, second] = own.toSorted((a, b) => a.columnIndex - b.columnIndex);
    if (first && second && first.kind !== 'columnHeader') add(withoutColon(textOf(layout, first.items)), 'row', second.items);
  }
}

const MAX_PARAGRAPH_WORDS = 150;

function addHeadings(layout: DocumentLayout, add: Add): void {
  layout.paragraphs.forEach(({ role, items }, i) => {
    const next = layout.paragraphs[i + 1];
    if (role !== 'sectionHeading' || next === undefined || next.role !== undefined || next.items.length > MAX_PARAGRAPH_WORDS) return;
    add(withoutColon(textOf(layout, items)).replace(/^[\d.\s()]+/u, ''), 'heading', next.items);
  });
}
