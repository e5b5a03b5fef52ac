/**
 * Captions of a training form that no other form has. The unlabeled words directly before or above a labeled value are its
 * caption, even if the vocabulary of the other forms does not know them; so forms of different layouts can be learned from.
 */
import { heightOf } from '../../layout/model/geometry.ts';
import type { LabeledForm, Tag } from '../labels/labeled-form.ts';
import { clusterTokens } from '../form/token-clusters.ts';
import type { Side } from './caption-side.ts';
import type { TokenContext } from './context.ts';
import { labeledTokens } from './vocabulary.ts';

/** Gap, in word heights, that ends a caption, and the largest distance of a caption from its value. */
const MAX_WORD_GAP = 1.3;
const MAX_DISTANCE = 3;
const MAX_CAPTION_WORDS = 12;

/** Printed words, with those directly beside labeled values on the form's caption side. */
export function markLabelCaptions(
  labeled: LabeledForm,
  { rows, rowOf, indexInRow, above }: TokenContext,
  printed: Uint8Array,
  side: Side,
  tags: readonly Tag[],
): Uint8Array {
  if (side !== 0 && side !== 1) return printed;
  const { form, labels } = labeled;
  const { tokens } = form;
  const values = labeledTokens(labeled);
  const extended = printed.slice();
  const isFree = (token: number | undefined): token is number =>
    token !== undefined && token >= 0 && tokens[token]!.state === undefined && !values.has(token) && printed[token] === 0;
  const isNear = (token: number, other: number): boolean => {
    const [one, two] = [tokens[token]!.box, tokens[other]!.box];
    const reach = MAX_DISTANCE * heightOf(one);
    return side === 1 ? one.top - two.bottom < reach : one.left - two.right < reach;
  };
  const isSameCaption = (left: number, right: number): boolean =>
    tokens[right]!.box.left - tokens[left]!.box.right < MAX_WORD_GAP * heightOf(tokens[left]!.box);
  for (const { tag, tokens: own } of labels) {
    if (own.length === 0 || tags[tag]!.isColumn || tags[tag]!.type === 'selectionMark') continue;
    for (const [first] of clusterTokens(form, own)) {
      const beside = side === 1 ? above[first!]! : rows[rowOf[first!]!]![indexInRow[first!]! - 1];
      if (!isFree(beside) || !isNear(first!, beside)) continue;
      const row = rows[rowOf[beside]!]!;
      let [from, to] = [indexInRow[beside]!, indexInRow[beside]!];
      while (from > 0 && isFree(row[from - 1]) && isSameCaption(row[from - 1]!, row[from]!)) from--;
      while (to + 1 < row.length && isFree(row[to + 1]) && isSameCaption(row[to]!, row[to + 1]!)) to++;
      if (to - from < MAX_CAPTION_WORDS) for (let i = from; i <= to; i++) extended[row[i]!] = 1;
    }
  }
  return extended;
}
