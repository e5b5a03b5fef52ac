/**
 * Learns the weights of vectors: one step per place for each tag that has a slope there, smaller with each (AdaGrad, per tag).
 *
 * The scores of a visit are one matrix product in WebAssembly (../wasm/products.ts), and its steps are outer products there: without
 * it the vectors would take several times as long as all features. So while they are learned, weights lie in panels of PANEL tags.
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
  readonly #products = new Products();
  readonly #inner: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #scores: number;
  readonly #bias: number;
  readonly #panels: number;
  /** The steps of the tags at each place. */
  readonly #steps: number;
  /** The pairs that `addOuter` takes. */
  readonly #entries: number;
  /** The places of a visit at which some tag of a panel has a slope. */
  readonly #open: number[][];

  /** `places` is the most that a row has. */
  constructor(tags: number, size: number, places: number, settings: DenseSettings) {
    this.#dense = new DenseWeights(tags, size);
    this.#settings = settings;
    this.#squares = new Float64Array(tags).fill(1);
    this.#inner = roundUp(DenseWeights.perTag(size), STEPS);
    this.#shares = new Float32Array(this.#inner).fill(settings.neighborShare ?? 1).fill(1, REACH * size, (REACH + 1) * size);
    this.#columns = roundUp(tags, PANEL);
    this.#rows = this.#products.reserve((places + 1) * this.#inner);
    this.#scores = this.#products.reserve((places + 1) * this.#columns);
    this.#bias = this.#products.reserve(this.#columns);
    this.#panels = this.#products.reserve(this.#inner * this.#columns);
    this.#steps = this.#products.reserve(places * this.#columns);
    this.#entries = this.#products.reserve(2 * places);
    this.#open = Array.from({ length: this.#columns / PANEL }, () => []);
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

  /** Computes the steps of one place of the row whose scores were added last; `open` lists the `active` tags with a slope. */
  computeSteps(place: number, gradient: Float64Array, open: Int32Array, active: number): void {
    const { floats } = this.#products;
    const at = this.#steps + place * this.#columns;
    floats.fill(0, at, at + this.#columns);
    for (let a = 0; a < active; a++) {
      const tag = open[a]!;
      const slope = gradient[tag]!;
      this.#squares[tag]! += slope * slope;
      floats[at + tag] = (this.#settings.rate * slope) / Math.sqrt(this.#squares[tag]!);
      const places = this.#open[Math.floor(tag / PANEL)]!;
      if (places.at(-1) !== place) places.push(place);
    }
  }

  /** Adds the computed steps to the weights. */
  applySteps(): void {
    const { integers } = this.#products;
    this.#open.forEach((places, panel) => {
      if (places.length === 0) return;
      let entry = this.#entries;
      for (const place of places) {
        integers[entry++] = (this.#rows + place * this.#inner) * 4;
        integers[entry++] = (this.#steps + place * this.#columns + panel * PANEL) * 4;
      }
      this.#products.addOuter(this.#entries, places.length, this.#panels + panel * PANEL * this.#inner, this.#inner);
      places.length = 0;
    });
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
