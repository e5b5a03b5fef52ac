import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeTemplates, packBlock, rowLists } from '../../../../test/support/random-templates.ts';
import { TEMPLATE_LENGTH } from '../face.ts';
import { BlockWriter, MAX_VALUE, MAX_ROWS, openBlock, planesOf, sizeInBytes } from './block.ts';
import { InvalidModel } from '../../shared/bytes/reader.ts';

const template = (value: number): Float32Array => new Float32Array(TEMPLATE_LENGTH).fill(value);

test('restores numbers to within 1/65,000 of the largest in their row', () => {
  fc.assert(
    fc.property(rowLists, (rows) => {
      const block = openBlock(packBlock(rows, rows.length));
      const kept = decodeTemplates(block);
      rows.forEach((row, i) => {
        const greatest = row.template.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
        row.template.forEach((value, k) =>
          assert.ok(Math.abs(value - kept[i]![k]!) <= greatest / 64_000 + 1e-30, `${value} came back as ${kept[i]![k]}`),
        );
      });
      assert.deepEqual(
        [...planesOf(block.memory, 0, block.rows).owners],
        rows.map(({ owner }) => owner),
      );
    }),
    { numRuns: 50 },
  );
});

test('missing rows take no space', () => {
  const rows = [
    { owner: 7, template: template(0.5) },
    { owner: 9, template: template(-1) },
  ];
  assert.deepEqual(packBlock(rows, 50), packBlock(rows, 2));
  const empty = openBlock(packBlock([], 3));
  assert.deepEqual([empty.rows, sizeInBytes(empty)], [0, 0]);
});

test('a block takes 276 bytes a row', () => {
  assert.equal(sizeInBytes(openBlock(packBlock([{ owner: 0, template: template(1) }], 1))), 276);
});

test('rejects invalid templates, owners and counts', () => {
  const writer = new BlockWriter(1);
  for (const value of [NaN, Infinity, 2 * MAX_VALUE, -2 * MAX_VALUE])
    assert.throws(() => writer.add({ owner: 0, template: template(value) }), RangeError);
  assert.throws(() => writer.add({ owner: 0, template: new Float32Array(127) }), RangeError);
  for (const owner of [-1, 0.5, 2 ** 32, NaN]) assert.throws(() => writer.add({ owner, template: template(1) }), RangeError);
  assert.equal(writer.rows, 0);
  writer.add({ owner: 2 ** 32 - 1, template: template(MAX_VALUE) });
  assert.throws(() => writer.add({ owner: 0, template: template(1) }), RangeError);
  for (const count of [-1, 0.5, MAX_ROWS + 1, NaN]) assert.throws(() => new BlockWriter(count), RangeError);
});

test('rejects altered or cut bytes', () => {
  const bytes = packBlock(
    [
      { owner: 1, template: template(0.25) },
      { owner: 2, template: template(0.5) },
    ],
    2,
  );
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const spoiled = bytes.slice();
      spoiled[at]! ^= change;
      assert.throws(() => openBlock(spoiled), InvalidModel);
    }),
  );
  for (let length = 0; length < bytes.length; length += 13) assert.throws(() => openBlock(bytes.subarray(0, length)), InvalidModel);
  assert.throws(() => openBlock(new Uint8Array([...bytes, 0])), InvalidModel);
});
