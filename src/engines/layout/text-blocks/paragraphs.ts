/**
 * Lines from rows, and paragraphs from lines. Lines belong together while their letters, their spacing and their left
 * edge stay alike; a bullet, an indent, or a line that ends although the next word would have fitted begins a new one.
 */
import type { Box, Font } from '../../reading/model/page.ts';
import { heightOf, median, union, widthOf } from '../model/geometry.ts';
import { gutterWidths } from '../tables/gutters.ts';
import { segmentsOf } from '../model/tokens.ts';
import type { Measures, Row, Run, Token } from '../model/tokens.ts';

export interface LineDraft { tokens: Token[]; box: Box; font?: Font; bold?: boolean; handwritten?: number }

export interface ParagraphDraft { lines: LineDraft[]; box: Box }

/** Signs that begin an entry of a list. */
const BULLET = /^(?:[•◦▪●○■□–*·‣➢✓-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])$/u;

export function lineOf(tokens: Token[]): LineDraft {
  let run: Run | undefined;
  for (const token of tokens) if (token.state === undefined && (run === undefined || widthOf(token.run.box) > widthOf(run.box))) run = token.run;
  return { tokens, box: union(tokens.map(({ box }) => box)), font: run?.font, bold: run?.bold, handwritten: run?.handwritten };
}

/** A row's words, cut where the gap is wider than any space between words. */
export function linesOfRow(row: Row, measures: Measures): LineDraft[] {
  const height = Math.max(measures.height, median(row.tokens.map(({ box }) => heightOf(box))));
  const { start } = gutterWidths({ ...measures, height });
  return segmentsOf(row.tokens, Math.max(start, 1.1 * height), measures.walled).map(lineOf);
}

export function paragraphsOf(rows: readonly Row[], measures: Measures): ParagraphDraft[] {
  const paragraphs: ParagraphDraft[] = [];
  const lined = rows.map((row) => linesOfRow(row, measures));
  const single = lined.filter((lines) => lines.length === 1).map((lines) => lines[0]!);
  const edges = { left: Math.min(...bounds(single, 'left')), right: Math.max(...bounds(single, 'right')) };
  const pitch = usualGap(lined, measures);
  let open: ParagraphDraft | undefined;
  lined.forEach((lines, at) => {
    if (lines.length > 1) {
      for (const line of lines) paragraphs.push({ lines: [line], box: line.box });
      open = undefined;
      return;
    }
    const line = lines[0]!;
    const next = lined[at + 1]?.length === 1 ? lined[at + 1]![0]! : undefined;
    if (open !== undefined && goesOn(open, line, next, edges, pitch, measures)) {
      open.lines.push(line);
      open.box = union([open.box, line.box]);
    } else {
      open = { lines: [line], box: line.box };
      paragraphs.push(open);
    }
  });
  return paragraphs;
}

/** Outermost edges, without spreading a page of lines into arguments. */
function bounds(lines: readonly LineDraft[], side: 'left' | 'right'): [number] {
  let bound = side === 'left' ? Infinity : -Infinity;
  for (const { box } of lines) bound = side === 'left' ? Math.min(bound, box.left) : Math.max(bound, box.right);
  return [bound];
}

function usualGap(lined: readonly LineDraft[][], { height }: Measures): number {
  const gaps: number[] = [];
  for (let i = 1; i < lined.length; i++) {
    const gap = lined[i]![0]!.box.top - lined[i - 1]![0]!.box.bottom;
    if (gap < 1.2 * height) gaps.push(gap);
  }
  gaps.sort((one, other) => one - other);
  // The lower third: the gaps within paragraphs, of which there are more than gaps between them.
  return gaps.length > 0 ? gaps[Math.floor(gaps.length / 3)]! : 0.3 * height;
}

function goesOn(paragraph: ParagraphDraft, line: LineDraft, next: LineDraft | undefined, edges: { left: number; right: number }, pitch: number, { height, space }: Measures): boolean {
  const last = paragraph.lines.at(-1)!;
  const own = Math.max(heightOf(last.box), heightOf(line.box), 1e-9);
  const gap = line.box.top - last.box.bottom;
  if (gap > Math.max(pitch, 0.1 * height) + 0.33 * Math.min(own, 1.5 * height) || gap > 1.1 * own) return false;
  if (!alikeLetters(last, line)) return false;
  if (Math.min(last.box.right, line.box.right) - Math.max(last.box.left, line.box.left) <= 0) return false;
  const first = line.tokens[0]!;
  if (BULLET.test(first.text) && line.tokens.length > 1) return false;
  if (first.state !== undefined) return false;
  const wide = Math.max(edges.right - edges.left, 1e-9);
  const listed = paragraph.lines[0]!.tokens.length > 1 && BULLET.test(paragraph.lines[0]!.tokens[0]!.text);
  const left = paragraph.lines.length > 1 ? Math.min(...paragraph.lines.slice(1, 4).map(({ box }) => box.left)) : paragraph.lines[0]!.box.left;
  const indent = line.box.left - left;
  const centred = Math.abs((line.box.left + line.box.right) - (last.box.left + last.box.right)) < 0.8 * height;
  if (!listed && !centred && indent > 0.9 * height && indent < 8 * height && (next === undefined || next.box.left < line.box.left - 0.6 * height)) return false;
  if (indent > 8 * height && !centred) return false;
  // Room for the next line's first word means that the break was meant.
  const room = edges.right - last.box.right;
  const fits = room > widthOf(first.box) + space + 2 * height;
  const full = paragraph.lines.length >= 2 && paragraph.lines.slice(-6, -1).every(({ box }) => edges.right - box.right < 0.2 * wide);
  if (fits && !centred && /[.!?:]["')\]]?$/.test(last.tokens.at(-1)!.text) && widthOf(last.box) < 0.85 * wide) return false;
  return !(fits && full && room > 0.3 * wide && !centred);
}

function alikeLetters(one: LineDraft, other: LineDraft): boolean {
  if (one.font !== undefined && other.font !== undefined) {
    const ratio = one.font.size / Math.max(other.font.size, 1e-9);
    return ratio > 0.88 && ratio < 1.14 && (one.font.bold === other.font.bold || (one.tokens.length > 8 && other.tokens.length > 8));
  }
  const ratio = heightOf(one.box) / Math.max(heightOf(other.box), 1e-9);
  return ratio > 0.62 && ratio < 1.6 && (one.bold === other.bold || one.bold === undefined || other.bold === undefined || (one.tokens.length > 8 && other.tokens.length > 8));
}
