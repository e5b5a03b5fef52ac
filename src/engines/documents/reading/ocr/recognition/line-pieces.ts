/** Reads strips piece by piece, and makes lines of the pieces. */
import { splitStrips } from '../line-images/strip.ts';
import type { Strip, StripPiece } from '../line-images/strip.ts';
import { probabilityOf } from './confidence.ts';
import type { Engine } from './confidence.ts';
import type { ReadWord, Reading } from './readings.ts';
import type { LineReading, Recognizer } from './recognizer.ts';
import { splitWords } from './word-boxes.ts';

/** `certainty` is the mean probability of the letters: low where there is no text. */
export interface ReadLine {
  reading: Reading;
  certainty: number;
  /** The certainty of the recognizer of print, if another network read the line. */
  printCertainty?: number;
}

/** A piece of a strip with what was read of it. */
interface ReadPiece extends StripPiece, LineReading {}

export async function readPieces(strips: readonly Strip[], recognizer: Recognizer, maxAspect: number): Promise<ReadPiece[]> {
  const pieces = splitStrips(strips, maxAspect);
  const reads = await recognizer.read(pieces.map(({ image }) => image));
  return pieces.map((piece, i) => ({ ...piece, ...reads[i]! }));
}

/** The lines from their pieces. */
export function toLines(strips: readonly Strip[], pieces: readonly ReadPiece[], name: Engine): ReadLine[] {
  const lines = strips.map(() => ({ words: [] as ReadWord[], probabilities: [] as number[] }));
  for (const { strip, from, image, letters, pixelsPerStep } of pieces) {
    const { words, probabilities } = lines[strip]!;
    for (const word of splitWords(image, letters, pixelsPerStep)) {
      const moved = word.letters.map(({ text, left, right }) => ({ text, left: left + from, right: right + from }));
      words.push({ letters: moved, probability: probabilityOf(name, word.figure) });
    }
    probabilities.push(...letters.filter(({ text }) => text.trim() !== '').map(({ probability }) => probability));
  }
  return lines.map(({ words, probabilities }) => ({
    reading: words,
    certainty: probabilities.reduce((sum, one) => sum + one, 0) / Math.max(1, probabilities.length),
  }));
}
