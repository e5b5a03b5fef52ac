/**
 * Online logistic regression that knows how sure it is: every weight has a mean and a variance (a diagonal Gaussian posterior).
 *
 * One event with features x, target y and share h moves the log-odds z = Σ m·x to the maximum of its posterior along the direction of
 * the variances, δ = S·h·(y − σ(z + δ))/φ with S = Σ v·x², and divides δ among the weights by v·x/S: what is uncertain moves, what
 * is known stays. The variances shrink by the curvature of the likelihood. Main effects and pairs share fixed amounts of prior
 * variance, so that a pair says something new only when its parts cannot (shrinkage toward what similar actions earned). φ is the
 * measured dispersion: 1 while all rewards are at the ends of their range (clicks), less for rewards that scatter less.
 *
 * Several learners see every event and differ in how fast they forget: at each touch a variance grows by the learner's factor, up to its
 * prior. The live one, which answers, has the smallest recent progressive error; errors of rarely shown actions weigh up to four times
 * as much, so that a learner is judged on more than its favorites. Nothing is forgotten while nothing changes, and a change is
 * followed immediately by a learner that was ready for it.
 *
 * The tables start small and double when a quarter of their places are taken; a place remembers the hash of its first product, so that it
 * moves exactly. Invariants: weights stay finite; the same events in the same order give the same bits, from a checkpoint or not.
 * Cost: two passes over the products and learner.
 */
import type { Products } from './products.ts';

/** By how much a variance grows at each touch, per learner. */
const FORGETTING: readonly number[] = [0, 0.003, 0.02];
/** By this share a faster one must be better than the one before it: less is chance. */
const HANDICAP = 0.02;

/** Prior variance of the constant, and of all features of the context, of an action, all pairs and all pairs with slots before. */
const PRIOR = { constant: 4, context: 1, action: 0.5, pairs: 2, pairsBefore: 0.2 };
const FIRST_BITS = 10;
const NEWTON_STEPS = 3;
const ERROR_DISCOUNT = 0.999;
const MIN_CURVATURE = 1e-3;
const DISPERSION = { min: 0.02, max: 1.5, warmUp: 20, rate: 0.001 };

/** Running state of one learner beside its weights. */
export type LearnerState = { error: number; dispersion: number; events: number };

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

export function priorOfActions(features: number): number {
  return PRIOR.action / Math.max(1, features);
}

export function priorOfPairs(pairs: number): number {
  return PRIOR.pairs / Math.max(1, pairs);
}

export class Posterior {
  readonly #maxBits: number;
  bits: number;
  mask: number;
  /** Per learner: mean and variance of each place; a variance of 0 marks a place without a product. */
  tables: Float32Array[];
  /** Hash of the first product of each place. */
  keys: Int32Array;
  touched = 0;
  readonly learners: LearnerState[];
  live = 0;
  #places = new Int32Array(256);
  #priors = new Float64Array(5);

  constructor(maxBits: number) {
    this.#maxBits = maxBits;
    this.bits = Math.min(FIRST_BITS, maxBits);
    this.mask = 2 ** this.bits - 1;
    this.tables = FORGETTING.map(() => new Float32Array(2 * 2 ** this.bits));
    this.keys = new Int32Array(2 ** this.bits);
    this.learners = FORGETTING.map(() => ({ error: 0, dispersion: 1, events: 0 }));
  }

  get bytes(): number {
    return this.keys.byteLength + this.tables.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /**
   * Learns a target in units of the reward range, for a share of an event. `errorWeight` weighs its error in the choice of the live
   * learner.
   */
  learn(products: Products, target: number, share: number, errorWeight: number): void {
    this.#locate(products);
    for (let t = 0; t < this.tables.length; t++) this.#learnTable(t, products, target, share, errorWeight);
    for (let t = 0; t < this.learners.length; t++) if (this.#handicapped(t) < this.#handicapped(this.live)) this.live = t;
    if (4 * this.touched > this.keys.length && this.bits < this.#maxBits) this.resize(this.bits + 1);
  }

  #handicapped(t: number): number {
    return this.learners[t]!.error * (1 + HANDICAP * t);
  }

  /** The mean weight of a product in the learner that answers. */
  weight(hash: number): number {
    return this.tables[this.live]![2 * (hash & this.mask)]!;
  }

  /** Log-odds and their variance for listed products, without what is common to all actions in the latter. */
  estimate(products: Products): { score: number; variance: number } {
    const table = this.tables[this.live]!;
    const { places, values, kinds, shares, count } = products;
    this.#setPriors(products);
    let score = 0;
    let variance = 0;
    for (let i = 0; i < count; i++) {
      const at = 2 * (places[i]! & this.mask);
      const x = values[i]!;
      score += table[at]! * x;
      if (kinds[i]! >= 2) variance += (table[at + 1]! || this.#priors[kinds[i]!]! * shares[i]!) * x * x;
    }
    return { score, variance };
  }

  /** Scales all weights, with their variances, and shifts the constant: the reward range has changed. */
  rescale(ratio: number, constantHash: number, shift: number): void {
    for (const table of this.tables) {
      for (let at = 0; at < table.length; at += 2) {
        table[at] = table[at]! * ratio;
        table[at + 1] = table[at + 1]! * ratio * ratio;
      }
      const constant = 2 * (constantHash & this.mask);
      if (table[constant + 1]! > 0) table[constant] = table[constant]! + shift;
    }
  }

  resize(bits: number): void {
    const { keys, tables } = this;
    this.bits = bits;
    this.mask = 2 ** bits - 1;
    this.keys = new Int32Array(2 ** bits);
    this.tables = tables.map(() => new Float32Array(2 * 2 ** bits));
    for (let place = 0; place < keys.length; place++) {
      if (tables[0]![2 * place + 1] === 0) continue;
      const to = keys[place]! & this.mask;
      this.keys[to] = keys[place]!;
      tables.forEach((table, t) => {
        this.tables[t]![2 * to] = table[2 * place]!;
        this.tables[t]![2 * to + 1] = table[2 * place + 1]!;
      });
    }
  }

  /** Finds the place of every product; new places get the prior. */
  #locate(products: Products): void {
    const { places: hashes, kinds, shares, count } = products;
    if (this.#places.length < count) this.#places = new Int32Array(2 * count);
    this.#setPriors(products);
    const first = this.tables[0]!;
    for (let i = 0; i < count; i++) {
      const place = hashes[i]! & this.mask;
      this.#places[i] = 2 * place;
      if (first[2 * place + 1] !== 0) continue;
      this.keys[place] = hashes[i]!;
      this.touched++;
      for (const table of this.tables) table[2 * place + 1] = this.#priors[kinds[i]!]! * shares[i]!;
    }
  }

  #setPriors({ counts }: Products): void {
    this.#priors[0] = PRIOR.constant;
    this.#priors[1] = PRIOR.context / Math.max(1, counts[1]!);
    this.#priors[2] = priorOfActions(counts[2]!);
    this.#priors[3] = priorOfPairs(counts[3]!);
    this.#priors[4] = PRIOR.pairsBefore / Math.max(1, counts[4]!);
  }

  #learnTable(t: number, { values, kinds, shares, count }: Products, target: number, share: number, errorWeight: number): void {
    const table = this.tables[t]!;
    const learner = this.learners[t]!;
    const places = this.#places;
    const growth = 1 + FORGETTING[t]!;
    let z = 0;
    let spread = 0;
    for (let i = 0; i < count; i++) {
      const at = places[i]!;
      const x = values[i]!;
      let variance = table[at + 1]!;
      if (growth > 1) {
        const prior = this.#priors[kinds[i]!]! * shares[i]!;
        if (variance < prior) table[at + 1] = variance = Math.min(prior, variance * growth);
      }
      z += table[at]! * x;
      spread += variance * x * x;
    }
    const p = sigmoid(z);
    const curvature = Math.max(MIN_CURVATURE, p * (1 - p));
    const residual = target - p;
    learner.error = learner.error * ERROR_DISCOUNT + errorWeight * share * residual * residual;
    const gain = (spread * share) / learner.dispersion;
    if (gain > 0) {
      const move = solve(z, target, gain, residual);
      const after = sigmoid(z + move);
      const information = (share * Math.max(curvature, after * (1 - after))) / learner.dispersion;
      const perVariance = move / spread;
      const shrink = information / (1 + information * spread);
      for (let i = 0; i < count; i++) {
        const at = places[i]!;
        const x = values[i]!;
        const variance = table[at + 1]!;
        table[at] = table[at]! + variance * x * perVariance;
        table[at + 1] = variance * (1 - shrink * variance * x * x);
      }
    }
    learner.events++;
    if (learner.dispersion === 1 && (target <= 0 || target >= 1)) return;
    const rate = Math.max(1 / (learner.events + DISPERSION.warmUp), DISPERSION.rate);
    const dispersion = learner.dispersion + ((share * residual * residual) / curvature - learner.dispersion) * rate;
    learner.dispersion = Math.min(DISPERSION.max, Math.max(DISPERSION.min, dispersion));
  }
}

/** δ with δ = gain·(target − σ(z + δ)), by Newton's method within the interval that holds it. */
function solve(z: number, target: number, gain: number, residual: number): number {
  let low = Math.min(0, gain * residual);
  let high = Math.max(0, gain * residual);
  const p = target - residual;
  let move = (gain * residual) / (1 + gain * p * (1 - p));
  for (let n = 0; n < NEWTON_STEPS; n++) {
    const q = sigmoid(z + move);
    const excess = move - gain * (target - q);
    if (excess > 0) high = move;
    else low = move;
    const next = move - excess / (1 + gain * q * (1 - q));
    move = next > low && next < high ? next : (low + high) / 2;
  }
  return move;
}
