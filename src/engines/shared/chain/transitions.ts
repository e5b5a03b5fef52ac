/** Which tag may follow which, with weights: the half of a chain that does not depend on features. */

/** Which tag may follow which, and which may come first and last. */
export type Grammar = {
  readonly tags: number;
  readonly pairs: readonly (readonly [from: number, to: number])[];
  readonly first: readonly number[];
  readonly last: readonly number[];
};

/** Pairs by target and by source, with their weights, as the sums walk them. */
export class Transitions {
  readonly grammar: Grammar;
  readonly pairWeights: Float32Array;
  readonly firstWeights: Float32Array;
  readonly lastWeights: Float32Array;
  /** Pairs ordered by target: those into tag t are `into[t]` to `into[t + 1]`. */
  readonly into: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** exp of the weights, 0 where a tag may not come first or last. */
  readonly pairs: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly #at = new Map<number, number>();

  constructor(grammar: Grammar, pairWeights: Float32Array, firstWeights: Float32Array, lastWeights: Float32Array) {
    this.grammar = grammar;
    this.pairWeights = pairWeights;
    this.firstWeights = firstWeights;
    this.lastWeights = lastWeights;
    const { tags, pairs } = grammar;
    this.into = new Int32Array(tags + 1);
    for (let p = 1; p < pairs.length; p++) {
      if (pairs[p]![1] < pairs[p - 1]![1]) throw new RangeError('pairs must be in order of their second tag');
    }
    for (const [, to] of pairs) this.into[to + 1]!++;
    for (let t = 0; t < tags; t++) this.into[t + 1]! += this.into[t]!;
    this.from = Int32Array.from(pairs, ([from]) => from);
    this.to = Int32Array.from(pairs, ([, to]) => to);
    pairs.forEach(([from, to], p) => this.#at.set(from * tags + to, p));
    this.pairs = new Float64Array(pairs.length);
    this.first = new Float64Array(tags);
    this.last = new Float64Array(tags);
    this.refresh();
  }

  refresh(): void {
    for (let p = 0; p < this.pairs.length; p++) this.pairs[p] = Math.exp(this.pairWeights[p]!);
    this.refreshEnds();
  }

  refreshEnds(): void {
    for (const t of this.grammar.first) this.first[t] = Math.exp(this.firstWeights[t]!);
    for (const t of this.grammar.last) this.last[t] = Math.exp(this.lastWeights[t]!);
  }

  pair(from: number, to: number): number {
    return this.#at.get(from * this.grammar.tags + to) ?? -1;
  }

  weight(from: number, to: number): number {
    const p = this.pair(from, to);
    return p < 0 ? 0 : this.pairs[p]!;
  }
}
