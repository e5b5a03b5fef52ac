/** What an edit of one model changes in others, and what the deletion of apps and versions leaves. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../../test/support/memory-app.ts';
import { preparedApp } from '../../../../test/support/understanding.ts';
import type { PreparedApp } from '../../../../test/support/understanding.ts';
import type { Entity, Example, Schema } from '../model.ts';
import { readExamples, versionKey, versions } from '../store.ts';

describe('edits of a version', () => {
  let app: TestApp;
  let accounts = 0;
  let key: string;
  let account: string;
  let prepared: PreparedApp;
  before(async () => {
    app = await testApp();
  });
  after(() => app.close());
  beforeEach(async () => {
    ({ key, id: account } = await app.createAccount(`edits-${++accounts}`));
    prepared = await preparedApp(app, account);
  });

  const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    app.call({
      method,
      url: `/luis/api/v2.0/apps/${prepared.appId}/versions/0.1${path}`,
      key,
      body,
    });
  const sendOk = async (method: string, path: string, body?: unknown): Promise<TestResponse> => {
    const answer = await send(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer;
  };
  const schema = async (): Promise<Schema> => (await app.store.get(versions, account, versionKey(prepared.appId, '0.1')))!.value.schema;
  const labeled = async (text: string): Promise<Example> =>
    (await readExamples(app.ports, account, prepared.version.uid)).find((one) => one.text === text)!;
  const entity = (name: string): Entity => prepared.version.schema.entities.find((one) => one.name === name)!;
  const placeEntity = (): { place: Entity; path: string } => ({
    place: entity('Place'),
    path: `/hierarchicalentities/${entity('Place').id}`,
  });

  test('renames a hierarchical entity and its children in patterns and composites', async () => {
    const { place, path } = placeEntity();
    await sendOk('POST', '/patternrule', { pattern: 'out of {Place::Here:only}', intent: 'BookFlight' });
    const { json } = await sendOk('POST', '/compositeentities', { name: 'Move', children: ['Place::Here'] });
    await sendOk('PUT', path, { name: 'Spot', children: ['Here', 'There'] });
    await sendOk('PUT', `${path}/children/${place.children![0]!.id}`, { name: 'Near' });
    const { patterns, entities } = await schema();
    assert.equal(patterns.at(-1)!.pattern, 'out of {Spot::Near:only}');
    assert.deepEqual(
      entities.find(({ id }) => id === json<string>())!.children!.map(({ name }) => name),
      ['Spot::Near'],
    );
    assert.equal(
      (await send('POST', `/compositeentities/${json<string>()}/children`, { name: 'City' })).status,
      201,
      'the composite can be edited on',
    );
  });

  test('deletes a child with its labels unless a pattern names it', async () => {
    const { place, path } = placeEntity();
    assert.equal((await labeled('get me out of here')).labels.length, 1);
    const { id } = (await sendOk('POST', '/patternrule', { pattern: 'out of {Place::Here}', intent: 'BookFlight' })).json<{ id: string }>();
    for (const invalid of [
      await send('PUT', path, { name: 'Place', children: ['There'] }),
      await send('DELETE', `${path}/children/${place.children![0]!.id}`),
      await send('DELETE', path),
    ]) {
      assert.equal(invalid.status, 400);
      assert.match(invalid.text, /used in the pattern/);
    }
    assert.equal((await labeled('get me out of here')).labels.length, 1, 'nothing was done');
    await sendOk('DELETE', `/patternrules/${id}`);
    await sendOk('PUT', path, { name: 'Place', children: ['There'] });
    assert.deepEqual((await labeled('get me out of here')).labels, []);
  });

  test('keeps the labels of an entity that is removed from a composite', async () => {
    const trip = entity('Trip');
    await sendOk('PUT', `/compositeentities/${trip.id}`, { name: 'Trip', children: ['number'] });
    assert.deepEqual(
      (await labeled('book 2 seats to oslo')).labels.map(({ entityId }) => entityId).sort(),
      [entity('City').id, trip.id].sort(),
    );
  });

  test('keeps the labels of a child whose spelling changes', async () => {
    const { place, path } = placeEntity();
    await sendOk('PUT', path, { name: 'Place', children: ['HERE', 'There'] });
    assert.deepEqual(
      (await schema()).entities.find(({ id }) => id === place.id)!.children!.map(({ id, name }) => [id, name]),
      [
        [place.children![0]!.id, 'HERE'],
        [place.children![1]!.id, 'There'],
      ],
    );
    assert.equal((await labeled('get me out of here')).labels.length, 1);
  });

  test('renames and deletes relations to a part', async () => {
    const version3 = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
      app.call({
        method,
        url: `/luis/authoring/v3.0-preview/apps/${prepared.appId}/versions/0.5${path}`,
        key,
        body,
      });
    const file = {
      luis_schema_version: '7.0.0',
      culture: 'en-us',
      intents: [{ name: 'None', features: [{ modelName: 'Room::Size' }] }],
      entities: [{ name: 'Room', children: [{ name: 'Size' }] }],
      hierarchicals: [{ name: 'Side', children: ['Left'] }],
      prebuiltEntities: [],
      utterances: [],
      composites: [{ name: 'Both', children: ['Side::Left'] }],
    };
    const imported = await app.call({
      method: 'POST',
      url: `/luis/api/v2.0/apps/${prepared.appId}/versions/import?versionId=0.5`,
      key,
      body: file,
    });
    assert.equal(imported.status, 201, imported.text);
    const relations = async (): Promise<unknown> =>
      (await app.store.get(versions, account, versionKey(prepared.appId, '0.5')))!.value.schema.intents[0]!.features;
    const [
      {
        id,
        children: [part],
      },
    ] = (await version3('GET', '/entities')).json<[{ id: string; children: [{ id: string }] }]>();
    await version3('PATCH', `/entities/${id}`, { name: 'Hall' });
    assert.deepEqual(await relations(), [{ modelName: 'Hall::Size' }]);
    await version3('PATCH', `/entities/${part.id}`, { name: 'Width' });
    assert.deepEqual(await relations(), [{ modelName: 'Hall::Width' }]);
    await version3('DELETE', `/entities/${part.id}`);
    assert.deepEqual(await relations(), []);
  });

  test('renames a role in patterns and keeps it while one names it', async () => {
    const city = entity('City');
    const path = `/entities/${city.id}/roles/${city.roles[0]!.id}`;
    const { id } = (await sendOk('POST', '/patternrule', { pattern: 'from { City : only } and {City}', intent: 'BookFlight' })).json<{
      id: string;
    }>();
    await sendOk('PUT', path, { name: 'origin' });
    assert.equal((await schema()).patterns.at(-1)!.pattern, 'from { City : origin } and {City}');
    assert.equal((await send('DELETE', path)).status, 400);
    await sendOk('DELETE', `/patternrules/${id}`);
    await sendOk('DELETE', path);
  });

  test('removes a deleted role from nested labels', async () => {
    const city = entity('City');
    const url = `/luis/authoring/v3.0-preview/apps/${prepared.appId}/versions/0.1`;
    assert.equal(
      (await app.call({ method: 'POST', url: `${url}/entities/${city.id}/children`, key, body: { name: 'District' } })).status,
      201,
    );
    const text = 'to oslo center';
    const label = { startCharIndex: 3, endCharIndex: 13, role: 'only' };
    const added = await app.call({
      method: 'POST',
      url: `${url}/example`,
      key,
      body: {
        text,
        intentName: 'BookFlight',
        entityLabels: [{ ...label, entityName: 'City', children: [{ ...label, entityName: 'District', startCharIndex: 8 }] }],
      },
    });
    assert.equal(added.status, 201, added.text);
    const roles = async (): Promise<(string | undefined)[]> =>
      (await labeled(text)).labels.flatMap(({ roleId, children = [] }) => [roleId, ...children.map((child) => child.roleId)]);
    assert.deepEqual(await roles(), [city.roles[0]!.id, city.roles[0]!.id]);
    await sendOk('DELETE', `/entities/${city.id}/roles/${city.roles[0]!.id}`);
    assert.deepEqual(await roles(), [undefined, undefined]);
  });

  test('deletes an entity from labels, composites and relations, but keeps the utterances', async () => {
    const { length } = await readExamples(app.ports, account, prepared.version.uid);
    await sendOk('DELETE', `/entities/${entity('City').id}`);
    assert.deepEqual((await labeled('fly to rome tomorrow')).labels, []);
    assert.deepEqual(
      (await schema()).entities.find(({ name }) => name === 'Trip')!.children!.map(({ name }) => name),
      ['number'],
    );
    assert.equal((await readExamples(app.ports, account, prepared.version.uid)).length, length);
  });

  test('moves the utterances of a deleted intent to None, or deletes them on request', async () => {
    const [book, check] = prepared.version.schema.intents.filter(({ name }) => name !== 'None');
    const none = prepared.version.schema.intents.find(({ name }) => name === 'None')!;
    await sendOk('DELETE', `/intents/${book!.id}`);
    assert.equal((await labeled('fly to rome tomorrow')).intentId, none.id);
    await sendOk('DELETE', `/intents/${check!.id}?deleteUtterances=true`);
    assert.equal(await labeled('my room please'), undefined);
    assert.ok(!(await schema()).patterns.some(({ intent }) => intent === 'CheckIn' || intent === 'BookFlight'));
  });

  test('applies concurrent edits to the current version', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send('POST', '/intents', { name: `Concurrent ${i}` })));
    assert.deepEqual(
      answers.filter(({ status }) => status !== 201).map(({ text }) => text),
      [],
    );
    assert.equal((await schema()).intents.filter(({ name }) => name.startsWith('Concurrent')).length, 20);
  });

  test('deletes everything of a version or an app except the audit', async () => {
    const { appId, version, untrained } = prepared;
    const url = `/luis/api/v2.0/apps/${appId}`;
    const ask = async (path: string): Promise<void> =>
      assert.equal((await app.call({ method: 'GET', url: `/luis/${path}`, key })).status, 200);
    const rowsWith = async (...parts: string[]): Promise<string[]> => {
      const rows: string[] = [];
      for await (const row of app.store.dump()) {
        const text = JSON.stringify(row);
        if (!('audit' in row) && parts.some((part) => text.includes(part))) rows.push(text);
      }
      return rows;
    };
    await sendOk('POST', '/clone', { version: '0.2' });
    const { uid } = (await app.store.get(versions, account, versionKey(appId, '0.2')))!.value;
    await ask(`prediction/v3.0/apps/${appId}/versions/0.2/predict?query=fly`);
    assert.ok((await rowsWith(uid)).some((row) => row.includes('understanding.hits')));
    for (const name of ['draft', '0.2']) {
      assert.equal((await app.call({ method: 'DELETE', url: `${url}/versions/${name}`, key })).status, 200);
    }
    assert.deepEqual(await rowsWith(untrained.uid, uid), []);

    for (const text of ['fly me home', 'fly me away']) await ask(`v2.0/apps/${appId}?q=${encodeURIComponent(text)}`);
    assert.ok((await rowsWith('fly me home')).length > 0);
    assert.equal((await app.call({ method: 'DELETE', url, key })).status, 200);
    assert.deepEqual(await rowsWith(appId, version.uid, 'fly me'), []);
  });

  test('deletes the query log of one app immediately', async () => {
    const other = await preparedApp(app, account);
    for (const { appId } of [prepared, other]) {
      assert.equal((await app.call({ method: 'GET', url: `/luis/v2.0/apps/${appId}?q=hello`, key })).status, 200);
    }
    const logOf = async (appId: string): Promise<number> =>
      (
        await app.call({
          method: 'GET',
          url: `/luis/api/v2.0/apps/${appId}/querylogs`,
          key,
        })
      ).text
        .trim()
        .split('\r\n').length - 1;
    assert.deepEqual([await logOf(prepared.appId), await logOf(other.appId)], [1, 1]);
    assert.equal((await app.call({ method: 'DELETE', url: `/luis/api/v2.0/apps/${prepared.appId}/querylogs`, key })).status, 200);
    assert.deepEqual([await logOf(prepared.appId), await logOf(other.appId)], [0, 1]);
  });
});
