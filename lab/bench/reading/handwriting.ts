/**
 * Fits the handwriting model (ocr/line-images/handwriting.ts) on lines of writers that are not judged and on every second receipt, and
 * prints the weights and the accuracy on the others. Each line counts again, a little, as one on a page of the other style: forms are
 * filled in by hand.
 */
import { apply } from '../../../src/engines/documents/reading/model/affine.ts';
import {
  certaintyLogit,
  handwritingProbability,
  measureHandwriting,
} from '../../../src/engines/documents/reading/ocr/line-images/handwriting.ts';
import { cutStrip } from '../../../src/engines/documents/reading/ocr/line-images/strip.ts';
import { straightenPage } from '../../../src/engines/documents/reading/ocr/read-image.ts';
import { recognizeStrips } from '../../../src/engines/documents/reading/ocr/recognition/read-lines.ts';
import { lettersOf } from '../../../src/engines/documents/reading/ocr/recognition/readings.ts';
import { loadEngines } from '../../../src/engines/loaders/reading/load-reader.ts';
import type { LoadedEngines } from '../../../src/engines/loaders/reading/load-reader.ts';
import { isForFitting } from './calibration.ts';
import { readHandPages } from './hand-pages.ts';
import type { HandPage } from './hand-pages.ts';
import { HAND_SETS, readPrintedPages } from './hands.ts';
import type { Settings } from './settings.ts';
import { mean, printHeader, printRow } from './table.ts';

/** Pages of each set to fit on. */
const PAGES = 9;
/** The mean logit of pages of print and of handwriting, and how much a line on a page of the other style counts. */
const OTHER_PAGE = { print: 4.2, handwriting: 1.3, weight: 0.15 };

interface Example {
  set: string;
  measures: number[];
  isHandwritten: boolean;
  /** By the model in the code. */
  now: number;
  weight: number;
}

export async function fitHandwriting({ data, reader: options }: Settings): Promise<void> {
  const loaded = await loadEngines(options);
  const examplesOf = async (judged: boolean): Promise<Example[]> => {
    const examples: Example[] = [];
    for (const { name, folder } of HAND_SETS)
      examples.push(...(await readExamples(name, (await readHandPages(data, folder, judged)).slice(0, PAGES), loaded)));
    const receipts = (await readPrintedPages(data)).filter((_, i) => isForFitting(i) !== judged);
    return [...examples, ...(await readExamples('printed receipts', receipts.slice(0, PAGES), loaded))];
  };
  const [fitted, judged] = [await examplesOf(false), await examplesOf(true)];
  await loaded.close();
  if (fitted.length === 0) return;
  const weights = fitWeights([...evenly(fitted, 1), ...evenly(fitted.map(toOtherPage), OTHER_PAGE.weight)]);
  printHeader('Handwriting, lines right', ['lines', 'fit', 'code']);
  for (const [name, examples] of [
    ['fitted on', fitted],
    ['kept apart', judged],
  ] as const)
    for (const set of new Set(examples.map((one) => one.set))) {
      const own = examples.filter((one) => one.set === set);
      const right = (share: (one: Example) => number): number => mean(own.map((one) => Number(share(one) > 0.5 === one.isHandwritten)));
      printRow(`${set}, ${name}`, [String(own.length), right(({ measures }) => shareOf(weights, measures)), right(({ now }) => now)]);
    }
  console.log(`weights: ${weights.map((weight) => weight.toFixed(2)).join(', ')}`);
}

/** The detected lines of pages that are in a true line of known style. */
async function readExamples(set: string, pages: readonly HandPage[], { detector, engines }: LoadedEngines): Promise<Example[]> {
  const examples: Example[] = [];
  for (const { image, lines: truth } of pages) {
    const { upright, toOriginal, found } = await straightenPage(image, detector, engines.recognizer);
    const strips = found.map((line) => cutStrip(upright, line));
    const lines = await recognizeStrips(strips, engines);
    const letters = lines.reduce((sum, { reading }) => sum + lettersOf(reading), 0);
    const page =
      lines.reduce((sum, { reading, certainty }) => sum + certaintyLogit(certainty) * lettersOf(reading), 0) / Math.max(1, letters);
    found.forEach((line, i) => {
      const { x, y } = apply(toOriginal, line.x, line.y);
      const own = truth.find(({ box }) => x > box.left && x < box.right && y > box.top && y < box.bottom);
      if (own?.isHandwritten === undefined) return;
      const given = [strips[i]!.image, lines[i]!.certainty, page] as const;
      examples.push({
        set,
        measures: measureHandwriting(...given),
        isHandwritten: own.isHandwritten,
        now: handwritingProbability(...given),
        weight: 1,
      });
    });
  }
  return examples;
}

const toOtherPage = (one: Example): Example => ({
  ...one,
  measures: [...one.measures.slice(0, -1), one.isHandwritten ? OTHER_PAGE.print : OTHER_PAGE.handwriting],
});

/** Each set and style counts the same. */
function evenly(examples: readonly Example[], weight: number): Example[] {
  const key = ({ set, isHandwritten }: Example): string => `${set} ${String(isHandwritten)}`;
  const counts = new Map<string, number>();
  for (const one of examples) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return examples.map((one) => ({ ...one, weight: weight / counts.get(key(one))! }));
}

function shareOf(weights: readonly number[], measures: readonly number[]): number {
  return 1 / (1 + Math.exp(-measures.reduce((sum, value, i) => sum + value * weights[i]!, weights[measures.length]!)));
}

/** Logistic regression by gradient descent on standardized measures, with weak L2 regularization. */
function fitWeights(examples: readonly Example[]): number[] {
  const count = examples[0]!.measures.length;
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const means = Array.from({ length: count }, (_, i) => mean(examples.map(({ measures }) => measures[i]!)));
  const spreads = means.map((middle, i) => Math.sqrt(mean(examples.map(({ measures }) => (measures[i]! - middle) ** 2))) + 1e-6);
  const scaled = examples.map(({ measures, ...rest }) => ({
    ...rest,
    measures: measures.map((value, i) => (value - means[i]!) / spreads[i]!),
  }));
  const weights = new Array<number>(count + 1).fill(0);
  for (let round = 0; round < 4000; round++) {
    const slopes = new Array<number>(count + 1).fill(0);
    for (const { measures, isHandwritten, weight } of scaled) {
      const error = weight * (Number(isHandwritten) - shareOf(weights, measures));
      measures.forEach((value, i) => {
        slopes[i]! += error * value;
      });
      slopes[count]! += error;
    }
    slopes.forEach((slope, i) => {
      weights[i]! += 0.5 * (slope / total - (i < count ? 0.003 * weights[i]! : 0));
    });
  }
  const unscaled = spreads.map((spread, i) => weights[i]! / spread);
  return [...unscaled, weights[count]! - unscaled.reduce((sum, weight, i) => sum + weight * means[i]!, 0)];
}
