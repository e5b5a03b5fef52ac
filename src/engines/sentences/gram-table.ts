/**
 * The vectors of grams: hashes in ascending order, a scale for each row, rows of eight bits. Row 0 is empty, row 1 is for words of which
 * no gram is known, the rest belong to the hashes in their order.
 */
import { hashGrams } from './grams.ts';
import type { EncoderWord } from './words.ts';

export const GRAM_SIZE = 160;
const FIRST_ROW = 2;
const UNKNOWN_ROW = 1;
const EMPTY = 0;

export class GramTable {
  readonly #scales: Float32Array;
  readonly #rows: Int8Array;
  /** Open addressing: a hash and its row, twice as many places as hashes. */
  readonly #places: Uint32Array;
  readonly #mask: number;

  /** `bytes` as `training/sentences/export.py` writes them; they are not copied. */
  constructor(bytes: ArrayBufferLike) {
    const rows = (bytes.byteLength + 4 * FIRST_ROW) / (4 + 4 + GRAM_SIZE);
    if (!Number.isInteger(rows)) throw new Error('the table of grams is damaged');
    const hashes = new Uint32Array(bytes, 0, rows - FIRST_ROW);
    this.#scales = new Float32Array(bytes, hashes.byteLength, rows);
    this.#rows = new Int8Array(bytes, hashes.byteLength + this.#scales.byteLength);
    const size = 2 ** Math.ceil(Math.log2(2 * rows));
    this.#mask = size - 1;
    this.#places = new Uint32Array(2 * size);
    hashes.forEach((hash, i) => {
      let at = hash & this.#mask;
      while (this.#places[2 * at + 1] !== EMPTY) at = (at + 1) & this.#mask;
      this.#places[2 * at] = hash;
      this.#places[2 * at + 1] = FIRST_ROW + i;
    });
  }

  /** The sums of the vectors of each word's grams, divided by the root of their number; one row a word. */
  sums(words: readonly EncoderWord[]): Float32Array {
    const sums = new Float32Array(words.length * GRAM_SIZE);
    hashGrams(words).forEach((hashes, word) => {
      const found = hashes.map((hash) => this.#rowOf(hash)).filter((row) => row !== EMPTY);
      if (found.length === 0) found.push(UNKNOWN_ROW);
      const root = 1 / Math.sqrt(found.length);
      for (const row of found) {
        const scale = this.#scales[row]! * root;
        const from = row * GRAM_SIZE;
        const to = word * GRAM_SIZE;
        for (let i = 0; i < GRAM_SIZE; i++) sums[to + i]! += this.#rows[from + i]! * scale;
      }
    });
    return sums;
  }

  #rowOf(hash: number): number {
    for (let at = hash & this.#mask; this.#places[2 * at + 1] !== EMPTY; at = (at + 1) & this.#mask)
      if (this.#places[2 * at] === hash) return this.#places[2 * at + 1]!;
    return EMPTY;
  }
}
