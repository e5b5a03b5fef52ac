/** Learns transition weights: gradients are summed over a row, and one step is taken per row. */
import type { Lattice } from './lattice.ts';
import type { Transitions } from './transitions.ts';
import { FLOOR } from './weight-table.ts';

export class TransitionSteps {
  readonly #links: Transitions;
  readonly #rate: number;
  readonly #hold: number;
  readonly #pairGradient: Float64Array;
  readonly #squares: Float64Array;
  readonly #firstSquares: Float64Array;
  readonly #lastSquares: Float64Array;
  readonly #firstGradient: Float64Array;
  readonly #lastGradient: Float64Array;

  constructor(links: Transitions, rows: number, { rate, penalty }: { readonly rate: number; readonly penalty: number }) {
    this.#links = links;
    this.#rate = rate;
    this.#hold = penalty / Math.max(1, rows);
    this.#pairGradient = new Float64Array(links.pairs.length);
    this.#squares = new Float64Array(links.pairs.length).fill(FLOOR);
    this.#firstSquares = new Float64Array(links.grammar.tags).fill(FLOOR);
    this.#lastSquares = new Float64Array(links.grammar.tags).fill(FLOOR);
    this.#firstGradient = new Float64Array(links.grammar.tags);
    this.#lastGradient = new Float64Array(links.grammar.tags);
  }

  /** The slope of each pair, reset to zero: the sums of the next row subtract the probability of each pair from it. */
  resetGradient(): Float64Array {
    return this.#pairGradient.fill(0);
  }

  /** Takes one step toward the tags of a row, whose sums are in the lattice and in the slopes. */
  learn(tags: Uint16Array, lattice: Lattice): void {
    const links = this.#links;
    const width = lattice.tags;
    const gradient = this.#pairGradient;
    const places = tags.length;
    if (places === 0) return;
    for (let i = 1; i < places; i++) {
      const gold = links.pair(tags[i - 1]!, tags[i]!);
      if (gold >= 0) gradient[gold]! += 1;
    }
    for (let t = 0; t < width; t++) {
      this.#firstGradient[t] = (tags[0] === t ? 1 : 0) - lattice.probability(0, t);
      this.#lastGradient[t] = (tags[places - 1] === t ? 1 : 0) - lattice.probability(places - 1, t);
    }
    this.#step(links.pairWeights, this.#squares, gradient, links.pairs);
    this.#step(links.firstWeights, this.#firstSquares, this.#firstGradient);
    this.#step(links.lastWeights, this.#lastSquares, this.#lastGradient);
    links.refreshEnds();
  }

  /** Pairs without a slope stay as they are, and so do their `exponentials`. */
  #step(weights: Float32Array, squares: Float64Array, gradient: Float64Array, exponentials?: Float64Array): void {
    for (let p = 0; p < weights.length; p++) {
      if (gradient[p] === 0) continue;
      const g = gradient[p]! - this.#hold * weights[p]!;
      squares[p]! += g * g;
      weights[p]! += (this.#rate * g) / Math.sqrt(squares[p]!);
      if (exponentials !== undefined) exponentials[p] = Math.exp(weights[p]!);
    }
  }
}
