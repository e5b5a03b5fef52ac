/** Words of a text: runs of letters, runs of digits, and single other characters, without white space. */
import { firstIndex } from '../../shared/collections.ts';

export interface Word {
  text: string;
  lower: string;
  start: number;
  end: number;
  kind: 'letters' | 'digits' | 'other';
  /** Whether nothing separates it from the word before. */
  isJoined: boolean;
}

const WORD = /(\p{L}+(?:['’]\p{L}+)*)|(\d+)|[^\s]/gu;

export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let last = -1;
  for (const match of text.matchAll(WORD)) {
    const [word, letters, digits] = match;
    const start = match.index;
    const kind = letters !== undefined ? 'letters' : digits !== undefined ? 'digits' : 'other';
    words.push({
      text: word,
      lower: word.toLowerCase().replaceAll('’', "'"),
      start,
      end: start + word.length,
      kind,
      isJoined: start === last,
    });
    last = start + word.length;
  }
  return words;
}

/** The index of the first of several parts of a text, in order of their ends, that ends after a place. */
export function firstEndingAfter(parts: readonly { readonly end: number }[], place: number): number {
  return firstIndex(parts.length, (i) => parts[i]!.end > place);
}
