/**
 * A linear-chain conditional random field: the probability of a tag sequence given the features of each place
 * and which tag follows which (Lafferty, McCallum, Pereira 2001). It does not depend on words; the tagger and the
 * roles are built on it. How the weights are learned is in training.ts, the sums over them in lattice.ts.
 *
 * Weights. A feature has a weight for each tag it was seen with, and a common feature for every tag, so that it
 * can also speak against one. Tags follow each other only as the caller's list of pairs allows (transitions.ts), so a
 * hundred tags cost little more than ten. Features are 32-bit hashes.
 */
import type { DenseWeights } from './dense-weights.ts';
import { HashIndex } from './hash-index.ts';
import type { Lattice } from './lattice.ts';
import { viterbi, sumLattice } from './lattice.ts';
import type { Grammar } from './transitions.ts';
import { Transitions } from './transitions.ts';

/**
 * The features of one row: those of place i are `features[starts[i]]` to `features[starts[i + 1]]`; `isLexical` is 1 for those that
 * depend on the words of a language. `vectors` are those of all places, one after the other.
 */
export type Sequence = {
  readonly starts: Int32Array;
  readonly features: Int32Array;
  readonly isLexical?: Uint8Array | undefined;
  readonly vectors?: Float32Array | undefined;
};
export type TaggedSequence = Sequence & { readonly tags: Uint16Array };

/** Weights are whole multiples of this. */
export const STEP = 1 / 256;

type ChainWeights = { readonly dense?: DenseWeights | undefined } & Pick<
  Chain,
  'hashes' | 'starts' | 'weightTags' | 'weights' | 'pairWeights' | 'firstWeights' | 'lastWeights'
>;

/** The weights of a trained chain and the sums over them. */
export class Chain {
  readonly grammar: Grammar;
  /** Feature hashes in ascending order, and where the weights of each begin. */
  readonly hashes: Int32Array;
  readonly starts: Int32Array;
  readonly weightTags: Uint16Array;
  readonly weights: Float32Array;
  /** Weights of pairs, of the first place and of the last. */
  readonly pairWeights: Float32Array;
  readonly firstWeights: Float32Array;
  readonly lastWeights: Float32Array;
  /** Weights of vectors, where the chain was trained with them. */
  readonly dense: DenseWeights | undefined;
  readonly #index: HashIndex;
  readonly #links: Transitions;

  constructor(grammar: Grammar, parts: ChainWeights) {
    this.grammar = grammar;
    this.hashes = parts.hashes;
    this.starts = parts.starts;
    this.weightTags = parts.weightTags;
    this.weights = parts.weights;
    this.pairWeights = parts.pairWeights;
    this.firstWeights = parts.firstWeights;
    this.lastWeights = parts.lastWeights;
    this.dense = parts.dense;
    this.#index = new HashIndex(parts.hashes.length);
    for (const hash of parts.hashes) this.#index.add(hash);
    this.#links = new Transitions(grammar, parts.pairWeights, parts.firstWeights, parts.lastWeights);
  }

  /** Fills the lattice for a row; `allowed` can rule out tags at a place. */
  read(row: Sequence, lattice: Lattice, allowed?: (place: number, tag: number) => boolean): void {
    const tags = this.grammar.tags;
    const places = row.starts.length - 1;
    lattice.fit(places, tags);
    const scores = lattice.emission;
    scores.fill(0, 0, places * tags);
    if (row.vectors) this.dense?.addScores(row.vectors, scores);
    for (let i = 0; i < places; i++) {
      for (let f = row.starts[i]!; f < row.starts[i + 1]!; f++) {
        const feature = this.#index.find(row.features[f]!);
        if (feature < 0) continue;
        for (let k = this.starts[feature]!; k < this.starts[feature + 1]!; k++) scores[i * tags + this.weightTags[k]!]! += this.weights[k]!;
      }
      if (allowed) for (let t = 0; t < tags; t++) if (!allowed(i, t)) scores[i * tags + t] = -Infinity;
    }
    sumLattice(lattice, this.#links);
  }

  /** The most likely tag sequence; call after `read`. */
  best(lattice: Lattice): Uint16Array {
    return viterbi(lattice, this.#links);
  }

  /** The factor by which `tag` at `place` follows `before` there, as `read` scaled it. */
  follow(lattice: Lattice, before: number, place: number, tag: number): number {
    return (this.#links.weight(before, tag) * lattice.emission[place * lattice.tags + tag]!) / lattice.scale[place]!;
  }
}
