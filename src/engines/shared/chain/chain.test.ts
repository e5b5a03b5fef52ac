import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TrainingStopped, trainChain } from './training.ts';
import type { TaggedSequence } from './chain.ts';
import { Chain } from './chain.ts';
import { DenseSteps } from './dense-steps.ts';
import { Lattice } from './lattice.ts';
import type { Grammar } from './transitions.ts';

const all = (tags: number): Grammar => {
  const list = Array.from({ length: tags }, (_, tag) => tag);
  return { tags, pairs: list.flatMap((to) => list.map((from) => [from, to] as const)), first: list, last: list };
};
const settings = { passes: 30, rate: 0.3, penalty: 0.1, commonFrom: 1, dropout: 0 };
/** One feature a place. */
const row = (features: number[], tags: number[]): TaggedSequence => ({
  starts: Int32Array.from({ length: features.length + 1 }, (_, i) => i),
  features: Int32Array.from(features),
  tags: Uint16Array.from(tags),
});

/** A chain with given weights: feature f speaks for tag t by `weights[f][t]`. */
function chainOf(weights: number[][], grammar: Grammar, pairWeights: number[]): Chain {
  const tags = grammar.tags;
  return new Chain(grammar, {
    hashes: Int32Array.from(weights, (_, f) => f),
    starts: Int32Array.from({ length: weights.length + 1 }, (_, f) => f * tags),
    weightTags: Uint16Array.from(weights.flatMap((list) => list.map((_, tag) => tag))),
    weights: Float32Array.from(weights.flat()),
    pairWeights: Float32Array.from(pairWeights),
    firstWeights: new Float32Array(tags),
    lastWeights: new Float32Array(tags),
  });
}

test('sums and best sequence equal those of enumerating all tag sequences', () => {
  const weight = fc.integer({ min: -12, max: 12 }).map((n) => n / 4);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(weight, weight, weight), { minLength: 3, maxLength: 3 }),
      fc.array(weight, { minLength: 9, maxLength: 9 }),
      fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
      (weights, pairWeights, features) => {
        const grammar = all(3);
        const chain = chainOf(weights, grammar, pairWeights);
        const lattice = new Lattice();
        chain.read(row(features, []), lattice);
        const sums = features.map(() => [0, 0, 0]);
        let total = 0;
        let best = { score: -Infinity, tags: [] as number[] };
        const tryAll = (tags: number[], score: number): void => {
          if (tags.length === features.length) {
            total += Math.exp(score);
            tags.forEach((tag, i) => {
              sums[i]![tag]! += Math.exp(score);
            });
            if (score > best.score + 1e-9) best = { score, tags };
            return;
          }
          for (let tag = 0; tag < 3; tag++)
            tryAll(
              [...tags, tag],
              score + weights[features[tags.length]!]![tag]! + (tags.length > 0 ? pairWeights[tag * 3 + tags.at(-1)!]! : 0),
            );
        };
        tryAll([], 0);
        features.forEach((_, i) =>
          [0, 1, 2].forEach((tag) => assert.ok(Math.abs(lattice.probability(i, tag) - sums[i]![tag]! / total) < 1e-5)),
        );
        const found = chain.best(lattice);
        const scoreOf = (tags: ArrayLike<number>): number =>
          Array.from(tags).reduce(
            (sum, tag, i) => sum + weights[features[i]!]![tag]! + (i > 0 ? pairWeights[tag * 3 + tags[i - 1]!]! : 0),
            0,
          );
        assert.ok(Math.abs(scoreOf(found) - best.score) < 1e-5);
      },
    ),
    { numRuns: 60 },
  );
});

test('learns feature weights and transitions', () => {
  const rows = Array.from({ length: 40 }, (_, r) => row([r % 2, 7, 7], [r % 2, 1 - (r % 2), r % 2]));
  const chain = trainChain(rows, all(2), settings);
  const lattice = new Lattice();
  for (const start of [0, 1]) {
    chain.read(row([start, 7, 7], []), lattice);
    assert.deepEqual([...chain.best(lattice)], [start, 1 - start, start]);
  }
});

test('never predicts transitions that the grammar lacks', () => {
  const grammar: Grammar = {
    tags: 2,
    pairs: [
      [0, 0],
      [1, 0],
      [0, 1],
    ],
    first: [0],
    last: [0, 1],
  };
  const chain = trainChain([row([1, 2, 2, 2], [0, 1, 0, 1])], grammar, settings);
  const lattice = new Lattice();
  fc.assert(
    fc.property(fc.array(fc.constantFrom(1, 2, 3), { minLength: 1, maxLength: 12 }), (features) => {
      chain.read(row(features, []), lattice);
      const tags = chain.best(lattice);
      assert.equal(tags[0], 0);
      for (let i = 1; i < tags.length; i++) assert.ok(!(tags[i - 1] === 1 && tags[i] === 1));
    }),
  );
});

test('training reports progress, can be stopped, and is deterministic', () => {
  const rows = [row([1, 2], [0, 1]), row([2, 1], [1, 0])];
  const shares: number[] = [];
  const first = trainChain(rows, all(2), settings, 1, (share) => shares.push(share) < 0);
  assert.equal(shares.length, settings.passes);
  assert.equal(shares.at(-1), 1);
  assert.deepEqual(trainChain(rows, all(2), settings).weights, first.weights);
  assert.throws(() => trainChain(rows, all(2), settings, 1, () => true), TrainingStopped);
});

test('learns the weights of vectors, and scores by them as while they were learned', () => {
  const dense = { rate: 1, penalty: 0.01, withoutWords: 0.5, withoutVectors: 0.1 };
  const angle = (turn: number): number[] => [Math.cos(turn), Math.sin(turn), 0.1];
  const rows = Array.from({ length: 30 }, (_, r) => ({
    ...row([9, 9, 9], [0, r % 2, 1 - (r % 2)]),
    isLexical: Uint8Array.of(1, 1, 1),
    vectors: Float32Array.from([...angle(2), ...angle(r % 2), ...angle(1 - (r % 2))]),
  }));
  const chain = trainChain(rows, all(2), { ...settings, dense });
  const lattice = new Lattice();
  for (const { features, vectors, tags } of rows.slice(0, 2)) {
    chain.read({ ...row([...features], []), vectors }, lattice);
    assert.deepEqual([...chain.best(lattice)], [...tags]);
  }
  const vectors = Float32Array.from({ length: 20 }, (_, k) => Math.sin(k * 7));
  const scoresWith = (neighborShare?: number): [Float64Array, Float64Array] => {
    const steps = new DenseSteps(3, 5, 4, { ...dense, ...(neighborShare !== undefined && { neighborShare }) });
    const [learned, asked] = [new Float64Array(12), new Float64Array(12)];
    steps.addScores(vectors, new Float64Array(12));
    for (let place = 0; place < 4; place++) steps.computeSteps(place, Float64Array.of(0.5, -0.25, place), Int32Array.of(0, 1, 2), 3);
    steps.applySteps();
    steps.shrink();
    steps.addScores(vectors, learned);
    steps.weights((weight) => weight).addScores(vectors, asked);
    return [learned, asked];
  };
  for (const share of [undefined, 0.5]) {
    const [learned, asked] = scoresWith(share);
    learned.forEach((score, i) => assert.ok(Math.abs(score - asked[i]!) < 1e-5 && score !== 0));
  }
  assert.notDeepEqual(scoresWith(0.5), scoresWith());
});
