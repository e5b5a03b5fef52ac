/** Finds phrases such as headings in rows of words, allowing for misread letters: the letters of adjacent words are joined and compared. */
import { allowedEdits, bitsOf, gapBefore, maskOf } from '../captions/caption-matches.ts';
import type { PlacedWord } from '../captions/page-text.ts';
import { normalizeWord } from '../captions/word-similarity.ts';
import { editDistance } from '../text/edit-distance.ts';

export interface Heading {
  words: readonly PlacedWord[];
  /** Share of letters that were read as expected. */
  quality: number;
}

const MAX_WORDS = 8;
/** Headings are spaced widely. */
const MAX_GAP = 4;

export type HeadingFinder = (rows: readonly (readonly PlacedWord[])[]) => Map<string, Heading>;

/** The best heading by name. `edits` is the number of wrong letters that are allowed in a phrase. */
export function createHeadingFinder(
  phrases: Readonly<Record<string, readonly string[]>>,
  edits: (length: number) => number = allowedEdits,
): HeadingFinder {
  const all = Object.entries(phrases).flatMap(([name, own]) =>
    own.map((phrase) => {
      const letters = normalizeWord(phrase);
      return { name, letters, mask: maskOf(letters), allowed: edits(letters.length) };
    }),
  );
  const byLength = Map.groupBy(all, ({ letters }) => letters.length);
  const maxEdits = Math.max(...all.map(({ allowed }) => allowed));
  const maxLength = Math.max(...byLength.keys()) + maxEdits;
  return (rows) => {
    const found = new Map<string, Heading & { letters: number }>();
    for (const row of rows) {
      const parts = row.map(({ text }) => normalizeWord(text));
      for (let from = 0; from < row.length; from++) {
        if (parts[from] === '') continue;
        let joined = '';
        for (let to = from + 1; to <= Math.min(row.length, from + MAX_WORDS); to++) {
          if (to > from + 1 && gapBefore(row, to - 1) > MAX_GAP) break;
          if (parts[to - 1] === '') continue;
          joined += parts[to - 1]!;
          if (joined.length > maxLength) break;
          const mask = maskOf(joined);
          for (let length = joined.length - maxEdits; length <= joined.length + maxEdits; length++)
            for (const { name, letters, mask: other, allowed } of byLength.get(length) ?? []) {
              if (Math.abs(joined.length - length) > allowed || bitsOf(mask ^ other) > 2 * allowed) continue;
              const distance = joined === letters ? 0 : allowed === 0 ? Infinity : editDistance(joined, letters, allowed);
              if (distance > allowed) continue;
              const quality = 1 - distance / letters.length;
              const known = found.get(name);
              if (known === undefined || quality * letters.length > known.quality * known.letters)
                found.set(name, { words: row.slice(from, to), quality, letters: letters.length });
            }
        }
      }
    }
    return found;
  };
}
