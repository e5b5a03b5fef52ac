/**
 * Numbers brought to one scale: each numeric feature is divided by the root of its mean square, learned from the events, and limited to
 * ±5. Texts and flags stay 1. Features whose hashes fall together share a scale, which costs accuracy and nothing else.
 */
const BITS = 11;
const MASK = 2 ** BITS - 1;
const SLOWEST = 0.001;
const LIMIT = 5;

export class Scales {
  readonly squares = new Float32Array(2 ** BITS);
  readonly counts = new Float32Array(2 ** BITS);
  readonly #inverse = new Float64Array(2 ** BITS);

  /** Hashes of numbers are negative (features.ts). */
  normalize(hash: number, value: number): number {
    if (hash >= 0) return value;
    const inverse = this.#inverse[hash & MASK]!;
    if (inverse === 0) return value > 0 ? 1 : -1;
    const x = value * inverse;
    return x > LIMIT ? LIMIT : x < -LIMIT ? -LIMIT : x;
  }

  note(hash: number, value: number): void {
    if (hash >= 0) return;
    const at = hash & MASK;
    const count = Math.min(this.counts[at]! + 1, 1 / SLOWEST);
    this.counts[at] = count;
    this.set(at, this.squares[at]! + (value * value - this.squares[at]!) / count, count);
  }

  set(at: number, square: number, count: number): void {
    this.squares[at] = square;
    this.counts[at] = count;
    this.#inverse[at] = this.squares[at]! > 0 ? 1 / Math.sqrt(this.squares[at]!) : 0;
  }
}
