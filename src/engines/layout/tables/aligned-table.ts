/**
 * Tables without a grid: gutters separate the columns; spacing, strokes or the pattern of filled cells separate the rows.
 * A line that only continues cells of the line above is wrapped text, not a row of its own.
 */
import type { Box } from '../../reading/model/page.ts';
import { isNumeric, sortInReadingOrder, assignHeaders, joinTexts } from './table-draft.ts';
import type { CellDraft, TableDraft } from './table-draft.ts';
import { heightOf, median, overlap, union, widthOf } from '../model/geometry.ts';
import { gutterWidths } from './gutters.ts';
import type { Gutter } from './gutters.ts';
import { splitSegments } from '../model/tokens.ts';
import type { Measures, Row, Token } from '../model/tokens.ts';
import type { Stroke } from '../strokes/strokes.ts';

/** Rows `first` to `last` of the region, and the gutters that run through them. */
export interface Band {
  first: number;
  last: number;
  gutters: Gutter[];
}

export interface FoundTable {
  table: TableDraft;
  first: number;
  last: number;
}

/** The words of one cell in one line, with the columns they cover. */
export interface Piece {
  tokens: Token[];
  box: Box;
  from: number;
  to: number;
}

export interface Line {
  pieces: Piece[];
  box: Box;
}

const MAX_COLUMNS = 60;
/** Lines of wrapped words below the last row. */
const MAX_LINES_BELOW = 5;

/** Groups gutters whose rows overlap into bands, best supported gutters first. */
export function findBands(gutters: readonly Gutter[], rows: readonly Row[], { height }: Measures): Band[] {
  const bands: Band[] = [];
  for (const gutter of [...gutters].sort((one, other) => other.support - one.support || one.first - other.first).slice(0, 2000)) {
    if (gutter.support < 2) continue;
    const band = bands.find(
      ({ first, last }) =>
        overlap(first, last + 1, gutter.first, gutter.last + 1) >= 0.5 * Math.min(last - first + 1, gutter.last - gutter.first + 1),
    );
    if (band === undefined) bands.push({ first: gutter.first, last: gutter.last, gutters: [gutter] });
    else {
      band.gutters.push(gutter);
      band.first = Math.min(band.first, gutter.first);
      band.last = Math.max(band.last, gutter.last);
    }
  }
  bands.sort((one, other) => one.first - other.first);
  const merged: Band[] = [];
  for (const band of bands) {
    const before = merged.at(-1);
    if (before === undefined || band.first > before.last) merged.push(band);
    else {
      before.last = Math.max(before.last, band.last);
      before.gutters.push(...band.gutters);
    }
  }
  return merged.flatMap((band) => splitBand(band, rows, height));
}

/** Splits a band at gaps much wider than those between rows: consecutive tables may share gutters by chance. */
function splitBand(band: Band, rows: readonly Row[], height: number): Band[] {
  const gapAbove = (row: number): number => rows[row]!.box.top - rows[row - 1]!.box.bottom;
  const gaps = Array.from({ length: band.last - band.first }, (_, k) => gapAbove(band.first + 1 + k));
  const wide = Math.max(1.3 * height, median(gaps) + 0.9 * height);
  const starts = [band.first, ...gaps.flatMap((gap, k) => (gap > wide ? [band.first + 1 + k] : []))];
  if (starts.length === 1) return [band];
  return starts
    .map((first, i) => {
      const last = i + 1 < starts.length ? starts[i + 1]! - 1 : band.last;
      const gutters = band.gutters.flatMap((gutter) => {
        const clipped = { ...gutter, first: Math.max(gutter.first, first), last: Math.min(gutter.last, last) };
        const share = (clipped.last - clipped.first + 1) / (gutter.last - gutter.first + 1);
        return clipped.last > clipped.first ? [{ ...clipped, support: Math.round(gutter.support * share) }] : [];
      });
      return { first, last, gutters };
    })
    .filter(({ gutters }) => gutters.some(({ support }) => support >= 2));
}

/** The table formed by a band of rows, or undefined where the rows do not look like one. */
export function tableFromBand(rows: readonly Row[], band: Band, strokes: readonly Stroke[], measures: Measures): FoundTable | undefined {
  const borders = columnBorders(band, measures);
  if (borders.length === 0 || borders.length >= MAX_COLUMNS) return undefined;
  let { first, last } = band;
  const lineOf = (row: number): Line => alignRow(rows[row]!, borders, measures);
  let lines: Line[] = [];
  for (let row = first; row <= last; row++) lines.push(lineOf(row));
  const gaps = lines.slice(1).map(({ box }, i) => box.top - lines[i]!.box.bottom);
  const usual = median(gaps);
  const above = first > 0 && isSpanningHeader(lineOf(first - 1), lines, usual, measures);
  if (above) lines = [lineOf(--first), ...lines];
  widenHeader(lines, above, measures);
  const end = Math.min(rows.length, last + 1 + MAX_LINES_BELOW);
  while (last + 1 < end && isWrappedLineBelow(lineOf(last + 1), lines, usual, measures)) lines = [...lines, lineOf(++last)];
  const box = union(lines.map((line) => line.box));
  const crossing = strokes
    .filter(
      (stroke) =>
        stroke.at > box.top - measures.height &&
        stroke.at < box.bottom + measures.height &&
        overlap(stroke.from, stroke.to, box.left, box.right) > 0.6 * widthOf(box),
    )
    .map(({ at }) => at);
  const groups = groupIntoRows(lines, borders.length + 1, crossing, measures);
  if (!isTable(groups, borders.length + 1, crossing.length, measures)) return undefined;
  return { table: buildDraft(groups, borders, box, crossing), first, last };
}

/** One border per gutter, in the middle of the white space that its rows share. */
function columnBorders(band: Band, measures: Measures): number[] {
  const { minWidth } = gutterWidths(measures);
  const kept: Gutter[] = [];
  const rows = band.last - band.first + 1;
  for (const gutter of [...band.gutters].sort((one, other) => other.support - one.support)) {
    const same = kept.find(({ left, right }) => overlap(left, right, gutter.left, gutter.right) > 0.4 * minWidth);
    if (same !== undefined) {
      same.left = Math.max(same.left, gutter.left);
      same.right = Math.min(same.right, gutter.right);
    } else if (gutter.support >= Math.max(2, 0.2 * rows)) kept.push({ ...gutter });
  }
  return kept.map(({ left, right }) => (left + right) / 2).sort((one, other) => one - other);
}

/** Splits a row at the borders; a piece that crosses a border without a wide gap spans its columns. */
function alignRow(row: Row, borders: readonly number[], measures: Measures): Line {
  const { minWidth } = gutterWidths(measures);
  const columnAt = (x: number): number => {
    let column = 0;
    while (column < borders.length && borders[column]! < x) column++;
    return column;
  };
  const pieces: Piece[] = [];
  for (const segment of splitSegments(row.tokens, minWidth)) {
    const box = union(segment.map((token) => token.box));
    const from = columnAt(box.left + 0.2 * measures.height);
    const to = columnAt(box.right - 0.2 * measures.height);
    const before = pieces.at(-1);
    if (before !== undefined && before.to === from && before.from === from && to === from) {
      before.tokens.push(...segment);
      before.box = union([before.box, box]);
    } else pieces.push({ tokens: segment, box, from: before === undefined ? from : Math.max(from, Math.min(before.to, to)), to });
  }
  return { pieces, box: row.box };
}

/** Whether a line above the first row is a header that spans columns, rather than a heading above the table. */
function isSpanningHeader(line: Line, lines: readonly Line[], usual: number, measures: Measures): boolean {
  const { height } = measures;
  const first = lines[0]!;
  if (first.box.top - line.box.bottom > Math.min(Math.max(usual, 0) + 0.6 * height, 1.6 * height)) return false;
  if (
    line.pieces.some(
      ({ tokens, from, box }) => tokens[0]!.blockIndex !== undefined || from === 0 || heightOf(box) > 1.3 * heightOf(first.box),
    )
  )
    return false;
  if (line.box.right > union(lines.map(({ box }) => box)).right + height) return false;
  const extents = columnExtents(lines);
  return line.pieces.every((piece) => findCentredSpan(piece, extents, 1, true, height) !== undefined);
}

interface Extent {
  left: number;
  right: number;
}

/** The horizontal extent of each column's words; undefined for columns without words of their own. */
function columnExtents(lines: readonly Line[]): (Extent | undefined)[] {
  const extents: (Extent | undefined)[] = [];
  for (const { from, to, box } of lines.flatMap(({ pieces }) => pieces)) {
    if (from !== to) continue;
    const extent = extents[from];
    extents[from] = { left: Math.min(extent?.left ?? Infinity, box.left), right: Math.max(extent?.right ?? -Infinity, box.right) };
  }
  return extents;
}

/**
 * The columns, from `minColumn` on, that a piece is centred over, if it fits them better than its own column alone.
 * A line above the header (`isAbove`) is always taken as spanning.
 */
function findCentredSpan(
  { box, from, to }: Piece,
  extents: readonly (Extent | undefined)[],
  minColumn: number,
  isAbove: boolean,
  height: number,
): { from: number; to: number } | undefined {
  const centre = (box.left + box.right) / 2;
  let best: { from: number; to: number; off: number } | undefined;
  for (let a = from; a >= minColumn; a--) {
    for (let b = Math.max(to, a + 1); b < extents.length; b++) {
      const [left, right] = [extents[a]?.left, extents[b]?.right];
      if (left === undefined || right === undefined) continue;
      const off = Math.abs(centre - (left + right) / 2);
      if (box.left >= left - 0.5 * height && box.right <= right + 0.5 * height && off < (best?.off ?? Infinity))
        best = { from: a, to: b, off };
    }
  }
  const own = from === to ? extents[from] : undefined;
  const alone =
    own === undefined
      ? Infinity
      : Math.min(Math.abs(box.left - own.left), Math.abs(box.right - own.right), Math.abs(centre - (own.left + own.right) / 2));
  // How far a column extends beyond its words is unknown, so its centre is known only to about two text heights.
  return best !== undefined && best.off < 2 * height && (isAbove || alone > Math.max(0.5 * height, best.off))
    ? { from: best.from, to: best.to }
    : undefined;
}

/** Headers of column groups are centred over them, however short they are. */
function widenHeader(lines: readonly Line[], isAbove: boolean, { height }: Measures): void {
  const [first, second] = lines;
  if (first === undefined || second === undefined || filledColumns(first).size >= filledColumns(second).size) return;
  const extents = columnExtents(lines.slice(1));
  const spread = first.pieces.map((piece) => findCentredSpan(piece, extents, isAbove ? 1 : 0, isAbove, height) ?? piece);
  if (spread.some(({ from }, i) => i > 0 && from <= spread[i - 1]!.to)) return;
  first.pieces.forEach((piece, i) => Object.assign(piece, { from: spread[i]!.from, to: spread[i]!.to }));
}

/** Whether a line below the last row that the gutters cover holds wrapped words of that row. */
function isWrappedLineBelow(line: Line, lines: readonly Line[], usual: number, { height }: Measures): boolean {
  const last = lines.at(-1)!;
  const gap = line.box.top - last.box.bottom;
  if (gap > Math.min(Math.max(usual, 0.1 * height) + 0.05 * height, 0.8 * height)) return false;
  if (line.pieces.length !== 1 || line.pieces[0]!.from !== line.pieces[0]!.to || line.pieces[0]!.tokens[0]!.blockIndex !== undefined)
    return false;
  const piece = line.pieces[0]!;
  const above = last.pieces.find(({ from, to }) => from <= piece.from && to >= piece.to);
  // A wrapped cell looks like a paragraph that follows directly, unless the table wraps elsewhere or has wider row spacing.
  const wraps =
    usual > gap + 0.15 * height ||
    lines.slice(0, -1).some(({ pieces }, i) => i > 0 && pieces.length === 1 && pieces[0]!.from === piece.from);
  return wraps && above !== undefined && Math.abs(above.box.left - piece.box.left) < 0.6 * height;
}

const filledColumns = (line: Line): Set<number> =>
  new Set(line.pieces.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, k) => from + k)));

/** Groups lines into rows of the table. */
export function groupIntoRows(lines: readonly Line[], columns: number, strokes: readonly number[], { height }: Measures): Line[][] {
  const between = (above: Line, below: Line): boolean =>
    strokes.some((at) => at > above.box.bottom - 0.35 * height && at < below.box.top + 0.35 * height);
  const ruled = splitLines(lines, between);
  // Strokes between all rows are the strongest evidence; a stroke under the header alone says nothing about the body.
  const single = median(ruled.map((group) => group.filter(({ pieces }) => pieces.length >= 2).length)) <= 1;
  if (ruled.length >= 3 && (single || hasWrappedLines(ruled)) && ruled.every(({ length }) => length <= 6)) return ruled;
  const gaps = lines.slice(1).map((line, i) => line.box.top - lines[i]!.box.bottom);
  const threshold = rowGapThreshold(lines, gaps, height);
  return splitLines(lines, (above, below, at) => {
    if (between(above, below)) return true;
    const gap = gaps[at]!;
    if (threshold !== undefined) return gap > threshold;
    return !isWrappedLine(above, below, columns);
  });
}

/** Whether most lines after the first of each group fill fewer columns than it does. */
function hasWrappedLines(groups: readonly Line[][]): boolean {
  let [later, fewer] = [0, 0];
  for (const [first, ...rest] of groups) {
    later += rest.length;
    fewer += rest.filter((line) => filledColumns(line).size < filledColumns(first!).size).length;
  }
  return later > 0 && fewer >= 0.7 * later;
}

/**
 * The smallest gap between rows, where rows are spaced wider than the lines within them. Lines with fewer filled columns
 * show it: if they are closer to the line above than full lines are, the threshold is between the two distances.
 */
function rowGapThreshold(lines: readonly Line[], gaps: readonly number[], height: number): number | undefined {
  const sorted = Float64Array.from(gaps).sort();
  if (sorted.length < 3) return undefined;
  let best = 0;
  let at = -1;
  for (let i = 1; i < sorted.length; i++) {
    const jump = sorted[i]! - sorted[i - 1]!;
    if (jump > best) {
      best = jump;
      at = i;
    }
  }
  if (at < 0 || best < 0.22 * height) return undefined;
  const threshold = (sorted[at]! + sorted[at - 1]!) / 2;
  let close = 0;
  let narrower = 0;
  gaps.forEach((gap, i) => {
    if (gap > threshold) return;
    close++;
    if (filledColumns(lines[i + 1]!).size < filledColumns(lines[i]!).size) narrower++;
  });
  // Wrapped lines fill fewer columns than the lines they continue; otherwise the wide gaps only separate groups of rows.
  return close > 0 && narrower >= 0.5 * close && lines.length - close >= 2 ? threshold : undefined;
}

function splitLines(lines: readonly Line[], isSplit: (above: Line, below: Line, at: number) => boolean): Line[][] {
  const groups: Line[][] = [];
  lines.forEach((line, i) => {
    if (i === 0 || isSplit(lines[i - 1]!, line, i - 1)) groups.push([line]);
    else groups.at(-1)!.push(line);
  });
  return groups;
}

/** For evenly spaced lines: a line that fills only some columns of the line above, with words and no numbers, continues it. */
function isWrappedLine(above: Line, below: Line, columns: number): boolean {
  const [filled, filledAbove] = [filledColumns(below), filledColumns(above)];
  if (filled.size >= filledAbove.size || filled.size > Math.max(1, columns - 2)) return false;
  if ([...filled].some((column) => !filledAbove.has(column))) return false;
  if (below.pieces.some(({ tokens, from, to }) => to > from || isNumeric(joinTexts(tokens)))) return false;
  if (!filled.has(0)) return true;
  if (filled.size > 1) return false;
  // Words in the first column alone: wrapped words start in lower case, the name of a row group does not.
  const text = below.pieces[0]!.tokens[0]!.text;
  return /^[\p{Ll}(&]/u.test(text);
}

const countWords = (pieces: readonly Piece[]): number => pieces.reduce((sum, { tokens }) => sum + tokens.length, 0);

function isTable(groups: readonly Line[][], columns: number, strokes: number, { height }: Measures): boolean {
  if (groups.length < 2 || columns < 2) return false;
  const filled = groups.map((group) => new Set(group.flatMap((line) => [...filledColumns(line)])).size);
  const full = filled.filter((count) => count >= 2).length;
  if (full < 2 || full < 0.55 * groups.length) return false;
  if (groups.length < 3 && !(strokes >= 2 && columns >= 3)) return false;
  const pieces = groups.flat().flatMap((line) => line.pieces);
  const cells = filled.reduce((sum, count) => sum + count, 0);
  if (countWords(pieces) > 12 * cells) return false;
  const column = (k: number): Piece[] => pieces.filter(({ from, to }) => from === k && to === k);
  const labels = (own: readonly Piece[]): boolean =>
    own.filter(({ tokens }) => tokens.at(-1)!.text.endsWith(':')).length >= 0.5 * own.length;
  if (labels(column(0)) || labels(groups[0]![0]!.pieces)) return false;
  let figureColumns = 0;
  for (let k = 0; k < columns; k++) {
    const own = column(k);
    if (own.length >= 2 && own.filter(({ tokens }) => isNumeric(joinTexts(tokens))).length >= 0.5 * own.length) figureColumns++;
  }
  const tops = groups.map((group) => group[0]!.box);
  const pitch = median(tops.slice(1).map((box, i) => box.top - tops[i]!.top)) / height;
  const lineHeight = median(pieces.map(({ box }) => heightOf(box))) / height;
  let score = 0;
  if (figureColumns > 0) score += columns > 2 ? 2 : 1;
  if (strokes >= 2) score += 2;
  else if (strokes === 1) score += 1;
  if (columns >= 3 && groups.length >= 4) score += 1;
  if (columns >= 3 && full >= 5) score += 1;
  if (pitch > 1.75 * lineHeight) score += 1;
  if (hasDistinctHeader(groups)) score += 1;
  if (columns === 2 && figureColumns === 0) score -= 1;
  return score >= 2;
}

function hasDistinctHeader(groups: readonly Line[][]): boolean {
  const bold = (line: Line): boolean => line.pieces.every(({ tokens }) => tokens.every(({ run }) => run.bold === true));
  return bold(groups[0]![0]!) && groups.slice(1).filter((group) => bold(group[0]!)).length <= 0.3 * groups.length;
}

function buildDraft(groups: readonly Line[][], borders: readonly number[], box: Box, strokes: readonly number[]): TableDraft {
  const edges = [box.left, ...borders, box.right];
  const columnCount = borders.length + 1;
  const bounds = groups.map((group) => union(group.map((line) => line.box)));
  const edgesDown = [box.top, ...bounds.slice(1).map((bound, i) => (bound.top + bounds[i]!.bottom) / 2), box.bottom];
  const cells: CellDraft[] = [];
  groups.forEach((group, rowIndex) => {
    const pieces = group.flatMap((line) => line.pieces);
    const spanOf = new Int32Array(columnCount).fill(-1);
    for (const { from, to } of pieces) {
      let start = from;
      while (start > 0 && spanOf[from] !== -1 && spanOf[start - 1] === spanOf[from]) start--;
      const root = spanOf[from] === -1 ? from : spanOf[from]!;
      for (let k = from; k <= to; k++) spanOf[k] = root;
    }
    for (let columnIndex = 0; columnIndex < columnCount;) {
      const root = spanOf[columnIndex]!;
      let end = columnIndex + 1;
      while (root !== -1 && end < columnCount && spanOf[end] === root) end++;
      const tokens = pieces.filter(({ from }) => from >= columnIndex && from < end).flatMap((piece) => piece.tokens);
      cells.push({
        rowIndex,
        columnIndex,
        rowSpan: 1,
        columnSpan: end - columnIndex,
        kind: 'content',
        tokens: sortInReadingOrder(tokens),
        box: { left: edges[columnIndex]!, right: edges[end]!, top: edgesDown[rowIndex]!, bottom: edgesDown[rowIndex + 1]! },
      });
      columnIndex = end;
    }
  });
  const table: TableDraft = { box, rowCount: groups.length, columnCount, cells, edges };
  assignHeaders(
    table,
    edgesDown.slice(1).map((at) => strokes.some((stroke) => Math.abs(stroke - at) < (0.6 * (box.bottom - box.top)) / groups.length)),
  );
  return table;
}
