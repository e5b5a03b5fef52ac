/**
 * Text as the encoder's words, for every script, with offsets.
 *
 * A word is a run of letters, digits and their marks, or one other visible character. In scripts that are written without
 * spaces each character is a word: no dictionary is needed, so no version of one can change what a trained model sees.
 */

/** A word of a text; `end` is exclusive, both count UTF-16 units. */
export interface EncoderWord {
  readonly start: number;
  readonly end: number;
  /** NFKC, lower case. */
  readonly norm: string;
  /** Whether the word is one character of a script without spaces. */
  readonly single: boolean;
}

const UNSPACED = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const WORD = new RegExp(`(${UNSPACED}\\p{M}*)|(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}])+|[^\\s\\u200b-\\u200f]`, 'gu');
/** Left over where a capital İ is written small. */
const DOT_ABOVE = /\u0307/g;

/** The first words of a text, at most `max`. */
export function splitWords(text: string, max: number): EncoderWord[] {
  const words: EncoderWord[] = [];
  for (const match of text.matchAll(WORD)) {
    if (words.length === max) break;
    const word = match[0];
    const norm = word.normalize('NFKC').toLowerCase().replace(DOT_ABOVE, '');
    words.push({ start: match.index, end: match.index + word.length, norm, single: match[1] !== undefined });
  }
  return words;
}
