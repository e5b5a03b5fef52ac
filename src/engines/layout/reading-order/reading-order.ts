/**
 * Reading order: a recursive cut of the page. Where a gutter parts two stacks of running text, what is above is read
 * first, then each column, then what is below; headings across the columns end the gutter and so the cut. What is no
 * column of text is read row by row, and rows whose words line up in columns are tables, which stay whole.
 */
import { bandsOf, tableOfBand } from '../tables/aligned-table.ts';
import type { Band } from '../tables/aligned-table.ts';
import { isFigure, textOfTokens } from '../tables/table-draft.ts';
import type { TableDraft } from '../tables/table-draft.ts';
import { centreOf, heightOf, median, middleOf, widthOf } from '../model/geometry.ts';
import { findGutters, gutterWidths } from '../tables/gutters.ts';
import type { Gutter } from '../tables/gutters.ts';
import type { Stroke } from '../strokes/strokes.ts';
import { rowsOf, segmentsOf } from '../model/tokens.ts';
import type { Measures, Row, Token } from '../model/tokens.ts';

export type Part =
  | { kind: 'rows'; rows: Row[] }
  | { kind: 'table'; table: TableDraft }
  | { kind: 'solid'; block: number };

export interface Arranging {
  measures: Measures;
  /** Horizontal strokes, which part rows of tables. */
  across: readonly Stroke[];
  tables: boolean;
}

const DEEPEST = 12;

export function arrange(tokens: readonly Token[], arranging: Arranging, depth = 0): Part[] {
  if (tokens.length === 0) return [];
  if (depth < DEEPEST && tokens.length >= 8) {
    const parts = splitIntoColumns(tokens, arranging.measures);
    if (parts !== undefined) return parts.flatMap((part) => arrange(part, arranging, depth + 1));
  }
  return arrangeRows(rowsOf(tokens), arranging, depth);
}

/** Above, left, right and below of the best supported gutter between two stacks of running text. */
function splitIntoColumns(tokens: readonly Token[], measures: Measures): Token[][] | undefined {
  const { height } = measures;
  const stripHeight = 1.5 * height;
  const strips = stripsOf(tokens, stripHeight);
  const wide = findGutters(strips, measures).filter(({ left, right, support }) => support >= 3 && right - left >= Math.max(0.9 * height, 2.4 * measures.space));
  wide.sort((one, other) => other.support - one.support);
  for (const gutter of wide.slice(0, 12)) {
    const { first, last } = reach(gutter, strips, height);
    const [above, left, right, below]: [Token[], Token[], Token[], Token[]] = [[], [], [], []];
    strips.forEach((strip, at) => {
      for (const token of strip.tokens) {
        if (at < first) above.push(token);
        else if (at > last) below.push(token);
        else if (centreOf(token.box) < (gutter.left + gutter.right) / 2) left.push(token);
        else right.push(token);
      }
    });
    if (isRunningText(left, measures) && isRunningText(right, measures)) return [above, left, right, below];
  }
  return undefined;
}

/** Strips of the page, a line and a half high: columns whose lines are not level have words side by side in them too. */
function stripsOf(tokens: readonly Token[], stripHeight: number): Row[] {
  const strips = new Map<number, Token[]>();
  let [top, bottom] = [Infinity, -Infinity];
  for (const token of tokens) {
    const at = Math.floor(middleOf(token.run.box) / stripHeight);
    top = Math.min(top, at);
    bottom = Math.max(bottom, at);
    const strip = strips.get(at);
    if (strip === undefined) strips.set(at, [token]);
    else strip.push(token);
  }
  // Empty strips count as rows, so that distance is seen; far more of them than tokens means a page that is mostly empty.
  const rows: Row[] = [];
  const box = { left: 0, right: 0, top: 0, bottom: 0 };
  for (let at = top; at <= bottom && rows.length < 4 * tokens.length + 1000; at++) {
    rows.push({ tokens: (strips.get(at) ?? []).sort((one, other) => one.box.left - other.box.left), box });
  }
  return rows;
}

/** A column goes on below the end of its neighbour: while nothing crosses the gutter, nothing is far away and letters stay alike. */
function reach(gutter: Gutter, strips: readonly Row[], height: number): { first: number; last: number } {
  const crosses = (row: Row): boolean => row.tokens.some(({ box }) => box.left < gutter.right && box.right > gutter.left);
  const alike = (row: Row): boolean => row.tokens.every(({ box, solid }) => solid !== undefined || heightOf(box) < 1.5 * height);
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

/** Mostly lines of several words; columns of a table are short or figures. */
function isRunningText(tokens: readonly Token[], measures: Measures): boolean {
  const { start } = gutterWidths(measures);
  let [letters, inText, segments, texts] = [0, 0, 0, 0];
  for (const row of rowsOf(tokens)) {
    for (const segment of segmentsOf(row.tokens, start)) {
      if (segment[0]!.solid !== undefined) continue;
      const length = segment.reduce((sum, { text }) => sum + text.length, 0);
      const text = (segment.length >= 4 || length >= 22) && segment.filter((token) => isFigure(token.text)).length < 0.5 * segment.length;
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

/** Rows from top to bottom, with the tables among them. */
function arrangeRows(rows: readonly Row[], arranging: Arranging, depth: number): Part[] {
  const bands = rows.length >= 2 ? bandsOf(findGutters(rows, arranging.measures), rows, arranging.measures) : [];
  const parts: Part[] = [];
  let at = 0;
  const plain = (until: number): void => {
    if (until > at) parts.push(...withSolids(rows.slice(at, until)));
    at = Math.max(at, until);
  };
  for (const band of bands) {
    if (band.first < at) continue;
    const found = arranging.tables ? tableOfBand(rows, band, arranging.across, arranging.measures) : undefined;
    if (found !== undefined && found.first >= at && !rows.slice(found.first, found.last + 1).some((row) => row.tokens.some(({ solid }) => solid !== undefined))) {
      plain(found.first);
      parts.push({ kind: 'table', table: found.table });
      at = found.last + 1;
      continue;
    }
    const sides = depth < DEEPEST ? blocksOf(rows, band, arranging.measures) : undefined;
    if (sides === undefined) continue;
    plain(sides.first);
    for (const side of sides.sides) parts.push(...arrange(side, arranging, depth + 1));
    at = sides.last + 1;
  }
  plain(rows.length);
  return parts;
}

/** Blocks of lines side by side, such as two addresses; labels with values and names with amounts are read in rows. */
function blocksOf(rows: readonly Row[], band: Band, { height }: Measures): { sides: Token[][]; first: number; last: number } | undefined {
  const gutter = band.gutters.filter(({ left, right, support }) => support >= 2 && right - left >= 1.5 * height).sort((one, other) => (other.right - other.left) - (one.right - one.left))[0];
  if (gutter === undefined) return undefined;
  const middle = (gutter.left + gutter.right) / 2;
  const sides: [Token[], Token[]] = [[], []];
  for (let row = gutter.first; row <= gutter.last; row++) for (const token of rows[row]!.tokens) sides[centreOf(token.box) < middle ? 0 : 1].push(token);
  const [left, right] = sides.map((side) => rowsOf(side));
  if (left!.length < 2 || right!.length < 2) return undefined;
  const colons = left!.filter(({ tokens }) => tokens.at(-1)!.text.endsWith(':')).length;
  const figures = right!.filter(({ tokens }) => isFigure(textOfTokens(tokens))).length;
  if (colons > 0.34 * left!.length || figures > 0.34 * right!.length) return undefined;
  const loose = (side: readonly Row[]): boolean => median(side.slice(1).map(({ box }, i) => box.top - side[i]!.box.bottom)) > 0.9 * height;
  if (loose(left!) || loose(right!) || widthOf(left![0]!.box) === 0) return undefined;
  return { sides, first: gutter.first, last: gutter.last };
}

/** Whole blocks come out of the rows where they begin. */
function withSolids(rows: readonly Row[]): Part[] {
  const parts: Part[] = [];
  const done = new Set<number>();
  let plain: Row[] = [];
  const flush = (): void => {
    if (plain.length > 0) parts.push({ kind: 'rows', rows: plain });
    plain = [];
  };
  for (const row of rows) {
    const begun = row.tokens.filter(({ solid }) => solid !== undefined && !done.has(solid));
    const words = row.tokens.filter(({ solid }) => solid === undefined);
    const edge = begun[0]?.box.left ?? Infinity;
    const before = words.filter(({ box }) => box.right <= edge);
    const after = words.filter(({ box }) => box.right > edge);
    if (before.length > 0) plain.push({ ...row, tokens: before });
    for (const { solid } of begun) {
      if (done.has(solid!)) continue;
      flush();
      done.add(solid!);
      parts.push({ kind: 'solid', block: solid! });
    }
    if (after.length > 0) plain.push({ ...row, tokens: after });
  }
  flush();
  return parts;
}
