import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeUpFace } from '../../../../test/support/faces.ts';
import { attributesAskedFor, attributesOf } from './attributes.ts';
import type { Attribute } from './attributes.ts';
import type { DetectionModel, RecognitionModel } from '../model.ts';

const asked = (given: string | string[], detectionModel: DetectionModel = 'detection_01', recognitionModel: RecognitionModel = 'recognition_04'): Attribute[] => attributesAskedFor(given, { detectionModel, recognitionModel });
const INVALID = { kind: 'AttributesInvalid', message: 'Invalid argument returnFaceAttributes.' };

test('what is measured, in the order asked for, each once', () => {
  assert.deepEqual(asked('noise, blur,,noise'), ['noise', 'blur']);
  assert.deepEqual(asked(['exposure', 'headPose,qualityForRecognition']), ['exposure', 'headPose', 'qualityForRecognition']);
  assert.deepEqual(attributesAskedFor(undefined, { detectionModel: 'detection_02', recognitionModel: 'recognition_01' }), []);
  assert.deepEqual(asked(' , ', 'detection_02'), []);
});

test('what nothing measures is refused, never made up', () => {
  for (const name of ['age', 'gender', 'smile', 'facialHair', 'glasses', 'emotion', 'hair', 'makeup', 'occlusion', 'accessories', 'mask', 'Blur', 'toString', '__proto__']) {
    assert.throws(() => asked(`blur,${name}`), INVALID, name);
  }
});

test('each detection model has its own, and quality goes with the later recognition models', () => {
  assert.throws(() => asked('blur', 'detection_02'), { message: "'returnFaceAttributes' is not supported by detection_02." });
  assert.deepEqual(asked('headPose,blur,qualityForRecognition', 'detection_03', 'recognition_03'), ['headPose', 'blur', 'qualityForRecognition']);
  for (const name of ['exposure', 'noise']) assert.throws(() => asked(name, 'detection_03'), { message: "'returnFaceAttributes' is not supported by detection_03." });
  for (const model of ['recognition_01', 'recognition_02'] as const) assert.throws(() => asked('qualityForRecognition', 'detection_01', model), INVALID);
});

test('bands end where the interface ends them', () => {
  const told = (quality: { blur?: number; exposure?: number; noise?: number }): unknown[] => {
    const face = madeUpFace({ quality: { blur: 0, exposure: 0.5, noise: 0, ...quality } });
    const { blur, exposure, noise } = attributesOf(face, ['blur', 'exposure', 'noise'], (level) => level) as { blur: { blurLevel: string }; exposure: { exposureLevel: string }; noise: { noiseLevel: string } };
    return [blur.blurLevel, exposure.exposureLevel, noise.noiseLevel];
  };
  assert.deepEqual(told({ blur: 0.249, exposure: 0.249, noise: 0.299 }), ['low', 'underExposure', 'low']);
  assert.deepEqual(told({ blur: 0.25, exposure: 0.25, noise: 0.3 }), ['medium', 'goodExposure', 'medium']);
  assert.deepEqual(told({ blur: 0.749, exposure: 0.749, noise: 0.699 }), ['medium', 'goodExposure', 'medium']);
  assert.deepEqual(told({ blur: 0.75, exposure: 0.75, noise: 0.7 }), ['high', 'overExposure', 'high']);
  assert.deepEqual(told({ blur: 1, exposure: 1, noise: 1 }), ['high', 'overExposure', 'high']);
});
