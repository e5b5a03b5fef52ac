/**
 * Features as sparse vectors: TF-IDF, each block scaled to length 1, so that blocks can be weighed against
 * each other whatever the number of features in them.
 *
 * Columns are the known features in the order of their hashes: the same training set gives the same columns
 * whatever the order of its rows. Value: count · idf with idf = 1 + ln((1 + rows) / (1 + rows with it)). In documents of
 * pages the logarithm of the count does better, in texts of a few paragraphs worse (bench language, `texts`), so that
 * is chosen for a training set and kept with its columns.
 */
import { BLOCKS, HINTS, WORDS } from './features.ts';
import type { Features } from './features.ts';

/** A vector: columns ascend within a block, `blocks[b]` is where block b ends. */
export interface SparseVector {
  readonly columns: Uint32Array;
  readonly values: Float32Array;
  readonly blocks: readonly number[];
  /** Length of the words that training knows within all words of the text: 1 where it knows all. */
  readonly knownWords: number;
}

/** In larger sets a pair or run of characters seen once costs memory and says little. */
const LARGE_SET = 2000;

export class Columns {
  /** Hashes of the known features, ascending. */
  readonly keys: Uint32Array;
  readonly idf: Float32Array;
  /** Whether counts go in by their logarithm. */
  readonly dampsCounts: boolean;

  /** What the idf of a word would be that no row has. */
  readonly #rarest: number;

  constructor(keys: Uint32Array, idf: Float32Array, dampsCounts = false) {
    this.keys = keys;
    this.idf = idf;
    this.dampsCounts = dampsCounts;
    this.#rarest = idf.reduce((most, one) => Math.max(most, one), 1);
  }

  /** The columns that a training set needs. */
  static of(rows: readonly Features[], dampsCounts = false): Columns {
    const counts = new Map<number, number>();
    const kept = new Set<number>();
    for (const row of rows) {
      row.forEach((block, b) => {
        for (const hash of new Set(block)) {
          counts.set(hash, (counts.get(hash) ?? 0) + 1);
          if (b === WORDS || b === HINTS) kept.add(hash);
        }
      });
    }
    const least = rows.length >= LARGE_SET ? 2 : 1;
    const keys = Uint32Array.from([...counts.keys()].filter((hash) => counts.get(hash)! >= least || kept.has(hash))).sort();
    return new Columns(
      keys,
      Float32Array.from(keys, (hash) => 1 + Math.log((1 + rows.length) / (1 + counts.get(hash)!))),
      dampsCounts,
    );
  }

  get count(): number {
    return this.keys.length;
  }

  /** The vector of a text; features that training did not see are left out. */
  vector(features: Features): SparseVector {
    const columns: number[] = [];
    const values: number[] = [];
    const blocks: number[] = [];
    let knownWords = 1;
    for (let b = 0; b < BLOCKS; b++) {
      const start = columns.length;
      const hashes = Uint32Array.from(features[b]!).sort();
      let [squares, unknown] = [0, 0];
      for (let i = 0; i < hashes.length;) {
        let next = i + 1;
        while (next < hashes.length && hashes[next] === hashes[i]) next++;
        const column = this.#find(hashes[i]!);
        if (column >= 0) {
          const value = (this.dampsCounts ? 1 + Math.log(next - i) : next - i) * this.idf[column]!;
          columns.push(column);
          values.push(value);
          squares += value * value;
        } else unknown += ((next - i) * this.#rarest) ** 2;
        i = next;
      }
      const length = Math.sqrt(squares);
      for (let i = start; i < values.length; i++) values[i]! /= length;
      blocks.push(columns.length);
      if (b === WORDS && unknown > 0) knownWords = Math.sqrt(squares / (squares + unknown));
    }
    return { columns: Uint32Array.from(columns), values: Float32Array.from(values), blocks, knownWords };
  }

  #find(hash: number): number {
    let low = 0;
    let high = this.keys.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const key = this.keys[middle]!;
      if (key === hash) return middle;
      if (key < hash) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
