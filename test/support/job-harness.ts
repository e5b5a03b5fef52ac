/** Job runners in simulated time. */
import type { TestContext } from 'node:test';
import { Change } from '../../src/kernel/change.ts';
import { collection } from '../../src/kernel/collection.ts';
import type { Store } from '../../src/kernel/ports/store.ts';
import { openSqlite } from '../../src/storage/records/sqlite/store.ts';
import { SimulatedTime } from './simulated-time.ts';
import type { Job } from '../../src/kernel/job.ts';
import type { BoundJobHandlers } from '../../src/kernel/job-handler.ts';
import { JobQueue } from '../../src/jobs/queue.ts';
import type { NewJob } from '../../src/kernel/ports/jobs.ts';
import { JobRunner } from '../../src/jobs/runner.ts';
import type { RunnerOptions } from '../../src/jobs/runner.ts';

export const LEASE_MS = 3000;
export const tallies = collection<{ count: number }>('test.tallies');

/** One store, a job queue on it, and any number of runners. */
class JobHarness {
  readonly time: SimulatedTime;
  readonly store: Store;
  readonly errors: unknown[] = [];
  readonly queue: JobQueue;

  constructor(time: SimulatedTime, store: Store) {
    this.time = time;
    this.store = store;
    let jobCount = 0;
    this.queue = new JobQueue(store, time.clock, { uuid: () => `job-${++jobCount}`, secret: () => '' });
  }

  runner(handlers: BoundJobHandlers, options: Partial<RunnerOptions> = {}): JobRunner {
    const runner = new JobRunner({
      store: this.store,
      clock: this.time.clock,
      handlers,
      leaseMs: LEASE_MS,
      concurrency: 2,
      pollMs: 500,
      maxAttempts: 3,
      onError: (error) => this.errors.push(error),
      ...options,
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
  addToTally(ms: number, { listens = true } = {}): BoundJobHandlers[string] {
    return async (_job, { signal }) => {
      const read = await this.store.get(tallies, 'a', 'all');
      await this.time.sleep(ms, listens ? signal : undefined);
      const change = new Change();
      if (read) change.replace(tallies, 'a', read, { count: read.value.count + 1 });
      else change.create(tallies, 'a', 'all', { count: 1 });
      return { state: 'succeeded', result: { added: 1 }, change };
    };
  }

  /** A connection to the store. `cut` makes its calls wait until the function that it returns is called. */
  connect(): { store: Store; cut(): () => void } {
    const { store } = this;
    let closed: PromiseWithResolvers<void> | undefined;
    const whenOpen =
      <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
      async (...args: A): Promise<T> => {
        await closed?.promise;
        return await work(...args);
      };
    return {
      store: {
        get: whenOpen(store.get.bind(store)),
        find: whenOpen(store.find.bind(store)),
        commit: whenOpen(store.commit.bind(store)),
        onAnnouncement: () => {},
      } as unknown as Store,
      cut: () => {
        const gate = (closed = Promise.withResolvers<void>());
        return () => {
          closed = undefined;
          gate.resolve();
        };
      },
    };
  }

  /** The store with slow commits. */
  slowStore(ms: number): Store {
    return Object.assign(this.connect().store, {
      commit: async (change: Change) => {
        await this.time.sleep(ms);
        await this.store.commit(change);
      },
    });
  }
}

export async function jobHarness(t: TestContext): Promise<JobHarness> {
  const time = new SimulatedTime();
  const store = await openSqlite({ now: time.clock.now });
  t.after(async () => {
    time.restore();
    await store.close();
  });
  return new JobHarness(time, store);
}
