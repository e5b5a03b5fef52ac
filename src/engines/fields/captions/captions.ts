/**
 * Finds captions on a page: phrases that may be broken over lines, shortened, and read with slips.
 *
 * A caption is followed from each word that could be its first one: through its line, then into the line below that
 * begins under it. Words may be missing on either side; the share of the caption's letters that were found is its score.
 * Of captions that claim the same words the one with more letters found stays.
 */
import type { Box } from '../../reading/model/page.ts';
import { alike, bare, wordsOf } from './word-similarity.ts';
import type { PageText, PlacedWord } from './page-text.ts';
import { around } from './page-text.ts';

export interface Caption {
  id: string;
  phrases: readonly string[];
  /** Printed before the phrase in its box, such as 12a. */
  number?: string;
}

export interface FoundCaption { id: string; words: readonly PlacedWord[]; box: Box; score: number }

interface Phrase { id: string; words: readonly string[]; letters: number; number?: string }

const LEAST_SCORE = 0.6;
const MOST_LINES = 6;

export type CaptionFinder = (page: PageText) => FoundCaption[];

export function captionFinder(captions: readonly Caption[]): CaptionFinder {
  const phrases: Phrase[] = captions.flatMap(({ id, phrases: all, number }) => all.map((phrase) => {
    const words = wordsOf(phrase);
    return { id, words, letters: words.join('').length, number };
  }));
  return (page) => {
    const read = page.words.map(({ text }) => bare(text));
    const found: (FoundCaption & { weight: number })[] = [];
    for (const phrase of phrases) {
      for (let i = 0; i < page.words.length; i++) {
        const first = phrase.words.findIndex((word, k) => k < 2 && alike(read[i]!, word) > 0);
        if (first < 0) continue;
        const match = follow(page, read, i, phrase, first);
        if (match.letters / phrase.letters < LEAST_SCORE) continue;
        const words = withNumber(page, read, match.words, phrase.number);
        const numbered = words.length > match.words.length ? 1 : 0;
        found.push({ id: phrase.id, words, box: around(words.map(({ box }) => box)), score: Math.min(1, match.letters / phrase.letters), weight: match.letters * (match.letters / phrase.letters) + numbered });
      }
    }
    return strongest(found);
  };
}

/** Walks the caption's words along the page's words from the one given. */
function follow(page: PageText, read: readonly string[], start: number, phrase: Phrase, first: number): { words: PlacedWord[]; letters: number } {
  const begin = page.words[start]!;
  const words = [begin];
  let letters = alike(read[start]!, phrase.words[first]!) * phrase.words[first]!.length;
  let at = start;
  let lines = 1;
  for (let k = first + 1; k < phrase.words.length; k++) {
    const meant = phrase.words[k]!;
    let next = inLine(page, read, at, meant);
    if (next === undefined && lines < MOST_LINES) {
      next = below(page, read, begin, page.words[at]!, meant);
      if (next !== undefined) lines++;
    }
    if (next === undefined) continue;
    at = next;
    words.push(page.words[at]!);
    letters += alike(read[at]!, meant) * meant.length;
  }
  return { words, letters };
}

/** The next three words of the line, so that stray signs and a word parted at its apostrophe are passed over. */
function inLine(page: PageText, read: readonly string[], at: number, meant: string): number | undefined {
  const { line } = page.words[at]!;
  for (let i = at + 1; i <= at + 3 && page.words[i]?.line === line; i++) {
    if (page.words[i]!.box.left - page.words[i - 1]!.box.right > 2.5 * page.height) return undefined;
    if (alike(read[i]!, meant) > 0) return i;
  }
  return undefined;
}

/** The word in the row under the caption, near its beginning. */
function below(page: PageText, read: readonly string[], begin: PlacedWord, last: PlacedWord, meant: string): number | undefined {
  const height = Math.max(page.height, last.box.bottom - last.box.top);
  for (let i = 0; i < page.words.length; i++) {
    const { box } = page.words[i]!;
    if (box.left < begin.box.left - 2 * height || box.left > begin.box.left + 4 * height) continue;
    const down = box.top - last.box.top;
    if (down > 0.4 * height && down < 1.7 * height && alike(read[i]!, meant) > 0) return i;
  }
  return undefined;
}

/** Takes in the number of the box, which stands left of the phrase in its row. */
function withNumber(page: PageText, read: readonly string[], words: readonly PlacedWord[], number: string | undefined): readonly PlacedWord[] {
  if (number === undefined) return words;
  const { box } = words[0]!;
  const height = box.bottom - box.top;
  const wanted = bare(number);
  const index = page.words.findIndex((word, i) => (read[i] === wanted || alikeNumber(read[i]!, wanted)) && word.box.left < box.left && box.left - word.box.right < 2 * height && Math.abs(word.box.top - box.top) < 0.8 * height && !words.includes(word));
  return index < 0 ? words : [page.words[index]!, ...words];
}

/** Figures of a caption are small, and read with slips such as l for 1. */
const alikeNumber = (read: string, wanted: string): boolean => read.length === wanted.length && read.replace(/[il|]/gu, '1').replace(/o/gu, '0').replace(/z/gu, '2') === wanted;

function strongest(found: (FoundCaption & { weight: number })[]): FoundCaption[] {
  const taken = new Set<PlacedWord>();
  const kept: FoundCaption[] = [];
  for (const { id, words, box, score } of found.sort((a, b) => b.weight - a.weight || a.box.top - b.box.top)) {
    if (words.some((word) => taken.has(word))) continue;
    for (const word of words) taken.add(word);
    kept.push({ id, words, box, score });
  }
  return kept;
}
