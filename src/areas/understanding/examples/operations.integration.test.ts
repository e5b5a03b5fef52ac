/** What adding an example reads, and the example count of a version. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../../test/support/memory-app.ts';
import { Change } from '../../../kernel/change.ts';
import type { Stored } from '../../../kernel/change.ts';
import { understanding } from '../area.ts';
import { VERSION_LIMITS } from '../model.ts';
import type { Version } from '../model.ts';
import { putExample, readExamples, versionKey, versions } from '../store.ts';

const APPS = '/luis/api/v2.0/apps';

describe('examples of a version', () => {
  let app: TestApp;
  let accounts = 0;
  let key: string;
  let account: string;
  let appId: string;
  before(async () => {
    app = await testApp({ areas: [understanding] });
  });
  after(() => app.close());
  beforeEach(async () => {
    ({ key, id: account } = await app.createAccount(`utterances-${++accounts}`));
    appId = (await app.call({ method: 'POST', url: APPS, key, body: { name: 'Home', culture: 'en-us' } })).json<string>();
  });
  const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    app.call({
      method,
      url: `${APPS}/${appId}/versions/0.1${path}`,
      key,
      body,
    });
  const add = async (text: string): Promise<number> => (await send('POST', '/example', { text })).json<{ ExampleId: number }>().ExampleId;
  const version = async (name = '0.1'): Promise<Stored<Version>> => (await app.store.get(versions, account, versionKey(appId, name)))!;
  /** Checks the example count of a version against its examples. */
  const counted = async (name?: string): Promise<number> => {
    const { exampleCount, uid } = (await version(name)).value;
    assert.equal(exampleCount, (await readExamples(app.ports, account, uid)).length);
    return exampleCount;
  };

  test('adds an example without reading the others', async (t) => {
    for (const text of ['one', 'two', 'three']) await add(text);
    const page = t.mock.method(app.store, 'page');
    assert.equal(await add('four'), 4);
    assert.equal(await add('TWO'), 2, 'the same text is the same utterance');
    assert.deepEqual(
      page.mock.calls.map(({ arguments: [collection] }) => collection.name),
      [],
    );
  });

  test('pages through ids with gaps without reading the skipped examples', async (t) => {
    const {
      value: { uid },
    } = await version();
    const ids = Array.from({ length: 2500 }, (_, i) => 3 * i + 1 + (i > 1200 ? 10_000 : 0));
    const change = new Change();
    for (const id of ids) putExample(change, account, uid, { id, text: `text ${id}`, intentId: '', labels: [] });
    await app.store.commit(change);
    const page = t.mock.method(app.store, 'page');
    for (const [skip, take] of [
      [0, 3],
      [5, 1],
      [199, 4],
      [1000, 500],
      [1199, 5],
      [2497, 10],
      [2500, 10],
      [9000, 1],
      [0, 0],
    ] as const) {
      const { json } = await send('GET', `/examples/labelled?skip=${skip}&take=${take}`);
      assert.deepEqual(
        json<{ id: number }[]>().map(({ id }) => id),
        ids.slice(skip, skip + take),
        `skip ${skip}, take ${take}`,
      );
    }
    assert.ok(
      page.mock.calls.every(({ arguments: [, , { limit }] }) => limit <= 700),
      'reads at most 200 examples before the page',
    );
    assert.equal((await send('GET', '/examples/labelled?skip=100')).json<unknown[]>().length, 2400);
  });

  test('lists apps without reading their versions', async (t) => {
    await send('POST', '/clone', { version: '0.2' });
    const reads = [t.mock.method(app.store, 'page'), t.mock.method(app.store, 'get')];
    const { json } = await app.call({ method: 'GET', url: APPS, key });
    assert.deepEqual(
      json<{ versionsCount: number }[]>().map(({ versionsCount }) => versionsCount),
      [2],
    );
    assert.ok(reads.every(({ mock }) => mock.calls.every(({ arguments: [collection] }) => collection.name !== versions.name)));
  });

  test('keeps the example count up to date', async () => {
    await send(
      'POST',
      '/examples',
      ['one', 'two', 'One', 'three'].map((text) => ({ text })),
    );
    assert.equal(await counted(), 3);
    await send('DELETE', `/examples/${await add('two')}`);
    assert.equal(await counted(), 2);
    const intent = (await send('POST', '/intents', { name: 'Own' })).json<string>();
    await send('POST', '/example', { text: 'four', intentName: 'Own' });
    await send('DELETE', `/intents/${intent}?deleteUtterances=true`);
    assert.equal(await counted(), 2);
    await send('POST', '/customprebuiltdomains', { domainName: 'Web' });
    assert.ok((await counted()) > 2);
    await send('POST', '/clone', { version: '0.2' });
    assert.equal(await counted('0.2'), await counted());
    await send('DELETE', '/customprebuiltdomains/Web');
    assert.equal(await counted(), 2);
    const exported = (await send('GET', '/export')).json();
    assert.equal(
      (await app.call({ method: 'POST', url: `${APPS}/${appId}/versions/import?versionId=0.3`, key, body: exported })).status,
      201,
    );
    assert.equal(await counted('0.3'), 2);
  });

  test('rejects examples over the limit, but relabels existing ones', async () => {
    const first = await add('one');
    const read = await version();
    await app.store.commit(new Change().replace(versions, account, read, { ...read.value, exampleCount: VERSION_LIMITS.utterances }));
    const invalid = await send('POST', '/example', { text: 'two' });
    assert.deepEqual([invalid.status, /limit of 15000 utterances/.test(invalid.text)], [400, true]);
    assert.equal(await add('one'), first);
    await send('DELETE', `/examples/${first}`);
    assert.equal((await send('POST', '/example', { text: 'two' })).status, 201);
  });

  test('separates the texts of different versions', async () => {
    await add('one');
    await send('POST', '/clone', { version: '0.2' });
    const other = (path: string, body: unknown): Promise<TestResponse> =>
      app.call({
        method: 'POST',
        url: `${APPS}/${appId}/versions/0.2${path}`,
        key,
        body,
      });
    assert.equal((await other('/example', { text: 'one' })).json<{ ExampleId: number }>().ExampleId, 1);
    await other('/example', { text: 'two' });
    assert.equal(await counted('0.2'), 2);
    assert.equal(await counted(), 1);
  });
});
