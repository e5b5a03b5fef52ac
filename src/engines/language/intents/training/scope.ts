/**
 * Whether a text is in scope: the margin of its best intent, plus its similarity to the nearest training text among the five best
 * intents, each in standard deviations of what training rows get from fits that did not see them. The threshold lies between those rows
 * and texts out of scope: general sentences (general-sentences.ts), and the project's examples of None.
 *
 * Similarity is the cosine of sentence vectors where the project has them (kept as 8-bit numbers), of words
 * otherwise. Cost: rows of five intents × the size of a vector, ten products a nanosecond, or × words. Kept rows are bounded for each
 * intent.
 */
import { ByteProducts } from '../../../shared/wasm/byte-products.ts';
import type { SparseVector } from '../../../shared/classifier/vectors.ts';

/** Training texts as they are compared. */
export interface Neighbors {
  /** Rows of each class: row numbers of the two tables below. */
  readonly byClass: readonly Uint32Array[];
  /** Sentence vectors × 127 / largest, one after the other; empty where words are compared. */
  readonly sentences: Int8Array;
  readonly sentenceSize: number;
  /** Length of each stored sentence vector. */
  readonly lengths: Float32Array;
  /** Columns of the words of each row and their values, ended by `wordEnds`. */
  readonly wordColumns: Uint32Array;
  readonly wordValues: Float32Array;
  readonly wordEnds: Uint32Array;
}

/** Margins of the best intents of some texts, and their similarity to the nearest training text. */
export interface Measures {
  readonly margins: Float64Array;
  readonly near: Float64Array;
}

/** Standard scores and the threshold. */
export interface Scope {
  readonly margin: { readonly mean: number; readonly deviation: number };
  readonly similarity: { readonly mean: number; readonly deviation: number };
  readonly threshold: number;
}

const NEAREST_CLASSES = 5;
const MAX_ROWS_PER_CLASS = 200;
const MAX_WORDS = 64;
/** Texts that hardly differ, as those made from a few templates, do not say how far others may: the least deviations. */
const MIN_DEVIATION = { margin: 0.2, similarity: 0.1 };
/** Similarity says more than the margin. */
const SIMILARITY_WEIGHT = 2;
/** What it costs to answer None to a text in scope, relative to another answer to one out of scope. */
const LOSS_COST = 8;
const SMOOTHING = 0.5;
/** How far below its quantile the threshold of a set may be, times the number of its rows. */
const QUANTILE_SLACK = 300;
/** How sharply the odds of None change with the score. */
export const SCOPE_SLOPE = 2;
const UNITS = Array.from({ length: 16 }, (_, i) => 0.1 * 1.2 ** i);
/** What 1 is in whole numbers; sentence vectors have the length 1. */
const WHOLE = 2 ** 15;
/** The threshold of a project that leaves None to its own examples. */
const NEVER = -1e6;

/** The training rows to compare with, and which row of the training set each place holds. */
export function collectNeighbors(
  vectors: readonly SparseVector[],
  sentences: readonly Float32Array[] | null,
  labels: readonly (readonly number[])[],
  classes: number,
): { neighbors: Neighbors; kept: readonly number[] } {
  const byClass: number[][] = Array.from({ length: classes }, () => []);
  labels.forEach((own, row) => own.forEach((c) => byClass[c]!.push(row)));
  const thinned = byClass.map((rows) =>
    rows.length <= MAX_ROWS_PER_CLASS
      ? rows
      : Array.from({ length: MAX_ROWS_PER_CLASS }, (_, i) => rows[Math.floor((i * rows.length) / MAX_ROWS_PER_CLASS)]!),
  );
  const kept = [...new Set(thinned.flat())].sort((a, b) => a - b);
  const places = new Map(kept.map((row, place) => [row, place]));
  const size = sentences?.[0]?.length ?? 0;
  const table = new Int8Array(kept.length * size);
  const lengths = new Float32Array(kept.length);
  const [columns, values, ends]: number[][] = [[], [], []];
  kept.forEach((row, place) => {
    if (sentences) {
      const vector = sentences[row]!;
      const most = vector.reduce((sum, value) => Math.max(sum, Math.abs(value)), 1e-9);
      let squares = 0;
      vector.forEach((value, i) => {
        const whole = Math.round((value * 127) / most);
        table[place * size + i] = whole;
        squares += whole * whole;
      });
      lengths[place] = Math.sqrt(squares);
    } else {
      for (const [column, value] of strongestWords(vectors[row]!)) {
        columns!.push(column);
        values!.push(value);
      }
    }
    ends!.push(columns!.length);
  });
  const neighbors: Neighbors = {
    byClass: thinned.map((rows) => Uint32Array.from(rows, (row) => places.get(row)!)),
    sentences: table,
    sentenceSize: size,
    lengths,
    wordColumns: Uint32Array.from(columns!),
    wordValues: Float32Array.from(values!),
    wordEnds: Uint32Array.from(ends!),
  };
  return { neighbors, kept };
}

function strongestWords({ columns, values, blocks }: SparseVector): [number, number][] {
  const words = Array.from({ length: blocks[0]! }, (_, i): [number, number] => [columns[i]!, values[i]!]);
  if (words.length <= MAX_WORDS) return words;
  return words
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MAX_WORDS)
    .sort((a, b) => a[0] - b[0]);
}

/** Similarity to the nearest training text of the classes that the margins put first; `except` leaves rows out. */
export function similarityToNearest(
  neighbors: Neighbors,
  vector: SparseVector,
  sentence: Float32Array | null,
  margins: Float64Array,
  except?: (place: number) => boolean,
): number {
  const order = [...margins.keys()].sort((a, b) => margins[b]! - margins[a]!).slice(0, NEAREST_CLASSES);
  const words =
    neighbors.sentenceSize > 0 ? null : new Map(strongestWords(vector).map(([column, value]) => [column, value * vector.knownWords]));
  const whole = sentence && wholeNumbers(sentence);
  let best = 0;
  for (const c of order) {
    const rows = neighbors.byClass[c]!;
    const places = except ? rows.filter((place) => !except(place)) : rows;
    if (words) {
      for (const place of places) best = Math.max(best, wordSimilarity(neighbors, place, words));
    } else {
      products.multiply(neighbors.sentences, places, whole!, (place, product) => {
        const length = neighbors.lengths[place]!;
        if (length > 0) best = Math.max(best, product / WHOLE / length);
      });
    }
  }
  return best;
}

const products = new ByteProducts();

/** In whole numbers, which are multiplied faster; a sum of products with a row of the table cannot leave 32 bits. */
function wholeNumbers(sentence: Float32Array): Int16Array {
  const whole = new Int16Array(sentence.length);
  for (let i = 0; i < whole.length; i++) whole[i] = Math.min(WHOLE - 1, Math.round(sentence[i]! * WHOLE));
  return whole;
}

function wordSimilarity({ wordColumns, wordValues, wordEnds }: Neighbors, place: number, words: ReadonlyMap<number, number>): number {
  let dot = 0;
  for (let i = place === 0 ? 0 : wordEnds[place - 1]!; i < wordEnds[place]!; i++) {
    const value = words.get(wordColumns[i]!);
    if (value !== undefined) dot += value * wordValues[i]!;
  }
  return dot;
}

/**
 * How far inside the scope a text lies: above 0 inside, below 0 outside. A text that is like none of the examples
 * and has a margin below the average is outside whatever the threshold: few examples may set one out of reach.
 */
export function scopeScore(scope: Scope, margin: number, near: number): number {
  const score = standardScore(scope, margin, near) - scope.threshold;
  return near <= 0 && margin < scope.margin.mean && scope.threshold > NEVER ? Math.min(score, -1) : score;
}

function standardScore({ margin: { mean, deviation }, similarity: other }: Omit<Scope, 'threshold'>, margin: number, near: number): number {
  return (margin - mean) / deviation + (near - other.mean) / other.deviation;
}

/**
 * Standard scores from unseen rows, and the threshold between them and texts out of scope: the one of least cost, where a text that is
 * lost to None costs more than one that None misses. The rows of a small set say little about their own tail, those of a large one that
 * the threshold may be higher, as long as it keeps the given share of them.
 */
export function fitScope(inside: Measures, outside: Measures, rows: number, keep: number): Scope {
  const [margin, similarity] = [meanAndDeviation(inside.margins), meanAndDeviation(inside.near)];
  const spreads = {
    margin: { ...margin, deviation: Math.max(MIN_DEVIATION.margin, margin.deviation) },
    similarity: { ...similarity, deviation: Math.max(MIN_DEVIATION.similarity, similarity.deviation) / SIMILARITY_WEIGHT },
  };
  const scoresOf = ({ margins, near }: Measures): Float64Array => margins.map((one, i) => standardScore(spreads, one, near[i]!)).sort();
  const [own, others] = [scoresOf(inside), scoresOf(outside)];
  if (own.length === 0 || keep >= 1) return { ...spreads, threshold: NEVER };
  const quantile = own[Math.floor((1 - keep) * (own.length - 1))]! - QUANTILE_SLACK / rows;
  return scaled(spreads, Math.max(quantile, thresholdOfLeastCost(own, others)), own, others);
}

/** Costs are smoothed, so that a single row does not decide. */
function thresholdOfLeastCost(inside: Float64Array, outside: Float64Array): number {
  let [best, least] = [inside[0]!, Infinity];
  for (let threshold = Math.min(inside[0]!, outside[0]!); threshold <= inside.at(-1)!; threshold += SMOOTHING / 4) {
    const cost =
      LOSS_COST * meanOf(inside, (score) => 1 / (1 + Math.exp((score - threshold) / SMOOTHING))) +
      meanOf(outside, (score) => 1 / (1 + Math.exp((threshold - score) / SMOOTHING)));
    if (cost < least) [best, least] = [threshold, cost];
  }
  return best;
}

/** Scores in the unit in which the odds of None change as they do among the rows and the texts out of scope: SCOPE_SLOPE a unit. */
function scaled({ margin, similarity }: Omit<Scope, 'threshold'>, threshold: number, inside: Float64Array, outside: Float64Array): Scope {
  const loss = (factor: number): number =>
    LOSS_COST * meanOf(inside, (score) => Math.log1p(Math.exp(-SCOPE_SLOPE * factor * (score - threshold)))) +
    meanOf(outside, (score) => Math.log1p(Math.exp(SCOPE_SLOPE * factor * (score - threshold))));
  const factor = UNITS.reduce((a, b) => (loss(b) < loss(a) ? b : a));
  return {
    margin: { ...margin, deviation: margin.deviation / factor },
    similarity: { ...similarity, deviation: similarity.deviation / factor },
    threshold: threshold * factor,
  };
}

function meanOf(values: Float64Array, of: (value: number) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0) / Math.max(1, values.length);
}

function meanAndDeviation(values: Float64Array): { mean: number; deviation: number } {
  const mean = meanOf(values, (value) => value);
  return { mean, deviation: Math.sqrt(meanOf(values, (value) => (value - mean) ** 2)) };
}
