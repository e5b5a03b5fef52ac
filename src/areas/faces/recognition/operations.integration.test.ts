/** Identify, verify, find similar and group: their replies and all their failures. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fakeDetection, imageOf } from '../../../../test/support/fake-face-detection.ts';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestApp, TestResponse } from '../../../../test/support/memory-app.ts';
import { Change } from '../../../kernel/change.ts';
import { detectedFaces } from '../store.ts';

interface Candidate {
  personId: string;
  confidence: number;
}
interface Identified {
  faceId: string;
  candidates: Candidate[];
}
interface Similar {
  faceId?: string;
  persistedFaceId?: string;
  confidence: number;
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const bad = (message: string): unknown => [400, 'BadArgument', message];
const FACE_NOT_FOUND = [400, 'FaceNotFound', 'Face is not found.'];
const INCOMPATIBLE = bad("'recognitionModel' is incompatible.");

describe('recognition', () => {
  let app: TestApp;
  let current: { key: string; id: string };
  before(async () => {
    app = await testApp();
    fakeDetection(app);
    current = await app.createAccount('recognition', { kind: 'Face' });
    await app.listen();
    await ok('PUT facelists/empty', { name: 'Empty' });
  });
  after(() => app.close());

  const send = (route: string, body?: unknown, version = 'v1.0'): Promise<TestResponse> => {
    const [method, path] = route.split(' ') as [string, string];
    return app.call({
      method,
      url: `/face/${version}/${path}`,
      key: current.key,
      body,
      headers: Buffer.isBuffer(body) ? { 'content-type': 'application/octet-stream' } : {},
    });
  };
  const ok = async <T>(route: string, body?: unknown, version?: string): Promise<T> => {
    const response = await send(route, body, version);
    assert.ok(response.status === 200 || response.status === 202, `${route}: ${response.status} ${response.text}`);
    return (response.text === '' ? undefined : response.json()) as T;
  };
  const failureOf = async (route: string, body: unknown): Promise<unknown> => {
    const response = await send(route, body);
    const { code, message } = response.json<{ error: { code: string; message: string } }>().error;
    return [response.status, code, message];
  };
  const detect = async (who: number[], model = 'recognition_01'): Promise<string[]> =>
    (await ok<{ faceId: string }[]>(`POST detect?recognitionModel=${model}`, imageOf(...who))).map(({ faceId }) => faceId);
  const train = async (gallery: string): Promise<void> => {
    await ok(`POST ${gallery}/train`);
    while ((await ok<{ status: string }>(`GET ${gallery}/training`)).status !== 'succeeded') await wait(5);
  };
  /** Creates and trains a group of persons with these faces. */
  const createGroup = async (path: string, ...who: number[][]): Promise<string[]> => {
    await ok(`PUT ${path}`, { name: 'Group' });
    const ids: string[] = [];
    for (const faces of who) {
      const { personId } = await ok<{ personId: string }>(`POST ${path}/persons`, { name: 'Person' });
      for (const face of faces) await ok(`POST ${path}/persons/${personId}/persistedfaces`, imageOf(face));
      ids.push(personId);
    }
    await train(path);
    return ids;
  };

  for (const [path, idField, title] of [
    ['persongroups', 'personGroupId', 'Person group'],
    ['largepersongroups', 'largePersonGroupId', 'Large person group'],
  ] as const) {
    const name = idField[0]!.toUpperCase() + idField.slice(1, -2);

    test(`identify in ${path}: ranks candidates for each face, up to the maximum and above the threshold`, async () => {
      const [ada, bob, eve] = await createGroup(`${path}/known`, [1, 1], [2], [3]);
      const faces = await detect([2, 1, 9]);
      const found = await ok<Identified[]>('POST identify', { [idField]: 'known', faceIds: faces });
      assert.deepEqual(
        found.map(({ faceId, candidates }) => [faceId, candidates.map(({ personId }) => personId)]),
        [
          [faces[0], [bob]],
          [faces[1], [ada]],
          [faces[2], []],
        ],
      );
      assert.equal(found[0]!.candidates[0]!.confidence, 1);
      const [all] = await ok<Identified[]>('POST identify', {
        [idField]: 'known',
        faceIds: [faces[1]],
        maxNumOfCandidatesReturned: 100,
        confidenceThreshold: 0,
      });
      assert.deepEqual(all!.candidates.map(({ personId }) => personId).sort(), [ada!, bob!, eve!].sort());
      assert.equal(all!.candidates[0]!.personId, ada);
      assert.ok(all!.candidates.every(({ confidence }, i) => confidence >= 0 && confidence <= (all!.candidates[i - 1]?.confidence ?? 1)));
      const [two] = await ok<Identified[]>('POST identify', {
        [idField]: 'known',
        faceIds: [faces[2]],
        maxNumOfCandidatesReturned: 2,
        confidenceThreshold: 0,
      });
      assert.equal(two!.candidates.length, 2);
      assert.deepEqual(await ok<Identified[]>('POST identify', { [idField]: 'known', faceIds: [faces[2]], confidenceThreshold: null }), [
        { faceId: faces[2], candidates: [] },
      ]);
    });

    test(`identify in ${path}: rejects invalid requests`, async () => {
      const faceIds = await detect([1]);
      assert.deepEqual(await failureOf('POST identify', { [idField]: 'none', faceIds }), [
        400,
        `${name}NotFound`,
        `${title} is not found.`,
      ]);
      assert.deepEqual(await failureOf('POST identify', { [idField]: 'No', faceIds }), bad(`${title} ID is invalid.`));
      await ok(`PUT ${path}/untrained`, { name: 'Untrained' });
      assert.deepEqual(await failureOf('POST identify', { [idField]: 'untrained', faceIds }), [
        400,
        `${name}NotTrained`,
        `${title} not trained.`,
      ]);
      assert.deepEqual(await failureOf('POST identify', { [idField]: 'known', faceIds: [UNKNOWN] }), FACE_NOT_FOUND);
      assert.deepEqual(
        await failureOf('POST identify', { [idField]: 'known', faceIds: await detect([1], 'recognition_02') }),
        INCOMPATIBLE,
      );
      await ok(`POST ${path}/untrained/persons`, { name: 'Nobody' });
    });

    test(`verify compares a face with a person of ${path}`, async () => {
      const [ada, bob] = await createGroup(`${path}/verified`, [1, 1, 1], [2]);
      const { personId: faceless } = await ok<{ personId: string }>(`POST ${path}/verified/persons`, { name: 'Faceless' });
      const [one, other] = await detect([1, 9]);
      const verify = (faceId: string, personId: string): Promise<unknown> => ok('POST verify', { faceId, personId, [idField]: 'verified' });
      assert.deepEqual(await verify(one!, ada!), { isIdentical: true, confidence: 1 });
      for (const [faceId, personId] of [
        [one!, bob!],
        [other!, ada!],
      ] as const) {
        const { isIdentical, confidence } = (await verify(faceId, personId)) as { isIdentical: boolean; confidence: number };
        assert.equal(isIdentical, false);
        assert.ok(confidence < 0.5);
      }
      const given = { faceId: one!, personId: ada!, [idField]: 'verified' };
      assert.deepEqual(await failureOf('POST verify', { ...given, faceId: UNKNOWN }), [404, 'FaceNotFound', 'Face is not found.']);
      assert.deepEqual(await failureOf('POST verify', { ...given, personId: UNKNOWN }), [404, 'PersonNotFound', 'Person is not found.']);
      assert.deepEqual(await failureOf('POST verify', { ...given, personId: faceless }), [
        404,
        'PersistedFaceNotFound',
        'No persisted face of the person is found.',
      ]);
      assert.deepEqual(await failureOf('POST verify', { ...given, [idField]: 'none' }), [
        400,
        `${name}NotFound`,
        name === 'PersonGroup' ? 'Person Group is not found.' : 'Large person group is not found.',
      ]);
      assert.deepEqual(await failureOf('POST verify', { ...given, [idField]: 'No' }), bad(`${title} ID is invalid.`));
      assert.deepEqual(await failureOf('POST verify', { ...given, personId: 'x' }), bad('Person ID is invalid.'));
      assert.deepEqual(await failureOf('POST verify', { ...given, faceId: undefined }), bad('Face ID is invalid.'));
      assert.deepEqual(await failureOf('POST verify', { ...given, faceId: (await detect([1], 'recognition_03'))[0] }), INCOMPATIBLE);
    });
  }

  test('identify rejects invalid requests for any group', async () => {
    const faceIds = await detect([1]);
    const body = { personGroupId: 'known', faceIds };
    assert.deepEqual(await failureOf('POST identify', { ...body, largePersonGroupId: 'known' }), [
      400,
      'PersonGroupIdAndLargePersonGroupIdBothNotNull',
      'Large person group ID and person group ID are both not null.',
    ]);
    for (const ids of [{}, { personGroupId: null, largePersonGroupId: null }])
      assert.deepEqual(await failureOf('POST identify', { faceIds, ...ids }), [
        400,
        'PersonGroupIdAndLargePersonGroupIdBothNull',
        'Large person group ID and person group ID are both null.',
      ]);
    for (const ids of [[], Array.from({ length: 11 }, () => UNKNOWN), 'x'])
      assert.deepEqual(await failureOf('POST identify', { ...body, faceIds: ids }), bad('The length of faceIds is not in a valid range.'));
    for (const ids of [['x'], [1], [`${UNKNOWN} `]])
      assert.deepEqual(await failureOf('POST identify', { ...body, faceIds: ids }), bad('Face ID is invalid.'));
    for (const max of [0, 101, 1.5, '1', null])
      assert.deepEqual(
        await failureOf('POST identify', { ...body, maxNumOfCandidatesReturned: max }),
        bad('The argument maxNumOfCandidatesReturned is not valid.'),
      );
    for (const threshold of [-0.1, 1.1, 'x'])
      assert.deepEqual(
        await failureOf('POST identify', { ...body, confidenceThreshold: threshold }),
        bad('The argument confidenceThreshold is not valid.'),
      );
    assert.deepEqual(await failureOf('POST identify', 'no json'), bad('JSON parsing error.'));
    assert.deepEqual(await failureOf('POST identify', undefined), bad('Request body is invalid.'));
  });

  test('identify does not find expired faces or faces of another account', async () => {
    const [face] = await detect([1]);
    const { key } = await app.createAccount('stranger', { kind: 'Face' });
    const response = await app.call({ method: 'POST', url: '/face/v1.0/verify', key, body: { faceId1: face, faceId2: face } });
    assert.equal(response.status, 404);
    const stored = (await app.store.get(detectedFaces, current.id, face!))!;
    await app.store.commit(new Change().replace(detectedFaces, current.id, stored, { ...stored.value, expiresAt: Date.now() - 1 }));
    assert.deepEqual(await failureOf('POST identify', { personGroupId: 'known', faceIds: [face] }), FACE_NOT_FOUND);
  });

  test('identify replies 409 during the first training', async (t) => {
    await ok('PUT persongroups/busy', { name: 'Busy' });
    const { personId } = await ok<{ personId: string }>('POST persongroups/busy/persons', { name: 'One' });
    await ok(`POST persongroups/busy/persons/${personId}/persistedfaces`, imageOf(1));
    const faceIds = await detect([1]);
    const { promise, resolve } = Promise.withResolvers<void>();
    const put = app.ports.blobs.put.bind(app.ports.blobs);
    t.mock.method(app.ports.blobs, 'put', async (...given: Parameters<typeof put>) => {
      await promise;
      return await put(...given);
    });
    await ok('POST persongroups/busy/train');
    assert.deepEqual(await failureOf('POST identify', { personGroupId: 'busy', faceIds }), [
      409,
      'PersonGroupTrainingNotFinished',
      'Person group is under training.',
    ]);
    resolve();
    while ((await ok<{ status: string }>('GET persongroups/busy/training')).status !== 'succeeded') await wait(5);
    assert.equal((await ok<Identified[]>('POST identify', { personGroupId: 'busy', faceIds }))[0]!.candidates[0]!.personId, personId);
  });

  test('verify compares two faces', async () => {
    const [one, other] = await detect([1, 2]);
    const [again] = await detect([1]);
    assert.deepEqual(await ok('POST verify', { faceId1: one, faceId2: again }), { isIdentical: true, confidence: 1 });
    assert.deepEqual(await ok('POST verify', { faceId1: one!.toUpperCase(), faceId2: again }), { isIdentical: true, confidence: 1 });
    assert.equal((await ok<{ isIdentical: boolean }>('POST verify', { faceId1: one, faceId2: other })).isIdentical, false);
    assert.deepEqual(await failureOf('POST verify', { faceId1: one, faceId2: UNKNOWN }), [404, 'FaceNotFound', 'Face is not found.']);
    assert.deepEqual(await failureOf('POST verify', { faceId1: one, faceId2: 'x' }), bad('Face ID is invalid.'));
    for (const body of [{ faceId1: one }, { faceId2: one }, {}, { faceId: one }])
      assert.deepEqual(await failureOf('POST verify', body), bad('Face ID is invalid.'));
    assert.deepEqual(await failureOf('POST verify', { faceId1: one, faceId2: (await detect([1], 'recognition_04'))[0] }), INCOMPATIBLE);
    assert.deepEqual(await failureOf('POST verify', { faceId: one, personId: UNKNOWN }), [
      400,
      'PersonGroupIdAndLargePersonGroupIdBothNull',
      'Large person group ID and person group ID are both null.',
    ]);
  });

  test('find similar returns faces of the same person, or ranks all faces', async () => {
    const [face] = await detect([1]);
    const faceIds = await detect([2, 1, 3]);
    const found = await ok<Similar[]>('POST findsimilars', { faceId: face, faceIds });
    assert.deepEqual(found, [{ faceId: faceIds[1], confidence: 1 }]);
    const all = await ok<Similar[]>('POST findsimilars', { faceId: face, faceIds, mode: 'matchFace' });
    assert.deepEqual([all.length, all[0]!.faceId], [3, faceIds[1]]);
    assert.ok(all[1]!.confidence >= all[2]!.confidence && all[1]!.confidence < 0.5);
    assert.equal(
      (await ok<Similar[]>('POST findsimilars', { faceId: face, faceIds, mode: 'matchFace', maxNumOfCandidatesReturned: 2 })).length,
      2,
    );
  });

  test('find similar searches face lists', async () => {
    await ok('PUT facelists/searched', { name: 'Searched' });
    await ok('PUT largefacelists/searched', { name: 'Searched' });
    for (const who of [1, 2, 1])
      for (const path of ['facelists', 'largefacelists']) await ok(`POST ${path}/searched/persistedfaces`, imageOf(who));
    const [face, stranger] = await detect([1, 9]);
    assert.deepEqual(await failureOf('POST findsimilars', { faceId: face, largeFaceListId: 'searched' }), [
      400,
      'LargeFaceListNotTrained',
      'Large face list is not trained.',
    ]);
    await train('largefacelists/searched');
    for (const target of [{ faceListId: 'searched' }, { largeFaceListId: 'searched', faceListId: null, faceIds: null }]) {
      const found = await ok<Similar[]>('POST findsimilars', { faceId: face, ...target });
      assert.equal(found.length, 2);
      assert.ok(
        found.every(
          ({ persistedFaceId, faceId, confidence }) => persistedFaceId !== undefined && faceId === undefined && confidence > 0.99,
        ),
      );
      assert.deepEqual(await ok('POST findsimilars', { faceId: stranger, ...target }), []);
      assert.equal((await ok<Similar[]>('POST findsimilars', { faceId: stranger, ...target, mode: 'matchFace' })).length, 3);
    }
  });

  test('find similar rejects invalid requests', async () => {
    const [face] = await detect([1]);
    const faceIds = [face];
    const exactlyOne = bad('LargeFaceListId, faceListId and faceIds, not exactly one of them is valid.');
    for (const targets of [{}, { faceIds, faceListId: 'searched' }, { faceListId: 'searched', largeFaceListId: 'searched' }])
      assert.deepEqual(await failureOf('POST findsimilars', { faceId: face, ...targets }), exactlyOne);
    assert.deepEqual(await failureOf('POST findsimilars', { faceId: UNKNOWN, faceIds }), FACE_NOT_FOUND);
    assert.deepEqual(await failureOf('POST findsimilars', { faceId: face, faceIds: [UNKNOWN] }), FACE_NOT_FOUND);
    assert.deepEqual(await failureOf('POST findsimilars', { faceId: 'x', faceIds }), bad('Face ID is invalid.'));
    assert.deepEqual(await failureOf('POST findsimilars', { faceId: face, faceListId: 'none' }), [
      400,
      'FaceListNotFound',
      'Face list is not found.',
    ]);
    assert.deepEqual(await failureOf('POST findsimilars', { faceId: face, largeFaceListId: 'none' }), [
      400,
      'LargeFaceListNotFound',
      'Large face list is not found.',
    ]);
    assert.deepEqual(await failureOf('POST findsimilars', { faceId: face, faceListId: 'empty' }), [
      400,
      'FaceListNotReady',
      'Face list is empty.',
    ]);
    assert.deepEqual(await failureOf('POST findsimilars', { faceId: face, faceListId: 'No' }), bad('Face list ID is invalid.'));
    assert.deepEqual(await failureOf('POST findsimilars', { faceId: face, faceIds, mode: 'closest' }), bad('Mode is invalid.'));
    for (const max of [0, 1001])
      assert.deepEqual(
        await failureOf('POST findsimilars', { faceId: face, faceIds, maxNumOfCandidatesReturned: max }),
        bad('The argument maxNumOfCandidatesReturned is not valid.'),
      );
    for (const ids of [[], Array.from({ length: 1001 }, () => UNKNOWN)])
      assert.deepEqual(
        await failureOf('POST findsimilars', { faceId: face, faceIds: ids }),
        bad('The length of faceIds is not in a valid range.'),
      );
    const [later] = await detect([1], 'recognition_02');
    for (const targets of [{ faceIds }, { faceListId: 'searched' }, { largeFaceListId: 'searched' }])
      assert.deepEqual(await failureOf('POST findsimilars', { faceId: later, ...targets }), INCOMPATIBLE);
  });

  test('group returns the largest group first, and the rest as messy group', async () => {
    const faceIds = await detect([1, 2, 1, 3, 1, 2]);
    const [a, b, c, d, e, f] = faceIds;
    assert.deepEqual(await ok('POST group', { faceIds }), {
      groups: [
        [a, c, e],
        [b, f],
      ],
      messyGroup: [d],
    });
    assert.deepEqual(await ok('POST group', { faceIds: [a, c] }), { groups: [[a, c]] });
    assert.deepEqual(await ok('POST group', { faceIds: [a, c] }, 'v1.2'), { groups: [[a, c]], messyGroup: [] });
    assert.deepEqual(await ok('POST group', { faceIds: [a, b] }), { groups: [], messyGroup: [a, b] });
  });

  test('group divides many faces in a thread', async () => {
    const faceIds = (
      await Promise.all(Array.from({ length: 6 }, (_, i) => detect(Array.from({ length: 20 }, (__, j) => (i + j) % 5))))
    ).flat();
    const { groups, messyGroup } = await ok<{ groups: string[][]; messyGroup?: string[] }>('POST group', { faceIds });
    assert.deepEqual([groups.map(({ length }) => length), messyGroup], [[24, 24, 24, 24, 24], undefined]);
  });

  test('group rejects invalid requests', async () => {
    const [face, other] = await detect([1, 2]);
    for (const ids of [[], [face], Array.from({ length: 1001 }, () => face)])
      assert.deepEqual(await failureOf('POST group', { faceIds: ids }), bad('The length of faceIds is not in a valid range.'));
    assert.deepEqual(await failureOf('POST group', { faceIds: [face, UNKNOWN] }), FACE_NOT_FOUND);
    assert.deepEqual(await failureOf('POST group', { faceIds: [face, 'x'] }), bad('Face ID is invalid.'));
    assert.deepEqual(await failureOf('POST group', { faceIds: [face, other, ...(await detect([1], 'recognition_04'))] }), INCOMPATIBLE);
  });
});
