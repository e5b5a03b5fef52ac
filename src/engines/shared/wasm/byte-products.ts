/**
 * Products of rows of signed bytes with a row of 16-bit integers, in WebAssembly with 128-bit vectors. Sums are of 32 bits and exact.
 * Rows are copied into a small memory first, which takes a tenth of the time, so that tables can stay where they are.
 */
import {
  ADD_INTEGERS,
  DOT_SHORTS,
  Kernel,
  WIDEN_FIRST_BYTES,
  WIDEN_LAST_BYTES,
  advance,
  constant,
  get,
  load,
  set,
  store,
  until,
  zeros,
} from './assembler.ts';
import type { Code } from './assembler.ts';

/** Bytes of a vector: rows are padded with zeros to a multiple. */
const VECTOR = 16;
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
    super([multiplyCode()]);
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

function multiplyCode(): Code {
  const [table, row, sums, rows, size] = [0, 1, 2, 3, 4];
  const [done, step, right] = [5, 6, 7];
  const [bytes, first, last] = [8, 9, 10];
  const half = (widen: readonly number[], offset: number, sum: number): number[] => [
    ...get(bytes),
    ...widen,
    ...get(right),
    ...load(offset),
    ...DOT_SHORTS,
    ...get(sum),
    ...ADD_INTEGERS,
    ...set(sum),
  ];
  const body = until(done, rows, [
    ...zeros,
    ...set(first),
    ...zeros,
    ...set(last),
    ...get(row),
    ...set(right),
    ...constant(0),
    ...set(step),
    ...until(step, size, [
      ...get(table),
      ...load(0),
      ...set(bytes),
      ...half(WIDEN_FIRST_BYTES, 0, first),
      ...half(WIDEN_LAST_BYTES, VECTOR, last),
      ...advance(table, constant(VECTOR)),
      ...advance(right, constant(2 * VECTOR)),
      ...advance(step, constant(VECTOR)),
    ]),
    ...get(sums),
    ...get(first),
    ...get(last),
    ...ADD_INTEGERS,
    ...store(0),
    ...advance(sums, constant(VECTOR)),
    ...advance(done, constant(1)),
  ]);
  return { name: 'multiply', arguments: 5, integers: 3, vectors: 3, body };
}
