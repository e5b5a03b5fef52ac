import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Products } from './multiply.ts';

test('products agree with the definition', () => {
  const size = fc.record({
    rows: fc.integer({ min: 1, max: 9 }),
    inner: fc.integer({ min: 1, max: 6 }),
    columns: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(size, fc.infiniteStream(fc.integer({ min: -9, max: 9 })), ({ rows, inner: steps, columns: panels }, numbers) => {
      const [inner, columns] = [steps * 4, panels * 16];
      const draw = (count: number): Float32Array => Float32Array.from({ length: count }, () => numbers.next().value as number);
      const [a, b, bias] = [draw(rows * inner), draw(inner * columns), draw(columns)];
      const products = new Products();
      const left = products.reserve(12 * inner);
      const right = products.storePanels(b, inner, columns);
      const added = products.store(bias);
      const out = products.reserve(12 * columns);
      products.floats.set(a, left);
      products.multiply(left, right, out, added, rows, inner, columns);
      for (let r = 0; r < rows; r++) {
        for (let c = 0; c < columns; c++) {
          let sum = bias[c]!;
          for (let k = 0; k < inner; k++) sum += a[r * inner + k]! * b[k * columns + c]!;
          assert.equal(products.floats[out + r * columns + c], sum);
        }
      }
    }),
    { numRuns: 50 },
  );
});
