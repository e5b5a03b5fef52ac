/** Training, what searches find before and after it, and what is left of what was deleted. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { imageOf, fakeDetection } from '../../../../test/support/fake-face-detection.ts';
import { templateOf } from '../../../../test/support/synthetic-faces.ts';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../../test/support/memory-app.ts';
import { Random } from '../../../../test/support/simulated-time.ts';
import { identifyThreshold } from '../../../engines/faces/search/calibration.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { searchGallery, trainedModel } from '../recognition/search.ts';
import { FACE_LIST, GALLERY_KINDS, LARGE_FACE_LIST, LARGE_PERSON_GROUP, PERSON_GROUP } from '../model.ts';
import type { Gallery, GalleryKind } from '../model.ts';
import { galleries, memberKey, persistedFaces, prunings, trained, trainings } from '../store.ts';
import { sealContext, sealTemplate, ensureTemplateKey } from '../templates.ts';
import { TRAIN } from './job.ts';

interface Status { status: string; createdDateTime: string; lastActionDateTime: string; lastSuccessfulTrainingDateTime?: string; message?: string }
interface Overview { members: number; training?: Status; searched?: { persons?: number; faces: number; trainedDateTime: string; defaultThreshold: number } }

describe('training', () => {
  let app: TestApp;
  let mine: { key: string; id: string };
  let made = 0;
  before(async () => {
    app = await testApp();
    fakeDetection(app);
    mine = await app.createAccount('training', { kind: 'Face' });
    await app.listen();
  });
  after(() => app.close());

  const send = (route: string, body?: unknown, version = 'v1.0'): Promise<TestResponse> => {
    const [method, path] = route.split(' ') as [string, string];
    return app.call({ method, url: `/face/${version}/${path}`, key: mine.key, body, headers: Buffer.isBuffer(body) ? { 'content-type': 'application/octet-stream' } : {} });
  };
  const ok = async <T>(route: string, body?: unknown): Promise<T> => {
    const answer = await send(route, body);
    assert.ok(answer.status === 200 || answer.status === 202, `${route}: ${answer.status} ${answer.text}`);
    return (answer.text === '' ? undefined : answer.json()) as T;
  };
  const message = async (route: string): Promise<unknown> => {
    const answer = await send(route);
    return [answer.status, answer.json<{ error: { message: string } }>().error.message];
  };
  const newGallery = async ({ path }: GalleryKind): Promise<string> => {
    const id = `gallery-${++made}`;
    await ok(`PUT ${path}/${id}`, { name: id });
    return `${path}/${id}`;
  };
  const person = async (group: string, ...who: number[]): Promise<string> => {
    const { personId } = await ok<{ personId: string }>(`POST ${group}/persons`, { name: `Person ${who}` });
    for (const one of who) await ok(`POST ${group}/persons/${personId}/persistedfaces`, imageOf(one));
    return personId;
  };
  const face = async (list: string, who: number): Promise<string> => (await ok<{ persistedFaceId: string }>(`POST ${list}/persistedfaces`, imageOf(who))).persistedFaceId;
  const train = async (gallery: string): Promise<Status> => {
    await ok(`POST ${gallery}/train`);
    for (;;) {
      const status = await ok<Status>(`GET ${gallery}/training`);
      if (!['notstarted', 'running'].includes(status.status)) return status;
      await wait(5);
    }
  };
  const galleryOf = async (gallery: string): Promise<Stored<Gallery>> => (await app.store.get(galleries, mine.id, gallery))!;
  const nearest = async (kind: GalleryKind, gallery: string, who: number, most = 3): Promise<string[] | undefined> => {
    const matches = await searchGallery(kind, await galleryOf(gallery), mine.id, [templateOf(who, 1)], { most, within: 0.6 }, app.ports);
    return matches?.candidates[0]!.map(({ id }) => id);
  };
  const pruned = async (gallery: string): Promise<void> => {
    const { value: { uid } } = await galleryOf(gallery);
    while (await app.store.get(prunings, mine.id, uid)) await wait(20);
  };

  for (const kind of GALLERY_KINDS.filter(({ needsTraining: isTrained }) => isTrained)) {
    test(`${kind.path}: never trained is 404; with nothing in it, it fails and says why`, async () => {
      const gallery = await newGallery(kind);
      assert.deepEqual(await message(`GET ${gallery}/training`), [404, `${kind.title} not trained.`]);
      assert.deepEqual(await ok(`GET ${gallery}/overview`), { members: 0 });
      const { status, message: why, lastSuccessfulTrainingDateTime } = await train(gallery);
      assert.deepEqual([status, lastSuccessfulTrainingDateTime], ['failed', undefined]);
      assert.match(why!, /^There is no /);
      const overview = await ok<Overview>(`GET ${gallery}/overview`);
      assert.deepEqual([overview.training?.status, overview.searched], ['failed', undefined]);
      for (const route of ['POST none/train', 'GET none/overview']) assert.deepEqual(await message(route.replace(' ', ` ${kind.path}/`)), [404, `${kind.title} is not found.`]);
    });
  }

  for (const kind of [PERSON_GROUP, LARGE_PERSON_GROUP]) {
    test(`${kind.path}: persons are found once trained, and those that came later after the next training`, async () => {
      const group = await newGallery(kind);
      const [ada, bob] = [await person(group, 1, 1), await person(group, 2)];
      await person(group);
      assert.equal(await nearest(kind, group, 1), undefined);
      const first = await train(group);
      assert.equal(first.status, 'succeeded', first.message);
      assert.equal(first.lastSuccessfulTrainingDateTime, first.lastActionDateTime);
      assert.deepEqual([await nearest(kind, group, 1), await nearest(kind, group, 2)], [[ada], [bob]]);
      const eve = await person(group, 3);
      assert.deepEqual(await nearest(kind, group, 3), []);
      const { members, training, searched } = await ok<Overview>(`GET ${group}/overview`);
      assert.deepEqual([members, training, searched], [4, first, { persons: 2, faces: 3, trainedDateTime: searched?.trainedDateTime, defaultThreshold: identifyThreshold({ persons: 2, faces: 3 }) }]);
      await train(group);
      assert.deepEqual([await nearest(kind, group, 1), await nearest(kind, group, 3)], [[ada], [eve]]);
    });
  }

  test('a training that goes on is not begun again; the later versions say where to look', async () => {
    const group = await newGallery(PERSON_GROUP);
    await person(group, 1);
    const first = await send(`POST ${group}/train`, undefined, 'v1.2');
    assert.equal(first.status, 202);
    assert.match(String(first.headers['operation-location']), /\/face\/v1\.2\/persongroups\/gallery-\d+\/training$/);
    const waiting = (await send(`GET ${group}/training`, undefined, 'v1.2')).json<Status>().status;
    assert.ok(['notStarted', 'running', 'succeeded'].includes(waiting), waiting);
    while ((await ok<Status>(`GET ${group}/training`)).status !== 'succeeded') await wait(5);
    assert.equal((await send(`POST ${group}/train`)).headers['operation-location'], undefined);

    // Another one, whose worker comes later.
    const { key, value: { uid } } = await galleryOf(group);
    const change = new Change();
    const { id: job, createdAt } = app.ports.jobs.enqueue(change, { account: mine.id, kind: TRAIN, input: { path: PERSON_GROUP.path, id: key, uid }, delayMs: 60_000 });
    await app.store.commit(change.put(trainings, mine.id, uid, { job, createdAt }));
    for (const { status, json } of await Promise.all(Array.from({ length: 4 }, () => send(`POST ${group}/train`, undefined, 'v1.2')))) assert.deepEqual([status, json()], [409, { error: { code: 'PersonGroupTrainingNotFinished', message: 'Person group is under training.' } }]);
  });

  test('of several who begin a training at once, as many begin one as are told so', async () => {
    const group = await newGallery(PERSON_GROUP);
    await person(group, 1);
    const jobsNow = async (): Promise<number> => (await app.ports.jobs.list(mine.id, 1000)).filter(({ kind }) => kind === TRAIN).length;
    const before = await jobsNow();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => send(`POST ${group}/train`)))).map(({ status }) => status);
    const begun = statuses.filter((status) => status === 202).length;
    assert.ok(begun > 0 && statuses.every((status) => status === 202 || status === 409), statuses.join(' '));
    assert.equal(await jobsNow() - before, begun);
    while ((await ok<Status>(`GET ${group}/training`)).status !== 'succeeded') await wait(5);
  });

  test('a deleted person is not found any more, and soon is not in what was trained', async () => {
    const group = await newGallery(PERSON_GROUP);
    const [ada, bob] = [await person(group, 1), await person(group, 1.5, 2)];
    await train(group);
    const { value: { uid } } = await galleryOf(group);
    const old = (await app.store.get(trained, mine.id, uid))!.value;
    await ok(`DELETE ${group}/persons/${ada}`);
    assert.deepEqual(await nearest(PERSON_GROUP, group, 1, 1), [], 'before it is pruned');
    await pruned(group);
    assert.deepEqual([await nearest(PERSON_GROUP, group, 1, 1), await nearest(PERSON_GROUP, group, 2)], [[], [bob]]);
    const now = (await app.store.get(trained, mine.id, uid))!.value;
    assert.deepEqual([old.rows, now.rows, now.owners, now.trainedAt], [3, 2, 1, old.trainedAt]);
    assert.deepEqual((await app.ports.cache.get(trainedModel, mine.id, uid))!.roster.idsAt(0)[0], bob);
    while (await app.blobs.get(mine.id, old.blob)) await wait(5);
    assert.ok(await app.blobs.get(mine.id, now.blob));
  });

  test('a person who loses the nearest face is told by the others, behind who is nearer now', async () => {
    const group = await newGallery(PERSON_GROUP);
    const ada = await person(group, 1, 7);
    const { persistedFaceIds } = await ok<{ persistedFaceIds: string[] }>(`GET ${group}/persons/${ada}`);
    await train(group);
    assert.deepEqual(await nearest(PERSON_GROUP, group, 1), [ada]);
    await ok(`DELETE ${group}/persons/${ada}/persistedfaces/${persistedFaceIds[0]}`);
    const read = await galleryOf(group);
    const told = async (): Promise<number> => (await searchGallery(PERSON_GROUP, read, mine.id, [templateOf(1, 1)], { most: 1 }, app.ports))!.candidates[0]![0]!.distance;
    const distance = await told();
    assert.ok(distance > 0.6, String(distance));
    await pruned(group);
    assert.ok(Math.abs(await told() - distance) < 1e-3);
  });

  test('face lists are searched without training, large ones with it', async () => {
    for (const kind of [FACE_LIST, LARGE_FACE_LIST]) {
      const list = await newGallery(kind);
      assert.equal(await nearest(kind, list, 1), undefined);
      const [one, two] = [await face(list, 1), await face(list, 2)];
      if (kind.needsTraining) await train(list);
      assert.deepEqual([await nearest(kind, list, 1), await nearest(kind, list, 2)], [[one], [two]]);
      await ok(`DELETE ${list}/persistedfaces/${one}`);
      assert.deepEqual([await nearest(kind, list, 1), await nearest(kind, list, 2)], [[], [two]]);
    }
  });

  test('deleting a gallery that was trained deletes what was trained, and ends what goes on', async () => {
    const group = await newGallery(LARGE_PERSON_GROUP);
    const ada = await person(group, 1);
    await train(group);
    const { value: { uid } } = await galleryOf(group);
    await nearest(LARGE_PERSON_GROUP, group, 1);
    const { value: { blob } } = (await app.store.get(trained, mine.id, uid))!;
    await ok(`DELETE ${group}/persons/${ada}`);
    await ok(`POST ${group}/train`);
    await ok(`DELETE ${group}`);
    assert.equal(await app.store.get(trained, mine.id, uid), undefined);
    while (await app.blobs.get(mine.id, blob)) await wait(5);
    assert.equal(await app.ports.cache.get(trainedModel, mine.id, uid), undefined);
    assert.equal((await send(`GET ${group}/training`)).status, 404);
  });

  test('faces that come while it is packed do not harm it', async () => {
    const list = await newGallery(LARGE_FACE_LIST);
    await Promise.all(Array.from({ length: 40 }, (_, who) => face(list, who)));
    const before = await face(list, 99);
    const [status] = await Promise.all([train(list), ...Array.from({ length: 10 }, (_, who) => face(list, 200 + who))]);
    assert.equal((status as Status).status, 'succeeded');
    assert.deepEqual(await nearest(LARGE_FACE_LIST, list, 99, 1), [before]);
  });

  test('many faces are packed page by page, and searched in a thread', async (t) => {
    const FACES = 5000;
    const list = await newGallery(LARGE_FACE_LIST);
    await face(list, 1);
    const { value: { uid } } = await galleryOf(list);
    const change = new Change();
    const key = await ensureTemplateKey(change, mine.id, app.ports);
    const random = new Random(7);
    const ids = Array.from({ length: FACES }, (_, i) => {
      const id = randomUUID();
      const place = memberKey(uid, id);
      const template = i === 4321 ? templateOf(5) : Float32Array.from({ length: 128 }, () => random.next() - 0.5);
      change.create(persistedFaces, mine.id, place, { template: sealTemplate(key, template, sealContext(persistedFaces, mine.id, place)), count: 0 });
      return id;
    });
    await app.store.commit(change);
    const threads = t.mock.method(app.ports.threads, 'run');
    assert.equal((await train(list)).status, 'succeeded');
    assert.deepEqual(await nearest(LARGE_FACE_LIST, list, 5, 1), [ids[4321]]);
    assert.equal(threads.mock.callCount(), 2, 'to open the block and to search it');
    assert.equal((await app.store.get(trained, mine.id, uid))!.value.rows, FACES + 1);
  });
});
