/** Reads detected lines: the recogniser reads all of them, machine-readable zones once more as such, Tesseract what is uncertain. */
import type { GrayImage } from '../../model/page.ts';
import { crop } from '../../images/resize.ts';
import { probabilityOf } from './confidence.ts';
import type { Engine, ReadBy } from './confidence.ts';
import type { ReadWord, Reading } from './fusion.ts';
import { fuse, wordText } from './fusion.ts';
import { createMontage, locateInMontage } from '../line-images/montage.ts';
import { readZones } from './mrz.ts';
import type { CutLine } from './mrz.ts';
import { readScripts } from './read-scripts.ts';
import type { OpenScriptReader } from './read-scripts.ts';
import type { Recogniser } from './recogniser.ts';
import { splitStrip } from '../line-images/strip.ts';
import type { Strip } from '../line-images/strip.ts';
import type { Tesseract } from './tesseract.ts';
import { withoutPlaceholders } from './scripts.ts';
import { evenlySpacedWord, splitWords } from './word-boxes.ts';
import type { RawWord } from './word-boxes.ts';

export interface Engines {
  recogniser: Recogniser;
  /** Which recogniser it is: each has its own calibration. */
  name: Engine;
  tesseract?: Tesseract;
  /** The readers of other scripts, opened when a page has one. */
  openScriptReader?: OpenScriptReader;
}

/** Longer lines are split into pieces of this many heights. */
const MAX_PIECE_ASPECT = 30;
/**
 * If all words reach this figure, Tesseract is not needed. It is the raw figure, so that recalibration does not change which
 * engine reads what.
 */
const CERTAIN = 0.835;
/** Maximum number of lines per montage. */
const MONTAGE_LINES = 150;

/** A reading, and which engines produced it. */
export interface ReadLine {
  reading: Reading;
  by: ReadBy;
}

/** `cut` is for lines that were not detected as a whole. */
export async function readLines(strips: readonly Strip[], engines: Engines, cut?: CutLine): Promise<ReadLine[]> {
  const first = await recogniseStrips(strips, engines);
  const zones = await readZones(
    strips,
    first.map((reading) => reading.map(wordText).join(' ')),
    engines.recogniser,
    cut,
  );
  const scripts = await readScripts(strips, first, engines.openScriptReader);
  const lines = first.map((reading, i): ReadLine => {
    const zone = zones.get(i);
    if (zone !== undefined) return { reading: zone, by: 'zone' };
    const script = scripts.get(i);
    return script === undefined ? { reading: withoutPlaceholders(reading), by: 'recogniser' } : { reading: script, by: 'script reader' };
  });
  const { tesseract } = engines;
  if (tesseract === undefined) return lines;
  const unsure = strips
    .map((_, i) => i)
    .filter((i) => !zones.has(i) && !scripts.has(i) && (first[i]!.length === 0 || first[i]!.some(({ figure }) => figure < CERTAIN)));
  const second = await readWithTesseract(
    unsure.map((i) => strips[i]!.image),
    tesseract,
  );
  unsure.forEach((i, at) => {
    lines[i] = fuseReadings(lines[i]!.reading, second[at]!);
  });
  return lines;
}

/** What only one engine sees is rarely text, so its probability is not raised. */
export function fuseReadings(first: Reading, second: Reading): ReadLine {
  const fused = fuse([first, second]);
  if (first.length === 0 || second.length === 0) return { reading: fused, by: 'either' };
  return { reading: fused.map((word) => ({ ...word, probability: probabilityOf('fused', word.probability) })), by: 'both' };
}

/** The recogniser's words, each with its raw figure and its calibrated probability. */
export type RecogniserReading = readonly (ReadWord & RawWord)[];

export async function recogniseStrips(strips: readonly Strip[], { recogniser, name }: Engines): Promise<RecogniserReading[]> {
  const parts = strips.flatMap(({ image }, strip) =>
    splitStrip(image, image.height * MAX_PIECE_ASPECT).map(({ from, to }) => ({
      strip,
      from,
      image: crop(image, { left: from, right: to, top: 0, bottom: image.height }),
    })),
  );
  const reads = await recogniser.read(parts.map(({ image }) => image));
  const readings: RecogniserReading[] = strips.map(() => []);
  parts.forEach(({ strip, from, image }, i) => {
    const { letters, pixelsPerStep } = reads[i]!;
    const words = splitWords(image, letters, pixelsPerStep).map(({ letters, figure }) => ({
      letters: letters.map(({ text, left, right }) => ({ text, left: left + from, right: right + from })),
      figure,
      probability: probabilityOf(name, figure),
    }));
    readings[strip] = [...readings[strip]!, ...words];
  });
  return readings;
}

export async function readWithTesseract(strips: readonly GrayImage[], tesseract: Tesseract): Promise<Reading[]> {
  const readings: Reading[] = strips.map(() => []);
  for (let start = 0; start < strips.length; start += MONTAGE_LINES) {
    const montage = createMontage(strips.slice(start, start + MONTAGE_LINES));
    for (const { text, box, confidence } of await tesseract.read(montage.image, 6)) {
      const [from, to] = [
        locateInMontage(montage, (box.top + box.bottom) / 2, box.left),
        locateInMontage(montage, (box.top + box.bottom) / 2, box.right),
      ];
      if (from === undefined || to === undefined) continue;
      const at = start + from.strip;
      readings[at] = [...readings[at]!, evenlySpacedWord(text, from.x, to.x, probabilityOf('tesseract', confidence))];
    }
  }
  return readings.map((words) => [...words].sort((a, b) => a.letters[0]!.left - b.letters[0]!.left));
}
