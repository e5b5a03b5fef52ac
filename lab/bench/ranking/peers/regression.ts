/**
 * The update rule of Vowpal Wabbit's default learner, from its published description: squared loss, one adaptive rate per weight
 * (Duchi et al. 2011), normalized by the largest magnitude of each feature (Ross et al. 2013), importance-invariant (Karampatziakis and
 * Langford 2011). Written for the bench only and independent of the engine.
 */

/** The features of one action after interactions: where each weight lies, and its value. */
export type Products = { places: Int32Array; values: Float64Array; count: number };

export function newProducts(size = 4096): Products {
  return { places: new Int32Array(size), values: new Float64Array(size), count: 0 };
}

export type RegressionOptions = { readonly rate: number; readonly power: number; readonly bits: number };

export class Regression {
  readonly #options: RegressionOptions;
  readonly #weights: Float32Array;
  readonly #gradients: Float32Array;
  readonly #scales: Float32Array;
  #totalWeight = 0;
  #totalNorm = 0;
  #lowest = 0;
  #highest = 0;

  constructor(options: RegressionOptions) {
    this.#options = options;
    this.#weights = new Float32Array(2 ** options.bits);
    this.#gradients = new Float32Array(2 ** options.bits);
    this.#scales = new Float32Array(2 ** options.bits);
  }

  /** The predicted cost, also outside the range of the costs seen, so that actions are rarely equal. */
  predict({ places, values, count }: Products): number {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += this.#weights[places[i]!]! * values[i]!;
    return sum;
  }

  /** A prediction brought into the range of the costs seen. */
  limited(cost: number): number {
    return Math.min(this.#highest, Math.max(this.#lowest, cost));
  }

  learn(products: Products, cost: number, weight: number): void {
    if (weight <= 0) return;
    const { places, values, count } = products;
    this.#lowest = Math.min(this.#lowest, cost);
    this.#highest = Math.max(this.#highest, cost);
    const distance = cost - this.limited(this.predict(products));
    if (distance === 0) return;
    const gradient = weight * 4 * distance * distance;
    let norm = 0;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const place = places[i]!;
      const x = values[i]!;
      this.#rescale(place, Math.abs(x));
      const scale = this.#scales[place]!;
      norm += (x / scale) ** 2;
      this.#gradients[place] = this.#gradients[place]! + gradient * x * x;
      sum += x * x * this.#featureRate(this.#gradients[place]!, scale);
    }
    this.#totalWeight += weight;
    this.#totalNorm += weight * norm;
    if (!(sum > 0)) return;
    const multiplier = this.#multiplier();
    const reach = this.#options.rate * weight * sum * multiplier;
    const step = reach < 1e-6 ? 2 * distance * this.#options.rate * weight * multiplier : (distance * (1 - Math.exp(-2 * reach))) / sum;
    for (let i = 0; i < count; i++) {
      const place = places[i]!;
      const change = step * values[i]! * this.#featureRate(this.#gradients[place]!, this.#scales[place]!);
      this.#weights[place] = this.#weights[place]! + change;
    }
  }

  /** By how much the prediction would move toward a cost for a small weight, if that cost had been seen once. */
  sensitivity({ places, values, count }: Products, cost: number, predicted: number): number {
    const gradient = 4 * (cost - predicted) ** 2;
    let norm = 0;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const x = values[i]!;
      const scale = Math.max(this.#scales[places[i]!]!, Math.abs(x));
      norm += (x / scale) ** 2;
      sum += x * x * this.#featureRate(this.#gradients[places[i]!]! + gradient * x * x, scale);
    }
    return this.#options.rate * sum * this.#multiplier(this.#totalWeight + 1, this.#totalNorm + norm);
  }

  #rescale(place: number, magnitude: number): void {
    const scale = this.#scales[place]!;
    if (magnitude <= scale) return;
    if (scale > 0) this.#weights[place] = this.#weights[place]! * (scale / magnitude) ** (2 - 2 * this.#options.power);
    this.#scales[place] = magnitude;
  }

  #featureRate(gradient: number, scale: number): number {
    const { power } = this.#options;
    if (!(gradient > 0)) return 0;
    return power === 0.5 ? 1 / (Math.sqrt(gradient) * scale) : gradient ** -power * scale ** (2 * power - 2);
  }

  #multiplier(weight = this.#totalWeight, norm = this.#totalNorm): number {
    return norm > 0 ? (weight / norm) ** (1 - this.#options.power) : 1;
  }
}
