import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DetectedFace } from './calls.ts';
import { initials, isPoor, personName, qualityHints, sameName } from './hints.ts';

type Attributes = DetectedFace['faceAttributes'];

function face(parts: Partial<Attributes> = {}, width = 200): DetectedFace {
  return {
    faceId: '',
    faceRectangle: { left: 0, top: 0, width, height: width },
    faceLandmarks: {},
    faceAttributes: {
      headPose: { pitch: 0, roll: 0, yaw: 0 },
      blur: { blurLevel: 'Low', value: 0 },
      exposure: { exposureLevel: 'GoodExposure', value: 0.5 },
      noise: { noiseLevel: 'Low', value: 0 },
      qualityForRecognition: 'High',
      ...parts,
    },
  };
}
const words = (one: DetectedFace): string[] => qualityHints(one).map(({ text }) => text);

test('a good face has no other hints; without a quality there are none', () => {
  assert.deepEqual([words(face()), words(face({ qualityForRecognition: undefined }))], [['good'], []]);
});

test('names each fault', () => {
  assert.deepEqual(
    words(
      face(
        {
          qualityForRecognition: 'Low',
          blur: { blurLevel: 'High', value: 0.9 },
          exposure: { exposureLevel: 'UnderExposure', value: 0.1 },
          noise: { noiseLevel: 'High', value: 0.9 },
          headPose: { yaw: -40, pitch: -30, roll: 45 },
        },
        40,
      ),
    ),
    ['poor', 'blurred', 'dark', 'grainy', 'turned aside', 'looks down', 'tilted', 'small'],
  );
});

test('poor is what recognition would miss, not what could be better', () => {
  assert.deepEqual(
    [
      face({ qualityForRecognition: 'Low' }),
      face({ blur: { blurLevel: 'High', value: 1 } }),
      face({ qualityForRecognition: 'Medium' }),
      face({}, 40),
    ].map(isPoor),
    [true, true, false, false],
  );
});

const at = (path: string): { name: string; webkitRelativePath: string } => ({
  name: path.split('/').at(-1)!,
  webkitRelativePath: path.includes('/') ? path : '',
});

test("takes the person's name from the file name, without trailing numbers", () => {
  assert.deepEqual(
    ['Ada.jpg', 'Ada 2.jpg', 'ada_lovelace-03.jpeg', 'Ada (1).png', 'Ada', '2024.jpg', '.jpg'].map((name) => personName(at(name))),
    ['Ada', 'Ada', 'ada lovelace', 'Ada', 'Ada', '2024', 'Somebody'],
  );
  assert.equal(personName(at(`${'x'.repeat(500)}.jpg`)).length, 128);
  assert.ok(sameName('ADA', 'Ada') && !sameName('Ada', 'Bob'));
});

test('takes it from the folder where the file has a number, or where there are several', () => {
  const named = (...paths: string[]): string[] => paths.map(at).map((file, _, all) => personName(file, all));
  assert.deepEqual(named('people/ada.jpg', 'people/bob 2.jpg', 'people/17.jpg'), ['ada', 'bob', 'people']);
  assert.deepEqual(named('people/Ada/1.jpg', 'people/Bob/1.jpg', 'people/Bob/smile.jpg'), ['Ada', 'Bob', 'Bob']);
});

test('initials are of the first and the last name', () => {
  assert.deepEqual(['Ada Byron Lovelace', 'ada', 'jean-luc', '', '😀 x'].map(initials), ['AL', 'A', 'JL', '?', '😀X']);
});
