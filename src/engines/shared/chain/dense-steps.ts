/**
 * Learns the weights of vectors: one step per place for each tag that has a slope there, smaller with each (AdaGrad, per tag).
 *
 * The scores of a visit are one matrix product in WebAssembly (../wasm/products.ts): without it the vectors would take several
 * times as long as all features. So while they are learned, weights lie in panels of PANEL tags.
 */
import { PANEL, Products } from '../wasm/products.ts';
import { DenseWeights, REACH } from './dense-weights.ts';

export type DenseSettings = {
  readonly rate: number;
  readonly penalty: number;
  /** By how much the vectors of neighbors are shortened while weights are learned, so that less is learned from them; 1 unless given. */
  readonly neighborShare?: number;
};

const STEPS = 4;

export class DenseSteps {
  readonly #dense: DenseWeights;
  readonly #settings: DenseSettings;
  /** By how much each number of a place and its neighbors is shortened. */
  readonly #shares: Float32Array;
  readonly #squares: Float64Array;
  /** Vectors of a place and its neighbors. */
  readonly #window: Float32Array;
  readonly #products = new Products();
  readonly #inner: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #scores: number;
  readonly #bias: number;
  readonly #panels: number;

  /** `places` is the most that a row has. */
  constructor(tags: number, size: number, places: number, settings: DenseSettings) {
    this.#dense = new DenseWeights(tags, size);
    this.#settings = settings;
    this.#squares = new Float64Array(tags).fill(1);
    this.#inner = roundUp(DenseWeights.perTag(size), STEPS);
    this.#shares = new Float32Array(this.#inner).fill(settings.neighborShare ?? 1).fill(1, REACH * size, (REACH + 1) * size);
    this.#window = new Float32Array(this.#inner);
    this.#columns = roundUp(tags, PANEL);
    this.#rows = this.#products.reserve((places + 1) * this.#inner);
    this.#scores = this.#products.reserve((places + 1) * this.#columns);
    this.#bias = this.#products.reserve(this.#columns);
    this.#panels = this.#products.reserve(this.#inner * this.#columns);
  }

  /** Adds what the vectors of a row say to the scores of its places. */
  addScores(vectors: Float32Array, scores: Float64Array): void {
    const { tags, size } = this.#dense;
    const [inner, columns, { floats }] = [this.#inner, this.#columns, this.#products];
    const places = vectors.length / size;
    for (let i = 0; i < places; i++) {
      const [start, skipped, end] = this.#dense.window(vectors, i);
      const at = this.#rows + i * inner;
      floats.fill(0, at, at + inner);
      floats.set(vectors.subarray(start, end), at + skipped);
      if (this.#settings.neighborShare !== undefined) for (let k = 0; k < inner; k++) floats[at + k]! *= this.#shares[k]!;
    }
    this.#products.multiply(this.#rows, this.#panels, this.#scores, this.#bias, places, inner, columns);
    for (let i = 0; i < places; i++)
      for (let t = 0, at = this.#scores + i * columns; t < tags; t++) scores[i * tags + t]! += floats[at + t]!;
  }

  /** Steps at one place; `open` lists the `active` tags with a slope. */
  step(vectors: Float32Array, place: number, gradient: Float64Array, open: Int32Array, active: number): void {
    const { floats } = this.#products;
    const [start, skipped, end] = this.#dense.window(vectors, place);
    const [own, count] = [this.#window, end - start];
    for (let n = 0; n < count; n++) own[n] = vectors[start + n]! * this.#shares[skipped + n]!;
    for (let a = 0; a < active; a++) {
      const tag = open[a]!;
      const slope = gradient[tag]!;
      this.#squares[tag]! += slope * slope;
      const step = (this.#settings.rate * slope) / Math.sqrt(this.#squares[tag]!);
      for (let n = 0, w = this.#at(tag, skipped); n < count; n++, w += PANEL) floats[w]! += step * own[n]!;
    }
  }

  /** Draws all weights toward nothing. */
  shrink(): void {
    const { rate, penalty } = this.#settings;
    const { floats } = this.#products;
    for (let t = 0; t < this.#dense.tags; t++) {
      const factor = 1 / (1 + (rate * penalty) / Math.sqrt(this.#squares[t]!));
      for (let k = 0, w = this.#at(t, 0); k < this.#inner; k++, w += PANEL) floats[w]! *= factor;
    }
  }

  /** The learned weights, each as `round` gives it. */
  weights(round: (weight: number) => number): DenseWeights {
    const { tags, size } = this.#dense;
    const perTag = DenseWeights.perTag(size);
    const weights = new Float32Array(tags * perTag);
    const { floats } = this.#products;
    for (let t = 0; t < tags; t++)
      for (let k = 0; k < perTag; k++) weights[t * perTag + k] = round(floats[this.#at(t, k)]! * this.#shares[k]!);
    return new DenseWeights(tags, size, weights);
  }

  /** Where the weight of a tag for a number is. */
  #at(tag: number, number: number): number {
    return this.#panels + (tag - (tag % PANEL)) * this.#inner + number * PANEL + (tag % PANEL);
  }
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
