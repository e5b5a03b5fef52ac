/**
 * Linear support vector machines, one against the rest, squared hinge loss, by dual coordinate descent
 * (Hsieh et al. 2008): for each row, a = max(0, a − G/Q) with G = y·w·x − 1 + a/2C and Q = x·x + 1/2C.
 *
 * Sixteen classes are solved together: they visit the rows in the same seeded order, and a feature's weights
 * for the sixteen lie side by side, so that a WebAssembly kernel multiplies them together. A row that no class
 * of the sixteen needs for the moment is left out of the passes, and all rows are looked at again before the end.
 *
 * Cross-validation starts each fold from the whole solution with the held-out rows taken out of it; the problem
 * is convex, so this changes the time and not the answer.
 *
 * Invariant: the result depends on the rows and their order alone. Cost of a pass: entries × classes / 4
 * vector operations.
 */
import { Random } from '../random.ts';
import kernels from '../../../../weights/kernels.json' with { type: 'json' };
import { Kernel } from '../wasm/kernel.ts';

/** Classes that are solved together. */
export const LANES = 16;
const MAX_PASSES = 60;
/** How far from the least a solution may be; a finer one takes longer and answers no better (bench language, `intents`). */
const TOLERANCE = 0.3;

/** The training rows in the kernel's memory, and the weights that are being learned. */
export class Machines {
  readonly rows: number;
  readonly #kernel = new Kernel(kernels.svm);
  readonly #dot: (...args: number[]) => void;
  readonly #add: (...args: number[]) => void;
  readonly #starts: Uint32Array;
  readonly #squares: Float64Array;
  readonly #entries: number;
  readonly #weights: number;
  readonly #columns: number;
  readonly #sums: number;

  /** `entries` is called with each row and gives its columns and values; all rows together have `total` of them. */
  constructor(rows: number, columns: number, total: number, entries: (row: number, put: (column: number, value: number) => void) => void) {
    this.rows = rows;
    this.#columns = columns;
    this.#dot = this.#kernel.call('dot');
    this.#add = this.#kernel.call('add');
    this.#weights = this.#kernel.reserve(columns * LANES);
    this.#sums = this.#kernel.reserve(LANES);
    this.#entries = this.#kernel.reserve(total * 2);
    this.#starts = new Uint32Array(rows + 1);
    this.#squares = new Float64Array(rows);
    const { floats } = this.#kernel;
    const integers = new Uint32Array(floats.buffer);
    let at = this.#entries;
    for (let row = 0; row < rows; row++) {
      this.#starts[row] = at;
      entries(row, (column, value) => {
        integers[at++] = (this.#weights + column * LANES) * 4;
        floats[at++] = value;
        this.#squares[row]! += value * value;
      });
    }
    this.#starts[rows] = at;
  }

  /** Weights of the sixteen classes, side by side for each column, as the last solve left them. */
  get weights(): Float32Array {
    return this.#kernel.floats.subarray(this.#weights, this.#weights + this.#columns * LANES);
  }

  /** w·x of the sixteen classes for a row. */
  margins(row: number): Float32Array {
    this.#dot(this.#starts[row]! * 4, this.#starts[row + 1]! * 4, this.#sums * 4);
    return this.#kernel.floats.subarray(this.#sums, this.#sums + LANES);
  }

  /**
   * Learns `signs` (+1 or −1 for each row and lane, 0 in lanes without a class) from the rows listed, starting
   * from the multipliers given, to which the weights must belong; the multipliers are changed in place. An error costs the same in each
   * row, unless `shares` says what part of that it costs there.
   */
  solve(
    rows: Uint32Array,
    signs: Int8Array,
    cost: number,
    multipliers: Float64Array,
    { tolerance = TOLERANCE, shares }: { tolerance?: number; shares?: readonly number[] | undefined } = {},
  ): void {
    const random = new Random(0x5eed);
    const order = rows.slice();
    const { floats } = this.#kernel;
    const sums = this.#sums;
    let active = order.length;
    let bound = Infinity;
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      let [most, least] = [-Infinity, Infinity];
      for (let i = 0; i < active; i++) {
        const other = i + Math.floor(random.next() * (active - i));
        [order[i], order[other]] = [order[other]!, order[i]!];
      }
      for (let i = 0; i < active; i++) {
        const row = order[i]!;
        const margins = this.margins(row);
        const diagonal = 1 / (2 * cost * (shares?.[row] ?? 1));
        const curve = this.#squares[row]! + diagonal;
        let [idle, changed] = [true, false];
        for (let lane = 0; lane < LANES; lane++) {
          const at = row * LANES + lane;
          const sign = signs[at]!;
          const before = multipliers[at]!;
          const slope = sign * margins[lane]! - 1 + diagonal * before;
          floats[sums + lane] = 0;
          if (sign === 0) continue;
          if (before === 0 && slope > 0) {
            if (slope <= bound) idle = false;
            least = Math.min(least, 0);
            continue;
          }
          idle = false;
          most = Math.max(most, slope);
          least = Math.min(least, slope);
          if (Math.abs(slope) < 1e-6) continue;
          const after = Math.max(0, before - slope / curve);
          multipliers[at] = after;
          floats[sums + lane] = (after - before) * sign;
          changed = true;
        }
        if (changed) this.#apply(row);
        if (idle) {
          order[i] = order[--active]!;
          order[active] = row;
          i--;
        }
      }
      if (most - least <= tolerance) {
        if (active === order.length) return;
        active = order.length;
        bound = Infinity;
      } else bound = most > 0 ? most : Infinity;
    }
  }

  /** Takes rows out of the solution in place: what is left is a start for solving without them. */
  takeOut(rows: Iterable<number>, signs: Int8Array, multipliers: Float64Array): void {
    const { floats } = this.#kernel;
    for (const row of rows) {
      let used = false;
      for (let lane = 0; lane < LANES; lane++) {
        const at = row * LANES + lane;
        floats[this.#sums + lane] = -multipliers[at]! * signs[at]!;
        if (multipliers[at] !== 0) used = true;
        multipliers[at] = 0;
      }
      if (used) this.#apply(row);
    }
  }

  /** Adds the row, times the sixteen numbers in #sums, to the weights. */
  #apply(row: number): void {
    this.#add(this.#starts[row]! * 4, this.#starts[row + 1]! * 4, this.#sums * 4);
  }
}
