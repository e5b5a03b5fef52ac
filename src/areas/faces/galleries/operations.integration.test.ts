import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Change } from '../../../kernel/change.ts';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestApp, TestResponse } from '../../../../test/support/memory-app.ts';
import { galleries } from '../store.ts';

describe('person groups', () => {
  let app: TestApp;
  let accounts = 0;
  let current: { key: string; id: string };
  before(async () => {
    app = await testApp();
  });
  after(() => app.close());
  const newAccount = async (): Promise<void> => {
    current = await app.createAccount(`face-${++accounts}`, { kind: 'Face' });
  };
  const call = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    app.call({ method, url: `/face/v1.0/persongroups${path}`, key: current.key, body });
  const ids = async (query: string): Promise<string[]> =>
    (await call('GET', query)).json<{ personGroupId: string }[]>().map(({ personGroupId }) => personGroupId);

  test('lists groups in order, after a start and up to a top', async () => {
    await newAccount();
    for (const n of [3, 1, 5, 2, 4]) assert.equal((await call('PUT', `/group${n}`, { name: `Group ${n}` })).status, 200);
    assert.deepEqual(await ids(''), ['group1', 'group2', 'group3', 'group4', 'group5']);
    assert.deepEqual(await ids('?start=&top=2'), ['group1', 'group2']);
    assert.deepEqual(await ids('?start=group2&top=3'), ['group3', 'group4', 'group5']);
    assert.deepEqual(await ids('?start=group5'), []);
    assert.deepEqual(await ids('?start=group3x'), ['group4', 'group5']);
    assert.deepEqual(await ids('?top=1000&start=Z'), ['group1', 'group2', 'group3', 'group4', 'group5']);
  });

  test('rejects a top out of range in any number notation', async () => {
    for (const top of ['0', '1001', '1e1000', 'Infinity', '-Infinity', '9007199254740993', '1e-7']) {
      const response = await call('GET', `?top=${top}`);
      assert.deepEqual([response.status, response.json<{ error: { code: string } }>().error.code], [400, 'BadArgument'], top);
    }
  });

  test('lists all fields, and the recognition model only on request', async () => {
    await newAccount();
    await call('PUT', '/a', { name: 'A', userData: 'data', recognitionModel: 'recognition_04', unknown: 1 });
    await call('PUT', '/b', { name: 'B' });
    assert.deepEqual((await call('GET', '')).json(), [
      { personGroupId: 'a', name: 'A', userData: 'data' },
      { personGroupId: 'b', name: 'B' },
    ]);
    assert.deepEqual((await call('GET', '?returnRecognitionModel=true')).json(), [
      { personGroupId: 'a', name: 'A', userData: 'data', recognitionModel: 'recognition_04' },
      { personGroupId: 'b', name: 'B', recognitionModel: 'recognition_01' },
    ]);
    assert.deepEqual((await call('GET', '/b?returnRecognitionModel=true')).json(), {
      personGroupId: 'b',
      name: 'B',
      recognitionModel: 'recognition_01',
    });
  });

  test('updates the given fields only, and never the recognition model', async () => {
    await newAccount();
    await call('PUT', '/a', { name: 'A', userData: 'data', recognitionModel: 'recognition_02' });
    for (const change of [{ name: 'B' }, { userData: '' }, {}, { recognitionModel: 'recognition_04' }])
      assert.equal((await call('PATCH', '/a', change)).status, 200, JSON.stringify(change));
    assert.deepEqual((await call('GET', '/a?returnRecognitionModel=true')).json(), {
      personGroupId: 'a',
      name: 'B',
      userData: '',
      recognitionModel: 'recognition_02',
    });
  });

  test('7.2: 409 ConcurrentOperationConflict for an update that keeps conflicting', async (t) => {
    await newAccount();
    await call('PUT', '/a', { name: 'A' });
    const get = app.store.get.bind(app.store);
    t.mock.method(app.store, 'get', async (...args: Parameters<typeof get>) => {
      const found = await get(...args);
      if (args[0].name === galleries.name)
        await app.store.commit(
          new Change().put(galleries, current.id, 'persongroups/a', {
            uid: 'other',
            name: 'other',
            recognitionModel: 'recognition_01',
            count: 0,
          }),
        );
      return found;
    });
    const response = await call('PATCH', '/a', { name: 'B' });
    assert.deepEqual([response.status, response.json<{ error: { code: string } }>().error.code], [409, 'ConcurrentOperationConflict']);
    t.mock.restoreAll();
    assert.equal((await call('GET', '/a')).json<{ name: string }>().name, 'other');
  });

  test('deletes a group, whose id can be used again', async () => {
    await newAccount();
    await call('PUT', '/a', { name: 'A', userData: 'data' });
    assert.equal((await call('PUT', '/a', { name: 'B' })).status, 409);
    assert.equal((await call('DELETE', '/a')).status, 200);
    for (const method of ['GET', 'DELETE', 'PATCH'])
      assert.equal((await call(method, '/a', method === 'PATCH' ? {} : undefined)).status, 404, method);
    assert.equal((await call('PUT', '/a', { name: 'B' })).status, 200);
    assert.deepEqual((await call('GET', '/a')).json(), { personGroupId: 'a', name: 'B' });
  });

  test('rejects a malformed id with 400 on create and 404 elsewhere', async () => {
    for (const id of ['A', 'a b', 'a.b', 'ä', 'x'.repeat(65), 'a:b']) {
      const path = `/${encodeURIComponent(id)}`;
      assert.equal((await call('PUT', path, { name: 'A' })).status, 400, id);
      assert.equal((await call('GET', path)).status, 404, id);
      assert.equal((await call('DELETE', path)).status, 404, id);
    }
  });
});
