/**
 * Several runners on one store, each behind a connection that is slow, fails, freezes or is cut forever, while
 * jobs are enqueued and cancelled and handlers succeed, fail, throw or ignore the abort signal. One seed is one
 * run.
 */
import assert from 'node:assert/strict';
import { fail } from '../../../src/kernel/failures.ts';
import { Change, Conflict } from '../../../src/kernel/change.ts';
import { collection, SYSTEM } from '../../../src/kernel/collection.ts';
import type { Store } from '../../../src/kernel/ports/store.ts';
import { openSqlite } from '../../../src/storage/records/sqlite/store.ts';
import { UnreliableStore, ConnectionLost } from '../unreliable-store.ts';
import { Random, SimulatedTime } from '../simulated-time.ts';
import { isFinal, jobKey } from '../../../src/kernel/job.ts';
import type { Job, JobRun, JobOutcome, JobState } from '../../../src/kernel/job.ts';
import { JobQueue } from '../../../src/jobs/queue.ts';
import { JobRunner } from '../../../src/jobs/runner.ts';

const LEASE_MS = 3000;
const MAX_ATTEMPTS = 4;
const FAULTS_MS = 15_000;
const QUIET_MS = 400_000;
const ACCOUNT = 'a';

const tallies = collection<{ count: number }>('test.tallies');

/** Allowed transitions. Renewals, progress and takeovers keep the state. */
const TRANSITIONS: Readonly<Record<JobState, readonly JobState[]>> = {
  notStarted: ['running', 'cancelled'],
  running: ['running', 'notStarted', 'succeeded', 'partiallyCompleted', 'failed', 'cancelling'],
  cancelling: ['cancelling', 'cancelled'],
  succeeded: [],
  partiallyCompleted: [],
  failed: [],
  cancelled: [],
};

class Broken extends Error {}

class Simulation {
  readonly #time: SimulatedTime;
  readonly #random: Random;
  readonly #store: Store;
  readonly #queue: JobQueue;
  readonly #histories = new Map<string, Job[]>();
  readonly #problems: string[] = [];
  readonly #links: UnreliableStore[] = [];
  readonly #runners: { runner: JobRunner; link: UnreliableStore }[] = [];
  readonly #expected: number;

  constructor(time: SimulatedTime, random: Random, store: Store) {
    this.#time = time;
    this.#random = random;
    this.#store = store;
    this.#expected = random.integer(2, 8);
    let jobCount = 0;
    this.#queue = new JobQueue(store, time.clock, { uuid: () => `job-${++jobCount}`, secret: () => '' });
    const commit = store.commit.bind(store);
    store.commit = async (change) => {
      await commit(change);
      for (const put of change.puts) if (put.collection === 'jobs') this.#record(JSON.parse(put.value) as Job);
    };
  }

  async run(): Promise<void> {
    const runners = this.#random.integer(2, 3);
    for (let i = 0; i < runners; i++) this.#startRunner();
    for (let i = 0; i < this.#expected; i++) this.#scheduleAtRandom(() => this.#enqueue());
    const faults = this.#random.integer(0, 14);
    for (let i = 0; i < faults; i++) this.#scheduleAtRandom(() => this.#injectFault());
    await this.#time.advance(FAULTS_MS);
    for (const link of this.#links) link.isReliable = true;
    for (const { link } of this.#runners) link.thaw();
    const allCompleted = await this.#time.runUntil(() => this.#jobs.every((job) => isFinal(job)), this.#time.clock.now() + QUIET_MS);
    assert.ok(allCompleted, `stuck: ${JSON.stringify(this.#jobs.filter((job) => !isFinal(job)))}`);
    for (const link of this.#links) link.thaw();
    await this.#time.advance(3 * LEASE_MS);
    await this.#time.waitFor(Promise.all(this.#runners.map(({ runner }) => runner.stop())));
    await this.#check();
  }

  get #jobs(): Job[] {
    return [...this.#histories.values()].map((history) => history.at(-1)!);
  }

  /** At a random time while faults are injected. */
  #scheduleAtRandom(event: () => void | Promise<void>): void {
    setTimeout(
      () => void Promise.resolve(event()).catch((error: unknown) => this.#problems.push(`a caller got ${String(error)}`)),
      this.#random.integer(0, FAULTS_MS),
    );
  }

  #startRunner(): void {
    const link = new UnreliableStore(this.#store, this.#random, this.#time);
    const runner = new JobRunner({
      store: link as unknown as Store,
      clock: this.#time.clock,
      handlers: { work: (job, context) => this.#work(job, context) },
      leaseMs: LEASE_MS,
      concurrency: this.#random.integer(1, 2),
      pollMs: 500,
      maxAttempts: MAX_ATTEMPTS,
      onError: (error) => {
        if (
          !(error instanceof ConnectionLost || error instanceof Broken || /lease is lost|server is stopping/.test((error as Error).message))
        )
          this.#problems.push(`a runner got ${(error as Error).stack}`);
      },
    });
    this.#links.push(link);
    this.#runners.push({ runner, link });
    runner.start();
  }

  async #enqueue(): Promise<void> {
    const change = new Change();
    this.#queue.enqueue(change, { account: ACCOUNT, kind: 'work', input: {}, delayMs: this.#random.pick([0, 0, 1500]) });
    await this.#store.commit(change);
  }

  async #injectFault(): Promise<void> {
    const index = this.#random.integer(0, this.#runners.length - 1);
    const { runner, link } = this.#runners[index]!;
    switch (this.#random.pick(['cancel', 'cancel', 'freeze', 'freeze', 'crash', 'stop'])) {
      case 'cancel':
        return await this.#cancel();
      case 'freeze':
        link.freeze();
        await this.#time.sleep(this.#random.integer(LEASE_MS / 2, 3 * LEASE_MS));
        link.thaw();
        return;
      case 'crash':
        link.freeze();
        this.#runners.splice(index, 1);
        this.#startRunner();
        return;
      case 'stop':
        this.#runners.splice(index, 1);
        this.#startRunner();
        link.thaw();
        await runner.stop();
        assert.equal(runner.busy, 0);
    }
  }

  async #cancel(): Promise<void> {
    const open = this.#jobs.filter((job) => !isFinal(job));
    if (open.length === 0) return;
    const { id } = this.#random.pick(open);
    for (;;) {
      const read = await this.#queue.get(ACCOUNT, id);
      await this.#time.sleep(this.#random.integer(0, 20));
      const change = new Change();
      this.#queue.cancel(change, read!);
      try {
        if (!change.isEmpty) await this.#store.commit(change);
        return;
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
      }
    }
  }

  /** Increments the job's own tally and one that all jobs share, so that changes conflict. */
  async #work(job: Job, { signal, progress }: JobRun): Promise<JobOutcome> {
    const random = this.#random;
    const listens = random.chance(0.8);
    signal.addEventListener('abort', () => this.#checkAbort(job, signal));
    const steps = random.integer(0, 4);
    for (let step = 0; step < steps; step++) {
      await this.#time.sleep(random.integer(0, LEASE_MS / 2), listens ? signal : undefined);
      if (listens) await progress((step + 1) / steps);
    }
    const own = await this.#store.get(tallies, ACCOUNT, job.id);
    const shared = await this.#store.get(tallies, ACCOUNT, 'all');
    await this.#time.sleep(random.integer(0, 30));
    const change = new Change().append(ACCOUNT, 'done', job.id).put(tallies, ACCOUNT, job.id, { count: (own?.value.count ?? 0) + 1 });
    if (shared) change.replace(tallies, ACCOUNT, shared, { count: shared.value.count + 1 });
    else change.create(tallies, ACCOUNT, 'all', { count: 1 });
    if (random.chance(0.1)) throw new Broken('The handler is broken.');
    if (random.chance(0.1)) throw fail('ParameterInvalid', { parameter: 'input', details: 'it is not valid.' });
    return {
      state: random.pick(['succeeded', 'succeeded', 'succeeded', 'partiallyCompleted', 'failed']),
      result: { attempt: job.attempt },
      change,
    };
  }

  /** A handler is aborted only for a reason. */
  #checkAbort(job: Job, { reason }: AbortSignal): void {
    const latest = this.#histories.get(job.id)!.at(-1)!;
    const held = latest.state === 'running' && latest.attempt === job.attempt;
    if (held && !/server is stopping/.test((reason as Error).message))
      this.#problems.push(`${job.id}: "${(reason as Error).message}" though attempt ${job.attempt} held it`);
  }

  #record(job: Job): void {
    const history = this.#histories.get(job.id) ?? [];
    this.#histories.set(job.id, history);
    const before = history.at(-1);
    history.push(job);
    if (before && !TRANSITIONS[before.state].includes(job.state)) this.#problems.push(`${job.id}: ${before.state} → ${job.state}`);
    if (job.attempt > MAX_ATTEMPTS || job.attempt < 0) this.#problems.push(`${job.id}: attempt ${job.attempt}`);
    if (isFinal(job) && job.endedAt === undefined) this.#problems.push(`${job.id}: completed without a time`);
  }

  async #check(): Promise<void> {
    assert.deepEqual(this.#problems, []);
    assert.equal(this.#histories.size, this.#expected);
    const events = await this.#store.readEvents<string>(ACCOUNT, 'done', 0, 1000);
    let all = 0;
    for (const job of this.#jobs) {
      const applied = job.state === 'succeeded' || job.state === 'partiallyCompleted' ? 1 : 0;
      assert.equal(
        (await this.#store.get(tallies, ACCOUNT, job.id))?.value.count ?? 0,
        applied,
        `effects of ${job.id}, which has ${job.state}`,
      );
      assert.equal(events.filter(({ value }) => value === job.id).length, applied, `events of ${job.id}, which has ${job.state}`);
      if (job.result) assert.deepEqual(job.result, { attempt: job.attempt }, `${job.id} has the result of an attempt that lost its lease`);
      assert.deepEqual((await this.#queue.get(ACCOUNT, job.id))?.value, job, `${jobKey(ACCOUNT, job.id)} is the last write`);
      all += applied;
    }
    assert.equal((await this.#store.get(tallies, ACCOUNT, 'all'))?.value.count ?? 0, all);
    assert.deepEqual(await this.#store.find(collection('jobs'), SYSTEM, 'due', { limit: 9 }), []);
  }
}

/** One run; throws when a rule is broken. */
export async function simulateJobs(seed: number): Promise<void> {
  const time = new SimulatedTime();
  const store = await openSqlite({ now: time.clock.now });
  try {
    await new Simulation(time, new Random(seed), store).run();
  } finally {
    time.restore();
    await store.close();
  }
}
