/**
 * Matrix products in WebAssembly with 128-bit vectors: C = A·B + bias, all float32.
 *
 * The module is assembled here, so that nothing has to be built or downloaded. Left matrices hold whole rows,
 * padded to a multiple of 4 rows; right matrices are packed once into panels of 16 columns, so that the inner
 * loop reads memory in order. The inner loop keeps 4 rows × 16 columns in registers and takes 4 steps a turn.
 *
 * Invariants: sums are made in a fixed order with fused multiply-add, so every processor that has it (ARM, and
 * x64 since 2013) gives the same bits, and others differ in the last; columns are a multiple of 16 and the
 * inner length a multiple of 4. Cost: about 12e9 multiply-adds a second on one thread of a server of 2020.
 */

const ROWS = 4;
const VECTORS = 4;
const PANEL = 4 * VECTORS;
const STEPS = 4;
const PAGE = 65536;

/** The part of the platform's interface that is used; the language's library does not declare it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { readonly exports: { readonly memory: Memory; readonly multiply: Multiply } };
};
type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number };

type Multiply = (a: number, b: number, c: number, bias: number, rows: number, inner: number, columns: number) => void;

/** Float32 memory shared with the products; matrices are given by their offset, counted in floats. */
export class Products {
  readonly #memory: Memory;
  readonly #multiply: Multiply;
  #floats: Float32Array;
  #used = 0;

  constructor() {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(assemble()));
    this.#memory = exports.memory;
    this.#multiply = exports.multiply;
    this.#floats = new Float32Array(this.#memory.buffer);
  }

  /** The memory; to be asked for again after anything was reserved. */
  get floats(): Float32Array {
    return this.#floats;
  }

  /** Sets room aside for so many floats and says where. */
  reserve(count: number): number {
    const at = this.#used;
    this.#used += Math.ceil(count / 4) * 4;
    const missing = this.#used * 4 - this.#memory.buffer.byteLength;
    if (missing > 0) {
      this.#memory.grow(Math.ceil(missing / PAGE));
      this.#floats = new Float32Array(this.#memory.buffer);
    }
    return at;
  }

  /** Stores a list of numbers. */
  store(values: Float32Array): number {
    const at = this.reserve(values.length);
    this.#floats.set(values, at);
    return at;
  }

  /** Stores a right matrix, given row by row, in panels. */
  storePanels(values: Float32Array, inner: number, columns: number): number {
    const at = this.reserve(values.length);
    let to = at;
    for (let panel = 0; panel < columns; panel += PANEL) {
      for (let k = 0; k < inner; k++, to += PANEL) this.#floats.set(values.subarray(k * columns + panel, k * columns + panel + PANEL), to);
    }
    return at;
  }

  /** C = A·B + bias; A and C need room for the rows rounded up to a multiple of 4. */
  multiply(a: number, b: number, c: number, bias: number, rows: number, inner: number, columns: number): void {
    this.#multiply(a * 4, b * 4, c * 4, bias * 4, Math.ceil(rows / ROWS) * ROWS, inner, columns);
  }
}

// The little of the WebAssembly binary format (core specification 2.0, section 5) that one function needs.
const I32 = 0x7f;
const V128 = 0x7b;
const EMPTY = 0x40;
const [BLOCK, LOOP, BR, BR_IF, END] = [0x02, 0x03, 0x0c, 0x0d, 0x0b];
const ADD = 0x6a;
const MULTIPLY = 0x6c;
const SHIFT_LEFT = 0x74;
const NOT_LESS_UNSIGNED = 0x4f;

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

const get = (local: number): number[] => [0x20, ...unsigned(local)];
const set = (local: number): number[] => [0x21, ...unsigned(local)];
const constant = (value: number): number[] => [0x41, ...(value < 64 ? [value] : [(value & 127) | 128, value >> 7])];
const vector = (code: number): number[] => [0xfd, ...unsigned(code)];
const load = (offset: number): number[] => [...vector(0), 4, ...unsigned(offset)];
const store = (offset: number): number[] => [...vector(11), 4, ...unsigned(offset)];
/** One float of a vector in all four places. */
const spread = (local: number, lane: number): number[] => [...get(local), ...get(local), ...vector(13), ...Array.from({ length: 16 }, (_, i) => 4 * lane + (i % 4))];
const MULTIPLY_ADD = vector(0x105);
const section = (id: number, bytes: number[]): number[] => [id, ...unsigned(bytes.length), ...bytes];
const named = (name: string): number[] => [name.length, ...new TextEncoder().encode(name)];

/** Repeats the body until the local reaches the limit; both are compared before each turn. */
const until = (local: number, limit: number, body: number[]): number[] => [
  BLOCK, EMPTY, LOOP, EMPTY, ...get(local), ...get(limit), NOT_LESS_UNSIGNED, BR_IF, 1, ...body, BR, 0, END, END,
];

function assemble(): Uint8Array<ArrayBuffer> {
  const [a, b, c, bias, rows, inner, columns] = [0, 1, 2, 3, 4, 5, 6];
  const [row, column, step, left, right, out, stride, outStride] = [7, 8, 9, 10, 11, 12, 13, 14];
  const lefts = [left, 15, 16, 17];
  const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);
  const sums = range(18, ROWS * VECTORS);
  const rights = range(34, VECTORS);
  const quads = range(38, ROWS);
  const factor = 42;

  const turn = [
    ...lefts.flatMap((pointer, r) => [...get(pointer), ...load(0), ...set(quads[r]!)]),
    ...range(0, STEPS).flatMap((k) => [
      ...rights.flatMap((one, v) => [...get(right), ...load((k * VECTORS + v) * 16), ...set(one)]),
      ...quads.flatMap((quad, r) => [
        ...spread(quad, k), ...set(factor),
        ...rights.flatMap((one, v) => [...get(factor), ...get(one), ...get(sums[r * VECTORS + v]!), ...MULTIPLY_ADD, ...set(sums[r * VECTORS + v]!)]),
      ]),
    ]),
  ];
  const advance = (local: number, by: number[]): number[] => [...get(local), ...by, ADD, ...set(local)];

  const tile = [
    // Where the four rows of A begin, and the panel of B.
    ...get(a), ...get(row), ...get(stride), MULTIPLY, ADD, ...set(left),
    ...lefts.slice(1).flatMap((pointer, i) => [...get(lefts[i]!), ...get(stride), ADD, ...set(pointer)]),
    ...get(b), ...get(column), ...get(stride), MULTIPLY, ADD, ...set(right),
    ...sums.flatMap((sum, i) => [...get(bias), ...get(column), ...constant(2), SHIFT_LEFT, ADD, ...load((i % VECTORS) * 16), ...set(sum)]),
    ...constant(0), ...set(step),
    ...until(step, inner, [
      ...turn,
      ...lefts.flatMap((pointer) => advance(pointer, constant(4 * STEPS))),
      ...advance(right, constant(4 * STEPS * PANEL)),
      ...advance(step, constant(STEPS)),
    ]),
    ...get(c), ...get(row), ...get(outStride), MULTIPLY, ADD, ...get(column), ...constant(2), SHIFT_LEFT, ADD, ...set(out),
    ...sums.flatMap((sum, i) => [...get(out), ...get(sum), ...store((i % VECTORS) * 16), ...(i % VECTORS === VECTORS - 1 ? advance(out, get(outStride)) : [])]),
    ...advance(row, constant(ROWS)),
  ];
  const body = [
    ...get(inner), ...constant(2), SHIFT_LEFT, ...set(stride),
    ...get(columns), ...constant(2), SHIFT_LEFT, ...set(outStride),
    ...until(column, columns, [...constant(0), ...set(row), ...until(row, rows, tile), ...advance(column, constant(PANEL))]),
    END,
  ];
  const locals = [2, 11, I32, 25, V128];
  const code = [...locals, ...body];
  return new Uint8Array([
    0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, [1, 0x60, 7, I32, I32, I32, I32, I32, I32, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...named('memory'), 2, 0, ...named('multiply'), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}
