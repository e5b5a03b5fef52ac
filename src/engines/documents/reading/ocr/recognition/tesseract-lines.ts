/** Tesseract as a recognizer of single lines, for scripts that it reads better than anything else at hand. */
import type { GrayImage } from '../../model/page.ts';
import type { Letter } from './ctc.ts';
import type { LineReading, Recognizer } from './recognizer.ts';
import type { Tesseract, TesseractWord } from './tesseract.ts';
import { darkColumns, widestGap } from './word-boxes.ts';

/** White between words, as a share of the height. Tesseract ends words within Chinese and Korean ones too. */
const WORD_GAP = 0.2;

export function createLineRecognizer(tesseract: Tesseract): Recognizer {
  return {
    async read(lines) {
      const readings: LineReading[] = [];
      for (const line of lines) readings.push({ letters: placeLetters(line, await tesseract.read(line, 7)), pixelsPerStep: 1 });
      return readings;
    },
    close: async () => {
      await tesseract.close();
    },
  };
}

/** One step is one pixel. The right edges of words may be far off; the left ones are where they should be. */
export function placeLetters(line: GrayImage, words: readonly TesseractWord[]): Letter[] {
  const dark = darkColumns(line);
  const letters: Letter[] = [];
  const add = (text: string, at: number, probability: number): void => {
    letters.push({ text, at, from: at, to: at, probability });
  };
  words.forEach(({ text, box, confidence }, i) => {
    const characters = [...text];
    const right = Math.max(box.left + 1, Math.min(box.right, words[i + 1]?.box.left ?? box.right));
    const width = (right - box.left) / characters.length;
    const last = letters.at(-1);
    if (last !== undefined) {
      const gap = widestGap(dark, last.at, box.left + width / 2);
      if (gap.to - gap.from >= WORD_GAP * line.height) add(' ', (gap.from + gap.to) / 2, 1);
    }
    characters.forEach((character, at) => {
      add(character, box.left + (at + 0.5) * width, confidence);
    });
  });
  return letters;
}
