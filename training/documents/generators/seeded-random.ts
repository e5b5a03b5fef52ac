/** Seeded choices: the same seed always draws the same document. */
import { Random } from '../../../src/engines/bandits/random.ts';

export class Dice {
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

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.min(choices.length - 1, Math.floor(this.next() * choices.length))]!;
  }

  /** `count` different ones, in a new order. */
  some<T>(choices: readonly T[], count: number): T[] {
    const rest = [...choices];
    return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(Math.floor(this.next() * rest.length), 1)[0]!);
  }

  /** Figures of a length, none of them leading with 0. */
  figures(length: number): string {
    return Array.from({ length }, (_, i) => String(this.whole(i === 0 ? 1 : 0, 9))).join('');
  }

  letters(length: number): string {
    return Array.from({ length }, () => String.fromCharCode(65 + this.whole(0, 25))).join('');
  }
}
