/**
 * Online linear regression by the adaptive, normalized, importance-invariant gradient step.
 *
 * Each weight keeps its own squared-gradient sum G (adaptive: Duchi, Hazan, Singer 2011) and the
 * largest magnitude s its feature has had (normalized: Ross, Mineiro, Langford 2013). G is kept in
 * units of s², so that features of any size stay in range; when s grows, weight and G are rescaled.
 * With v = x/s, P = Σ v²·G^-p over the products and N = Σ v² the step for target y at prediction f is
 *   Δw = (y − f)·(1 − exp(−2·η·h·P))/P · x/(s²·G^p),  η = rate · (Σh / ΣhN)^(1−p),
 * the closed form for an example of importance h (Karampatziakis, Langford 2011): one example of
 * importance 2 moves as far as infinitely many small ones of total 2, and never past the target.
 *
 * Invariants: predictions are clipped to the range of targets seen; weights stay finite; the same
 * sequence of calls gives the same bits. Cost: two passes over the products, two cache lines each.
 */
import type { Products } from './products.ts';

/** What a regressor needs to know of a policy. */
type Rates = { readonly bits: number; readonly powerT: number; readonly l1: number; readonly l2: number };

export class Regressor {
  readonly weights: Float32Array;
  /** Per weight: squared-gradient sum in units of scale², scale. */
  readonly state: Float32Array;
  readonly #rates: Rates;
  readonly #learningRate: number;
  #shares = new Float64Array(256);
  #touched = new Uint32Array(256);
  #touchedCount = 0;
  totalImportance = 0;
  totalNorm = 0;
  min = 0;
  max = 0;

  constructor(rates: Rates, learningRate: number) {
    this.#rates = rates;
    this.#learningRate = learningRate;
    this.weights = new Float32Array(2 ** rates.bits);
    this.state = new Float32Array(2 * 2 ** rates.bits);
  }

  /** Places of the weights that any product has had, ascending. */
  touched(): Uint32Array {
    return this.#touched.slice(0, this.#touchedCount).sort();
  }

  /** Notes that a place, which has had no product before, has one. */
  touch(place: number): void {
    if (this.#touchedCount === this.#touched.length) {
      const larger = new Uint32Array(2 * this.#touchedCount);
      larger.set(this.#touched);
      this.#touched = larger;
    }
    this.#touched[this.#touchedCount++] = place;
  }

  /** A raw score brought into the range of targets seen. */
  clip(score: number): number {
    return score < this.min ? this.min : score > this.max ? this.max : score;
  }

  /**
   * Moves the prediction for these products toward the target; returns the prediction before. A minimum of the
   * squared error above 0 makes easy examples count as evidence too, which sensitivities rest on.
   */
  learn(products: Products, target: number, importance: number, minError = 0): number {
    const { weights, state } = this;
    const { places, values, count } = products;
    const { powerT } = this.#rates;
    if (target < this.min) this.min = target;
    if (target > this.max) this.max = target;
    const prediction = this.clip(this.#rescale(products));
    const error = target - prediction;
    if (importance <= 0) return prediction;
    if (this.#shares.length < count) this.#shares = new Float64Array(2 * count);
    const shares = this.#shares;
    const gradientSquared = 4 * Math.max(error * error, minError) * importance;
    let perUpdate = 0;
    let norm = 0;
    for (let i = 0; i < count; i++) {
      const place = places[i]!;
      const x = values[i]!;
      const s = state[2 * place + 1]!;
      const v = x / s;
      const v2 = v * v;
      const sum = state[2 * place]! + gradientSquared * v2;
      state[2 * place] = sum;
      norm += v2;
      const share = sum > 0 ? v / (s * (powerT === 0.5 ? Math.sqrt(sum) : sum ** powerT)) : 0;
      shares[i] = share;
      perUpdate += share * x;
    }
    this.totalImportance += importance;
    this.totalNorm += importance * norm;
    if (error === 0 || !(perUpdate > 0)) return prediction;
    const scale = this.#rate() * importance * perUpdate * 2;
    const step = (error * (scale < 1e-6 ? scale : 1 - Math.exp(-scale))) / perUpdate;
    for (let i = 0; i < count; i++) weights[places[i]!] = weights[places[i]!]! + step * shares[i]!;
    this.#regularize(products, importance);
    return prediction;
  }

  /** How far the prediction would move per unit of error and small importance: its lack of evidence. */
  sensitivity(products: Products): number {
    const { powerT } = this.#rates;
    let sum = 0;
    for (let i = 0; i < products.count; i++) {
      const place = products.places[i]!;
      const s = this.state[2 * place + 1]!;
      const x = Math.abs(products.values[i]!);
      const v = s > 0 ? Math.min(1, x / s) : 1;
      sum += v * v * (this.state[2 * place]! + 4 * v * v) ** -powerT;
    }
    return 2 * this.#rate() * sum;
  }

  #rate(): number {
    const { powerT } = this.#rates;
    const learningRate = this.#learningRate;
    if (!(this.totalNorm > 0)) return learningRate;
    const ratio = this.totalImportance / this.totalNorm;
    return learningRate * (powerT === 0.5 ? Math.sqrt(ratio) : ratio ** (1 - powerT));
  }

  /** Notes larger magnitudes, keeping weights comparable, and returns the raw score. */
  #rescale(products: Products): number {
    const { weights, state } = this;
    const { places, values, count } = products;
    const { powerT } = this.#rates;
    let score = 0;
    for (let i = 0; i < count; i++) {
      const place = places[i]!;
      const x = values[i]!;
      const magnitude = Math.fround(x < 0 ? -x : x);
      const s = state[2 * place + 1]!;
      if (magnitude > s) {
        if (s > 0) {
          const ratio = s / magnitude;
          weights[place] = weights[place]! * (powerT === 0.5 ? ratio : ratio ** (2 - 2 * powerT));
          state[2 * place] = state[2 * place]! * ratio * ratio;
        } else this.touch(place);
        state[2 * place + 1] = magnitude;
      }
      score += weights[place]! * x;
    }
    return score;
  }

  /** Pulls the weights just used toward 0: by a constant for l1, by a share for l2. */
  #regularize(products: Products, importance: number): void {
    const { l1, l2 } = this.#rates;
    if (l1 === 0 && l2 === 0) return;
    const rate = this.#rate() * importance;
    for (let i = 0; i < products.count; i++) {
      const place = products.places[i]!;
      const w = this.weights[place]! * (1 - Math.min(1, rate * l2));
      const pull = rate * l1;
      this.weights[place] = w > pull ? w - pull : w < -pull ? w + pull : 0;
    }
  }
}
