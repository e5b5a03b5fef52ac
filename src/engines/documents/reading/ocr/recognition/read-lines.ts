/** Reads detected lines: the recognizer reads all of them, then machine-readable zones and other scripts are read as such. */
import { probabilityOf } from './confidence.ts';
import type { Engine } from './confidence.ts';
import type { ReadWord, Reading } from './readings.ts';
import { meanProbability, wordText } from './readings.ts';
import { readZones } from './mrz.ts';
import type { CutLine } from './mrz.ts';
import { readScripts } from './read-scripts.ts';
import type { OpenScriptReader } from './read-scripts.ts';
import type { Recognizer } from './recognizer.ts';
import { splitStrips } from '../line-images/strip.ts';
import type { Strip } from '../line-images/strip.ts';
import { withoutPlaceholders } from './scripts.ts';
import { splitWords } from './word-boxes.ts';

export interface Engines {
  recognizer: Recognizer;
  /** Which recognizer it is: each has its own calibration. */
  name: Engine;
  /** The readers of other scripts, opened when a page has one. */
  openScriptReader?: OpenScriptReader;
}

/** Longer lines are split into pieces of this many heights. */
const MAX_PIECE_ASPECT = 20;

/** `certainty` is the mean probability of the letters: low where there is no text. */
export interface ReadLine {
  reading: Reading;
  certainty: number;
}

/** `cut` is for lines that were not detected as a whole. */
export async function readLines(strips: readonly Strip[], engines: Engines, cut?: CutLine): Promise<ReadLine[]> {
  const lines = await recognizeStrips(strips, engines);
  const readings = lines.map(({ reading }) => reading);
  const zones = await readZones(
    strips,
    readings.map((reading) => reading.map(wordText).join(' ')),
    engines.recognizer,
    cut,
  );
  const scripts = await readScripts(strips, readings, engines.openScriptReader);
  return lines.map(({ reading, certainty }, i): ReadLine => {
    const special = zones.get(i) ?? scripts.get(i);
    if (special !== undefined) return { reading: special, certainty: meanProbability(special) };
    return { reading: withoutPlaceholders(reading), certainty };
  });
}

export async function recognizeStrips(strips: readonly Strip[], { recognizer, name }: Engines): Promise<ReadLine[]> {
  const parts = splitStrips(strips, MAX_PIECE_ASPECT);
  const reads = await recognizer.read(parts.map(({ image }) => image));
  const lines = strips.map(() => ({ words: [] as ReadWord[], probabilities: [] as number[] }));
  parts.forEach(({ strip, from, image }, i) => {
    const { letters, pixelsPerStep } = reads[i]!;
    const { words, probabilities } = lines[strip]!;
    for (const word of splitWords(image, letters, pixelsPerStep)) {
      const moved = word.letters.map(({ text, left, right }) => ({ text, left: left + from, right: right + from }));
      words.push({ letters: moved, probability: probabilityOf(name, word.figure) });
    }
    probabilities.push(...letters.filter(({ text }) => text.trim() !== '').map(({ probability }) => probability));
  });
  return lines.map(({ words, probabilities }) => ({
    reading: words,
    certainty: probabilities.reduce((sum, one) => sum + one, 0) / Math.max(1, probabilities.length),
  }));
}
