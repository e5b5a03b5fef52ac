/**
 * Finds captions on a page: phrases that may span lines, be abbreviated or contain OCR errors. A match is followed from
 * each word that could be the first one, along its line, then to the line below. Words may be missing on either side; the
 * score is the share of the caption's letters that were found. If captions compete for words, the one with more matched
 * letters wins.
 */
import type { Box } from '../../reading/model/page.ts';
import { wordSimilarity } from '../text/similar-texts.ts';
import { normalizeWord, splitPhrase } from '../../../shared/text/fold-text.ts';
import type { PageText, PlacedWord } from './page-text.ts';
import { boundingBox } from './page-text.ts';

export interface Caption {
  id: string;
  phrases: readonly string[];
  /** Printed before the phrase in its box, such as 12a. */
  number?: string;
}

export interface FoundCaption {
  id: string;
  words: readonly PlacedWord[];
  box: Box;
  score: number;
}

interface Phrase {
  id: string;
  words: readonly string[];
  letters: number;
  number?: string;
}

const MIN_SCORE = 0.6;
const MAX_LINES = 6;
/** More words than neighboring rows of a page have. */
const MAX_ROW_WORDS = 500;

export type CaptionFinder = (page: PageText) => FoundCaption[];

export function createCaptionFinder(captions: readonly Caption[]): CaptionFinder {
  const phrases: Phrase[] = captions.flatMap(({ id, phrases: all, number }) =>
    all.map((phrase) => {
      const words = splitPhrase(phrase);
      return { id, words, letters: words.join('').length, number };
    }),
  );
  return (page) => {
    const words = new PageWords(page);
    const found: (FoundCaption & { weight: number })[] = [];
    for (const phrase of phrases) {
      for (let i = 0; i < page.words.length; i++) {
        const first = phrase.words.findIndex((word, k) => k < 2 && words.similarity(i, word) > 0);
        if (first < 0) continue;
        const match = followPhrase(page, words, i, phrase, first);
        if (match.letters / phrase.letters < MIN_SCORE) continue;
        const own = withNumber(page, words, match.words, phrase.number);
        const numbered = own.length > match.words.length ? 1 : 0;
        found.push({
          id: phrase.id,
          words: own,
          box: boundingBox(own.map(({ box }) => box)),
          score: Math.min(1, match.letters / phrase.letters),
          weight: match.letters * (match.letters / phrase.letters) + numbered,
        });
      }
    }
    return selectStrongest(found);
  };
}

/** OCR joins a box number to the first word of its caption: 1Wages, 4aAdjustments, eEmployee's. */
const withoutGluedNumber = (text: string): string => text.replace(/^(?:\d{1,2}[a-d]?(?=\p{L}{4})|[a-f](?=\p{Lu}\p{Ll}{3}))/u, '');

/** The words of a page for matching; each pair of a word and an expected one is compared once. */
class PageWords {
  readonly normalized: readonly string[];
  /** Indexes of words by their top. */
  readonly #byTop: readonly number[];
  readonly #page: PageText;
  readonly #kinds: Int32Array;
  readonly #distinct: readonly string[];
  readonly #similarities = new Map<string, Float64Array>();

  constructor(page: PageText) {
    this.#page = page;
    this.normalized = page.words.map(({ text }) => normalizeWord(withoutGluedNumber(text)));
    const kinds = new Map<string, number>();
    this.#kinds = Int32Array.from(this.normalized, (word) => {
      const kind = kinds.get(word) ?? kinds.size;
      kinds.set(word, kind);
      return kind;
    });
    this.#distinct = [...kinds.keys()];
    this.#byTop = page.words.map((_, i) => i).sort((a, b) => page.words[a]!.box.top - page.words[b]!.box.top || a - b);
  }

  similarity(index: number, expected: string): number {
    let known = this.#similarities.get(expected);
    if (known === undefined) {
      known = Float64Array.from(this.#distinct, (word) => wordSimilarity(word, expected));
      this.#similarities.set(expected, known);
    }
    return known[this.#kinds[index]!]!;
  }

  /** Indexes of words whose top is between the two, in the order of the page. */
  between(top: number, bottom: number): number[] {
    const { words } = this.#page;
    let low = 0;
    let high = this.#byTop.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (words[this.#byTop[middle]!]!.box.top <= top) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    const end = Math.min(this.#byTop.length, low + MAX_ROW_WORDS);
    for (; low < end && words[this.#byTop[low]!]!.box.top < bottom; low++) found.push(this.#byTop[low]!);
    return found.sort((a, b) => a - b);
  }
}

/** Follows the phrase along the page's words from the given one, as long as enough of it can be found. */
function followPhrase(
  page: PageText,
  all: PageWords,
  start: number,
  phrase: Phrase,
  first: number,
): { words: PlacedWord[]; letters: number } {
  const begin = page.words[start]!;
  const words = [begin];
  let letters = all.similarity(start, phrase.words[first]!) * phrase.words[first]!.length;
  let missing = phrase.words.slice(0, first).join('').length;
  let at = start;
  let lines = 1;
  for (let k = first + 1; k < phrase.words.length; k++) {
    const expected = phrase.words[k]!;
    let next = findInLine(page, all, at, expected);
    if (next === undefined && lines < MAX_LINES) {
      next = findBelow(page, all, begin, page.words[at]!, expected);
      if (next !== undefined) lines++;
    }
    if (next === undefined) {
      missing += expected.length;
      if (1 - missing / phrase.letters < MIN_SCORE) break;
      continue;
    }
    at = next;
    words.push(page.words[at]!);
    letters += all.similarity(at, expected) * expected.length;
  }
  return { words, letters };
}

/** Looks at the next three words of the line, to skip stray characters and words split at an apostrophe. */
function findInLine(page: PageText, all: PageWords, at: number, expected: string): number | undefined {
  const { line } = page.words[at]!;
  for (let i = at + 1; i <= at + 3 && page.words[i]?.line === line; i++) {
    if (page.words[i]!.box.left - page.words[i - 1]!.box.right > 2.5 * page.height) return undefined;
    if (all.similarity(i, expected) > 0) return i;
  }
  return undefined;
}

/** The word in the row below the caption, near its start. */
function findBelow(page: PageText, all: PageWords, begin: PlacedWord, last: PlacedWord, expected: string): number | undefined {
  const height = Math.max(page.height, last.box.bottom - last.box.top);
  return all.between(last.box.top + 0.4 * height, last.box.top + 1.7 * height).find((i) => {
    const { left } = page.words[i]!.box;
    return left >= begin.box.left - 2 * height && left <= begin.box.left + 4 * height && all.similarity(i, expected) > 0;
  });
}

/** Includes the box number to the left of the phrase. */
function withNumber(page: PageText, all: PageWords, words: readonly PlacedWord[], number: string | undefined): readonly PlacedWord[] {
  if (number === undefined) return words;
  const { box } = words[0]!;
  const height = box.bottom - box.top;
  const wanted = normalizeWord(number);
  const index = all.between(box.top - 0.8 * height, box.top + 0.8 * height).find((i) => {
    const word = page.words[i]!;
    return (
      (all.normalized[i] === wanted || isSimilarNumber(all.normalized[i]!, wanted)) &&
      word.box.left < box.left &&
      box.left - word.box.right < 2 * height &&
      !words.includes(word)
    );
  });
  return index === undefined ? words : [page.words[index]!, ...words];
}

/** Caption numbers are small and often misread, such as l for 1. */
const isSimilarNumber = (normalized: string, wanted: string): boolean =>
  normalized.length === wanted.length && normalized.replace(/[il|]/gu, '1').replace(/o/gu, '0').replace(/z/gu, '2') === wanted;

function selectStrongest(found: (FoundCaption & { weight: number })[]): FoundCaption[] {
  const taken = new Set<PlacedWord>();
  const kept: FoundCaption[] = [];
  for (const { id, words, box, score } of found.sort((a, b) => b.weight - a.weight || a.box.top - b.box.top)) {
    if (words.some((word) => taken.has(word))) continue;
    for (const word of words) taken.add(word);
    kept.push({ id, words, box, score });
  }
  return kept;
}
