/**
 * Tokens as fine as an entity may need: scripts written without spaces are split into characters, because an entity there often
 * ends where no dictionary splits.
 */
import type { Token } from '../../shared/text/tokens.ts';
import { normalize, tokenize } from '../../shared/text/tokens.ts';

/** A token or one character of it; `word` is the normal form of the whole token. */
export interface FineToken extends Token {
  readonly word: string;
  /** Whether the script is written without spaces. */
  readonly isJoined?: boolean;
  /** Whether the piece continues the word of the piece before it. */
  readonly isInside?: boolean;
}

const WITHOUT_SPACES = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
/** Takes 30 ms to create, and few texts need it. */
let graphemes: Intl.Segmenter | undefined;

/** Whether a text has characters of a script that is written without spaces. */
export function hasUnspacedScript(text: string): boolean {
  return WITHOUT_SPACES.test(text);
}

export function tokenizeFinely(text: string, culture?: string): FineToken[] {
  const tokens: FineToken[] = [];
  for (const token of tokenize(text, culture)) {
    if (token.end - token.start < 2 || !WITHOUT_SPACES.test(token.text)) {
      tokens.push({ ...token, word: token.norm, ...(WITHOUT_SPACES.test(token.text) && { isJoined: true }) });
      continue;
    }
    graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    for (const { segment, index } of graphemes.segment(token.text)) {
      const start = token.start + index;
      tokens.push({
        start,
        end: start + segment.length,
        text: segment,
        norm: normalize(segment, culture),
        word: token.norm,
        isJoined: true,
        isInside: index > 0,
      });
    }
  }
  return tokens;
}
