/**
 * The scan's inner loop in WebAssembly: which rows of a chunk may lie within a distance of a query.
 *
 * Write x for a row, u for what its upper bytes give and r for |x − u|; p for the query rounded to steps of
 * 1/127 of its range and e for |q − p|. By the triangle inequality |q − x| ≥ |p − u| − r − e, so a row may only
 * be left out when |u|² − 2·p·u + |p|² > (t + e + r)², t being the distance asked for. p·u needs products of bytes
 * alone; the margins make up for what float32 arithmetic loses, so that no row is ever left out wrongly.
 *
 * Four rows a turn. Cost: 1/16 instruction a number, so that memory sets the pace.
 */
import { TEMPLATE_LENGTH } from '../face.ts';
import kernels from '../../../../weights/kernels.json' with { type: 'json' };
import { Kernel } from '../../shared/wasm/kernel.ts';
import type { Planes } from './block.ts';
import { ROUNDING } from './block.ts';

/** Rows of a chunk: as many as stay in a processor's second cache with room to spare. */
export const CHUNK = 2048;
export const ROWS_PER_STEP = 4;
/** No kept length is so small that the squares' rounding to nothing would matter beyond this. */
const MIN_SQUARE = 1e-30;

/** A query in steps of its range. */
export interface RoundedQuery {
  readonly codes: Uint8Array;
  readonly step: number;
  readonly offset: number;
  /** |p|², with the margin taken off. */
  readonly square: number;
  /** |q − p|. */
  readonly rest: number;
}

export function roundQuery(query: Float32Array): RoundedQuery {
  const offset = query.reduce((least, value) => Math.min(least, value), Infinity);
  const step = (query.reduce((most, value) => Math.max(most, value), -Infinity) - offset) / 127;
  const codes = Uint8Array.from(query, (value) => (step === 0 ? 0 : Math.min(127, Math.round((value - offset) / step))));
  let [square, rest, parts] = [0, 0, 0];
  for (let i = 0; i < query.length; i++) {
    const value = offset + step * codes[i]!;
    square += value ** 2;
    rest += (query[i]! - value) ** 2;
    parts += (step * codes[i]!) ** 2 + offset ** 2;
  }
  return { codes, step, offset, square: square - ROUNDING * (square + parts) - MIN_SQUARE, rest: Math.sqrt(rest) };
}

/** A chunk of rows in the memory of this thread, and the loop over it. */
export class RowFilter extends Kernel {
  readonly #sift: (...args: number[]) => void;
  readonly #upper: number;
  readonly #planes: number;
  readonly #query: number;
  readonly #bounds: number;
  readonly #found: number;
  readonly #bytes: Int8Array;
  readonly #integers: Uint32Array;

  constructor() {
    super(kernels.sieve);
    this.#sift = this.call('sift');
    this.#upper = this.reserve((CHUNK * TEMPLATE_LENGTH) / 4);
    this.#planes = this.reserve(4 * CHUNK);
    this.#query = this.reserve(TEMPLATE_LENGTH / 4);
    this.#bounds = this.reserve(4);
    this.#found = this.reserve(1 + CHUNK / ROWS_PER_STEP);
    this.#bytes = new Int8Array(this.floats.buffer);
    this.#integers = new Uint32Array(this.floats.buffer);
  }

  /** Takes the rows of a block from `from` to `to` into memory. */
  load({ upper, scales, squares, rests, sums }: Planes, from: number, to: number): void {
    this.#bytes.set(upper.subarray(from * TEMPLATE_LENGTH, to * TEMPLATE_LENGTH), 4 * this.#upper);
    [scales, squares, rests, sums].forEach((plane, i) => this.floats.set(plane.subarray(from, to), this.#planes + i * CHUNK));
  }

  /** Takes some rows, up to CHUNK, one after the other. */
  loadRows({ upper, scales, squares, rests, sums }: Planes, rows: Uint32Array): void {
    for (const [at, row] of rows.entries()) {
      this.#bytes.set(upper.subarray(row * TEMPLATE_LENGTH, (row + 1) * TEMPLATE_LENGTH), 4 * this.#upper + at * TEMPLATE_LENGTH);
      const place = this.#planes + at;
      this.floats[place] = scales[row]!;
      this.floats[place + CHUNK] = squares[row]!;
      this.floats[place + 2 * CHUNK] = rests[row]!;
      this.floats[place + 3 * CHUNK] = sums[row]!;
    }
  }

  /** Calls `found` with each of the first `rows` rows taken that may lie within the distance of the query, in order. */
  filter(query: RoundedQuery, rows: number, distance: number, found: (row: number) => void): void {
    const [upper, first] = [4 * this.#upper, this.#found];
    this.#bytes.set(query.codes, 4 * this.#query);
    this.floats.set([2 * query.step, 2 * query.offset, (distance + query.rest) * (1 + ROUNDING), query.square], this.#bounds);
    this.#sift(
      upper,
      upper + Math.ceil(rows / ROWS_PER_STEP) * ROWS_PER_STEP * TEMPLATE_LENGTH,
      4 * this.#planes,
      4 * this.#query,
      4 * this.#bounds,
      4 * first,
    );
    const last = this.#integers[first]! / 4;
    for (let at = first + 1; at < last; at++) {
      const entry = this.#integers[at]!;
      const row = Math.floor((entry - upper) / TEMPLATE_LENGTH);
      for (let i = 0; i < ROWS_PER_STEP && row + i < rows; i++) if (entry & (1 << i)) found(row + i);
    }
  }
}
