/**
 * A trained model: text in, calibrated scores of every intent out.
 *
 * Weights are 8-bit numbers with one scale a feature, the classes of a feature side by side: a quarter of the
 * memory, and the rounding (under 0.003 of a margin) is far below what a margin means. The model is immutable
 * and may be shared by any number of callers.
 */
import type { Sigmoid } from '../../shared/classifier/calibration.ts';
import { probability, softmax } from '../../shared/classifier/calibration.ts';
import { CONSTANT } from '../../shared/classifier/fit.ts';
import type { Settings } from '../../shared/classifier/fit.ts';
import { BLOCKS, FeatureReader } from '../../shared/classifier/features.ts';
import type { FoundSpan, PhraseList } from '../../shared/classifier/features.ts';
import { SCOPE_SLOPE, scopeScore, similarityToNearest } from './training/scope.ts';
import type { Neighbors, Scope } from './training/scope.ts';
import type { Columns, SparseVector } from '../../shared/classifier/vectors.ts';

export interface ScoredIntent {
  readonly intent: string;
  readonly score: number;
}

export interface Prediction {
  /** Every intent, best first; with one label the scores sum to 1, with many each is a probability of its own. */
  readonly intents: readonly ScoredIntent[];
  /** The labels that are given: the best one, or with many labels those at or above their thresholds. */
  readonly labels: readonly string[];
  /** How far inside the project's scope the text lies, in standard deviations; below 0 it is outside. Null without a None intent. */
  readonly inScope: number | null;
}

/** What is known of a text besides its letters. */
export interface TextInput {
  readonly culture?: string | undefined;
  /** Tokens that the caller has for the text. */
  readonly hints?: readonly string[] | undefined;
  /** What the caller found in the text, such as entities. */
  readonly spans?: readonly FoundSpan[] | undefined;
  /** The sentence vector, where the model needs one. */
  readonly sentence?: Float32Array | undefined;
  /** Whether the text is in a language without training texts: what scope is measured by holds for their languages only. */
  readonly isForeign?: boolean | undefined;
}

/** Weights by column and class, rounded. */
export interface RoundedWeights {
  readonly scales: Float32Array;
  readonly numbers: Int8Array;
}

/** What is fitted for one label or for many. */
export type Calibration =
  | { readonly kind: 'one'; readonly temperature: number }
  | { readonly kind: 'many'; readonly sigmoids: readonly Sigmoid[]; readonly thresholds: Float32Array };

export interface ModelParts {
  /** Intents with examples, in the order of the weights. */
  readonly classes: readonly string[];
  /** Intents without any: they are listed with score 0. */
  readonly untaught: readonly string[];
  readonly phraseLists: readonly PhraseList[];
  /** Whether numbers are read as models of 1.0.0-rc.1 did. */
  readonly foldsEachDigit: boolean;
  readonly columns: Columns;
  readonly settings: Settings;
  readonly sentenceSize: number;
  readonly weights: RoundedWeights;
  readonly calibration: Calibration;
  /** The intent for texts out of scope, with what decides it; null where there is none. */
  readonly none: { readonly intent: string; readonly scope: Scope; readonly neighbors: Neighbors } | null;
}

export class IntentModel {
  readonly parts: ModelParts;
  readonly #reader: FeatureReader;

  constructor(parts: ModelParts) {
    this.parts = parts;
    this.#reader = new FeatureReader(parts.phraseLists, parts.foldsEachDigit);
  }

  /** The size of the sentence vector that `predict` needs, 0 for none. */
  get sentenceSize(): number {
    return this.parts.sentenceSize;
  }

  predict(text: string, input: TextInput = {}): Prediction {
    const none = input.isForeign && this.sentenceSize > 0 ? null : this.parts.none;
    const { margins, nearest } = this.measure(text, input);
    return toPrediction({ ...this.parts, none }, margins, none ? nearest(none.neighbors) : 0);
  }

  /** The margins of the taught classes, and the similarity to the nearest of some training texts. */
  measure(text: string, input: TextInput): { margins: Float64Array; nearest: (neighbors: Neighbors) => number } {
    const { columns, sentenceSize } = this.parts;
    const sentence = sentenceSize > 0 ? (input.sentence ?? null) : null;
    if (sentenceSize > 0 && sentence?.length !== sentenceSize)
      throw new Error(`this model needs the sentence vector of a text, ${sentenceSize} numbers`);
    const vector = columns.vector(this.#reader.read(text, input.culture, input.hints, input.spans));
    const margins = this.#margins(vector, sentence);
    return { margins, nearest: (neighbors) => similarityToNearest(neighbors, vector, sentence, margins) };
  }

  #margins({ columns, values, blocks }: SparseVector, sentence: Float32Array | null): Float64Array {
    const {
      settings,
      weights: { scales, numbers },
      classes,
    } = this.parts;
    const count = classes.length;
    const margins = new Float64Array(count);
    const add = (column: number, value: number): void => {
      const factor = value * scales[column]!;
      const at = column * count;
      for (let c = 0; c < count; c++) margins[c]! += factor * numbers[at + c]!;
    };
    for (let b = 0, i = 0; b < BLOCKS; b++) {
      for (; i < blocks[b]!; i++) add(columns[i]!, values[i]! * settings.blocks[b]!);
    }
    const features = this.parts.columns.count;
    if (settings.sentence > 0) sentence?.forEach((value, i) => add(features + i, value * settings.sentence));
    add(scales.length - 1, CONSTANT);
    return margins;
  }
}

/** Scores from the margins of the taught classes and the similarity to the nearest training text. */
export function toPrediction(
  parts: Pick<ModelParts, 'classes' | 'untaught' | 'calibration' | 'none'>,
  margins: Float64Array,
  near: number,
): Prediction {
  const { classes, untaught, calibration, none } = parts;
  const scores = new Map<string, number>(untaught.map((intent) => [intent, 0]));
  let inScope: number | null = null;
  if (calibration.kind === 'many') {
    classes.forEach((intent, c) => scores.set(intent, probability(calibration.sigmoids[c]!, margins[c]!)));
  } else {
    const shares = margins.slice();
    softmax(shares, calibration.temperature);
    classes.forEach((intent, c) => scores.set(intent, shares[c]!));
    if (none) inScope = addNone(none, classes, margins, near, scores);
  }
  const intents = [...scores]
    .map(([intent, score]) => ({ intent, score }))
    .sort((a, b) => b.score - a.score || (a.intent < b.intent ? -1 : 1));
  const labels =
    calibration.kind === 'many'
      ? intents.filter(({ intent, score }) => score >= (calibration.thresholds[classes.indexOf(intent)] ?? 1)).map(({ intent }) => intent)
      : intents.slice(0, 1).map(({ intent }) => intent);
  return { intents, labels, inScope };
}

/**
 * Gives None its share: as much as the best other intent has at the threshold of scope, more below it and less
 * above, so that None comes first exactly where the text is out of scope (or where examples of None say so).
 */
function addNone(
  none: NonNullable<ModelParts['none']>,
  classes: readonly string[],
  margins: Float64Array,
  near: number,
  scores: Map<string, number>,
): number {
  const own = classes.indexOf(none.intent);
  let [bestMargin, bestScore] = [-Infinity, 0];
  classes.forEach((intent, c) => {
    if (c !== own && margins[c]! > bestMargin) [bestMargin, bestScore] = [margins[c]!, scores.get(intent)!];
  });
  if (bestMargin === -Infinity) return 0;
  const inScope = scopeScore(none.scope, bestMargin, near);
  const share = bestScore * Math.exp(-SCOPE_SLOPE * Math.max(-20, Math.min(20, inScope)));
  const total = 1 + share;
  for (const [intent, score] of scores) scores.set(intent, score / total);
  scores.set(none.intent, (scores.get(none.intent) ?? 0) + share / total);
  return inScope;
}

/** Weights as 8-bit numbers. */
export function roundWeights(weights: Float32Array, classes: number): RoundedWeights {
  const columns = classes === 0 ? 0 : weights.length / classes;
  const scales = new Float32Array(columns);
  const numbers = new Int8Array(weights.length);
  for (let column = 0; column < columns; column++) {
    let most = 0;
    for (let c = 0; c < classes; c++) most = Math.max(most, Math.abs(weights[column * classes + c]!));
    if (most === 0) continue;
    scales[column] = most / 127;
    for (let c = 0; c < classes; c++) numbers[column * classes + c] = Math.round((weights[column * classes + c]! * 127) / most);
  }
  return { scales, numbers };
}
