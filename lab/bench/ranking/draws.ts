/** Draws that the simulated worlds share. */
import type { Random } from '../../../src/engines/shared/random.ts';

export function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
export const pickOne = (random: Random, count: number): number => Math.floor(random.next() * count);
export const grid = (random: Random, rows: number, columns: number, spread: number): Float64Array[] =>
  Array.from({ length: rows }, () => Float64Array.from({ length: columns }, () => gaussian(random) * spread));

export function sample(random: Random, count: number, size: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i);
  for (let i = 0; i < size; i++) {
    const j = i + pickOne(random, count - i);
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all.slice(0, size);
}
