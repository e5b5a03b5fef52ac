import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Change } from '../../kernel/change.ts';
import { collection, SYSTEM } from '../../kernel/collection.ts';
import { jobKey, jobs } from '../../kernel/job.ts';
import type { Job } from '../../kernel/job.ts';
import { testApp } from '../../../test/support/memory-app.ts';
import type { TestApp } from '../../../test/support/memory-app.ts';
import { DEV_ADMIN_SECRET } from '../keys/dev.ts';

const OWN = { 'x-perennial-console': '1' };

/** Events of a stream, as they come. */
class EventStream {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #text = '';

  constructor(response: Response) {
    this.response = response;
    this.#reader = response.body!.getReader();
  }

  /** The next event; undefined at the end. */
  async next(): Promise<{ name: string; data: Record<string, unknown> } | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const lines = this.#text.slice(0, end).split('\n');
        this.#text = this.#text.slice(end + 2);
        const name = lines.find((line) => line.startsWith('event: '))?.slice(7);
        const data = lines.find((line) => line.startsWith('data: '))?.slice(6);
        if (name !== undefined) return { name, data: JSON.parse(data!) as Record<string, unknown> };
        continue;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += Buffer.from(value).toString();
    }
  }

  async close(): Promise<void> {
    await this.#reader.cancel();
  }
}

describe('running work', () => {
  let app: TestApp;
  let address: string;
  before(async () => {
    app = await testApp();
    address = await app.listen();
  });
  after(() => app.close());

  const signIn = async (): Promise<string> => {
    const { headers } = await app.call({ method: 'POST', url: '/sessions', body: { secret: DEV_ADMIN_SECRET } });
    return String(headers['set-cookie']).split(';')[0]!;
  };
  const listen = async (cookie: string, query = ''): Promise<EventStream> => {
    const headers = { cookie, ...OWN, accept: 'text/event-stream' };
    return new EventStream(await fetch(`${address}/work${query}`, { headers }));
  };
  const put = async (parts: Partial<Job> & { id: string; account: string }): Promise<void> => {
    const job: Job = {
      kind: 'faces.train',
      state: 'running',
      input: { secret: 1 },
      progress: 0.4,
      attempt: 1,
      dueAt: Date.now() + 600_000,
      createdAt: Date.now(),
      updatedAt: Date.now(),
      expiresAt: Date.now() + 3600_000,
      errors: [],
      result: { large: 1 },
      ...parts,
    };
    await app.store.commit(new Change().put(jobs, SYSTEM, jobKey(job.account, job.id), job));
  };

  test('sends the jobs of an account as they change, without input and result', async () => {
    const stream = await listen(await signIn(), '?account=a');
    assert.equal(stream.response.headers.get('content-type'), 'text/event-stream');
    assert.equal((await stream.next())!.name, 'resync');
    await put({ id: 'other', account: 'b' });
    await put({ id: 'one', account: 'a', subject: { id: 'g', name: 'Group' } });
    const { name, data } = (await stream.next())!;
    assert.equal(name, 'job');
    const { accountId, jobId, status, percentCompleted, subject, input, result, log } = data;
    assert.deepEqual([accountId, jobId, status, percentCompleted, subject], ['a', 'one', 'running', 40, { id: 'g', name: 'Group' }]);
    assert.deepEqual([input, result, log], [undefined, undefined, undefined]);
    await put({ id: 'one', account: 'a', state: 'succeeded', endedAt: Date.now() });
    assert.equal((await stream.next())!.data.status, 'succeeded');
    await stream.close();
  });

  test('reports which records of an area have changed, without their content', async () => {
    const stream = await listen(await signIn(), '?account=a');
    await stream.next();
    const announced = collection<{ secret: number }>('test.announced', { announced: true });
    const change = new Change().put(announced, 'b', 'other', { secret: 1 }).put(announced, 'a', 'one', { secret: 2 });
    await app.store.commit(change.put(announced, 'a', 'two', { secret: 3 }));
    assert.deepEqual(await stream.next(), { name: 'change', data: { accountId: 'a', kind: 'test.announced' } });
    await put({ id: 'next', account: 'a' });
    assert.equal((await stream.next())!.name, 'job');
    await stream.close();
  });

  test('lists what runs, and what has ended since', async () => {
    const cookie = await signIn();
    const list = async (query: string): Promise<string[]> => {
      const { status, text, json } = await app.call({ method: 'GET', url: `/work?${query}`, headers: { cookie, ...OWN } });
      assert.equal(status, 200, text);
      return json<{ value: { jobId: string }[] }>()
        .value.map(({ jobId }) => jobId)
        .sort();
    };
    await put({ id: 'runs', account: 'c' });
    await put({ id: 'ended', account: 'c', state: 'failed', endedAt: Date.now() });
    await put({ id: 'ended-before', account: 'c', state: 'failed', endedAt: Date.now() - 60_000 });
    assert.deepEqual(await list('account=c'), ['runs']);
    assert.deepEqual(await list(`account=c&since=${new Date(Date.now() - 30_000).toISOString()}`), ['ended', 'runs']);
  });

  test('shows an operator the accounts where it has a role, as long as it has one', async () => {
    const admin = await signIn();
    const call = (method: string, url: string, body?: unknown) => app.call({ method, url, body, headers: { cookie: admin, ...OWN } });
    const url = '/subscriptions/default/resourceGroups/default/accounts/seen';
    const { properties } = (await call('PUT', url, { location: 'local' })).json<{ properties: { accountId: string } }>();
    const invited = await call('POST', '/operators', { name: 'uma', role: 'none' });
    const invitation = invited.json<{ invitation: { url: string } }>().invitation.url.split('=')[1];
    const body = { invitation, password: 'correct horse battery' };
    const { headers } = await app.call({ method: 'POST', url: '/sessions', body });
    const role = `/operators/uma/accounts/${properties.accountId}`;
    await call('PUT', role, { role: 'view' });
    const stream = await listen(String(headers['set-cookie']).split(';')[0]!);
    await stream.next();
    await put({ id: 'hidden', account: 'a' });
    await put({ id: 'first', account: properties.accountId });
    assert.equal((await stream.next())!.data.jobId, 'first');
    await call('DELETE', role);
    const watcher = await listen(admin, `?account=${properties.accountId}`);
    await watcher.next();
    await put({ id: 'second', account: properties.accountId });
    assert.equal((await watcher.next())!.data.jobId, 'second', 'sent to those who may see it');
    await watcher.close();
    await call('PUT', role, { role: 'view' });
    await put({ id: 'third', account: properties.accountId });
    assert.equal((await stream.next())!.data.jobId, 'third');
    await stream.close();
  });

  test('ends with the session', async () => {
    const cookie = await signIn();
    const stream = await listen(cookie);
    await stream.next();
    await app.call({ method: 'DELETE', url: '/sessions/current', headers: { cookie, ...OWN } });
    assert.equal((await stream.next())!.name, 'ended');
    assert.equal(await stream.next(), undefined);
    assert.equal((await listen(cookie)).response.status, 401);
  });

  test('refuses more streams than an operator may have, and gives them back', async () => {
    const cookie = await signIn();
    const open: EventStream[] = [];
    for (;;) {
      const stream = await listen(cookie);
      if (stream.response.status === 429) break;
      open.push(stream);
      assert.ok(open.length <= 12);
    }
    assert.ok(open.length >= 10);
    await app.call({ method: 'POST', url: '/operators/admin/endSessions', headers: { cookie, ...OWN } });
    for (const stream of open) while (await stream.next());
    const again = await listen(await signIn());
    assert.equal(again.response.status, 200);
    await again.close();
  });
});
