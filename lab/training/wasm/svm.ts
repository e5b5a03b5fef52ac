/** The two loops of support vector machines; src/engines/shared/classifier/svm.ts describes them. */
import { MULTIPLY_ADD, advance, constant, get, load, loadInteger, loadSpread, set, store, until } from './assembler.ts';
import type { Code } from './assembler.ts';

const [ENTRY, LAST, SUMS, AT] = [0, 1, 2, 3];
const LANE_VECTORS = [0, 1, 2, 3];
const VALUE = 4;
const held = (v: number): number => 5 + v;

/** sums = Σ value · weights of the entry's column. */
export function dotCode(): Code {
  return {
    name: 'dot',
    arguments: 3,
    integers: 1,
    vectors: 5,
    body: [
      ...until(ENTRY, LAST, [
        ...get(ENTRY),
        ...loadInteger(0),
        ...set(AT),
        ...get(ENTRY),
        ...loadSpread(4),
        ...set(VALUE),
        ...LANE_VECTORS.flatMap((v) => [...get(VALUE), ...get(AT), ...load(v * 16), ...get(held(v)), ...MULTIPLY_ADD, ...set(held(v))]),
        ...advance(ENTRY, constant(8)),
      ]),
      ...LANE_VECTORS.flatMap((v) => [...get(SUMS), ...get(held(v)), ...store(v * 16)]),
    ],
  };
}

/** weights of the entry's column += value · sums. */
export function addCode(): Code {
  return {
    name: 'add',
    arguments: 3,
    integers: 1,
    vectors: 5,
    body: [
      ...LANE_VECTORS.flatMap((v) => [...get(SUMS), ...load(v * 16), ...set(held(v))]),
      ...until(ENTRY, LAST, [
        ...get(ENTRY),
        ...loadInteger(0),
        ...set(AT),
        ...get(ENTRY),
        ...loadSpread(4),
        ...set(VALUE),
        ...LANE_VECTORS.flatMap((v) => [
          ...get(AT),
          ...get(VALUE),
          ...get(held(v)),
          ...get(AT),
          ...load(v * 16),
          ...MULTIPLY_ADD,
          ...store(v * 16),
        ]),
        ...advance(ENTRY, constant(8)),
      ]),
    ],
  };
}
