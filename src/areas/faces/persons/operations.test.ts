/** Persons and the faces that are kept, in all four kinds of galleries. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pictureOf, standInForNetworks } from '../../../../test/support/face-pictures.ts';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { Answer, TestApp } from '../../../../test/support/memory-app.ts';
import { Change } from '../../../kernel/change.ts';
import { GALLERY_KINDS } from '../model.ts';
import { galleries, galleryKey, persistedFaces, persons, tallies } from '../store.ts';
import { tallyKey } from '../galleries/limits.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('persons and faces', () => {
  let app: TestApp;
  let mine: { key: string; id: string };
  let networks: { readonly looked: number };
  before(async () => {
    app = await testApp();
    networks = standInForNetworks(app);
    mine = await app.account('persons', { kind: 'Face' });
  });
  after(() => app.close());
  const call = (route: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> => {
    const [method, path] = route.split(' ') as [string, string];
    return app.call({ method, url: `/face/v1.0/${path}`, key: mine.key, body, headers: Buffer.isBuffer(body) ? { 'content-type': 'application/octet-stream' } : headers });
  };
  const told = ({ status, text }: Answer): unknown => [status, text === '' ? undefined : (JSON.parse(text) as { error?: { code: string; message: string } }).error?.message];
  const idIn = (answer: Answer): string => {
    assert.equal(answer.status, 200, answer.text);
    return Object.values(answer.json<Record<string, string>>())[0]!;
  };
  const uidOf = async (path: string, id: string): Promise<string> => (await app.store.get(galleries, mine.id, galleryKey(GALLERY_KINDS.find((kind) => kind.path === path)!, id)))!.value.uid;

  for (const { path, name, words, holds, isTrained, mayUpdateNothing } of GALLERY_KINDS) {
    describe(path, () => {
      const one = `${path}/one`;
      let owner = one;
      before(async () => {
        assert.equal((await call(`PUT ${one}`, { name: 'One' })).status, 200);
        if (holds === 'persons') owner = `${one}/persons/${idIn(await call(`POST ${one}/persons`, { name: 'Ada', userData: 'first' }))}`;
      });

      test('a face is added, told of and deleted', async () => {
        const faceId = idIn(await call(`POST ${owner}/persistedfaces?userData=smiling`, pictureOf(1)));
        if (holds === 'persons') assert.deepEqual((await call(`GET ${owner}`)).json(), { personId: owner.split('/').at(-1), persistedFaceIds: [faceId], name: 'Ada', userData: 'first' });
        if (isTrained) {
          assert.equal((await call(`GET ${owner}/persistedfaces/${faceId.toUpperCase()}`)).status, 200);
          assert.deepEqual((await call(`GET ${owner}/persistedfaces/${faceId}`)).json(), { persistedFaceId: faceId, userData: 'smiling' });
          assert.equal((await call(`PATCH ${owner}/persistedfaces/${faceId}`, { userData: 'earnest' })).status, 200);
          assert.deepEqual((await call(`GET ${owner}/persistedfaces/${faceId}`)).json(), { persistedFaceId: faceId, userData: 'earnest' });
        } else assert.deepEqual((await call(`GET ${one}`)).json(), { faceListId: 'one', name: 'One', persistedFaces: [{ persistedFaceId: faceId, userData: 'smiling' }] });
        assert.equal((await call(`DELETE ${owner}/persistedfaces/${faceId}`)).status, 200);
        assert.deepEqual(told(await call(`DELETE ${owner}/persistedfaces/${faceId}`)), [404, 'Persisted face is not found.']);
        assert.deepEqual(told(await call(`DELETE ${owner}/persistedfaces/x`)), [404, 'Persisted face ID is invalid.']);
      });

      test('the picture must hold one face, or tell which is meant', async () => {
        const add = async (picture: Buffer, query = ''): Promise<unknown> => told(await call(`POST ${owner}/persistedfaces${query}`, picture));
        assert.deepEqual(await add(pictureOf()), [400, 'No face detected in the image.']);
        assert.deepEqual(await add(pictureOf(1, 2)), [400, 'There is more than 1 face in the image.']);
        assert.deepEqual(await add(pictureOf(1, 2), '?targetFace=90,10,40,40'), [200, undefined]);
        assert.deepEqual(await add(pictureOf(1, 2), '?targetFace=300,300,40,40'), [400, 'No face detected in the image.']);
        assert.deepEqual(await add(pictureOf(1), '?targetFace=390,10,40,40'), [400, 'Argument targetFace out of range.']);
        for (const target of ['1,2,3', 'a,b,c,d', '-1,0,10,10', '1,1,0,10']) assert.deepEqual(await add(pictureOf(1), `?targetFace=${target}`), [400, 'Invalid argument targetFace.'], target);
        assert.deepEqual(await add(pictureOf(1), '?detectionModel=detection_09'), [400, '\'detectionModel\' is invalid.']);
        assert.deepEqual(await add(pictureOf(1), `?userData=${'x'.repeat(1025)}`), [400, '\'userData\' is too long.']);
        assert.deepEqual(await add(Buffer.alloc(100)), [400, 'Image size is too small.']);
        assert.deepEqual(await add(Buffer.alloc(6 * 2 ** 20 + 1)), [400, 'Image size is too big.']);
        assert.deepEqual(told(await call(`POST ${owner}/persistedfaces`, { url: 'http://127.0.0.1:9/x.jpg' })), [400, 'Invalid image URL.']);
        assert.deepEqual(told(await call(`POST ${owner}/persistedfaces`, {})), [400, '\'url\' is empty.']);
      });

      test('what is not there has no faces, and no picture is looked at for it', async () => {
        const before = networks.looked;
        const notFound = `${words} is not found.`;
        const elsewhere = owner.replace('/one', '/none');
        assert.deepEqual(told(await call(`POST ${elsewhere}/persistedfaces`, pictureOf(1))), [404, notFound]);
        assert.deepEqual(told(await call(`POST ${owner.replace('/one', '/NONE')}/persistedfaces`, pictureOf(1))), [404, `${words} ID is invalid.`]);
        if (holds === 'persons') {
          assert.deepEqual(told(await call(`POST ${one}/persons/${NOBODY}/persistedfaces`, pictureOf(1))), [404, `Person ${NOBODY} is not found.`]);
          assert.deepEqual(told(await call(`POST ${one}/persons/nobody/persistedfaces`, pictureOf(1))), [404, 'Person ID is invalid.']);
        }
        assert.equal(networks.looked, before);
      });

      test('an update that names nothing', async () => {
        const expected = mayUpdateNothing ? [200, undefined] : [400, 'Both \'name\' and \'userData\' are empty.'];
        assert.deepEqual(told(await call(`PATCH ${one}`, {})), expected);
        if (holds === 'persons') assert.deepEqual(told(await call(`PATCH ${owner}`, {})), expected);
      });

      test('faces added at the same time all get in, each picture looked at once', async () => {
        const before = networks.looked;
        const added = await Promise.all(Array.from({ length: 12 }, (_, i) => call(`POST ${owner}/persistedfaces`, pictureOf(i))));
        assert.equal(new Set(added.map(idIn)).size, 12);
        assert.equal(networks.looked - before, 12);
      });

      test('what is full takes no more, and takes again when there is room', async () => {
        const full = `${path}/full`;
        await call(`PUT ${full}`, { name: 'Full' });
        const uid = await uidOf(path, 'full');
        const kind = GALLERY_KINDS.find((each) => each.path === path)!;
        const change = new Change();
        for (let part = 0; part < kind.counts; part++) {
          const share = Math.floor(kind.mostMembers / kind.counts) + (part < kind.mostMembers % kind.counts ? 1 : 0);
          change.put(tallies, mine.id, tallyKey(uid, part), { count: part === 0 ? share - 1 : share });
        }
        await app.store.commit(change);
        const add = (): Promise<Answer> => holds === 'persons' ? call(`POST ${full}/persons`, { name: 'A' }) : call(`POST ${full}/persistedfaces`, pictureOf(1));
        const answers = await Promise.all(Array.from({ length: 5 }, add));
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403, 403, 403]);
        assert.deepEqual(answers.find(({ status }) => status === 403)!.json(), { error: { code: 'QuotaExceeded', message: holds === 'persons' ? `Person number reached ${words.toLowerCase()} level limit.` : 'Persisted face number reached limit.' } });
        const id = idIn(answers.find(({ status }) => status === 200)!);
        assert.equal((await call(`DELETE ${full}/${holds === 'persons' ? 'persons' : 'persistedfaces'}/${id}`)).status, 200);
        assert.equal((await add()).status, 200);
      });

      test(`a deleted ${words.toLowerCase()} takes everything with it`, async () => {
        const uid = await uidOf(path, 'one');
        assert.equal((await call(`DELETE ${one}`)).status, 200);
        for (const collection of [persons, persistedFaces, tallies]) assert.deepEqual(await app.store.page(collection as typeof persons, mine.id, { prefix: uid, limit: 10 }), [], collection.name);
        assert.equal((await call(`PUT ${one}`, { name: 'Another' })).status, 200);
        assert.deepEqual(told(await call(`GET ${owner}`)), holds === 'persons' ? [404, `Person ${owner.split('/').at(-1)} is not found.`] : [200, undefined]);
        assert.equal((await call(`GET ${path}/one`)).json<{ name: string }>().name, 'Another', name);
      });
    });
  }

  test('persons are listed in the order of their ids, after a start', async () => {
    await call('PUT persongroups/listed', { name: 'Listed' });
    const ids = (await Promise.all(Array.from({ length: 7 }, async (_, i) => idIn(await call('POST persongroups/listed/persons', { name: `Person ${i}` }))))).sort();
    const list = async (query: string): Promise<string[]> => (await call(`GET persongroups/listed/persons${query}`)).json<{ personId: string }[]>().map(({ personId }) => personId);
    assert.deepEqual(await list(''), ids);
    assert.deepEqual(await list(`?start=${ids[1]}&top=3`), ids.slice(2, 5));
    assert.deepEqual(told(await call('GET persongroups/listed/persons?top=0')), [400, '\'top\' is invalid. The valid range is 1 to 1000.']);
  });

  test('a person has 248 faces at most', async () => {
    await call('PUT persongroups/many', { name: 'Many' });
    const personId = idIn(await call('POST persongroups/many/persons', { name: 'Ada' }));
    const uid = await uidOf('persongroups', 'many');
    const read = (await app.store.get(persons, mine.id, `${uid}/${personId}`))!;
    await app.store.commit(new Change().replace(persons, mine.id, read, { ...read.value, faces: Array.from({ length: 247 }, () => NOBODY) }));
    assert.equal((await call(`POST persongroups/many/persons/${personId}/persistedfaces`, pictureOf(1))).status, 200);
    const refused = await call(`POST persongroups/many/persons/${personId}/persistedfaces`, pictureOf(1));
    assert.deepEqual([refused.status, refused.json()], [403, { error: { code: 'QuotaExceeded', message: 'Persisted face number reached limit.' } }]);
  });

  test('faces of a large face list are listed in pages', async () => {
    await call('PUT largefacelists/paged', { name: 'Paged' });
    const ids = (await Promise.all([1, 2, 3, 4].map(async (who) => idIn(await call(`POST largefacelists/paged/persistedfaces?userData=${who}`, pictureOf(who)))))).sort();
    const page = (await call(`GET largefacelists/paged/persistedfaces?start=${ids[0]}&top=2`)).json<{ persistedFaceId: string }[]>();
    assert.deepEqual(page.map(({ persistedFaceId }) => persistedFaceId), ids.slice(1, 3));
  });

  test('templates are kept sealed, each for its place', async () => {
    const all = await app.store.page(persistedFaces, mine.id, { limit: 1000 });
    assert.ok(all.length > 5);
    for (const { value } of all) assert.equal(Buffer.from(value.template, 'base64').length, 512 + 28);
    assert.equal(new Set(all.map(({ value }) => value.template)).size, all.length, 'the same face is sealed differently each time');
  });
});
