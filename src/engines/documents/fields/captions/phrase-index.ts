/**
 * Finds phrases in rows of words by their letters: those of adjacent words are joined and compared with those of every phrase, so that
 * glued and split words match too; longer phrases may contain wrong letters.
 */
import { SimilarTexts } from '../text/similar-texts.ts';
import type { PlacedWord } from './page-text.ts';
import { normalizeWord } from '../../../shared/text/fold-text.ts';

export interface PhraseRun<T> {
  of: T;
  /** The letters of the phrase. */
  expected: string;
  /** Indexes of the first word and after the last word in the row. */
  from: number;
  to: number;
  /** The letters that were read, before and after folding of shapes. */
  raw: string;
  letters: string;
  edits: number;
  /** Share of letters that were read as expected. */
  quality: number;
}

export type Rows = readonly (readonly PlacedWord[])[];

const MAX_LETTERS = 40;

/** Wrong letters that are allowed in a phrase of this length. */
export const allowedEdits = (length: number): number => (length < 5 ? 0 : length < 8 ? 1 : length < 12 ? 2 : length < 16 ? 3 : 4);

const SHAPES: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 5: 's', 8: 'b', '|': 'l', i: 'l' };

/** Digits and letters that look alike become one letter; rn looks like m. */
export const foldShapes = (text: string): string =>
  normalizeWord(text)
    .replace(/[01358|i]/gu, (shape) => SHAPES[shape]!)
    .replace(/rn/gu, 'm');

export class PhraseIndex<T> {
  readonly #phrases: SimilarTexts<T>;

  constructor(phrases: readonly { of: T; text: string }[], edits = allowedEdits) {
    const all = phrases.map(({ of, text }) => [foldShapes(text), of] as const);
    this.#phrases = new SimilarTexts(
      all.filter(([letters]) => letters.length >= 2),
      edits,
    );
  }

  /** The phrases that a text may be, best first. */
  compare(text: string): T[] {
    const found = this.#phrases.find(foldShapes(text));
    return found.toSorted((a, b) => a.edits - b.edits).map(({ of }) => of);
  }

  /** All phrases in a row: of adjacent words, up to `maxWords`, without gaps above `maxGap` text heights. */
  *inRow(row: readonly PlacedWord[], maxWords: number, maxGap: number): Generator<PhraseRun<T>> {
    const parts = row.map(({ text }) => normalizeWord(text));
    for (let from = 0; from < row.length; from++) {
      if (parts[from] === '') continue;
      let raw = '';
      for (let to = from + 1; to <= Math.min(row.length, from + maxWords); to++) {
        if (to > from + 1 && gapBefore(row, to - 1) > maxGap) break;
        if (parts[to - 1] === '') continue;
        raw += parts[to - 1]!;
        if (raw.length > MAX_LETTERS) break;
        const letters = foldShapes(raw);
        for (const { of, text: expected, edits } of this.#phrases.find(letters))
          yield { of, expected, from, to, raw, letters, edits, quality: 1 - edits / expected.length };
      }
    }
  }
}

/** The gap before a word of a row in text heights. */
export function gapBefore(row: readonly PlacedWord[], at: number): number {
  const [before, word] = [row[at - 1], row[at]];
  if (before === undefined || word === undefined) return Infinity;
  const height = Math.min(before.box.bottom - before.box.top, word.box.bottom - word.box.top);
  return (word.box.left - before.box.right) / Math.max(1e-6, height);
}

export interface Heading {
  words: readonly PlacedWord[];
  quality: number;
}

export type HeadingFinder = (rows: Rows) => Map<string, Heading>;

/** Headings are spaced widely. */
const [MAX_HEADING_WORDS, MAX_HEADING_GAP] = [8, 4];

/** The best phrase of each name on a page. */
export function createHeadingFinder(
  phrases: Readonly<Record<string, readonly string[]>>,
  edits?: (length: number) => number,
): HeadingFinder {
  const all = Object.entries(phrases).flatMap(([of, own]) => own.map((text) => ({ of, text })));
  const index = new PhraseIndex(all, edits);
  return (rows) => {
    const found = new Map<string, Heading & { weight: number }>();
    for (const row of rows)
      for (const { of, expected, from, to, quality } of index.inRow(row, MAX_HEADING_WORDS, MAX_HEADING_GAP)) {
        const weight = quality * expected.length;
        if (weight > (found.get(of)?.weight ?? 0)) found.set(of, { words: row.slice(from, to), quality, weight });
      }
    return found;
  };
}
