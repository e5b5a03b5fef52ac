import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePredictions } from './compare-predictions.ts';

const TEXT = 'fly to rome';
const rome = { entity: 'City', start: 7, end: 11 };

test('says nothing if both predict the same', () => {
  const one = { intents: [{ intent: 'Fly', score: 0.9001 }], entities: [rome] };
  assert.deepEqual(comparePredictions(TEXT, one, { intents: [{ intent: 'Fly', score: 0.9002 }], entities: [rome] }), []);
});

test('names other intents, scores and entities', () => {
  const one = { intents: [{ intent: 'Fly', score: 0.9 }], entities: [rome] };
  assert.deepEqual(comparePredictions(TEXT, one, { intents: [{ intent: 'Book', score: 0.9 }], entities: [] }), [
    'Book instead of Fly',
    'does not find City: rome',
  ]);
  assert.deepEqual(
    comparePredictions(TEXT, one, {
      intents: [{ intent: 'Fly', score: 0.6 }],
      entities: [rome, { entity: 'Verb', start: 0, end: 3 }],
    }),
    ['Fly with 60 % instead of 90 %', 'also finds Verb: fly'],
  );
});
