/**
 * Whether a text is in scope: the margin of its best intent, plus its similarity to the nearest
 * training text among the five best intents, each in standard deviations of what training rows get from fits
 * that did not see them. Below the threshold that keeps a given share of those rows, a text is out of scope.
 * No examples of such texts are needed.
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

/** Standard scores and the threshold. */
export interface Scope {
  readonly margin: { readonly mean: number; readonly deviation: number };
  readonly similarity: { readonly mean: number; readonly deviation: number };
  readonly threshold: number;
}

const NEAREST_CLASSES = 5;
const MAX_ROWS_PER_CLASS = 200;
const MAX_WORDS = 64;
const SMALL_SET = 200;
const SMALL_SET_SLACK = 3;
const TWO_CLASS_SLACK = 1;
/**
 * Texts that hardly differ, as those made from a few templates, do not say how far others may: the least deviations, below those of sets
 * that people wrote, and the threshold that such sets have.
 */
const MIN_DEVIATION = { margin: 0.2, similarity: 0.1 };
const USUAL_THRESHOLD = -4;
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

/** Standard scores from unseen rows, and the threshold that keeps a share of them. */
export function fitScope(margins: Float64Array, near: Float64Array, classes: number, keep: number): Scope {
  const [own, ownNear] = [meanAndDeviation(margins), meanAndDeviation(near)];
  const isNarrow = own.deviation < MIN_DEVIATION.margin || ownNear.deviation < MIN_DEVIATION.similarity;
  const spreads = {
    margin: { ...own, deviation: Math.max(MIN_DEVIATION.margin, own.deviation) },
    similarity: { ...ownNear, deviation: Math.max(MIN_DEVIATION.similarity, ownNear.deviation) },
  };
  const scores = margins.map((margin, i) => standardScore(spreads, margin, near[i]!)).sort();
  if (scores.length === 0 || keep >= 1) return { ...spreads, threshold: NEVER };
  const place = (1 - keep) * (scores.length - 1);
  const low = scores[Math.floor(place)]!;
  const quantile = low + (scores[Math.ceil(place)]! - low) * (place - Math.floor(place));
  // Few rows say little about their own tail: there the tail of a normal law counts too, and some slack.
  const tail = meanAndDeviation(scores).deviation * Math.sqrt(2) * inverseErrorFunction(2 * (1 - keep) - 1);
  const fitted = scores.length < SMALL_SET ? Math.min(quantile, tail) - SMALL_SET_SLACK / Math.sqrt(scores.length) : quantile;
  const threshold = isNarrow ? Math.min(fitted, USUAL_THRESHOLD) : fitted;
  // The margins of two classes mirror each other: the best one says which, and nothing about whether.
  return { ...spreads, threshold: classes > 2 ? threshold : threshold - TWO_CLASS_SLACK };
}

function meanAndDeviation(values: Float64Array): { mean: number; deviation: number } {
  const count = Math.max(1, values.length);
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  return { mean, deviation: Math.sqrt(variance) };
}

/** Winitzki's closed form, good to 0.002. */
function inverseErrorFunction(x: number): number {
  const a = 0.147;
  const log = Math.log(1 - x * x);
  const half = 2 / (Math.PI * a) + log / 2;
  return Math.sign(x) * Math.sqrt(Math.sqrt(half * half - log / a) - half);
}
