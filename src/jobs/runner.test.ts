import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fail } from '../contract/failures.ts';
import type { Services } from '../contract/services.ts';
import { Change } from '../storage/change.ts';
import { collection } from '../storage/collection.ts';
import type { Store } from '../storage/ports.ts';
import { openSqlite } from '../storage/sqlite/store.ts';
import { SimulatedTime } from '../../test/support/time.ts';
import type { Job, JobHandler, JobHandlers } from './model.ts';
import { Jobs } from './queue.ts';
import type { NewJob } from './queue.ts';
import { JobRunner } from './runner.ts';
import type { RunnerOptions } from './runner.ts';

const LEASE_MS = 3000;
const tallies = collection<{ count: number }>('test.tallies');

/** One store, a queue on it, and as many runners as a test wants. */
class House {
  readonly time: SimulatedTime;
  readonly store: Store;
  readonly errors: unknown[] = [];
  readonly queue: Jobs;

  constructor(time: SimulatedTime, store: Store) {
    this.time = time;
    this.store = store;
    let ids = 0;
    this.queue = new Jobs(store, time.clock, { uuid: () => `job-${++ids}`, secret: () => '' });
  }

  runner(handlers: JobHandlers, options: Partial<RunnerOptions> = {}): JobRunner {
    const runner = new JobRunner({
      store: this.store, services: { records: this.store, clock: this.time.clock } as unknown as Services, handlers,
      leaseMs: LEASE_MS, concurrency: 2, pollMs: 500, maxAttempts: 3, onError: (error) => this.errors.push(error), ...options,
    });
    runner.start();
    return runner;
  }

  async enqueue(kind = 'work', options: Partial<NewJob> = {}): Promise<string> {
    const change = new Change();
    const { id } = this.queue.enqueue(change, { account: 'a', kind, input: {}, ...options });
    await this.store.commit(change);
    return id;
  }

  async job(id: string): Promise<Job> {
    return (await this.queue.get('a', id))!.value;
  }

  async cancel(id: string): Promise<void> {
    const change = new Change();
    this.queue.cancel(change, (await this.queue.get('a', id))!);
    await this.store.commit(change);
  }

  async tally(): Promise<number> {
    return (await this.store.get(tallies, 'a', 'all'))?.value.count ?? 0;
  }

  /** Works for a while, then adds one to the tally. */
  adding(ms: number, { listens = true } = {}): JobHandler {
    return async (_job, { signal }) => {
      const read = await this.store.get(tallies, 'a', 'all');
      await this.time.sleep(ms, listens ? signal : undefined);
      const change = new Change();
      if (read) change.replace(tallies, 'a', read, { count: read.value.count + 1 });
      else change.create(tallies, 'a', 'all', { count: 1 });
      return { state: 'succeeded', result: { added: 1 }, change };
    };
  }

  /** The store as seen by a process that the returned function cuts off: its calls wait until it is let through again. */
  link(): { store: Store; cut(): () => void } {
    const { store } = this;
    let closed: PromiseWithResolvers<void> | undefined;
    const through = <A extends unknown[], T>(work: (...args: A) => Promise<T>) => async (...args: A): Promise<T> => {
      await closed?.promise;
      return await work(...args);
    };
    return {
      store: { get: through(store.get.bind(store)), find: through(store.find.bind(store)), commit: through(store.commit.bind(store)), onAnnouncement: () => {} } as unknown as Store,
      cut: () => {
        const gate = closed = Promise.withResolvers<void>();
        return () => {
          closed = undefined;
          gate.resolve();
        };
      },
    };
  }

  /** The store of a process whose commits take a while. */
  slow(ms: number): Store {
    return Object.assign(this.link().store, {
      commit: async (change: Change) => {
        await this.time.sleep(ms);
        await this.store.commit(change);
      },
    });
  }
}

async function house(t: TestContext): Promise<House> {
  const time = new SimulatedTime();
  const store = await openSqlite({ now: time.clock.now });
  t.after(async () => {
    time.end();
    await store.close();
  });
  return new House(time, store);
}

test('an account with many jobs leaves room for others, and goes on when it has room itself', async (t) => {
  const h = await house(t);
  const ran: string[] = [];
  h.runner({ async work({ account }, { signal }) {
    ran.push(account);
    await h.time.sleep(1000, signal);
    return { state: 'succeeded' };
  } }, { concurrency: 3, perAccount: 2 });
  for (let n = 0; n < 40; n++) await h.enqueue('work', { account: 'many' });
  await h.time.pass(100);
  assert.deepEqual(ran, ['many', 'many']);
  await h.enqueue('work', { account: 'other' });
  await h.time.pass(100);
  assert.deepEqual(ran, ['many', 'many', 'other']);
  await h.time.pass(25_000);
  assert.equal(ran.filter((account) => account === 'many').length, 40);
  assert.deepEqual(h.errors, []);
});

test('the log of a job tells what it did, what went wrong and how it ended, and no more than its newest lines', async (t) => {
  const h = await house(t);
  let begun = 0;
  h.runner({ async work(_job, { progress }) {
    await progress(0.1, 'Reading');
    await progress(0.2, 'Reading');
    if (++begun === 1) throw new Error(`the disk is full${'!'.repeat(10_000)}`);
    for (let step = 1; step <= 120; step++) await progress(0.5, `Step ${step}`);
    return { state: 'partiallyCompleted', errors: [{ code: 'x', message: 'one was missing' }] };
  } });
  const id = await h.enqueue();
  await h.time.pass(100);
  const first = (await h.job(id)).log!.map(({ text }) => text);
  assert.deepEqual([...first.slice(0, 2), first[2]!.slice(0, 29), first[2]!.length, first.length], ['Begun', 'Reading', 'Interrupted: the disk is full', 500, 3]);
  await h.time.pass(5000);
  const log = (await h.job(id)).log!;
  assert.deepEqual([log.length, ...log.slice(-2).map(({ text }) => text)], [100, 'Step 120', 'Done in part: one was missing']);
  assert.deepEqual(log.map(({ at }) => at), log.map(({ at }) => at).toSorted((a, b) => a - b));
});

test('a job that failed leaves what it wants left of it, and not what it would have done', async (t) => {
  const h = await house(t);
  h.runner({ async work() {
    return { state: 'failed', change: new Change().put(tallies, 'a', 'all', { count: 1 }), ifFailed: new Change().put(tallies, 'a', 'all', { count: 100 }) };
  } });
  const id = await h.enqueue();
  await h.time.pass(100);
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['failed', 100]);
});

test('a job runs as soon as it is enqueued; its result and its change are there with its end', async (t) => {
  const h = await house(t);
  h.runner({ work: h.adding(700) });
  const createdAt = h.time.clock.now();
  const id = await h.enqueue();
  await h.time.pass(100);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt], ['running', 1]);
  assert.equal(await h.tally(), 0);
  await h.time.pass(650);
  const { state, progress, result, errors, startedAt, endedAt } = await h.job(id);
  assert.deepEqual({ state, progress, result, errors, startedAt, endedAt }, { state: 'succeeded', progress: 1, result: { added: 1 }, errors: [], startedAt: createdAt, endedAt: createdAt + 700 });
  assert.equal(await h.tally(), 1);
  assert.deepEqual(h.errors, []);
});

test('a delayed job waits, and is found by looking alone when no announcement tells of it', async (t) => {
  const h = await house(t);
  h.runner({ work: h.adding(0) }, { store: h.link().store });
  const id = await h.enqueue('work', { delayMs: 10_000 });
  await h.time.pass(9900);
  assert.equal((await h.job(id)).state, 'notStarted');
  await h.time.pass(700);
  assert.equal((await h.job(id)).state, 'succeeded');
});

test('a job that lasts many leases is renewed: no other runner takes it', async (t) => {
  const h = await house(t);
  const started: string[] = [];
  for (const name of ['one', 'two']) {
    h.runner({
      work: async (...args) => {
        started.push(name);
        return await h.adding(10 * LEASE_MS)(...args);
      },
    });
  }
  const id = await h.enqueue();
  await h.time.pass(11 * LEASE_MS);
  assert.equal(started.length, 1);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt], ['succeeded', 1]);
});

test('no more jobs at once than told, and each as soon as there is room', async (t) => {
  const h = await house(t);
  const runner = h.runner({ work: async (_job, { signal }) => {
    await h.time.sleep(1000, signal);
    return { state: 'succeeded' };
  } });
  const ids = [];
  for (let i = 0; i < 6; i++) ids.push(await h.enqueue());
  for (let i = 0; i < 3; i++) {
    await h.time.pass(i === 0 ? 500 : 1000);
    assert.equal(runner.busy, 2);
  }
  await h.time.pass(600);
  for (const id of ids) assert.equal((await h.job(id)).state, 'succeeded');
});

test('the job of a killed worker is taken up within two leases and its effects are applied once', async (t) => {
  const h = await house(t);
  const killed = h.link();
  h.runner({ work: h.adding(500) }, { store: killed.store });
  const id = await h.enqueue();
  await h.time.pass(100);
  killed.cut();
  const diedAt = h.time.clock.now();
  h.runner({ work: h.adding(500) });
  let retakenAt = 0;
  h.store.onAnnouncement(() => void h.job(id).then(({ attempt }) => attempt === 2 && (retakenAt ||= h.time.clock.now())));
  await h.time.pass(3 * LEASE_MS);
  assert.ok(retakenAt > 0 && retakenAt - diedAt <= 2 * LEASE_MS, `taken up after ${retakenAt - diedAt} ms`);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt], ['succeeded', 2]);
  assert.equal(await h.tally(), 1);
});

test('a worker that comes back after its lease was taken over changes nothing, and is told that it has lost it', async (t) => {
  const h = await house(t);
  const frozen = h.link();
  let reason: unknown;
  h.runner({
    work: async (job, context) => {
      context.signal.addEventListener('abort', () => reason = context.signal.reason);
      return await h.adding(2 * LEASE_MS, { listens: false })(job, context);
    },
  }, { store: frozen.store });
  const id = await h.enqueue();
  await h.time.pass(100);
  const letThrough = frozen.cut();
  h.runner({ work: h.adding(5 * LEASE_MS) });
  await h.time.pass(2 * LEASE_MS - 200);
  assert.equal((await h.job(id)).attempt, 2);
  letThrough();
  await h.time.pass(50);
  assert.match(String(reason), /lease is lost/);
  await h.time.pass(LEASE_MS);
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['running', 0]);
  await h.time.pass(5 * LEASE_MS);
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['succeeded', 1]);
});

test('a job cancelled by another runner stays cancelled when its first worker comes back', async (t) => {
  const h = await house(t);
  const frozen = h.link();
  h.runner({ work: h.adding(500, { listens: false }) }, { store: frozen.store });
  const id = await h.enqueue();
  await h.time.pass(100);
  const letThrough = frozen.cut();
  await h.cancel(id);
  h.runner({ work: h.adding(0) });
  await h.time.pass(2 * LEASE_MS);
  const cancelled = await h.job(id);
  assert.equal(cancelled.state, 'cancelled');
  letThrough();
  await h.time.pass(5 * LEASE_MS);
  assert.deepEqual(await h.job(id), cancelled);
  assert.equal(await h.tally(), 0);
});

test('a job given up by another runner stays as it ended when its last worker comes back', async (t) => {
  const h = await house(t);
  const frozen = h.link();
  h.runner({ work: h.adding(500, { listens: false }) }, { store: frozen.store, maxAttempts: 1 });
  const id = await h.enqueue();
  await h.time.pass(100);
  const letThrough = frozen.cut();
  h.runner({ work: h.adding(0) }, { maxAttempts: 1 });
  await h.time.pass(2 * LEASE_MS);
  const given = await h.job(id);
  assert.deepEqual([given.state, given.errors[0]!.code], ['failed', 'unknown']);
  letThrough();
  await h.time.pass(LEASE_MS);
  assert.deepEqual(await h.job(id), given);
  assert.equal(await h.tally(), 0);
});

test('a job that ends while its renewal is on the way ends in its first run', async (t) => {
  const h = await house(t);
  h.runner({ work: h.adding(LEASE_MS / 3 + 20) }, { store: h.slow(50) });
  const id = await h.enqueue();
  await h.time.pass(LEASE_MS);
  const ended = await h.job(id);
  assert.deepEqual([ended.state, ended.attempt, await h.tally()], ['succeeded', 1, 1]);
  await h.time.pass(LEASE_MS);
  assert.deepEqual(await h.job(id), ended);
});

test('a renewal whose answer was lost does not cost the worker its job', async (t) => {
  const h = await house(t);
  let lose = false;
  const store = Object.assign(h.link().store, {
    commit: async (change: Change) => {
      await h.store.commit(change);
      if (lose) throw new Error('The connection is lost.');
    },
  });
  h.runner({ work: h.adding(3 * LEASE_MS) }, { store });
  const id = await h.enqueue();
  await h.time.pass(500);
  lose = true;
  await h.time.pass(LEASE_MS / 3);
  lose = false;
  await h.time.pass(3 * LEASE_MS);
  assert.equal(h.errors.length, 1);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt, await h.tally()], ['succeeded', 1, 1]);
});

test('a waiting job is cancelled at once and never runs', async (t) => {
  const h = await house(t);
  const id = await h.enqueue();
  await h.cancel(id);
  const { state, endedAt } = await h.job(id);
  assert.deepEqual([state, endedAt], ['cancelled', h.time.clock.now()]);
  h.runner({ work: h.adding(0) });
  await h.time.pass(2 * LEASE_MS);
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['cancelled', 0]);
});

test('a running job is told of the wish to cancel, shows cancelling, then cancelled', async (t) => {
  const h = await house(t);
  h.runner({
    work: async (_job, { signal }) => {
      await h.time.sleep(10_000, signal).catch(() => undefined);
      await h.time.sleep(200);
      signal.throwIfAborted();
      return { state: 'succeeded' };
    },
  });
  const id = await h.enqueue();
  await h.time.pass(100);
  await h.cancel(id);
  await h.time.pass(100);
  assert.equal((await h.job(id)).state, 'cancelling');
  await h.time.pass(200);
  assert.equal((await h.job(id)).state, 'cancelled');
  assert.deepEqual(h.errors, []);
});

test('a handler that does not listen to the wish to cancel has no effect either', async (t) => {
  const h = await house(t);
  h.runner({ work: h.adding(1000, { listens: false }) });
  const id = await h.enqueue();
  await h.time.pass(100);
  await h.cancel(id);
  await h.time.pass(1000);
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['cancelled', 0]);
});

test('a wish to cancel reaches a worker that hears no announcement with its next renewal', async (t) => {
  const h = await house(t);
  h.runner({ work: h.adding(10 * LEASE_MS) }, { store: h.link().store });
  const id = await h.enqueue();
  await h.time.pass(600);
  await h.cancel(id);
  await h.time.pass(LEASE_MS / 3);
  assert.equal((await h.job(id)).state, 'cancelled');
});

test('an outcome of failed is kept with its errors, and its change is not applied', async (t) => {
  const h = await house(t);
  h.runner({ work: async (...args) => ({ ...await h.adding(0)(...args), state: 'failed', errors: [{ code: 'notFound', message: 'No such app.' }] }) });
  const id = await h.enqueue();
  await h.time.pass(100);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).errors, await h.tally()], ['failed', [{ code: 'notFound', message: 'No such app.' }], 0]);
});

test('a partly done job keeps its errors and its change', async (t) => {
  const h = await house(t);
  h.runner({ work: async (...args) => ({ ...await h.adding(0)(...args), state: 'partiallyCompleted', errors: [{ code: 'notFound', message: 'No such app.' }] }) });
  const id = await h.enqueue();
  await h.time.pass(100);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).errors.length, await h.tally()], ['partiallyCompleted', 1, 1]);
});

test('a failure of the catalogue ends the job at once, in its words', async (t) => {
  const h = await house(t);
  h.runner({ work: async () => {
    throw fail('BodyTooLarge', { maxBytes: 10 });
  } });
  const id = await h.enqueue();
  await h.time.pass(100);
  const { state, attempt, errors } = await h.job(id);
  assert.deepEqual([state, attempt, errors], ['failed', 1, [{ code: 'BodyTooLarge', message: 'The request body is larger than 10 bytes.' }]]);
  assert.deepEqual(h.errors, []);
});

test('an unexpected error is reported and tried again, after a longer wait each time, then failed without detail', async (t) => {
  const h = await house(t);
  const startedAt: number[] = [];
  const begin = h.time.clock.now();
  h.runner({ work: async () => {
    startedAt.push(h.time.clock.now() - begin);
    throw new Error('a secret of the inside');
  } });
  const id = await h.enqueue();
  await h.time.pass(10_000);
  assert.equal(startedAt.length, 3);
  assert.ok(startedAt[1]! >= 1000 && startedAt[1]! <= 1500, `second try after ${startedAt[1]} ms`);
  assert.ok(startedAt[2]! - startedAt[1]! >= 2000 && startedAt[2]! - startedAt[1]! <= 2500, `third try after ${startedAt[2]! - startedAt[1]!} ms more`);
  assert.equal(h.errors.length, 3);
  const { state, errors } = await h.job(id);
  assert.deepEqual([state, errors], ['failed', [{ code: 'unknown', message: 'An unexpected error occurred.' }]]);
});

test('a change that meets another\'s runs the job again on what is there now', async (t) => {
  const h = await house(t);
  h.runner({ work: h.adding(500) });
  const id = await h.enqueue();
  await h.time.pass(100);
  await h.store.commit(new Change().put(tallies, 'a', 'all', { count: 10 }));
  await h.time.pass(5000);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt, await h.tally()], ['succeeded', 2, 11]);
});

test('a change whose expectation fails with a failure of its own ends the job as that failure', async (t) => {
  const h = await house(t);
  await h.store.commit(new Change().put(tallies, 'a', 'taken', { count: 1 }));
  h.runner({ work: async () => ({ state: 'succeeded', change: new Change().create(tallies, 'a', 'taken', { count: 2 }, () => fail('Conflicting', { resource: 'taken' })).append('a', 'log', 1) }) });
  const id = await h.enqueue();
  await h.time.pass(100);
  const { state, attempt, errors } = await h.job(id);
  assert.deepEqual([state, attempt, errors.map(({ code }) => code)], ['failed', 1, ['Conflicting']]);
  assert.equal(await h.store.lastPosition('a', 'log'), 0);
});

test('progress is shown, never falls, and is not written more often than five times a second', async (t) => {
  const h = await house(t);
  let writes = 0;
  h.store.onAnnouncement(() => writes++);
  h.runner({ work: async (_job, { progress }) => {
    for (let i = 1; i <= 100; i++) {
      await progress(i / 100);
      await h.time.sleep(10);
    }
    await h.time.sleep(500);
    await progress(0.1);
    await h.time.sleep(500);
    return { state: 'succeeded' };
  } });
  const id = await h.enqueue();
  await h.time.pass(550);
  const { progress } = await h.job(id);
  assert.ok(progress > 0.3 && progress < 0.6, String(progress));
  await h.time.pass(1200);
  assert.ok((await h.job(id)).progress > 0.7);
  assert.ok(writes < 12, `${writes} writes`);
});

test('stopping hands running jobs back: another takes them at once and no attempt is counted', async (t) => {
  const h = await house(t);
  const first = h.runner({ work: h.adding(10_000) });
  const id = await h.enqueue();
  await h.time.pass(100);
  await h.time.await(first.stop());
  assert.equal(first.busy, 0);
  const { state, attempt, dueAt } = await h.job(id);
  assert.deepEqual([state, attempt, dueAt], ['notStarted', 0, h.time.clock.now()]);
  assert.deepEqual(h.errors, []);
  h.runner({ work: h.adding(100) });
  await h.time.pass(200);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt, await h.tally()], ['succeeded', 1, 1]);
});

test('stopping waits for a handler that ends by itself, and keeps what it did', async (t) => {
  const h = await house(t);
  const runner = h.runner({ work: h.adding(800, { listens: false }) });
  const id = await h.enqueue();
  await h.time.pass(100);
  await h.time.await(runner.stop());
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['succeeded', 1]);
});

test('a job that is being taken while the runner stops is handed back too, and none is taken after', async (t) => {
  const h = await house(t);
  const runner = h.runner({ work: h.adding(10_000) }, { store: h.slow(50) });
  const id = await h.enqueue();
  const later = await h.enqueue('work', { delayMs: 60_000 });
  await h.time.pass(20);
  assert.equal(runner.busy, 0);
  await h.time.await(runner.stop());
  await h.time.pass(LEASE_MS / 2);
  const { state, attempt } = await h.job(id);
  assert.deepEqual([state, attempt, runner.busy], ['notStarted', 0, 0]);
  runner.wake();
  await h.time.pass(120_000);
  assert.equal((await h.job(later)).state, 'notStarted');
});

test('jobs of kinds that this runner does not know are left alone and keep no other waiting', async (t) => {
  const h = await house(t);
  const unknown = [];
  for (let i = 0; i < 30; i++) unknown.push(await h.enqueue('of-another-version'));
  await h.time.pass(5);
  for (let i = 0; i < 30; i++) unknown.push(await h.enqueue(`of-another-version-${i}`, { delayMs: i }));
  await h.time.pass(100);
  const id = await h.enqueue();
  h.runner({ work: h.adding(0) });
  await h.time.pass(100);
  assert.equal((await h.job(id)).state, 'succeeded');
  for (const left of unknown) assert.equal((await h.job(left)).attempt, 0);
});

test('a store that fails is reported, and looked at again', async (t) => {
  const h = await house(t);
  let down = true;
  const store = Object.assign(h.link().store, {
    find: async (...args: Parameters<Store['find']>) => {
      if (down) throw new Error('The database is gone.');
      return await h.store.find(...args);
    },
  });
  h.runner({ work: h.adding(0) }, { store });
  const id = await h.enqueue();
  await h.time.pass(1200);
  assert.equal(h.errors.length, 3);
  down = false;
  await h.time.pass(600);
  assert.equal((await h.job(id)).state, 'succeeded');
});
