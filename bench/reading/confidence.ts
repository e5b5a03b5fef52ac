/**
 * Whether words are right as often as their confidence says, on pages by a seed that nothing was fitted on, in every
 * condition and beyond, and on real receipts, which nothing was fitted on either. The expected calibration error is the
 * mean distance between confidence and share of right words over fifteen bins of equal width (Guo and others, "On
 * calibration of modern neural networks"), each weighed by its words.
 */
import { compose, apply, inverse } from '../../src/engines/reading/model/affine.ts';
import { loadReader } from '../../src/engines/runtime/reading/load-reader.ts';
import type { OcrResult } from '../../src/engines/reading/ocr/reader.ts';
import type { Affine } from '../../src/engines/reading/model/page.ts';
import { judgeOf, looseJudgeOf, pagesBy } from './judged.ts';
import type { Judge } from './judged.ts';
import type { Settings } from './main.ts';
import { readReceipts } from './receipts.ts';
import { bar, head, mean, row } from './table.ts';

/** Far from the seeds of calibration.ts. */
const SEED = 5000;
const BINS = 15;
const MOST_ERROR = 0.01;
const TABLE = [0, 0.2, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1] as const;

interface Told { confidence: number; right: boolean }

export async function confidence({ data, reader: options }: Settings): Promise<void> {
  const reader = await loadReader(options);
  const byCondition = new Map<string, Told[]>();
  for await (const { condition, shot, truth } of pagesBy(SEED)) {
    const told = toldOf(await reader.read(shot.image), inverse(shot.map), judgeOf(truth));
    byCondition.set(condition, [...byCondition.get(condition) ?? [], ...told]);
  }
  const all = [...byCondition.values()].flat();
  head('Confidence of words', ['words', 'mean', 'right', 'ECE']);
  for (const [name, told] of byCondition) line(name, told);
  line('all drawn pages', all);
  const real: Told[] = [];
  for (const { image, lines } of await readReceipts(data)) real.push(...toldOf(await reader.read(image), { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }, looseJudgeOf(lines)));
  if (real.length > 0) line('real receipts', real);
  head('Reliability, all drawn pages', ['words', 'mean', 'right']);
  TABLE.slice(1).forEach((high, i) => {
    const low = TABLE[i]!;
    const within = all.filter((one) => one.confidence >= low && (one.confidence < high || high === 1));
    row(`${low} to ${high}`, [String(within.length), ...within.length === 0 ? [undefined, undefined] : means(within)]);
  });
  bar(calibrationError(all) <= MOST_ERROR, `drawn pages: expected calibration error at most ${MOST_ERROR}`);
  await reader.close();
}

function toldOf({ lines, toOriginal: toOriginal }: OcrResult, toTruth: Affine, judge: Judge): Told[] {
  const way = compose(toTruth, toOriginal);
  return lines.flatMap(({ words }) => words).map(({ text, box, confidence: told }) => {
    const { x, y } = apply(way, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return { confidence: told, right: judge(text, x, y) };
  });
}

function line(name: string, told: readonly Told[]): void {
  row(name, [String(told.length), ...means(told), calibrationError(told)], 4);
}

function means(told: readonly Told[]): [number, number] {
  return [mean(told.map((one) => one.confidence)), mean(told.map(({ right }) => right ? 1 : 0))];
}

function calibrationError(told: readonly Told[]): number {
  const bins = Array.from({ length: BINS }, (): Told[] => []);
  for (const one of told) bins[Math.min(BINS - 1, Math.floor(one.confidence * BINS))]!.push(one);
  return bins.reduce((sum, bin) => {
    const [said, right] = means(bin);
    return sum + Math.abs(said - right) * bin.length;
  }, 0) / Math.max(1, told.length);
}
