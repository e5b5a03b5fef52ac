/**
 * The settings of a project: weight of sentence vectors, of pairs and of characters, and the cost of errors, one after the other, by the
 * loss in cross-validation. Loss rather than accuracy, because it changes smoothly and small sets do not choose by chance; a default
 * changes only for a gain beyond its standard error. With few texts each is a fold; large sets choose on a sample.
 */
import { fitSigmoids, fitTemperature } from '../../../shared/classifier/calibration.ts';
import { CHARACTERS, HINTS, PAIRS } from '../../../shared/classifier/features.ts';
import { crossValidate, splitFolds } from '../../../shared/classifier/fit.ts';
import type { Rows, Settings } from '../../../shared/classifier/fit.ts';
import { FEW_ROWS, KEEP_IN_SCOPE } from './options.ts';
import type { TrainingOptions } from './options.ts';

const SENTENCE_WEIGHTS = [0.5, 1, 1.5, 2, 3];
/** What serves most projects that gain by vectors, and those whose own texts cannot tell what is best for other languages. */
const USUAL_SENTENCE_WEIGHT = 2;
/** The same with fewer texts a class in the mean than this. */
const FEW_SENTENCE_WEIGHT = 3;
const FEW_MEAN = 10;
const COSTS = [0.3, 3];
const HALF = 0.5;
const LEAVE_ONE_OUT_ROWS = 150;
/** Features of all rows: documents have thousands each, and leaving out each one would take minutes. */
const LEAVE_ONE_OUT_FEATURES = 100_000;
const FOLDS = 5;
const LARGE_SET = 5000;
const LARGE_SET_FOLDS = 2;
const SAMPLE_ROWS = 1000;
const SAMPLE_CLASSES = 96;
const SAMPLE_FOLDS = 2;
/** Above these rows settings are chosen as well with fewer folds than rows, three times as fast. */
const TINY_SAMPLE_ROWS = 100;
const SMALL_SAMPLE_FOLDS = 20;

interface Trial {
  readonly settings: Settings;
  readonly losses: Float64Array;
}

/**
 * One setting after the other: its value of least loss, where the gain over the value in place is larger than its
 * own standard error. Sentence vectors that gain get their usual weight unless another is better by as much: losses in
 * cross-validation prefer smaller weights than tests do.
 */
export function chooseSettings(
  sample: Rows,
  folds: readonly (readonly number[])[],
  options: TrainingOptions,
  step: (done: number) => void,
): Settings {
  const { isMultilingual = false, areDocuments: weighsHints = false, noneIntent, keepInScope = KEEP_IN_SCOPE } = options;
  const isUsual = isMultilingual || sample.vectors.length < FEW_ROWS * sample.classes;
  const usualWeight = !isMultilingual && sample.vectors.length < FEW_MEAN * sample.classes ? FEW_SENTENCE_WEIGHT : USUAL_SENTENCE_WEIGHT;
  let best: Settings = { blocks: [1, 1, 1, 1], sentence: isUsual && sample.sentences ? usualWeight : 0, cost: 1 };
  // With one class there is nothing to choose by; sentence vectors tell best what is like its texts.
  if (sample.classes < 2) return sample.sentences && noneIntent !== undefined && keepInScope < 1 ? { ...best, sentence: 1 } : best;
  const sentenceWeights = sample.sentences && !isUsual ? SENTENCE_WEIGHTS : [];
  const trials = 1 + sentenceWeights.length + 2 + (weighsHints ? 1 : 0) + COSTS.length;
  let tried = 0;
  const lossesWith = (settings: Settings): Float64Array => {
    const done = tried++;
    return lossesOf(
      crossValidate(sample, settings, folds, (part) => step((done + part) / trials)),
      sample,
      options,
    );
  };
  let least = lossesWith(best);
  const tryAll = (candidates: readonly Settings[]): Trial[] => candidates.map((settings) => ({ settings, losses: lossesWith(settings) }));
  const consider = (candidates: readonly Settings[]): void => {
    const found = leastOf(tryAll(candidates));
    if (isBetter(found.losses, least)) [best, least] = [found.settings, found.losses];
  };
  if (sentenceWeights.length > 0) {
    const tried = tryAll(sentenceWeights.map((sentence) => ({ ...best, sentence })));
    const found = leastOf(tried);
    if (isBetter(found.losses, least)) {
      const usual = tried.find(({ settings }) => settings.sentence === usualWeight)!;
      const chosen = isBetter(found.losses, usual.losses) ? found : usual;
      [best, least] = [chosen.settings, chosen.losses];
    }
  }
  for (const block of [PAIRS, CHARACTERS]) consider([{ ...best, blocks: best.blocks.with(block, HALF) }]);
  if (weighsHints) consider([{ ...best, blocks: best.blocks.with(HINTS, 0) }]);
  consider(COSTS.map((cost) => ({ ...best, cost })));
  return best;
}

function leastOf(trials: readonly Trial[]): Trial {
  return trials.reduce((a, b) => (mean(b.losses) < mean(a.losses) ? b : a));
}

/** Whether losses are lower by more than the standard error of the difference. */
function isBetter(losses: Float64Array, than: Float64Array): boolean {
  const gains = than.map((loss, row) => loss - losses[row]!);
  const gain = mean(gains);
  return gain > Math.sqrt(mean(gains.map((one) => (one - gain) ** 2)) / gains.length);
}

/** The rows that settings are chosen on, and their folds: of large sets some rows of some classes. */
export function sampleRows(rows: Rows, texts: readonly string[]): { kept: number[]; sample: Rows; folds: number[][] } {
  const step = Math.max(1, rows.classes / SAMPLE_CLASSES);
  const classes = Array.from({ length: Math.min(rows.classes, SAMPLE_CLASSES) }, (_, i) => Math.floor(i * step));
  const places = new Map(classes.map((label, place) => [label, place]));
  const byClass = Map.groupBy(texts.keys(), (row) => rows.labels[row]!.filter((label) => places.has(label)).join(' '));
  if (classes.length < rows.classes) byClass.delete('');
  const share = SAMPLE_ROWS / [...byClass.values()].reduce((sum, own) => sum + own.length, 0);
  const kept = [...byClass.values()]
    .flatMap((own) => (share >= 1 ? own : own.filter((_, i) => i === 0 || Math.floor(i * share) !== Math.floor((i - 1) * share))))
    .sort((a, b) => a - b);
  const sample: Rows = {
    ...rows,
    classes: classes.length,
    vectors: kept.map((row) => rows.vectors[row]!),
    labels: kept.map((row) => rows.labels[row]!.flatMap((label) => places.get(label) ?? [])),
  };
  const folds = leavesOneOut(sample)
    ? kept.length <= TINY_SAMPLE_ROWS
      ? kept.length
      : SMALL_SAMPLE_FOLDS
    : kept.length <= SAMPLE_ROWS / 2
      ? FOLDS
      : SAMPLE_FOLDS;
  return {
    kept,
    sample,
    folds: splitFolds(
      kept.map((row) => texts[row]!),
      sample.labels,
      folds,
    ),
  };
}

/** The folds of all rows, whose held-out margins give the calibration. */
export function splitRows(rows: Rows, texts: readonly string[]): number[][] {
  return splitFolds(texts, rows.labels, leavesOneOut(rows) ? texts.length : texts.length > LARGE_SET ? LARGE_SET_FOLDS : FOLDS);
}

function leavesOneOut({ vectors }: Rows): boolean {
  return vectors.length <= LEAVE_ONE_OUT_ROWS && vectors.reduce((sum, { columns }) => sum + columns.length, 0) <= LEAVE_ONE_OUT_FEATURES;
}

export function lossesOf(margins: Float32Array, { labels, classes }: Rows, { multiLabel }: TrainingOptions): Float64Array {
  return (multiLabel ? fitSigmoids(margins, labels, classes) : fitTemperature(margins, labels, classes)).losses;
}

export function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
