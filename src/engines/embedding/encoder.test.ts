import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMBEDDING_SIZE } from './encoder.ts';
import { loadEnglishEncoder } from '../runtime/sentence-encoder.ts';

const encoder = await loadEnglishEncoder();
const INDEXES = [0, 1, 100, 200, 511];
/** Computed by the package's own graph. */
const PINNED: readonly (readonly [string, readonly number[]])[] = [
  ['Hello world', [-0.0378848, -0.0545866, -0.0252692, 0.0494462, 0.0542463]],
  ['Wake me at half past six, please.', [0.0194419, 0.0260604, -0.0672735, 0.0269513, -0.0092149]],
  ['Où est la gare? 駅 :-)', [-0.0467395, 0.0076036, -0.0495067, -0.0185451, 0.0555604]],
];
const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

test('returns the vectors of the published model', () => {
  for (const [text, numbers] of PINNED) {
    const vector = encoder.embed(text);
    numbers.forEach((number, i) =>
      assert.ok(Math.abs(vector[INDEXES[i]!]! - number) < 1e-5, `${text}: ${vector[INDEXES[i]!]} is not ${number}`),
    );
  }
});

test('a vector is the same alone and among others, and has length 1', () => {
  const texts = [
    'Hello world',
    '',
    'word '.repeat(400),
    'ok',
    'ok',
    '駅',
    ...Array.from({ length: 40 }, (_, i) => `sentence number ${i} of many`),
  ];
  const together = encoder.embedAll(texts);
  for (const [i, text] of texts.entries()) {
    assert.deepEqual(together[i], encoder.embed(text));
    assert.ok(Math.abs(dot(together[i]!, together[i]!) - (text === '' ? 0 : 1)) < 1e-5);
    assert.equal(together[i]!.length, EMBEDDING_SIZE);
  }
});

test('similar meanings have similar vectors', () => {
  const [a, b, c] = encoder.embedAll([
    'How do I reset my password?',
    'I forgot my login and need a new one',
    'Play some quiet jazz in the kitchen',
  ]);
  assert.ok(dot(a!, b!) > dot(a!, c!) + 0.2);
});
