import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteProducts } from './byte-products.ts';

test('multiplies the rows that are named exactly, whatever their size, one table after another', () => {
  const products = new ByteProducts();
  for (const size of [896, 7, 16, 33, 512]) {
    const rows = 100;
    const table = Int8Array.from({ length: rows * size }, (_, i) => ((i * 7919) % 255) - 127);
    const right = Int16Array.from({ length: size }, (_, i) => ((i * 104_729) % 65_535) - 32_767);
    const places = Array.from({ length: rows }, (_, i) => i).filter((i) => i % 3 !== 1);
    const found: [number, number][] = [];
    products.multiply(table, places, right, (place, product) => found.push([place, product]));
    const expected = places.map((place): [number, number] => {
      let sum = 0;
      for (let i = 0; i < size; i++) sum += table[place * size + i]! * right[i]!;
      return [place, sum];
    });
    assert.deepEqual(found, expected, `rows of ${size}`);
  }
});
