/**
 * Several processes on one store, each behind a connection that is slow, fails, freezes or is cut forever, with
 * tasks that commit, throw, or ignore the abort signal. One seed is one run.
 */
import assert from 'node:assert/strict';
import { assignSingletonTask, singletonTaskKey, singletonTasks } from '../../../src/kernel/singleton-task.ts';
import { Change } from '../../../src/kernel/change.ts';
import { SYSTEM, collection } from '../../../src/kernel/collection.ts';
import type { Store } from '../../../src/kernel/ports/store.ts';
import { openSqlite } from '../../../src/storage/records/sqlite/store.ts';
import { UnreliableStore, ConnectionLost } from '../unreliable-store.ts';
import { Random, SimulatedTime } from '../simulated-time.ts';
import { SingletonTasks } from '../../../src/jobs/singleton-tasks.ts';
import type { SingletonTaskRun } from '../../../src/kernel/singleton-task.ts';

const LEASE_MS = 3000;
const FAULTS_MS = 20_000;
const MAX_DELAY_MS = 8 * 400;
const KIND = 'test.work';
const tallies = collection<{ count: number; term: string }>('test.tallies', { announced: true });

class Broken extends Error {}

class Simulation {
  readonly #time: SimulatedTime;
  readonly #random: Random;
  readonly #store: Store;
  readonly #accounts: string[];
  readonly #problems: string[] = [];
  readonly #processes: { tasks: SingletonTasks; link: UnreliableStore }[] = [];
  readonly #links: UnreliableStore[] = [];
  /** The last committed version of each task's record; only its holder may write. */
  readonly #current = new Map<string, number>();
  readonly #done = new Map<string, number>();

  constructor(time: SimulatedTime, random: Random, store: Store) {
    this.#time = time;
    this.#random = random;
    this.#store = store;
    this.#accounts = Array.from({ length: random.integer(1, 6) }, (_, i) => `account-${i}`);
    const commit = store.commit.bind(store);
    store.commit = async (change) => {
      await commit(change);
      for (const put of change.puts) {
        if (put.collection === singletonTasks.name) this.#current.set(put.key, put.version);
        else if (put.collection === tallies.name) this.#check(change, put.account);
      }
    };
  }

  async run(): Promise<void> {
    for (const account of this.#accounts)
      this.#scheduleAtRandom(() => this.#store.commit(assignSingletonTask(new Change(), account, KIND)));
    for (let i = this.#random.integer(2, 3); i > 0; i--) await this.#start();
    for (let i = this.#random.integer(0, 14); i > 0; i--) this.#scheduleAtRandom(() => this.#injectFault());
    await this.#time.advance(FAULTS_MS);
    for (const link of this.#links) link.isReliable = true;
    for (const { link } of this.#processes) link.thaw();
    await this.#time.advance(2 * LEASE_MS + MAX_DELAY_MS);
    await this.#assertAllPerformed();
    await this.#time.waitFor(Promise.all(this.#processes.map(({ tasks }) => tasks.stop())));
    const left = await this.#store.page(singletonTasks, SYSTEM, { limit: 100 });
    assert.deepEqual(
      left.map(({ value }) => value.holder),
      this.#accounts.map(() => ''),
      'every task is handed back',
    );
    assert.deepEqual(this.#problems, []);
  }

  /** Every task runs in one of the remaining processes. */
  async #assertAllPerformed(): Promise<void> {
    const before = new Map(this.#done);
    await this.#time.advance(LEASE_MS + MAX_DELAY_MS);
    for (const account of this.#accounts) {
      assert.ok((this.#done.get(account) ?? 0) > (before.get(account) ?? 0), `no process performs the task of ${account}`);
      assert.equal((await this.#store.get(tallies, account, 'x'))!.value.count, this.#done.get(account));
    }
    assert.equal(
      this.#processes.reduce((sum, { tasks }) => sum + tasks.count, 0),
      this.#accounts.length,
      'no task is held by two processes',
    );
  }

  #scheduleAtRandom(event: () => void | Promise<void>): void {
    setTimeout(
      () => void Promise.resolve(event()).catch((error: unknown) => this.#problems.push(`a caller got ${String(error)}`)),
      this.#random.integer(0, FAULTS_MS),
    );
  }

  async #start(): Promise<void> {
    const link = new UnreliableStore(this.#store, this.#random, this.#time);
    const tasks = new SingletonTasks({
      store: link as unknown as Store,
      clock: this.#time.clock,
      leaseMs: LEASE_MS,
      handlers: { [KIND]: { wokenBy: 'none', perform: (account, context) => this.#perform(account, context) } },
      onError: (error) => {
        if (!(error instanceof ConnectionLost || error instanceof Broken)) this.#problems.push(`a process got ${(error as Error).stack}`);
      },
    });
    this.#links.push(link);
    // A process whose first heartbeat is lost does not start, and is started again.
    void tasks.start().then(
      () => void this.#processes.push({ tasks, link }),
      () => this.#start(),
    );
  }

  async #injectFault(): Promise<void> {
    if (this.#processes.length === 0) return;
    const index = this.#random.integer(0, this.#processes.length - 1);
    const { tasks, link } = this.#processes[index]!;
    switch (this.#random.pick(['freeze', 'freeze', 'crash', 'stop'])) {
      case 'freeze':
        link.freeze();
        await this.#time.sleep(this.#random.integer(LEASE_MS / 2, 3 * LEASE_MS));
        if (this.#processes.some((process) => process.link === link)) link.thaw();
        return;
      case 'crash':
        link.freeze();
        this.#processes.splice(index, 1);
        return await this.#start();
      case 'stop':
        this.#processes.splice(index, 1);
        await this.#start();
        link.thaw();
        await tasks.stop();
        assert.equal(tasks.count, 0);
    }
  }

  /** Counts until aborted; sometimes it throws, or ignores the signal for a while. */
  async #perform(account: string, { signal, commit, pause }: SingletonTaskRun): Promise<void> {
    while (!signal.aborted) {
      const read = await this.#store.get(tallies, account, 'x');
      await this.#time.sleep(this.#random.integer(0, 50));
      const next = { count: (read?.value.count ?? 0) + 1, term: '' };
      await commit(read ? new Change().replace(tallies, account, read, next) : new Change().create(tallies, account, 'x', next));
      if (this.#random.chance(0.05)) throw new Broken('The work is broken.');
      await pause(this.#random.integer(1, LEASE_MS / 3));
    }
  }

  #check({ expects }: Change, account: string): void {
    const key = singletonTaskKey(account, KIND);
    const fence = expects.find((expected) => expected.collection === singletonTasks.name && expected.key === key);
    if (fence?.version !== this.#current.get(key)) this.#problems.push(`a process that did not hold the task of ${account} has committed`);
    this.#done.set(account, (this.#done.get(account) ?? 0) + 1);
  }
}

/** One run; throws when a rule is broken. */
export async function simulateSingletonTasks(seed: number): Promise<void> {
  const time = new SimulatedTime();
  const store = await openSqlite({ now: time.clock.now });
  try {
    await new Simulation(time, new Random(seed), store).run();
  } finally {
    time.restore();
    await store.close();
  }
}
