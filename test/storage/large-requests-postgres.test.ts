/** A call that runs in a thread uses connections to PostgreSQL of its own. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { call, startServer, temporaryFolder } from '../support/server.ts';
import type { HttpResponse, Server } from '../support/server.ts';

const APPS = '/luis/api/v2.0/apps';
const COUNT = 4000;
const app = {
  luis_schema_version: '3.0.0',
  versionId: '0.1',
  name: 'Large',
  culture: 'en-us',
  intents: [{ name: 'TurnOn' }, { name: 'None' }],
  closedLists: [
    {
      name: 'Lamps',
      subLists: Array.from({ length: COUNT }, (_, i) => ({ canonicalForm: `lamp ${i}`, list: [`the lamp number ${i} in the long hall`] })),
    },
  ],
  utterances: Array.from({ length: COUNT }, (_, i) => ({ text: `light up the hall ${i}`, intent: 'TurnOn', entities: [] })),
};

describe('large requests on PostgreSQL', () => {
  const folder = temporaryFolder();
  let server: Server;
  before(async () => {
    server = await startServer({ data: folder.path, args: ['--database-url', await newDatabase()] });
  });
  after(async () => {
    await server.stop();
    await stopPostgres();
    folder.remove();
  });
  const send = <T>(route: string, json?: object): Promise<HttpResponse<T>> =>
    call<T>(server, route, { key: server.key1, ...(json && { json }) });

  test('imports an app and reads it back', async () => {
    assert.ok(JSON.stringify(app).length > 256 * 1024);
    const { status, body: appId } = await send<string>(`POST ${APPS}/import`, app);
    assert.equal(status, 201);
    const version = `${APPS}/${appId}/versions/0.1`;
    const { body: exported } = await send<typeof app>(`GET ${version}/export`);
    assert.deepEqual(exported.closedLists[0]!.subLists, app.closedLists[0]!.subLists);
    assert.deepEqual(
      exported.utterances.map(({ text }) => text),
      app.utterances.map(({ text }) => text),
    );
    assert.equal((await send(`POST ${version}/intents`, { name: 'TurnOff' })).status, 201);
    assert.equal((await send<object[]>(`GET ${version}/intents`)).body.length, 3);
  });

  test('refuses a name that is taken', async () => {
    const { status, text } = await send(`POST ${APPS}/import`, app);
    assert.equal(status, 400);
    assert.match(text, /Large/);
  });
});
