import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as calibration from '../../../src/engines/faces/search/calibration.ts';
import { falseIdentificationRate, falseMatchRate, findSimilarPairs, formatRate, missRate } from './matches.ts';

test('matches the engine at every hundredth', () => {
  for (let hundredths = 0; hundredths <= 100; hundredths++) {
    const confidence = hundredths / 100;
    assert.equal(falseMatchRate(confidence), Number(calibration.falseMatchRate(confidence).toPrecision(3)), `at ${confidence}`);
    assert.equal(missRate(confidence), Number(calibration.missRate(confidence).toPrecision(3)), `missed at ${confidence}`);
  }
});

test('matches the engine for groups, to a hundredth of the rate', () => {
  for (const size of [
    { persons: 1, faces: 1 },
    { persons: 20, faces: 75 },
    { persons: 10_000, faces: 31_000 },
  ])
    for (const confidence of [0.3, 0.5, 0.72, 0.95]) {
      const [actual, expected] = [falseIdentificationRate(confidence, size), calibration.falseIdentificationRate(confidence, size)];
      assert.ok(Math.abs(actual - expected) <= expected / 100, `${confidence}: ${actual} for ${expected}`);
    }
});

test('rates as text', () => {
  assert.deepEqual([1, 0.25, 0.0433, 0.00898, 0.000106, 4e-19].map(formatRate), [
    '100 %',
    '25 %',
    '1 in 23',
    '1 in 110',
    '1 in 9,400',
    'fewer than 1 in 1,000,000,000',
  ]);
});

test('reports a pair once, by its best match, and never a person with himself', () => {
  const owners = new Map([
    ['f1', 'ada'],
    ['f2', 'bob'],
    ['f3', 'eve'],
  ]);
  const found = findSimilarPairs(owners, [
    {
      faceId: 'f1',
      candidates: [
        { personId: 'ada', confidence: 0.99 },
        { personId: 'bob', confidence: 0.6 },
      ],
    },
    {
      faceId: 'f2',
      candidates: [
        { personId: 'bob', confidence: 0.99 },
        { personId: 'ada', confidence: 0.7 },
      ],
    },
    { faceId: 'f3', candidates: [{ personId: 'ada', confidence: 0.9 }] },
    { faceId: 'unknown', candidates: [{ personId: 'ada', confidence: 0.9 }] },
  ]);
  assert.deepEqual(found, [
    { one: 'ada', other: 'eve', confidence: 0.9 },
    { one: 'ada', other: 'bob', confidence: 0.7 },
  ]);
});
