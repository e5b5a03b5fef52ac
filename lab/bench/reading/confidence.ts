/**
 * Calibration of word confidences, on synthetic pages of a seed not used for fitting, in every condition, and on real
 * receipts. The expected calibration error is the mean distance between confidence and accuracy over fifteen bins of equal
 * width (Guo et al., "On calibration of modern neural networks"), weighted by words.
 */
import { compose, apply, inverse } from '../../../src/engines/documents/reading/model/affine.ts';
import { loadReader } from '../../../src/engines/loaders/reading/load-reader.ts';
import type { OcrResult } from '../../../src/engines/documents/reading/ocr/reader.ts';
import type { Affine } from '../../../src/engines/documents/reading/model/page.ts';
import { createJudge, createLooseJudge, generatePages } from './word-judges.ts';
import type { Judge } from './word-judges.ts';
import { isForFitting } from './calibration.ts';
import type { Settings } from './settings.ts';
import { readReceipts } from './receipts.ts';
import { printBar, printHeader, mean, printRow } from './table.ts';

/** Far from the seeds of calibration.ts. */
const SEED = 5000;
const BINS = 15;
const MAX_ERROR = { real: 0.05, drawn: 0.05 };
const TABLE = [0, 0.2, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1] as const;

export interface JudgedWord {
  confidence: number;
  right: boolean;
}

export async function benchConfidence({ data, reader: options }: Settings): Promise<void> {
  const reader = await loadReader(options);
  const byCondition = new Map<string, JudgedWord[]>();
  for await (const { condition, shot, truth } of generatePages(SEED)) {
    const words = judgeWords(await reader.read(shot.image), inverse(shot.map), createJudge(truth));
    byCondition.set(condition, [...(byCondition.get(condition) ?? []), ...words]);
  }
  const all = [...byCondition.values()].flat();
  printHeader('Confidence of words', ['words', 'mean', 'right', 'ECE']);
  for (const [name, words] of byCondition) printJudged(name, words);
  printJudged('all drawn pages', all);
  const real: JudgedWord[] = [];
  for (const { image, lines } of (await readReceipts(data)).filter((_, i) => !isForFitting(i)))
    real.push(...judgeWords(await reader.read(image), { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }, createLooseJudge(lines)));
  if (real.length > 0) printJudged('real receipts not fitted on', real);
  printHeader('Reliability, all drawn pages', ['words', 'mean', 'right']);
  TABLE.slice(1).forEach((high, i) => {
    const low = TABLE[i]!;
    const within = all.filter((one) => one.confidence >= low && (one.confidence < high || high === 1));
    printRow(`${low} to ${high}`, [String(within.length), ...(within.length === 0 ? [undefined, undefined] : means(within))]);
  });
  if (real.length > 0)
    printBar(calibrationError(real) <= MAX_ERROR.real, `real receipts: expected calibration error at most ${MAX_ERROR.real}`);
  printBar(calibrationError(all) <= MAX_ERROR.drawn, `drawn pages: expected calibration error at most ${MAX_ERROR.drawn}`);
  await reader.close();
}

export function judgeWords({ lines, toOriginal }: OcrResult, toTruth: Affine, judge: Judge): JudgedWord[] {
  const transform = compose(toTruth, toOriginal);
  return lines
    .flatMap(({ words }) => words)
    .map(({ text, box, confidence }) => {
      const { x, y } = apply(transform, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
      return { confidence, right: judge(text, x, y) };
    });
}

export function printJudged(name: string, words: readonly JudgedWord[]): void {
  printRow(name, [String(words.length), ...means(words), calibrationError(words)], 4);
}

function means(words: readonly JudgedWord[]): [number, number] {
  return [mean(words.map((one) => one.confidence)), mean(words.map(({ right }) => (right ? 1 : 0)))];
}

function calibrationError(words: readonly JudgedWord[]): number {
  const bins = Array.from({ length: BINS }, (): JudgedWord[] => []);
  for (const one of words) bins[Math.min(BINS - 1, Math.floor(one.confidence * BINS))]!.push(one);
  return (
    bins.reduce((sum, bin) => {
      const [confidence, right] = means(bin);
      return sum + Math.abs(confidence - right) * bin.length;
    }, 0) / Math.max(1, words.length)
  );
}
