/** The loop over the rows of a chunk; src/engines/faces/search/sieve.ts describes it. */
import { TEMPLATE_LENGTH } from '../../../src/engines/faces/face.ts';
import { CHUNK, ROWS_PER_STEP } from '../../../src/engines/faces/search/sieve.ts';
import {
  ADD,
  ADD_FLOATS,
  ADD_INTEGERS,
  DOT_BYTES_ADD,
  EXCLUSIVE_OR,
  GREATER_BITS,
  INTEGERS_TO_FLOATS,
  IS_ZERO,
  MULTIPLY_FLOATS,
  SHIFT_LEFT,
  SUBTRACT_FLOATS,
  advance,
  choose,
  constant,
  get,
  load,
  loadSpread,
  set,
  storeInteger,
  until,
  zeros,
} from './assembler.ts';
import type { Code } from './assembler.ts';

const STEPS = TEMPLATE_LENGTH / 16;

/**
 * Writes, after the place where they end, an entry for each four rows of which any passes: where they begin, plus a bit for each that
 * does.
 */
export function sieveCode(): Code {
  const [upper, last, planes, query, bounds, out] = [0, 1, 2, 3, 4, 5];
  const [at, bits] = [6, 7];
  const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);
  const queries = range(8, STEPS);
  const [twiceStep, twiceOffset, distance, square] = range(8 + STEPS, 4) as [number, number, number, number];
  const sums = range(12 + STEPS, ROWS_PER_STEP);
  const [first, second] = range(12 + STEPS + ROWS_PER_STEP, 2) as [number, number];
  const [a, b, c, d] = sums as [number, number, number, number];
  const plane = (number: number): number[] => [...get(planes), ...load(4 * CHUNK * number)];
  const addHalves = (one: number, other: number): number[] => [
    ...get(one),
    ...get(other),
    ...choose([0, 4, 1, 5]),
    ...get(one),
    ...get(other),
    ...choose([2, 6, 3, 7]),
    ...ADD_INTEGERS,
  ];
  const products = [
    ...sums.flatMap((sum) => [...zeros, ...set(sum)]),
    ...queries.flatMap((part, step) =>
      sums.flatMap((sum, row) => [
        ...get(upper),
        ...load(row * TEMPLATE_LENGTH + 16 * step),
        ...get(part),
        ...get(sum),
        ...DOT_BYTES_ADD,
        ...set(sum),
      ]),
    ),
    // The sums of four rows, one in each place of a vector.
    ...addHalves(a, b),
    ...set(first),
    ...addHalves(c, d),
    ...set(second),
    ...get(first),
    ...get(second),
    ...choose([0, 1, 4, 5]),
    ...get(first),
    ...get(second),
    ...choose([2, 3, 6, 7]),
    ...ADD_INTEGERS,
    ...INTEGERS_TO_FLOATS,
  ];
  const turn = [
    ...plane(1),
    ...products,
    ...plane(0),
    ...MULTIPLY_FLOATS,
    ...get(twiceStep),
    ...MULTIPLY_FLOATS,
    ...SUBTRACT_FLOATS,
    ...plane(3),
    ...get(twiceOffset),
    ...MULTIPLY_FLOATS,
    ...SUBTRACT_FLOATS,
    ...plane(2),
    ...get(distance),
    ...ADD_FLOATS,
    ...set(first),
    ...get(first),
    ...get(first),
    ...MULTIPLY_FLOATS,
    ...get(square),
    ...SUBTRACT_FLOATS,
    ...GREATER_BITS,
    ...constant(15),
    EXCLUSIVE_OR,
    ...set(bits),
    ...get(at),
    ...get(upper),
    ...get(bits),
    ADD,
    ...storeInteger(0),
    ...advance(at, [...get(bits), IS_ZERO, IS_ZERO, ...constant(2), SHIFT_LEFT]),
    ...advance(planes, constant(4 * ROWS_PER_STEP)),
    ...advance(upper, constant(ROWS_PER_STEP * TEMPLATE_LENGTH)),
  ];
  const body = [
    ...queries.flatMap((part, step) => [...get(query), ...load(16 * step), ...set(part)]),
    ...[twiceStep, twiceOffset, distance, square].flatMap((bound, i) => [...get(bounds), ...loadSpread(4 * i), ...set(bound)]),
    ...get(out),
    ...set(at),
    ...advance(at, constant(4)),
    ...until(upper, last, turn),
    ...get(out),
    ...get(at),
    ...storeInteger(0),
  ];
  return { name: 'sift', arguments: 6, integers: 2, vectors: STEPS + 4 + ROWS_PER_STEP + 2, body };
}
