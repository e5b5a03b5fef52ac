/**
 * Surroundings of each token: its row, its neighbors, and the printed words to the left, above, below and to the right.
 * These identify a value independently of its position on the page.
 */
import { firstIndex } from '../../../shared/collections.ts';
import { heightOf } from '../../layout/model/geometry.ts';
import type { Form, Token } from '../form/form.ts';
import { groupIntoRows } from '../form/token-rows.ts';

/** Adjacent printed words of one row. */
export interface Caption {
  tokens: readonly number[];
  row: number;
  page: number;
}

export interface TokenContext {
  /** Rows of all pages from top to bottom, and each token's index in its row. */
  rows: readonly (readonly number[])[];
  rowOf: Int32Array;
  indexInRow: Int32Array;
  /** Index into `captions` of the caption that a printed token belongs to, or -1. */
  captionOf: Int32Array;
  captions: readonly Caption[];
  /** Nearest token above and below that overlaps horizontally, or -1. */
  above: Int32Array;
  below: Int32Array;
}

/** Number of rows searched for the next token above or below. */
const MAX_ROWS = 10;
/** Gap, in word heights, that ends a caption. */
const MAX_CAPTION_GAP = 1.3;

export function buildContext(form: Form, printed: Uint8Array): TokenContext {
  const { tokens } = form;
  const rows = groupIntoRows(
    form,
    tokens.map((_, i) => i),
  );
  const [rowOf, indexInRow, captionOf] = [
    new Int32Array(tokens.length),
    new Int32Array(tokens.length),
    new Int32Array(tokens.length).fill(-1),
  ];
  const captions: { tokens: number[]; row: number; page: number }[] = [];
  rows.forEach((row, r) =>
    row.forEach((token, index) => {
      rowOf[token] = r;
      indexInRow[token] = index;
      if (printed[token] === 0) return;
      const before = row[index - 1];
      const isSameCaption =
        before !== undefined &&
        printed[before] === 1 &&
        tokens[token]!.box.left - tokens[before]!.box.right < MAX_CAPTION_GAP * heightOf(tokens[token]!.box) &&
        !tokens[before]!.text.endsWith(':');
      if (isSameCaption) captions[(captionOf[token] = captionOf[before]!)]!.tokens.push(token);
      else captionOf[token] = captions.push({ tokens: [token], row: r, page: tokens[token]!.page }) - 1;
    }),
  );
  const [above, below] = [new Int32Array(tokens.length), new Int32Array(tokens.length)];
  rows.forEach((row, r) => {
    for (const token of row) {
      above[token] = findVerticalNeighbor(tokens, rows, token, r, -1);
      below[token] = findVerticalNeighbor(tokens, rows, token, r, 1);
    }
  });
  return { rows, rowOf, indexInRow, captionOf, captions, above, below };
}

function findVerticalNeighbor(
  tokens: readonly Token[],
  rows: readonly (readonly number[])[],
  token: number,
  from: number,
  step: 1 | -1,
): number {
  const { page, box } = tokens[token]!;
  for (let r = from + step, n = 0; n < MAX_ROWS && r >= 0 && r < rows.length; r += step, n++) {
    const row = rows[r]!;
    if (tokens[row[0]!]!.page !== page) return -1;
    // The last token of the row that starts before this one ends.
    const end = firstIndex(row.length, (i) => tokens[row[i]!]!.box.left >= box.right);
    for (let k = end - 1; k >= 0 && k >= end - 3; k--) if (tokens[row[k]!]!.box.right > box.left) return row[k]!;
  }
  return -1;
}

/** The caption to the left of a token in its row, or -1. */
export function findCaptionLeft({ rows, rowOf, indexInRow, captionOf }: TokenContext, token: number): number {
  const row = rows[rowOf[token]!]!;
  const own = captionOf[token]!;
  for (let index = indexInRow[token]! - 1, n = 0; index >= 0 && n < 24; index--, n++) {
    const caption = captionOf[row[index]!]!;
    if (caption >= 0 && caption !== own) return caption;
  }
  return -1;
}

export function findCaptionRight({ rows, rowOf, indexInRow, captionOf }: TokenContext, token: number): number {
  const row = rows[rowOf[token]!]!;
  const own = captionOf[token]!;
  for (let index = indexInRow[token]! + 1, n = 0; index < row.length && n < 12; index++, n++) {
    const caption = captionOf[row[index]!]!;
    if (caption >= 0 && caption !== own) return caption;
  }
  return -1;
}

/** The caption above or below a token and the number of tokens in between; -1 if there is none. */
export function findCaptionAlong(
  { captionOf }: TokenContext,
  links: Int32Array,
  token: number,
  maxSteps: number,
): { caption: number; steps: number } {
  const own = captionOf[token]!;
  for (let at = links[token]!, steps = 0; at >= 0 && steps < maxSteps; at = links[at]!, steps++) {
    const caption = captionOf[at]!;
    if (caption >= 0 && caption !== own) return { caption, steps };
  }
  return { caption: -1, steps: 0 };
}
