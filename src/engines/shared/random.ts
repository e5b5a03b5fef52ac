/**
 * Seeded random numbers. A generator is a 32-bit counter stepped by a fixed odd constant whose value
 * is avalanched (the mulberry construction); its seed is a hash of the event id, so the same event id
 * always draws the same numbers. Nothing here is fit for secrets.
 */
import { finishHash, hashText } from './hash.ts';

/** A stream of reproducible numbers in [0, 1). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** The stream of an event id; `stream` keeps several draws of one event apart. */
  static of(eventId: string, stream = 0): Random {
    return new Random(finishHash(hashText(eventId, 0x811c9dc5 ^ Math.imul(stream, 0x9e3779b1))));
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A draw from the Poisson law of mean 1, by inversion. */
  poisson(): number {
    const u = this.next();
    let k = 0;
    let mass = Math.exp(-1);
    let sum = mass;
    while (u > sum && k < 16) {
      k++;
      mass /= k;
      sum += mass;
    }
    return k;
  }
}

/** Index drawn from probabilities by one number in [0, 1); entries of probability 0 are never drawn. */
export function pick(probabilities: Float64Array, u: number): number {
  let last = 0;
  let sum = 0;
  for (let i = 0; i < probabilities.length; i++) {
    const p = probabilities[i]!;
    if (p <= 0) continue;
    last = i;
    sum += p;
    if (u < sum) return i;
  }
  return last;
}
