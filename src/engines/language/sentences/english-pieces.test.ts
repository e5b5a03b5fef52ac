import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tokenizer } from './english-pieces.ts';

const reserved: [string, number][] = Array.from({ length: 6 }, (_, i) => [`<${i}>`, 0]);
const pieces = new Tokenizer([...reserved, ['▁', -5], ['a', -3], ['b', -3], ['ab', -4], ['▁ab', -6], [':', null], ['😀', -2]]);

test('finds the most probable pieces', () => {
  assert.deepEqual(pieces.encode('ab', 9), [10]);
  assert.deepEqual(pieces.encode('a b', 9), [6, 7, 6, 8]);
  assert.deepEqual(pieces.encode('aab', 9), [6, 7, 9]);
  assert.deepEqual(pieces.encode('😀', 9), [6, 12]);
});

test('a run of characters without a piece is one unknown piece', () => {
  assert.deepEqual(pieces.encode('axyzb', 9), [6, 7, 0, 8]);
  assert.deepEqual(pieces.encode('', 9), []);
});

test('folds wide letters and cuts long texts', () => {
  assert.deepEqual(pieces.encode('ａｂ', 9), [10]);
  assert.equal(pieces.encode('b'.repeat(100_000), 128).length, 128);
});
