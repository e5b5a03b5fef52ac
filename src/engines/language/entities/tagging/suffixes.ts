/**
 * Suffixes after an apostrophe, as in Ankara'dan (from Ankara): words of such languages have many, and few are among the texts of
 * training. A value ends before the apostrophe or after the suffix, as the values of training do (tomorrow's), never between.
 */
import { languageOf } from '../../../shared/text/tokens.ts';
import type { FineToken } from '../../recognizers/fine-tokens.ts';

/** Languages that write suffixes of names and numbers after an apostrophe. */
const LANGUAGES = new Set(['az', 'tr']);
const APOSTROPHE = /^['’]/u;
const LETTERS = /^['’]?[\p{L}\p{M}]+$/u;

/** Where a span that ends before the piece `to` is to end. */
export function endAtSuffix(pieces: readonly FineToken[], from: number, to: number, keepsSuffixes: boolean, culture = ''): number {
  if (!LANGUAGES.has(languageOf(culture))) return to;
  const isGlued = (i: number): boolean => i > 0 && i < pieces.length && pieces[i]!.start === pieces[i - 1]!.end;
  const isMark = (i: number): boolean => isGlued(i) && APOSTROPHE.test(pieces[i]!.text);
  // The apostrophe is a piece of its own or the beginning of the suffix.
  const mark = [to, to - 1, to - 2].find((i) => i > from && isMark(i));
  if (mark === undefined) return to;
  const suffix = pieces[mark]!.text.length > 1 ? mark : mark + 1;
  if (!isGlued(suffix) || !LETTERS.test(pieces[suffix]!.text) || suffix + 1 < to) return to;
  return keepsSuffixes ? suffix + 1 : mark;
}
