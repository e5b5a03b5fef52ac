/** Bands of rows with shared gutters: regions of the page that may be tables. */
import { median, overlap } from '../model/geometry.ts';
import { isLeader } from '../model/tokens.ts';
import type { Measures, Row } from '../model/tokens.ts';
import type { Stroke } from '../model/strokes.ts';
import type { Gutter } from './gutters.ts';
import { gutterWidths } from './gutters.ts';
import { isNumeric } from './table-draft.ts';
import type { Border } from './lines.ts';

/** Rows `first` to `last` of the region, and the gutters that run through them. */
export interface Band {
  first: number;
  last: number;
  gutters: Gutter[];
}

const MAX_GUTTERS = 2000;
/** In text heights: the gap above a group of rows with a name of its own. */
const MAX_GROUP_GAP = 3;
const MAX_HEADER_ROWS = 3;
/** Rows on each side of a gap, names of row groups included, of which one has numbers. */
const GROUP_ROWS = 4;

/** Groups gutters whose rows overlap into bands, best supported gutters first. */
export function findBands(gutters: readonly Gutter[], rows: readonly Row[], strokes: readonly Stroke[], { height }: Measures): Band[] {
  const bands: Band[] = [];
  for (const gutter of [...gutters].sort((one, other) => other.support - one.support || one.first - other.first).slice(0, MAX_GUTTERS)) {
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
  return merged.flatMap((band) => splitBand(band, rows, strokes, height));
}

/** Splits a band at gaps much wider than those between rows: consecutive tables may share gutters by chance. */
function splitBand(band: Band, rows: readonly Row[], strokes: readonly Stroke[], height: number): Band[] {
  const gapAbove = (row: number): number => rows[row]!.box.top - rows[row - 1]!.box.bottom;
  const gaps = Array.from({ length: band.last - band.first }, (_, k) => gapAbove(band.first + 1 + k));
  const wide = Math.max(1.3 * height, median(gaps) + 0.9 * height);
  const isEnd = (gap: number, row: number): boolean => {
    if (gap > median(gaps) + 0.6 * height && isNewHeader(band, row, rows, strokes)) return true;
    return gap > wide && !(gap < MAX_GROUP_GAP * height && isSameTable(band, row, rows));
  };
  const starts = [band.first, ...gaps.flatMap((gap, k) => (isEnd(gap, band.first + 1 + k) ? [band.first + 1 + k] : []))];
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

/**
 * Whether the rows from `row` on belong to the table above although there is a wide gap: several gutters run through it, and the
 * rows on both sides of it hold numbers; the name of a group of rows may be between them.
 */
function isSameTable({ gutters }: Band, row: number, rows: readonly Row[]): boolean {
  const through = gutters.filter(({ first, last }) => first < row - 1 && last > row);
  const around = gutters.filter(({ first, last }) => overlap(first, last + 1, row - 4, row + 4) > 2);
  if (through.length < 2 || through.length < 0.7 * around.length) return false;
  const isCrossing = ({ box }: Row): boolean => through.some(({ left, right }) => box.left < left && box.right > right);
  const shareIn = (near: readonly Row[]): number => Math.max(0, ...near.filter(isCrossing).map(figureShare));
  const shares = [shareIn(rows.slice(Math.max(0, row - GROUP_ROWS), row)), shareIn(rows.slice(row, row + GROUP_ROWS))];
  return Math.min(...shares) >= 0.25 && Math.max(...shares) >= 0.4;
}

const figureShare = ({ tokens }: Row): number => tokens.filter(({ text }) => isNumeric(text)).length / tokens.length;

/** Whether a stroke follows a few rows below the gap and a few rows below the start of the band: both are headers. */
const isNewHeader = ({ first }: Band, row: number, rows: readonly Row[], strokes: readonly Stroke[]): boolean =>
  row - first > MAX_HEADER_ROWS &&
  hasRuleBelow(row, rows, strokes) &&
  (hasRuleBelow(first, rows, strokes) || hasRuleBelow(Math.max(0, first - MAX_HEADER_ROWS), rows, strokes));

/** Whether a stroke or a row of dashes across most of it follows within a few rows, as below a header. */
function hasRuleBelow(row: number, rows: readonly Row[], strokes: readonly Stroke[]): boolean {
  for (let at = row; at < Math.min(rows.length - 1, row + MAX_HEADER_ROWS); at++) {
    const [above, below] = [rows[at]!.box, rows[at + 1]!.box];
    if (rows[at + 1]!.tokens.every(({ text }) => isLeader(text))) return true;
    const [middle, next] = [(above.top + above.bottom) / 2, (below.top + below.bottom) / 2];
    if (
      strokes.some(
        (stroke) =>
          stroke.at > middle &&
          stroke.at < next &&
          overlap(stroke.from, stroke.to, above.left, above.right) > 0.8 * (above.right - above.left),
      )
    )
      return true;
  }
  return false;
}

/** One border per gutter: the white space that its rows share. */
export function columnBorders(band: Band, measures: Measures): Border[] {
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
  return kept.map(({ left, right }) => ({ left, right })).sort((one, other) => one.left + one.right - other.left - other.right);
}
