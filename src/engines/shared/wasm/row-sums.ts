/** Weighted sums of rows of float32 numbers in WebAssembly, for sparse features that have a weight for every class. */
import kernels from '../../../../weights/kernels.json' with { type: 'json' };
import { Kernel } from './kernel.ts';

/** Float32 memory with rows, counted in floats; a row is a multiple of PANEL (products.ts) long. */
export class RowSums extends Kernel {
  readonly #addRows: (...args: number[]) => void;

  constructor() {
    super(kernels.rowSums);
    this.#addRows = this.call('addRows');
  }

  /**
   * Adds to the sums each entry's row times its value. `entries` is where `count` pairs begin: the address of a row in bytes, as an
   * integer, and the value.
   */
  addRows(entries: number, count: number, sums: number, length: number): void {
    this.#addRows(entries * 4, (entries + 2 * count) * 4, sums * 4, length * 4);
  }
}
