/** The query counts of apps and versions as authors see them. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestApp } from '../../../../test/support/memory-app.ts';
import { preparedApp } from '../../../../test/support/understanding.ts';
import { hits } from './hits.ts';

interface Counted {
  endpointHitsCount: number;
}

describe('hits', () => {
  let app: TestApp;
  let accounts = 0;
  let key: string;
  let account: string;
  let appId: string;
  before(async () => {
    app = await testApp();
  });
  after(() => app.close());
  beforeEach(async () => {
    ({ key, id: account } = await app.createAccount(`hits-${++accounts}`));
    ({ appId } = await preparedApp(app, account));
  });
  const get = async <T>(path: string): Promise<T> => {
    const { status, text, json } = await app.call({ method: 'GET', url: `/luis/${path}`, key });
    assert.equal(status, 200, text);
    return json<T>();
  };
  const count = async (path: string): Promise<number> => (await get<Counted>(`api/v2.0/apps/${appId}${path}`)).endpointHitsCount;
  const ask = async (): Promise<void> => void (await get(`v2.0/apps/${appId}?q=hello&log=false`));
  const kept = async (): Promise<number> => (await app.store.page(hits, account, { limit: 1000 })).length;

  test('counts every query for the app and the version, logged or not', async () => {
    assert.deepEqual([await count(''), await count('/versions/0.1')], [0, 0]);
    await ask();
    await get(`prediction/v3.0/apps/${appId}/slots/staging/predict?query=hello`);
    await get(`prediction/v3.0/apps/${appId}/versions/0.1/predict?query=hello`);
    assert.deepEqual([await count(''), await count('/versions/0.1'), await count('/versions/draft')], [3, 3, 0]);
    assert.deepEqual(
      (await get<Counted[]>('api/v2.0/apps')).map(({ endpointHitsCount }) => endpointHitsCount),
      [3],
    );
    assert.deepEqual(
      (await get<Counted[]>(`api/v2.0/apps/${appId}/versions`)).map(({ endpointHitsCount }) => endpointHitsCount).sort(),
      [0, 3],
    );
  });

  test('sums counts under concurrent queries without losing any', async (t) => {
    const random = t.mock.method(Math, 'random', () => 0.999);
    for (let n = 0; n < 10; n++) await ask();
    assert.deepEqual([await kept(), await count('')], [10, 10]);
    random.mock.mockImplementation(() => 0);
    await ask();
    assert.deepEqual([await kept(), await count('')], [1, 11]);
    random.mock.restore();
    await Promise.all(Array.from({ length: 100 }, ask));
    assert.equal(await count(''), 111);
  });

  test("does not count queries as calls of the owner's account", async () => {
    await ask();
    assert.deepEqual(
      (await app.store.counters(account)).filter(({ name }) => name.includes('hits')),
      [],
    );
  });
});
