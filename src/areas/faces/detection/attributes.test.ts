import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BARE, syntheticFace } from '../../../../test/support/synthetic-faces.ts';
import { measureAttributes, needsAppearance, parseAttributes } from './attributes.ts';
import type { Attribute } from './attributes.ts';
import type { Appearance } from '../../../engines/faces/face.ts';
import type { DetectionModel, RecognitionModel } from '../model.ts';

const parse = (
  given: string | string[],
  detectionModel: DetectionModel = 'detection_01',
  recognitionModel: RecognitionModel = 'recognition_04',
): Attribute[] => parseAttributes(given, { detectionModel, recognitionModel });
const NAMES = { level: (level: string): string => level, headwear: 'headwear' };
const INVALID = { kind: 'AttributesInvalid', message: 'Invalid argument returnFaceAttributes.' };

test('returns the requested attributes in order, each once', () => {
  assert.deepEqual(parse('noise, blur,,noise'), ['noise', 'blur']);
  assert.deepEqual(parse(['exposure', 'headPose,qualityForRecognition']), ['exposure', 'headPose', 'qualityForRecognition']);
  assert.deepEqual(parseAttributes(undefined, { detectionModel: 'detection_02', recognitionModel: 'recognition_01' }), []);
  assert.deepEqual(parse(' , ', 'detection_02'), []);
});

test('rejects attributes that are not measured', () => {
  for (const name of ['age', 'gender', 'smile', 'facialHair', 'emotion', 'hair', 'makeup', 'Blur', 'toString', '__proto__']) {
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
  assert.deepEqual(parse('glasses,occlusion,accessories'), ['glasses', 'occlusion', 'accessories']);
  assert.deepEqual(parse('mask', 'detection_03'), ['mask']);
  for (const name of ['exposure', 'noise', 'glasses', 'occlusion', 'accessories'])
    assert.throws(() => parse(name, 'detection_03'), { message: "'returnFaceAttributes' is not supported by detection_03." });
  assert.throws(() => parse('mask'), { message: "'returnFaceAttributes' is not supported by detection_01." });
  for (const model of ['recognition_01', 'recognition_02'] as const)
    assert.throws(() => parse('qualityForRecognition', 'detection_01', model), INVALID);
});

test('uses the level boundaries of the interface', () => {
  const levelsOf = (quality: { blur?: number; exposure?: number; noise?: number }): unknown[] => {
    const face = syntheticFace({ quality: { blur: 0, exposure: 0.5, noise: 0, ...quality } });
    const { blur, exposure, noise } = measureAttributes(face, ['blur', 'exposure', 'noise'], NAMES) as {
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

const describe = (appearance: Partial<Appearance>, ...attributes: Attribute[]): unknown =>
  measureAttributes(syntheticFace({ appearance: { ...BARE, ...appearance } }), attributes, NAMES);

test('names the likeliest kind of glasses', () => {
  assert.deepEqual(describe({}, 'glasses'), { glasses: 'noGlasses' });
  const glasses = { noGlasses: 0.2, readingGlasses: 0.3, sunglasses: 0.45, swimmingGoggles: 0.05 };
  assert.deepEqual(describe({ glasses }, 'glasses'), { glasses: 'sunglasses' });
});

test('reports the covered parts of the face', () => {
  const covered = { forehead: 0.5, eyes: 0.49, nose: 1, mouth: 0.9 };
  assert.deepEqual(describe({ covered }, 'occlusion'), { occlusion: { foreheadOccluded: true, eyeOccluded: false, mouthOccluded: true } });
});

test('lists the accessories that are likelier than not, with their confidence', () => {
  assert.deepEqual(describe({}, 'accessories'), { accessories: [] });
  const glasses = { noGlasses: 0.253, readingGlasses: 0.347, sunglasses: 0.4, swimmingGoggles: 0 };
  const mask = { noMask: 0.05, faceMask: 0.9, otherMaskOrOcclusion: 0.05 };
  assert.deepEqual(describe({ glasses, mask, headwear: 0.81 }, 'accessories'), {
    accessories: [
      { type: 'headwear', confidence: 0.81 },
      { type: 'glasses', confidence: 0.75 },
      { type: 'mask', confidence: 0.9 },
    ],
  });
});

test('reports the mask, and uncertainty about it', () => {
  const worn = { noMask: 0.1, faceMask: 0.8, otherMaskOrOcclusion: 0.1 };
  const covering = { ...BARE.covered, nose: 0.9, mouth: 0.9 };
  assert.deepEqual(describe({}, 'mask'), { mask: { type: 'noMask', noseAndMouthCovered: false } });
  assert.deepEqual(describe({ mask: worn, covered: covering }, 'mask'), { mask: { type: 'faceMask', noseAndMouthCovered: true } });
  assert.deepEqual(describe({ mask: worn, covered: { ...covering, nose: 0.3 } }, 'mask'), {
    mask: { type: 'faceMask', noseAndMouthCovered: false },
  });
  assert.deepEqual(describe({ covered: covering }, 'mask'), { mask: { type: 'noMask', noseAndMouthCovered: false } });
  const unclear = { noMask: 0.45, faceMask: 0.35, otherMaskOrOcclusion: 0.2 };
  assert.deepEqual(describe({ mask: unclear, covered: covering }, 'mask'), { mask: { type: 'uncertain', noseAndMouthCovered: false } });
});

test('estimates the appearance only for attributes that need it', () => {
  assert.equal(needsAppearance(['blur', 'headPose', 'qualityForRecognition']), false);
  for (const name of ['glasses', 'occlusion', 'accessories', 'mask'] as const) assert.equal(needsAppearance(['blur', name]), true);
});
