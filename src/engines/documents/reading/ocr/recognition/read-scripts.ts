/** Reads the lines that are in a script of their own with the reader of that script, one script after another. */
import type { GrayImage } from '../../model/page.ts';
import { splitStrips } from '../line-images/strip.ts';
import type { Strip } from '../line-images/strip.ts';
import { probabilityOf } from './confidence.ts';
import type { Engine } from './confidence.ts';
import type { ReadLine } from './line-pieces.ts';
import { toReadingOrder } from './reading-order.ts';
import type { Reading } from './readings.ts';
import { lettersOf, meanProbability, wordText } from './readings.ts';
import type { Recognizer } from './recognizer.ts';
import { completeReading, markSpaces, ownWords, scriptOf, toHalfWidth } from './scripts.ts';
import type { LineScript, Script, ScriptLetter } from './scripts.ts';
import { darkColumns, splitWords, widestGap } from './word-boxes.ts';

export interface ScriptReader {
  recognizer: Recognizer;
  name: Engine;
}

/** Opens the reader of a script, undefined if there is none. It may close the one that was opened before. */
export type OpenScriptReader = (script: Script) => Promise<ScriptReader | undefined>;

/** Longer lines are split into pieces of this many heights. */
const MAX_PIECE_ASPECT = 24;

/** New readings of the lines that the recognizer cannot read on its own. What nobody can read is left out. */
export async function readScripts(
  strips: readonly Strip[],
  readings: readonly Reading[],
  open: OpenScriptReader | undefined,
): Promise<ReadonlyMap<number, ReadLine>> {
  const scripts = readings.map((reading) => scriptOf(reading.map(wordText).join(' ')));
  const result = new Map<number, ReadLine>();
  const add = (i: number, reading: Reading, probable = reading): void => {
    result.set(i, { reading: probable, certainty: meanProbability(reading) });
  };
  scripts.forEach((script, i) => {
    if (script !== 'none') add(i, ownWords(readings[i]!));
  });
  const others = await readOtherScripts(strips, readings, scripts, open);
  for (const [i, reading] of others) add(i, reading, withProbabilities(reading, 'scripts'));
  const lines = [...scripts.keys()].filter((i) => scripts[i] === 'cjk' && !others.has(i));
  const reader = lines.length === 0 ? undefined : await open?.('cjk');
  if (reader === undefined) return result;
  const read = await readStrips(
    lines.map((i) => strips[i]!),
    reader,
  );
  lines.forEach((i, at) => {
    const own = ownWords(readings[i]!);
    add(i, completeReading(own, read[at]!), completeReading(own, withProbabilities(read[at]!, reader.name)));
  });
  return result;
}

/** How often such words are right. How certain a reader is of a line does not depend on it. */
const withProbabilities = (reading: Reading, engine: Engine): Reading =>
  reading.map((word) => ({ ...word, probability: probabilityOf(engine, word.probability) }));

/**
 * On a page with this share of lines in one of the other scripts, or whose longest uncertain lines the shared network is this certain
 * of, lines that the recognizer is less sure of may be in it too, and the network need not be so certain: handwriting looks like
 * another script here and there.
 */
const OTHER_PAGE = { share: 0.2, sample: 6, sampleCertainty: 0.85, sure: 0.85, certainty: 0.6 };
const OTHER_LINE = 0.9;

/** Lines in a script of the shared network. */
async function readOtherScripts(
  strips: readonly Strip[],
  readings: readonly Reading[],
  scripts: readonly LineScript[],
  open: OpenScriptReader | undefined,
): Promise<Map<number, Reading>> {
  const count = scripts.filter((script) => script === 'other').length;
  const reader = count === 0 ? undefined : await open?.('other');
  if (reader === undefined) return new Map();
  const found = new Map<number, Reading>();
  const read = async (lines: readonly number[]): Promise<void> => {
    const own = await readStrips(
      lines.map((i) => strips[i]!),
      reader,
    );
    lines.forEach((i, at) => found.set(i, own[at]!));
  };
  const uncertain = [...scripts.keys()].filter((i) => scripts[i] === 'other' || meanProbability(readings[i]!) < OTHER_PAGE.sure);
  const sample = uncertain.toSorted((a, b) => lettersOf(readings[b]!) - lettersOf(readings[a]!)).slice(0, OTHER_PAGE.sample);
  await read(sample);
  const certainty = sample.reduce((sum, i) => sum + meanProbability(found.get(i)!), 0) / sample.length;
  const isOtherPage = count >= OTHER_PAGE.share * scripts.length || certainty >= OTHER_PAGE.sampleCertainty;
  await read(uncertain.filter((i) => !found.has(i) && (isOtherPage || scripts[i] === 'other')));
  const minCertainty = (i: number): number =>
    !isOtherPage
      ? OTHER_LINE
      : scripts[i] === 'other'
        ? OTHER_PAGE.certainty
        : Math.max(OTHER_PAGE.certainty, meanProbability(readings[i]!));
  const isKept = ([i, reading]: [number, Reading]): boolean =>
    (isOtherPage || scripts[i] === 'other') && meanProbability(reading) >= minCertainty(i);
  return new Map([...found].filter(isKept).map(([i, reading]) => [i, toReadingOrder(reading)]));
}

async function readStrips(strips: readonly Strip[], { recognizer, name }: ScriptReader): Promise<Reading[]> {
  const parts = splitStrips(strips, MAX_PIECE_ASPECT);
  const lines = await readLetters(
    parts.map(({ image }) => image),
    recognizer,
  );
  const readings: Reading[] = strips.map(() => []);
  parts.forEach(({ strip, from, image }, i) => {
    const letters = markSpaces(name === 'scripts' ? insertSpaces(image, lines[i]!) : lines[i]!, image.height).map(
      ({ text, x, probability }) => ({
        text,
        at: x - 0.5,
        from: x,
        to: x,
        probability,
      }),
    );
    const words = splitWords(image, letters, 1).map(({ letters: own, figure }) => ({
      letters: own.map(({ text, left, right }) => ({ text, left: left + from, right: right + from })),
      probability: figure ** (1 / own.length),
    }));
    readings[strip] = [...readings[strip]!, ...words];
  });
  return readings;
}

/**
 * White between words: of what the shared network takes for one word, some are two. As a share of the height, and as a multiple of the
 * gaps within words, of which `usual` are narrower: old books are spaced out.
 */
const WORD_GAP = { height: 0.2, within: 4, usual: 0.8 };

function insertSpaces(image: GrayImage, letters: readonly ScriptLetter[]): ScriptLetter[] {
  const dark = darkColumns(image);
  const gaps = letters.map((letter, i) => {
    const before = letters[i - 1];
    return before === undefined || before.text === ' ' || letter.text === ' ' ? undefined : widestGap(dark, before.x, letter.x);
  });
  const widths = gaps.flatMap((gap) => (gap === undefined ? [] : [gap.to - gap.from])).sort((a, b) => a - b);
  const usual = widths[Math.floor((widths.length - 1) * WORD_GAP.usual)] ?? 0;
  const least = Math.max(WORD_GAP.height * image.height, WORD_GAP.within * usual);
  return letters.flatMap((letter, i) => {
    const gap = gaps[i];
    return gap !== undefined && gap.to - gap.from >= least ? [{ text: ' ', x: (gap.from + gap.to) / 2, probability: 1 }, letter] : [letter];
  });
}

/** Letters with their places in pixels. */
async function readLetters(images: readonly GrayImage[], recognizer: Recognizer): Promise<ScriptLetter[][]> {
  return (await recognizer.read(images)).map(({ letters, pixelsPerStep }) =>
    letters.map(({ text, at, probability }) => ({ text: toHalfWidth(text), x: (at + 0.5) * pixelsPerStep, probability })),
  );
}
