/**
 * The vectors of grams: hashes in ascending order, a scale for each row, rows of eight bits. Row 0 is empty, row 1 is for words of which
 * no gram is known, the rest belong to the hashes in their order.
 */
import { hashGramsOf } from './grams.ts';
import type { EncoderWord } from './words.ts';

export const GRAM_SIZE = 160;
const FIRST_ROW = 2;
const UNKNOWN_ROW = 1;
const EMPTY = 0;
/** Sums that are kept, 640 bytes each: texts have many words in common. Words that the table does not have are not kept. */
const MAX_KNOWN = 4000;

export class GramTable {
  readonly #hashes: Uint32Array;
  readonly #scales: Float32Array;
  readonly #rows: Int8Array;
  readonly #known = new Map<string, Float32Array>();

  /** `bytes` as `lab/training/sentences/export.py` writes them; they are not copied. */
  constructor(bytes: ArrayBufferLike) {
    const rows = (bytes.byteLength + 4 * FIRST_ROW) / (4 + 4 + GRAM_SIZE);
    if (!Number.isInteger(rows)) throw new Error('the table of grams is damaged');
    this.#hashes = new Uint32Array(bytes, 0, rows - FIRST_ROW);
    this.#scales = new Float32Array(bytes, this.#hashes.byteLength, rows);
    this.#rows = new Int8Array(bytes, this.#hashes.byteLength + this.#scales.byteLength);
  }

  /** The sums of the vectors of each word's grams, divided by the root of their number; one row a word. */
  sums(words: readonly EncoderWord[]): Float32Array {
    const sums = new Float32Array(words.length * GRAM_SIZE);
    words.forEach(({ norm, single }, i) => {
      // The grams of a character that is a word of its own depend on its neighbors.
      sums.set((single ? undefined : this.#known.get(norm)) ?? this.#sum(words, i), i * GRAM_SIZE);
    });
    return sums;
  }

  #sum(words: readonly EncoderWord[], i: number): Float32Array {
    const sum = new Float32Array(GRAM_SIZE);
    const rows = hashGramsOf(words, i).map((hash) => this.#rowOf(hash));
    const found = rows.filter((row) => row !== EMPTY);
    if (found.length === 0) found.push(UNKNOWN_ROW);
    const root = 1 / Math.sqrt(found.length);
    for (const row of found) {
      const scale = this.#scales[row]! * root;
      const from = row * GRAM_SIZE;
      for (let k = 0; k < GRAM_SIZE; k++) sum[k]! += this.#rows[from + k]! * scale;
    }
    const { norm, single } = words[i]!;
    if (!single && rows[0] !== EMPTY && this.#known.size < MAX_KNOWN) this.#known.set(norm, sum);
    return sum;
  }

  #rowOf(hash: number): number {
    let low = 0;
    let high = this.#hashes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#hashes[middle]! < hash) low = middle + 1;
      else high = middle;
    }
    return this.#hashes[low] === hash ? FIRST_ROW + low : EMPTY;
  }
}
