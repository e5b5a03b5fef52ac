import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../../test/support/memory-app.ts';
import type { AppJson } from './app-json/format.ts';
import { understanding } from '../area.ts';

const BASE = '/luis/api/v2.0';
const NOWHERE = '00000000-0000-4000-8000-000000000000';

const kitchen = {
  luis_schema_version: '7.0.0',
  versionId: '0.3',
  name: 'Kitchen',
  desc: 'Cooks',
  culture: 'en-us',
  tokenizerVersion: '1.0.0',
  intents: [
    { name: 'Cook', features: [{ featureName: 'Tools' }] },
    { name: 'None', features: [] },
  ],
  entities: [{ name: 'Dish', children: [{ name: 'Size', children: [], features: [] }], roles: ['main'], features: [] }],
  hierarchicals: [],
  composites: [],
  closedLists: [],
  patternAnyEntities: [],
  regex_entities: [],
  prebuiltEntities: [{ name: 'keyPhrase', roles: [], features: [] }],
  phraselists: [{ name: 'Tools', mode: false, words: 'pan,pot', activated: true, enabledForAllModels: false }],
  regex_features: [],
  patterns: [{ pattern: 'make {Dish}', intent: 'Cook' }],
  utterances: [
    {
      text: 'fry a big fish',
      intent: 'Cook',
      entities: [
        { entity: 'Dish', startPos: 6, endPos: 13, role: 'main', children: [{ entity: 'Size', startPos: 6, endPos: 8, children: [] }] },
      ],
    },
  ],
  settings: [{ name: 'UseAllTrainingData', value: 'true' }],
} as const;
const lu = '> !# @app.name = Garden\n# Dig\n- dig {@place=here}\n- plant {@what} [now]\n';

describe('import and export', () => {
  let app: TestApp;
  let key: string;
  before(async () => {
    app = await testApp({ areas: [understanding] });
  });
  after(() => app.close());
  const useAccount = async (name: string): Promise<void> => {
    ({ key } = await app.createAccount(name));
  };
  const get = (path: string): Promise<TestResponse> => app.call({ method: 'GET', url: BASE + path, key });
  const post = (path: string, body: unknown, type = 'application/json'): Promise<TestResponse> =>
    app.call({
      method: 'POST',
      url: BASE + path,
      key,
      body,
      headers: { 'content-type': type },
    });
  const message = (answer: TestResponse): string => {
    const { error } = answer.json<{ error: { code: string; message: string } }>();
    assert.deepEqual([answer.status, error.code], [400, 'BadArgument']);
    return error.message;
  };
  const importApp = async (body: unknown = kitchen, query = '', type?: string): Promise<string> => {
    const answer = await post(`/apps/import${query}`, body, type);
    assert.equal(answer.status, 201, answer.text);
    return answer.json<string>();
  };
  const exported = async (id: string, version: string): Promise<AppJson> =>
    (await get(`/apps/${id}/versions/${version}/export`)).json<AppJson>();
  const newest = async (id: string, version: string): Promise<AppJson> =>
    (
      await app.call({
        method: 'GET',
        url: `/luis/authoring/v3.0-preview/apps/${id}/versions/${version}/export`,
        key,
      })
    ).json<AppJson>();

  test('imports an app and exports the same version', async () => {
    await useAccount('json');
    const answer = await post('/apps/import', kitchen);
    const id = answer.json<string>();
    assert.equal(answer.status, 201);
    assert.match(String(answer.headers.location), new RegExp(`^https?://.+${BASE}/apps/${id}$`));
    assert.deepEqual(await newest(id, '0.3'), kitchen);
    assert.deepEqual((await exported(id, '0.3')).model_features, kitchen.phraselists, 'v2.0 has the fields that its clients read');
    const { name, activeVersion, description } = (await get(`/apps/${id}`)).json<{
      name: string;
      activeVersion: string;
      description: string;
    }>();
    assert.deepEqual([name, activeVersion, description], ['Kitchen', '0.3', 'Cooks']);
  });

  test('imports an exported app as the same app', async () => {
    await useAccount('again');
    const first = await exported(await importApp(), '0.3');
    assert.deepEqual(await exported(await importApp(first, '?appName=Second'), '0.3'), { ...first, name: 'Second' });
  });

  test('imports a .lu file sent as plain text or Markdown', async () => {
    await useAccount('lu');
    const id = await importApp(lu, '', 'text/plain; charset=utf-8');
    await importApp(lu, '?appName=Other', 'text/markdown');
    const { utterances, patterns, versionId } = await exported(id, '0.1');
    assert.deepEqual(
      [utterances.map(({ text }) => text), patterns, versionId],
      [['dig here'], [{ pattern: 'plant {what} [now]', intent: 'Dig' }], '0.1'],
    );
    const written = await get(`/apps/${id}/versions/0.1/export?format=lu`);
    assert.deepEqual([written.status, written.headers['content-type']], [200, 'text/plain; charset=utf-8']);
    assert.match(written.text, /^# Dig\n- dig \{@place=here\}\n- plant \{@what\} \[now\]$/m);
    assert.deepEqual((await exported(await importApp(written.text, '?appName=Third', 'text/plain'), '0.1')).utterances, utterances);
  });

  test('imports a version and makes it active', async () => {
    await useAccount('versions');
    const id = await importApp(lu, '', 'text/plain');
    const named = await post(`/apps/${id}/versions/import?versionId=0.2`, kitchen);
    const own = await post(`/apps/${id}/versions/import`, kitchen);
    assert.deepEqual(
      [
        [named.status, named.json()],
        [own.status, own.json()],
      ],
      [
        [201, '0.2'],
        [201, '0.3'],
      ],
    );
    assert.equal((await get(`/apps/${id}`)).json<{ activeVersion: string }>().activeVersion, '0.3');
    assert.deepEqual(await newest(id, '0.2'), { ...kitchen, name: 'Garden', desc: '', versionId: '0.2' });
  });

  test('rejects existing names and versions, and other cultures', async () => {
    await useAccount('taken');
    const id = await importApp();
    assert.match(message(await post('/apps/import', kitchen)), /Kitchen already exists/);
    assert.match(message(await post(`/apps/${id}/versions/import`, kitchen)), /version 0\.3 already exists/);
    assert.match(
      message(await post(`/apps/${id}/versions/import?versionId=0.4`, { ...kitchen, culture: 'de-de' })),
      /culture: it is de-de/,
    );
    assert.match(message(await post('/apps/import?appName=X', { ...kitchen, culture: 'tlh' })), /culture tlh/);
    assert.match(message(await post('/apps/import', { ...kitchen, name: undefined })), /name: it is missing/);
    assert.match(message(await post('/apps/import?appName=X', { ...kitchen, versionId: 'a version/1' })), /versionId/);
    assert.match(message(await post(`/apps/${NOWHERE}/versions/import`, kitchen)), /Cannot find an application/);
    assert.match(message(await get(`/apps/${id}/versions/9/export`)), /Cannot find a version/);
    assert.equal((await get(`/apps/${id}/versions/0.3/export?format=xml`)).status, 400);
  });

  test('writes nothing for an invalid app and reports the path', async () => {
    await useAccount('broken');
    const broken = {
      ...kitchen,
      utterances: [...kitchen.utterances, { text: 'boil it', intent: 'Cook', entities: [{ entity: 'Spoon', startPos: 0, endPos: 3 }] }],
    };
    assert.match(message(await post('/apps/import', broken)), /utterances\[1\]\.entities\[0\]\.entity: the entity Spoon does not exist/);
    assert.match(message(await post('/apps/import', '# Dig\n- dig {@x=here}\n- {@dig=it}\n', 'text/plain')), /line 3/);
    assert.match(message(await post('/apps/import', '# Dig\n- dig {@x=here\n', 'text/plain')), /line 2: a \{ is not closed/);
    assert.match(message(await post('/apps/import', '[]')), /JSON|object/);
    assert.deepEqual((await get('/apps')).json(), []);
  });

  test('imports 15,000 utterances in one change', async () => {
    await useAccount('big');
    const utterances = Array.from({ length: 15_000 }, (_, i) => ({
      text: `cook dish number ${i}`,
      intent: 'Cook',
      entities: [{ entity: 'Dish', startPos: 5, endPos: 8 }],
    }));
    const id = await importApp({ ...kitchen, utterances });
    assert.equal((await exported(id, '0.3')).utterances.length, 15_000);
    assert.match(
      message(await post('/apps/import?appName=Bigger', { ...kitchen, utterances: [...utterances, utterances[0]] })),
      /utterances: it has 15001 items/,
    );
  });

  test('rejects a body over 25 MB before reading it', async () => {
    await useAccount('huge');
    assert.equal((await post('/apps/import', ' '.repeat(25 * 1024 * 1024 + 1))).status, 413);
  });
});
