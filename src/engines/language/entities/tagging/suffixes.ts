/**
 * Suffixes after an apostrophe, as in Ankara'dan (from Ankara): words of such languages have many, and few are among the texts of
 * training. A value ends before the apostrophe where labels of training do so (Rome in Rome's), else after the suffix, with the word;
 * never between.
 */
import { languageOf } from '../../../shared/text/tokens.ts';
import type { FineToken } from '../../recognizers/fine-tokens.ts';

export type Labeled = {
  readonly pieces: readonly FineToken[];
  readonly labels: readonly { readonly start: number; readonly end: number }[];
};

/** As normal forms have it. */
export const APOSTROPHE = "'";
/** Languages that write suffixes of names and numbers after an apostrophe. */
const LANGUAGES = new Set(['az', 'tr']);
const MARK = /^['’]/u;
const LETTERS = /^['’]?[\p{L}\p{M}]+$/u;

/** Where the suffix ends whose apostrophe is the piece `at` or its beginning; `at` if none begins there. */
function endOfSuffix(pieces: readonly FineToken[], at: number): number {
  const isGlued = (i: number): boolean => i > 0 && i < pieces.length && pieces[i]!.start === pieces[i - 1]!.end;
  if (!isGlued(at) || !MARK.test(pieces[at]!.text)) return at;
  const letters = pieces[at]!.text.length > 1 ? at : at + 1;
  return isGlued(letters) && LETTERS.test(pieces[letters]!.text) ? letters + 1 : at;
}

/** Where a span that ends before the piece `to` is to end. */
export function endAtSuffix(pieces: readonly FineToken[], from: number, to: number, keepsSuffixes: boolean, culture = ''): number {
  if (!LANGUAGES.has(languageOf(culture))) return to;
  const mark = [to, to - 1, to - 2].find((at) => at > from && endOfSuffix(pieces, at) >= Math.max(to, at + 1));
  if (mark === undefined) return to;
  return keepsSuffixes ? endOfSuffix(pieces, mark) : mark;
}

/** Whether more labels end before an apostrophe and its suffix than after them; most projects show neither. */
export function cutsSuffixes(rows: readonly Labeled[]): boolean {
  let balance = 0;
  for (const { pieces, labels } of rows) {
    for (const { end } of labels) {
      const to = pieces.findIndex((piece) => piece.end === end) + 1;
      if (to === 0) continue;
      if (endOfSuffix(pieces, to) > to) balance++;
      else if ([to - 1, to - 2].some((at) => endOfSuffix(pieces, at) === to)) balance--;
    }
  }
  return balance > 0;
}
