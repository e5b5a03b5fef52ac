/**
 * Values that follow their caption on the same line, as on a driver licence: `4d DL 123456 9 CLASS C`. The longest
 * matching caption starts a field and the next caption ends it. A caption at the end of a line has its value below. A
 * number alone is a caption only at the start of a line or column.
 */
import { wordSimilarity, normalizeWord } from './word-similarity.ts';
import type { PageText, PlacedWord } from './page-text.ts';

export interface InlineCaption<K extends string = string> {
  field: string;
  kind: K;
  phrases: readonly string[];
}

export interface InlineValue<K extends string = string> {
  caption: InlineCaption<K>;
  words: readonly PlacedWord[];
  key: readonly PlacedWord[];
  phrase: string;
  below: boolean;
}

interface Key<K extends string> {
  caption: InlineCaption<K>;
  words: readonly string[];
  phrase: string;
}

export type InlineCaptionFinder<K extends string> = (page: PageText) => InlineValue<K>[];

export function createInlineCaptionFinder<K extends string>(captions: readonly InlineCaption<K>[]): InlineCaptionFinder<K> {
  const keys: Key<K>[] = captions.flatMap((caption) =>
    caption.phrases.map((phrase) => ({ caption, phrase, words: phrase.split(' ').map(normalizeWord) })),
  );
  keys.sort((a, b) => b.words.join('').length - a.words.join('').length);
  return (page) => {
    const found: InlineValue<K>[] = [];
    for (const [index, line] of page.lines.entries()) {
      const words = line.words.flatMap(splitCaption);
      let open: { key: Key<K>; own: PlacedWord[]; from: number } | undefined;
      const close = (end: number): void => {
        if (open === undefined) return;
        const value = words.slice(open.from, end);
        const under = value.length === 0 ? findLineBelow(page, index, open.own[0]!, keys) : value;
        found.push({ caption: open.key.caption, words: under, key: open.own, phrase: open.key.phrase, below: value.length === 0 });
      };
      for (let i = 0; i < words.length;) {
        const key = matchCaption(keys, words, i, open === undefined, page.height);
        if (key === undefined) {
          i++;
          continue;
        }
        close(i);
        open = { key, own: words.slice(i, i + key.words.length), from: i + key.words.length };
        i += key.words.length;
      }
      close(words.length);
    }
    return found;
  };
}

/** Splits DOB:01/02/1990 and LIC#A1234567 into caption and value. */
function splitCaption(word: PlacedWord): PlacedWord[] {
  const match = /^([A-Za-z][\w.]*)[:#](\S+)$/u.exec(word.text);
  return match === null
    ? [word]
    : [
        { ...word, text: match[1]! },
        { ...word, text: match[2]! },
      ];
}

function matchCaption<K extends string>(
  keys: readonly Key<K>[],
  words: readonly PlacedWord[],
  at: number,
  first: boolean,
  height: number,
): Key<K> | undefined {
  return keys.find(({ words: key }) => {
    if (at + key.length > words.length || !key.every((part, k) => isSimilar(words[at + k]!.text, part))) return false;
    if (key.length > 1 || !/^\d/u.test(key[0]!)) return true;
    const begins = at === 0 || (first && at === 0) || words[at]!.box.left - words[at - 1]!.box.right > 1.2 * height;
    return begins && at + 1 < words.length && /^\d{1,2}[a-d]?\.?$/u.test(words[at]!.text);
  });
}

const isSimilar = (word: string, expected: string): boolean =>
  normalizeWord(word) === expected || (expected.length >= 5 && wordSimilarity(normalizeWord(word), expected) >= 0.8);

/** The line below a caption, unless it starts with a caption itself. */
function findLineBelow<K extends string>(
  page: PageText,
  index: number,
  { box }: PlacedWord,
  keys: readonly Key<K>[],
): readonly PlacedWord[] {
  const height = box.bottom - box.top;
  const line = page.lines.find(
    (other, i) =>
      i !== index &&
      other.box.top > box.top + 0.5 * height &&
      other.box.top - box.bottom < 1.3 * height &&
      Math.abs(other.box.left - box.left) < 2.5 * height,
  );
  return line === undefined || matchCaption(keys, line.words, 0, true, page.height) !== undefined ? [] : line.words;
}
