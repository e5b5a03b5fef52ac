/** Words of a text: runs of letters, runs of digits, and single other characters, without white space. */

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

/** The index of the first word that ends after a place in the text. */
export function firstWordEndingAfter(words: readonly Word[], place: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.end > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
