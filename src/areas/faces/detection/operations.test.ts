import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { madeUpFace, pictureNamed, seePictures, templateOf } from '../../../../test/support/faces.ts';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { Answer, TestApp } from '../../../../test/support/memory-app.ts';
import { detectedFaces } from '../store.ts';

interface Detected { faceId?: string; recognitionModel?: string; faceRectangle: object; faceLandmarks?: Record<string, object>; faceAttributes?: object }

const TWO = { width: 640, height: 480, faces: [
  madeUpFace({ box: { left: -4.6, top: 20.4, width: 200, height: 200 }, template: templateOf(1) }),
  madeUpFace({ box: { left: 580.5, top: 400, width: 70, height: 90 }, template: templateOf(2) }),
] };

describe('detect', () => {
  let app: TestApp;
  let now = Date.UTC(2026, 0, 1);
  let mine: { key: string; id: string };
  before(async () => {
    app = await testApp({ clock: { now: () => now } });
    mine = await app.account('face', { kind: 'Face' });
  });
  after(() => app.close());
  const detect = (name: string, query = '', headers: Record<string, string> = { 'content-type': 'application/octet-stream' }): Promise<Answer> =>
    app.call({ method: 'POST', url: `/face/v1.0/detect${query}`, key: mine.key, body: pictureNamed(name), headers });
  const refused = async (name: string, query: string, code: string, message: string): Promise<void> => {
    const answer = await detect(name, query);
    const { error } = answer.json<{ error: { code: string; message: string } }>();
    assert.deepEqual([answer.status, error.code, error.message], [400, code, message], query);
  };

  test('faces with ids, in whole pixels of the picture, the largest first', async (t) => {
    seePictures(t, app, { two: TWO });
    const answer = await detect('two');
    const faces = answer.json<Detected[]>();
    assert.equal(answer.status, 200);
    assert.deepEqual(faces.map(({ faceRectangle }) => faceRectangle), [{ left: 0, top: 20, width: 195, height: 200 }, { left: 581, top: 400, width: 59, height: 80 }]);
    assert.deepEqual(Object.keys(faces[0]!).sort(), ['faceId', 'faceRectangle']);
    assert.match(faces[0]!.faceId!, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.notEqual(faces[0]!.faceId, faces[1]!.faceId);
  });

  test('what is asked for, and nothing else', async (t) => {
    seePictures(t, app, { two: TWO });
    const [face] = (await detect('two', '?returnFaceId=false&returnFaceLandmarks=true&returnFaceAttributes=headPose,blur,exposure,noise,qualityForRecognition&recognitionModel=recognition_03&returnRecognitionModel=true')).json<Detected[]>();
    assert.deepEqual(Object.keys(face!).sort(), ['faceAttributes', 'faceLandmarks', 'faceRectangle', 'recognitionModel']);
    assert.equal(face!.recognitionModel, 'recognition_03');
    assert.equal(Object.keys(face!.faceLandmarks!).length, 27);
    assert.deepEqual(face!.faceAttributes, {
      headPose: { pitch: -2, roll: 1.3, yaw: 30 }, blur: { blurLevel: 'Low', value: 0.1 }, exposure: { exposureLevel: 'GoodExposure', value: 0.5 },
      noise: { noiseLevel: 'Medium', value: 0.4 }, qualityForRecognition: 'High',
    });
  });

  test('a picture without faces is an empty list', async (t) => {
    seePictures(t, app, { none: { width: 10, height: 10, faces: [] } });
    const answer = await detect('none');
    assert.deepEqual([answer.status, answer.json()], [200, []]);
  });

  test('ids last as long as was asked, and no template lies open', async (t) => {
    seePictures(t, app, { two: TWO });
    const [short] = (await detect('two', '?faceIdTimeToLive=60')).json<Detected[]>();
    const [long] = (await detect('two')).json<Detected[]>();
    const stored = async (id: string): Promise<boolean> => await app.store.get(detectedFaces, mine.id, id) !== undefined;
    assert.deepEqual([await stored(short!.faceId!), await stored(long!.faceId!)], [true, true]);
    const { value } = (await app.store.get(detectedFaces, mine.id, long!.faceId!))!;
    assert.equal(Buffer.from(value.template, 'base64').length, 12 + 4 * 128 + 16);
    assert.ok(!Buffer.from(value.template, 'base64').includes(Buffer.from(templateOf(1).buffer, 0, 16)));
    now += 60_000;
    assert.deepEqual([await stored(short!.faceId!), await stored(long!.faceId!)], [false, true]);
    now += 86_400_000;
    assert.equal(await stored(long!.faceId!), false);
  });

  test('400: what the arguments may get wrong, before the picture is looked at', async (t) => {
    const seen = seePictures(t, app, { two: TWO });
    for (const ttl of ['59', '86401', 'x', '']) await refused('two', `?faceIdTimeToLive=${ttl}`, 'BadArgument', "'faceIdTimeToLive' is invalid. The valid range is 60 to 86400.");
    await refused('two', '?recognitionModel=recognition_05', 'BadArgument', "'recognitionModel' is invalid.");
    await refused('two', '?detectionModel=detection_04', 'BadArgument', "'detectionModel' is invalid.");
    await refused('two', '?returnFaceId=perhaps', 'BadArgument', "'returnFaceId' is invalid.");
    await refused('two', '?returnFaceAttributes=age', 'BadArgument', 'Invalid argument returnFaceAttributes.');
    await refused('two', '?returnFaceAttributes=blur&detectionModel=detection_02', 'BadArgument', "'returnFaceAttributes' is not supported by detection_02.");
    await refused('two', '?returnFaceLandmarks=true&detectionModel=detection_02', 'BadArgument', "'returnLandmarks' is not supported by detection_02.");
    assert.equal(seen.looks, 0);
  });

  test('400: what the picture may get wrong', async (t) => {
    seePictures(t, app, {
      damaged: { unreadable: 'corrupt' }, large: { unreadable: 'tooLarge' },
      tiny: { unreadable: 'tooSmall' }, wide: { unreadable: 'dimensions' },
    });
    await refused('damaged', '', 'InvalidImage', 'Decoding error, image format unsupported.');
    await refused('text', '', 'InvalidImage', 'Decoding error, image format unsupported.');
    await refused('large', '', 'InvalidImageSize', 'Image size is too big.');
    await refused('wide', '', 'InvalidImageSize', 'Image size is too big.');
    await refused('tiny', '', 'InvalidImageSize', 'Image size is too small.');
  });

  test('a first call that meets another of a new account is looked at once, and answered', async (t) => {
    const seen = seePictures(t, app, { two: TWO });
    mine = await app.account('together', { kind: 'Face' });
    const answers = await Promise.all(['two', 'two', 'two'].map((name) => detect(name)));
    assert.deepEqual([answers.map(({ status }) => status), seen.looks], [[200, 200, 200], 3]);
    for (const answer of answers) for (const { faceId } of answer.json<Detected[]>()) assert.ok(await app.store.get(detectedFaces, mine.id, faceId!));
  });
});
