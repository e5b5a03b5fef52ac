/**
 * Products of rows of signed bytes with a row of 16-bit integers, in WebAssembly with 128-bit vectors. Sums are of 32 bits and exact.
 * Rows are copied into a small memory first, which takes a tenth of the time, so that tables can stay where they are.
 */
import kernels from '../../../../weights/kernels.json' with { type: 'json' };
import { Kernel } from './kernel.ts';

/** Bytes of a vector: rows are padded with zeros to a multiple. */
export const VECTOR = 16;
/** Rows that are copied and multiplied together. */
const ROWS = 32;
const SUM_INTEGERS = 4;

export class ByteProducts extends Kernel {
  readonly #multiply: (...args: number[]) => void;
  /** Bytes of a padded row: of this table, and those that there is room for. */
  #padded = 0;
  #room = 0;
  /** Addresses in bytes. */
  #row = 0;
  #table = 0;
  #sums = 0;

  constructor() {
    super(kernels.byteProducts);
    this.#multiply = this.call('multiply');
  }

  /** Calls back with the place and the product of each row of the table that is named; `right` has the length of a row. */
  multiply(table: Int8Array, places: ArrayLike<number>, right: Int16Array, each: (place: number, product: number) => void): void {
    const size = right.length;
    this.#makeRoom(size);
    const { buffer } = this.floats;
    const bytes = new Int8Array(buffer);
    new Int16Array(buffer, this.#row, this.#padded).fill(0).set(right);
    const sums = new Int32Array(buffer, this.#sums, ROWS * SUM_INTEGERS);
    for (let from = 0; from < places.length; from += ROWS) {
      const count = Math.min(ROWS, places.length - from);
      for (let i = 0; i < count; i++) {
        const at = places[from + i]! * size;
        bytes.set(table.subarray(at, at + size), this.#table + i * this.#padded);
      }
      this.#multiply(this.#table, this.#row, this.#sums, count, this.#padded);
      for (let i = 0, at = 0; i < count; i++, at += SUM_INTEGERS)
        each(places[from + i]!, (sums[at]! + sums[at + 1]! + sums[at + 2]! + sums[at + 3]!) | 0);
    }
  }

  #makeRoom(size: number): void {
    // What is behind the end of a row is multiplied by zeros.
    this.#padded = Math.ceil(size / VECTOR) * VECTOR;
    if (this.#padded <= this.#room) return;
    this.#room = this.#padded;
    const reserve = (bytes: number): number => 4 * this.reserve(bytes / 4);
    [this.#row, this.#table, this.#sums] = [reserve(2 * this.#room), reserve(ROWS * this.#room), reserve(4 * ROWS * SUM_INTEGERS)];
  }
}
