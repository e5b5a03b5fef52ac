/**
 * The vendor's newer face clients, unmodified: @azure-rest/ai-vision-face 1.0.0-beta.1, which sends v1.1-preview.1, and 1.0.0-beta.3, which
 * sends v1.2. Each does with real pictures what the server has of those versions; person directories and liveness it has not.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import createFace3, * as face3 from '@azure-rest/ai-vision-face';
import createFace1, * as face1 from 'vision-face-1';
import { MODELS, UNKNOWN_ID, toTargetFace, useFaceServer } from '../support/face-server.ts';
import { GROUP_PHOTO, GROUP_PHOTO_VARIANT, STRANGER_PHOTOS, cutOut, sortLeftToRight } from '../support/people.ts';
import type { Rectangle } from '../support/people.ts';

const bytes = 'application/octet-stream';

interface Answered { status: string; headers: object; body: unknown }

describe('@azure-rest/ai-vision-face', () => {
  const house = useFaceServer();

  for (const [version, create, { isUnexpected, getLongRunningPoller }] of [
    ['1.0.0-beta.1', createFace1 as unknown as typeof createFace3, face1 as unknown as typeof face3], ['1.0.0-beta.3', createFace3, face3],
  ] as const) {
    describe(version, () => {
      let client: face3.FaceClient;
      let places: Rectangle[];
      let seen: string[];
      let strangers: string[];
      const clientOf = (key: string): face3.FaceClient => create(house.server.address, { key }, { allowInsecureConnection: true });

      /** The body of an answer that is none of a failure. */
      async function told<T>(work: PromiseLike<Answered>): Promise<T> {
        const answer = await work;
        if (isUnexpected(answer as never)) assert.fail(`${answer.status} ${JSON.stringify(answer.body)}`);
        return answer.body as T;
      }
      async function refused(work: PromiseLike<Answered>): Promise<unknown[]> {
        const answer = await work;
        assert.ok(isUnexpected(answer as never), `It was not refused: ${answer.status}`);
        const { error } = answer.body as { error: { code: string; message: string } };
        assert.equal((answer.headers as Record<string, string>)['x-ms-error-code'], error.code);
        return [Number(answer.status), error.code, error.message];
      }
      async function train(work: PromiseLike<Answered>): Promise<void> {
        const poller = await getLongRunningPoller(client, await work as never, { intervalInMs: 20 });
        await poller.pollUntilDone();
        assert.equal(poller.getOperationState().status, 'succeeded');
      }
      interface Detected { faceId: string; recognitionModel?: string; faceRectangle: Rectangle; faceLandmarks: Record<string, { x: number; y: number }>; faceAttributes: { blur: { blurLevel: string }; exposure: { exposureLevel: string }; qualityForRecognition: string } }
      const detected = (image: Buffer): Promise<Detected[]> => told(client.path('/detect').post({ contentType: bytes, body: image, queryParameters: { ...MODELS, returnFaceId: true } }));

      before(async () => {
        client = clientOf(await house.key(`client-${version}`));
      });

      test('faces are detected, from a stream and from an address', async () => {
        const found = await told<Detected[]>(client.path('/detect').post({
          contentType: 'application/json', body: { url: house.groupPhotoUrl },
          queryParameters: {
            recognitionModel: 'recognition_04', detectionModel: 'detection_01', returnFaceId: true, returnFaceLandmarks: true, returnRecognitionModel: true, faceIdTimeToLive: 120,
            returnFaceAttributes: ['headPose', 'blur', 'exposure', 'noise', 'qualityForRecognition'],
          },
        }));
        assert.equal(found.length, 4);
        for (const { recognitionModel, faceLandmarks, faceAttributes } of found) {
          assert.equal(recognitionModel, 'recognition_04');
          assert.equal(Object.keys(faceLandmarks).length, 27);
          assert.ok(['low', 'medium', 'high'].includes(faceAttributes.blur.blurLevel));
          assert.ok(['underExposure', 'goodExposure', 'overExposure'].includes(faceAttributes.exposure.exposureLevel));
          assert.ok(['low', 'medium', 'high'].includes(faceAttributes.qualityForRecognition));
        }
        places = sortLeftToRight(found).map(({ faceRectangle }) => faceRectangle);
        seen = sortLeftToRight(await detected(GROUP_PHOTO_VARIANT)).map(({ faceId }) => faceId).reverse();
        strangers = (await Promise.all(STRANGER_PHOTOS.map(detected))).flat().map(({ faceId }) => faceId);
        assert.deepEqual([seen.length, strangers.length], [4, 2]);
      });

      test('a large person group, as the client\'s own page shows it', async () => {
        const largePersonGroupId = 'lpg_family';
        await told(client.path('/largepersongroups/{largePersonGroupId}', largePersonGroupId).put({ body: { name: 'My Family', recognitionModel: 'recognition_04' } }));
        const persons: string[] = [];
        for (const [i, place] of places.slice(0, 2).entries()) {
          const { personId } = await told<{ personId: string }>(client.path('/largepersongroups/{largePersonGroupId}/persons', largePersonGroupId).post({ body: { name: `Person ${i}`, userData: 'data' } }));
          await told(client.path('/largepersongroups/{largePersonGroupId}/persons/{personId}/persistedfaces', largePersonGroupId, personId).post({
            contentType: bytes, body: await cutOut(GROUP_PHOTO, place), queryParameters: { userData: `${i}-0001`, detectionModel: 'detection_03' },
          }));
          persons.push(personId);
        }
        await train(client.path('/largepersongroups/{largePersonGroupId}/train', largePersonGroupId).post());
        const identified = await told<{ faceId: string; candidates: { personId: string }[] }[]>(client.path('/identify').post({ body: { faceIds: [...seen, ...strangers], largePersonGroupId } }));
        assert.deepEqual(identified.map(({ candidates }) => candidates[0]?.personId), [...persons, undefined, undefined, undefined, undefined]);
        const verified = (faceId: string, personId: string): Promise<{ isIdentical: boolean }> => told(client.path('/verify').post({ body: { faceId, personId, largePersonGroupId } as never }));
        assert.deepEqual([(await verified(seen[0]!, persons[0]!)).isIdentical, (await verified(seen[0]!, persons[1]!)).isIdentical], [true, false]);
        const listed = await told<{ personId: string }[]>(client.path('/largepersongroups/{largePersonGroupId}/persons', largePersonGroupId).get({ queryParameters: { top: 1 } }));
        assert.deepEqual(listed.map(({ personId }) => personId), persons.toSorted().slice(0, 1));
        await told(client.path('/largepersongroups/{largePersonGroupId}', largePersonGroupId).delete());
      });

      test('a person group, with faces by address', async () => {
        const personGroupId = 'family';
        await told(client.path('/persongroups/{personGroupId}', personGroupId).put({ body: { name: 'Family', recognitionModel: 'recognition_04' } }));
        const { personId } = await told<{ personId: string }>(client.path('/persongroups/{personGroupId}/persons', personGroupId).post({ body: { name: 'One' } }));
        const add = (): PromiseLike<Answered> => client.path('/persongroups/{personGroupId}/persons/{personId}/persistedfaces', personGroupId, personId).post({
          contentType: 'application/json', body: { url: house.groupPhotoUrl }, queryParameters: { targetFace: toTargetFace(places[3]!), detectionModel: 'detection_03' },
        });
        const { persistedFaceId } = await told<{ persistedFaceId: string }>(add());
        await train(client.path('/persongroups/{personGroupId}/train', personGroupId).post());
        const [one] = await told<{ candidates: { personId: string; confidence: number }[] }[]>(client.path('/identify').post({ body: { faceIds: [seen[3]!], personGroupId } }));
        assert.equal(one!.candidates[0]!.personId, personId);
        await told(client.path('/persongroups/{personGroupId}/persons/{personId}/persistedfaces/{persistedFaceId}', personGroupId, personId, persistedFaceId).delete());
        const [none] = await told<{ candidates: object[] }[]>(client.path('/identify').post({ body: { faceIds: [seen[3]!], personGroupId } }));
        assert.deepEqual(none!.candidates, []);
        await told(client.path('/persongroups/{personGroupId}', personGroupId).delete());
      });

      test('two faces are compared, many are grouped, lists are searched', async () => {
        const once = sortLeftToRight(await detected(GROUP_PHOTO)).map(({ faceId }) => faceId);
        const { isIdentical } = await told<{ isIdentical: boolean }>(client.path('/verify').post({ body: { faceId1: once[1]!, faceId2: seen[1]! } }));
        assert.equal(isIdentical, true);
        const all = await told<{ groups: string[][]; messyGroup: string[] }>(client.path('/group').post({ body: { faceIds: [...once, ...seen] } }));
        assert.deepEqual([all.groups.map(({ length }) => length), all.messyGroup], [[2, 2, 2, 2], []]);
        await told(client.path('/facelists/{faceListId}', 'list').put({ body: { name: 'List', recognitionModel: 'recognition_04' } }));
        await told(client.path('/largefacelists/{largeFaceListId}', 'list').put({ body: { name: 'List', recognitionModel: 'recognition_04' } }));
        const image = await cutOut(GROUP_PHOTO, places[0]!);
        const { persistedFaceId: small } = await told<{ persistedFaceId: string }>(client.path('/facelists/{faceListId}/persistedfaces', 'list').post({ contentType: bytes, body: image }));
        const { persistedFaceId: large } = await told<{ persistedFaceId: string }>(client.path('/largefacelists/{largeFaceListId}/persistedfaces', 'list').post({ contentType: bytes, body: image }));
        await train(client.path('/largefacelists/{largeFaceListId}/train', 'list').post());
        const similar = (body: object): Promise<{ persistedFaceId?: string; faceId?: string }[]> => told(client.path('/findsimilars').post({ body: { faceId: seen[0]!, ...body } as never }));
        assert.deepEqual((await similar({ faceListId: 'list' })).map(({ persistedFaceId }) => persistedFaceId), [small]);
        assert.deepEqual((await similar({ largeFaceListId: 'list' })).map(({ persistedFaceId }) => persistedFaceId), [large]);
        assert.deepEqual((await similar({ faceIds: once })).map(({ faceId }) => faceId), [once[0]]);
      });

      test('failures reach the caller as the service words them', async () => {
        const detect = (image: Buffer, queryParameters = {}): PromiseLike<Answered> => client.path('/detect').post({ contentType: bytes, body: image, queryParameters });
        assert.deepEqual(await refused(detect(Buffer.alloc(2000, 'no picture'))), [400, 'InvalidImage', 'Decoding error, image format unsupported.']);
        assert.deepEqual(await refused(detect(GROUP_PHOTO, { returnFaceAttributes: ['mask'] })), [400, 'BadArgument', 'Invalid argument returnFaceAttributes.']);
        assert.deepEqual(await refused(client.path('/identify').post({ body: { faceIds: [UNKNOWN_ID], personGroupId: 'missing' } })), [400, 'PersonGroupNotFound', 'Person group is not found.']);
        assert.deepEqual(await refused(client.path('/verify').post({ body: { faceId1: UNKNOWN_ID, faceId2: UNKNOWN_ID } })), [404, 'FaceNotFound', 'Face is not found.']);
        assert.deepEqual(await refused(client.path('/persongroups/{personGroupId}/training', 'missing').get()), [404, 'PersonGroupNotFound', 'Person group is not found.']);
        assert.equal((await refused(clientOf('wrong').path('/persongroups').get()))[0], 401);
      });
    });
  }
});
