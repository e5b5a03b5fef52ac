import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticFace } from '../../../../test/support/synthetic-faces.ts';
import { measureAttributes, parseAttributes } from './attributes.ts';
import type { Attribute } from './attributes.ts';
import type { DetectionModel, RecognitionModel } from '../model.ts';

const parse = (
  given: string | string[],
  detectionModel: DetectionModel = 'detection_01',
  recognitionModel: RecognitionModel = 'recognition_04',
): Attribute[] => parseAttributes(given, { detectionModel, recognitionModel });
const INVALID = { kind: 'AttributesInvalid', message: 'Invalid argument returnFaceAttributes.' };

test('returns the requested attributes in order, each once', () => {
  assert.deepEqual(parse('noise, blur,,noise'), ['noise', 'blur']);
  assert.deepEqual(parse(['exposure', 'headPose,qualityForRecognition']), ['exposure', 'headPose', 'qualityForRecognition']);
  assert.deepEqual(parseAttributes(undefined, { detectionModel: 'detection_02', recognitionModel: 'recognition_01' }), []);
  assert.deepEqual(parse(' , ', 'detection_02'), []);
});

test('rejects attributes that are not measured', () => {
  for (const name of [
    'age',
    'gender',
    'smile',
    'facialHair',
    'glasses',
    'emotion',
    'hair',
    'makeup',
    'occlusion',
    'accessories',
    'mask',
    'Blur',
    'toString',
    '__proto__',
  ]) {
    assert.throws(() => parse(`blur,${name}`), INVALID, name);
  }
});

test('checks the attributes of each detection and recognition model', () => {
  assert.throws(() => parse('blur', 'detection_02'), { message: "'returnFaceAttributes' is not supported by detection_02." });
  assert.deepEqual(parse('headPose,blur,qualityForRecognition', 'detection_03', 'recognition_03'), [
    'headPose',
    'blur',
    'qualityForRecognition',
  ]);
  for (const name of ['exposure', 'noise'])
    assert.throws(() => parse(name, 'detection_03'), { message: "'returnFaceAttributes' is not supported by detection_03." });
  for (const model of ['recognition_01', 'recognition_02'] as const)
    assert.throws(() => parse('qualityForRecognition', 'detection_01', model), INVALID);
});

test('uses the level boundaries of the interface', () => {
  const levelsOf = (quality: { blur?: number; exposure?: number; noise?: number }): unknown[] => {
    const face = syntheticFace({ quality: { blur: 0, exposure: 0.5, noise: 0, ...quality } });
    const { blur, exposure, noise } = measureAttributes(face, ['blur', 'exposure', 'noise'], (level) => level) as {
      blur: { blurLevel: string };
      exposure: { exposureLevel: string };
      noise: { noiseLevel: string };
    };
    return [blur.blurLevel, exposure.exposureLevel, noise.noiseLevel];
  };
  assert.deepEqual(levelsOf({ blur: 0.249, exposure: 0.249, noise: 0.299 }), ['low', 'underExposure', 'low']);
  assert.deepEqual(levelsOf({ blur: 0.25, exposure: 0.25, noise: 0.3 }), ['medium', 'goodExposure', 'medium']);
  assert.deepEqual(levelsOf({ blur: 0.749, exposure: 0.749, noise: 0.699 }), ['medium', 'goodExposure', 'medium']);
  assert.deepEqual(levelsOf({ blur: 0.75, exposure: 0.75, noise: 0.7 }), ['high', 'overExposure', 'high']);
  assert.deepEqual(levelsOf({ blur: 1, exposure: 1, noise: 1 }), ['high', 'overExposure', 'high']);
});
