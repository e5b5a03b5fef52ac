/**
 * What stands around each token: its row, its neighbours, and the printed words to the left of it, above, below and to
 * the right, which say what it is wherever on the page it stands.
 */
import { heightOf } from '../../layout/model/geometry.ts';
import type { Form, Token } from '../form/form.ts';
import { rowsOf } from '../template/slots.ts';

/** A run of printed words of one row that stand together. */
export interface Caption { tokens: readonly number[]; row: number; page: number }

export interface Context {
  /** Rows of a page from the top down; a token's place in them. */
  rows: readonly (readonly number[])[];
  rowOf: Int32Array;
  placeInRow: Int32Array;
  /** Index into `captions` of the caption that a printed token is part of, else -1. */
  captionOf: Int32Array;
  captions: readonly Caption[];
  /** Nearest token above and below that it shares some width with, else -1. */
  above: Int32Array;
  below: Int32Array;
}

/** Rows that are looked through for the next token above or below. */
const ROWS = 10;
/** Gap, in heights of the words, that ends a caption. */
const GAP = 1.3;

export function contextOf(form: Form, printed: Uint8Array): Context {
  const { tokens } = form;
  const rows = rowsOf(form, tokens.map((_, i) => i));
  const [rowOf, placeInRow, captionOf] = [new Int32Array(tokens.length), new Int32Array(tokens.length), new Int32Array(tokens.length).fill(-1)];
  const captions: { tokens: number[]; row: number; page: number }[] = [];
  rows.forEach((row, r) => row.forEach((token, place) => {
    rowOf[token] = r;
    placeInRow[token] = place;
    if (printed[token] === 0) return;
    const before = row[place - 1];
    const isSame = before !== undefined && printed[before] === 1 && tokens[token]!.box.left - tokens[before]!.box.right < GAP * heightOf(tokens[token]!.box) && !tokens[before]!.text.endsWith(':');
    if (isSame) captions[captionOf[token] = captionOf[before]!]!.tokens.push(token);
    else captionOf[token] = captions.push({ tokens: [token], row: r, page: tokens[token]!.page }) - 1;
  }));
  const [above, below] = [new Int32Array(tokens.length), new Int32Array(tokens.length)];
  rows.forEach((row, r) => {
    for (const token of row) {
      above[token] = nextRowwise(tokens, rows, token, r, -1);
      below[token] = nextRowwise(tokens, rows, token, r, 1);
    }
  });
  return { rows, rowOf, placeInRow, captionOf, captions, above, below };
}

function nextRowwise(tokens: readonly Token[], rows: readonly (readonly number[])[], token: number, from: number, step: 1 | -1): number {
  const { page, box } = tokens[token]!;
  for (let r = from + step, n = 0; n < ROWS && r >= 0 && r < rows.length; r += step, n++) {
    const row = rows[r]!;
    if (tokens[row[0]!]!.page !== page) return -1;
    // The last token of the row that begins before this one ends.
    let [low, high] = [0, row.length];
    while (low < high) {
      const mid = (low + high) >> 1;
      if (tokens[row[mid]!]!.box.left < box.right) low = mid + 1;
      else high = mid;
    }
    for (let k = low - 1; k >= 0 && k >= low - 3; k--) if (tokens[row[k]!]!.box.right > box.left) return row[k]!;
  }
  return -1;
}

/** The caption to the left of a token in its row, else -1. */
export function captionLeft({ rows, rowOf, placeInRow, captionOf }: Context, token: number): number {
  const row = rows[rowOf[token]!]!;
  const own = captionOf[token]!;
  for (let place = placeInRow[token]! - 1, n = 0; place >= 0 && n < 24; place--, n++) {
    const caption = captionOf[row[place]!]!;
    if (caption >= 0 && caption !== own) return caption;
  }
  return -1;
}

export function captionRight({ rows, rowOf, placeInRow, captionOf }: Context, token: number): number {
  const row = rows[rowOf[token]!]!;
  const own = captionOf[token]!;
  for (let place = placeInRow[token]! + 1, n = 0; place < row.length && n < 12; place++, n++) {
    const caption = captionOf[row[place]!]!;
    if (caption >= 0 && caption !== own) return caption;
  }
  return -1;
}

/** The caption above or below a token, with how many other tokens lie on the way; -1 where there is none. */
export function captionAlong({ captionOf }: Context, links: Int32Array, token: number, most: number): { caption: number; steps: number } {
  const own = captionOf[token]!;
  for (let at = links[token]!, steps = 0; at >= 0 && steps < most; at = links[at]!, steps++) {
    const caption = captionOf[at]!;
    if (caption >= 0 && caption !== own) return { caption, steps };
  }
  return { caption: -1, steps: 0 };
}
