/**
 * Letters that the recognizer does not know, of Vietnamese, Azerbaijani and Kazakh among others: it reads similar ones instead, and is
 * less certain of them. A second network, which knows them and is a little worse at all others, reads a page on which it sees them.
 */
import type { Strip } from '../line-images/strip.ts';
import { readPieces, toLines } from './line-pieces.ts';
import type { ReadLine } from './line-pieces.ts';
import { lettersOf, wordText } from './readings.ts';
import type { Recognizer } from './recognizer.ts';

export interface LetterReader {
  recognizer: Recognizer;
  /** Those that only this network knows. */
  letters: ReadonlySet<string>;
}

/** Opens the network, undefined if there is none. */
export type OpenLetterReader = () => Promise<LetterReader | undefined>;

/** On drawn pages, lines without such letters have a certainty of at least 0.99, most lines with them less than 0.98. */
const UNCERTAIN_LINE = 0.985;
/** The longest uncertain lines of a page, and the share of them that must have such letters; none of the first means none at all. */
const SAMPLE = 6;
const FIRST = 2;
const MIN_SHARE = 0.5;
const MIN_LETTERS = 4;
/** Longer lines are split into pieces of this many heights. */
const MAX_PIECE_ASPECT = 20;

/** The lines of a page, as the second network reads them if they have its letters. */
export async function readMoreLetters(
  lines: readonly ReadLine[],
  strips: readonly Strip[],
  open: OpenLetterReader,
): Promise<readonly ReadLine[]> {
  const sample = strips
    .map((strip, i) => ({ strip, line: lines[i]! }))
    .filter(({ line: { reading, certainty } }) => certainty < UNCERTAIN_LINE && lettersOf(reading) >= MIN_LETTERS)
    .sort((a, b) => lettersOf(b.line.reading) - lettersOf(a.line.reading))
    .slice(0, SAMPLE);
  const reader = sample.length === 0 ? undefined : await open();
  if (reader === undefined) return lines;
  const read = async (some: readonly Strip[]): Promise<ReadLine[]> =>
    toLines(some, await readPieces(some, reader.recognizer, MAX_PIECE_ASPECT), 'letters');
  const hasLetters = ({ reading }: ReadLine): boolean =>
    reading.some((word) => [...wordText(word)].some((letter) => reader.letters.has(letter)));
  const own = sample.map(({ strip }) => strip);
  const seen = await read(own.slice(0, FIRST));
  if (!seen.some(hasLetters)) return lines;
  seen.push(...(await read(own.slice(FIRST))));
  const found = seen.filter((line, i) => hasLetters(line) && line.certainty > sample[i]!.line.certainty);
  return found.length >= MIN_SHARE * sample.length ? await read(strips) : lines;
}
