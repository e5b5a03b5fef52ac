/**
 * A page of a layout as words with places, in lines: what fields are looked for in.
 * A document without places gets some: line under line, letters of one width, so that what stands under a caption is
 * found in it too.
 */
import type { DocumentLayout } from '../../layout/model/structure.ts';
import type { Box } from '../../reading/model/page.ts';

export interface PlacedWord { item: number; text: string; box: Box; confidence: number; line: number }
export interface PlacedMark { item: number; selected: boolean; box: Box; confidence: number }
export interface PlacedLine { words: readonly PlacedWord[]; box: Box; text: string }

export interface PageText {
  /** Index into the layout's pages. */
  page: number;
  words: readonly PlacedWord[];
  lines: readonly PlacedLine[];
  marks: readonly PlacedMark[];
  /** Height of the page's text. */
  height: number;
  width: number;
}

const LETTER = 0.5;
const LEADING = 1.6;

/** More words than any form or card has are not looked at. */
const MOST_WORDS = 6000;

export function pageText({ pages, items, lines: laid }: DocumentLayout, page: number): PageText {
  const words: PlacedWord[] = [];
  const marks: PlacedMark[] = [];
  const lines: PlacedLine[] = [];
  const laidPage = pages[page];
  if (laidPage === undefined) return { page, words, lines, marks, height: 1, width: 1 };
  const { from, to } = laidPage.lines;
  for (let i = from; i < to && words.length < MOST_WORDS; i++) {
    const line = laid[i]!;
    if (line.turn !== 0) continue;
    let x = 0;
    const top = (i - from) * LEADING;
    const own: PlacedWord[] = [];
    for (const index of line.items) {
      const item = items[index]!;
      const length = item.kind === 'word' ? item.text.length : 2;
      const box = item.box ?? { left: x, top, right: x + length * LETTER, bottom: top + 1 };
      x += (length + 1) * LETTER;
      if (item.kind === 'mark') marks.push({ item: index, selected: item.state === 'selected', box, confidence: item.confidence });
      else own.push({ item: index, text: item.text, box, confidence: item.confidence, line: lines.length });
    }
    if (own.length === 0) continue;
    words.push(...own);
    lines.push({ words: own, box: around(own.map(({ box }) => box)), text: own.map(({ text }) => text).join(' ') });
  }
  const heights = words.map(({ box }) => box.bottom - box.top).sort((a, b) => a - b);
  const right = laidPage.geometry?.width ?? Math.max(1, ...lines.map(({ box }) => box.right));
  return { page, words, lines, marks, height: heights[heights.length >> 1] ?? 1, width: right };
}

export function around(boxes: readonly Box[]): Box {
  const out = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const box of boxes) {
    out.left = Math.min(out.left, box.left);
    out.top = Math.min(out.top, box.top);
    out.right = Math.max(out.right, box.right);
    out.bottom = Math.max(out.bottom, box.bottom);
  }
  return out;
}

export const middle = ({ top, bottom }: Box): number => (top + bottom) / 2;
export const centre = ({ left, right }: Box): number => (left + right) / 2;

/** Words in rows from above, each row from the left, whatever line they were laid in. */
export function rowsOf<T extends { box: Box }>(words: readonly T[]): T[][] {
  const sorted = [...words].sort((a, b) => middle(a.box) - middle(b.box));
  const rows: { words: T[]; at: number; height: number }[] = [];
  for (const word of sorted) {
    const height = word.box.bottom - word.box.top;
    const row = rows.at(-1);
    if (row !== undefined && middle(word.box) - row.at < 0.6 * Math.min(height, row.height) + 0.1 * Math.max(height, row.height)) {
      row.words.push(word);
      row.at = row.words.reduce((sum, { box }) => sum + middle(box), 0) / row.words.length;
    } else rows.push({ words: [word], at: middle(word.box), height });
  }
  return rows.map((row) => row.words.sort((a, b) => a.box.left - b.box.left));
}

export const textOf = (words: readonly { text: string }[]): string => words.map(({ text }) => text).join(' ');
