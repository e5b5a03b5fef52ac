import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANDMARK_NAMES, landmarksOf } from './landmarks.ts';

test('27 points, each the middle of those it is made of, to a tenth of a pixel', () => {
  const points = Array.from({ length: 68 }, (_, i) => ({ x: i + 0.04, y: 100 - i / 3 }));
  const found = landmarksOf(points);
  assert.equal(LANDMARK_NAMES.length, 27);
  assert.deepEqual(Object.keys(found), LANDMARK_NAMES);
  assert.deepEqual(found.noseTip, { x: 30, y: 90 });
  assert.deepEqual(found.pupilLeft, { x: 38.5, y: 87.2 });
  assert.deepEqual(found.eyeRightBottom, { x: 46.5, y: 84.5 });
  assert.deepEqual(found.noseRootLeft, { x: 33, y: 89 });
});
