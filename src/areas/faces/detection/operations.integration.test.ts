import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { BARE, fakeImages, imageNamed, syntheticFace, templateOf } from '../../../../test/support/synthetic-faces.ts';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestApp, TestResponse } from '../../../../test/support/memory-app.ts';
import { detectedFaces } from '../store.ts';

interface Detected {
  faceId?: string;
  recognitionModel?: string;
  faceRectangle: object;
  faceLandmarks?: Record<string, object>;
  faceAttributes?: object;
}

const TWO = {
  width: 640,
  height: 480,
  faces: [
    syntheticFace({ box: { left: -4.6, top: 20.4, width: 200, height: 200 }, template: templateOf(1) }),
    syntheticFace({ box: { left: 580.5, top: 400, width: 70, height: 90 }, template: templateOf(2) }),
  ],
};

describe('detect', () => {
  let app: TestApp;
  let now = Date.UTC(2026, 0, 1);
  let current: { key: string; id: string };
  before(async () => {
    app = await testApp({ clock: { now: () => now } });
    current = await app.createAccount('face', { kind: 'Face' });
  });
  after(() => app.close());
  const detect = (
    name: string,
    query = '',
    headers: Record<string, string> = { 'content-type': 'application/octet-stream' },
  ): Promise<TestResponse> =>
    app.call({ method: 'POST', url: `/face/v1.0/detect${query}`, key: current.key, body: imageNamed(name), headers });
  const assertRejected = async (name: string, query: string, code: string, message: string): Promise<void> => {
    const response = await detect(name, query);
    const { error } = response.json<{ error: { code: string; message: string } }>();
    assert.deepEqual([response.status, error.code, error.message], [400, code, message], query);
  };

  test('returns faces with ids and rectangles in whole pixels, the largest first', async (t) => {
    fakeImages(t, app, { two: TWO });
    const response = await detect('two');
    const faces = response.json<Detected[]>();
    assert.equal(response.status, 200);
    assert.deepEqual(
      faces.map(({ faceRectangle }) => faceRectangle),
      [
        { left: 0, top: 20, width: 195, height: 200 },
        { left: 581, top: 400, width: 59, height: 80 },
      ],
    );
    assert.deepEqual(Object.keys(faces[0]!).sort(), ['faceId', 'faceRectangle']);
    assert.match(faces[0]!.faceId!, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.notEqual(faces[0]!.faceId, faces[1]!.faceId);
  });

  test('returns only what is requested', async (t) => {
    fakeImages(t, app, { two: TWO });
    const [face] = (
      await detect(
        'two',
        '?returnFaceId=false&returnFaceLandmarks=true&returnFaceAttributes=headPose,blur,exposure,noise,qualityForRecognition&recognitionModel=recognition_03&returnRecognitionModel=true',
      )
    ).json<Detected[]>();
    assert.deepEqual(Object.keys(face!).sort(), ['faceAttributes', 'faceLandmarks', 'faceRectangle', 'recognitionModel']);
    assert.equal(face!.recognitionModel, 'recognition_03');
    assert.equal(Object.keys(face!.faceLandmarks!).length, 27);
    assert.deepEqual(face!.faceAttributes, {
      headPose: { pitch: -2, roll: 1.3, yaw: 30 },
      blur: { blurLevel: 'Low', value: 0.1 },
      exposure: { exposureLevel: 'GoodExposure', value: 0.5 },
      noise: { noiseLevel: 'Medium', value: 0.4 },
      qualityForRecognition: 'High',
    });
  });

  test('returns what faces wear, spelled as each version does', async (t) => {
    const appearance = {
      ...BARE,
      headwear: 0.9,
      glasses: { noGlasses: 0.1, readingGlasses: 0.8, sunglasses: 0.05, swimmingGoggles: 0.05 },
    };
    fakeImages(t, app, { worn: { ...TWO, faces: TWO.faces.map((face) => ({ ...face, appearance })) } });
    const attributesOf = async (version: string, query: string): Promise<unknown> => {
      const response = await app.call({
        method: 'POST',
        url: `/face/${version}/detect?returnFaceId=false&${query}`,
        key: current.key,
        body: imageNamed('worn'),
        headers: { 'content-type': 'application/octet-stream' },
      });
      assert.equal(response.status, 200, response.text);
      return response.json<Detected[]>()[0]!.faceAttributes;
    };
    const occlusion = { foreheadOccluded: false, eyeOccluded: false, mouthOccluded: false };
    assert.deepEqual(await attributesOf('v1.0', 'returnFaceAttributes=glasses,occlusion,accessories'), {
      glasses: 'ReadingGlasses',
      occlusion,
      accessories: [
        { type: 'headWear', confidence: 0.9 },
        { type: 'glasses', confidence: 0.9 },
      ],
    });
    assert.deepEqual(await attributesOf('v1.2', 'returnFaceAttributes=glasses,accessories'), {
      glasses: 'readingGlasses',
      accessories: [
        { type: 'headwear', confidence: 0.9 },
        { type: 'glasses', confidence: 0.9 },
      ],
    });
    assert.deepEqual(await attributesOf('v1.2', 'returnFaceAttributes=mask&detectionModel=detection_03'), {
      mask: { type: 'noMask', noseAndMouthCovered: false },
    });
  });

  test('returns an empty list for an image without faces', async (t) => {
    fakeImages(t, app, { none: { width: 10, height: 10, faces: [] } });
    const response = await detect('none');
    assert.deepEqual([response.status, response.json()], [200, []]);
  });

  test('expires ids after the requested time, and stores templates encrypted', async (t) => {
    fakeImages(t, app, { two: TWO });
    const [short] = (await detect('two', '?faceIdTimeToLive=60')).json<Detected[]>();
    const [long] = (await detect('two')).json<Detected[]>();
    const stored = async (id: string): Promise<boolean> => (await app.store.get(detectedFaces, current.id, id)) !== undefined;
    assert.deepEqual([await stored(short!.faceId!), await stored(long!.faceId!)], [true, true]);
    const { value } = (await app.store.get(detectedFaces, current.id, long!.faceId!))!;
    assert.equal(Buffer.from(value.template, 'base64').length, 12 + 4 * 128 + 16);
    assert.ok(!Buffer.from(value.template, 'base64').includes(Buffer.from(templateOf(1).buffer, 0, 16)));
    now += 60_000;
    assert.deepEqual([await stored(short!.faceId!), await stored(long!.faceId!)], [false, true]);
    now += 86_400_000;
    assert.equal(await stored(long!.faceId!), false);
  });

  test('rejects invalid arguments before detection', async (t) => {
    const detector = fakeImages(t, app, { two: TWO });
    for (const ttl of ['59', '86401', 'x', ''])
      await assertRejected(
        'two',
        `?faceIdTimeToLive=${ttl}`,
        'BadArgument',
        "'faceIdTimeToLive' is invalid. The valid range is 60 to 86400.",
      );
    await assertRejected('two', '?recognitionModel=recognition_05', 'BadArgument', "'recognitionModel' is invalid.");
    await assertRejected('two', '?detectionModel=detection_04', 'BadArgument', "'detectionModel' is invalid.");
    await assertRejected('two', '?returnFaceId=perhaps', 'BadArgument', "'returnFaceId' is invalid.");
    await assertRejected('two', '?returnFaceAttributes=age', 'BadArgument', 'Invalid argument returnFaceAttributes.');
    await assertRejected(
      'two',
      '?returnFaceAttributes=blur&detectionModel=detection_02',
      'BadArgument',
      "'returnFaceAttributes' is not supported by detection_02.",
    );
    await assertRejected(
      'two',
      '?returnFaceLandmarks=true&detectionModel=detection_02',
      'BadArgument',
      "'returnLandmarks' is not supported by detection_02.",
    );
    assert.equal(detector.calls, 0);
  });

  test('rejects unreadable images and images of an unsupported size', async (t) => {
    fakeImages(t, app, {
      damaged: { unreadable: 'corrupt' },
      large: { unreadable: 'tooLarge' },
      tiny: { unreadable: 'tooSmall' },
      wide: { unreadable: 'dimensions' },
    });
    await assertRejected('damaged', '', 'InvalidImage', 'Decoding error, image format unsupported.');
    await assertRejected('text', '', 'InvalidImage', 'Decoding error, image format unsupported.');
    await assertRejected('large', '', 'InvalidImageSize', 'Image size is too big.');
    await assertRejected('wide', '', 'InvalidImageSize', 'Image size is too big.');
    await assertRejected('tiny', '', 'InvalidImageSize', 'Image size is too small.');
  });

  test('runs detection once for each of several concurrent first calls', async (t) => {
    const detector = fakeImages(t, app, { two: TWO });
    current = await app.createAccount('together', { kind: 'Face' });
    const responses = await Promise.all(['two', 'two', 'two'].map((name) => detect(name)));
    assert.deepEqual([responses.map(({ status }) => status), detector.calls], [[200, 200, 200], 3]);
    for (const response of responses)
      for (const { faceId } of response.json<Detected[]>()) assert.ok(await app.store.get(detectedFaces, current.id, faceId!));
  });
});
