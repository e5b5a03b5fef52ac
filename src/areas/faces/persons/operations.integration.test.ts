/** Persons and persisted faces in all four kinds of galleries. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fakeDetection, imageOf } from '../../../../test/support/fake-face-detection.ts';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestApp, TestResponse } from '../../../../test/support/memory-app.ts';
import { Change } from '../../../kernel/change.ts';
import { GALLERY_KINDS } from '../model.ts';
import { galleries, galleryKey, persistedFaces, persons, tallies } from '../store.ts';
import { tallyKey } from '../limits.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('persons and faces', () => {
  let app: TestApp;
  let current: { key: string; id: string };
  let detector: { readonly calls: number };
  before(async () => {
    app = await testApp();
    detector = fakeDetection(app);
    current = await app.createAccount('persons', { kind: 'Face' });
  });
  after(() => app.close());
  const call = (route: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse> => {
    const [method, path] = route.split(' ') as [string, string];
    return app.call({
      method,
      url: `/face/v1.0/${path}`,
      key: current.key,
      body,
      headers: Buffer.isBuffer(body) ? { 'content-type': 'application/octet-stream' } : headers,
    });
  };
  const failureOf = ({ status, text }: TestResponse): unknown => [
    status,
    text === '' ? undefined : (JSON.parse(text) as { error?: { code: string; message: string } }).error?.message,
  ];
  const createdId = (response: TestResponse): string => {
    assert.equal(response.status, 200, response.text);
    return Object.values(response.json<Record<string, string>>())[0]!;
  };
  const uidOf = async (path: string, id: string): Promise<string> =>
    (await app.store.get(
      galleries,
      current.id,
      galleryKey(
        GALLERY_KINDS.find((kind) => kind.path === path)!,
        id,
      ),
    ))!.value.uid;

  for (const { path, name, title, holds, needsTraining, allowsEmptyUpdate } of GALLERY_KINDS) {
    describe(path, () => {
      const gallery = `${path}/one`;
      let owner = gallery;
      before(async () => {
        assert.equal((await call(`PUT ${gallery}`, { name: 'One' })).status, 200);
        if (holds === 'persons')
          owner = `${gallery}/persons/${createdId(await call(`POST ${gallery}/persons`, { name: 'Ada', userData: 'first' }))}`;
      });

      test('adds, returns, updates and deletes a face', async () => {
        const faceId = createdId(await call(`POST ${owner}/persistedfaces?userData=smiling`, imageOf(1)));
        if (holds === 'persons')
          assert.deepEqual((await call(`GET ${owner}`)).json(), {
            personId: owner.split('/').at(-1),
            persistedFaceIds: [faceId],
            name: 'Ada',
            userData: 'first',
          });
        if (needsTraining) {
          assert.equal((await call(`GET ${owner}/persistedfaces/${faceId.toUpperCase()}`)).status, 200);
          assert.deepEqual((await call(`GET ${owner}/persistedfaces/${faceId}`)).json(), { persistedFaceId: faceId, userData: 'smiling' });
          assert.equal((await call(`PATCH ${owner}/persistedfaces/${faceId}`, { userData: 'earnest' })).status, 200);
          assert.deepEqual((await call(`GET ${owner}/persistedfaces/${faceId}`)).json(), { persistedFaceId: faceId, userData: 'earnest' });
        } else
          assert.deepEqual((await call(`GET ${gallery}`)).json(), {
            faceListId: 'one',
            name: 'One',
            persistedFaces: [{ persistedFaceId: faceId, userData: 'smiling' }],
          });
        assert.equal((await call(`DELETE ${owner}/persistedfaces/${faceId}`)).status, 200);
        assert.deepEqual(failureOf(await call(`DELETE ${owner}/persistedfaces/${faceId}`)), [404, 'Persisted face is not found.']);
        assert.deepEqual(failureOf(await call(`DELETE ${owner}/persistedfaces/x`)), [404, 'Persisted face ID is invalid.']);
      });

      test('requires one face in the image, or a target face', async () => {
        const add = async (image: Buffer, query = ''): Promise<unknown> =>
          failureOf(await call(`POST ${owner}/persistedfaces${query}`, image));
        assert.deepEqual(await add(imageOf()), [400, 'No face detected in the image.']);
        assert.deepEqual(await add(imageOf(1, 2)), [400, 'There is more than 1 face in the image.']);
        assert.deepEqual(await add(imageOf(1, 2), '?targetFace=90,10,40,40'), [200, undefined]);
        assert.deepEqual(await add(imageOf(1, 2), '?targetFace=300,300,40,40'), [400, 'No face detected in the image.']);
        assert.deepEqual(await add(imageOf(1), '?targetFace=390,10,40,40'), [400, 'Argument targetFace out of range.']);
        for (const target of ['1,2,3', 'a,b,c,d', '-1,0,10,10', '1,1,0,10'])
          assert.deepEqual(await add(imageOf(1), `?targetFace=${target}`), [400, 'Invalid argument targetFace.'], target);
        assert.deepEqual(await add(imageOf(1), '?detectionModel=detection_09'), [400, "'detectionModel' is invalid."]);
        assert.deepEqual(await add(imageOf(1), `?userData=${'x'.repeat(1025)}`), [400, "'userData' is too long."]);
        assert.deepEqual(await add(Buffer.alloc(100)), [400, 'Image size is too small.']);
        assert.deepEqual(await add(Buffer.alloc(6 * 2 ** 20 + 1)), [400, 'Image size is too big.']);
        assert.deepEqual(failureOf(await call(`POST ${owner}/persistedfaces`, { url: 'http://127.0.0.1:9/x.jpg' })), [
          400,
          'Invalid image URL.',
        ]);
        assert.deepEqual(failureOf(await call(`POST ${owner}/persistedfaces`, {})), [400, "'url' is empty."]);
      });

      test('replies 404 for an unknown owner without running detection', async () => {
        const before = detector.calls;
        const notFound = `${title} is not found.`;
        const elsewhere = owner.replace('/one', '/none');
        assert.deepEqual(failureOf(await call(`POST ${elsewhere}/persistedfaces`, imageOf(1))), [404, notFound]);
        assert.deepEqual(failureOf(await call(`POST ${owner.replace('/one', '/NONE')}/persistedfaces`, imageOf(1))), [
          404,
          `${title} ID is invalid.`,
        ]);
        if (holds === 'persons') {
          assert.deepEqual(failureOf(await call(`POST ${gallery}/persons/${UNKNOWN_ID}/persistedfaces`, imageOf(1))), [
            404,
            `Person ${UNKNOWN_ID} is not found.`,
          ]);
          assert.deepEqual(failureOf(await call(`POST ${gallery}/persons/nobody/persistedfaces`, imageOf(1))), [
            404,
            'Person ID is invalid.',
          ]);
        }
        assert.equal(detector.calls, before);
      });

      test('handles an update without fields', async () => {
        const expected = allowsEmptyUpdate ? [200, undefined] : [400, "Both 'name' and 'userData' are empty."];
        assert.deepEqual(failureOf(await call(`PATCH ${gallery}`, {})), expected);
        if (holds === 'persons') assert.deepEqual(failureOf(await call(`PATCH ${owner}`, {})), expected);
      });

      test('adds concurrent faces, running detection once for each image', async () => {
        const before = detector.calls;
        const added = await Promise.all(Array.from({ length: 12 }, (_, i) => call(`POST ${owner}/persistedfaces`, imageOf(i))));
        assert.equal(new Set(added.map(createdId)).size, 12);
        assert.equal(detector.calls - before, 12);
      });

      test('rejects additions at the limit, and accepts them again after a deletion', async () => {
        const full = `${path}/full`;
        await call(`PUT ${full}`, { name: 'Full' });
        const uid = await uidOf(path, 'full');
        const kind = GALLERY_KINDS.find((each) => each.path === path)!;
        const change = new Change();
        for (let part = 0; part < kind.tallyParts; part++) {
          const share = Math.floor(kind.maxMembers / kind.tallyParts) + (part < kind.maxMembers % kind.tallyParts ? 1 : 0);
          change.put(tallies, current.id, tallyKey(uid, part), { count: part === 0 ? share - 1 : share });
        }
        await app.store.commit(change);
        const add = (): Promise<TestResponse> =>
          holds === 'persons' ? call(`POST ${full}/persons`, { name: 'A' }) : call(`POST ${full}/persistedfaces`, imageOf(1));
        const responses = await Promise.all(Array.from({ length: 5 }, add));
        assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 403, 403, 403, 403]);
        assert.deepEqual(responses.find(({ status }) => status === 403)!.json(), {
          error: {
            code: 'QuotaExceeded',
            message:
              holds === 'persons' ? `Person number reached ${title.toLowerCase()} level limit.` : 'Persisted face number reached limit.',
          },
        });
        const id = createdId(responses.find(({ status }) => status === 200)!);
        assert.equal((await call(`DELETE ${full}/${holds === 'persons' ? 'persons' : 'persistedfaces'}/${id}`)).status, 200);
        assert.equal((await add()).status, 200);
      });

      test(`deletes everything in a ${title.toLowerCase()}`, async () => {
        const uid = await uidOf(path, 'one');
        assert.equal((await call(`DELETE ${gallery}`)).status, 200);
        for (const collection of [persons, persistedFaces, tallies])
          assert.deepEqual(await app.store.page(collection as typeof persons, current.id, { prefix: uid, limit: 10 }), [], collection.name);
        assert.equal((await call(`PUT ${gallery}`, { name: 'Another' })).status, 200);
        assert.deepEqual(
          failureOf(await call(`GET ${owner}`)),
          holds === 'persons' ? [404, `Person ${owner.split('/').at(-1)} is not found.`] : [200, undefined],
        );
        assert.equal((await call(`GET ${path}/one`)).json<{ name: string }>().name, 'Another', name);
      });
    });
  }

  test('lists persons in the order of their ids, after a start', async () => {
    await call('PUT persongroups/listed', { name: 'Listed' });
    const ids = (
      await Promise.all(
        Array.from({ length: 7 }, async (_, i) => createdId(await call('POST persongroups/listed/persons', { name: `Person ${i}` }))),
      )
    ).sort();
    const list = async (query: string): Promise<string[]> =>
      (await call(`GET persongroups/listed/persons${query}`)).json<{ personId: string }[]>().map(({ personId }) => personId);
    assert.deepEqual(await list(''), ids);
    assert.deepEqual(await list(`?start=${ids[1]}&top=3`), ids.slice(2, 5));
    assert.deepEqual(failureOf(await call('GET persongroups/listed/persons?top=0')), [
      400,
      "'top' is invalid. The valid range is 1 to 1000.",
    ]);
  });

  test('limits a person to 248 faces', async () => {
    await call('PUT persongroups/many', { name: 'Many' });
    const personId = createdId(await call('POST persongroups/many/persons', { name: 'Ada' }));
    const uid = await uidOf('persongroups', 'many');
    const person = (await app.store.get(persons, current.id, `${uid}/${personId}`))!;
    await app.store.commit(
      new Change().replace(persons, current.id, person, { ...person.value, faces: Array.from({ length: 247 }, () => UNKNOWN_ID) }),
    );
    assert.equal((await call(`POST persongroups/many/persons/${personId}/persistedfaces`, imageOf(1))).status, 200);
    const rejected = await call(`POST persongroups/many/persons/${personId}/persistedfaces`, imageOf(1));
    assert.deepEqual(
      [rejected.status, rejected.json()],
      [403, { error: { code: 'QuotaExceeded', message: 'Persisted face number reached limit.' } }],
    );
  });

  test('pages the faces of a large face list', async () => {
    await call('PUT largefacelists/paged', { name: 'Paged' });
    const ids = (
      await Promise.all(
        [1, 2, 3, 4].map(async (who) => createdId(await call(`POST largefacelists/paged/persistedfaces?userData=${who}`, imageOf(who)))),
      )
    ).sort();
    const page = (await call(`GET largefacelists/paged/persistedfaces?start=${ids[0]}&top=2`)).json<{ persistedFaceId: string }[]>();
    assert.deepEqual(
      page.map(({ persistedFaceId }) => persistedFaceId),
      ids.slice(1, 3),
    );
  });

  test('stores templates encrypted', async () => {
    const all = await app.store.page(persistedFaces, current.id, { limit: 1000 });
    assert.ok(all.length > 5);
    for (const { value } of all) assert.equal(Buffer.from(value.template, 'base64').length, 512 + 28);
    assert.equal(new Set(all.map(({ value }) => value.template)).size, all.length, 'the same template is encrypted differently each time');
  });
});
