/** Reads detected lines: the recognizer reads all of them, then more letters, machine-readable zones, other scripts and handwriting. */
import type { Engine } from './confidence.ts';
import { readPieces, toLines } from './line-pieces.ts';
import type { ReadLine } from './line-pieces.ts';
import { meanProbability, wordText } from './readings.ts';
import { readHands } from './read-hands.ts';
import type { OpenHandReader } from './read-hands.ts';
import { readMoreLetters } from './read-more-letters.ts';
import type { OpenLetterReader } from './read-more-letters.ts';
import { unifyAlphabets } from './page-alphabet.ts';
import { readZones } from './mrz.ts';
import type { CutLine } from './mrz.ts';
import { readScripts } from './read-scripts.ts';
import type { OpenScriptReader } from './read-scripts.ts';
import type { Recognizer } from './recognizer.ts';
import type { Strip } from '../line-images/strip.ts';
import { withoutPlaceholders } from './scripts.ts';

export interface Engines {
  recognizer: Recognizer;
  /** Which recognizer it is: each has its own calibration. */
  name: Engine;
  /** The readers of other scripts, opened when a page has one. */
  openScriptReader?: OpenScriptReader;
  /** The reader of letters that the recognizer does not know, opened when a page may have some. */
  openLetterReader?: OpenLetterReader;
  /** The reader of handwriting, opened when a page has some. */
  openHandReader?: OpenHandReader;
}

/** Longer lines are split into pieces of this many heights. */
const MAX_PIECE_ASPECT = 20;

/** How lines are cut out in other ways: any line of the page, for those not detected as a whole, and a line with more around it. */
export interface Cuts {
  line: CutLine;
  loose: (line: number) => Strip;
}

export async function readLines(strips: readonly Strip[], engines: Engines, cuts?: Cuts): Promise<ReadLine[]> {
  const first = await recognizeStrips(strips, engines);
  const lines = unifyAlphabets(
    engines.openLetterReader === undefined ? first : await readMoreLetters(first, strips, engines.openLetterReader),
  );
  const readings = lines.map(({ reading }) => reading);
  const zones = await readZones(
    strips,
    readings.map((reading) => reading.map(wordText).join(' ')),
    engines.recognizer,
    cuts?.line,
  );
  const scripts = await readScripts(strips, readings, engines.openScriptReader);
  const isOwn = (i: number): boolean => !zones.has(i) && (scripts.get(i)?.reading ?? []).length === 0;
  const own = lines.map((_, i) => i).filter(isOwn);
  const hands =
    engines.openHandReader === undefined
      ? new Map<number, ReadLine>()
      : await readHands(
          own.map((i) => lines[i]!),
          (at) => cuts?.loose(own[at]!) ?? strips[own[at]!]!,
          engines.openHandReader,
        );
  return lines.map(({ reading, certainty }, i): ReadLine => {
    const byHand = isOwn(i) ? hands.get(own.indexOf(i)) : undefined;
    if (byHand !== undefined) return byHand;
    const zone = zones.get(i);
    if (zone !== undefined) return { reading: zone, certainty: meanProbability(zone) };
    return scripts.get(i) ?? { reading: withoutPlaceholders(reading), certainty };
  });
}

export async function recognizeStrips(strips: readonly Strip[], { recognizer, name }: Engines): Promise<ReadLine[]> {
  return toLines(strips, await readPieces(strips, recognizer, MAX_PIECE_ASPECT), name);
}
