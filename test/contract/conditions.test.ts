/** Optimistic concurrency: a conditional write never replaces another state than the one it names. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { areas } from '../../src/areas.ts';
import { mountsOf } from '../support/mounts.ts';
import { testApp } from '../support/memory-app.ts';
import type { TestResponse, TestApp } from '../support/memory-app.ts';
import { prepareCall } from '../support/prepared-calls.ts';
import { errorMessageOf } from '../support/error-message.ts';

const STALE = '"0"';
const BYTES = { 'content-type': 'application/octet-stream' };
const VERSION = 'api-version=2023-04-01';
const PROJECT = '/language/authoring/analyze-conversations/projects/Garden';
const FILE = '/documentanalysis/trainingSets/orders/files/fields.json';

const projectFile = (...intents: string[]): object => ({
  projectFileVersion: '2023-04-01',
  stringIndexType: 'Utf16CodeUnit',
  metadata: { projectName: 'Garden', projectKind: 'Conversation', language: 'en' },
  assets: { projectKind: 'Conversation', intents: intents.map((category) => ({ category })), utterances: [] },
});

describe('conditional writes', () => {
  let app: TestApp;
  let mine: { key: string };
  before(async () => {
    app = await testApp();
    mine = await app.createAccount('mine');
  });
  after(() => app.close());
  const ask = (
    method: string,
    path: string,
    { body, headers }: { body?: object | Buffer; headers?: Record<string, string> } = {},
  ): Promise<TestResponse> =>
    app.call({
      method,
      url: `${path}${path.includes('?') ? '' : `?${path.startsWith('/doc') ? 'api-version=2024-11-30' : VERSION}`}`,
      key: mine.key,
      body,
      headers: { ...(Buffer.isBuffer(body) && BYTES), ...headers },
    });
  const tag = ({ headers }: TestResponse): string => String(headers.etag);
  const exported = async (): Promise<TestResponse> => {
    const job = new URL(String((await ask('POST', `${PROJECT}/:export`)).headers['operation-location']));
    const { resultUrl } = (await ask('GET', job.pathname)).json<{ resultUrl: string }>();
    return await ask('GET', new URL(resultUrl).pathname);
  };
  const intents = async (): Promise<string[]> =>
    (await exported())
      .json<{
        assets: { intents: { category: string }[] };
      }>()
      .assets.intents.map(({ category }) => category)
      .filter((name) => name !== 'None');

  for (const area of areas)
    for (const operation of area.operations.filter(({ conditional }) => conditional)) {
      test(`${operation.id} replaces only the state in If-Match`, async () => {
        const mount = mountsOf(area, operation)[0]!;
        const { key, params, body = operation.example?.body, headers } = await prepareCall(app, operation);
        const path =
          mount.base +
          operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
            encodeURIComponent(params[name] ?? operation.example?.params?.[name] ?? 'x'),
          );
        const send = (condition: Record<string, string>): Promise<TestResponse> =>
          app.call({
            method: operation.method,
            url: mount.marker === 'query' ? `${path}?api-version=${mount.version}` : path,
            key,
            body,
            headers: { ...headers, ...condition },
          });
        const answer = await send({ 'if-match': STALE });
        assert.equal(answer.status, 412, answer.text);
        assert.ok(errorMessageOf(area, answer.json()), answer.text);
        const free = await send({});
        assert.ok(free.status < 300, `${free.status} ${free.text}`);
      });
    }

  test('a project: returns ETags, and rejects a stale write without changes', async () => {
    const first = await ask('POST', `${PROJECT}/:import`, { body: projectFile('Water'), headers: { 'if-none-match': '*' } });
    assert.deepEqual([first.status, tag(first)], [202, tag(await ask('GET', PROJECT))]);
    assert.equal(tag(await exported()), tag(first));
    assert.equal(
      (await ask('POST', `${PROJECT}/:import`, { body: projectFile('Other'), headers: { 'if-none-match': '*' } })).status,
      412,
      'it is there already',
    );
    const second = await ask('POST', `${PROJECT}/:import`, { body: projectFile('Water', 'Check'), headers: { 'if-match': tag(first) } });
    assert.equal(second.status, 202);
    const stale = await ask('POST', `${PROJECT}/:import`, { body: projectFile('Mow'), headers: { 'if-match': tag(first) } });
    assert.deepEqual([stale.status, stale.json<{ error: { code: string } }>().error.code], [412, 'PreconditionFailed']);
    assert.match(stale.text, /has been changed since it was read/);
    assert.deepEqual(await intents(), ['Water', 'Check']);
    const described = await ask('PATCH', PROJECT, {
      body: { projectName: 'Garden', language: 'en', projectKind: 'Conversation', description: 'Plants' },
      headers: { 'if-match': `"x", ${tag(second)}` },
    });
    assert.deepEqual([described.status, tag(described) === tag(second)], [200, false]);
    const third = await ask('POST', `${PROJECT}/:import`, { body: projectFile('Water'), headers: { 'if-match': `W/${tag(described)}` } });
    assert.equal(third.status, 202, 'a proxy made the tag weak');
    assert.equal(
      (await ask('POST', `${PROJECT}/:import`, { body: projectFile('Water'), headers: { 'if-match': tag(third).replace(/"$/, '-gzip"') } }))
        .status,
      202,
      'or wrote behind it that it compressed',
    );
    assert.equal((await ask('POST', `${PROJECT}/:import`, { body: projectFile('Any') })).status, 202, 'no condition');
    assert.equal(
      (await ask('POST', `${PROJECT.replace('Garden', 'Nowhere')}/:import`, { body: projectFile('Any'), headers: { 'if-match': '*' } }))
        .status,
      412,
      'nothing is there',
    );
  });

  test('one of many concurrent replacements succeeds', async () => {
    const state = tag(await ask('POST', `${PROJECT}/:import`, { body: projectFile('Start') }));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        ask('POST', `${PROJECT}/:import`, { body: projectFile(`Writer${n}`), headers: { 'if-match': state } }),
      ),
    );
    const winners = answers.flatMap(({ status }, n) => (status === 202 ? [n] : []));
    assert.deepEqual([winners.length, answers.filter(({ status }) => status === 412).length], [1, 11]);
    assert.deepEqual(await intents(), [`Writer${winners[0]}`]);
  });

  test('a training file: created once, replaced and deleted only in the state of If-Match', async () => {
    const put = (text: string, headers?: Record<string, string>): Promise<TestResponse> =>
      ask('PUT', FILE, { body: Buffer.from(text), headers });
    const made = await Promise.all(['1', '2', '3', '4'].map((text) => put(text, { 'if-none-match': '*' })));
    assert.deepEqual(made.map(({ status }) => status).sort(), [204, 412, 412, 412]);
    const state = tag(made.find(({ status }) => status === 204)!);
    assert.equal(tag(await ask('GET', FILE)), state);
    const raced = await Promise.all(['5', '6', '7', '8'].map((text) => put(text, { 'if-match': state })));
    assert.deepEqual(raced.map(({ status }) => status).sort(), [204, 412, 412, 412]);
    const refused = raced.find(({ status }) => status === 412)!.json<{ error: { code: string; innererror: { code: string } } }>().error;
    assert.deepEqual([refused.code, refused.innererror.code], ['PreconditionFailed', 'PreconditionFailed']);
    assert.equal((await ask('DELETE', FILE, { headers: { 'if-match': state } })).status, 412);
    assert.equal((await ask('GET', FILE)).text, String(5 + raced.findIndex(({ status }) => status === 204)));
    assert.equal((await ask('DELETE', FILE, { headers: { 'if-match': tag(await ask('GET', FILE)) } })).status, 204);
    assert.equal((await put('9', { 'if-match': state })).status, 412, 'it was deleted');
  });
});
