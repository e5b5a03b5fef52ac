/**
 * The vendor's newer face clients, unmodified, with real images: @azure-rest/ai-vision-face 1.0.0-beta.1, which sends v1.1-preview.1, also
 * when asked to send v1.2-preview.1 as beta.2 does, and 1.0.0-beta.3, which sends v1.2.
 *
 * client: @azure-rest/ai-vision-face 1.0.0-beta.1; version: v1.1-preview.1, v1.2-preview.1; runs: detection, groups, lists, training, search
 * client: @azure-rest/ai-vision-face 1.0.0-beta.3; version: v1.2; runs: detection, groups, lists, training, search
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import createFace3, * as face3 from '@azure-rest/ai-vision-face';
import createFace1, * as face1 from 'vision-face-1';
import { MODELS, UNKNOWN_ID, toTargetFace, useFaceServer } from '../support/face-server.ts';
import { GROUP_PHOTO, GROUP_PHOTO_VARIANT, STRANGER_PHOTOS, cutOut, sortLeftToRight } from '../support/people.ts';
import type { Rectangle } from '../support/people.ts';

const bytes = 'application/octet-stream';

interface ClientResponse {
  status: string;
  headers: object;
  body: unknown;
}

const createFaceOfPreview: typeof createFace3 = (endpoint, credential, options) =>
  (createFace1 as unknown as typeof createFace3)(endpoint, credential, { ...options, apiVersion: 'v1.2-preview.1' as never });

describe('@azure-rest/ai-vision-face', () => {
  const faceServer = useFaceServer();

  for (const [version, create, { isUnexpected, getLongRunningPoller }] of [
    ['1.0.0-beta.1', createFace1 as unknown as typeof createFace3, face1 as unknown as typeof face3],
    ['1.0.0-beta.1 at v1.2-preview.1', createFaceOfPreview, face1 as unknown as typeof face3],
    ['1.0.0-beta.3', createFace3, face3],
  ] as const) {
    describe(version, () => {
      let client: face3.FaceClient;
      let rectangles: Rectangle[];
      let variantIds: string[];
      let strangers: string[];
      const clientOf = (key: string): face3.FaceClient => create(faceServer.server.address, { key }, { allowInsecureConnection: true });

      /** The body of a successful reply. */
      async function bodyOf<T>(work: PromiseLike<ClientResponse>): Promise<T> {
        const response = await work;
        if (isUnexpected(response as never)) assert.fail(`${response.status} ${JSON.stringify(response.body)}`);
        return response.body as T;
      }
      async function failureOf(work: PromiseLike<ClientResponse>): Promise<unknown[]> {
        const response = await work;
        assert.ok(isUnexpected(response as never), `It was not rejected: ${response.status}`);
        const { error } = response.body as { error: { code: string; message: string } };
        assert.equal((response.headers as Record<string, string>)['x-ms-error-code'], error.code);
        return [Number(response.status), error.code, error.message];
      }
      async function train(work: PromiseLike<ClientResponse>): Promise<void> {
        const poller = await getLongRunningPoller(client, (await work) as never, { intervalInMs: 20 });
        await poller.pollUntilDone();
        assert.equal(poller.getOperationState().status, 'succeeded');
      }
      interface Detected {
        faceId: string;
        recognitionModel?: string;
        faceRectangle: Rectangle;
        faceLandmarks: Record<string, { x: number; y: number }>;
        faceAttributes: { blur: { blurLevel: string }; exposure: { exposureLevel: string }; qualityForRecognition: string };
      }
      const detectFaces = (image: Buffer): Promise<Detected[]> =>
        bodyOf(client.path('/detect').post({ contentType: bytes, body: image, queryParameters: { ...MODELS, returnFaceId: true } }));

      before(async () => {
        client = clientOf(await faceServer.key(`client-${version.replaceAll(' ', '-')}`));
      });

      test('detects faces in a stream and at a URL', async () => {
        const found = await bodyOf<Detected[]>(
          client.path('/detect').post({
            contentType: 'application/json',
            body: { url: faceServer.groupPhotoUrl },
            queryParameters: {
              recognitionModel: 'recognition_04',
              detectionModel: 'detection_01',
              returnFaceId: true,
              returnFaceLandmarks: true,
              returnRecognitionModel: true,
              faceIdTimeToLive: 120,
              returnFaceAttributes: ['headPose', 'blur', 'exposure', 'noise', 'qualityForRecognition'],
            },
          }),
        );
        assert.equal(found.length, 4);
        for (const { recognitionModel, faceLandmarks, faceAttributes } of found) {
          assert.equal(recognitionModel, 'recognition_04');
          assert.equal(Object.keys(faceLandmarks).length, 27);
          assert.ok(['low', 'medium', 'high'].includes(faceAttributes.blur.blurLevel));
          assert.ok(['underExposure', 'goodExposure', 'overExposure'].includes(faceAttributes.exposure.exposureLevel));
          assert.ok(['low', 'medium', 'high'].includes(faceAttributes.qualityForRecognition));
        }
        rectangles = sortLeftToRight(found).map(({ faceRectangle }) => faceRectangle);
        variantIds = sortLeftToRight(await detectFaces(GROUP_PHOTO_VARIANT))
          .map(({ faceId }) => faceId)
          .reverse();
        strangers = (await Promise.all(STRANGER_PHOTOS.map(detectFaces))).flat().map(({ faceId }) => faceId);
        assert.deepEqual([variantIds.length, strangers.length], [4, 2]);
      });

      test("uses a large person group as the client's documentation does", async () => {
        const largePersonGroupId = 'lpg_family';
        await bodyOf(
          client
            .path('/largepersongroups/{largePersonGroupId}', largePersonGroupId)
            .put({ body: { name: 'My Family', recognitionModel: 'recognition_04' } }),
        );
        const persons: string[] = [];
        for (const [i, place] of rectangles.slice(0, 2).entries()) {
          const { personId } = await bodyOf<{ personId: string }>(
            client
              .path('/largepersongroups/{largePersonGroupId}/persons', largePersonGroupId)
              .post({ body: { name: `Person ${i}`, userData: 'data' } }),
          );
          await bodyOf(
            client.path('/largepersongroups/{largePersonGroupId}/persons/{personId}/persistedfaces', largePersonGroupId, personId).post({
              contentType: bytes,
              body: await cutOut(GROUP_PHOTO, place),
              queryParameters: { userData: `${i}-0001`, detectionModel: 'detection_03' },
            }),
          );
          persons.push(personId);
        }
        await train(client.path('/largepersongroups/{largePersonGroupId}/train', largePersonGroupId).post());
        const identified = await bodyOf<{ faceId: string; candidates: { personId: string }[] }[]>(
          client.path('/identify').post({ body: { faceIds: [...variantIds, ...strangers], largePersonGroupId } }),
        );
        assert.deepEqual(
          identified.map(({ candidates }) => candidates[0]?.personId),
          [...persons, undefined, undefined, undefined, undefined],
        );
        const verified = (faceId: string, personId: string): Promise<{ isIdentical: boolean }> =>
          bodyOf(client.path('/verify').post({ body: { faceId, personId, largePersonGroupId } as never }));
        assert.deepEqual(
          [(await verified(variantIds[0]!, persons[0]!)).isIdentical, (await verified(variantIds[0]!, persons[1]!)).isIdentical],
          [true, false],
        );
        const listed = await bodyOf<{ personId: string }[]>(
          client.path('/largepersongroups/{largePersonGroupId}/persons', largePersonGroupId).get({ queryParameters: { top: 1 } }),
        );
        assert.deepEqual(
          listed.map(({ personId }) => personId),
          persons.toSorted().slice(0, 1),
        );
        await bodyOf(client.path('/largepersongroups/{largePersonGroupId}', largePersonGroupId).delete());
      });

      test(
        "uses the person directory as the client's samples do",
        { skip: version !== '1.0.0-beta.1' && 'this version of the client has no person directory' },
        async () => {
          const directory = client as unknown as face1.FaceClient;
          const poll = async (response: ClientResponse): Promise<void> => {
            const poller = await face1.getLongRunningPoller(directory, response as never, { intervalInMs: 50 });
            await poller.pollUntilDone();
            assert.equal(poller.getOperationState().status, 'succeeded');
          };
          const persons: string[] = [];
          for (const [i, place] of rectangles.slice(0, 2).entries()) {
            const created = await directory.path('/persons').post({ body: { name: `Person ${i}`, userData: 'data' } });
            const { personId } = await bodyOf<{ personId: string }>(Promise.resolve(created));
            const added = await directory
              .path('/persons/{personId}/recognitionModels/{recognitionModel}/persistedfaces', personId, 'recognition_04')
              .post({ contentType: bytes, body: await cutOut(GROUP_PHOTO, place), queryParameters: { userData: `${i}-0001` } });
            await bodyOf(Promise.resolve(added));
            await poll(created);
            await poll(added);
            persons.push(personId);
          }
          const dynamicPersonGroupId = 'pd_family';
          const group = directory.path('/dynamicpersongroups/{dynamicPersonGroupId}', dynamicPersonGroupId);
          await poll(await group.put({ body: { name: 'Family', addPersonIds: [persons[0]!] } }));
          const identify = async (scope: object): Promise<(string | undefined)[]> => {
            const body = { faceIds: [...variantIds, ...strangers], ...scope } as never;
            const identified = await bodyOf<{ candidates: { personId: string }[] }[]>(directory.path('/identify').post({ body }));
            return identified.map(({ candidates }) => candidates[0]?.personId);
          };
          const nobody = Array.from({ length: 4 }, () => undefined);
          assert.deepEqual(await identify({ dynamicPersonGroupId }), [persons[0], undefined, ...nobody]);
          assert.deepEqual(await identify({ personIds: persons }), [...persons, ...nobody]);
          assert.deepEqual(await identify({ personIds: ['*'] }), [...persons, ...nobody]);
          await poll(await group.patch({ body: { addPersonIds: [persons[1]!], removePersonIds: [persons[0]!] } }));
          assert.deepEqual(await identify({ dynamicPersonGroupId }), [undefined, persons[1], ...nobody]);
          const references = await bodyOf(directory.path('/persons/{personId}/dynamicPersonGroupReferences', persons[1]!).get());
          assert.deepEqual(references, { dynamicPersonGroupIds: [dynamicPersonGroupId] });
          const { isIdentical } = await bodyOf<{ isIdentical: boolean }>(
            directory.path('/verify').post({ body: { faceId: variantIds[0]!, personId: persons[0]! } }),
          );
          assert.equal(isIdentical, true);
          for (const personId of persons) await poll(await directory.path('/persons/{personId}', personId).delete());
          await poll(await group.delete());
          assert.deepEqual(await bodyOf(directory.path('/persons').get()), []);
        },
      );

      test('uses a person group with faces by URL', async () => {
        const personGroupId = 'family';
        await bodyOf(
          client.path('/persongroups/{personGroupId}', personGroupId).put({ body: { name: 'Family', recognitionModel: 'recognition_04' } }),
        );
        const { personId } = await bodyOf<{ personId: string }>(
          client.path('/persongroups/{personGroupId}/persons', personGroupId).post({ body: { name: 'One' } }),
        );
        const add = (): PromiseLike<ClientResponse> =>
          client.path('/persongroups/{personGroupId}/persons/{personId}/persistedfaces', personGroupId, personId).post({
            contentType: 'application/json',
            body: { url: faceServer.groupPhotoUrl },
            queryParameters: { targetFace: toTargetFace(rectangles[3]!), detectionModel: 'detection_03' },
          });
        const { persistedFaceId } = await bodyOf<{ persistedFaceId: string }>(add());
        await train(client.path('/persongroups/{personGroupId}/train', personGroupId).post());
        const [one] = await bodyOf<{ candidates: { personId: string; confidence: number }[] }[]>(
          client.path('/identify').post({ body: { faceIds: [variantIds[3]!], personGroupId } }),
        );
        assert.equal(one!.candidates[0]!.personId, personId);
        await bodyOf(
          client
            .path(
              '/persongroups/{personGroupId}/persons/{personId}/persistedfaces/{persistedFaceId}',
              personGroupId,
              personId,
              persistedFaceId,
            )
            .delete(),
        );
        const [none] = await bodyOf<{ candidates: object[] }[]>(
          client.path('/identify').post({ body: { faceIds: [variantIds[3]!], personGroupId } }),
        );
        assert.deepEqual(none!.candidates, []);
        await bodyOf(client.path('/persongroups/{personGroupId}', personGroupId).delete());
      });

      test('verifies, groups and finds similar faces', async () => {
        const once = sortLeftToRight(await detectFaces(GROUP_PHOTO)).map(({ faceId }) => faceId);
        const { isIdentical } = await bodyOf<{ isIdentical: boolean }>(
          client.path('/verify').post({ body: { faceId1: once[1]!, faceId2: variantIds[1]! } }),
        );
        assert.equal(isIdentical, true);
        const all = await bodyOf<{ groups: string[][]; messyGroup: string[] }>(
          client.path('/group').post({ body: { faceIds: [...once, ...variantIds] } }),
        );
        assert.deepEqual([all.groups.map(({ length }) => length), all.messyGroup], [[2, 2, 2, 2], []]);
        await bodyOf(client.path('/facelists/{faceListId}', 'list').put({ body: { name: 'List', recognitionModel: 'recognition_04' } }));
        await bodyOf(
          client.path('/largefacelists/{largeFaceListId}', 'list').put({ body: { name: 'List', recognitionModel: 'recognition_04' } }),
        );
        const image = await cutOut(GROUP_PHOTO, rectangles[0]!);
        const { persistedFaceId: small } = await bodyOf<{ persistedFaceId: string }>(
          client.path('/facelists/{faceListId}/persistedfaces', 'list').post({ contentType: bytes, body: image }),
        );
        const { persistedFaceId: large } = await bodyOf<{ persistedFaceId: string }>(
          client.path('/largefacelists/{largeFaceListId}/persistedfaces', 'list').post({ contentType: bytes, body: image }),
        );
        await train(client.path('/largefacelists/{largeFaceListId}/train', 'list').post());
        const similar = (body: object): Promise<{ persistedFaceId?: string; faceId?: string }[]> =>
          bodyOf(client.path('/findsimilars').post({ body: { faceId: variantIds[0]!, ...body } as never }));
        assert.deepEqual(
          (await similar({ faceListId: 'list' })).map(({ persistedFaceId }) => persistedFaceId),
          [small],
        );
        assert.deepEqual(
          (await similar({ largeFaceListId: 'list' })).map(({ persistedFaceId }) => persistedFaceId),
          [large],
        );
        assert.deepEqual(
          (await similar({ faceIds: once })).map(({ faceId }) => faceId),
          [once[0]],
        );
      });

      test('receives failures with the messages of the service', async () => {
        const detect = (image: Buffer, queryParameters = {}): PromiseLike<ClientResponse> =>
          client.path('/detect').post({ contentType: bytes, body: image, queryParameters });
        assert.deepEqual(await failureOf(detect(Buffer.alloc(2000, 'not an image'))), [
          400,
          'InvalidImage',
          'Decoding error, image format unsupported.',
        ]);
        assert.deepEqual(await failureOf(detect(GROUP_PHOTO, { returnFaceAttributes: ['mask'] })), [
          400,
          'BadArgument',
          "'returnFaceAttributes' is not supported by detection_01.",
        ]);
        assert.deepEqual(await failureOf(client.path('/identify').post({ body: { faceIds: [UNKNOWN_ID], personGroupId: 'missing' } })), [
          400,
          'PersonGroupNotFound',
          'Person group is not found.',
        ]);
        assert.deepEqual(await failureOf(client.path('/verify').post({ body: { faceId1: UNKNOWN_ID, faceId2: UNKNOWN_ID } })), [
          404,
          'FaceNotFound',
          'Face is not found.',
        ]);
        assert.deepEqual(await failureOf(client.path('/persongroups/{personGroupId}/training', 'missing').get()), [
          404,
          'PersonGroupNotFound',
          'Person group is not found.',
        ]);
        assert.equal((await failureOf(clientOf('wrong').path('/persongroups').get()))[0], 401);
      });
    });
  }
});
