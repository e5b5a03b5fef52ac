/** Confidence of values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitConfidence, valueConfidence } from './value-confidence.ts';
import type { ConfidenceInputs } from './value-confidence.ts';

const SURE: ConfidenceInputs = {
  score: 0.97,
  taggerScore: 0.95,
  fit: 1,
  accuracy: 1,
  ocrConfidence: 1,
  isKnownShape: true,
  hasTypedValue: true,
};

test('doubts a value at a sure place that was read badly, though all training values were read well', () => {
  const weights = fitConfidence(Array.from({ length: 60 }, () => ({ inputs: SURE, isRight: true })));
  assert.ok(valueConfidence(weights, SURE) > 0.95);
  assert.ok(valueConfidence(weights, { ...SURE, ocrConfidence: 0.9 }) > 0.9);
  assert.ok(valueConfidence(weights, { ...SURE, ocrConfidence: 0.7 }) < 0.9);
  assert.ok(valueConfidence(weights, { ...SURE, ocrConfidence: 0.3 }) < 0.5);
});
