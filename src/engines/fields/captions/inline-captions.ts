/**
 * Values that follow their caption in the line, as on a driver licence: `4d DL 123456 9 CLASS C`. A line is walked from
 * the left; the longest caption that fits begins a field, the next caption ends it. A caption at the end of a line has
 * its value under it. A number alone is a caption only where a line or a column begins.
 */
import { alike, bare } from './word-similarity.ts';
import type { PageText, PlacedWord } from './page-text.ts';

export interface KeyedCaption<K extends string = string> { field: string; kind: K; phrases: readonly string[] }

export interface Keyed<K extends string = string> { caption: KeyedCaption<K>; words: readonly PlacedWord[]; key: readonly PlacedWord[]; phrase: string; below: boolean }

interface Key<K extends string> { caption: KeyedCaption<K>; words: readonly string[]; phrase: string }

export type KeyedFinder<K extends string> = (page: PageText) => Keyed<K>[];

export function keyedFinder<K extends string>(captions: readonly KeyedCaption<K>[]): KeyedFinder<K> {
  const keys: Key<K>[] = captions.flatMap((caption) => caption.phrases.map((phrase) => ({ caption, phrase, words: phrase.split(' ').map(bare) })));
  keys.sort((a, b) => b.words.join('').length - a.words.join('').length);
  return (page) => {
    const found: Keyed<K>[] = [];
    for (const [index, line] of page.lines.entries()) {
      const words = line.words.flatMap(parted);
      let open: { key: Key<K>; own: PlacedWord[]; from: number } | undefined;
      const close = (end: number): void => {
        if (open === undefined) return;
        const value = words.slice(open.from, end);
        const under = value.length === 0 ? lineBelow(page, index, open.own[0]!, keys) : value;
        found.push({ caption: open.key.caption, words: under, key: open.own, phrase: open.key.phrase, below: value.length === 0 });
      };
      for (let i = 0; i < words.length;) {
        const key = keyAt(keys, words, i, open === undefined, page.height);
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

/** DOB:01/02/1990 and LIC#A1234567 are a caption and a value. */
function parted(word: PlacedWord): PlacedWord[] {
  const match = /^([A-Za-z][\w.]*)[:#](\S+)$/u.exec(word.text);
  return match === null ? [word] : [{ ...word, text: match[1]! }, { ...word, text: match[2]! }];
}

function keyAt<K extends string>(keys: readonly Key<K>[], words: readonly PlacedWord[], at: number, first: boolean, height: number): Key<K> | undefined {
  return keys.find(({ words: key }) => {
    if (at + key.length > words.length || !key.every((part, k) => fits(words[at + k]!.text, part))) return false;
    if (key.length > 1 || !/^\d/u.test(key[0]!)) return true;
    const begins = at === 0 || (first && at === 0) || words[at]!.box.left - words[at - 1]!.box.right > 1.2 * height;
    return begins && at + 1 < words.length && /^\d{1,2}[a-d]?\.?$/u.test(words[at]!.text);
  });
}

const fits = (read: string, meant: string): boolean => bare(read) === meant || (meant.length >= 5 && alike(bare(read), meant) >= 0.8);

/** The line under a caption, unless it begins with one itself. */
function lineBelow<K extends string>(page: PageText, index: number, { box }: PlacedWord, keys: readonly Key<K>[]): readonly PlacedWord[] {
  const height = box.bottom - box.top;
  const line = page.lines.find((other, i) => i !== index && other.box.top > box.top + 0.5 * height && other.box.top - box.bottom < 1.3 * height && Math.abs(other.box.left - box.left) < 2.5 * height);
  return line === undefined || keyAt(keys, line.words, 0, true, page.height) !== undefined ? [] : line.words;
}
