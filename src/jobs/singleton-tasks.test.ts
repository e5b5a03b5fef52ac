import assert from 'node:assert/strict';
import type { SingletonTaskRun, BoundSingletonTask } from '../kernel/singleton-task.ts';
import { LeaseLost, assignSingletonTask, singletonTaskKey, singletonTasks } from '../kernel/singleton-task.ts';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Change } from '../kernel/change.ts';
import { SYSTEM, collection } from '../kernel/collection.ts';
import type { Announcement, Store } from '../kernel/ports/store.ts';
import { openSqlite } from '../storage/records/sqlite/store.ts';
import { SimulatedTime } from '../../test/support/simulated-time.ts';
import { SingletonTasks } from './singleton-tasks.ts';

const LEASE_MS = 3000;
const KIND = 'test.work';
const signs = collection<{ by: string }>('test.signs', { announced: true });

/** A process whose connection to the store can be cut in both directions. */
class Process {
  readonly name: string;
  readonly tasks: SingletonTasks;
  readonly errors: unknown[] = [];
  /** Accounts whose task runs here now, and those it was ever started for. */
  readonly performing = new Map<string, SingletonTaskRun>();
  readonly started: string[] = [];
  /** The next claim throws this error although it is committed. */
  lostReply: Error | undefined;
  #cut: PromiseWithResolvers<void> | undefined;

  constructor(
    name: string,
    store: Store,
    clock: { now(): number },
    { perform, kind = KIND, isOnlyProcess }: { perform?: BoundSingletonTask['perform']; kind?: string; isOnlyProcess?: boolean } = {},
  ) {
    this.name = name;
    const whenConnected = async <T>(work: () => Promise<T>): Promise<T> => {
      await this.#cut?.promise;
      const result = await work();
      await this.#cut?.promise;
      return result;
    };
    const link = {
      get: (...args: Parameters<Store['get']>) => whenConnected(() => store.get(...args)),
      find: (...args: Parameters<Store['find']>) => whenConnected(() => store.find(...args)),
      commit: async (change: Change) => {
        await whenConnected(() => store.commit(change));
        const error = this.lostReply;
        if (!error || change.puts[0]?.collection !== singletonTasks.name) return;
        this.lostReply = undefined;
        throw error;
      },
      onAnnouncement: (listener: (announcement: Announcement | undefined) => void) =>
        store.onAnnouncement((announcement) => void whenConnected(async () => listener(announcement))),
    };
    this.tasks = new SingletonTasks({
      store: link as unknown as Store,
      clock,
      leaseMs: LEASE_MS,
      isOnlyProcess,
      onError: (error) => this.errors.push(error),
      handlers: { [kind]: { wokenBy: signs.name, perform: (account, context) => this.#perform(account, context, perform) } },
    });
  }

  cut(): void {
    this.#cut ??= Promise.withResolvers();
  }

  reconnect(): void {
    this.#cut?.resolve();
    this.#cut = undefined;
  }

  async #perform(account: string, context: SingletonTaskRun, perform: BoundSingletonTask['perform'] | undefined): Promise<void> {
    this.performing.set(account, context);
    this.started.push(account);
    try {
      if (perform) await perform(account, context);
      else while (!context.signal.aborted) await context.pause(60_000);
    } finally {
      this.performing.delete(account);
    }
  }
}

describe('singleton tasks', () => {
  let time: SimulatedTime;
  let store: Store;
  let started: Process[];
  beforeEach(async () => {
    time = new SimulatedTime();
    store = await openSqlite({ now: time.clock.now });
    started = [];
  });
  afterEach(async () => {
    for (const one of started) one.reconnect();
    await time.waitFor(Promise.all(started.map((one) => one.tasks.stop())));
    time.restore();
    await store.close();
  });

  const start = async (name: string, perform?: BoundSingletonTask['perform'], kind = KIND): Promise<Process> => {
    const process = new Process(name, store, time.clock, { perform, kind });
    started.push(process);
    await process.tasks.start();
    await time.flush();
    return process;
  };
  const assign = async (...accounts: string[]): Promise<void> => {
    for (const account of accounts) await store.commit(assignSingletonTask(new Change(), account, KIND));
    await time.flush();
  };
  const holders = async (): Promise<string[]> =>
    (await store.page(singletonTasks, SYSTEM, { limit: 1000 })).map(({ value }) => value.holder);
  /** A killed process sends nothing more. */
  const kill = (process: Process): void => {
    process.cut();
    started.splice(started.indexOf(process), 1);
  };

  test('performs a task in one of several processes', async () => {
    await assign('a');
    const [one, two] = [await start('one'), await start('two')];
    await time.advance(10 * LEASE_MS);
    assert.deepEqual([one.started, two.started], [['a'], []]);
    assert.deepEqual([one.tasks.count, two.tasks.count], [1, 0]);
    assert.equal(one.performing.get('a')!.signal.aborted, false);
  });

  test('starts a newly assigned task immediately, in one process', async () => {
    const [one, two] = [await start('one'), await start('two')];
    await assign('a', 'b', 'c');
    assert.deepEqual([...one.started, ...two.started].sort(), ['a', 'b', 'c']);
  });

  test('rejects assigning a task twice', async () => {
    await assign('a');
    await assert.rejects(store.commit(assignSingletonTask(new Change(), 'a', KIND)), { name: 'Conflict' });
  });

  test('takes over from a killed holder after its lease and within two leases', async () => {
    await assign('a');
    const [one, two] = [await start('one'), await start('two')];
    await time.advance(2.5 * LEASE_MS);
    kill(one);
    const killedAt = time.clock.now();
    await time.runUntil(() => two.performing.has('a'), killedAt + 10 * LEASE_MS);
    const tookMs = time.clock.now() - killedAt;
    assert.ok(tookMs > LEASE_MS / 3 && tookMs <= 2 * LEASE_MS, `taken over after ${tookMs} ms`);
  });

  test('takes over immediately from a killed holder where there is only one process', async () => {
    await assign('a');
    kill(await start('one'));
    const two = new Process('two', store, time.clock, { isOnlyProcess: true });
    started.push(two);
    await two.tasks.start();
    await time.flush();
    assert.deepEqual(two.started, ['a']);
  });

  test('takes over from a holder that was killed before the clock was set back', async () => {
    await assign('a');
    const one = await start('one');
    kill(one);
    const two = new Process('two', store, { now: () => time.clock.now() - 3600_000 });
    started.push(two);
    await two.tasks.start();
    await time.runUntil(() => two.performing.has('a'), time.clock.now() + 2 * LEASE_MS);
    assert.deepEqual(two.started, ['a']);
  });

  test('hands over immediately when a process stops', async () => {
    const ends: string[] = [];
    await assign('a');
    const one = await start('one', async (account, { signal, pause, commit }) => {
      while (!signal.aborted) await pause(60_000);
      await commit(new Change().put(signs, account, 'last', { by: 'one' }));
      ends.push(account);
    });
    const two = await start('two');
    const before = time.clock.now();
    await one.tasks.stop();
    await time.flush();
    assert.deepEqual([ends, two.started, time.clock.now()], [['a'], ['a'], before]);
    assert.equal((await store.get(signs, 'a', 'last'))?.value.by, 'one');
    await two.tasks.stop();
    assert.deepEqual(await holders(), ['']);
  });

  test('rejects commits of a holder that lost its lease, which may claim the task again later', async () => {
    await assign('a');
    const one = await start('one');
    const two = await start('two');
    const context = one.performing.get('a')!;
    await time.advance(LEASE_MS);
    one.cut();
    await time.runUntil(() => two.performing.has('a'), time.clock.now() + 10 * LEASE_MS);
    assert.ok(two.performing.has('a'));
    const late = context.commit(new Change().put(signs, 'a', 'x', { by: 'one' })).then(
      () => 'committed',
      (error: unknown) => error,
    );
    one.reconnect();
    assert.ok((await late) instanceof LeaseLost, String(await late));
    assert.equal(await store.get(signs, 'a', 'x'), undefined);
    await time.flush();
    assert.equal(context.signal.aborted, true, 'the holder is notified');
    assert.deepEqual([one.performing.size, one.tasks.count], [0, 0]);
    await two.performing.get('a')!.commit(new Change().put(signs, 'a', 'x', { by: 'two' }));
    await two.tasks.stop();
    await time.flush();
    assert.deepEqual(one.started, ['a', 'a']);
    await one.performing.get('a')!.commit(new Change().put(signs, 'a', 'x', { by: 'one' }));
    assert.equal((await store.get(signs, 'a', 'x'))?.value.by, 'one');
    assert.deepEqual([...one.errors, ...two.errors], []);
  });

  test('lets an idle former holder claim the task again when the holder dies', async () => {
    await assign('a');
    const one = await start('one');
    const two = await start('two');
    one.cut();
    await time.runUntil(() => two.performing.has('a'), time.clock.now() + 10 * LEASE_MS);
    one.reconnect();
    await time.advance(LEASE_MS);
    kill(two);
    await time.advance(2 * LEASE_MS);
    assert.deepEqual([one.started, one.performing.has('a')], [['a', 'a'], true]);
  });

  test('detects a claim whose reply was lost', async () => {
    const one = new Process('one', store, time.clock);
    started.push(one);
    one.lostReply = new Error('The connection broke.');
    await assign('a');
    await one.tasks.start();
    await time.flush();
    assert.match(String(one.errors[0]), /connection broke/);
    await time.advance(LEASE_MS);
    assert.deepEqual(one.started, ['a']);
    await one.performing.get('a')!.commit(new Change().put(signs, 'a', 'x', { by: 'one' }));
  });

  test('renews many tasks with one write and moves them all when the holder dies', async () => {
    const accounts = Array.from({ length: 250 }, (_, i) => `account-${String(i).padStart(3, '0')}`);
    await assign(...accounts);
    const one = await start('one');
    await time.runUntil(() => one.performing.size === 250, time.clock.now() + LEASE_MS);
    assert.deepEqual(one.started, accounts);
    const two = await start('two');
    let commits = 0;
    const commit = store.commit.bind(store);
    store.commit = (change) => {
      commits++;
      return commit(change);
    };
    await time.advance(10 * LEASE_MS);
    assert.equal(commits, 60, 'two processes, three renewals a lease each');
    kill(one);
    await time.runUntil(() => two.performing.size === 250, time.clock.now() + 2 * LEASE_MS);
    assert.deepEqual(two.started, accounts);
  });

  test('leaves tasks of unknown kinds to other processes', async () => {
    for (let i = 0; i < 230; i++) await store.commit(assignSingletonTask(new Change(), `a${i}`, 'test.other'));
    await assign('z');
    const one = await start('one');
    await time.advance(LEASE_MS);
    assert.deepEqual(one.started, ['z']);
    const two = await start('two', undefined, 'test.other');
    await time.advance(LEASE_MS);
    assert.equal(two.started.length, 230);
  });

  test("ends a pause when the account's record changes, not for other records", async () => {
    const steps: string[] = [];
    const perform: BoundSingletonTask['perform'] = async (account, { signal, pause }) => {
      while (!signal.aborted) {
        steps.push(account);
        await pause(1_000_000);
      }
    };
    await assign('a', 'b');
    await start('one', perform);
    assert.deepEqual(steps, ['a', 'b']);
    await store.commit(new Change().put(signs, 'b', 'x', { by: 'test' }));
    await time.flush();
    assert.deepEqual(steps, ['a', 'b', 'b']);
    await store.commit(new Change().put(collection('test.others', { announced: true }), 'a', 'x', {}));
    await time.flush();
    assert.equal(steps.length, 3);
    await time.advance(1_000_000);
    assert.deepEqual(steps.slice(3).sort(), ['a', 'b'], 'at the end of the time at the latest');
  });

  test('notices a change that happened during the work', async () => {
    let steps = 0;
    await assign('a');
    await start('one', async (account, { signal, pause }) => {
      while (!signal.aborted) {
        if (++steps === 1) await store.commit(new Change().put(signs, account, 'x', { by: 'test' }));
        await pause(1_000_000);
      }
    });
    assert.equal(steps, 2);
  });

  test('restarts failed work after a second and reports the error', async () => {
    let tries = 0;
    await assign('a');
    const one = await start('one', async (_account, { signal, pause }) => {
      if (++tries < 3) throw new Error(`broken ${tries}`);
      while (!signal.aborted) await pause(60_000);
    });
    assert.deepEqual([tries, one.errors.length], [1, 1]);
    await time.advance(2000);
    assert.deepEqual([tries, one.errors.map((error) => (error as Error).message)], [3, ['broken 1', 'broken 2']]);
  });

  test('ends a deleted task with the next commit', async () => {
    await assign('a', 'ab');
    const one = await start('one');
    await store.commit(new Change().clear(singletonTasks, SYSTEM, singletonTaskKey('a', '')));
    await assert.rejects(one.performing.get('a')!.commit(new Change()), LeaseLost);
    assert.ok(one.performing.has('ab'), 'only that of the account');
  });

  test('checks the lease after a lost connection', async () => {
    const listeners: ((announcement: Announcement | undefined) => void)[] = [];
    store.onAnnouncement = (listener) => void listeners.push(listener);
    await assign('a');
    const one = await start('one');
    const read = await store.get(singletonTasks, SYSTEM, singletonTaskKey('a', KIND));
    await store.commit(
      new Change()
        .put(processes, SYSTEM, 'other', { until: time.clock.now() + LEASE_MS })
        .replace(singletonTasks, SYSTEM, read!, { ...read!.value, holder: 'other' }),
    );
    await time.flush();
    assert.ok(one.performing.has('a'), 'the notice was lost');
    for (const listener of listeners) listener(undefined);
    await time.flush();
    assert.deepEqual([one.performing.size, one.tasks.count, await holders()], [0, 0, ['other']]);
  });
});

const processes = collection<{ until: number }>('processes', { expiresAt: ({ until }) => until });
