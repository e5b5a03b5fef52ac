import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedText } from './suggest.ts';
import { suggest, uncertaintyOf } from './suggest.ts';
import { wordVector } from '../features/word-vector.ts';

const asked = (text: string, ...scores: number[]): LoggedText => ({ text, scores, vector: wordVector(text) });

test('ranks uncertain texts first', () => {
  const log = [asked('open the gate', 0.99, 0.01), asked('shut the window', 0.5, 0.5), asked('water the plants', 0.7, 0.3)];
  assert.deepEqual(
    suggest(log, [], 3).map(({ index }) => index),
    [1, 2, 0],
  );
  assert.equal(uncertaintyOf([]), 1);
  assert.equal(uncertaintyOf([1]), 0);
});

test('merges duplicate texts', () => {
  const log = [
    asked('Shut the window!', 0.5, 0.5),
    asked('shut  the window', 0.5, 0.5),
    asked('water the plants', 0.6, 0.4),
    asked('SHUT THE WINDOW', 0.5, 0.5),
  ];
  const found = suggest(log, [], 10);
  assert.deepEqual(
    found.map(({ index, count }) => [index, count]),
    [
      [0, 3],
      [2, 1],
    ],
  );
});

test('prefers a different text to one similar to the last pick', () => {
  const log = [
    asked('shut the kitchen window', 0.5, 0.5),
    asked('shut the bathroom window', 0.5, 0.49),
    asked('play some jazz music', 0.6, 0.35),
  ];
  assert.equal(suggest(log, [], 2)[1]!.index, 2);
});

test('names the nearest example and ranks labeled texts low', () => {
  const examples = ['water the plants', 'shut the window'].map((text) => wordVector(text));
  const log = [asked('shut the window please', 0.5, 0.5), asked('play some jazz', 0.6, 0.4)];
  const found = suggest(log, examples, 2);
  assert.deepEqual(
    found.map(({ index }) => index),
    [1, 0],
  );
  assert.equal(found[1]!.nearest!.example, 1);
});

test('suggests nothing for an empty log', () => {
  assert.deepEqual(suggest([], [], 5), []);
  assert.deepEqual(suggest([asked('', 0)], [], 0), []);
  assert.equal(suggest([asked('', 0)], [], 5).length, 1);
});
