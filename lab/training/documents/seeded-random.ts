/** Seeded random choices: the same seed always generates the same document. */
import { Random } from '../../../src/engines/shared/random.ts';

export class SeededRandom {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(Math.imul(seed + 1, 0x9e3779b1));
  }

  next(): number {
    return this.#random.next();
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  integer(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.min(choices.length - 1, Math.floor(this.next() * choices.length))]!;
  }

  /** `count` distinct choices in random order. */
  sample<T>(choices: readonly T[], count: number): T[] {
    const rest = [...choices];
    return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(Math.floor(this.next() * rest.length), 1)[0]!);
  }

  /** Digits without a leading zero. */
  digits(length: number): string {
    return Array.from({ length }, (_, i) => String(this.integer(i === 0 ? 1 : 0, 9))).join('');
  }

  letters(length: number): string {
    return Array.from({ length }, () => String.fromCharCode(65 + this.integer(0, 25))).join('');
  }
}
