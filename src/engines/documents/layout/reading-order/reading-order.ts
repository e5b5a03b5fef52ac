/**
 * Reading order by recursive splitting. Where a gutter separates two columns of running text, the part above is read
 * first, then each column, then the part below; a heading across the columns ends the gutter. Everything else is read row
 * by row, and rows whose words align in columns are tables, which are not split.
 */
import { append } from '../../../shared/collections.ts';
import { tableFromBand } from '../tables/aligned-table.ts';
import { findBands } from '../tables/bands.ts';
import type { Band } from '../tables/bands.ts';
import { isNumeric, joinTexts } from '../tables/table-draft.ts';
import type { TableDraft } from '../tables/table-draft.ts';
import { centerX, heightOf, median, middleY, widthOf } from '../model/geometry.ts';
import { findGutters, gutterWidths } from '../tables/gutters.ts';
import type { Gutter } from '../tables/gutters.ts';
import type { Stroke } from '../model/strokes.ts';
import { groupRows, splitSegments } from '../model/tokens.ts';
import type { Measures, Row, Token } from '../model/tokens.ts';

export type Part = { kind: 'rows'; rows: Row[] } | { kind: 'table'; table: TableDraft } | { kind: 'block'; block: number };

export interface OrderContext {
  measures: Measures;
  /** Horizontal strokes, which separate rows of tables. */
  across: readonly Stroke[];
  tables: boolean;
}

const MAX_DEPTH = 12;

export function orderTokens(tokens: readonly Token[], context: OrderContext, depth = 0): Part[] {
  if (tokens.length === 0) return [];
  if (depth < MAX_DEPTH && tokens.length >= 8) {
    const parts = splitIntoColumns(tokens, context.measures);
    if (parts !== undefined) return parts.flatMap((part) => orderTokens(part, context, depth + 1));
  }
  return orderRows(groupRows(tokens), context, depth);
}

/** The tokens above, left of, right of and below the best supported gutter between two columns of running text. */
function splitIntoColumns(tokens: readonly Token[], measures: Measures): Token[][] | undefined {
  const { height } = measures;
  const stripHeight = 1.5 * height;
  const strips = splitStrips(tokens, stripHeight);
  const wide = findGutters(strips, measures).filter(
    ({ left, right, support }) => support >= 3 && right - left >= Math.max(0.9 * height, 2.4 * measures.space),
  );
  wide.sort((one, other) => other.support - one.support);
  for (const gutter of wide.slice(0, 12)) {
    const { first, last } = extendGutter(gutter, strips, height);
    const [above, left, right, below]: [Token[], Token[], Token[], Token[]] = [[], [], [], []];
    strips.forEach((strip, at) => {
      for (const token of strip.tokens) {
        if (at < first) above.push(token);
        else if (at > last) below.push(token);
        else if (centerX(token.box) < (gutter.left + gutter.right) / 2) left.push(token);
        else right.push(token);
      }
    });
    if (isRunningText(left, measures) && isRunningText(right, measures)) return [above, left, right, below];
  }
  return undefined;
}

/** Horizontal strips, a line and a half high, so that columns whose lines are not level share strips too. */
function splitStrips(tokens: readonly Token[], stripHeight: number): Row[] {
  const strips = new Map<number, Token[]>();
  let [top, bottom] = [Infinity, -Infinity];
  for (const token of tokens) {
    const at = Math.floor(middleY(token.run.box) / stripHeight);
    top = Math.min(top, at);
    bottom = Math.max(bottom, at);
    append(strips, at, token);
  }
  // Empty strips count as rows, so that gutters see distance; the limit stops at pages that are mostly empty.
  const rows: Row[] = [];
  const box = { left: 0, right: 0, top: 0, bottom: 0 };
  for (let at = top; at <= bottom && rows.length < 4 * tokens.length + 1000; at++) {
    rows.push({ tokens: (strips.get(at) ?? []).sort((one, other) => one.box.left - other.box.left), box });
  }
  return rows;
}

/** Extends the gutter beyond the end of the shorter column, until something crosses it, is far away or has larger text. */
function extendGutter(gutter: Gutter, strips: readonly Row[], height: number): { first: number; last: number } {
  const crosses = (row: Row): boolean => row.tokens.some(({ box }) => box.left < gutter.right && box.right > gutter.left);
  const alike = (row: Row): boolean => row.tokens.every(({ box, blockIndex }) => blockIndex !== undefined || heightOf(box) < 1.5 * height);
  let { first, last } = gutter;
  for (let at = last + 1, empty = 0; at < strips.length && empty < 2; at++) {
    const strip = strips[at]!;
    if (strip.tokens.length === 0) empty++;
    else {
      if (crosses(strip) || !alike(strip)) break;
      last = at;
      empty = 0;
    }
  }
  for (let at = first - 1; at >= 0; at--) {
    const strip = strips[at]!;
    if (strip.tokens.length === 0 || crosses(strip) || !alike(strip)) break;
    first = at;
  }
  return { first, last };
}

/** Mostly lines of several words; columns of a table are short or numeric. */
function isRunningText(tokens: readonly Token[], measures: Measures): boolean {
  const { start } = gutterWidths(measures);
  let [letters, inText, segments, texts] = [0, 0, 0, 0];
  for (const row of groupRows(tokens)) {
    for (const segment of splitSegments(row.tokens, start)) {
      if (segment[0]!.blockIndex !== undefined) continue;
      const length = segment.reduce((sum, { text }) => sum + text.length, 0);
      const text = (segment.length >= 4 || length >= 22) && segment.filter((token) => isNumeric(token.text)).length < 0.5 * segment.length;
      letters += length;
      segments++;
      if (text) {
        inText += length;
        texts++;
      }
    }
  }
  return texts >= 3 && inText >= 0.7 * letters && texts >= 0.55 * segments;
}

/** Rows from top to bottom, tables included. */
function orderRows(rows: readonly Row[], context: OrderContext, depth: number): Part[] {
  const bands = rows.length >= 2 ? findBands(findGutters(rows, context.measures), rows, context.across, context.measures) : [];
  const parts: Part[] = [];
  let at = 0;
  const plain = (until: number): void => {
    if (until > at) parts.push(...extractBlocks(rows.slice(at, until)));
    at = Math.max(at, until);
  };
  for (const band of bands) {
    if (band.first < at) continue;
    const found = context.tables ? tableFromBand(rows, band, context.across, context.measures) : undefined;
    if (
      found !== undefined &&
      found.first >= at &&
      !rows.slice(found.first, found.last + 1).some((row) => row.tokens.some(({ blockIndex }) => blockIndex !== undefined))
    ) {
      plain(found.first);
      if (found.separators.length > 0) parts.push({ kind: 'rows', rows: found.separators });
      parts.push({ kind: 'table', table: found.table });
      at = found.last + 1;
      continue;
    }
    const sides = depth < MAX_DEPTH ? findSideBySideBlocks(rows, band, context.measures) : undefined;
    if (sides === undefined) continue;
    plain(sides.first);
    for (const side of sides.sides) parts.push(...orderTokens(side, context, depth + 1));
    at = sides.last + 1;
  }
  plain(rows.length);
  return parts;
}

/** Blocks of lines side by side, such as two addresses. Labels with values and names with amounts are read row by row. */
function findSideBySideBlocks(
  rows: readonly Row[],
  band: Band,
  { height }: Measures,
): { sides: Token[][]; first: number; last: number } | undefined {
  const gutter = band.gutters
    .filter(({ left, right, support }) => support >= 2 && right - left >= 1.5 * height)
    .sort((one, other) => other.right - other.left - (one.right - one.left))[0];
  if (gutter === undefined) return undefined;
  const middle = (gutter.left + gutter.right) / 2;
  const sides: [Token[], Token[]] = [[], []];
  for (let row = gutter.first; row <= gutter.last; row++)
    for (const token of rows[row]!.tokens) sides[centerX(token.box) < middle ? 0 : 1].push(token);
  const [left, right] = sides.map((side) => groupRows(side));
  if (left!.length < 2 || right!.length < 2) return undefined;
  const colons = left!.filter(({ tokens }) => tokens.at(-1)!.text.endsWith(':')).length;
  const figures = right!.filter(({ tokens }) => isNumeric(joinTexts(tokens))).length;
  if (colons > 0.34 * left!.length || figures > 0.34 * right!.length) return undefined;
  const loose = (side: readonly Row[]): boolean => median(side.slice(1).map(({ box }, i) => box.top - side[i]!.box.bottom)) > 0.9 * height;
  if (loose(left!) || loose(right!) || widthOf(left![0]!.box) === 0) return undefined;
  return { sides, first: gutter.first, last: gutter.last };
}

/** Inserts atomic blocks where their first placeholder occurs. */
function extractBlocks(rows: readonly Row[]): Part[] {
  const parts: Part[] = [];
  const done = new Set<number>();
  let plain: Row[] = [];
  const flush = (): void => {
    if (plain.length > 0) parts.push({ kind: 'rows', rows: plain });
    plain = [];
  };
  for (const row of rows) {
    const started = row.tokens.filter(({ blockIndex }) => blockIndex !== undefined && !done.has(blockIndex));
    const words = row.tokens.filter(({ blockIndex }) => blockIndex === undefined);
    const edge = started[0]?.box.left ?? Infinity;
    const before = words.filter(({ box }) => box.right <= edge);
    const after = words.filter(({ box }) => box.right > edge);
    if (before.length > 0) plain.push({ ...row, tokens: before });
    for (const { blockIndex } of started) {
      if (done.has(blockIndex!)) continue;
      flush();
      done.add(blockIndex!);
      parts.push({ kind: 'block', block: blockIndex! });
    }
    if (after.length > 0) plain.push({ ...row, tokens: after });
  }
  flush();
  return parts;
}
