/**
 * Training: from labeled texts to a model.
 *
 * 1. Rows are put in a canonical order, so that the caller's order does not matter.
 * 2. Features and columns; with an encoder, sentence vectors of the rows that settings are chosen on, and of the others only if
 *    they prove useful.
 * 3. Settings for this project: weight of sentence vectors, of pairs and of characters, and the cost of errors,
 *    one after the other, by the loss in cross-validation. Loss rather than accuracy, because it
 *    changes smoothly and small sets do not choose by chance; a default changes only for a gain beyond its standard error. With few
 *    texts each is a fold; large sets choose on a sample.
 * 4. One last fit with cross-validation, whose margins give the calibration, the scope of None, and what the
 *    caller may show as evaluation and suggestions.
 *
 * Invariant: the same examples and options give the same model, byte for byte. Work is done in steps of well
 * under a second between which progress is reported and the caller may stop.
 */
import { fitSigmoids, fitTemperature, fitThresholds } from '../../../shared/classifier/calibration.ts';
import { CHARACTERS, FeatureReader, HINTS, PAIRS } from '../../../shared/classifier/features.ts';
import type { FoundSpan, PhraseList } from '../../../shared/classifier/features.ts';
import { countColumns, crossValidate, fit, splitFolds } from '../../../shared/classifier/fit.ts';
import type { Fit, Rows, Settings } from '../../../shared/classifier/fit.ts';
import { IntentModel, toPrediction, roundWeights } from '../model.ts';
import type { Calibration, ModelParts, Prediction } from '../model.ts';
import { GENERAL_SENTENCES } from './general-sentences.ts';
import { collectNeighbors, fitScope, similarityToNearest } from './scope.ts';
import type { Measures } from './scope.ts';
import { fitUnlabeled } from './unlabeled.ts';
import { Columns } from '../../../shared/classifier/vectors.ts';

/** A labeled text; more than one intent only where labels are many. */
export interface IntentExample extends UnlabeledText {
  readonly intents: readonly string[];
}

export interface UnlabeledText {
  readonly text: string;
  readonly culture?: string | undefined;
  /** Tokens that the caller has for the text. */
  readonly hints?: readonly string[] | undefined;
  /** What the caller found in the text, such as entities. */
  readonly spans?: readonly FoundSpan[] | undefined;
}

export interface TrainingOptions {
  /** Intents that exist, with examples or without; those of the examples are added. */
  readonly intents?: readonly string[] | undefined;
  /** A text may have any number of labels. */
  readonly multiLabel?: boolean | undefined;
  readonly phraseLists?: readonly PhraseList[] | undefined;
  /** Computes the sentence vectors of texts; without it only words are used. */
  readonly embed?: ((texts: readonly string[]) => Promise<readonly Float32Array[]>) | undefined;
  /** Whether texts will be asked in languages without examples: only sentence vectors say anything about those. */
  readonly isMultilingual?: boolean | undefined;
  /** The texts are documents of pages: how often a word occurs counts by its logarithm, and hints only where they help. */
  readonly areDocuments?: boolean | undefined;
  /** The intent for texts out of scope; without it every text gets one of the others. */
  readonly noneIntent?: string | undefined;
  /** Texts without labels that may teach too: see unlabeled.ts. */
  readonly unlabeled?: readonly UnlabeledText[] | undefined;
  /** Share of in-scope texts that None must not take; 1 leaves None to its own examples. */
  readonly keepInScope?: number | undefined;
  /** Called with the completed share. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Called between steps; true stops the training with a TrainingStopped. */
  readonly isStopped?: (() => boolean) | undefined;
}

export interface TrainedIntents {
  readonly model: IntentModel;
  /** What cross-validation chose, and the mean loss it had there. */
  readonly settings: Settings;
  readonly loss: number;
  /** The prediction for the example at this index by a model that was not trained on it. */
  heldOut(example: number): Prediction;
}

/** The caller stopped the training. */
export class TrainingStopped extends Error {
  constructor() {
    super('training was stopped');
    this.name = 'TrainingStopped';
  }
}

const KEEP_IN_SCOPE = 0.98;
const SENTENCE_WEIGHTS = [0.5, 1, 1.5, 2, 3];
/** What serves most projects that gain by vectors, and those whose own texts cannot tell what is best for other languages. */
const USUAL_SENTENCE_WEIGHT = 2;
/** The same with fewer texts a class in the mean than this. */
const FEW_SENTENCE_WEIGHT = 3;
const FEW_MEAN = 10;
/** With fewer texts a class, those that are left in cross-validation tell nothing: vectors have their usual weight. */
const FEW_ROWS = 2;
/** What a text without labels must get to teach, where scores were fitted by cross-validation. */
const MIN_GUESS = 0.5;
/** The name of a class with fewer texts is an example, unless there are more classes: each example costs time. */
const NAMED_ROWS = 3;
const NAMED_CLASSES = 150;
/** With more texts a class in the mean a name moves the borders of the others, and nothing is gained. */
const NAMED_MEAN = 10;
const COSTS = [0.3, 3];
const HALF = 0.5;
const LEAVE_ONE_OUT_ROWS = 150;
/** Features of all rows: documents have thousands each, and leaving out each one would take minutes. */
const LEAVE_ONE_OUT_FEATURES = 100_000;
const FOLDS = 5;
const LARGE_SET = 5000;
const LARGE_SET_FOLDS = 2;
const SCOPE_ROWS = 500;
const SAMPLE_ROWS = 1000;
const SAMPLE_CLASSES = 96;
const SAMPLE_FOLDS = 2;
/** Above these rows settings are chosen as well with fewer folds than rows, three times as fast. */
const TINY_SAMPLE_ROWS = 100;
const SMALL_SAMPLE_FOLDS = 20;
const EMBED_BATCH_SIZE = 512;

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
  const folds = splitFolds(texts, rows.labels, leavesOneOut(rows) ? texts.length : texts.length > LARGE_SET ? LARGE_SET_FOLDS : FOLDS);
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

function lossesOf(margins: Float32Array, { labels, classes }: Rows, { multiLabel }: TrainingOptions): Float64Array {
  return (multiLabel ? fitSigmoids(margins, labels, classes) : fitTemperature(margins, labels, classes)).losses;
}

/** Whether None is for texts that are far from those of the project. */
function hasScope({ noneIntent, multiLabel, keepInScope = KEEP_IN_SCOPE }: TrainingOptions): boolean {
  return noneIntent !== undefined && !multiLabel && keepInScope < 1;
}

/** Of a class with few texts, the words of its name say as much as one of them. */
function namesAsExamples(examples: readonly IntentExample[], { embed, multiLabel, noneIntent }: TrainingOptions): IntentExample[] {
  const texts = Map.groupBy(examples, (one) => one.intents[0]!);
  if (!embed || multiLabel || texts.size < 2 || texts.size > NAMED_CLASSES || examples.length >= NAMED_MEAN * texts.size) return [];
  return [...texts.keys()]
    .filter((intent) => intent !== noneIntent && texts.get(intent)!.length < NAMED_ROWS && /\p{L}{3}|\p{Lo}{2}/u.test(intent))
    .map((intent) => ({
      text: intent
        .replace(/(?<=\p{Ll})(?=\p{Lu})|[^\p{L}\p{M}\p{N}]+/gu, ' ')
        .trim()
        .toLowerCase(),
      intents: [intent],
      culture: examples[0]!.culture,
    }));
}

/** Indexes of the examples in an order that depends on their content only. */
function canonicalOrder(examples: readonly IntentExample[]): number[] {
  const keys = examples.map(({ text, intents, culture, hints }) => JSON.stringify([text, [...intents].sort(), culture ?? '', hints ?? []]));
  return [...keys.keys()].sort((a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : a - b));
}

/** The rows as words; sentence vectors are added where they are wanted. */
function readRows(
  examples: readonly IntentExample[],
  taught: readonly string[],
  phraseLists: readonly PhraseList[],
  dampsCounts: boolean,
  step: (done: number) => void,
): { rows: Rows; columns: Columns } {
  const reader = new FeatureReader(phraseLists);
  const places = new Map(taught.map((intent, c) => [intent, c]));
  step(0);
  const features = examples.map(({ text, culture, hints, spans }) => reader.read(text, culture, hints, spans));
  step(0.5);
  const columns = Columns.of(features, dampsCounts);
  const vectors = features.map((one) => columns.vector(one));
  const labels = examples.map(({ intents }) => [...new Set(intents)].map((intent) => places.get(intent)!).sort((a, b) => a - b));
  return { rows: { vectors, sentences: null, labels, classes: taught.length, columns: columns.count }, columns };
}

type EmbedRows = (rows: readonly number[], step: (done: number) => void) => Promise<readonly Float32Array[] | null>;

/** Sentence vectors of rows, each computed on first use: this takes most of the time. */
function createRowEmbedder(texts: readonly string[], embed: NonNullable<TrainingOptions['embed']>): EmbedRows {
  const made = new Map<number, Float32Array>();
  return async (rows, step) => {
    const missing = rows.filter((row) => !made.has(row));
    for (let i = 0; i < missing.length; i += EMBED_BATCH_SIZE) {
      step(i / missing.length);
      const some = missing.slice(i, i + EMBED_BATCH_SIZE);
      (await embed(some.map((row) => texts[row]!))).forEach((vector, i) => made.set(some[i]!, vector));
    }
    return rows.length > 0 ? rows.map((row) => made.get(row)!) : null;
  };
}

interface Trial {
  readonly settings: Settings;
  readonly losses: Float64Array;
}

/**
 * One setting after the other: its value of least loss, where the gain over the value in place is larger than its
 * own standard error. Sentence vectors that gain get their usual weight unless another is better by as much: losses in
 * cross-validation prefer smaller weights than tests do.
 */
function chooseSettings(
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

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function leavesOneOut({ vectors }: Rows): boolean {
  return vectors.length <= LEAVE_ONE_OUT_ROWS && vectors.reduce((sum, { columns }) => sum + columns.length, 0) <= LEAVE_ONE_OUT_FEATURES;
}

/** The rows that settings are chosen on, and their folds: of large sets some rows of some classes. */
function sampleRows(rows: Rows, texts: readonly string[]): { kept: number[]; sample: Rows; folds: number[][] } {
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

function calibrate(margins: Float32Array, rows: Rows, multiLabel: boolean): Calibration {
  if (!multiLabel) return { kind: 'one', temperature: fitTemperature(margins, rows.labels, rows.classes).temperature };
  const { sigmoids } = fitSigmoids(margins, rows.labels, rows.classes);
  return { kind: 'many', sigmoids, thresholds: fitThresholds(sigmoids, margins, rows.labels) };
}

/** What decides None, fitted on some of the rows, and each row's similarity to the nearest row of another text. */
function fitNoneScope(
  rows: Rows,
  texts: readonly string[],
  fitted: Fit,
  taught: readonly string[],
  general: readonly Measured[],
  { noneIntent, multiLabel, keepInScope = KEEP_IN_SCOPE }: TrainingOptions,
): { none: ModelParts['none']; near: (row: number) => number } {
  const { vectors, sentences, labels, classes } = rows;
  if (noneIntent === undefined || multiLabel || vectors.length === 0) return { none: null, near: () => 0 };
  const own = taught.indexOf(noneIntent);
  const withoutNone = labels.map((some) => some.filter((label) => label !== own));
  const { neighbors, kept } = collectNeighbors(vectors, sentences, withoutNone, classes);
  const near = (row: number): number =>
    similarityToNearest(
      neighbors,
      vectors[row]!,
      sentences?.[row] ?? null,
      rowMargins(fitted.margins, row, classes),
      (place) => texts[kept[place]!] === texts[row],
    );
  const best = (margins: Float64Array): number =>
    margins.reduce((most, margin, c) => (c !== own && margin > most ? margin : most), -Infinity);
  const measureRow = (row: number): [number, number] => [best(rowMargins(fitted.margins, row, classes)), near(row)];
  const inside = [...labels.keys()].filter((row) => withoutNone[row]!.length > 0);
  const outside = [...labels.keys()].filter((row) => withoutNone[row]!.length === 0).slice(0, SCOPE_ROWS);
  const scope = fitScope(
    toMeasures(inside.filter((_, i) => i % Math.ceil(inside.length / SCOPE_ROWS) === 0).map(measureRow)),
    toMeasures([
      ...general.map(({ margins, nearest }): [number, number] => [best(margins), nearest(neighbors)]),
      ...outside.map(measureRow),
    ]),
    inside.length,
    keepInScope,
  );
  return { none: { intent: noneIntent, scope, neighbors }, near };
}

type Measured = ReturnType<IntentModel['measure']>;

async function measureGeneral(model: IntentModel, embed: TrainingOptions['embed']): Promise<Measured[]> {
  const sentences = await embed?.(GENERAL_SENTENCES);
  return GENERAL_SENTENCES.map((text, i) => model.measure(text, { culture: 'en', sentence: sentences?.[i] }));
}

function toMeasures(pairs: readonly (readonly [number, number])[]): Measures {
  return { margins: Float64Array.from(pairs, ([margin]) => margin), near: Float64Array.from(pairs, ([, near]) => near) };
}

function rowMargins(margins: Float32Array, row: number, classes: number): Float64Array {
  return Float64Array.from(margins.subarray(row * classes, (row + 1) * classes));
}
