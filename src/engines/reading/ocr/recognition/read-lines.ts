/** Reads found lines with the engines at hand: the recogniser all of them, the second engine those that it is not sure of. */
import type { Picture } from '../../model/page.ts';
import { crop } from '../../images/resize.ts';
import { probabilityOf } from './confidence.ts';
import type { Engine, Witness } from './confidence.ts';
import type { ReadWord, Reading } from './fusion.ts';
import { fuse } from './fusion.ts';
import { montageOf, placeIn } from '../line-images/montage.ts';
import type { Recogniser } from './recogniser.ts';
import { pieces } from '../line-images/strip.ts';
import type { Strip } from '../line-images/strip.ts';
import type { Tesseract } from './tesseract.ts';
import { evenly, wordsAlong } from './word-boxes.ts';
import type { RawWord } from './word-boxes.ts';

export interface Engines {
  recogniser: Recogniser;
  /** Which recogniser that is: what its figures mean differs. */
  name: Engine;
  tesseract?: Tesseract;
}

/** A recogniser sees a long line in pieces of this many heights. */
const PIECE = 30;
/** A line of which the recogniser gives all words at least this figure needs no second engine. It is the figure as it comes: what it is taken to mean may be fitted anew without a change in who reads what. */
const SURE = 0.835;
/** More lines than this are not set on one page. */
const MONTAGE_LINES = 150;

/** A line as it was read, and by whom. */
export interface ReadLine { reading: Reading; by: Witness }

export async function readLines(strips: readonly Strip[], engines: Engines): Promise<ReadLine[]> {
  const first = await recognised(strips, engines);
  const lines = first.map((reading): ReadLine => ({ reading, by: 'recogniser' }));
  const { tesseract } = engines;
  if (tesseract === undefined) return lines;
  const unsure = strips.map((_, i) => i).filter((i) => first[i]!.length === 0 || first[i]!.some(({ figure }) => figure < SURE));
  const second = await bySecond(unsure.map((i) => strips[i]!.picture), tesseract);
  unsure.forEach((i, at) => { lines[i] = together(first[i]!, second[at]!); });
  return lines;
}

/** Both readings of a line made one; what only one of them sees is seldom text, and gains nothing by it. */
export function together(first: Reading, second: Reading): ReadLine {
  const fused = fuse([first, second]);
  if (first.length === 0 || second.length === 0) return { reading: fused, by: 'either' };
  return { reading: fused.map((word) => ({ ...word, probability: probabilityOf('fused', word.probability) })), by: 'both' };
}

/** What the recogniser says of a line: of each word its figure, and how likely that makes it right. */
export type FirstReading = readonly (ReadWord & RawWord)[];

export async function recognised(strips: readonly Strip[], { recogniser, name }: Engines): Promise<FirstReading[]> {
  const parts = strips.flatMap(({ picture }, strip) => pieces(picture, picture.height * PIECE).map(({ from, to }) => ({
    strip, from, picture: crop(picture, { left: from, right: to, top: 0, bottom: picture.height }),
  })));
  const reads = await recogniser.read(parts.map(({ picture }) => picture));
  const readings: FirstReading[] = strips.map(() => []);
  parts.forEach(({ strip, from, picture }, i) => {
    const { letters, pixelsPerStep } = reads[i]!;
    const words = wordsAlong(picture, letters, pixelsPerStep).map(({ signs, figure }) => ({
      signs: signs.map(({ text, left, right }) => ({ text, left: left + from, right: right + from })), figure, probability: probabilityOf(name, figure),
    }));
    readings[strip] = [...readings[strip]!, ...words];
  });
  return readings;
}

export async function bySecond(strips: readonly Picture[], tesseract: Tesseract): Promise<Reading[]> {
  const readings: Reading[] = strips.map(() => []);
  for (let start = 0; start < strips.length; start += MONTAGE_LINES) {
    const montage = montageOf(strips.slice(start, start + MONTAGE_LINES));
    for (const { text, box, confidence } of await tesseract.read(montage.picture, 6)) {
      const [from, to] = [placeIn(montage, (box.top + box.bottom) / 2, box.left), placeIn(montage, (box.top + box.bottom) / 2, box.right)];
      if (from === undefined || to === undefined) continue;
      const at = start + from.strip;
      readings[at] = [...readings[at]!, evenly(text, from.x, to.x, probabilityOf('tesseract', confidence))];
    }
  }
  return readings.map((words) => [...words].sort((a, b) => a.signs[0]!.left - b.signs[0]!.left));
}
