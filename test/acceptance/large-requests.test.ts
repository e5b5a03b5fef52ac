/** Calls with large bodies and replies run in threads; a server in memory runs the same calls on its only thread. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { call, eventually, startServer, temporaryFolder } from '../support/server.ts';
import type { CallOptions, HttpResponse, Server } from '../support/server.ts';

const COUNT = 6000;
const APPS = '/luis/api/v2.0/apps';
const PROJECTS = '/language/authoring/analyze-conversations';
const VERSION = '?api-version=2023-04-01';
const RANKING = '/ranking/v1.1-preview.3';
const READ_MODEL = '/documentanalysis/documentModels/prebuilt-read';
const READ_VERSION = '?api-version=2024-11-30';
const JSON_TYPE = { 'content-type': 'application/json' };
const TEXT_TYPE = { 'content-type': 'text/plain' };

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const exportedApp = (name: string, more: object[] = []): object => ({
  luis_schema_version: '3.0.0',
  versionId: '0.1',
  name,
  culture: 'en-us',
  intents: [{ name: 'TurnOn' }, { name: 'None' }],
  entities: [{ name: 'Room', roles: [] }],
  closedLists: [{ name: 'Lamps', subLists: times(COUNT, (i) => ({ canonicalForm: `lamp ${i}`, list: [`the lamp ${i}`] })) }],
  utterances: [
    ...times(COUNT, (i) => ({
      text: `light up the hall ${i}`,
      intent: 'TurnOn',
      entities: [{ entity: 'Room', startPos: 13, endPos: 16 }],
    })),
    ...more,
  ],
});
const luFile = (last = ''): string =>
  [
    '> !# @app.name = Lines',
    '> !# @app.culture = en-us',
    '# TurnOn',
    ...times(2 * COUNT, (i) => `- light up the {Room=hall} ${i}`),
    last,
    '@ ml Room',
  ].join('\n');
const projectFile = (more: object[] = []): object => ({
  projectFileVersion: '2023-04-01',
  stringIndexType: 'Utf16CodeUnit',
  metadata: { projectName: 'Large', projectKind: 'Conversation', language: 'en' },
  assets: {
    projectKind: 'Conversation',
    intents: [{ category: 'TurnOn' }],
    entities: [{ category: 'Room' }],
    utterances: [
      ...times(COUNT, (i) => ({
        text: `light up the hall ${i}`,
        intent: 'TurnOn',
        entities: [{ category: 'Room', offset: 13, length: 4 }],
      })),
      ...more,
    ],
  },
});

const rankRequest = (eventId: string, more: object = {}): object => ({
  eventId,
  actions: times(20, (action) => ({ id: `action ${action}`, features: [{ topic: `${action} `.repeat(8000) }] })),
  ...more,
});
/** Text after the end of the file makes it large. */
const LARGE_PDF = Buffer.concat([
  Buffer.from(
    `%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 32>>stream
BT/F 24 Tf 20 40 Td(Hello) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
`,
  ),
  Buffer.alloc(500_000, '% padding\n'),
]);

/** Ids, times and etags differ between servers. */
function comparable({ status, text, headers }: HttpResponse<unknown>): object {
  const replaced = text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/"etag":"\\"\w+\\""/g, 'etag');
  return { status, text: replaced, type: headers['content-type'], headers: Object.keys(headers).sort() };
}

describe('large requests', () => {
  const folder = temporaryFolder();
  let threaded: Server;
  let single: Server;
  const ids = new Map<Server, string>();
  before(async () => {
    threaded = await startServer({ data: folder.path });
    single = await startServer({ args: ['--dev'] });
  });
  after(async () => {
    await Promise.all([threaded.stop(), single.stop()]);
    folder.remove();
  });

  /** Calls both servers, expects equal replies and returns that of the first. `{app}` is the id of the imported app. */
  async function callBoth(route: string, options: CallOptions = {}): Promise<HttpResponse<unknown>> {
    const [first, second] = await Promise.all(
      [threaded, single].map((server) => call(server, route.replace('{app}', ids.get(server) ?? ''), { ...options, key: server.key1 })),
    );
    assert.deepEqual(comparable(first!), comparable(second!), route);
    if (route === `POST ${APPS}/import` && first!.status === 201) {
      ids.set(threaded, first!.body as string);
      ids.set(single, second!.body as string);
    }
    return first!;
  }

  test('imports an app and exports it again', async () => {
    const { status } = await callBoth(`POST ${APPS}/import`, { json: exportedApp('Large') });
    assert.equal(status, 201);
    assert.ok((await callBoth(`GET ${APPS}/{app}/versions/0.1/export`)).bytes.length > 500_000);
    assert.equal((await callBoth(`GET ${APPS}/{app}/versions/0.1/export?format=lu`)).headers['content-type'], 'text/plain; charset=utf-8');
    const { body } = await callBoth(`POST ${APPS}/checkimport`, { json: exportedApp('Large', [{ text: 'hello', intent: 'None' }]) });
    assert.equal((body as { counts: { utterances: number } }).counts.utterances, COUNT + 1);
  });

  test('reads and edits a large version', async () => {
    for (const path of ['/intents', '/closedlists', '/examples/labelled', '/examples?skip=5&take=3', '/models?skip=0&take=10']) {
      assert.equal((await callBoth(`GET ${APPS}/{app}/versions/0.1${path}`)).status, 200);
    }
    assert.equal((await callBoth(`POST ${APPS}/{app}/versions/0.1/intents`, { json: { name: 'TurnOff' } })).status, 201);
    assert.equal((await callBoth(`POST ${APPS}/{app}/versions/0.1/intents`, { json: { name: 'TurnOff' } })).status, 400);
    const { body } = await callBoth(`GET ${APPS}/{app}/versions/0.1/intents`);
    assert.equal((body as object[]).length, 3);
  });

  test('rejects invalid apps with the same failure', async () => {
    const valid = JSON.stringify(exportedApp('Other'));
    const rejected: [number, CallOptions][] = [
      [400, { json: exportedApp('Large') }],
      [400, { json: exportedApp('Other', [{ text: 'x', intent: 'Missing', entities: [] }]) }],
      [400, { json: [exportedApp('Other')] }],
      [400, { body: `${valid}x`, headers: JSON_TYPE }],
      [400, { body: '['.repeat(200_000) + ']'.repeat(200_000), headers: JSON_TYPE }],
      [415, { body: valid, headers: { 'content-type': 'application/xml' } }],
      [400, { body: luFile('- a {bad'), headers: TEXT_TYPE }],
    ];
    for (const [status, options] of rejected) assert.equal((await callBoth(`POST ${APPS}/import`, options)).status, status);
  });

  test('imports a .lu file', async () => {
    assert.equal((await callBoth(`POST ${APPS}/import`, { body: luFile(), headers: TEXT_TYPE })).status, 201);
  });

  test('imports a project and exports it again', async () => {
    const importPath = `POST ${PROJECTS}/projects/Large/:import${VERSION}`;
    assert.equal((await callBoth(importPath, { json: projectFile() })).status, 202);
    assert.equal((await callBoth(importPath, { json: projectFile([{ text: 'x', intent: 'Missing' }]) })).status, 400);
    assert.equal((await callBoth(importPath, { json: { ...projectFile(), metadata: 7 } })).status, 400);
    assert.equal((await callBoth(`POST ${PROJECTS}/:check-import${VERSION}`, { json: projectFile() })).status, 200);
    const exports = await Promise.all(
      [threaded, single].map(async (server) => {
        const key = server.key1;
        const { headers } = await call(server, `POST ${PROJECTS}/projects/Large/:export${VERSION}&stringIndexType=Utf16CodeUnit`, { key });
        return await call(server, `GET ${new URL(String(headers['operation-location'])).pathname}/result${VERSION}`, { key });
      }),
    );
    assert.ok(exports[0]!.bytes.length > 500_000);
    assert.deepEqual(comparable(exports[0]!), comparable(exports[1]!));
  });

  test('ranks with a large context and reads the event again', async () => {
    assert.equal((await callBoth(`POST ${RANKING}/rank`, { json: rankRequest('large') })).status, 201);
    assert.equal(
      (await callBoth(`POST ${RANKING}/rank`, { json: rankRequest('invalid', { actions: 7, more: 'x'.repeat(500_000) }) })).status,
      400,
    );
    assert.equal((await callBoth(`GET ${RANKING}/logs/events?top=5`)).status, 200);
    assert.equal((await callBoth(`POST ${RANKING}/events/large/reward`, { json: { value: 1, more: 'x'.repeat(500_000) } })).status, 204);
    assert.equal(
      (await callBoth(`PUT ${RANKING}/configurations/policy`, { json: { name: 'x', arguments: 'y'.repeat(500_000) } })).status,
      400,
    );
    const body = Buffer.alloc(500_000, 'PK');
    assert.equal((await callBoth(`PUT ${RANKING}/model`, { body, headers: { 'content-type': 'application/octet-stream' } })).status, 400);
  });

  test('analyzes a document in base64', async () => {
    const route = `POST ${READ_MODEL}:analyze${READ_VERSION}`;
    const base64Source = LARGE_PDF.toString('base64');
    const { status, headers } = await callBoth(route, { json: { base64Source } });
    assert.equal(status, 202);
    const { pathname, search } = new URL(String(headers['operation-location']));
    const { body } = await eventually(
      () => call<{ status: string; analyzeResult: { content: string } }>(threaded, `GET ${pathname}${search}`, { key: threaded.key1 }),
      (answer) => !['notStarted', 'running'].includes(answer.body.status),
    );
    assert.deepEqual([body.status, body.analyzeResult.content], ['succeeded', 'Hello']);
    for (const json of [
      { base64Source: `${base64Source}?` },
      { base64Source: Buffer.alloc(500_000).toString('base64') },
      { base64Source, urlSource: 'https://storage.example/x.pdf' },
      { base64Source: 7, more: 'x'.repeat(500_000) },
    ])
      assert.equal((await callBoth(route, { json })).status, 400);
    assert.equal((await callBoth(route, { body: `{"base64Source":"${base64Source}"`, headers: JSON_TYPE })).status, 400);
    assert.equal((await callBoth(route, { body: LARGE_PDF, headers: { 'content-type': 'application/pdf' } })).status, 202);
  });

  test('fetches no address for a large body', async () => {
    const json = { urlSource: 'http://storage.example/x.pdf', more: 'x'.repeat(500_000) };
    const { status, text } = await call(threaded, `POST ${READ_MODEL}:analyze${READ_VERSION}`, { json, key: threaded.key1 });
    assert.equal(status, 400);
    assert.match(text, /must have at most 262144 bytes/);
  });

  test('keeps an acknowledged import when the server is killed', async () => {
    const { body } = await call(threaded, `POST ${APPS}/import`, { json: exportedApp('Durable'), key: threaded.key1 });
    const { key1 } = threaded;
    threaded.signal('SIGKILL');
    await threaded.exited;
    threaded = await startServer({ data: folder.path });
    const { status, body: exported } = await call<{ utterances: object[] }>(threaded, `GET ${APPS}/${body as string}/versions/0.1/export`, {
      key: key1,
    });
    assert.deepEqual([status, exported.utterances.length], [200, COUNT]);
  });
});
