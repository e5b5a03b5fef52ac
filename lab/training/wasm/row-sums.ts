/** The loop of sums of rows; src/engines/shared/wasm/row-sums.ts describes it. */
import { PANEL } from '../../../src/engines/shared/wasm/products.ts';
import { ADD, MULTIPLY_ADD, advance, constant, get, load, loadInteger, loadSpread, set, store, until } from './assembler.ts';
import type { Code } from './assembler.ts';

const [FIRST, LAST, SUMS, BYTES, ENTRY, AT, OFFSET, OUT] = [0, 1, 2, 3, 4, 5, 6, 7];
const VALUE = 8;
const LANES = Array.from({ length: PANEL / 4 }, (_, v) => ({ bytes: v * 16, sum: VALUE + 1 + v }));

/** sums += Σ value · row of the entry, panel by panel. */
export function rowSumsCode(): Code {
  return {
    name: 'addRows',
    arguments: 4,
    integers: 4,
    vectors: 1 + LANES.length,
    body: until(OFFSET, BYTES, [
      ...get(SUMS),
      ...get(OFFSET),
      ADD,
      ...set(OUT),
      ...LANES.flatMap(({ bytes, sum }) => [...get(OUT), ...load(bytes), ...set(sum)]),
      ...get(FIRST),
      ...set(ENTRY),
      ...until(ENTRY, LAST, [
        ...get(ENTRY),
        ...loadInteger(0),
        ...get(OFFSET),
        ADD,
        ...set(AT),
        ...get(ENTRY),
        ...loadSpread(4),
        ...set(VALUE),
        ...LANES.flatMap(({ bytes, sum }) => [...get(VALUE), ...get(AT), ...load(bytes), ...get(sum), ...MULTIPLY_ADD, ...set(sum)]),
        ...advance(ENTRY, constant(8)),
      ]),
      ...LANES.flatMap(({ bytes, sum }) => [...get(OUT), ...get(sum), ...store(bytes)]),
      ...advance(OFFSET, constant(4 * PANEL)),
    ]),
  };
}
