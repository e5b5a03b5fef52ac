/** Bulk changes of utterances, and conditional writes in one version. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { testApp } from '../../../../test/support/memory-app.ts';
import type { TestResponse, TestApp } from '../../../../test/support/memory-app.ts';
import { Change } from '../../../kernel/change.ts';
import { understanding } from '../area.ts';
import { queries, queryKey, versionKey, versions } from '../store.ts';

const APPS = '/luis/authoring/v3.0-preview/apps';

interface Labeled {
  id: number;
  etag: string;
  text: string;
  intentName: string;
  entityLabels: object[];
}

describe('concurrent edits of a version', () => {
  let app: TestApp;
  let key: string;
  let account: string;
  let appId: string;
  let accounts = 0;
  before(async () => {
    app = await testApp({ areas: [understanding] });
  });
  after(() => app.close());
  beforeEach(async () => {
    ({ key, id: account } = await app.createAccount(`together-${++accounts}`));
    appId = (await app.call({ method: 'POST', url: APPS, key, body: { name: 'Home', culture: 'en-us' } })).json<string>();
    await send('POST', '/intents', { name: 'Dig' });
    await send('POST', '/entities', { name: 'Hole', children: [{ name: 'Depth' }] });
  });
  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse> =>
    app.call({ method, url: `${APPS}/${appId}/versions/0.1${path}`, key, body, headers });
  const create = async (path: string, body: unknown): Promise<string> => (await send('POST', path, body)).json<string>();
  const all = async (query = ''): Promise<Labeled[]> => (await send('GET', `/examples/labelled${query}`)).json<Labeled[]>();
  const texts = async (): Promise<string[]> => (await all()).map(({ text }) => text);
  const changed = (body: unknown): Promise<TestResponse> => send('POST', '/examples/change', body);
  const say = (text: string, more: object = {}): object => ({ text, intentName: 'Dig', entityLabels: [], ...more });
  const revision = async (): Promise<number> => (await app.store.get(versions, account, versionKey(appId, '0.1')))!.value.revision;

  test('counts utterances', async () => {
    assert.deepEqual((await send('GET', '/examples/count')).json(), { count: 0 });
    for (const text of ['dig', 'sow']) await send('POST', '/example', say(text));
    assert.deepEqual((await send('GET', '/examples/count')).json(), { count: 2 });
  });

  test('lists utterances in the form in which they are written', async () => {
    const label = {
      entityName: 'Hole',
      startCharIndex: 4,
      endCharIndex: 16,
      children: [{ entityName: 'Depth', startCharIndex: 6, endCharIndex: 9, children: [] }],
    };
    await send('POST', '/example', say('Dig a deep hole', { entityLabels: [{ ...label, endCharIndex: 14 }] }));
    await send('POST', '/example', say('sow'));
    const [first, second] = await all();
    assert.deepEqual([first!.text, first!.intentName, first!.entityLabels], ['Dig a deep hole', 'Dig', [{ ...label, endCharIndex: 14 }]]);
    assert.deepEqual((await changed({ put: [first, { ...second, intentName: 'None' }] })).status, 200);
    assert.deepEqual(
      (await all()).map(({ id, text, intentName, entityLabels }) => ({ id, text, intentName, entityLabels })),
      [
        { id: first!.id, text: first!.text, intentName: 'Dig', entityLabels: first!.entityLabels },
        { id: second!.id, text: 'sow', intentName: 'None', entityLabels: [] },
      ],
    );
    assert.deepEqual(
      (await all('?text=SOW')).map(({ id }) => id),
      [second!.id],
    );
    assert.deepEqual(await all('?text=reap'), []);
    assert.deepEqual(
      (await all('?skip=1&take=1')).map(({ text }) => text),
      ['sow'],
    );
  });

  test('writes an utterance only if its etag matches', async () => {
    const first = await send('POST', '/example', say('dig here'), { 'if-none-match': '*' });
    assert.equal(first.headers.etag, (await all())[0]!.etag);
    assert.equal(
      (await send('POST', '/example', say('DIG here'), { 'if-none-match': '*' })).status,
      412,
      'the same text is the same utterance',
    );
    await send('POST', '/example', say('dig there'));
    const second = await send('POST', '/example', say('dig here', { intentName: 'None' }), { 'if-match': String(first.headers.etag) });
    assert.equal(second.status, 201);
    const stale = await send('POST', '/example', say('dig here'), { 'if-match': String(first.headers.etag) });
    assert.deepEqual([stale.status, stale.json<{ error: { code: string } }>().error.code], [412, 'PreconditionFailed']);
    const id = (await all())[0]!.id;
    assert.equal((await send('DELETE', `/examples/${id}`, undefined, { 'if-match': String(first.headers.etag) })).status, 412);
    assert.equal(
      (await send('POST', '/examples', [say('dig now'), say('dig there')], { 'if-none-match': '*' })).status,
      412,
      'one of them is there',
    );
    assert.deepEqual(
      (await all()).map(({ text, intentName }) => [text, intentName]),
      [
        ['dig here', 'None'],
        ['dig there', 'Dig'],
      ],
    );
    assert.equal((await send('DELETE', `/examples/${id}`, undefined, { 'if-match': String(second.headers.etag) })).status, 200);
    const races = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        send('POST', '/example', say('dig once', { intentName: n % 2 === 0 ? 'Dig' : 'None' }), { 'if-none-match': '*' }),
      ),
    );
    assert.deepEqual(races.map(({ status }) => status).sort(), [201, 412, 412, 412, 412, 412]);
  });

  test('writes and deletes many utterances as one edit or not at all', async () => {
    const inputs = Array.from({ length: 300 }, (_, n) => say(`dig hole ${n}`, { etag: null }));
    const edits = await revision();
    const answer = (await changed({ put: inputs })).json<{ put: { id: number; etag: string }[]; deleted: number }>();
    assert.equal(await revision(), edits + 1);
    assert.deepEqual([answer.put.length, answer.deleted], [300, 0]);
    const stored = await all();
    assert.deepEqual(
      answer.put,
      stored.map(({ id, etag }) => ({ id, etag })),
    );
    const invalid = async (body: unknown, status: number, message: RegExp): Promise<void> => {
      const { status: found, text } = await changed(body);
      assert.deepEqual([found, message.test(text)], [status, true], text);
      assert.deepEqual(await all(), stored, 'nothing was changed');
    };
    const [one, two] = stored;
    await invalid({ put: inputs.slice(0, 2) }, 412, /dig hole 0.*exists already/);
    await invalid(
      {
        delete: [
          { id: one!.id, etag: one!.etag },
          { id: two!.id, etag: one!.etag },
        ],
      },
      412,
      /utterance 2 has been changed/,
    );
    await invalid({ delete: [{ id: 9999, etag: one!.etag }] }, 412, /utterance 9999 does not exist/);
    await invalid({ delete: [{ id: one!.id }, { id: 9999 }] }, 400, /delete\[1\].*Cannot find an example/);
    await invalid({ delete: [{ id: one!.id }, { id: one!.id }] }, 400, /delete\[1\].*contains it twice/);
    await invalid({ put: [one], delete: [{ id: one!.id }] }, 400, /put\[0\].*contains it twice/);
    await invalid({ put: [say('new one'), say('other', { intentName: 'Nowhere' })] }, 400, /put\[1\].*Nowhere/);
    await invalid({ put: [say('new one'), say('NEW one')] }, 400, /put\[1\].*contains it twice/);
    await invalid({ put: Array.from({ length: 1001 }, (_, n) => say(`n ${n}`)) }, 400, /put/);
    const deletion = await changed({ delete: stored.slice(0, 299).map(({ id, etag }) => ({ id, etag })), put: [say('dig once more')] });
    assert.deepEqual([deletion.status, deletion.json<{ deleted: number }>().deleted], [200, 299]);
    assert.deepEqual(await texts(), ['dig hole 299', 'dig once more']);
    const before = await revision();
    assert.deepEqual((await changed({})).json(), { put: [], deleted: 0 });
    assert.equal(await revision(), before, 'nothing was edited');
  });

  test('ignores many queries in one call, for one version only', async () => {
    const uid = (await app.store.get(versions, account, versionKey(appId, '0.1')))!.value.uid;
    const change = new Change();
    for (const [text, settledIn] of [
      ['dig up', []],
      ['dig down', ['other']],
      ['dig on', [uid]],
    ] as const) {
      change.put(queries, account, queryKey(appId, text), { text, at: app.ports.clock.now(), settledIn: [...settledIn] });
    }
    await app.store.commit(change);
    const edits = await revision();
    assert.equal((await send('POST', '/suggest/ignore', ['dig up', 'dig down', 'dig on', 'never asked', 'dig up'])).status, 200);
    const settled = async (text: string): Promise<unknown> =>
      (await app.store.get(queries, account, queryKey(appId, text)))?.value.settledIn;
    assert.deepEqual(await Promise.all(['dig up', 'dig down', 'dig on', 'never asked'].map(settled)), [
      [uid],
      ['other', uid],
      [uid],
      undefined,
    ]);
    assert.equal(await revision(), edits, 'the version was not edited');
  });

  test('changes a model only if its etag matches, whatever happens to others', async () => {
    const intent = await create('/intents', { name: 'Sow' });
    const list = await create('/closedlists', { name: 'Tool', subLists: [{ canonicalForm: 'spade', list: [] }] });
    const pattern = (await send('POST', '/patternrule', { pattern: 'dig [now]', intent: 'Dig' })).json<{ id: string }>().id;
    const phrases = await create('/phraselists', { name: 'Beds', phrases: 'roses,beans' });
    const hole = (await send('GET', '/entities')).json<{ id: string; children: { id: string }[] }[]>()[0]!;
    const paths: [method: string, path: string, change: object][] = [
      ['PUT', `/intents/${intent}`, { name: 'Plant' }],
      ['PUT', `/closedlists/${list}`, { subLists: [{ canonicalForm: 'rake', list: [] }] }],
      ['PATCH', `/entities/${hole.id}`, { name: 'Pit' }],
      ['PUT', `/patternrules/${pattern}`, { pattern: 'dig', intent: 'Dig' }],
      ['PUT', `/phraselists/${phrases}`, { phrases: 'roses' }],
    ];
    const tags = await Promise.all(paths.map(async ([, path]) => String((await send('GET', path)).headers.etag)));
    assert.equal(new Set(tags).size, paths.length);
    for (const [i, [method, path, body]] of paths.entries()) {
      const before = { 'if-match': tags[i]! };
      const written = await send(method, path, body, before);
      assert.equal(written.status, 200, `${path} ${written.text}`);
      assert.equal(written.headers.etag, (await send('GET', path)).headers.etag);
      assert.equal((await send(method, path, body, before)).status, 412, path);
      assert.equal((await send('DELETE', path, undefined, before)).status, 412, path);
    }
    // A part has the etag of its entity, which changes with it.
    const part = await send('GET', `/entities/${hole.children[0]!.id}`);
    assert.equal(part.headers.etag, (await send('GET', `/entities/${hole.id}`)).headers.etag);
    assert.equal((await send('GET', '/intents')).headers.etag, undefined);
  });
});
