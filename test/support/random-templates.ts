/** Random templates: typical, equal, zero, tiny and huge ones; and the values that a block stores of them. */
import fc from 'fast-check';
import { Random } from '../../src/engines/shared/random.ts';
import { TEMPLATE_LENGTH } from '../../src/engines/faces/face.ts';
import { BlockWriter, planesOf } from '../../src/engines/faces/search/block.ts';
import type { Block, Row } from '../../src/engines/faces/search/block.ts';

/** Approximately normal values with this scale and mean. */
export function randomTemplate(random: Random, size = 1, center = 0): Float32Array {
  return Float32Array.from(
    { length: TEMPLATE_LENGTH },
    () => center + size * (random.next() + random.next() + random.next() + random.next() - 2) * 0.15,
  );
}

export const templates: fc.Arbitrary<Float32Array> = fc
  .record({
    seed: fc.integer({ min: 0, max: 20 }),
    size: fc.constantFrom(1, 1, 1, 1, 0.01, 0, 1e-35, 1e-20, 1e8),
    center: fc.constantFrom(0, 0, 0, 1, -0.1),
  })
  .map(({ seed, size, center }) => randomTemplate(new Random(seed), size, center));

export const rowLists: fc.Arbitrary<Row[]> = fc.array(fc.record({ owner: fc.oneof(fc.nat(5), fc.nat(2 ** 31)), template: templates }), {
  minLength: 1,
  maxLength: 300,
});

/** The values of every row as stored in the block. */
export function decodeTemplates({ memory, rows }: Block): Float64Array[] {
  const { scales, upper, lower } = planesOf(memory, 0, rows);
  return Array.from({ length: rows }, (_, row) =>
    Float64Array.from({ length: TEMPLATE_LENGTH }, (_none, i) => {
      const at = row * TEMPLATE_LENGTH + i;
      return (scales[row]! / 256) * (256 * upper[at]! + lower[at]! - 128);
    }),
  );
}

/** The block of the rows; `count` of them, or fewer. */
export function packBlock(rows: Iterable<Row>, count: number): Uint8Array<ArrayBuffer> {
  const writer = new BlockWriter(count);
  for (const row of rows) writer.add(row);
  return writer.finish();
}
