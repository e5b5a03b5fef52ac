/**
 * Receipts beside or below each other on a page: the page is cut along strips without text, and the cut counts only if every part is
 * a receipt of its own, with a total, an amount, a date and several lines.
 */
import { union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Label } from '../text/lexicon.ts';
import type { Segment, SegmentedText } from '../text/segmented-text.ts';
import type { SplitSpec } from './split-spec.ts';
import { hasAmount } from './split-spec.ts';

/** In text heights. */
const MIN_COLUMN_GAP = 2;
const MIN_ROW_GAP = 5;
const MIN_LINES = 5;
const MAX_PARTS = 8;
const DATE =
  /(?<!\d)(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{1,2}-\d{1,2}|\d{4}\s?年)(?!\d)|\p{L}{3,9}\.?\s\d{1,2},?\s\d{4}|\d{1,2}\.?\s\p{L}{3,10}\.?,?\s\d{4}/u;

/** Indexes of the first items of the lines of each part; undefined if the page is one document. */
export function splitPage(
  segmented: SegmentedText,
  labels: readonly Label[],
  page: number,
  spec: SplitSpec,
): ReadonlySet<number>[] | undefined {
  const segments = segmented.segments.filter((segment) => segment.page === page);
  const totals = labels.filter((label) => label.segment.page === page && hasAmount(label, segmented, spec)).map(({ segment }) => segment);
  if (totals.length < 2) return undefined;
  const isReceipt = (part: readonly Segment[]): boolean => {
    if (part.length < MIN_LINES || !part.some(({ text }) => DATE.test(text))) return false;
    const own = new Set(part);
    const box = union(part.map((segment) => segment.box));
    return labels.some(
      (label) => own.has(label.segment) && hasAmount(label, segmented, spec, box.right + segmented.height) && hasPrices(part),
    );
  };
  const columns = cut(segments, segmented.height * MIN_COLUMN_GAP, ({ left, right }) => [left, right]);
  const parts = joinUntil(columns, isReceipt).flatMap((column) =>
    joinUntil(
      cut(column, segmented.height * MIN_ROW_GAP, ({ top, bottom }) => [top, bottom]),
      isReceipt,
    ),
  );
  if (parts.length < 2 || parts.length > MAX_PARTS || !parts.every(isReceipt)) return undefined;
  return parts.map((part) => new Set(part.flatMap(({ words }) => words.map(({ item }) => item))));
}

const hasPrices = (part: readonly Segment[]): boolean => part.filter(({ text }) => /\d[.,]\d{2}(?!\d)|[¥￥]\s?\d/u.test(text)).length >= 2;

/** Cuts where no text is for at least `gap`. */
function cut(segments: readonly Segment[], gap: number, range: (box: Box) => readonly [number, number]): Segment[][] {
  const sorted = [...segments].sort((a, b) => range(a.box)[0] - range(b.box)[0]);
  const parts: Segment[][] = [];
  let end = -Infinity;
  for (const segment of sorted) {
    const [from, to] = range(segment.box);
    if (from - end > gap || parts.length === 0) parts.push([]);
    parts.at(-1)!.push(segment);
    end = Math.max(end, to);
  }
  return parts;
}

/** Joins neighbors until each part is a receipt; text that is none belongs to its neighbor. */
function joinUntil(parts: readonly Segment[][], isReceipt: (part: readonly Segment[]) => boolean): Segment[][] {
  const joined: Segment[][] = [];
  let open: Segment[] = [];
  for (const part of parts) {
    open = [...open, ...part];
    if (!isReceipt(open)) continue;
    joined.push(open);
    open = [];
  }
  if (open.length > 0) {
    if (joined.length === 0) joined.push(open);
    else joined[joined.length - 1] = [...joined.at(-1)!, ...open];
  }
  return joined;
}
