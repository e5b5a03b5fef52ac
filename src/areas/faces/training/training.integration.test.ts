/** Training, what searches find before and after it, and the removal of deleted faces. */
import assert from 'node:assert/strict';
import { trainedModel } from './search-model.ts';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fakeDetection, imageOf } from '../../../../test/support/fake-face-detection.ts';
import { templateOf } from '../../../../test/support/synthetic-faces.ts';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestApp, TestResponse } from '../../../../test/support/memory-app.ts';
import { Random } from '../../../../test/support/simulated-time.ts';
import { identifyThreshold } from '../../../engines/faces/search/calibration.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { searchGallery } from '../search/search-gallery.ts';
import { FACE_LIST, GALLERY_KINDS, LARGE_FACE_LIST, LARGE_PERSON_GROUP, PERSON_GROUP } from '../model.ts';
import type { Gallery, GalleryKind } from '../model.ts';
import { galleries, memberKey, persistedFaces, prunings, trained, trainings } from '../store.ts';
import { ensureTemplateKey, sealContext, sealTemplate } from '../templates.ts';
import { deleteReleasedBlobs } from '../../../storage/blobs/blob-sweep.ts';
import { TRAIN_JOB } from './job.ts';

interface Status {
  status: string;
  createdDateTime: string;
  lastActionDateTime: string;
  lastSuccessfulTrainingDateTime?: string;
  message?: string;
}
interface Overview {
  members: number;
  training?: Status;
  searched?: { persons?: number; faces: number; trainedDateTime: string; defaultThreshold: number };
}

describe('training', () => {
  let app: TestApp;
  let current: { key: string; id: string };
  let created = 0;
  before(async () => {
    app = await testApp();
    fakeDetection(app);
    current = await app.createAccount('training', { kind: 'Face' });
    await app.listen();
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
  const ok = async <T>(route: string, body?: unknown): Promise<T> => {
    const response = await send(route, body);
    assert.ok(response.status === 200 || response.status === 202, `${route}: ${response.status} ${response.text}`);
    return (response.text === '' ? undefined : response.json()) as T;
  };
  const failureOf = async (route: string): Promise<unknown> => {
    const response = await send(route);
    return [response.status, response.json<{ error: { message: string } }>().error.message];
  };
  const newGallery = async ({ path }: GalleryKind): Promise<string> => {
    const id = `gallery-${++created}`;
    await ok(`PUT ${path}/${id}`, { name: id });
    return `${path}/${id}`;
  };
  const addPerson = async (group: string, ...who: number[]): Promise<string> => {
    const { personId } = await ok<{ personId: string }>(`POST ${group}/persons`, { name: `Person ${who}` });
    for (const face of who) await ok(`POST ${group}/persons/${personId}/persistedfaces`, imageOf(face));
    return personId;
  };
  const addFace = async (list: string, who: number): Promise<string> =>
    (await ok<{ persistedFaceId: string }>(`POST ${list}/persistedfaces`, imageOf(who))).persistedFaceId;
  const train = async (gallery: string): Promise<Status> => {
    await ok(`POST ${gallery}/train`);
    for (;;) {
      const status = await ok<Status>(`GET ${gallery}/training`);
      if (status.status !== 'running') return status;
      await wait(5);
    }
  };
  const readGallery = async (gallery: string): Promise<Stored<Gallery>> => (await app.store.get(galleries, current.id, gallery))!;
  const findNearest = async (kind: GalleryKind, gallery: string, who: number, max = 3): Promise<string[] | undefined> => {
    const matches = await searchGallery(
      kind,
      await readGallery(gallery),
      current.id,
      [templateOf(who, 1)],
      { max, within: 0.6 },
      app.ports,
    );
    return matches?.candidates[0]!.map(({ id }) => id);
  };
  const waitUntilPruned = async (gallery: string): Promise<void> => {
    const {
      value: { uid },
    } = await readGallery(gallery);
    while (await app.store.get(prunings, current.id, uid)) await wait(20);
  };

  for (const kind of GALLERY_KINDS.filter(({ needsTraining }) => needsTraining)) {
    test(`${kind.path}: replies 404 before the first training, and fails to train an empty gallery`, async () => {
      const gallery = await newGallery(kind);
      assert.deepEqual(await failureOf(`GET ${gallery}/training`), [404, `${kind.title} not trained.`]);
      assert.deepEqual(await ok(`GET ${gallery}/overview`), { members: 0 });
      const { status, message: reason, lastSuccessfulTrainingDateTime } = await train(gallery);
      assert.deepEqual([status, lastSuccessfulTrainingDateTime], ['failed', undefined]);
      assert.match(reason!, /^There is no /);
      const overview = await ok<Overview>(`GET ${gallery}/overview`);
      assert.deepEqual([overview.training?.status, overview.searched], ['failed', undefined]);
      for (const route of ['POST none/train', 'GET none/overview'])
        assert.deepEqual(await failureOf(route.replace(' ', ` ${kind.path}/`)), [404, `${kind.title} is not found.`]);
    });
  }

  for (const kind of [PERSON_GROUP, LARGE_PERSON_GROUP]) {
    test(`${kind.path}: finds persons after training, and later ones after the next training`, async () => {
      const group = await newGallery(kind);
      const [ada, bob] = [await addPerson(group, 1, 1), await addPerson(group, 2)];
      await addPerson(group);
      assert.equal(await findNearest(kind, group, 1), undefined);
      const first = await train(group);
      assert.equal(first.status, 'succeeded', first.message);
      assert.equal(first.lastSuccessfulTrainingDateTime, first.lastActionDateTime);
      assert.deepEqual([await findNearest(kind, group, 1), await findNearest(kind, group, 2)], [[ada], [bob]]);
      const eve = await addPerson(group, 3);
      assert.deepEqual(await findNearest(kind, group, 3), []);
      const { members, training, searched } = await ok<Overview>(`GET ${group}/overview`);
      assert.deepEqual(
        [members, training, searched],
        [
          4,
          first,
          {
            persons: 2,
            faces: 3,
            trainedDateTime: searched?.trainedDateTime,
            defaultThreshold: identifyThreshold({ persons: 2, faces: 3 }),
          },
        ],
      );
      await train(group);
      assert.deepEqual([await findNearest(kind, group, 1), await findNearest(kind, group, 3)], [[ada], [eve]]);
    });
  }

  test('rejects a training while one is in progress, and sends Operation-Location in newer versions', async () => {
    const group = await newGallery(PERSON_GROUP);
    await addPerson(group, 1);
    const first = await send(`POST ${group}/train`, undefined, 'v1.2');
    assert.equal(first.status, 202);
    assert.match(String(first.headers['operation-location']), /\/face\/v1\.2\/persongroups\/gallery-\d+\/training$/);
    const waiting = (await send(`GET ${group}/training`, undefined, 'v1.2')).json<Status>().status;
    assert.ok(['notStarted', 'running', 'succeeded'].includes(waiting), waiting);
    while ((await ok<Status>(`GET ${group}/training`)).status !== 'succeeded') await wait(5);
    assert.equal((await send(`POST ${group}/train`)).headers['operation-location'], undefined);

    // Another training, whose job starts later.
    const {
      key,
      value: { uid },
    } = await readGallery(group);
    const change = new Change();
    const { id: job, createdAt } = app.ports.jobs.enqueue(change, {
      account: current.id,
      kind: TRAIN_JOB,
      input: { path: PERSON_GROUP.path, id: key, uid },
      delayMs: 60_000,
    });
    await app.store.commit(change.put(trainings, current.id, uid, { job, createdAt }));
    const queued: string[] = [];
    for (const version of ['v1.0', 'v1.1-preview.1', 'v1.2-preview.1', 'v1.2'])
      queued.push((await send(`GET ${group}/training`, undefined, version)).json<Status>().status);
    assert.deepEqual(queued, ['running', 'notStarted', 'notStarted', 'notStarted']);
    for (const { status, json } of await Promise.all(Array.from({ length: 4 }, () => send(`POST ${group}/train`, undefined, 'v1.2'))))
      assert.deepEqual(
        [status, json()],
        [409, { error: { code: 'PersonGroupTrainingNotFinished', message: 'Person group is under training.' } }],
      );
  });

  test('starts exactly as many trainings as it accepts from concurrent calls', async () => {
    const group = await newGallery(PERSON_GROUP);
    await addPerson(group, 1);
    const countTrainJobs = async (): Promise<number> =>
      (await app.ports.jobs.list(current.id, 1000)).filter(({ kind }) => kind === TRAIN_JOB).length;
    const before = await countTrainJobs();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => send(`POST ${group}/train`)))).map(({ status }) => status);
    const accepted = statuses.filter((status) => status === 202).length;
    assert.ok(accepted > 0 && statuses.every((status) => status === 202 || status === 409), statuses.join(' '));
    assert.equal((await countTrainJobs()) - before, accepted);
    while ((await ok<Status>(`GET ${group}/training`)).status !== 'succeeded') await wait(5);
  });

  test('does not find a deleted person, and soon removes them from the trained model', async () => {
    const group = await newGallery(PERSON_GROUP);
    const [ada, bob] = [await addPerson(group, 1), await addPerson(group, 1.5, 2)];
    await train(group);
    const {
      value: { uid },
    } = await readGallery(group);
    const old = (await app.store.get(trained, current.id, uid))!.value;
    await ok(`DELETE ${group}/persons/${ada}`);
    assert.deepEqual(await findNearest(PERSON_GROUP, group, 1, 1), [], 'before it is pruned');
    await waitUntilPruned(group);
    assert.deepEqual([await findNearest(PERSON_GROUP, group, 1, 1), await findNearest(PERSON_GROUP, group, 2)], [[], [bob]]);
    const now = (await app.store.get(trained, current.id, uid))!.value;
    assert.deepEqual([old.rows, now.rows, now.owners, now.trainedAt], [3, 2, 1, old.trainedAt]);
    assert.deepEqual((await app.ports.cache.get(trainedModel, current.id, uid))!.roster.idsAt(0)[0], bob);
    await deleteReleasedBlobs(app.store, app.blobs, 0);
    assert.equal(await app.blobs.get(current.id, old.blob), undefined);
    assert.ok(await app.blobs.get(current.id, now.blob));
  });

  test('ranks a person by the remaining faces after the nearest face is deleted', async () => {
    const group = await newGallery(PERSON_GROUP);
    const ada = await addPerson(group, 1, 7);
    const { persistedFaceIds } = await ok<{ persistedFaceIds: string[] }>(`GET ${group}/persons/${ada}`);
    await train(group);
    assert.deepEqual(await findNearest(PERSON_GROUP, group, 1), [ada]);
    await ok(`DELETE ${group}/persons/${ada}/persistedfaces/${persistedFaceIds[0]}`);
    const gallery = await readGallery(group);
    const nearestDistance = async (): Promise<number> =>
      (await searchGallery(PERSON_GROUP, gallery, current.id, [templateOf(1, 1)], { max: 1 }, app.ports))!.candidates[0]![0]!.distance;
    const distance = await nearestDistance();
    assert.ok(distance > 0.6, String(distance));
    await waitUntilPruned(group);
    assert.ok(Math.abs((await nearestDistance()) - distance) < 1e-3);
  });

  test('searches face lists without training, and large face lists after training', async () => {
    for (const kind of [FACE_LIST, LARGE_FACE_LIST]) {
      const list = await newGallery(kind);
      assert.equal(await findNearest(kind, list, 1), undefined);
      const [one, two] = [await addFace(list, 1), await addFace(list, 2)];
      if (kind.needsTraining) await train(list);
      assert.deepEqual([await findNearest(kind, list, 1), await findNearest(kind, list, 2)], [[one], [two]]);
      await ok(`DELETE ${list}/persistedfaces/${one}`);
      assert.deepEqual([await findNearest(kind, list, 1), await findNearest(kind, list, 2)], [[], [two]]);
    }
  });

  test('deletes the trained model and cancels the training of a deleted gallery', async () => {
    const group = await newGallery(LARGE_PERSON_GROUP);
    const ada = await addPerson(group, 1);
    await train(group);
    const {
      value: { uid },
    } = await readGallery(group);
    await findNearest(LARGE_PERSON_GROUP, group, 1);
    const {
      value: { blob },
    } = (await app.store.get(trained, current.id, uid))!;
    await ok(`DELETE ${group}/persons/${ada}`);
    await ok(`POST ${group}/train`);
    await ok(`DELETE ${group}`);
    assert.equal(await app.store.get(trained, current.id, uid), undefined);
    await deleteReleasedBlobs(app.store, app.blobs, 0);
    assert.equal(await app.blobs.get(current.id, blob), undefined);
    assert.equal(await app.ports.cache.get(trainedModel, current.id, uid), undefined);
    assert.equal((await send(`GET ${group}/training`)).status, 404);
  });

  test('trains while faces are added', async () => {
    const list = await newGallery(LARGE_FACE_LIST);
    await Promise.all(Array.from({ length: 40 }, (_, who) => addFace(list, who)));
    const before = await addFace(list, 99);
    const [status] = await Promise.all([train(list), ...Array.from({ length: 10 }, (_, who) => addFace(list, 200 + who))]);
    assert.equal((status as Status).status, 'succeeded');
    assert.deepEqual(await findNearest(LARGE_FACE_LIST, list, 99, 1), [before]);
  });

  test('packs many faces page by page, and searches them in a thread', async (t) => {
    const FACES = 5000;
    const list = await newGallery(LARGE_FACE_LIST);
    await addFace(list, 1);
    const {
      value: { uid },
    } = await readGallery(list);
    const change = new Change();
    const key = await ensureTemplateKey(change, current.id, app.ports);
    const random = new Random(7);
    const ids = Array.from({ length: FACES }, (_, i) => {
      const id = randomUUID();
      const recordKey = memberKey(uid, id);
      const template = i === 4321 ? templateOf(5) : Float32Array.from({ length: 128 }, () => random.next() - 0.5);
      change.create(persistedFaces, current.id, recordKey, {
        template: sealTemplate(key, template, sealContext(persistedFaces, current.id, recordKey)),
        count: 0,
      });
      return id;
    });
    await app.store.commit(change);
    const threads = t.mock.method(app.ports.threads, 'run');
    assert.equal((await train(list)).status, 'succeeded');
    assert.deepEqual(await findNearest(LARGE_FACE_LIST, list, 5, 1), [ids[4321]]);
    assert.equal(threads.mock.callCount(), 2, 'to open the block and to search it');
    assert.equal((await app.store.get(trained, current.id, uid))!.value.rows, FACES + 1);
  });
});
