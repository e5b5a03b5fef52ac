import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SENTENCE_SIZE } from '../../language/sentences/encoder.ts';
import { embedInThreads, encodeInThreads } from './encoder-helpers.ts';
import { embedHere, encodeTexts } from './sentence-encoder.ts';

const texts = Array.from({ length: 70 }, (_, i) => `open the ${['door', 'window', 'account'][i % 3]!} number ${i % 50}`);

test('vectors are the same in one thread and in several', async () => {
  const here = await embedHere(texts, SENTENCE_SIZE);
  assert.deepEqual(await embedInThreads(texts, SENTENCE_SIZE, embedHere), here);
  assert.deepEqual(await embedInThreads(texts.slice(0, 5), SENTENCE_SIZE, embedHere), here.slice(0, 5));
});

test('vectors of words are too', async () => {
  assert.deepEqual(await encodeInThreads(texts, encodeTexts, 'current'), await encodeTexts(texts));
});

test('computes what a helping thread cannot', async () => {
  const unknownSize = 7;
  const found = await embedInThreads(texts, unknownSize, (some) => Promise.resolve(some.map(() => new Float32Array(unknownSize).fill(1))));
  assert.equal(found.length, texts.length);
  assert.ok(found.every((vector) => vector.length === unknownSize));
});
