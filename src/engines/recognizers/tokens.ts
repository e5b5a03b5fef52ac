/**
 * Text cut as finely as an entity may need: tokens, but scripts that are written without spaces character by
 * character, because an entity there often ends where no dictionary cuts. A piece says which token it is of.
 */
import type { Token } from '../text/tokens.ts';
import { normalize, tokenize } from '../text/tokens.ts';

/** A token or one character of it; `word` is the norm of the whole token. */
export interface Piece extends Token { readonly word: string }

const WITHOUT_SPACES = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function pieces(text: string, culture?: string): Piece[] {
  const list: Piece[] = [];
  for (const token of tokenize(text, culture)) {
    if (token.end - token.start < 2 || !WITHOUT_SPACES.test(token.text)) {
      list.push({ ...token, word: token.norm });
      continue;
    }
    for (const { segment, index } of graphemes.segment(token.text)) {
      list.push({ start: token.start + index, end: token.start + index + segment.length, text: segment, norm: normalize(segment, culture), word: token.norm });
    }
  }
  return list;
}
