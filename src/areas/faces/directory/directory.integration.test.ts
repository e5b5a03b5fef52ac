/** The person directory and dynamic groups: what calls return, what searches find after each change, and what deletion leaves. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fakeDetection, imageOf } from '../../../../test/support/fake-face-detection.ts';
import { templateOf } from '../../../../test/support/synthetic-faces.ts';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestApp, TestResponse } from '../../../../test/support/memory-app.ts';
import { Change } from '../../../kernel/change.ts';
import {
  directoryPersons,
  directoryUid,
  groupMembers,
  memberKey,
  pendingFaces,
  persistedFaces,
  prunings,
  tallies,
  trained,
} from '../store.ts';
import { tallyKey } from '../limits.ts';
import { MAX_FACES_PER_PERSON } from '../model.ts';
import { ensureTemplateKey, sealContext, sealTemplate } from '../templates.ts';
import { trainedModel } from '../training/search-model.ts';
import { MAX_RECENT, recentKey } from './index-jobs.ts';

/** Polling more often would slow down the work that is polled. */
const POLL_MS = 25;
const MODEL = 'recognition_04';
const UID = directoryUid(MODEL);
const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';

interface OperationResult {
  operationId: string;
  status: string;
  createdTime: string;
  lastActionTime: string;
  finishedTime?: string;
  message: string | null;
}

describe('person directory', () => {
  let app: TestApp;
  let account: { key: string; id: string };
  let created = 0;
  before(async () => {
    app = await testApp();
    fakeDetection(app);
    await app.listen();
  });
  after(() => app.close());

  const newAccount = async (): Promise<void> => {
    account = await app.createAccount(`directory-${++created}`, { kind: 'Face' });
  };
  const send = (route: string, body?: unknown, version = 'v1.1-preview.1'): Promise<TestResponse> => {
    const [method, path] = route.split(' ') as [string, string];
    return app.call({
      method,
      url: `/face/${version}/${path}`,
      key: account.key,
      body,
      headers: Buffer.isBuffer(body) ? { 'content-type': 'application/octet-stream' } : {},
    });
  };
  const expectStatus = async (status: number, route: string, body?: unknown): Promise<TestResponse> => {
    const response = await send(route, body);
    assert.equal(response.status, status, `${route}: ${response.text}`);
    return response;
  };
  const get = async <T>(path: string): Promise<T> => (await expectStatus(200, `GET ${path}`)).json<T>();
  const failureOf = async (route: string, body?: unknown, version?: string): Promise<unknown[]> => {
    const response = await send(route, body, version);
    const { error } = response.json<{ error: { code: string; message: string } }>();
    return [response.status, error.code, error.message];
  };
  const pathOf = (url: unknown): string => new URL(String(url)).pathname.replace('/face/v1.1-preview.1/', '');
  const poll = async ({ headers }: TestResponse): Promise<OperationResult> => {
    for (;;) {
      const result = await get<OperationResult>(pathOf(headers['operation-location']));
      if (!['notStarted', 'running'].includes(result.status)) return result;
      await wait(POLL_MS);
    }
  };
  const succeed = async (response: TestResponse): Promise<void> => {
    assert.equal((await poll(response)).status, 'succeeded');
  };
  const createPerson = async (name = 'Ada'): Promise<string> =>
    (await expectStatus(202, 'POST persons', { name })).json<{ personId: string }>().personId;
  const addFace = (personId: string, who: number, model = MODEL): Promise<TestResponse> =>
    expectStatus(202, `POST persons/${personId}/recognitionModels/${model}/persistedfaces`, imageOf(who));
  /** A person with searchable faces. */
  const personWith = async (...who: number[]): Promise<string> => {
    const personId = await createPerson(`Person ${who}`);
    for (const face of who) await succeed(await addFace(personId, face));
    return personId;
  };
  const detect = async (who: number, model = MODEL): Promise<string> =>
    (await expectStatus(200, `POST detect?recognitionModel=${model}`, imageOf(who))).json<{ faceId: string }[]>()[0]!.faceId;
  const identify = async (who: number, scope: object, model = MODEL): Promise<string[]> => {
    const body = { faceIds: [await detect(who, model)], maxNumOfCandidatesReturned: 5, ...scope };
    const [result] = (await expectStatus(200, 'POST identify', body)).json<{ candidates: { personId: string }[] }[]>();
    return result!.candidates.map(({ personId }) => personId);
  };
  const groupPersons = async (group: string): Promise<string[]> =>
    (await get<{ personIds: string[] }>(`dynamicpersongroups/${group}/persons`)).personIds;
  const references = async (personId: string): Promise<string[]> =>
    (await get<{ dynamicPersonGroupIds: string[] }>(`persons/${personId}/dynamicPersonGroupReferences`)).dynamicPersonGroupIds;
  /** Whether a face is in a stored search model. */
  const isStored = async (personId: string): Promise<boolean> => {
    for (const key of [UID, recentKey(UID)]) {
      const model = await app.ports.cache.get(trainedModel, account.id, key);
      if (model && Array.from({ length: model.roster.rows }, (_, row) => model.roster.idsAt(row)[0]).includes(personId)) return true;
    }
    return false;
  };

  test('creates, lists, updates and deletes persons', async () => {
    await newAccount();
    const response = await expectStatus(202, 'POST persons', { name: 'Ada', userData: 'first' });
    const { personId } = response.json<{ personId: string }>();
    assert.equal(pathOf(response.headers.location), `persons/${personId}`);
    const { operationId, createdTime, lastActionTime, finishedTime, ...rest } = await poll(response);
    assert.deepEqual(rest, { status: 'succeeded', message: null });
    assert.match(operationId, /^[\da-f-]{36}$/);
    assert.ok(createdTime <= lastActionTime && createdTime <= finishedTime!);
    assert.deepEqual(await get(`persons/${personId.toUpperCase()}`), { personId, name: 'Ada', userData: 'first' });
    await expectStatus(200, `PATCH persons/${personId}`, { userData: 'second' });
    const other = await createPerson('Bob');
    const [first, second] = [personId, other].sort();
    const listed = await get<{ personId: string }[]>('persons');
    assert.deepEqual(
      listed.map((person) => person.personId),
      [first, second],
    );
    assert.deepEqual(await get('persons?top=1'), [listed[0]]);
    assert.deepEqual(await get(`persons?start=${first}`), [listed[1]]);
    assert.equal((await get<{ userData: string }>(`persons/${personId}`)).userData, 'second');
    await succeed(await expectStatus(202, `DELETE persons/${personId}`));
    assert.deepEqual(await failureOf(`GET persons/${personId}`), [404, 'PersonNotFound', 'Person is not found.']);
    assert.equal((await get<object[]>('persons')).length, 1);
  });

  test('rejects bad input and changes nothing', async () => {
    await newAccount();
    const personId = await createPerson();
    const faces = `persons/${personId}/recognitionModels/${MODEL}/persistedfaces`;
    const both = "Both 'name' and 'userData' are empty.";
    assert.deepEqual(await failureOf('POST persons', {}), [400, 'BadArgument', "'name' is empty."]);
    assert.deepEqual(await failureOf('POST persons', { name: 'a'.repeat(129) }), [400, 'BadArgument', "'name' is too long."]);
    assert.deepEqual(await failureOf(`PATCH persons/${personId}`, {}), [400, 'BadArgument', both]);
    assert.deepEqual(await failureOf('GET persons?start=x'), [400, 'BadArgument', "'start' is not valid person ID."]);
    assert.deepEqual(await failureOf('GET persons/x'), [404, 'PersonNotFound', 'Person ID is invalid.']);
    assert.deepEqual(await failureOf(`GET operations/${UNKNOWN}`), [404, 'OperationNotFound', 'Operation is not found.']);
    assert.deepEqual(await failureOf(`GET ${faces}/${UNKNOWN}`), [404, 'PersistedFaceNotFound', 'Persisted face is not found.']);
    assert.deepEqual(await failureOf(`GET ${faces}/x`), [404, 'PersistedFaceNotFound', 'Persisted face ID is invalid.']);
    assert.deepEqual(await failureOf(`GET persons/${personId}/recognitionModels/x/persistedfaces`), [
      400,
      'BadArgument',
      "'recognitionModel' is invalid.",
    ]);
    assert.deepEqual(await failureOf(`POST ${faces}`, imageOf()), [400, 'InvalidImage', 'No face detected in the image.']);
    assert.deepEqual(await failureOf(`POST ${faces}`, imageOf(1, 2)), [400, 'InvalidImage', 'There is more than 1 face in the image.']);
    assert.deepEqual(await get(faces), { personId, persistedFaceIds: [] });
    assert.equal(await app.store.count(pendingFaces, account.id), 0);
  });

  test('has no directory in other versions', async () => {
    for (const version of ['v1.0', 'v1.2']) assert.equal((await send('GET persons', undefined, version)).status, 404, version);
  });

  test('finds a face as soon as its operation has succeeded, in its recognition model only', async () => {
    await newAccount();
    assert.deepEqual(await identify(1, { personIds: ['*'] }), []);
    const personId = await createPerson();
    const response = await addFace(personId, 1);
    const { persistedFaceId } = response.json<{ persistedFaceId: string }>();
    const facePath = `persons/${personId}/recognitionModels/${MODEL}/persistedfaces/${persistedFaceId}`;
    assert.equal(pathOf(response.headers.location), facePath);
    await succeed(response);
    await personWith(2);
    assert.deepEqual(await identify(1, { personIds: ['*'] }), [personId]);
    assert.deepEqual(await identify(1, { personIds: [personId, UNKNOWN] }), [personId]);
    assert.deepEqual(await identify(1, { personIds: [UNKNOWN] }), []);
    assert.deepEqual(await identify(1, { personIds: ['*'] }, 'recognition_03'), []);
    await expectStatus(200, `PATCH ${facePath}`, { userData: 'from the left' });
    assert.deepEqual(await get(facePath), { persistedFaceId, userData: 'from the left' });
    await succeed(await addFace(personId, 3, 'recognition_03'));
    assert.deepEqual(await identify(3, { personIds: ['*'] }, 'recognition_03'), [personId]);
    assert.deepEqual(await get(`persons/${personId}/recognitionModels/${MODEL}/persistedfaces`), {
      personId,
      persistedFaceIds: [persistedFaceId],
    });
  });

  test('one job makes the faces of several calls searchable', async () => {
    await newAccount();
    const persons = await Promise.all([1, 2, 3, 4, 5].map(() => createPerson()));
    const responses = await Promise.all(persons.map((personId, who) => addFace(personId, who)));
    await Promise.all(responses.map(succeed));
    for (const [who, personId] of persons.entries()) assert.deepEqual(await identify(who, { personIds: ['*'] }), [personId]);
    const jobs = (await app.ports.jobs.list(account.id, 100)).filter(({ kind }) => kind === 'faces.indexDirectory');
    assert.ok(jobs.length < persons.length, `${jobs.length} jobs`);
  });

  test('limits the faces of a person and the persons of an account', async () => {
    await newAccount();
    const personId = await createPerson();
    const person = (await app.store.get(directoryPersons, account.id, personId))!;
    const faces = { [MODEL]: Array.from({ length: MAX_FACES_PER_PERSON }, () => UNKNOWN) };
    await app.store.commit(new Change().replace(directoryPersons, account.id, person, { ...person.value, faces }));
    const add = `POST persons/${personId}/recognitionModels/${MODEL}/persistedfaces`;
    assert.deepEqual(await failureOf(add, imageOf(1)), [403, 'QuotaExceeded', 'Persisted face number reached limit.']);
    await addFace(personId, 1, 'recognition_03');
    const full = new Change();
    for (let part = 0; part < 32; part++) full.put(tallies, account.id, tallyKey('directory', part), { count: 20_000_000 });
    await app.store.commit(full);
    assert.deepEqual(await failureOf('POST persons', { name: 'Eve' }), [
      403,
      'QuotaExceeded',
      'Person number reached subscription level limit.',
    ]);
  });

  test('verifies a face against a person', async () => {
    await newAccount();
    const personId = await createPerson();
    const faceId = await detect(1);
    assert.deepEqual(await failureOf('POST verify', { faceId, personId }), [
      404,
      'PersistedFaceNotFound',
      'No persisted face of the person is found.',
    ]);
    // Before the operation has succeeded.
    await addFace(personId, 1);
    const verify = async (who: number): Promise<boolean> =>
      (await expectStatus(200, 'POST verify', { faceId: await detect(who), personId })).json<{ isIdentical: boolean }>().isIdentical;
    assert.deepEqual([await verify(1), await verify(2)], [true, false]);
    assert.deepEqual(await failureOf('POST verify', { faceId, personId: UNKNOWN }), [404, 'PersonNotFound', 'Person is not found.']);
    const [status, code] = await failureOf('POST verify', { faceId, personId }, 'v1.2');
    assert.deepEqual([status, code], [400, 'PersonGroupIdAndLargePersonGroupIdBothNull']);
  });

  test('creates, updates and deletes dynamic groups', async () => {
    await newAccount();
    const [ada, bob, eve] = [await createPerson('Ada'), await createPerson('Bob'), await createPerson('Eve')];
    const path = 'dynamicpersongroups/office';
    assert.equal((await expectStatus(200, 'PUT dynamicpersongroups/empty', { name: 'Empty' })).headers['operation-location'], undefined);
    await succeed(await expectStatus(202, `PUT ${path}`, { name: 'Office', userData: 'x', addPersonIds: [ada, bob.toUpperCase()] }));
    assert.deepEqual(await failureOf(`PUT ${path}`, { name: 'Office' }), [
      409,
      'DynamicPersonGroupExists',
      'Dynamic person group ID office already exists.',
    ]);
    assert.deepEqual(await get(path), { dynamicPersonGroupId: 'office', name: 'Office', userData: 'x' });
    assert.deepEqual(await groupPersons('office'), [ada, bob].sort());
    assert.deepEqual(await references(ada), ['office']);
    await expectStatus(200, `PATCH ${path}`, { name: 'The office' });
    await succeed(await expectStatus(202, `PATCH ${path}`, { addPersonIds: [eve, ada], removePersonIds: [bob, UNKNOWN] }));
    assert.deepEqual(await groupPersons('office'), [ada, eve].sort());
    assert.deepEqual(await references(bob), []);
    await expectStatus(202, 'PATCH dynamicpersongroups/empty', { addPersonIds: [ada] });
    assert.deepEqual(await references(ada), ['empty', 'office']);
    assert.deepEqual(await get(`persons/${ada}/dynamicPersonGroupReferences?start=empty`), { dynamicPersonGroupIds: ['office'] });
    assert.deepEqual(await get(`persons/${ada}/dynamicPersonGroupReferences?top=1`), { dynamicPersonGroupIds: ['empty'] });
    const listed = await get<{ dynamicPersonGroupId: string; name: string }[]>('dynamicpersongroups');
    assert.deepEqual(
      listed.map(({ dynamicPersonGroupId, name }) => [dynamicPersonGroupId, name]),
      [
        ['empty', 'Empty'],
        ['office', 'The office'],
      ],
    );
    assert.deepEqual(await get('dynamicpersongroups?start=empty'), [listed[1]]);
    await succeed(await expectStatus(202, `DELETE ${path}`));
    assert.deepEqual(await failureOf(`GET ${path}`), [404, 'DynamicPersonGroupNotFound', 'Dynamic person group was not found.']);
    assert.deepEqual(await references(ada), ['empty']);
    assert.equal((await get<object[]>('persons')).length, 3, 'persons stay in the directory');
    await expectStatus(200, `PUT ${path}`, { name: 'New' });
    assert.deepEqual(await groupPersons('office'), []);
  });

  test('rejects bad input to dynamic groups and changes nothing', async () => {
    await newAccount();
    const ada = await createPerson();
    const group = 'dynamicpersongroups/office';
    const invalidId = [400, 'DynamicPersonGroupNotFound', 'Dynamic person group ID is invalid.'];
    assert.deepEqual(await failureOf('PUT dynamicpersongroups/OFFICE', { name: 'x' }), invalidId);
    assert.deepEqual(await failureOf('GET dynamicpersongroups/OFFICE'), invalidId);
    const unknown = [404, 'PersonNotFound', 'Person is not found.'];
    assert.deepEqual(await failureOf(`PUT ${group}`, { name: 'x', addPersonIds: [ada, UNKNOWN] }), unknown);
    assert.equal((await failureOf(`GET ${group}`))[0], 404);
    await expectStatus(200, `PUT ${group}`, { name: 'x' });
    assert.deepEqual(await failureOf(`PATCH ${group}`, { name: 'y', addPersonIds: [UNKNOWN] }), unknown);
    assert.deepEqual(await failureOf(`PATCH ${group}`, { addPersonIds: ['x'] }), [400, 'BadArgument', 'Person ID is invalid.']);
    assert.deepEqual(await failureOf(`PATCH ${group}`, {}), [400, 'BadArgument', "Both 'name' and 'userData' are empty."]);
    assert.deepEqual(await failureOf(`GET ${group}/persons?start=x`), [400, 'BadArgument', "'start' is not valid person ID."]);
    assert.deepEqual(await get(group), { dynamicPersonGroupId: 'office', name: 'x' });
    assert.deepEqual(await groupPersons('office'), []);
  });

  test('identifies in a dynamic group, immediately after each change of it', async () => {
    await newAccount();
    const [ada, bob] = [await personWith(1), await personWith(2)];
    const scope = { dynamicPersonGroupId: 'office' };
    await expectStatus(202, 'PUT dynamicpersongroups/office', { name: 'Office', addPersonIds: [ada] });
    assert.deepEqual([await identify(1, scope), await identify(2, scope)], [[ada], []]);
    await expectStatus(202, 'PATCH dynamicpersongroups/office', { addPersonIds: [bob], removePersonIds: [ada] });
    assert.deepEqual([await identify(1, scope), await identify(2, scope)], [[], [bob]]);
    await expectStatus(202, 'DELETE dynamicpersongroups/office');
    const faceIds = [await detect(1)];
    assert.deepEqual(await failureOf('POST identify', { faceIds, ...scope }), [
      400,
      'DynamicPersonGroupNotFound',
      'Dynamic person group is not found.',
    ]);
    const [status, code] = await failureOf('POST identify', { faceIds, ...scope, personIds: ['*'] });
    assert.deepEqual([status, code], [400, 'IncompatibleIdentificationScopeParametersCombination']);
    assert.equal((await failureOf('POST identify', { faceIds, personIds: ['*', ada] }))[0], 400);
    const mixed = [faceIds[0], await detect(1, 'recognition_03')];
    assert.deepEqual(await failureOf('POST identify', { faceIds: mixed, personIds: ['*'] }), [
      400,
      'BadArgument',
      "'recognitionModel' is incompatible.",
    ]);
  });

  test('erases a person everywhere', async () => {
    await newAccount();
    const [ada, bob] = [await personWith(1, 1), await personWith(2)];
    await expectStatus(202, 'PUT dynamicpersongroups/office', { name: 'Office', addPersonIds: [ada, bob] });
    assert.ok(await isStored(ada));
    const deletion = await expectStatus(202, `DELETE persons/${ada}`);
    assert.deepEqual(await identify(1, { personIds: ['*'] }), []);
    assert.deepEqual(await groupPersons('office'), [bob]);
    await succeed(deletion);
    assert.equal(await isStored(ada), false);
    assert.equal(await app.store.count(persistedFaces, account.id), 1);
    assert.equal(await app.store.count(pendingFaces, account.id), 1);
    assert.equal(await app.store.countTerms(groupMembers, account.id, 'person'), 1);
    assert.deepEqual(await identify(2, { dynamicPersonGroupId: 'office' }), [bob]);
    assert.equal((await send(`POST persons/${ada}/recognitionModels/${MODEL}/persistedfaces`, imageOf(1))).status, 404);
  });

  test('deletes a face, and finds the person by another one', async () => {
    await newAccount();
    const ada = await createPerson();
    const faces = `persons/${ada}/recognitionModels/${MODEL}/persistedfaces`;
    const { persistedFaceId } = (await addFace(ada, 1)).json<{ persistedFaceId: string }>();
    await succeed(await addFace(ada, 2));
    const deletion = await expectStatus(202, `DELETE ${faces}/${persistedFaceId}`);
    assert.deepEqual([await identify(1, { personIds: ['*'] }), await identify(2, { personIds: [ada] })], [[], [ada]]);
    await succeed(deletion);
    assert.equal((await get<{ persistedFaceIds: string[] }>(faces)).persistedFaceIds.length, 1);
    assert.equal((await app.ports.cache.get(trainedModel, account.id, recentKey(UID)))!.roster.rows, 1);
  });

  test('prunes the main model and merges pending faces into it', async () => {
    await newAccount();
    const [ada, bob] = [await personWith(1), await personWith(2)];
    const change = new Change();
    app.ports.jobs.enqueue(change, { account: account.id, kind: 'faces.mergeDirectory', input: { uid: UID } });
    await app.store.commit(change);
    while ((await app.store.count(pendingFaces, account.id)) > 0) await wait(POLL_MS);
    const eve = await personWith(3);
    assert.deepEqual(
      [await app.store.get(trained, account.id, UID), await app.store.get(trained, account.id, recentKey(UID))].map(
        (model) => model!.value.rows,
      ),
      [2, 1],
    );
    const all = { personIds: ['*'] };
    assert.deepEqual([await identify(1, all), await identify(2, all), await identify(3, all)], [[ada], [bob], [eve]]);
    assert.deepEqual([await identify(1, { personIds: [ada, eve] }), await identify(3, { personIds: [ada, eve] })], [[ada], [eve]]);
    await expectStatus(202, `DELETE persons/${ada}`);
    while (await app.store.get(prunings, account.id, UID)) await wait(POLL_MS);
    assert.equal(await isStored(ada), false);
    assert.ok(await isStored(bob));
  });

  test('merges many pending faces by itself', async () => {
    await newAccount();
    const ada = await personWith(1);
    const change = new Change();
    const key = await ensureTemplateKey(change, account.id, app.ports);
    const template = templateOf(2);
    for (let i = 0; i < MAX_RECENT; i++) {
      const place = memberKey(UID, randomUUID(), randomUUID());
      const sealed = sealTemplate(key, template, sealContext(persistedFaces, account.id, place));
      change.create(persistedFaces, account.id, place, { template: sealed }).create(pendingFaces, account.id, place, {});
    }
    await app.store.commit(change);
    const eve = await personWith(3);
    while ((await app.store.count(pendingFaces, account.id)) > 0) await wait(POLL_MS);
    assert.equal((await app.store.get(trained, account.id, UID))!.value.rows, MAX_RECENT + 2);
    const all = { personIds: ['*'] };
    assert.deepEqual([await identify(1, all), await identify(3, all)], [[ada], [eve]]);
    while ((await app.store.get(trained, account.id, recentKey(UID)))!.value.rows > 0) await wait(POLL_MS);
    assert.deepEqual([await identify(1, all), await identify(3, all)], [[ada], [eve]]);
  });
});
