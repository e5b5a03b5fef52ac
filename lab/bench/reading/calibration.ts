/**
 * Fits the curve of our recognizer in ocr/recognition/confidence.ts by logistic regression: how often a word with a given
 * figure (the product of its letters' probabilities) is right. Fitted on every second real receipt; the others, and generated
 * pages, show how good it is (confidence.ts).
 */
import { apply } from '../../../src/engines/documents/reading/model/affine.ts';
import { CURVES, logit } from '../../../src/engines/documents/reading/ocr/recognition/confidence.ts';
import type { Curve } from '../../../src/engines/documents/reading/ocr/recognition/confidence.ts';
import { loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import { createLooseJudge } from './word-judges.ts';
import type { Settings } from './settings.ts';
import { readReceipts } from './receipts.ts';
import { printHeader, mean, printRow } from './table.ts';

interface JudgedWord {
  probability: number;
  right: boolean;
}

/** Whether a receipt, by its place among all of them, is for fitting. */
export const isForFitting = (at: number): boolean => at % 2 === 0;

export async function fitCalibration({ data, reader: options }: Settings): Promise<void> {
  const reader = await loadReader(options);
  const words: JudgedWord[] = [];
  for (const { image, lines } of (await readReceipts(data)).filter((_, i) => isForFitting(i))) {
    const { lines: read, toOriginal } = await reader.read(image);
    const judge = createLooseJudge(lines);
    for (const { text, box, confidence } of read.flatMap((line) => line.words)) {
      const { x, y } = apply(toOriginal, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
      words.push({ probability: confidence, right: judge(text, x, y) });
    }
  }
  const fitted = fitCurve(words);
  // Figures were mapped by the current curve, so the fit is composed with it.
  const now = CURVES.own;
  printHeader('Words of real receipts', ['words', 'right', 'offset', 'slope']);
  printRow('our recognizer', [
    String(words.length),
    mean(words.map(({ right }) => (right ? 1 : 0))),
    fitted.offset + fitted.slope * now.offset,
    fitted.slope * now.slope,
  ]);
  console.log(`in the code: ${JSON.stringify(now)}`);
  await reader.close();
}

/** Logistic regression on one feature by Newton's method with bounded steps. */
export function fitCurve(seen: readonly JudgedWord[]): Curve {
  const bounded = (step: number): number => Math.max(-0.5, Math.min(0.5, step));
  let [offset, slope] = [0, 1];
  for (let round = 0; round < 60; round++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-3, 0, 1e-3];
    for (const { probability, right } of seen) {
      const x = logit(probability);
      const p = 1 / (1 + Math.exp(-(offset + slope * x)));
      const [error, weight] = [(right ? 1 : 0) - p, p * (1 - p)];
      [g0, g1, h00, h01, h11] = [g0 + error, g1 + error * x, h00 + weight, h01 + weight * x, h11 + weight * x * x];
    }
    const size = h00 * h11 - h01 * h01;
    offset += bounded((h11 * g0 - h01 * g1) / size);
    slope += bounded((h00 * g1 - h01 * g0) / size);
  }
  return { offset, slope };
}
