/**
 * Training: from labeled texts to a model.
 *
 * 1. Rows are put in a canonical order, so that the caller's order does not matter (rows.ts).
 * 2. Features and columns; with an encoder, sentence vectors of the rows that settings are chosen on, and of the others only if
 *    they prove useful.
 * 3. Settings for this project, by cross-validation (settings.ts).
 * 4. One last fit with cross-validation, whose margins give the calibration, the scope of None (none.ts), and what the
 *    caller may show as evaluation and suggestions.
 *
 * Invariant: the same examples and options give the same model, byte for byte. Work is done in steps of well
 * under a second between which progress is reported and the caller may stop.
 */
import { fitSigmoids, fitTemperature, fitThresholds } from '../../../shared/classifier/calibration.ts';
import { countColumns, fit } from '../../../shared/classifier/fit.ts';
import type { Fit, Rows, Settings } from '../../../shared/classifier/fit.ts';
import type { Columns } from '../../../shared/classifier/vectors.ts';
import { IntentModel, toPrediction, roundWeights } from '../model.ts';
import type { Calibration, ModelParts, Prediction } from '../model.ts';
import { fitNoneScope, hasScope, measureGeneral, rowMargins } from './none.ts';
import { FEW_ROWS, TrainingStopped } from './options.ts';
import type { IntentExample, TrainingOptions } from './options.ts';
import { canonicalOrder, createRowEmbedder, namesAsExamples, readRows } from './rows.ts';
import { chooseSettings, lossesOf, mean, sampleRows, splitRows } from './settings.ts';
import { fitUnlabeled } from './unlabeled.ts';

export interface TrainedIntents {
  readonly model: IntentModel;
  /** What cross-validation chose, and the mean loss it had there. */
  readonly settings: Settings;
  readonly loss: number;
  /** The prediction for the example at this index by a model that was not trained on it. */
  heldOut(example: number): Prediction;
}

/** What a text without labels must get to teach, where scores were fitted by cross-validation. */
const MIN_GUESS = 0.5;

type Progress = (from: number, to: number) => (done: number) => void;

export async function trainIntents(given: readonly IntentExample[], options: TrainingOptions = {}): Promise<TrainedIntents> {
  const progress: Progress = (from, to) => (done) => {
    if (options.isStopped?.()) throw new TrainingStopped();
    options.onProgress?.(from + (to - from) * done);
  };
  const examples = [...given, ...namesAsExamples(given, options)];
  const order = canonicalOrder(examples);
  const sorted = order.map((i) => examples[i]!);
  const taught = [...new Set(sorted.flatMap(({ intents }) => intents))].sort();
  const untaught = [...new Set([...(options.intents ?? []), ...(options.noneIntent === undefined ? [] : [options.noneIntent])])]
    .filter((intent) => !taught.includes(intent))
    .sort();
  const { phraseLists = [] } = options;
  const { rows: words, columns } = readRows(sorted, taught, phraseLists, options.areDocuments === true, progress(0, 0.1));
  const texts = sorted.map(({ text }) => text);
  const embed = options.embed && createRowEmbedder(texts, options.embed);

  const { kept, sample, folds: sampleFolds } = sampleRows(words, texts);
  const settings = chooseSettings(
    { ...sample, sentences: (await embed?.(kept, progress(0.1, 0.2))) ?? null },
    sampleFolds,
    options,
    progress(0.2, 0.5),
  );
  const rows: Rows = {
    ...words,
    sentences: settings.sentence > 0 || hasScope(options) ? ((await embed?.([...texts.keys()], progress(0.5, 0.8))) ?? null) : null,
  };
  const folds = splitRows(rows, texts);
  const fitted = fit(rows, settings, folds, progress(0.8, options.unlabeled?.length ? 0.9 : 1));
  const finish = async (learned: Learned): Promise<Finished> => await finishModel(learned, { texts, taught, untaught, settings, options });
  const first = await finish({ rows, columns, fitted });
  const more = await learnUnlabeled(sorted, rows, first.parts, options, progress(0.9, 1));
  const { parts, near, margins, unseen } = more ? await finish(more) : first;
  const places = new Map(order.map((example, row) => [example, row]));
  progress(1, 1)(1);
  return {
    model: new IntentModel(parts),
    settings,
    loss: mean(lossesOf(margins, rows, options)),
    heldOut: (example) => {
      const row = places.get(example)!;
      return toPrediction(parts, rowMargins(unseen, row, taught.length), near(row));
    },
  };
}

/** What was learned from labeled rows, or from others too. */
interface Learned {
  /** The labeled rows. */
  readonly rows: Rows;
  readonly columns: Columns;
  readonly fitted: Fit;
}

interface Finished {
  readonly parts: ModelParts;
  readonly near: (row: number) => number;
  /** Of rows under fits that did not see them; `unseen` as of new texts. */
  readonly margins: Float32Array;
  readonly unseen: Float32Array;
}

/** The model with its calibration and what decides None. */
async function finishModel(
  { rows, columns, fitted }: Learned,
  {
    texts,
    taught,
    untaught,
    settings,
    options,
  }: {
    texts: readonly string[];
    taught: readonly string[];
    untaught: readonly string[];
    settings: Settings;
    options: TrainingOptions;
  },
): Promise<Finished> {
  const unseen = options.multiLabel ? fitted.margins : fitted.newMargins;
  const bare: ModelParts = {
    classes: taught,
    untaught,
    phraseLists: options.phraseLists ?? [],
    foldsEachDigit: false,
    columns,
    settings,
    sentenceSize: countColumns(rows) - rows.columns - 1,
    weights: roundWeights(fitted.weights, taught.length),
    calibration: calibrate(unseen, rows, options.multiLabel === true),
    none: null,
  };
  const general = hasScope(options) ? await measureGeneral(new IntentModel(bare), rows.sentences ? options.embed : undefined) : [];
  const { none, near } = fitNoneScope(rows, texts, fitted, taught, general, options);
  return { parts: { ...bare, none }, near, margins: fitted.margins, unseen };
}

/**
 * What texts without labels that are in scope add, unless it makes the labeled rows less certain in cross-validation. With fewer than
 * two rows a class that cannot be tested, and scores are not fitted.
 */
async function learnUnlabeled(
  examples: readonly IntentExample[],
  rows: Rows,
  parts: ModelParts,
  { unlabeled = [], embed, phraseLists = [], noneIntent, multiLabel, areDocuments }: TrainingOptions,
  step: (done: number) => void,
): Promise<Learned | null> {
  const known = new Set(examples.map(({ text }) => text));
  const others = [...new Map(unlabeled.map((one) => [one.text, one])).values()]
    .filter(({ text }) => !known.has(text))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
  if (multiLabel || parts.calibration.kind !== 'one' || rows.classes < 2 || others.length === 0) return null;
  const vectors = rows.sentences && (await embed?.(others.map(({ text }) => text)));
  const model = new IntentModel(parts);
  const isValidated = rows.vectors.length >= FEW_ROWS * rows.classes;
  const minScore = isValidated ? MIN_GUESS : 0;
  const inScope = others.flatMap((one, i) => {
    const sentence = vectors?.[i];
    const { intents } = model.predict(one.text, { ...one, sentence });
    const none = intents.find((one) => one.intent === noneIntent)?.score ?? 0;
    const { intent, score } = intents[0]!;
    return intent === noneIntent || score < minScore ? [] : [{ one, sentence, share: 1 - none }];
  });
  if (inScope.length === 0) return null;
  const all = readRows(
    [...examples, ...inScope.map(({ one }) => ({ ...one, intents: [] }))],
    parts.classes,
    phraseLists,
    areDocuments === true,
    () => undefined,
  );
  const { fitted, without } = fitUnlabeled(
    {
      rows: { ...all.rows, sentences: rows.sentences && [...rows.sentences, ...inScope.map(({ sentence }) => sentence!)] },
      labeled: examples.length,
      inScope: inScope.map(({ share }) => share),
      texts: examples.map(({ text }) => text),
      settings: parts.settings,
      temperature: parts.calibration.temperature,
    },
    step,
  );
  const lossOf = (margins: Float32Array): number => mean(fitTemperature(margins, rows.labels, rows.classes).losses);
  if (isValidated && lossOf(fitted.margins) >= lossOf(without)) return null;
  return {
    rows: { ...rows, vectors: all.rows.vectors.slice(0, examples.length), columns: all.rows.columns },
    columns: all.columns,
    fitted,
  };
}

function calibrate(margins: Float32Array, rows: Rows, multiLabel: boolean): Calibration {
  if (!multiLabel) return { kind: 'one', temperature: fitTemperature(margins, rows.labels, rows.classes).temperature };
  const { sigmoids } = fitSigmoids(margins, rows.labels, rows.classes);
  return { kind: 'many', sigmoids, thresholds: fitThresholds(sigmoids, margins, rows.labels) };
}
