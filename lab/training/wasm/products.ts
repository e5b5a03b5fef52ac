/** The loops of matrix products and of steps; src/engines/shared/wasm/products.ts describes them. */
import { PANEL, ROWS } from '../../../src/engines/shared/wasm/products.ts';
import {
  ADD,
  MULTIPLY,
  MULTIPLY_ADD,
  SHIFT_LEFT,
  advance,
  constant,
  get,
  load,
  loadInteger,
  loadSpread,
  set,
  spread,
  store,
  until,
} from './assembler.ts';
import type { Code } from './assembler.ts';

const VECTORS = PANEL / 4;
const STEPS = 4;

export function productsCode(): Code {
  const [a, b, c, bias, rows, inner, columns] = [0, 1, 2, 3, 4, 5, 6];
  const [row, column, step, left, right, out, stride, outStride] = [7, 8, 9, 10, 11, 12, 13, 14];
  const lefts = [left, 15];
  const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);
  const sums = range(16, ROWS * VECTORS);
  const rights = range(24, VECTORS);
  const quads = range(28, ROWS);
  const factor = 30;

  const turn = [
    ...lefts.flatMap((pointer, r) => [...get(pointer), ...load(0), ...set(quads[r]!)]),
    ...range(0, STEPS).flatMap((k) => [
      ...rights.flatMap((one, v) => [...get(right), ...load((k * VECTORS + v) * 16), ...set(one)]),
      ...quads.flatMap((quad, r) => [
        ...spread(quad, k),
        ...set(factor),
        ...rights.flatMap((one, v) => [
          ...get(factor),
          ...get(one),
          ...get(sums[r * VECTORS + v]!),
          ...MULTIPLY_ADD,
          ...set(sums[r * VECTORS + v]!),
        ]),
      ]),
    ]),
  ];

  const tile = [
    // Where the rows of A begin, and the panel of B.
    ...get(a),
    ...get(row),
    ...get(stride),
    MULTIPLY,
    ADD,
    ...set(left),
    ...lefts.slice(1).flatMap((pointer, i) => [...get(lefts[i]!), ...get(stride), ADD, ...set(pointer)]),
    ...get(b),
    ...get(column),
    ...get(stride),
    MULTIPLY,
    ADD,
    ...set(right),
    ...sums.flatMap((sum, i) => [...get(bias), ...get(column), ...constant(2), SHIFT_LEFT, ADD, ...load((i % VECTORS) * 16), ...set(sum)]),
    ...constant(0),
    ...set(step),
    ...until(step, inner, [
      ...turn,
      ...lefts.flatMap((pointer) => advance(pointer, constant(4 * STEPS))),
      ...advance(right, constant(4 * STEPS * PANEL)),
      ...advance(step, constant(STEPS)),
    ]),
    ...get(c),
    ...get(row),
    ...get(outStride),
    MULTIPLY,
    ADD,
    ...get(column),
    ...constant(2),
    SHIFT_LEFT,
    ADD,
    ...set(out),
    ...sums.flatMap((sum, i) => [
      ...get(out),
      ...get(sum),
      ...store((i % VECTORS) * 16),
      ...(i % VECTORS === VECTORS - 1 ? advance(out, get(outStride)) : []),
    ]),
    ...advance(row, constant(ROWS)),
  ];
  const body = [
    ...get(inner),
    ...constant(2),
    SHIFT_LEFT,
    ...set(stride),
    ...get(columns),
    ...constant(2),
    SHIFT_LEFT,
    ...set(outStride),
    ...until(column, columns, [...constant(0), ...set(row), ...until(row, rows, tile), ...advance(column, constant(PANEL))]),
  ];
  return { name: 'multiply', arguments: 7, integers: 9, vectors: 15, body };
}

/** For each of `inner` numbers, two at a time: its panel += Σ number of the entry's row · panel of the entry's steps. */
export function addOuterCode(): Code {
  const [first, last, panel, bytes, entry, number, row, steps] = [0, 1, 2, 3, 4, 5, 6, 7];
  const [one, next] = [8, 9];
  const lanes = Array.from({ length: VECTORS }, (_, v) => ({
    at: v * 16,
    one: 10 + v,
    next: 10 + VECTORS + v,
    step: 10 + 2 * VECTORS + v,
  }));
  return {
    name: 'addOuter',
    arguments: 4,
    integers: 4,
    vectors: 2 + 3 * VECTORS,
    body: until(number, bytes, [
      ...lanes.flatMap((lane) => [
        ...get(panel),
        ...load(lane.at),
        ...set(lane.one),
        ...get(panel),
        ...load(4 * PANEL + lane.at),
        ...set(lane.next),
      ]),
      ...get(first),
      ...set(entry),
      ...until(entry, last, [
        ...get(entry),
        ...loadInteger(0),
        ...get(number),
        ADD,
        ...set(row),
        ...get(entry),
        ...loadInteger(4),
        ...set(steps),
        ...get(row),
        ...loadSpread(0),
        ...set(one),
        ...get(row),
        ...loadSpread(4),
        ...set(next),
        ...lanes.flatMap((lane) => [
          ...get(steps),
          ...load(lane.at),
          ...set(lane.step),
          ...get(one),
          ...get(lane.step),
          ...get(lane.one),
          ...MULTIPLY_ADD,
          ...set(lane.one),
          ...get(next),
          ...get(lane.step),
          ...get(lane.next),
          ...MULTIPLY_ADD,
          ...set(lane.next),
        ]),
        ...advance(entry, constant(8)),
      ]),
      ...lanes.flatMap((lane) => [
        ...get(panel),
        ...get(lane.one),
        ...store(lane.at),
        ...get(panel),
        ...get(lane.next),
        ...store(4 * PANEL + lane.at),
      ]),
      ...advance(panel, constant(8 * PANEL)),
      ...advance(number, constant(8)),
    ]),
  };
}
