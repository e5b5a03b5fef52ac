import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail } from '../kernel/failures.ts';
import { Change } from '../kernel/change.ts';
import type { Store } from '../kernel/ports/store.ts';
import { LEASE_MS, jobHarness, tallies } from '../../test/support/job-harness.ts';

test('leaves room for other accounts when one has many jobs', async (t) => {
  const h = await jobHarness(t);
  const ran: string[] = [];
  h.runner(
    {
      async work({ account }, { signal }) {
        ran.push(account);
        await h.time.sleep(1000, signal);
        return { state: 'succeeded' };
      },
    },
    { concurrency: 3, perAccount: 2 },
  );
  for (let n = 0; n < 40; n++) await h.enqueue('work', { account: 'many' });
  await h.time.advance(100);
  assert.deepEqual(ran, ['many', 'many']);
  await h.enqueue('work', { account: 'other' });
  await h.time.advance(100);
  assert.deepEqual(ran, ['many', 'many', 'other']);
  await h.time.advance(25_000);
  assert.equal(ran.filter((account) => account === 'many').length, 40);
  assert.deepEqual(h.errors, []);
});

test('shares places among accounts by the time that their jobs take, however long the backlog of one is', async (t) => {
  const h = await jobHarness(t);
  const ran: string[] = [];
  for (let n = 0; n < 200; n++) await h.enqueue('work', { account: 'many' });
  await h.time.advance(10);
  for (let n = 0; n < 3; n++) for (const account of ['other', 'third']) await h.enqueue('work', { account });
  h.runner(
    {
      async work({ account }, { signal }) {
        ran.push(account);
        await h.time.sleep(account === 'third' ? 300 : 1000, signal);
        return { state: 'succeeded' };
      },
    },
    { concurrency: 1 },
  );
  await h.time.advance(7500);
  assert.deepEqual([ran[0], ran.slice(1, 3).toSorted()], ['many', ['other', 'third']]);
  // In the first seven seconds each account that has jobs left gets about the same time.
  const count = (account: string): number => ran.filter((one) => one === account).length;
  assert.deepEqual([count('other'), count('third')], [3, 3]);
  assert.ok(count('many') <= 4, ran.join(' '));
  assert.deepEqual(h.errors, []);
});

test('logs steps, errors and the outcome, and keeps the newest 100 lines', async (t) => {
  const h = await jobHarness(t);
  let attempts = 0;
  h.runner({
    async work(_job, { progress }) {
      await progress(0.1, 'Reading');
      await progress(0.2, 'Reading');
      if (++attempts === 1) throw new Error(`the disk is full${'!'.repeat(10_000)}`);
      for (let step = 1; step <= 120; step++) await progress(0.5, `Step ${step}`);
      return { state: 'partiallyCompleted', errors: [{ code: 'x', message: 'one was missing' }] };
    },
  });
  const id = await h.enqueue();
  await h.time.advance(100);
  const first = (await h.job(id)).log!.map(({ text }) => text);
  assert.deepEqual(
    [...first.slice(0, 2), first[2]!.slice(0, 29), first[2]!.length, first.length],
    ['Started', 'Reading', 'Interrupted: the disk is full', 500, 3],
  );
  await h.time.advance(5000);
  const log = (await h.job(id)).log!;
  assert.deepEqual([log.length, ...log.slice(-2).map(({ text }) => text)], [100, 'Step 120', 'Partially completed: one was missing']);
  assert.deepEqual(
    log.map(({ at }) => at),
    log.map(({ at }) => at).toSorted((a, b) => a - b),
  );
});

test('commits the change for failure, not the one for success, when a job fails', async (t) => {
  const h = await jobHarness(t);
  h.runner({
    async work() {
      return {
        state: 'failed',
        change: new Change().put(tallies, 'a', 'all', { count: 1 }),
        ifFailed: new Change().put(tallies, 'a', 'all', { count: 100 }),
      };
    },
  });
  const id = await h.enqueue();
  await h.time.advance(100);
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['failed', 100]);
});

test('runs a job as soon as it is enqueued and commits its result and change together', async (t) => {
  const h = await jobHarness(t);
  h.runner({ work: h.addToTally(700) });
  const createdAt = h.time.clock.now();
  const id = await h.enqueue();
  await h.time.advance(100);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt], ['running', 1]);
  assert.equal(await h.tally(), 0);
  await h.time.advance(650);
  const { state, progress, result, errors, startedAt, endedAt } = await h.job(id);
  assert.deepEqual(
    { state, progress, result, errors, startedAt, endedAt },
    { state: 'succeeded', progress: 1, result: { added: 1 }, errors: [], startedAt: createdAt, endedAt: createdAt + 700 },
  );
  assert.equal(await h.tally(), 1);
  assert.deepEqual(h.errors, []);
});

test('finds a delayed job by polling without an announcement', async (t) => {
  const h = await jobHarness(t);
  h.runner({ work: h.addToTally(0) }, { store: h.connect().store });
  const id = await h.enqueue('work', { delayMs: 10_000 });
  await h.time.advance(9900);
  assert.equal((await h.job(id)).state, 'notStarted');
  await h.time.advance(700);
  assert.equal((await h.job(id)).state, 'succeeded');
});

test('respects the concurrency limit and starts jobs as soon as there is room', async (t) => {
  const h = await jobHarness(t);
  const runner = h.runner({
    work: async (_job, { signal }) => {
      await h.time.sleep(1000, signal);
      return { state: 'succeeded' };
    },
  });
  const ids = [];
  for (let i = 0; i < 6; i++) ids.push(await h.enqueue());
  for (let i = 0; i < 3; i++) {
    await h.time.advance(i === 0 ? 500 : 1000);
    assert.equal(runner.busy, 2);
  }
  await h.time.advance(600);
  for (const id of ids) assert.equal((await h.job(id)).state, 'succeeded');
});

test('keeps the errors of a failed outcome and does not apply its change', async (t) => {
  const h = await jobHarness(t);
  h.runner({
    work: async (...args) => ({
      ...(await h.addToTally(0)(...args)),
      state: 'failed',
      errors: [{ code: 'notFound', message: 'No such app.' }],
    }),
  });
  const id = await h.enqueue();
  await h.time.advance(100);
  assert.deepEqual(
    [(await h.job(id)).state, (await h.job(id)).errors, await h.tally()],
    ['failed', [{ code: 'notFound', message: 'No such app.' }], 0],
  );
});

test('keeps errors and change of a partially completed job', async (t) => {
  const h = await jobHarness(t);
  h.runner({
    work: async (...args) => ({
      ...(await h.addToTally(0)(...args)),
      state: 'partiallyCompleted',
      errors: [{ code: 'notFound', message: 'No such app.' }],
    }),
  });
  const id = await h.enqueue();
  await h.time.advance(100);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).errors.length, await h.tally()], ['partiallyCompleted', 1, 1]);
});

test('fails the job immediately on a catalog failure', async (t) => {
  const h = await jobHarness(t);
  h.runner({
    work: async () => {
      throw fail('BodyTooLarge', { maxBytes: 10 });
    },
  });
  const id = await h.enqueue();
  await h.time.advance(100);
  const { state, attempt, errors } = await h.job(id);
  assert.deepEqual(
    [state, attempt, errors],
    ['failed', 1, [{ code: 'BodyTooLarge', message: 'The request body is larger than 10 bytes.' }]],
  );
  assert.deepEqual(h.errors, []);
});

test('retries an unexpected error with backoff, then fails without detail', async (t) => {
  const h = await jobHarness(t);
  const startedAt: number[] = [];
  const startOfTest = h.time.clock.now();
  h.runner({
    work: async () => {
      startedAt.push(h.time.clock.now() - startOfTest);
      throw new Error('an internal secret');
    },
  });
  const id = await h.enqueue();
  await h.time.advance(10_000);
  assert.equal(startedAt.length, 3);
  assert.ok(startedAt[1]! >= 1000 && startedAt[1]! <= 1500, `second try after ${startedAt[1]} ms`);
  assert.ok(
    startedAt[2]! - startedAt[1]! >= 2000 && startedAt[2]! - startedAt[1]! <= 2500,
    `third try after ${startedAt[2]! - startedAt[1]!} ms more`,
  );
  assert.equal(h.errors.length, 3);
  const { state, errors } = await h.job(id);
  assert.deepEqual([state, errors], ['failed', [{ code: 'unknown', message: 'An unexpected error occurred.' }]]);
});

test('runs the job again after a conflict', async (t) => {
  const h = await jobHarness(t);
  h.runner({ work: h.addToTally(500) });
  const id = await h.enqueue();
  await h.time.advance(100);
  await h.store.commit(new Change().put(tallies, 'a', 'all', { count: 10 }));
  await h.time.advance(5000);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt, await h.tally()], ['succeeded', 2, 11]);
});

test('fails the job with the failure of a failed expectation', async (t) => {
  const h = await jobHarness(t);
  await h.store.commit(new Change().put(tallies, 'a', 'taken', { count: 1 }));
  h.runner({
    work: async () => ({
      state: 'succeeded',
      change: new Change()
        .create(tallies, 'a', 'taken', { count: 2 }, () => fail('Conflicting', { resource: 'taken' }))
        .append('a', 'log', 1),
    }),
  });
  const id = await h.enqueue();
  await h.time.advance(100);
  const { state, attempt, errors } = await h.job(id);
  assert.deepEqual([state, attempt, errors.map(({ code }) => code)], ['failed', 1, ['Conflicting']]);
  assert.equal(await h.store.lastPosition('a', 'log'), 0);
});

test('reports what is completed, and starts from nothing when it is attempted again', async (t) => {
  const h = await jobHarness(t);
  let attempts = 0;
  h.runner({
    async work(_job, { progress }) {
      if (++attempts === 1) {
        await progress(0.75, undefined, { count: 3, of: 4, unit: 'pages' });
        throw new Error('the process exited');
      }
      await h.time.sleep(300);
      await progress(0.25, undefined, { count: 1, of: 4, unit: 'pages' });
      await h.time.sleep(300);
      await progress(0.3);
      await h.time.sleep(300);
      await progress(0.8, undefined, { count: 3, of: 4, unit: 'pages' });
      await progress(0.9, undefined, { count: 4, of: 4, unit: 'pages' });
      return { state: 'succeeded' };
    },
  });
  const id = await h.enqueue();
  await h.time.advance(100);
  const seen = async (): Promise<unknown[]> => {
    const { state, progress, completed } = await h.job(id);
    return [state, progress, completed?.count];
  };
  assert.deepEqual(await seen(), ['notStarted', 0.75, 3]);
  await h.time.advance(1100);
  assert.deepEqual(await seen(), ['running', 0, undefined]);
  await h.time.advance(300);
  assert.deepEqual(await seen(), ['running', 0.25, 1]);
  await h.time.advance(300);
  assert.deepEqual(await seen(), ['running', 0.3, 1]);
  await h.time.advance(300);
  assert.deepEqual(await seen(), ['succeeded', 1, 4]);
});

test('reports progress that never decreases, at most five times a second', async (t) => {
  const h = await jobHarness(t);
  let writes = 0;
  h.store.onAnnouncement(() => writes++);
  h.runner({
    work: async (_job, { progress }) => {
      for (let i = 1; i <= 100; i++) {
        await progress(i / 100);
        await h.time.sleep(10);
      }
      await h.time.sleep(500);
      await progress(0.1);
      await h.time.sleep(500);
      return { state: 'succeeded' };
    },
  });
  const id = await h.enqueue();
  await h.time.advance(550);
  const { progress } = await h.job(id);
  assert.ok(progress > 0.3 && progress < 0.6, String(progress));
  await h.time.advance(1200);
  assert.ok((await h.job(id)).progress > 0.7);
  assert.ok(writes < 12, `${writes} writes`);
});

test('returns running jobs to the queue on stop, without counting an attempt', async (t) => {
  const h = await jobHarness(t);
  const first = h.runner({ work: h.addToTally(10_000) });
  const id = await h.enqueue();
  await h.time.advance(100);
  await h.time.waitFor(first.stop());
  assert.equal(first.busy, 0);
  const { state, attempt, dueAt } = await h.job(id);
  assert.deepEqual([state, attempt, dueAt], ['notStarted', 0, h.time.clock.now()]);
  assert.deepEqual(h.errors, []);
  h.runner({ work: h.addToTally(100) });
  await h.time.advance(200);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt, await h.tally()], ['succeeded', 1, 1]);
});

test('waits on stop for a handler that completes, and keeps its effects', async (t) => {
  const h = await jobHarness(t);
  const runner = h.runner({ work: h.addToTally(800, { listens: false }) });
  const id = await h.enqueue();
  await h.time.advance(100);
  await h.time.waitFor(runner.stop());
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['succeeded', 1]);
});

test('returns a job that is being claimed during stop, and claims none after', async (t) => {
  const h = await jobHarness(t);
  const runner = h.runner({ work: h.addToTally(10_000) }, { store: h.slowStore(50) });
  const id = await h.enqueue();
  const later = await h.enqueue('work', { delayMs: 60_000 });
  await h.time.advance(20);
  assert.equal(runner.busy, 0);
  await h.time.waitFor(runner.stop());
  await h.time.advance(LEASE_MS / 2);
  const { state, attempt } = await h.job(id);
  assert.deepEqual([state, attempt, runner.busy], ['notStarted', 0, 0]);
  runner.wake();
  await h.time.advance(120_000);
  assert.equal((await h.job(later)).state, 'notStarted');
});

test('skips jobs of unknown kinds without delaying others', async (t) => {
  const h = await jobHarness(t);
  const unknown = [];
  for (let i = 0; i < 30; i++) unknown.push(await h.enqueue('of-another-version'));
  await h.time.advance(5);
  for (let i = 0; i < 30; i++) unknown.push(await h.enqueue(`of-another-version-${i}`, { delayMs: i }));
  await h.time.advance(100);
  const id = await h.enqueue();
  h.runner({ work: h.addToTally(0) });
  await h.time.advance(100);
  assert.equal((await h.job(id)).state, 'succeeded');
  for (const left of unknown) assert.equal((await h.job(left)).attempt, 0);
});

test('reports a failing store and polls again', async (t) => {
  const h = await jobHarness(t);
  let down = true;
  const store = Object.assign(h.connect().store, {
    find: async (...args: Parameters<Store['find']>) => {
      if (down) throw new Error('The database is unavailable.');
      return await h.store.find(...args);
    },
  });
  h.runner({ work: h.addToTally(0) }, { store });
  const id = await h.enqueue();
  await h.time.advance(1200);
  assert.equal(h.errors.length, 3);
  down = false;
  await h.time.advance(600);
  assert.equal((await h.job(id)).state, 'succeeded');
});

test('does not read the index entries of finished jobs again, and still finds a job with an old time', async (t) => {
  const h = await jobHarness(t);
  const looks: (string | undefined)[] = [];
  const { store } = h;
  const watched = new Proxy(store, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of);
      if (name !== 'find') return typeof value === 'function' ? value.bind(of) : value;
      return (...[collection, account, index, range]: Parameters<Store['find']>) => {
        if (index === 'due') looks.push(range.from);
        return of.find(collection, account, index, range);
      };
    },
  });
  const ran: string[] = [];
  const handlers = {
    work({ id }: { id: string }) {
      ran.push(id);
      return Promise.resolve({ state: 'succeeded' as const });
    },
  };
  h.runner(handlers, { store: watched });
  await h.time.advance(60_000);
  await h.enqueue();
  await h.time.advance(1000);
  assert.equal(ran.length, 1);
  const bounded = looks.filter((from) => from !== undefined);
  assert.ok(bounded.length > looks.length / 2, 'most looks begin at the oldest due job');
  assert.ok(Number(bounded.at(-1)) > 0 && Number(bounded.at(-1)) < h.time.clock.now());
  // By a clock that is an hour late.
  await h.enqueue('work', { delayMs: -3600_000 });
  await h.time.advance(11_000);
  assert.equal(ran.length, 2);
  assert.deepEqual(h.errors, []);
});
