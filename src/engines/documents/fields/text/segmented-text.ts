/**
 * Splits a layout into segments (adjacent words of one line), rows (segments side by side) and blocks (segments below
 * each other). Documents without positions, such as office files, are laid out first: one row per line, and columns for
 * table cells.
 */
import { heightOf, median, middleY, overlap, union } from '../../layout/model/geometry.ts';
import type { Stroke } from '../../layout/model/strokes.ts';
import type { DocumentLayout, TextLine, WordItem } from '../../layout/model/structure.ts';
import type { Box } from '../../reading/model/page.ts';
import { foldDigits } from '../values/numbers.ts';

export interface SegmentWord {
  item: number;
  text: string;
  box: Box;
  confidence: number;
  start: number;
  end: number;
}

export interface Segment {
  index: number;
  page: number;
  words: readonly SegmentWord[];
  /** Words joined by spaces, letters of Chinese and Japanese without them; word positions refer to it. */
  text: string;
  box: Box;
  row: number;
  block: number;
  /** Font size relative to the document's text. */
  size: number;
  bold: boolean;
  /** Table and row index, such as `2:5`, for segments in a layout table. */
  tableRow?: string;
}

export interface Row {
  page: number;
  segments: readonly Segment[];
  box: Box;
}
export interface TextBlock {
  page: number;
  segments: readonly Segment[];
  box: Box;
}

/** A part of a segment, by its characters. */
export interface TextPart {
  segment: Segment;
  start: number;
  end: number;
}

export interface SegmentedText {
  layout: DocumentLayout;
  segments: readonly Segment[];
  rows: readonly Row[];
  blocks: readonly TextBlock[];
  /** Median line height. */
  height: number;
  /** By page: bounding box of its segments. */
  pages: readonly Box[];
  /** Segment of each layout item. */
  segmentOf: ReadonlyMap<number, Segment>;
}

/** Further segments are ignored: fields are on the first pages, and time stays bounded. */
const MAX_SEGMENTS = 6000;
/** Maximum number of words per segment. */
const MAX_WORDS = 120;
/** Letter width of documents without positions, in line heights. */
const LETTER_WIDTH = 0.5;
const COLUMN_WIDTH = 40;

/** With `mayMirror`, boxes of a text that is written from right to left are mirrored: its labels are left of their values too. */
export function segmentText(layout: DocumentLayout, mayMirror = false): SegmentedText {
  const hasPositions = layout.items.some(({ box }) => box !== undefined);
  const read = (hasPositions ? segmentsFromLines(layout) : segmentsFromFlow(layout)).slice(0, MAX_SEGMENTS);
  const drafts = mayMirror && isRightToLeft(read) ? read.map(mirror) : read;
  const height = median(drafts.map(({ box }) => heightOf(box))) || 1;
  const tableRows = new Map<number, string>();
  layout.tables.forEach(({ cells, columnCount }, table) => {
    if (columnCount > 1)
      for (const { items, rowIndex } of cells) for (const item of items) tableRows.set(item, `${String(table)}:${String(rowIndex)}`);
  });
  const segments: Segment[] = drafts.map((draft, index) => ({
    ...draft,
    index,
    row: -1,
    block: -1,
    size: draft.size === undefined ? heightOf(draft.box) / height : draft.size,
    tableRow: tableRows.get(draft.words[0]!.item),
  }));
  const medianSize = median(drafts.flatMap(({ size }) => (size === undefined ? [] : [size])));
  if (medianSize > 0)
    segments.forEach((segment, i) => {
      if (drafts[i]!.size !== undefined) segment.size = drafts[i]!.size! / medianSize;
    });
  const rows = groupIntoRows(segments);
  const blocks = groupIntoBlocks(segments);
  const pages = layout.pages.map((_, page) => {
    const own = segments.filter((segment) => segment.page === page);
    return own.length === 0 ? { left: 0, top: 0, right: 1, bottom: 1 } : union(own.map(({ box }) => box));
  });
  const segmentOf = new Map<number, Segment>();
  for (const segment of segments) for (const { item } of segment.words) segmentOf.set(item, segment);
  return { layout, segments, rows, blocks, height, pages, segmentOf };
}

/** Whether most letters are Arabic or Hebrew. */
function isRightToLeft(drafts: readonly SegmentDraft[]): boolean {
  const count = (pattern: RegExp): number => drafts.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
  return count(/[\p{Script=Arabic}\p{Script=Hebrew}]/gu) > 0.5 * count(/\p{L}/gu);
}

function mirror(draft: SegmentDraft): SegmentDraft {
  const flip = (box: Box): Box => ({ ...box, left: -box.right, right: -box.left });
  return { ...draft, box: flip(draft.box), words: draft.words.map((word) => ({ ...word, box: flip(word.box) })) };
}

/** In scripts without spaces every letter is a word; letters are joined unless they are farther apart than this, in line heights. */
const MAX_LETTER_GAP = 0.4;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々、。・（）：「」【】]/u;
const isUnspaced = (before: string, after: string): boolean => UNSPACED.test(before) && UNSPACED.test(after);

interface SegmentDraft {
  page: number;
  words: SegmentWord[];
  text: string;
  box: Box;
  size?: number;
  bold: boolean;
}

function createDraft(
  page: number,
  words: readonly { item: number; word: WordItem; box: Box }[],
  size: number | undefined,
  bold: boolean,
): SegmentDraft {
  let text = '';
  const own = words.slice(0, MAX_WORDS).map(({ item, word, box }, i) => {
    const plain = foldDigits(word.text);
    const isJoined =
      text === '' ||
      (isUnspaced(text.at(-1)!, plain[0]!) &&
        (box.left - words[i - 1]!.box.right < MAX_LETTER_GAP * heightOf(box) || (i === 1 && isSpread(words))));
    const start = isJoined ? text.length : text.length + 1;
    text = isJoined ? text + plain : `${text} ${plain}`;
    return { item, text: plain, box, confidence: word.confidence, start, end: text.length };
  });
  return { page, words: own, text, box: union(own.map(({ box }) => box)), size, bold };
}

/** Table rules read as characters. */
const TABLE_RULE = /^[|_¦]+$/u;

interface PlacedWord {
  item: number;
  word: WordItem;
  box: Box;
}

function segmentsFromLines({ lines, items, pages }: DocumentLayout): SegmentDraft[] {
  const found: { line: TextLine; words: PlacedWord[] }[] = [];
  for (const line of lines) {
    if (line.turn !== 0) continue;
    const words = line.items.flatMap((item): PlacedWord[] => {
      const word = items[item]!;
      return word.kind === 'word' && word.box !== undefined && word.text.trim() !== '' && !TABLE_RULE.test(word.text)
        ? [{ item, word, box: word.box }]
        : [];
    });
    if (words.length === 0) continue;
    const walls = pages[line.page]!.rules?.down ?? [];
    // The lines of a cell come before those of the next one.
    const before = found.slice(-MAX_CELL_LINES).findLast((other) => other.line.page === line.page && isSpace(other.words, words, walls));
    if (before === undefined) found.push({ line, words });
    else before.words.push(...words);
  }
  return found.map(({ line, words }) => createDraft(line.page, words, line.font?.size, line.font?.bold ?? false));
}

const MAX_CELL_LINES = 8;
/** In line heights: a gap between words, and between groups of figures or words that are as far apart as their neighbors. */
const MAX_SPACE = 0.45;
const MAX_WIDE_SPACE = 0.6;
/** A gap against the widest one on either side of it. */
const MAX_WIDENING = 1.2;

const widestGap = (words: readonly PlacedWord[]): number =>
  Math.max(0, ...words.slice(1).map(({ box }, i) => box.left - words[i]!.box.right));

/** In line heights: the gap within a phone number, between a time and its half of the day, and before the number of a district. */
const MAX_PHRASE_SPACE = 1.2;
const isPhrase = (left: readonly PlacedWord[], after: string): boolean => {
  const before = left.at(-1)!.word.text;
  if (/^[ap]\.?m\.?$/iu.test(after)) return /\d:\d{2}$/u.test(before);
  if (!/^[\d()-]{1,10}$/u.test(after)) return false;
  return (
    /^(?:Quận|Phường)$/u.test(before) ||
    /(?<!\p{L})(?:tel|phone|ph|fon|тел|τηλ|puh|tlf)\p{L}{0,6}[.:]{0,2}\s?[\d\s()+-]*$/iu.test(left.map(({ word }) => word.text).join(' '))
  );
};

/** In line heights: the gap in captions whose two letters are spread, such as "合 计". */
const MAX_SPREAD = 6;
const LETTER = /^[\p{Script=Han}\p{Script=Hangul}]$/u;
const isSpread = ([first, second, third]: readonly { word: WordItem }[]): boolean =>
  LETTER.test(first!.word.text) &&
  /^[\p{Script=Han}\p{Script=Hangul}][:：]?$/u.test(second?.word.text ?? '') &&
  (third === undefined || /^[:：]/u.test(third.word.text) || /[:：]$/u.test(second!.word.text));

/** Words as near as in a sentence are one text, though a column of a table was seen between them. */
function isSpace(left: readonly PlacedWord[], right: readonly PlacedWord[], walls: readonly Stroke[]): boolean {
  const [before, after] = [left.at(-1)!, right[0]!];
  const [{ box: one }, { box: other }] = [before, after];
  const height = heightOf(one);
  const gap = (other.left - one.right) / height;
  if (gap > 0 && gap < MAX_PHRASE_SPACE && isPhrase(left, after.word.text)) return true;
  if (left.length === 1 && gap > 0 && gap < MAX_SPREAD && Math.abs(one.top - other.top) < 0.5 * height && isSpread([...left, ...right]))
    return true;
  const isLevel = Math.abs(one.top - other.top) < 0.1 * height && Math.abs(one.bottom - other.bottom) < 0.1 * height;
  if (!isLevel || gap <= 0 || gap > MAX_WIDE_SPACE) return false;
  const isNumber = /^\d{1,3}$/u.test(before.word.text) && /^\d{3}(?!\d)/u.test(after.word.text);
  const isEven = gap * height <= MAX_WIDENING * Math.max(widestGap(left), widestGap(right));
  if (gap > MAX_SPACE && !isNumber && !isEven) return false;
  return !walls.some(
    ({ at, from, to }) => at > one.right - 0.1 * height && at < other.left + 0.1 * height && from < one.bottom && to > one.top,
  );
}

/** Lines of an office file below each other, cells of a table row side by side. */
function segmentsFromFlow({ blocks, paragraphs, tables, items }: DocumentLayout): SegmentDraft[] {
  const drafts: SegmentDraft[] = [];
  let line = 0;
  const addSegment = (own: readonly number[], column: number, top: number, bold: boolean): void => {
    let x = column * COLUMN_WIDTH * LETTER_WIDTH;
    const words = own.flatMap((item) => {
      const word = items[item]!;
      if (word.kind !== 'word') return [];
      const box = { left: x, right: x + word.text.length * LETTER_WIDTH, top, bottom: top + 1 };
      x = box.right + LETTER_WIDTH;
      return [{ item, word, box }];
    });
    if (words.length > 0) drafts.push(createDraft(words[0]!.word.page, words, undefined, bold));
  };
  for (const { kind, index } of blocks) {
    if (kind === 'paragraph') {
      addSegment(paragraphs[index]!.items, 0, line * 1.4, paragraphs[index]!.role === 'title');
      line += 1;
    } else if (kind === 'table') {
      for (const cell of tables[index]!.cells)
        addSegment(cell.items, cell.columnIndex, (line + cell.rowIndex) * 1.4, cell.kind === 'columnHeader');
      line += tables[index]!.rowCount + 1;
    }
  }
  return drafts;
}

/** Segments at the same height form a row, from left to right. */
function groupIntoRows(segments: Segment[]): Row[] {
  const rows: Row[] = [];
  const levels = new Map<Segment, number>();
  for (const own of Map.groupBy(segments, ({ page }) => page).values()) {
    const levelOf = fitLevels(own);
    for (const segment of own) levels.set(segment, levelOf(segment.box));
  }
  const sorted = [...segments].sort((a, b) => a.page - b.page || levels.get(a)! - levels.get(b)!);
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
    const at = levels.get(segment)!;
    const near =
      own.length > 0 &&
      own[0]!.page === segment.page &&
      at - middle < 0.45 * Math.min(heightOf(segment.box), ...own.map(({ box }) => heightOf(box)));
    if (!near) end();
    own.push(segment);
    middle = own.reduce((sum, other) => sum + levels.get(other)!, 0) / own.length;
  }
  end();
  return rows;
}

/** Slopes of lines that are tried, at the middle of the page and as a change from its top to its bottom. */
const SLOPES = [0, 0.01, -0.01, 0.02, -0.02, 0.03, -0.03, 0.045, -0.045, 0.06, -0.06];
const SLOPE_CHANGES = [0, 0.015, -0.015, 0.03, -0.03, 0.05, -0.05];
const MAX_PAIRS = 400;
/** What a slope must explain better than none, in pairs of segments. */
const MIN_GAIN = 1;

const middleX = ({ left, right }: Box): number => (left + right) / 2;

/**
 * The height of a box on its page without the slant of the lines: photographs show curved paper at an angle, so that a price is higher or
 * lower than its name. The slope is the one by which most figures at the right are level with a text at their left.
 */
function fitLevels(segments: readonly Segment[]): (box: Box) => number {
  if (segments.length === 0) return middleY;
  const page = union(segments.map(({ box }) => box));
  const [center, tall] = [middleY(page), Math.max(1e-9, heightOf(page))];
  const figures = segments.filter(({ text }) => text.length <= 14 && /\d/u.test(text)).slice(0, MAX_PAIRS);
  const pairs = figures.map(({ box }) => {
    const height = heightOf(box);
    return segments
      .filter((other) => other.box.right < box.left && Math.abs(middleY(other.box) - middleY(box)) < 2 * height)
      .map((other) => ({
        rise: (middleY(box) - middleY(other.box)) / height,
        run: (middleX(box) - middleX(other.box)) / height,
        at: (middleY(box) - center) / tall,
      }));
  });
  const fit = (slope: number, change: number): number =>
    pairs.reduce(
      (sum, own) => sum + Math.max(0, ...own.map(({ rise, run, at }) => 1 - (rise - (slope + change * at) * run) ** 2 / 0.16)),
      0,
    );
  let best = { slope: 0, change: 0, fit: fit(0, 0) + MIN_GAIN };
  for (const slope of SLOPES)
    for (const change of SLOPE_CHANGES) {
      const own = fit(slope, change);
      if (own > best.fit) best = { slope, change, fit: own };
    }
  const { slope, change } = best;
  if (slope === 0 && change === 0) return middleY;
  return (box) => middleY(box) - (slope + change * ((middleY(box) - center) / tall)) * (middleX(box) - page.left);
}

/** In heights of the smaller line: lines farther apart than this are of two blocks, unless the lines of the page are. */
const MIN_BLOCK_GAP = 0.95;
const MAX_BLOCK_GAP = 1.5;

/** The widest gap within a block: a little more than that between most lines with the same left edge. */
function blockGap(sorted: readonly Segment[]): number {
  const gaps = sorted.flatMap((segment, i) => {
    const height = heightOf(segment.box);
    const next = sorted
      .slice(i + 1, i + 40)
      .find(
        ({ page, box }) => page === segment.page && Math.abs(box.left - segment.box.left) < 0.3 * height && box.top > segment.box.bottom,
      );
    return next === undefined || heightOf(next.box) > 1.3 * height ? [] : [(next.box.top - segment.box.bottom) / height];
  });
  gaps.sort((a, b) => a - b);
  return Math.max(MIN_BLOCK_GAP, Math.min(MAX_BLOCK_GAP, 1.25 * (gaps[Math.floor(gaps.length / 4)] ?? 0)));
}

/** A segment continues the block of the segment directly above if they share an edge or the center. */
function groupIntoBlocks(segments: Segment[]): TextBlock[] {
  const sorted = [...segments].sort((a, b) => a.page - b.page || a.box.top - b.box.top || a.box.left - b.box.left);
  const maxGap = blockGap(sorted);
  const blocks: Segment[][] = [];
  for (const segment of sorted) {
    const height = heightOf(segment.box);
    let best: { block: number; gap: number } | undefined;
    for (let i = blocks.length - 1; i >= 0 && i >= blocks.length - 60; i--) {
      const above = blocks[i]!.at(-1)!;
      if (above.page !== segment.page) break;
      const gap = segment.box.top - above.box.bottom;
      const minHeight = Math.min(height, heightOf(above.box));
      if (gap < -0.5 * minHeight || gap > maxGap * minHeight || Math.max(height, heightOf(above.box)) > 1.7 * minHeight) continue;
      if (overlap(segment.box.left, segment.box.right, above.box.left, above.box.right) <= 0) continue;
      const edgeOffset = Math.min(
        Math.abs(segment.box.left - above.box.left),
        Math.abs(segment.box.right - above.box.right),
        Math.abs(segment.box.left + segment.box.right - above.box.left - above.box.right) / 2,
      );
      if (edgeOffset < 0.8 * minHeight && (best === undefined || gap < best.gap)) best = { block: i, gap };
    }
    if (best === undefined) blocks.push([segment]);
    else blocks[best.block]!.push(segment);
  }
  return blocks.map((own, index) => {
    for (const segment of own) segment.block = index;
    return { page: own[0]!.page, segments: own, box: union(own.map(({ box }) => box)) };
  });
}

/** The words that a text range of a segment touches. */
export function wordsIn(segment: Segment, start: number, end: number): SegmentWord[] {
  return segment.words.filter((word) => word.start < end && word.end > start);
}
