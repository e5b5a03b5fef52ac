/**
 * Takes due jobs, holds them by leases, runs their handlers and commits what they did. See model.ts
 * for the states and for why effects are applied once.
 */
import { Failure } from '../contract/failures.ts';
import type { Services } from '../contract/services.ts';
import { Change, Conflict } from '../storage/change.ts';
import { SYSTEM } from '../storage/collection.ts';
import type { Store } from '../storage/ports.ts';
import { DUE, dueTerm, isFinal, jobs } from './model.ts';
import type { Job, JobHandlers, JobOutcome, StoredJob } from './model.ts';

export interface RunnerOptions {
  store: Store;
  services: Services;
  handlers: JobHandlers;
  leaseMs: number;
  concurrency: number;
  pollMs: number;
  maxAttempts: number;
  onError: (error: unknown, job?: Job) => void;
}

const RETRY_BASE_MS = 1000;
const PROGRESS_MS = 200;

/** A job that this runner holds. Steps run one after another, each on the version the last one wrote. */
class Held {
  read: StoredJob;
  readonly stop = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  readonly #store: Store;

  constructor(store: Store, read: StoredJob) {
    this.#store = store;
    this.read = read;
  }

  /** Replaces the record, with further effects; false when another has changed it since. */
  step(next: (job: Job) => Job, effects = new Change()): Promise<boolean> {
    const stepped = this.#last.then(async () => {
      const job = next(this.read.value);
      try {
        await this.#store.commit(effects.replace(jobs, SYSTEM, this.read, job));
      } catch (error) {
        if (error instanceof Conflict) return false;
        throw error;
      }
      this.read = { key: this.read.key, version: effects.puts.at(-1)!.version, value: job };
      return true;
    });
    this.#last = stepped.catch(() => undefined);
    return stepped;
  }

  /** What the record says now; undefined when it is gone. */
  async refresh(): Promise<StoredJob | undefined> {
    await this.#last;
    return await this.#store.get(jobs, SYSTEM, this.read.key);
  }
}

export class JobRunner {
  readonly #options: RunnerOptions;
  readonly #held = new Map<string, Held>();
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #lookAgain = false;
  #stopped = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#options.store.onAnnouncement((announcement) => {
      if (announcement && announcement.collection !== jobs.name) return;
      const held = announcement && this.#held.get(announcement.key);
      if (held) void this.#watch(held);
      else this.wake();
    });
    this.wake();
  }

  /** Looks for due jobs now. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = true;
    clearTimeout(this.#timer);
    this.#look().catch((error: unknown) => this.#options.onError(error)).finally(() => {
      this.#looking = false;
      if (this.#stopped) return;
      if (this.#lookAgain) {
        this.#lookAgain = false;
        this.wake();
      } else {
        this.#timer = setTimeout(() => this.wake(), this.#options.pollMs);
        this.#timer.unref();
      }
    });
  }

  /** Stops taking jobs, asks the running ones to stop and hands them back. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const held of this.#held.values()) held.stop.abort(new Error('The server stops.'));
    await Promise.all(this.#running);
  }

  get busy(): number {
    return this.#held.size;
  }

  async #look(): Promise<void> {
    const { store, services, concurrency } = this.#options;
    const free = concurrency - this.#held.size;
    if (free <= 0) return;
    const due = await store.find(jobs, SYSTEM, DUE, { to: dueTerm(services.clock.now()), limit: free * 2 });
    for (const read of due) {
      if (this.#stopped || this.#held.size >= concurrency) return;
      if (!this.#held.has(read.key) && this.#options.handlers[read.value.kind]) await this.#take(read);
    }
  }

  async #take(read: StoredJob): Promise<void> {
    const held = new Held(this.#options.store, read);
    const now = this.#options.services.clock.now();
    if (read.value.state === 'cancelling') {
      await held.step((job) => ended(job, now, { state: 'cancelled' }));
      return;
    }
    if (read.value.attempt >= this.#options.maxAttempts) {
      await held.step((job) => ended(job, now, { state: 'failed', errors: [{ code: 'unknown', message: 'The job was given up after several interrupted attempts.' }] }));
      return;
    }
    const taken = await held.step((job) => ({ ...job, state: 'running', attempt: job.attempt + 1, startedAt: job.startedAt ?? now, updatedAt: now, dueAt: now + this.#options.leaseMs }));
    if (!taken) return;
    this.#held.set(read.key, held);
    const running = this.#run(held).catch((error: unknown) => this.#options.onError(error, held.read.value)).finally(() => {
      this.#held.delete(read.key);
      this.#running.delete(running);
      this.wake();
    });
    this.#running.add(running);
  }

  async #run(held: Held): Promise<void> {
    const { services, handlers, leaseMs } = this.#options;
    const renewing = setInterval(() => void this.#renew(held), leaseMs / 3);
    const signal = held.stop.signal;
    let toldAt = 0;
    try {
      const outcome = await handlers[held.read.value.kind]!(held.read.value, {
        services, signal,
        progress: async (fraction) => {
          signal.throwIfAborted();
          const now = services.clock.now();
          if (now - toldAt < PROGRESS_MS) return;
          toldAt = now;
          await held.step((job) => ({ ...job, progress: Math.max(job.progress, Math.min(1, fraction)), updatedAt: now }));
        },
      });
      await this.#finish(held, outcome);
    } catch (error) {
      await this.#interrupted(held, error);
    } finally {
      clearInterval(renewing);
    }
  }

  async #renew(held: Held): Promise<void> {
    try {
      const now = this.#options.services.clock.now();
      if (!await held.step((job) => ({ ...job, dueAt: now + this.#options.leaseMs }))) await this.#watch(held);
    } catch (error) {
      this.#options.onError(error, held.read.value);
    }
  }

  /** Another has written the record: a wish to cancel stops the handler, anything else means the lease is lost. */
  async #watch(held: Held): Promise<void> {
    try {
      const now = await held.refresh();
      if (now?.version === held.read.version) return;
      if (now?.value.state === 'cancelling' && now.value.attempt === held.read.value.attempt) {
        held.read = now;
        held.stop.abort(new Error('The job is cancelled.'));
      } else held.stop.abort(new Error('The lease is lost.'));
    } catch (error) {
      this.#options.onError(error, held.read.value);
    }
  }

  async #finish(held: Held, outcome: JobOutcome): Promise<void> {
    const now = this.#options.services.clock.now();
    const effects = outcome.state === 'failed' ? new Change() : outcome.change;
    if (await held.step((job) => ended(job, now, outcome), effects)) return;
    const current = await held.refresh();
    if (!current || current.value.attempt !== held.read.value.attempt) return;
    held.read = current;
    if (current.value.state === 'cancelling') await held.step((job) => ended(job, now, { state: 'cancelled' }));
    else await this.#again(held, now);
  }

  async #interrupted(held: Held, error: unknown): Promise<void> {
    const now = this.#options.services.clock.now();
    const current = await held.refresh();
    if (!current || isFinal(current.value) || current.value.attempt !== held.read.value.attempt) return;
    held.read = current;
    if (current.value.state === 'cancelling') await held.step((job) => ended(job, now, { state: 'cancelled' }));
    else if (this.#stopped) await held.step((job) => ({ ...job, state: 'notStarted', attempt: job.attempt - 1, dueAt: now, updatedAt: now }));
    else if (error instanceof Failure) await held.step((job) => ended(job, now, { state: 'failed', errors: [{ code: error.kind, message: error.message }] }));
    else {
      this.#options.onError(error, current.value);
      await this.#again(held, now);
    }
  }

  async #again(held: Held, now: number): Promise<void> {
    const { attempt } = held.read.value;
    if (attempt >= this.#options.maxAttempts) {
      await held.step((job) => ended(job, now, { state: 'failed', errors: [{ code: 'unknown', message: 'An unexpected error occurred.' }] }));
    } else {
      await held.step((job) => ({ ...job, state: 'notStarted', updatedAt: now, dueAt: now + RETRY_BASE_MS * 2 ** (attempt - 1) }));
    }
  }
}

function ended(job: Job, now: number, { state, result, errors }: { state: Job['state']; result?: unknown; errors?: Job['errors'] }): Job {
  return { ...job, state, result, errors: errors ?? [], progress: state === 'succeeded' ? 1 : job.progress, updatedAt: now, endedAt: now };
}
