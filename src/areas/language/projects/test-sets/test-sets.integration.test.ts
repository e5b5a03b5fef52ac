/** Test sets of projects and apps: kept with them, replaced as a whole, deleted with them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testApp } from '../../../../../test/support/memory-app.ts';
import type { TestApp } from '../../../../../test/support/memory-app.ts';
import { prepareProject } from '../../../../../test/support/projects.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import { MAX_TEST_SET_BYTES } from '../../../../shared/test-sets.ts';
import type { LanguageServices } from '../../services.ts';

const SET = {
  name: 'tests.tsv',
  content: 'Water\twater the fern\n',
  count: 1,
  addedDateTime: '2026-11-17T08:00:00Z',
  runs: [{ model: 'production', runDateTime: '2026-11-17T09:00:00Z', share: 0.5 }],
};
const V = '?api-version=2023-04-01';
const PROJECT = '/language/authoring/analyze-conversations/projects/example';

interface Place {
  key: string;
  path: string;
  /** Deletes the app or project, and creates another of the same name. */
  recreate: () => Promise<Place>;
}

describe('test sets', () => {
  let app: TestApp;
  before(async () => {
    app = await testApp();
  });
  after(() => app.close());

  const createProject = async (): Promise<Place> => {
    const { key, id: account } = await app.createAccount('tested-project');
    const prepare = (): Promise<unknown> =>
      prepareProject({ app, key, account }, { id: 'conversations.getTestSets' } as Operation<LanguageServices>);
    await prepare();
    const place: Place = {
      key,
      path: `${PROJECT}/test-sets${V}`,
      recreate: async () => {
        assert.equal((await app.call({ method: 'DELETE', url: `${PROJECT}${V}`, key })).status, 202);
        await prepare();
        return place;
      },
    };
    return place;
  };
  const createApp = async (): Promise<Place> => {
    const { key } = await app.createAccount('tested-app');
    const create = async (): Promise<Place> => {
      const { json } = await app.call({ method: 'POST', url: '/luis/api/v2.0/apps/', key, body: { name: 'Garden', culture: 'en-us' } });
      const url = `/luis/authoring/v3.0-preview/apps/${json<string>()}`;
      return {
        key,
        path: `${url}/testsets`,
        recreate: async () => {
          assert.equal((await app.call({ method: 'DELETE', url, key })).status, 200);
          return await create();
        },
      };
    };
    return await create();
  };

  for (const [what, create] of [
    ['a project', createProject],
    ['an app', createApp],
  ] as const)
    test(`are kept with ${what} and deleted with it`, async () => {
      const place = await create();
      const get = async ({ path, key }: Place): Promise<unknown> => (await app.call({ method: 'GET', url: path, key })).json();
      const put = async (body: object, headers: Record<string, string> = {}): Promise<{ status: number; tag: string }> => {
        const { status, headers: sent } = await app.call({ method: 'PUT', url: place.path, key: place.key, body, headers });
        return { status, tag: String(sent.etag) };
      };
      assert.deepEqual(await get(place), { value: [] });
      const first = await put({ value: [SET] }, { 'if-none-match': '*' });
      assert.equal(first.status, 204);
      assert.deepEqual(await get(place), { value: [SET] });
      const second = await put({ value: [SET, { ...SET, name: 'more.tsv' }] }, { 'if-match': first.tag });
      assert.equal(second.status, 204);
      assert.equal((await put({ value: [] }, { 'if-match': first.tag })).status, 412, 'someone else has written');
      assert.equal((await put({ value: [{ ...SET, count: -1 }] })).status, 400);
      assert.equal((await put({ value: [{ ...SET, content: 'x'.repeat(MAX_TEST_SET_BYTES) }] })).status, 413);
      assert.equal(((await get(place)) as { value: unknown[] }).value.length, 2);
      assert.deepEqual(await get(await place.recreate()), { value: [] });
    });
});
