import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DetectedFace } from './calls.ts';
import { qualityHints, isPoor } from './hints.ts';

type Attributes = DetectedFace['faceAttributes'];

function face(parts: Partial<Attributes> = {}, width = 200): DetectedFace {
  return {
    faceId: '', faceRectangle: { left: 0, top: 0, width, height: width }, faceLandmarks: {},
    faceAttributes: { headPose: { pitch: 0, roll: 0, yaw: 0 }, blur: { blurLevel: 'Low', value: 0 }, exposure: { exposureLevel: 'GoodExposure', value: 0.5 }, noise: { noiseLevel: 'Low', value: 0 }, qualityForRecognition: 'High', ...parts },
  };
}
const words = (one: DetectedFace): string[] => qualityHints(one).map(({ text }) => text);

test('a good face has no other hints; without a quality there are none', () => {
  assert.deepEqual([words(face()), words(face({ qualityForRecognition: undefined }))], [['good'], []]);
});

test('names each fault', () => {
  assert.deepEqual(words(face({ qualityForRecognition: 'Low', blur: { blurLevel: 'High', value: 0.9 }, exposure: { exposureLevel: 'UnderExposure', value: 0.1 }, noise: { noiseLevel: 'High', value: 0.9 }, headPose: { yaw: -40, pitch: -30, roll: 45 } }, 40)),
    ['poor', 'blurred', 'dark', 'grainy', 'turned aside', 'looks down', 'tilted', 'small']);
});

test('poor is what recognition would miss, not what could be better', () => {
  assert.deepEqual([face({ qualityForRecognition: 'Low' }), face({ blur: { blurLevel: 'High', value: 1 } }), face({ qualityForRecognition: 'Medium' }), face({}, 40)].map(isPoor), [true, true, false, false]);
});
