import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confidenceOf } from '../../../src/engines/documents/fields/confidence.ts';
import { fitConfidence } from './fit-confidence.ts';

test('fitted confidences are the shares of right values', () => {
  const samples = [0, 1].flatMap((checksum) =>
    Array.from({ length: 1000 }, (_, i) => ({ evidence: { checksum }, right: i % 10 < (checksum === 1 ? 9 : 4) })),
  );
  const weights = fitConfidence(samples);
  assert.ok(Math.abs(confidenceOf(weights, { checksum: 1 }) - 0.9) < 0.01);
  assert.ok(Math.abs(confidenceOf(weights, { checksum: 0 }) - 0.4) < 0.01);
});

test('evidence that separates all samples gets a finite weight', () => {
  const weights = fitConfidence([
    { evidence: { ocr: 1 }, right: true },
    { evidence: { ocr: 0 }, right: false },
  ]);
  assert.ok(Math.abs(weights.ocr!) < 5);
});
