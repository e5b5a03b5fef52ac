import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countBits, editDistance, letterMask } from './edit-distance.ts';

test('counts the bits of any mask', () => {
  assert.deepEqual([0, 1, 0b1011, -1, 1 << 31, 0x55555555].map(countBits), [0, 1, 3, 32, 1, 16]);
  assert.equal(countBits(letterMask('total') ^ letterMask('totals')), 1);
});

test('counts edits up to the limit', () => {
  assert.deepEqual([editDistance('rechnung', 'rechnvng', 2), editDistance('date', 'dates', 2), editDistance('date', 'data', 0)], [1, 1, 1]);
  assert.ok(editDistance('invoice', 'receipt', 2) > 2);
});
