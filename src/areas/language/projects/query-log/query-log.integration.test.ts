/** Logged queries: only on request, each text once, a limited number, deleted with their project. */
import type { LanguageServices } from '../../services.ts';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testApp } from '../../../../../test/support/memory-app.ts';
import type { TestApp } from '../../../../../test/support/memory-app.ts';
import { prepareProject } from '../../../../../test/support/projects.ts';
import type { Operation } from '../../../../kernel/operation.ts';
import { Change } from '../../../../kernel/change.ts';
import { MAX_QUERIES, MAX_QUERY_CHARACTERS, queryCounts, logQueries, queries, queryId, compactQueries } from './query-log.ts';
import type { QueriedProject } from './query-log.ts';
import { projectKey, projects, readBlob } from '../store.ts';
import { conversationFamily } from '../../conversations/family.ts';
import type { ConversationAssets } from '../../conversations/model.ts';
import type { GatheredUtterances } from '../../conversations/training/train.ts';

const BASE = '/language/authoring/analyze-conversations/projects/example';
const V = 'api-version=2023-04-01';

interface Listed {
  value: {
    id: string;
    text: string;
    count: number;
    confidenceScore: number;
    intents?: { category: string }[];
    entities?: { offset: number; length: number }[];
  }[];
  nextLink: string | null;
}

describe('query log', () => {
  let app: TestApp;
  let accounts = 0;
  let key: string;
  let project: QueriedProject;
  before(async () => {
    app = await testApp();
  });
  after(() => app.close());

  const createProject = async (): Promise<void> => {
    const { key: own, id: account } = await app.createAccount(`queries-${++accounts}`);
    key = own;
    await prepareProject({ app, key, account }, { id: 'conversations.listQueries' } as Operation<LanguageServices>);
    project = { owner: account, project: (await app.store.get(projects, account, projectKey('conversations', 'example')))!.value };
  };
  const send = (method: string, path: string, body?: object): ReturnType<TestApp['call']> =>
    app.call({
      method,
      url: `${path}${path.includes('?') ? '&' : '?'}${V}`,
      key,
      body,
    });
  const ask = async (text: string, parameters: object = { isLoggingEnabled: true }): Promise<void> => {
    const { status, text: answer } = await send('POST', '/language/:analyze-conversations', {
      kind: 'Conversation',
      analysisInput: { conversationItem: { id: '1', participantId: '1', text } },
      parameters: { projectName: 'example', deploymentName: 'production', ...parameters },
    });
    assert.equal(status, 200, answer);
  };
  const list = async (query = ''): Promise<Listed> => (await send('GET', `${BASE}/queries${query}`)).json<Listed>();
  const counts = async (): Promise<[string, number][]> =>
    (await list()).value.map(({ text, count }) => [text, count] as [string, number]).sort();
  const stored = async (): Promise<number> =>
    (await app.store.page(queries, project.owner, { limit: 5000 })).length +
    (await app.store.page(queryCounts, project.owner, { limit: 5000 })).length;

  test('logs queries on request, each text once with its count, also for concurrent calls', async (t) => {
    await createProject();
    await ask('good day', {});
    await ask('good day', { isLoggingEnabled: false });
    assert.equal(await stored(), 0);
    await ask('good day');
    const random = t.mock.method(Math, 'random', () => 0);
    await Promise.all(Array.from({ length: 20 }, () => ask('Good day ')));
    await ask('how are you');
    random.mock.restore();
    assert.deepEqual(await counts(), [
      ['Good day ', 21],
      ['how are you', 1],
    ]);
  });

  test('does not list labeled texts, and deletes those that an import adds', async () => {
    await createProject();
    for (const text of ['hello', 'good evening', 'so long']) await ask(text);
    assert.deepEqual(
      (await counts()).map(([text]) => text),
      ['good evening', 'so long'],
      'hello is an utterance',
    );
    const body = {
      metadata: { projectName: 'example', projectKind: 'Conversation', language: 'en' },
      assets: { projectKind: 'Conversation', intents: [{ category: 'Greet' }], utterances: [{ text: 'Good evening', intent: 'Greet' }] },
    };
    const { status, text } = await send('POST', `${BASE}/:import`, body);
    assert.equal(status, 202, text);
    assert.deepEqual(
      (await counts()).map(([one]) => one),
      ['hello', 'so long'],
    );
    assert.equal(await stored(), 4);
  });

  test('gives queries without labels to the training of a project with learnFromQueries', async () => {
    await createProject();
    for (const text of ['hello', 'good evening', 'so long']) await ask(text);
    const logged = async (): Promise<string[]> => {
      const { value } = (await app.store.get(projects, project.owner, projectKey('conversations', 'example')))!;
      const assets = await readBlob<ConversationAssets>(app.ports, project.owner, value.assets);
      const { signal } = new AbortController();
      const gathered = await conversationFamily.gather(assets, value, project.owner, app.ports, signal);
      return (gathered as GatheredUtterances).logged.map(({ text }) => text).sort();
    };
    assert.deepEqual(await logged(), []);
    assert.equal((await send('PATCH', BASE, { settings: { learnFromQueries: true } })).status, 200);
    assert.deepEqual(await logged(), ['good evening', 'so long'], 'hello is an utterance');
  });

  test('ignores several queries in one call', async () => {
    await createProject();
    for (const text of ['one', 'two', 'three']) await ask(text);
    const { value } = await list();
    assert.equal(
      (await send('POST', `${BASE}/queries/:ignore`, { ids: value.filter(({ text }) => text !== 'two').map(({ id }) => id) })).status,
      204,
    );
    assert.deepEqual(await counts(), [['two', 1]]);
    assert.equal(await stored(), 2);
    for (const ids of [[], ['x'], [`${value[0]!.id}/`]]) assert.equal((await send('POST', `${BASE}/queries/:ignore`, { ids })).status, 400);
  });

  test('keeps the newest queries, and does not log longer texts', async (t) => {
    await createProject();
    const change = new Change();
    await logQueries(
      change,
      'conversations',
      project,
      [{ text: 'x'.repeat(MAX_QUERY_CHARACTERS + 1), deployment: 'production' }],
      app.ports,
    );
    assert.equal(change.isEmpty, true);
    t.mock.method(Math, 'random', () => 0);
    const clock = { now: () => clock.at++, at: Date.now() - 10_000 };
    for (let n = 0; n < MAX_QUERIES + 20; n += 102) {
      const next = new Change();
      for (let i = n; i < n + 102; i++)
        await logQueries(
          next,
          'conversations',
          project,
          [{ text: `query ${i}`, deployment: 'production', classes: [{ category: 'a', score: 1 - i / 2000 }] }],
          { ...app.ports, clock },
        );
      await app.store.commit(next);
    }
    assert.equal((await list()).value.length, MAX_QUERIES);
    const compacted = new Change();
    await compactQueries(compacted, project, 1, app.ports);
    await app.store.commit(compacted);
    assert.equal(await stored(), 2 * MAX_QUERIES);
    const { value, nextLink } = await list('?top=3&maxpagesize=2');
    assert.deepEqual(
      value.map(({ text }) => text),
      ['query 1019', 'query 1018'],
      'lowest confidence first',
    );
    assert.match(nextLink!, /skip=2/);
    assert.ok(!(await list()).value.some(({ text }) => text === 'query 19'), 'the oldest was deleted');
  });

  test('returns offsets in the requested unit', async () => {
    await createProject();
    const change = new Change();
    await logQueries(
      change,
      'conversations',
      project,
      [
        {
          text: '🙂 hi Ada',
          deployment: 'production',
          intents: [{ category: 'Greet', score: 0.9 }],
          entities: [{ category: 'Name', score: 0.5, offset: 6, length: 3 }],
        },
      ],
      app.ports,
    );
    await app.store.commit(change);
    assert.deepEqual(
      (await list()).value.map(({ confidenceScore, entities }) => [confidenceScore, entities![0]!.offset]),
      [[0.5, 6]],
    );
    assert.equal((await list('?stringIndexType=UnicodeCodePoint')).value[0]!.entities![0]!.offset, 5);
    assert.equal((await send('GET', `${BASE}/queries?stringIndexType=Bytes`)).status, 400);
  });

  test('deletes the log with its project, also for calls in flight', async () => {
    await createProject();
    await ask('good day');
    const late = new Change();
    await logQueries(late, 'conversations', project, [{ text: 'late', deployment: 'production' }], app.ports);
    assert.equal((await send('DELETE', BASE)).status, 202);
    await assert.rejects(app.store.commit(late), /changed/);
    const after = new Change();
    await logQueries(after, 'conversations', project, [{ text: 'later', deployment: 'production' }], app.ports);
    assert.equal(after.isEmpty, true);
    assert.equal(await stored(), 0);
  });

  test('deletes the log with its account', async () => {
    await createProject();
    await ask('good day');
    assert.equal(await stored(), 2);
    await app.store.erase(project.owner);
    assert.equal(await stored(), 0);
  });

  test('ignores case and surrounding space of a text', () => {
    assert.equal(queryId(' Hello '), queryId('hello'));
    assert.notEqual(queryId('hello'), queryId('hallo'));
  });
});
