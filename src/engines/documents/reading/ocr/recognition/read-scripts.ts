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
import { completeReading, isTraditional, isUncertain, markSpaces, ownWords, replaceUncertain, scriptsOf, toHalfWidth } from './scripts.ts';
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
/** Below this the reader of traditional Chinese did not manage, and the first reading is better. */
const MIN_TRADITIONAL = 0.6;

/** New readings of the lines that the recognizer cannot read on its own. What nobody can read is left out. */
export async function readScripts(
  strips: readonly Strip[],
  readings: readonly Reading[],
  open: OpenScriptReader | undefined,
): Promise<ReadonlyMap<number, ReadLine>> {
  const scripts = scriptsOf(readings.map((reading) => reading.map(wordText).join(' ')));
  const result = new Map<number, Reading>();
  scripts.forEach((script, i) => {
    if (script !== 'none') result.set(i, ownWords(readings[i]!));
  });
  const isOther = new Set<number>();
  for (const [i, reading] of await readOtherScripts(strips, readings, scripts, open)) {
    isOther.add(i);
    result.set(i, reading);
  }
  const complete = async (script: Script, own: readonly number[]): Promise<Reading[] | undefined> => {
    const reader = own.length === 0 ? undefined : await open?.(script);
    if (open === undefined || reader === undefined) return undefined;
    const read = await readStrips(
      own.map((i) => strips[i]!),
      reader,
      script === 'japanese' ? async () => await open('uncertain Japanese') : undefined,
    );
    return read.map((reading, at) => completeReading(ownWords(readings[own[at]!]!), reading));
  };
  for (const script of ['japanese', 'korean', 'chinese'] as const) {
    const own = [...result.keys()].filter((i) => scripts[i] === script && !isOther.has(i));
    const read = await complete(script, own);
    read?.forEach((reading, at) => result.set(own[at]!, reading));
    if (script !== 'chinese' || read === undefined || !isTraditional(read.flatMap((reading) => reading.map(wordText)))) continue;
    const again = await complete('traditional Chinese', own);
    again?.forEach((reading, at) => {
      if (meanProbability(reading) >= Math.min(MIN_TRADITIONAL, meanProbability(read[at]!))) result.set(own[at]!, reading);
    });
  }
  const fitted = (reading: Reading): Reading =>
    reading.map((word) => ({ ...word, probability: probabilityOf('scripts', word.probability) }));
  return new Map(
    [...result].map(([i, reading]) => [i, { reading: isOther.has(i) ? fitted(reading) : reading, certainty: meanProbability(reading) }]),
  );
}

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
      undefined,
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

async function readStrips(
  strips: readonly Strip[],
  { recognizer, name }: ScriptReader,
  openSecond: (() => Promise<ScriptReader | undefined>) | undefined,
): Promise<Reading[]> {
  const parts = splitStrips(strips, MAX_PIECE_ASPECT);
  const lines = await readLetters(
    parts.map(({ image }) => image),
    recognizer,
  );
  const uncertain = lines.map((_, i) => i).filter((i) => isUncertain(lines[i]!));
  const second = uncertain.length === 0 ? undefined : await openSecond?.();
  if (second !== undefined) {
    const again = await readLetters(
      uncertain.map((i) => parts[i]!.image),
      second.recognizer,
    );
    again.forEach((letters, at) => {
      const i = uncertain[at]!;
      lines[i] = replaceUncertain(lines[i]!, letters);
    });
  }
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
      // The words of the shared network are fitted once it is decided which of its lines are kept.
      probability: probabilityOf(name === 'scripts' ? 'other' : name, figure ** (1 / own.length)),
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
