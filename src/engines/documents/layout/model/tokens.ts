/**
 * Words and selection marks with their boxes, each with a reference to the line it was read in. Atomic blocks, such as
 * ruled tables and figures, take part in the reading order as stacks of placeholder tokens.
 */
import type { Box, Font, Line, Page, SelectionMark, Turn } from '../../reading/model/page.ts';
import { heightOf, isValidBox, median, middleY, union } from './geometry.ts';

export interface Token {
  text: string;
  box: Box;
  confidence: number;
  /** Tokens of one run were read as one line. */
  run: Run;
  state?: SelectionMark['state'];
  /** Set for placeholders: the index of the atomic block they stand for. Their text is empty. */
  blockIndex?: number;
}

/** `bold` is taken from the file or measured in the image; absent where neither is possible. */
export interface Run {
  box: Box;
  turn: Turn;
  font?: Font;
  bold?: boolean;
  handwritten?: number;
}

/** The height of the page's text and the width of the spaces between its words. */
export interface Measures {
  height: number;
  space: number;
  /** Whether a vertical stroke separates two neighbors of a row. */
  hasWallBetween?(before: Token, after: Token): boolean;
}

/** More words than any printed page has; a larger page keeps the order it was read in, without structure. */
export const MAX_TOKENS = 120_000;

export function pageTokens(page: Page): Token[] {
  const tokens: Token[] = [];
  for (const line of page.lines) tokens.push(...lineTokens(line));
  return tokens;
}

function lineTokens(line: Line): Token[] {
  const words = line.words.filter(({ text, box }) => text.trim() !== '' && isValidBox(box));
  if (words.length === 0) return [];
  const run: Run = {
    box: union(words.map(({ box }) => box)),
    turn: line.turn,
    font: line.font,
    bold: line.font?.bold,
    handwritten: line.handwritten,
  };
  return words.map(({ text, box, confidence }) => ({ text, box, confidence, run }));
}

export function markToken(mark: SelectionMark): Token {
  const { box, confidence, state } = mark;
  return { text: '', box, confidence, state, run: { box, turn: 0 } };
}

export function measurePage(tokens: readonly Token[], page: Page): Measures {
  const upright = tokens.filter(({ run, state }) => run.turn === 0 && state === undefined);
  const height = median(upright.map(({ box }) => heightOf(box)).filter((value) => value > 0));
  const gaps: number[] = [];
  for (let i = 1; i < upright.length; i++) {
    const [before, after] = [upright[i - 1]!, upright[i]!];
    if (before.run !== after.run) continue;
    const gap = after.box.left - before.box.right;
    if (gap > 0 && gap < height) gaps.push(gap);
  }
  const fallback = Math.max(page.upright.height, 1e-6) / 70;
  return { height: height > 0 ? height : fallback, space: gaps.length > 0 ? median(gaps) : 0.3 * (height || fallback) };
}

export interface Row {
  tokens: Token[];
  box: Box;
}

/**
 * Rows from top to bottom, their tokens from left to right. Runs share a row when their middles are within half of the
 * smaller height of the row's mean, so that misaligned columns cannot chain into one tall row.
 */
export function groupRows(tokens: readonly Token[]): Row[] {
  const fragments = groupByRun(tokens);
  fragments.sort((one, other) => middleY(one.box) - middleY(other.box));
  const rows: { tokens: Token[]; sum: number; count: number; height: number }[] = [];
  for (const { tokens: own, box } of fragments) {
    const row = rows.at(-1);
    const middle = middleY(box);
    const height = Math.max(heightOf(box), 1e-9);
    if (
      row !== undefined &&
      middle - row.sum / row.count < 0.5 * Math.min(Math.max(height, 0.6 * row.height), Math.max(row.height, 0.6 * height))
    ) {
      row.tokens.push(...own);
      row.sum += middle;
      row.count++;
      row.height = Math.max(row.height, height);
    } else rows.push({ tokens: [...own], sum: middle, count: 1, height });
  }
  return joinScripts(
    rows.map(({ tokens: all }) => {
      all.sort((one, other) => one.box.left - other.box.left || one.box.right - other.box.right);
      return { tokens: all, box: union(all.map(({ box }) => box)) };
    }),
  );
}

const MAX_SCRIPTS = 12;

/** Joins rows of superscripts and subscripts with the row whose words they follow. */
function joinScripts(rows: Row[]): Row[] {
  const joined: Row[] = [];
  for (const [i, row] of rows.entries()) {
    const before = joined.at(-1);
    const after = rows[i + 1];
    if (before !== undefined && isScriptOf(row, before)) mergeInto(before, row);
    else if (after !== undefined && isScriptOf(row, after)) rows[i + 1] = mergeInto({ tokens: [...after.tokens], box: after.box }, row);
    else joined.push(row);
  }
  return joined;
}

function mergeInto(row: Row, scripts: Row): Row {
  row.tokens.push(...scripts.tokens);
  row.tokens.sort((one, other) => one.box.left - other.box.left || one.box.right - other.box.right);
  row.box = union([row.box, scripts.box]);
  return row;
}

/** Whether small tokens overlap a line and each follows one of its words directly. */
function isScriptOf(scripts: Row, line: Row): boolean {
  if (scripts.tokens.length > MAX_SCRIPTS || scripts.tokens.length > line.tokens.length) return false;
  return scripts.tokens.every(({ box, text, state, blockIndex }) => {
    if (state !== undefined || blockIndex !== undefined || text.length > 4) return false;
    return line.tokens.some((word) => {
      const height = heightOf(word.box);
      const gap = box.left - word.box.right;
      const shared = Math.min(box.bottom, word.box.bottom) - Math.max(box.top, word.box.top);
      return (
        word.blockIndex === undefined &&
        heightOf(box) < 0.8 * height &&
        shared > 0.2 * heightOf(box) &&
        gap > -0.2 * height &&
        gap < 0.35 * height
      );
    });
  });
}

/** Tokens of one run stay together, however small some of them are. */
function groupByRun(tokens: readonly Token[]): { tokens: Token[]; box: Box }[] {
  const byRun = Map.groupBy(tokens, ({ run }) => run);
  return [...byRun.values()].map((own) => ({ tokens: own, box: union(own.map(({ box }) => box)) }));
}

/** Dots, dashes or underscores that lead from a label to its value or run across a page: white space to columns. */
export const isLeader = (text: string): boolean => /^(?:[.…·_]{3,}|[-=–—]{5,}|(?:\.\s?){3,})$/.test(text);

/** Splits a row's tokens where the gap is wider than `gap`, and at walls. */
export function splitSegments(tokens: readonly Token[], gap: number, hasWallBetween?: Measures['hasWallBetween']): Token[][] {
  const segments: Token[][] = [];
  let reach = -Infinity;
  for (const token of tokens) {
    const before = segments.at(-1)?.at(-1);
    if (
      before === undefined ||
      token.box.left - reach > gap ||
      (isLeader(before.text) && !isLeader(token.text)) ||
      token.blockIndex !== before.blockIndex ||
      hasWallBetween?.(before, token) === true
    )
      segments.push([token]);
    else segments.at(-1)!.push(token);
    reach = Math.max(reach, token.box.right);
  }
  return segments;
}
