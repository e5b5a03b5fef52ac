/** How central each sentence is: PageRank over the similarity of TF-IDF vectors (LexRank, Erkan and Radev 2004). */
import type { Sentence } from './sentences.ts';

/** Only this many sentences, those with the most topic words, take part: the graph grows with their square. */
const MAX_NODES = 600;
const DAMPING = 0.85;
const ROUNDS = 20;
const MIN_SIMILARITY = 0.05;

type Vector = ReadonlyMap<string, number>;

/** How rare each term is among the sentences of a conversation. */
export function inverseFrequencies(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of sentences) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, Math.log(1 + sentences.length / count)]));
}

export function vectorOf(terms: readonly string[], weights: ReadonlyMap<string, number>): Vector {
  const vector = new Map<string, number>();
  for (const term of terms) vector.set(term, (vector.get(term) ?? 0) + (weights.get(term) ?? 0));
  const norm = Math.sqrt([...vector.values()].reduce((sum, value) => sum + value * value, 0));
  for (const [term, value] of vector) vector.set(term, norm > 0 ? value / norm : 0);
  return vector;
}

export function cosine(a: Vector, b: Vector): number {
  const [short, long] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, value] of short) sum += value * (long.get(term) ?? 0);
  return sum;
}

/** A score from 0 to 1 for each sentence; 0 for those left out. */
export function centralities(sentences: readonly Sentence[]): number[] {
  const weights = inverseFrequencies(sentences);
  const nodes = sentences
    .map(({ terms }, i) => ({ i, terms }))
    .filter(({ terms }) => terms.length >= 2)
    .sort((a, b) => b.terms.length - a.terms.length || a.i - b.i)
    .slice(0, MAX_NODES);
  const ranks = pageRank(nodes.map(({ terms }) => vectorOf(terms, weights)));
  const highest = Math.max(...ranks, Number.MIN_VALUE);
  const scores = sentences.map(() => 0);
  for (const [node, { i }] of nodes.entries()) scores[i] = ranks[node]! / highest;
  return scores;
}

function pageRank(vectors: readonly Vector[]): number[] {
  const size = vectors.length;
  const links = new Float64Array(size * size);
  const sums = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      const similarity = cosine(vectors[i]!, vectors[j]!);
      if (similarity < MIN_SIMILARITY) continue;
      links[i * size + j] = links[j * size + i] = similarity;
      sums[i]! += similarity;
      sums[j]! += similarity;
    }
  }
  let ranks = new Float64Array(size).fill(1 / Math.max(1, size));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(size).fill((1 - DAMPING) / Math.max(1, size));
    for (let i = 0; i < size; i++) {
      if (sums[i] === 0) continue;
      const share = (DAMPING * ranks[i]!) / sums[i]!;
      for (let j = 0; j < size; j++) next[j]! += share * links[i * size + j]!;
    }
    ranks = next;
  }
  return [...ranks];
}
