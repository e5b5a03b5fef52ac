/** The loop of products of bytes; src/engines/shared/wasm/byte-products.ts describes it. */
import { VECTOR } from '../../../src/engines/shared/wasm/byte-products.ts';
import {
  ADD_INTEGERS,
  DOT_SHORTS,
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

export function byteProductsCode(): Code {
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
