/**
 * Lines from rows, and paragraphs from lines. Lines belong together while their font, spacing and left edge are similar; a
 * bullet, an indent, or a line that ends although the next word would have fitted starts a new paragraph.
 */
import type { Box, Font } from '../../reading/model/page.ts';
import { heightOf, median, union, widthOf } from '../model/geometry.ts';
import { gutterWidths } from '../tables/gutters.ts';
import { inReadingOrder } from './right-to-left.ts';
import { splitSegments } from '../model/tokens.ts';
import type { Measures, Row, Run, Token } from '../model/tokens.ts';

export interface LineDraft {
  tokens: Token[];
  box: Box;
  font?: Font;
  bold?: boolean;
  handwritten?: number;
}

export interface ParagraphDraft {
  lines: LineDraft[];
  box: Box;
}

/** Bullets and numbers that start a list item. */
const BULLET = /^(?:[•◦▪●○■□–*·‣➢✓-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])$/u;

export function createLine(tokens: Token[]): LineDraft {
  let run: Run | undefined;
  for (const token of tokens)
    if (token.state === undefined && (run === undefined || widthOf(token.run.box) > widthOf(run.box))) run = token.run;
  return {
    tokens: inReadingOrder(tokens),
    box: union(tokens.map(({ box }) => box)),
    font: run?.font,
    bold: run?.bold,
    handwritten: run?.handwritten,
  };
}

/** Splits a row where a gap is wider than any space between words. */
export function splitRowIntoLines(row: Row, measures: Measures): LineDraft[] {
  const height = Math.max(measures.height, median(row.tokens.map(({ box }) => heightOf(box))));
  const { start } = gutterWidths({ ...measures, height });
  return splitSegments(row.tokens, Math.max(start, 1.1 * height), measures.hasWallBetween).map(createLine);
}

export function groupParagraphs(rows: readonly Row[], measures: Measures): ParagraphDraft[] {
  const paragraphs: ParagraphDraft[] = [];
  const linesByRow = rows.map((row) => splitRowIntoLines(row, measures));
  const single = linesByRow.filter((lines) => lines.length === 1).map((lines) => lines[0]!);
  const edges = { left: outermostEdge(single, 'left'), right: outermostEdge(single, 'right') };
  const pitch = typicalGap(linesByRow, measures);
  let open: ParagraphDraft | undefined;
  linesByRow.forEach((lines, at) => {
    if (lines.length > 1) {
      for (const line of lines) paragraphs.push({ lines: [line], box: line.box });
      open = undefined;
      return;
    }
    const line = lines[0]!;
    const next = linesByRow[at + 1]?.length === 1 ? linesByRow[at + 1]![0]! : undefined;
    if (open !== undefined && continuesParagraph(open, line, next, edges, pitch, measures)) {
      open.lines.push(line);
      open.box = union([open.box, line.box]);
    } else {
      open = { lines: [line], box: line.box };
      paragraphs.push(open);
    }
  });
  return paragraphs;
}

function outermostEdge(lines: readonly LineDraft[], side: 'left' | 'right'): number {
  let bound = side === 'left' ? Infinity : -Infinity;
  for (const { box } of lines) bound = side === 'left' ? Math.min(bound, box.left) : Math.max(bound, box.right);
  return bound;
}

function typicalGap(lined: readonly LineDraft[][], { height }: Measures): number {
  const gaps: number[] = [];
  for (let i = 1; i < lined.length; i++) {
    const gap = lined[i]![0]!.box.top - lined[i - 1]![0]!.box.bottom;
    if (gap < 1.2 * height) gaps.push(gap);
  }
  gaps.sort((one, other) => one - other);
  // The lower third: most gaps are within paragraphs, fewer between them.
  return gaps.length > 0 ? gaps[Math.floor(gaps.length / 3)]! : 0.3 * height;
}

function continuesParagraph(
  paragraph: ParagraphDraft,
  line: LineDraft,
  next: LineDraft | undefined,
  edges: { left: number; right: number },
  pitch: number,
  { height, space }: Measures,
): boolean {
  const last = paragraph.lines.at(-1)!;
  const own = Math.max(heightOf(last.box), heightOf(line.box), 1e-9);
  const gap = line.box.top - last.box.bottom;
  if (gap > Math.max(pitch, 0.1 * height) + 0.33 * Math.min(own, 1.5 * height) || gap > 1.1 * own) return false;
  if (!hasSimilarLetters(last, line)) return false;
  if (Math.min(last.box.right, line.box.right) - Math.max(last.box.left, line.box.left) <= 0) return false;
  const first = line.tokens[0]!;
  if (BULLET.test(first.text) && line.tokens.length > 1) return false;
  if (first.state !== undefined) return false;
  const wide = Math.max(edges.right - edges.left, 1e-9);
  const listed = paragraph.lines[0]!.tokens.length > 1 && BULLET.test(paragraph.lines[0]!.tokens[0]!.text);
  const left =
    paragraph.lines.length > 1 ? Math.min(...paragraph.lines.slice(1, 4).map(({ box }) => box.left)) : paragraph.lines[0]!.box.left;
  const indent = line.box.left - left;
  const centerd = Math.abs(line.box.left + line.box.right - (last.box.left + last.box.right)) < 0.8 * height;
  if (
    !listed &&
    !centerd &&
    indent > 0.9 * height &&
    indent < 8 * height &&
    (next === undefined || next.box.left < line.box.left - 0.6 * height)
  )
    return false;
  if (indent > 8 * height && !centerd) return false;
  // Room for the next line's first word means that the line break was intended.
  const room = edges.right - last.box.right;
  const fits = room > widthOf(first.box) + space + 2 * height;
  const full = paragraph.lines.length >= 2 && paragraph.lines.slice(-6, -1).every(({ box }) => edges.right - box.right < 0.2 * wide);
  if (fits && !centerd && /[.!?:]["')\]]?$/.test(last.tokens.at(-1)!.text) && widthOf(last.box) < 0.85 * wide) return false;
  return !(fits && full && room > 0.3 * wide && !centerd);
}

function hasSimilarLetters(one: LineDraft, other: LineDraft): boolean {
  if (one.font !== undefined && other.font !== undefined) {
    const ratio = one.font.size / Math.max(other.font.size, 1e-9);
    return ratio > 0.88 && ratio < 1.14 && (one.font.bold === other.font.bold || (one.tokens.length > 8 && other.tokens.length > 8));
  }
  const ratio = heightOf(one.box) / Math.max(heightOf(other.box), 1e-9);
  return (
    ratio > 0.62 &&
    ratio < 1.6 &&
    (one.bold === other.bold || one.bold === undefined || other.bold === undefined || (one.tokens.length > 8 && other.tokens.length > 8))
  );
}
