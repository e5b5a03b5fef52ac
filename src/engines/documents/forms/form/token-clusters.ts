/** Groups of adjacent tokens, and the parts of values that are written in several places. */
import { splitWhere } from '../../../shared/collections.ts';
import { heightOf, median, overlap, union } from '../../layout/model/geometry.ts';
import type { Box } from '../../reading/model/page.ts';
import type { Form } from './form.ts';
import { groupIntoRows } from './token-rows.ts';

/** Maximum gaps within a cluster, in line heights: between words, and between lines. */
const MAX_WORD_GAP = 3;
const MAX_LINE_SPACING = 2.4;

/** Groups tokens that are adjacent within a row or across rows, from top to bottom. */
export function clusterTokens(form: Form, tokens: readonly number[]): number[][] {
  const clusters: { tokens: number[]; last: number[] }[] = [];
  for (const row of groupIntoRows(form, tokens)) {
    for (const part of splitAtGaps(form, row)) {
      const [first, end] = [form.tokens[part[0]!]!, form.tokens[part.at(-1)!]!];
      const over = clusters.find(({ last }) => {
        const [a, b] = [form.tokens[last[0]!]!, form.tokens[last.at(-1)!]!];
        const height = Math.max(heightOf(a.box), heightOf(first.box));
        return (
          a.page === first.page &&
          first.box.top - a.box.top < MAX_LINE_SPACING * height &&
          overlap(a.box.left, b.box.right, first.box.left, end.box.right) > -height
        );
      });
      if (over === undefined) clusters.push({ tokens: [...part], last: part });
      else {
        over.tokens.push(...part);
        over.last = part;
      }
    }
  }
  return clusters.map((cluster) => cluster.tokens);
}

function splitAtGaps(form: Form, row: readonly number[]): number[][] {
  return splitWhere(row, (left, right) => {
    const before = form.tokens[left]!.box;
    return !(form.tokens[right]!.box.left - before.right < MAX_WORD_GAP * heightOf(before));
  });
}

export const boxOf = (form: Form, tokens: readonly number[]): Box => union(tokens.map((token) => form.tokens[token]!.box));

/** Distance between two clusters in line heights; infinite on different pages. */
export function clusterDistance(form: Form, one: readonly number[], other: readonly number[]): number {
  if (form.tokens[one[0]!]!.page !== form.tokens[other[0]!]!.page) return Infinity;
  const [a, b] = [boxOf(form, one), boxOf(form, other)];
  const line = median([...one, ...other].map((token) => heightOf(form.tokens[token]!.box)));
  const across = Math.max(0, a.left - b.right, b.left - a.right);
  const down = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(across, down) / Math.max(1e-6, line);
}

/** Widest gap between two adjacent words of a row, in word heights. */
export function widestGap(form: Form, tokens: readonly number[]): number {
  let widest = 0;
  for (const row of groupIntoRows(form, tokens))
    for (let i = 1; i < row.length; i++) {
      const [before, after] = [form.tokens[row[i - 1]!]!.box, form.tokens[row[i]!]!.box];
      widest = Math.max(widest, (after.left - before.right) / Math.max(1e-6, heightOf(before)));
    }
  return widest;
}
