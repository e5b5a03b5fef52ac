/**
 * The words of a page with their positions, in lines. Documents without positions are laid out line by line in a
 * fixed-width font, so that values below a caption are found too.
 */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import { centerX, middleY as centerY, union as boundingBox } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';

export { boundingBox, centerX, centerY };

export interface PlacedWord {
  item: number;
  /** Further items of a word that was joined. */
  joined?: readonly number[];
  text: string;
  box: Box;
  confidence: number;
  line: number;
  /** Only a part of the layout's word. */
  isPart?: boolean;
}
export interface PlacedMark {
  item: number;
  selected: boolean;
  box: Box;
  confidence: number;
}
export interface PlacedLine {
  words: readonly PlacedWord[];
  box: Box;
  text: string;
}

export interface PageText {
  /** Index into the layout's pages. */
  page: number;
  words: readonly PlacedWord[];
  lines: readonly PlacedLine[];
  marks: readonly PlacedMark[];
  /** Median text height. */
  height: number;
  width: number;
}

const LETTER_WIDTH = 0.5;
const LINE_SPACING = 1.6;

/** Further words are ignored; no form or card has as many. */
const MAX_WORDS = 6000;

export function pageText({ pages, items, lines: layoutLines }: DocumentLayout, page: number): PageText {
  const words: PlacedWord[] = [];
  const marks: PlacedMark[] = [];
  const lines: PlacedLine[] = [];
  const layoutPage = pages[page];
  if (layoutPage === undefined) return { page, words, lines, marks, height: 1, width: 1 };
  const { from, to } = layoutPage.lines;
  for (let i = from; i < to && words.length < MAX_WORDS; i++) {
    const line = layoutLines[i]!;
    if (line.turn !== 0) continue;
    let x = 0;
    const top = (i - from) * LINE_SPACING;
    const own: PlacedWord[] = [];
    for (const index of line.items) {
      const item = items[index]!;
      const length = item.kind === 'word' ? item.text.length : 2;
      const box = item.box ?? { left: x, top, right: x + length * LETTER_WIDTH, bottom: top + 1 };
      x += (length + 1) * LETTER_WIDTH;
      if (item.kind === 'mark') marks.push({ item: index, selected: item.state === 'selected', box, confidence: item.confidence });
      else own.push({ item: index, text: item.text, box, confidence: item.confidence, line: lines.length });
    }
    if (own.length === 0) continue;
    words.push(...own);
    lines.push({ words: own, box: boundingBox(own.map(({ box }) => box)), text: own.map(({ text }) => text).join(' ') });
  }
  const heights = words.map(({ box }) => box.bottom - box.top).sort((a, b) => a - b);
  const right = layoutPage.geometry?.width ?? Math.max(1, ...lines.map(({ box }) => box.right));
  return { page, words, lines, marks, height: heights[heights.length >> 1] ?? 1, width: right };
}

/** Groups words into rows from top to bottom, each from left to right, independent of layout lines. */
export function rowsOf<T extends { box: Box }>(words: readonly T[]): T[][] {
  const sorted = [...words].sort((a, b) => centerY(a.box) - centerY(b.box));
  const rows: { words: T[]; at: number; height: number }[] = [];
  for (const word of sorted) {
    const height = word.box.bottom - word.box.top;
    const row = rows.at(-1);
    if (row !== undefined && centerY(word.box) - row.at < 0.6 * Math.min(height, row.height) + 0.1 * Math.max(height, row.height)) {
      row.words.push(word);
      row.at = row.words.reduce((sum, { box }) => sum + centerY(box), 0) / row.words.length;
    } else rows.push({ words: [word], at: centerY(word.box), height });
  }
  return rows.map((row) => row.words.sort((a, b) => a.box.left - b.box.left));
}

/**
 * Rows of words from left to right: lines of the layout, joined with those to their right at the same height. Only the ends that face
 * each other are compared, so that rows of a tilted page stay apart.
 */
export function rowsOfLines(words: readonly PlacedWord[]): PlacedWord[][] {
  // A line of the layout may have words of two rows.
  const lines = [...Map.groupBy(words, ({ line }) => line).values()].flatMap((line) => rowsOf(line));
  lines.sort((a, b) => a[0]!.box.left - b[0]!.box.left);
  const next = new Map<PlacedWord[], PlacedWord[]>();
  const hasPrevious = new Set<PlacedWord[]>();
  for (const line of lines) {
    const end = line.at(-1)!;
    let nearest: PlacedWord[] | undefined;
    for (const other of lines) {
      const [start] = other;
      if (other === line || hasPrevious.has(other) || start!.box.left < end.box.right - 0.5 * (end.box.bottom - end.box.top)) continue;
      if (!isLevel(end, start!) || (nearest !== undefined && start!.box.left >= nearest[0]!.box.left)) continue;
      nearest = other;
    }
    if (nearest === undefined) continue;
    next.set(line, nearest);
    hasPrevious.add(nearest);
  }
  const rows = lines
    .filter((line) => !hasPrevious.has(line))
    .map((line) => {
      const row: PlacedWord[] = [];
      for (let at: PlacedWord[] | undefined = line; at !== undefined; at = next.get(at)) row.push(...at);
      return row;
    });
  return rows.sort((a, b) => centerY(a[0]!.box) - centerY(b[0]!.box));
}

function isLevel(a: PlacedWord, b: PlacedWord): boolean {
  const [one, other] = [a.box.bottom - a.box.top, b.box.bottom - b.box.top];
  return Math.abs(centerY(a.box) - centerY(b.box)) < 0.45 * Math.min(one, other) + 0.1 * Math.max(one, other);
}

export const textOf = (words: readonly { text: string }[]): string => words.map(({ text }) => text).join(' ');
