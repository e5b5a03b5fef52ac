import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confidenceOf } from './confidence.ts';

test('evidence with a positive weight raises the confidence', () => {
  const weights = { bias: -1, ocr: 2, checksum: 3 };
  assert.equal(confidenceOf(weights, { ocr: 0.5 }), 0.5);
  assert.ok(confidenceOf(weights, { ocr: 0.5, checksum: 1 }) > 0.95);
});

test('evidence without a weight does not count, and no confidence is certain', () => {
  assert.equal(confidenceOf({ bias: 0 }, { other: 1 }), 0.5);
  assert.equal(confidenceOf({ bias: 40 }, {}), 0.995);
  assert.equal(confidenceOf({ bias: -40 }, {}), 0.01);
});
