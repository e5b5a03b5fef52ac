/**
 * Takes due jobs, holds them by leases, runs their handlers and commits what they did. See model.ts
 * for the states and for why effects are applied once.
 */
import { Failure } from '../kernel/failures.ts';
import type { Services } from '../kernel/ports.ts';
import { Change, Conflict } from '../kernel/change.ts';
import { SYSTEM } from '../kernel/collection.ts';
import type { Store } from '../kernel/ports/store.ts';
import { DUE, dueTerm, isHeld, jobs, noted } from '../kernel/job.ts';
import type { Job, JobHandlers, JobOutcome, StoredJob } from '../kernel/job.ts';

export interface RunnerOptions {
  store: Store;
  services: Services;
  handlers: JobHandlers;
  leaseMs: number;
  concurrency: number;
  /** How many jobs of one account run at once, so that nobody's many jobs hold up everybody else's; all when left out. */
  perAccount?: number;
  pollMs: number;
  maxAttempts: number;
  onError: (error: unknown, job?: Job) => void;
}

const RETRY_BASE_MS = 1000;
const PROGRESS_MS = 200;
const LOOK_AT_MOST = 1000;
const ENDS: Partial<Record<Job['state'], string>> = { succeeded: 'Succeeded', partiallyCompleted: 'Done in part', failed: 'Failed', cancelled: 'Cancelled' };

/** A job that this runner holds. What it does with the record goes one after another, each on the version the last one wrote or read. */
class Held {
  read: StoredJob;
  readonly stop = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  readonly #store: Store;

  constructor(store: Store, read: StoredJob) {
    this.#store = store;
    this.read = read;
  }

  /** Replaces the record, with further effects; false when another has changed it since, or when there is no next. */
  step(next: (job: Job) => Job | undefined, effects = new Change()): Promise<boolean> {
    return this.#inTurn(async () => {
      const job = next(this.read.value);
      if (!job) return false;
      try {
        await this.#store.commit(effects.replace(jobs, SYSTEM, this.read, job));
      } catch (error) {
        if (error instanceof Conflict) return false;
        throw error;
      }
      this.read = { key: this.read.key, version: effects.puts.at(-1)!.version, value: job };
      return true;
    });
  }

  /** Reads the record again; false when the job is not held any more, by this attempt at least. */
  refresh(): Promise<boolean> {
    return this.#inTurn(async () => {
      const now = await this.#store.get(jobs, SYSTEM, this.read.key);
      if (!now || !isHeld(now.value) || now.value.attempt !== this.read.value.attempt) return false;
      this.read = now;
      return true;
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

export class JobRunner {
  readonly #options: RunnerOptions;
  readonly #held = new Map<string, Held>();
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
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
    clearTimeout(this.#timer);
    this.#looking = this.#look().catch((error: unknown) => this.#options.onError(error)).finally(() => {
      this.#looking = undefined;
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
    await this.#looking;
    for (const held of this.#held.values()) held.stop.abort(new Error('The server stops.'));
    await Promise.all(this.#running);
  }

  get busy(): number {
    return this.#held.size;
  }

  /** Goes on past jobs that it cannot take, such as those of another version's kinds. */
  async #look(): Promise<void> {
    const { store, services, handlers, concurrency } = this.#options;
    const to = dueTerm(services.clock.now());
    for (let from = '', limit = 2 * (concurrency - this.#held.size); limit > 0;) {
      const due = await store.find(jobs, SYSTEM, DUE, { from, to, limit });
      for (const read of due) {
        if (this.#stopped || this.#held.size >= concurrency) return;
        if (!this.#held.has(read.key) && handlers[read.value.kind] && this.#hasRoomFor(read.value)) await this.#take(read);
      }
      if (due.length < limit) return;
      const last = dueTerm(due.at(-1)!.value.dueAt);
      if (last === from || limit < LOOK_AT_MOST) limit *= 2;
      if (last !== from) from = last;
    }
  }

  #hasRoomFor({ account }: Job): boolean {
    const { perAccount = Infinity } = this.#options;
    return [...this.#held.values()].filter(({ read }) => read.value.account === account).length < perAccount;
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
    const taken = await held.step((job) => {
      const text = job.state === 'running' ? 'Taken over: who ran it was not heard of again' : 'Begun';
      return noted({ ...job, state: 'running', attempt: job.attempt + 1, startedAt: job.startedAt ?? now, updatedAt: now, dueAt: now + this.#options.leaseMs }, now, job.attempt === 0 ? text : `${text}, attempt ${job.attempt + 1}`);
    });
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
    try {
      await this.#finish(held, await this.#handle(held));
    } catch (error) {
      await this.#interrupted(held, error);
    }
  }

  /** Renews the lease as long as the handler runs. */
  async #handle(held: Held): Promise<JobOutcome> {
    const { services, handlers, leaseMs } = this.#options;
    const renewing = setInterval(() => void this.#renew(held), leaseMs / 3);
    const signal = held.stop.signal;
    let toldAt = 0;
    let doing: string | undefined;
    try {
      return await handlers[held.read.value.kind]!(held.read.value, {
        services, signal,
        progress: async (fraction, next) => {
          signal.throwIfAborted();
          const now = services.clock.now();
          const isNew = next !== undefined && next !== doing;
          if (!isNew && now - toldAt < PROGRESS_MS) return;
          toldAt = now;
          doing = next ?? doing;
          await held.step((job) => {
            if (!isHeld(job)) return undefined;
            const further: Job = { ...job, progress: Math.max(job.progress, Math.min(1, fraction)), updatedAt: now };
            return isNew ? noted(further, now, next) : further;
          });
        },
      });
    } finally {
      clearInterval(renewing);
    }
  }

  async #renew(held: Held): Promise<void> {
    const { services, leaseMs, onError } = this.#options;
    try {
      if (!await held.step((job) => ({ ...job, dueAt: services.clock.now() + leaseMs }))) await this.#watch(held);
    } catch (error) {
      onError(error, held.read.value);
    }
  }

  /** The record was written: a wish to cancel stops the handler, and so does the loss of the lease. */
  async #watch(held: Held): Promise<void> {
    try {
      const ours = await held.refresh();
      const { state } = held.read.value;
      if (state === 'cancelling') held.stop.abort(new Error('The job is cancelled.'));
      else if (!ours && state === 'running') held.stop.abort(new Error('The lease is lost.'));
    } catch (error) {
      this.#options.onError(error, held.read.value);
    }
  }

  async #finish(held: Held, outcome: JobOutcome): Promise<void> {
    const now = this.#options.services.clock.now();
    const effects = outcome.state === 'failed' ? outcome.ifFailed : outcome.change;
    if (await held.step((job) => job.state === 'running' ? ended(job, now, outcome) : undefined, effects)) return;
    await this.#release(held, (job) => this.#again(job, now, 'What it was to change had changed'));
  }

  async #interrupted(held: Held, error: unknown): Promise<void> {
    const now = this.#options.services.clock.now();
    if (!(error instanceof Failure) && !held.stop.signal.aborted) this.#options.onError(error, held.read.value);
    await this.#release(held, (job) => {
      if (this.#stopped) return noted({ ...job, state: 'notStarted', attempt: job.attempt - 1, dueAt: now, updatedAt: now }, now, 'Handed back: the server stops');
      if (error instanceof Failure) return ended(job, now, { state: 'failed', errors: [{ code: error.kind, message: error.message }] });
      return this.#again(job, now, `Interrupted: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  /** Lets go of a job that is still held: as cancelled where that was asked for, else as told. */
  async #release(held: Held, next: (job: Job) => Job): Promise<void> {
    const now = this.#options.services.clock.now();
    while (await held.refresh()) {
      if (await held.step((job) => job.state === 'cancelling' ? ended(job, now, { state: 'cancelled' }) : next(job))) return;
    }
  }

  #again(read: Job, now: number, why: string): Job {
    const job = noted(read, now, why);
    if (job.attempt >= this.#options.maxAttempts) return ended(job, now, { state: 'failed', errors: [{ code: 'unknown', message: 'An unexpected error occurred.' }] });
    return { ...job, state: 'notStarted', updatedAt: now, dueAt: now + RETRY_BASE_MS * 2 ** (job.attempt - 1) };
  }
}

function ended(job: Job, now: number, { state, result, errors }: { state: Job['state']; result?: unknown; errors?: Job['errors'] }): Job {
  const done: Job = { ...job, state, result, errors: errors ?? [], progress: state === 'succeeded' ? 1 : job.progress, updatedAt: now, endedAt: now };
  return noted(done, now, [ENDS[state] ?? state, ...done.errors.map(({ message }) => message)].join(': '));
}
