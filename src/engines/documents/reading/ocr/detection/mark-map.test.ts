import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markProbability } from './mark-map.ts';

test('returns the highest probability inside a box', () => {
  const scores = new Float32Array(20 * 10).fill(-6);
  scores[4 * 20 + 7] = 4;
  const map = { width: 20, height: 10, cell: 8, scores };
  assert.ok(markProbability(map, { left: 52, top: 30, right: 66, bottom: 44 }) > 0.95);
  assert.ok(markProbability(map, { left: 80, top: 30, right: 94, bottom: 44 }) < 0.01);
  assert.equal(markProbability(map, { left: 500, top: 30, right: 520, bottom: 44 }), 0, 'outside the map');
});
