import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSimilarPairs } from './alike.ts';

test('reports a pair once, by its best match, and never a person with himself', () => {
  const owners = new Map([['f1', 'ada'], ['f2', 'bob'], ['f3', 'eve']]);
  const found = findSimilarPairs(owners, [
    { faceId: 'f1', candidates: [{ personId: 'ada', confidence: 0.99 }, { personId: 'bob', confidence: 0.6 }] },
    { faceId: 'f2', candidates: [{ personId: 'bob', confidence: 0.99 }, { personId: 'ada', confidence: 0.7 }] },
    { faceId: 'f3', candidates: [{ personId: 'ada', confidence: 0.9 }] },
    { faceId: 'unknown', candidates: [{ personId: 'ada', confidence: 0.9 }] },
  ]);
  assert.deepEqual(found, [{ one: 'ada', other: 'eve', confidence: 0.9 }, { one: 'ada', other: 'bob', confidence: 0.7 }]);
});
