/** Similarity of an OCR word and a caption word: equal, abbreviated, or with one or two wrong letters. */
import { editDistance } from '../text/edit-distance.ts';
import { foldText } from '../values/months.ts';

/** Letters and digits in lower case. */
export const normalizeWord = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** Normalized words of a phrase. */
export const splitPhrase = (phrase: string): string[] =>
  phrase
    .split(/\s+/u)
    .map(normalizeWord)
    .filter((word) => word !== '');

/** From 0 to 1; both words must be normalized. */
export function wordSimilarity(read: string, expected: string): number {
  if (read === expected) return 1;
  if (expected.length >= 4 && read.length >= 3 && expected.startsWith(read)) return 0.8;
  if (read.length >= 6 && expected.endsWith(read)) return 0.8;
  if (read.length < 3 || expected.length < 4) return 0;
  const maxEdits = expected.length >= 8 ? 2 : 1;
  if (Math.abs(read.length - expected.length) > maxEdits) return 0;
  const edits = editDistance(read, expected, maxEdits);
  return edits > maxEdits ? 0 : 1 - (0.8 * edits) / expected.length;
}
