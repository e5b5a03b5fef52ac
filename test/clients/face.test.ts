/**
 * The vendor's older face clients, unmodified: @azure/cognitiveservices-face 4.2.0 and 5.0.0. Each calls all its operations with real
 * images: groups of both sizes, training, detection, identification, verification, both kinds of lists, grouping.
 *
 * client: @azure/cognitiveservices-face 4.2.0; version: v1.0; runs: every operation
 * client: @azure/cognitiveservices-face 5.0.0; version: v1.0; runs: every operation
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { FaceClient } from '@azure/cognitiveservices-face';
import { FaceClient as FaceClient5 } from 'cognitiveservices-face-5';
import { MODELS, UNKNOWN_ID, toTargetFace, useFaceServer } from '../support/face-server.ts';
import { GROUP_PHOTO, GROUP_PHOTO_VARIANT, STRANGER_PHOTOS, cutOut, sortLeftToRight } from '../support/people.ts';
import type { Rectangle } from '../support/people.ts';
import { eventually } from '../support/server.ts';
import { CallRecorder, createClient, responseBody, rejectionOf } from '../support/vendor-client.ts';

const MODEL = MODELS.recognitionModel;

describe('@azure/cognitiveservices-face', () => {
  const faceServer = useFaceServer();

  for (const { version, Client, more } of [
    { version: '4.2.0', Client: FaceClient, more: [] },
    { version: '5.0.0', Client: FaceClient5 as unknown as typeof FaceClient, more: ['qualityForRecognition'] },
  ]) {
    describe(version, () => {
      let client: FaceClient;
      let recorder: CallRecorder;
      /** Rectangles in the group photo, from left to right. */
      let rectangles: Rectangle[];
      /** Ids of the same persons in the variant of the photo, in the same order. */
      let variantIds: string[];
      let strangers: string[];
      /** The newer client takes the name before the options. */
      const createGallery = (
        galleries: { create: unknown },
        id: string,
        name: string,
        options: { userData?: string } = {},
      ): Promise<unknown> => {
        const allOptions = { ...options, recognitionModel: MODEL };
        const create = galleries.create as (...args: unknown[]) => Promise<unknown>;
        return version === '4.2.0' ? create(id, { name, ...allOptions }) : create(id, name, allOptions);
      };
      const waitUntilTrained = (
        group: { getTrainingStatus(id: string): Promise<{ status: string }> },
        id: string,
      ): Promise<{ status: string }> =>
        eventually(
          () => group.getTrainingStatus(id),
          ({ status }) => status === 'succeeded',
        );
      before(async () => {
        client = createClient(Client, { address: faceServer.server.address, key: await faceServer.key(`client-${version}`) });
        recorder = new CallRecorder(client);
      });

      test('detects faces in a stream and at a URL', async () => {
        const { face } = client;
        const found = await face.detectWithUrl(faceServer.groupPhotoUrl, {
          ...MODELS,
          detectionModel: 'detection_01',
          returnFaceLandmarks: true,
          returnRecognitionModel: true,
          faceIdTimeToLive: 3600,
          returnFaceAttributes: ['headPose', 'blur', 'exposure', 'noise', ...(more as 'noise'[])],
        });
        assert.equal(found.length, 4);
        const areas = found.map(({ faceRectangle: { width, height } }) => width * height);
        assert.deepEqual(
          areas,
          areas.toSorted((a, b) => b - a),
        );
        for (const { faceId, recognitionModel, faceLandmarks, faceAttributes, faceRectangle } of found) {
          assert.match(faceId!, /^[0-9a-f-]{36}$/);
          assert.equal(recognitionModel, MODEL);
          const { left, top, width, height } = faceRectangle;
          for (const { x, y } of [
            faceLandmarks!.pupilLeft!,
            faceLandmarks!.pupilRight!,
            faceLandmarks!.noseTip!,
            faceLandmarks!.underLipBottom!,
          ]) {
            assert.ok(x > left && x < left + width && y > top && y < top + height);
          }
          assert.ok(
            faceLandmarks!.pupilLeft!.x < faceLandmarks!.pupilRight!.x && faceLandmarks!.pupilLeft!.y < faceLandmarks!.mouthLeft!.y,
          );
          assert.ok(Math.abs(faceAttributes!.headPose!.yaw!) < 90);
          assert.ok(['Low', 'Medium', 'High'].includes(faceAttributes!.blur!.blurLevel!));
          assert.ok(['UnderExposure', 'GoodExposure', 'OverExposure'].includes(faceAttributes!.exposure!.exposureLevel!));
        }
        rectangles = sortLeftToRight(found).map(({ faceRectangle }) => faceRectangle);
        // The variant is mirrored.
        variantIds = sortLeftToRight(await face.detectWithStream(GROUP_PHOTO_VARIANT, MODELS))
          .map(({ faceId }) => faceId!)
          .reverse();
        strangers = (await Promise.all(STRANGER_PHOTOS.map((image) => face.detectWithStream(image, MODELS)))).flatMap((faces) =>
          faces.map(({ faceId }) => faceId!),
        );
        assert.deepEqual([variantIds.length, strangers.length], [4, 2]);
        const [bare] = await face.detectWithStream(GROUP_PHOTO_VARIANT, { returnFaceId: false });
        assert.deepEqual([bare!.faceId, bare!.faceLandmarks, bare!.faceAttributes], [undefined, undefined, undefined]);
      });

      for (const size of ['personGroup', 'largePersonGroup'] as const) {
        test(`manages, trains, identifies and verifies persons of a ${size}`, async () => {
          const groups = client[size];
          const persons = client[`${size}Person`] as FaceClient['personGroupPerson'];
          const named = { [`${size}Id`]: 'family' };
          await createGallery(groups, 'family', 'Family', { userData: 'kept' });
          await groups.update('family', { name: 'The family' });
          assert.deepEqual(responseBody(await groups.get('family', { returnRecognitionModel: true })), {
            ...named,
            name: 'The family',
            userData: 'kept',
            recognitionModel: MODEL,
          });
          assert.deepEqual(responseBody(await groups.list({ returnRecognitionModel: true })), [
            { ...named, name: 'The family', userData: 'kept', recognitionModel: MODEL },
          ]);
          assert.deepEqual(await rejectionOf(groups.getTrainingStatus('family')).then(({ status }) => status), 404);
          assert.equal((await rejectionOf(client.face.identify(variantIds, named))).status, 400);

          const ids: string[] = [];
          for (const [i, rectangle] of rectangles.slice(0, 3).entries()) {
            const { personId } = await persons.create('family', { name: `Person ${i}`, userData: String(i) });
            const { persistedFaceId } = await persons.addFaceFromStream('family', personId, await cutOut(GROUP_PHOTO, rectangle), {
              userData: 'cut out',
              detectionModel: 'detection_03',
            });
            ids.push(personId);
            assert.deepEqual((await persons.get('family', personId)).persistedFaceIds, [persistedFaceId]);
          }
          const [first, second, third] = ids as [string, string, string];
          const { persistedFaceId } = await persons.addFaceFromUrl('family', first, faceServer.groupPhotoUrl, {
            targetFace: toTargetFace(rectangles[0]!),
            detectionModel: 'detection_03',
          });
          await persons.updateFace('family', first, persistedFaceId, { userData: 'by address' });
          assert.deepEqual(responseBody(await persons.getFace('family', first, persistedFaceId)), {
            persistedFaceId,
            userData: 'by address',
          });
          await persons.update('family', first, { name: 'First' });
          assert.equal((await persons.get('family', first)).name, 'First');
          assert.deepEqual(
            Array.from(await persons.list('family'), ({ personId }) => personId),
            ids.toSorted(),
          );

          await groups.train('family');
          await waitUntilTrained(groups, 'family');
          const identified = await client.face.identify([...variantIds, ...strangers], { ...named, maxNumOfCandidatesReturned: 2 });
          assert.deepEqual(
            identified.map(({ faceId }) => faceId),
            [...variantIds, ...strangers],
          );
          assert.deepEqual(
            identified.map(({ candidates }) => candidates[0]?.personId),
            [...ids, undefined, undefined, undefined],
          );
          const [ranked] = await client.face.identify([variantIds[3]!], {
            ...named,
            maxNumOfCandidatesReturned: 3,
            confidenceThreshold: 0,
          });
          assert.equal(ranked!.candidates.length, 3);
          assert.ok(
            ranked!.candidates.every(({ confidence }, i, all) => confidence < 0.5 && (i === 0 || confidence <= all[i - 1]!.confidence)),
          );

          assert.equal((await client.face.verifyFaceToPerson(variantIds[0]!, first, named)).isIdentical, true);
          assert.equal((await client.face.verifyFaceToPerson(variantIds[0]!, second, named)).isIdentical, false);

          await persons.deleteMethod('family', second);
          assert.deepEqual((await client.face.identify([variantIds[1]!], named))[0]!.candidates, []);
          await persons.deleteFace('family', third, (await persons.get('family', third)).persistedFaceIds![0]!);
          assert.deepEqual((await client.face.identify([variantIds[2]!], named))[0]!.candidates, []);
          assert.deepEqual(await rejectionOf(client.face.verifyFaceToPerson(variantIds[2]!, third, named)), {
            status: 404,
            code: 'PersistedFaceNotFound',
            message: 'No persisted face of the person is found.',
          });
          await groups.deleteMethod('family');
          assert.equal((await rejectionOf(groups.get('family'))).status, 404);
        });
      }

      test('verifies and groups faces', async () => {
        const { face } = client;
        const once = sortLeftToRight(await face.detectWithUrl(faceServer.groupPhotoUrl, MODELS)).map(({ faceId }) => faceId!);
        const same = await face.verifyFaceToFace(once[0]!, variantIds[0]!);
        assert.equal(same.isIdentical, true);
        assert.ok(same.confidence >= 0.5);
        const other = await face.verifyFaceToFace(once[0]!, variantIds[1]!);
        assert.equal(other.isIdentical, false);
        assert.ok(other.confidence < 0.5);
        const { groups, messyGroup } = await face.group([...once, ...variantIds, strangers[0]!]);
        assert.deepEqual(groups.map((group) => group.toSorted()).sort(), once.map((id, i) => [id, variantIds[i]!].toSorted()).sort());
        assert.deepEqual(messyGroup, [strangers[0]]);
        const similar = await face.findSimilar(once[2]!, { faceIds: [...variantIds, ...strangers] });
        assert.deepEqual(
          similar.map(({ faceId }) => faceId),
          [variantIds[2]],
        );
        assert.equal(
          (await face.findSimilar(once[2]!, { faceIds: [...variantIds, ...strangers], mode: 'matchFace', maxNumOfCandidatesReturned: 5 }))
            .length,
          5,
        );
      });

      test('searches a face list and a large face list', async () => {
        const { faceList, largeFaceList, face } = client;
        await createGallery(faceList, 'list', 'List');
        await createGallery(largeFaceList, 'list', 'List');
        assert.deepEqual(await rejectionOf(face.findSimilar(variantIds[0]!, { faceListId: 'list' })), {
          status: 400,
          code: 'FaceListNotReady',
          message: 'Face list is empty.',
        });
        assert.deepEqual(await rejectionOf(face.findSimilar(variantIds[0]!, { largeFaceListId: 'list' })), {
          status: 400,
          code: 'LargeFaceListNotTrained',
          message: 'Large face list is not trained.',
        });
        const [small, large]: [string[], string[]] = [[], []];
        for (const rectangle of rectangles.slice(0, 2)) {
          const image = await cutOut(GROUP_PHOTO, rectangle);
          small.push((await faceList.addFaceFromStream('list', image)).persistedFaceId);
          large.push((await largeFaceList.addFaceFromStream('list', image)).persistedFaceId);
        }
        small.push(
          (await faceList.addFaceFromUrl('list', faceServer.groupPhotoUrl, { targetFace: toTargetFace(rectangles[2]!), userData: 'third' }))
            .persistedFaceId,
        );
        large.push(
          (
            await largeFaceList.addFaceFromUrl('list', faceServer.groupPhotoUrl, {
              targetFace: toTargetFace(rectangles[2]!),
              userData: 'third',
            })
          ).persistedFaceId,
        );
        await largeFaceList.train('list');
        await waitUntilTrained(largeFaceList, 'list');
        for (const [target, ids] of [
          [{ faceListId: 'list' }, small],
          [{ largeFaceListId: 'list' }, large],
        ] as const) {
          for (const i of [0, 1, 2])
            assert.deepEqual(
              (await face.findSimilar(variantIds[i]!, target)).map(({ persistedFaceId }) => persistedFaceId),
              [ids[i]],
              JSON.stringify(target),
            );
          assert.deepEqual(Array.from(await face.findSimilar(strangers[0]!, target)), []);
          assert.equal((await face.findSimilar(strangers[0]!, { ...target, mode: 'matchFace' })).length, 3);
        }
        await faceList.update('list', { name: 'The list' });
        const { name, persistedFaces } = await faceList.get('list');
        assert.deepEqual([name, persistedFaces!.map(({ persistedFaceId }) => persistedFaceId)], ['The list', small.toSorted()]);
        await largeFaceList.update('list', { userData: 'data' });
        assert.equal((await largeFaceList.get('list')).userData, 'data');
        await largeFaceList.updateFace('list', large[0]!, { userData: 'first' });
        assert.equal((await largeFaceList.getFace('list', large[0]!)).userData, 'first');
        assert.deepEqual(
          Array.from(await largeFaceList.listFaces('list'), ({ persistedFaceId }) => persistedFaceId),
          large.toSorted(),
        );
        await faceList.deleteFace('list', small[0]!);
        await largeFaceList.deleteFace('list', large[0]!);
        for (const target of [{ faceListId: 'list' }, { largeFaceListId: 'list' }])
          assert.deepEqual(Array.from(await face.findSimilar(variantIds[0]!, target)), [], JSON.stringify(target));
        assert.deepEqual([(await faceList.list()).length, (await largeFaceList.list()).length], [1, 1]);
        await faceList.deleteMethod('list');
        await largeFaceList.deleteMethod('list');
      });

      test('pages lists by start and top', async () => {
        const { personGroup } = client;
        for (const id of ['group2', 'group1', 'group3', 'group5', 'group4']) await createGallery(personGroup, id, id);
        const ids = async (options?: Parameters<typeof personGroup.list>[0]): Promise<string[]> =>
          Array.from(await personGroup.list(options as object), (group) => group.personGroupId);
        assert.deepEqual(await ids(), ['group1', 'group2', 'group3', 'group4', 'group5']);
        assert.deepEqual(await ids({ top: 2 }), ['group1', 'group2']);
        assert.deepEqual(await ids({ start: 'group2', top: 3 }), ['group3', 'group4', 'group5']);
      });

      test('receives failures with the messages of the service', async () => {
        const { personGroup, personGroupPerson, face, snapshot } = client;
        const [bad, none] = [
          (message: string) => ({ status: 400, code: 'BadArgument', message }),
          { status: 400, code: 'FaceNotFound', message: 'Face is not found.' },
        ];
        await createGallery(personGroup, 'once', 'Once');
        assert.deepEqual(await rejectionOf(createGallery(personGroup, 'once', 'Twice')), {
          status: 409,
          code: 'PersonGroupExists',
          message: 'Person group already exists.',
        });
        assert.deepEqual(await rejectionOf(personGroupPerson.create('once', {})), bad("'name' is empty."));
        assert.deepEqual(await rejectionOf(personGroup.deleteMethod('missing')), {
          status: 404,
          code: 'PersonGroupNotFound',
          message: 'Person group is not found.',
        });
        const { personId } = await personGroupPerson.create('once', { name: 'One' });
        assert.deepEqual(await rejectionOf(personGroupPerson.addFaceFromStream('once', personId, GROUP_PHOTO)), {
          status: 400,
          code: 'InvalidImage',
          message: 'There is more than 1 face in the image.',
        });
        assert.deepEqual(await rejectionOf(personGroupPerson.addFaceFromUrl('once', personId, 'http://127.0.0.2/face.jpg')), {
          status: 400,
          code: 'InvalidURL',
          message: 'Invalid image URL.',
        });
        assert.deepEqual(await rejectionOf(face.detectWithStream(Buffer.alloc(2000, 'not an image'))), {
          status: 400,
          code: 'InvalidImage',
          message: 'Decoding error, image format unsupported.',
        });
        assert.deepEqual(
          await rejectionOf(face.detectWithStream(GROUP_PHOTO, { returnFaceAttributes: ['age'] })),
          bad('Invalid argument returnFaceAttributes.'),
        );
        const [other] = await face.detectWithStream(GROUP_PHOTO, { recognitionModel: 'recognition_02' });
        assert.deepEqual(await rejectionOf(face.identify([UNKNOWN_ID], { personGroupId: 'once' })), none);
        assert.deepEqual(await rejectionOf(face.identify([variantIds[0]!], { personGroupId: 'missing' })), {
          status: 400,
          code: 'PersonGroupNotFound',
          message: 'Person group is not found.',
        });
        assert.deepEqual(
          await rejectionOf(face.identify([other!.faceId!], { personGroupId: 'once' })),
          bad("'recognitionModel' is incompatible."),
        );
        assert.deepEqual(await rejectionOf(face.verifyFaceToFace(UNKNOWN_ID, variantIds[0]!)), { ...none, status: 404 });
        assert.deepEqual(await rejectionOf(face.findSimilar(UNKNOWN_ID, { faceIds: [variantIds[0]!] })), none);
        assert.deepEqual(await rejectionOf(face.group([variantIds[0]!])), bad('The length of faceIds is not in a valid range.'));
        assert.equal(
          (await rejectionOf(createClient(Client, { address: faceServer.server.address, key: 'wrong' }).personGroup.list())).status,
          401,
        );
        const retired: (() => Promise<unknown>)[] = [
          () => snapshot.take('PersonGroup', 'once', [UNKNOWN_ID]),
          () => snapshot.list(),
          () => snapshot.get(UNKNOWN_ID),
          () => snapshot.update(UNKNOWN_ID, {}),
          () => snapshot.deleteMethod(UNKNOWN_ID),
          () => snapshot.apply(UNKNOWN_ID, 'new'),
          () => snapshot.getOperationStatus(UNKNOWN_ID),
        ];
        for (const call of retired) assert.equal((await rejectionOf(call())).status, 410);
      });

      test('calls every operation of the client', () => {
        assert.deepEqual(recorder.uncalled, []);
      });
    });
  }
});
