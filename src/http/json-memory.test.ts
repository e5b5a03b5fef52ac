import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateJsonMemory } from './json-memory.ts';

const estimate = (text: string): ReturnType<typeof estimateJsonMemory> => estimateJsonMemory(Buffer.from(text));

test('counts objects, arrays and values, and the depth', () => {
  assert.deepEqual(estimate('{"a":[1,2,{}]}'), { bytes: 2 * 224 + 64 + 2 * 32, depth: 3 });
  assert.deepEqual(estimate('[[],[]]'), { bytes: 3 * 64 + 32, depth: 2 });
});

test('skips what is inside of texts', () => {
  assert.deepEqual(estimate(String.raw`"{[,\"{\\"`), { bytes: 0, depth: 0 });
});

test('reads texts that are not JSON to their end', () => {
  assert.equal(estimate('}}}[').depth, 0);
  assert.equal(estimate('"\\').bytes, 0);
});
