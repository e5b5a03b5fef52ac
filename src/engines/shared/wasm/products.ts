/**
 * Matrix products in WebAssembly with 128-bit vectors: C = A·B + bias, all float32.
 *
 * Left matrices hold whole rows, padded to a multiple of 2 rows; right matrices lie in panels of
 * 16 columns, so that the inner loop reads memory in order. It keeps 2 rows × 16 columns in
 * registers (what x64 has of them; ARM has more and gains nothing by it) and takes 4 steps a turn.
 *
 * Invariants: sums are made in a fixed order with fused multiply-add, so every processor that has it (ARM, and
 * x64 since 2013) gives the same bits, and others differ in the last; columns are a multiple of 16 and the
 * inner length a multiple of 4. Cost: about 12e9 multiply-adds a second on one thread of a server of 2020.
 */
import kernels from '../../../../weights/kernels.json' with { type: 'json' };
import { Kernel } from './kernel.ts';

export const ROWS = 2;
/** Columns of a panel of a right matrix. */
export const PANEL = 16;

/** Float32 memory with products; matrices are given by their place, counted in floats. */
export class Products extends Kernel {
  readonly #multiply: (...args: number[]) => void;
  readonly #addOuter: (...args: number[]) => void;

  constructor() {
    super(kernels.products);
    this.#multiply = this.call('multiply');
    this.#addOuter = this.call('addOuter');
  }

  /** C = A·B + bias; A and C need room for the rows rounded up to a multiple of 2. */
  multiply(a: number, b: number, c: number, bias: number, rows: number, inner: number, columns: number): void {
    this.#multiply(a * 4, b * 4, c * 4, bias * 4, Math.ceil(rows / ROWS) * ROWS, inner, columns);
  }

  /**
   * Adds to a panel of a right matrix the outer products of rows of `inner` numbers with vectors of PANEL numbers. `entries` is where
   * `count` pairs begin: the addresses of a row and of a vector, in bytes as integers.
   */
  addOuter(entries: number, count: number, panel: number, inner: number): void {
    this.#addOuter(entries * 4, (entries + 2 * count) * 4, panel * 4, inner * 4);
  }
}
