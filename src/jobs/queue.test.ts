import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Change, Conflict } from '../kernel/change.ts';
import { SYSTEM } from '../kernel/collection.ts';
import type { Store } from '../kernel/ports/store.ts';
import { openSqlite } from '../storage/records/sqlite/store.ts';
import { DUE, dueTerm, jobs } from '../kernel/job.ts';
import type { Job, JobState } from '../kernel/job.ts';
import { JobQueue } from './queue.ts';

const DAY_MS = 86_400_000;

interface QueueFixture {
  store: Store;
  queue: JobQueue;
  time: { now: number };
}

async function queueFixture(t: TestContext): Promise<QueueFixture> {
  const time = { now: Date.UTC(2026, 0, 15) };
  const store = await openSqlite({ now: () => time.now });
  t.after(() => store.close());
  let jobCount = 0;
  return { store, time, queue: new JobQueue(store, { now: () => time.now }, { uuid: () => `job-${++jobCount}`, secret: () => '' }) };
}

async function enqueue({ store, queue }: QueueFixture, account = 'a', id?: string): Promise<Job> {
  const change = new Change();
  const job = queue.enqueue(change, { account, kind: 'work', input: { n: 1 }, id });
  await store.commit(change);
  return job;
}

async function setState({ store, queue }: QueueFixture, id: string, state: JobState): Promise<void> {
  const read = (await queue.get('a', id))!;
  await store.commit(new Change().replace(jobs, SYSTEM, read, { ...read.value, state }));
}

test('creates a job with the change that enqueues it', async (t) => {
  const b = await queueFixture(t);
  const change = new Change();
  const { id } = b.queue.enqueue(change, { account: 'a', kind: 'work', input: {} });
  assert.equal(await b.queue.get('a', id), undefined);
  await b.store.commit(change);
  const { value } = (await b.queue.get('a', id))!;
  assert.deepEqual(
    [value.state, value.progress, value.attempt, value.errors, value.expiresAt - value.createdAt],
    ['notStarted', 0, 0, [], 7 * DAY_MS],
  );
});

test("lists only the account's own jobs, newest first, in pages", async (t) => {
  const b = await queueFixture(t);
  for (const id of ['3', '1', '2']) {
    b.time.now += 1;
    await enqueue(b, 'a', id);
  }
  const { id } = await enqueue(b, 'ab', '1');
  assert.deepEqual(
    (await b.queue.list('a', 2)).map((job) => job.id),
    ['2', '1'],
  );
  assert.deepEqual(
    (await b.queue.list('a', 2, '1')).map((job) => job.id),
    ['3'],
  );
  assert.deepEqual(await b.queue.list('a', 2, 'gone'), []);
  assert.equal((await b.queue.get('ab', id))!.value.account, 'ab');
  assert.equal(await b.queue.get('b', '3'), undefined);
});

test('enqueues an id once', async (t) => {
  const b = await queueFixture(t);
  await enqueue(b, 'a', 'same');
  await assert.rejects(enqueue(b, 'a', 'same'), Conflict);
});

test('cancels a waiting job, asks a running one to stop, and leaves a completed one', async (t) => {
  const b = await queueFixture(t);
  const wanted: [JobState, JobState][] = [
    ['notStarted', 'cancelled'],
    ['running', 'cancelling'],
    ['cancelling', 'cancelling'],
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['partiallyCompleted', 'partiallyCompleted'],
    ['cancelled', 'cancelled'],
  ];
  for (const [before, after] of wanted) {
    const { id } = await enqueue(b);
    await setState(b, id, before);
    const change = new Change();
    assert.equal(b.queue.cancel(change, (await b.queue.get('a', id))!).state, after, before);
    assert.equal(change.isEmpty, before === after, before);
    await b.store.commit(change);
    assert.equal((await b.queue.get('a', id))!.value.state, after, before);
  }
});

test('expires the record of a completed job, not of an open one', async (t) => {
  const b = await queueFixture(t);
  const completed = await enqueue(b);
  const open = await enqueue(b);
  await setState(b, completed.id, 'succeeded');
  b.time.now += 7 * DAY_MS - 1;
  assert.ok(await b.queue.get('a', completed.id));
  b.time.now += 1;
  assert.equal(await b.queue.get('a', completed.id), undefined);
  assert.deepEqual(
    (await b.queue.list('a', 10)).map(({ id }) => id),
    [open.id],
  );
});

test('finds due jobs in time order', async (t) => {
  const b = await queueFixture(t);
  for (const [id, delayMs] of [
    ['late', 900],
    ['early', 5],
    ['middle', 89],
  ] as const) {
    const change = new Change();
    b.queue.enqueue(change, { account: 'a', kind: 'work', input: {}, id, delayMs });
    await b.store.commit(change);
  }
  const due = async (to: number): Promise<string[]> =>
    (await b.store.find(jobs, SYSTEM, DUE, { to: dueTerm(to), limit: 9 })).map(({ value }) => value.id);
  assert.deepEqual(await due(b.time.now + 4), []);
  assert.deepEqual(await due(b.time.now + 1000), ['early', 'middle', 'late']);
  const times = [0, 1, 9, 10, 999, 1e12, 1e13];
  assert.deepEqual(times.map(dueTerm).sort(), times.map(dueTerm));
});
