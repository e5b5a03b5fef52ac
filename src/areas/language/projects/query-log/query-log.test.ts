/** Queries that are kept for review: only where callers say so, once each, not too many, and as long as their project. */
import type { LanguageServices } from '../../services.ts';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testApp } from '../../../../../test/support/memory-app.ts';
import type { TestApp } from '../../../../../test/support/memory-app.ts';
import { preparedProject } from '../../../../../test/support/projects.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import { Change } from '../../../../kernel/change.ts';
import { MAX_QUERIES, MAX_QUERY_CHARACTERS, queryCounts, logQueries, queries, queryId, compactQueries } from './query-log.ts';
import type { QueriedProject } from './query-log.ts';
import { projectKey, projects } from '../store.ts';

const BASE = '/language/authoring/analyze-conversations/projects/example';
const V = 'api-version=2023-04-01';

interface Listed { value: { id: string; text: string; count: number; confidenceScore: number; intents?: { category: string }[]; entities?: { offset: number; length: number }[] }[]; nextLink: string | null }

describe('queries', () => {
  let app: TestApp;
  let accounts = 0;
  let key: string;
  let of: QueriedProject;
  before(async () => {
    app = await testApp();
  });
  after(() => app.close());

  const made = async (): Promise<void> => {
    const { key: own, id: account } = await app.account(`queries-${++accounts}`);
    key = own;
    await preparedProject({ app, key, account }, { id: 'conversations.listQueries' } as Operation<LanguageServices>);
    of = { owner: account, project: (await app.store.get(projects, account, projectKey('conversations', 'example')))!.value };
  };
  const send = (method: string, path: string, body?: object): ReturnType<TestApp['call']> => app.call({ method, url: `${path}${path.includes('?') ? '&' : '?'}${V}`, key, body });
  const ask = async (text: string, parameters: object = { isLoggingEnabled: true }): Promise<void> => {
    const { status, text: answer } = await send('POST', '/language/:analyze-conversations', { kind: 'Conversation', analysisInput: { conversationItem: { id: '1', participantId: '1', text } }, parameters: { projectName: 'example', deploymentName: 'production', ...parameters } });
    assert.equal(status, 200, answer);
  };
  const list = async (query = ''): Promise<Listed> => (await send('GET', `${BASE}/queries${query}`)).json<Listed>();
  const counts = async (): Promise<[string, number][]> => (await list()).value.map(({ text, count }) => [text, count] as [string, number]).sort();
  const stored = async (): Promise<number> => (await app.store.page(queries, of.owner, { limit: 5000 })).length + (await app.store.page(queryCounts, of.owner, { limit: 5000 })).length;

  test('are kept where the caller says so, the same one once with how often it was asked, also by calls at the same time', async (t) => {
    await made();
    await ask('good day', {});
    await ask('good day', { isLoggingEnabled: false });
    assert.equal(await stored(), 0);
    await ask('good day');
    const random = t.mock.method(Math, 'random', () => 0);
    await Promise.all(Array.from({ length: 20 }, () => ask('Good day ')));
    await ask('how are you');
    random.mock.restore();
    assert.deepEqual(await counts(), [['Good day ', 21], ['how are you', 1]]);
  });

  test('what the project is taught is not listed, and leaves with the import that brings it', async () => {
    await made();
    for (const text of ['hello', 'good evening', 'so long']) await ask(text);
    assert.deepEqual((await counts()).map(([text]) => text), ['good evening', 'so long'], 'hello is an utterance');
    const body = { metadata: { projectName: 'example', projectKind: 'Conversation', language: 'en' }, assets: { projectKind: 'Conversation', intents: [{ category: 'Greet' }], utterances: [{ text: 'Good evening', intent: 'Greet' }] } };
    const { status, text } = await send('POST', `${BASE}/:import`, body);
    assert.equal(status, 202, text);
    assert.deepEqual((await counts()).map(([one]) => one), ['hello', 'so long']);
    assert.equal(await stored(), 4);
  });

  test('many are ignored in one call', async () => {
    await made();
    for (const text of ['one', 'two', 'three']) await ask(text);
    const { value } = await list();
    assert.equal((await send('POST', `${BASE}/queries/:ignore`, { ids: value.filter(({ text }) => text !== 'two').map(({ id }) => id) })).status, 204);
    assert.deepEqual(await counts(), [['two', 1]]);
    assert.equal(await stored(), 2);
    for (const ids of [[], ['x'], [`${value[0]!.id}/`]]) assert.equal((await send('POST', `${BASE}/queries/:ignore`, { ids })).status, 400);
  });

  test('a project has the newest of them; longer texts are not kept', async (t) => {
    await made();
    const change = new Change();
    await logQueries(change, 'conversations', of, [{ text: 'x'.repeat(MAX_QUERY_CHARACTERS + 1), deployment: 'production' }], app.ports);
    assert.equal(change.isEmpty, true);
    t.mock.method(Math, 'random', () => 0);
    const clock = { now: () => clock.at++, at: Date.now() - 10_000 };
    for (let n = 0; n < MAX_QUERIES + 20; n += 102) {
      const next = new Change();
      for (let i = n; i < n + 102; i++) await logQueries(next, 'conversations', of, [{ text: `query ${i}`, deployment: 'production', classes: [{ category: 'a', score: 1 - i / 2000 }] }], { ...app.ports, clock });
      await app.store.commit(next);
    }
    assert.equal((await list()).value.length, MAX_QUERIES);
    const tidied = new Change();
    await compactQueries(tidied, of, 1, app.ports);
    await app.store.commit(tidied);
    assert.equal(await stored(), 2 * MAX_QUERIES);
    const { value, nextLink } = await list('?top=3&maxpagesize=2');
    assert.deepEqual(value.map(({ text }) => text), ['query 1019', 'query 1018'], 'the least sure first');
    assert.match(nextLink!, /skip=2/);
    assert.ok(!(await list()).value.some(({ text }) => text === 'query 19'), 'the oldest left');
  });

  test('offsets are in the unit that is asked for', async () => {
    await made();
    const change = new Change();
    await logQueries(change, 'conversations', of, [{ text: '🙂 hi Ada', deployment: 'production', intents: [{ category: 'Greet', score: 0.9 }], entities: [{ category: 'Name', score: 0.5, offset: 6, length: 3 }] }], app.ports);
    await app.store.commit(change);
    assert.deepEqual((await list()).value.map(({ confidenceScore, entities }) => [confidenceScore, entities![0]!.offset]), [[0.5, 6]]);
    assert.equal((await list('?stringIndexType=UnicodeCodePoint')).value[0]!.entities![0]!.offset, 5);
    assert.equal((await send('GET', `${BASE}/queries?stringIndexType=Bytes`)).status, 400);
  });

  test('go with their project, also those of a call that is still under way', async () => {
    await made();
    await ask('good day');
    const late = new Change();
    await logQueries(late, 'conversations', of, [{ text: 'late', deployment: 'production' }], app.ports);
    assert.equal((await send('DELETE', BASE)).status, 202);
    await assert.rejects(app.store.commit(late), /changed/);
    const after = new Change();
    await logQueries(after, 'conversations', of, [{ text: 'later', deployment: 'production' }], app.ports);
    assert.equal(after.isEmpty, true);
    assert.equal(await stored(), 0);
  });

  test('go with their account', async () => {
    await made();
    await ask('good day');
    assert.equal(await stored(), 2);
    await app.store.erase(of.owner);
    assert.equal(await stored(), 0);
  });

  test('a text is the same whatever its case', () => {
    assert.equal(queryId(' Hello '), queryId('hello'));
    assert.notEqual(queryId('hello'), queryId('hallo'));
  });
});
