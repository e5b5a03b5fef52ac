/** What distinguishes documents of a kind: labels of numbers and totals. */
import type { Label, Lexicon } from '../text/lexicon.ts';
import type { SegmentedText } from '../text/segmented-text.ts';

export interface SplitSpec {
  lexicon: Lexicon;
  /** Fields whose labels name the number of a document. */
  numbers: ReadonlySet<string>;
  /** Fields whose labels name the amount of a document. */
  totals: ReadonlySet<string>;
  /** Whether several documents may be on one page, like receipts. */
  mayShareAPage: boolean;
}

/** Whether an amount follows the label of a total. */
export function hasAmount(
  { meanings, segment, end, start }: Label,
  { rows }: SegmentedText,
  { totals }: SplitSpec,
  right = Infinity,
): boolean {
  if (start > 3 || !meanings.some(({ field }) => totals.has(field))) return false;
  const amount = /\d[.,]\d{2}(?!\d)|[¥￥$€£]\s?\d|\d円/u;
  return (
    amount.test(segment.text.slice(end)) ||
    rows[segment.row]!.segments.some((other) => other.box.left > segment.box.left && other.box.right <= right && amount.test(other.text))
  );
}
