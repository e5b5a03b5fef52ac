import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANDMARK_NAMES, toLandmarks } from './landmarks.ts';

test('returns 27 landmarks, each the mean of its points, rounded to a tenth of a pixel', () => {
  const points = Array.from({ length: 68 }, (_, i) => ({ x: i + 0.04, y: 100 - i / 3 }));
  const landmarks = toLandmarks(points);
  assert.equal(LANDMARK_NAMES.length, 27);
  assert.deepEqual(Object.keys(landmarks), LANDMARK_NAMES);
  assert.deepEqual(landmarks.noseTip, { x: 30, y: 90 });
  assert.deepEqual(landmarks.pupilLeft, { x: 38.5, y: 87.2 });
  assert.deepEqual(landmarks.eyeRightBottom, { x: 46.5, y: 84.5 });
  assert.deepEqual(landmarks.noseRootLeft, { x: 33, y: 89 });
});
