/**
 * Claims due jobs, holds them by leases, runs their handlers and commits their effects. See kernel/job.ts
 * for the states and for why effects are applied once.
 */
import { Failure } from '../kernel/failures.ts';
import type { Clock } from '../kernel/ports.ts';
import { Change, Conflict } from '../kernel/change.ts';
import { SYSTEM } from '../kernel/collection.ts';
import { storageUnavailable } from '../kernel/storage-unavailable.ts';
import type { Store } from '../kernel/ports/store.ts';
import { LATE_RENEWAL } from '../kernel/ports/telemetry.ts';
import type { LeaseEvent } from '../kernel/ports/telemetry.ts';
import type { Completed } from '../kernel/ports/workers.ts';
import { TimeShares } from '../shared/time-shares.ts';
import { DUE, DUE_BY_ACCOUNT, dueByAccountPrefix, dueTerm, isHeld, jobs, withLogLine } from '../kernel/job.ts';
import type { Job, JobOutcome, StoredJob } from '../kernel/job.ts';
import type { BoundJobHandlers } from '../kernel/job-handler.ts';

export interface RunnerOptions {
  store: Store;
  clock: Clock;
  handlers: BoundJobHandlers;
  leaseMs: number;
  /** Whether no other process uses the store: whatever is held when this one starts was held by one that has ended. */
  isOnlyProcess?: boolean;
  concurrency: number;
  /** How many jobs of one account run concurrently, so that one account cannot block the others; unlimited when omitted. */
  perAccount?: number;
  pollMs: number;
  maxAttempts: number;
  onError: (error: unknown, job?: Job) => void;
  observer?: JobObserver;
}

/** Sees what happens to jobs and their leases. */
export interface JobObserver {
  lease(event: LeaseEvent): void;
  /** A worker has claimed a job that was due so long. */
  claimed(job: Job, waitedMs: number): void;
  /** Runs an attempt; `job` returns the current record. */
  attempt(job: () => Job, run: () => Promise<void>): Promise<void>;
}

const RETRY_BASE_MS = 1000;
const STORAGE_RETRY_MS = 5000;
/** Kinds of jobs that free space, and so run on a full disk. */
const ERASING = /\.erase$/;
const PROGRESS_MS = 200;
/** Due jobs that are looked at, whatever their accounts. */
const MAX_SCAN = 64;
/**
 * Jobs before the oldest due one are done; what they left in the index is not read again, since a database may keep it for long. Jobs that
 * another process wrote by another clock, or has just written, are found all the same, the others by a look from the beginning.
 */
const CLOCKS_DIFFER_MS = 10_000;
const FULL_LOOK_MS = 10_000;
/** Jobs that are looked at after the clock was set back. */
const MAX_RESCHEDULED = 1000;
const FINAL_LOG: Partial<Record<Job['state'], string>> = {
  succeeded: 'Succeeded',
  partiallyCompleted: 'Partially completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** A job that this runner holds. Its writes are serialized, each on the version that the last one wrote or read. */
class Held {
  read: StoredJob;
  /** As reported last, also when that was too soon to be written. */
  completed: Completed | undefined;
  /** When its lease was claimed or renewed last. */
  renewedAt = 0;
  isLost = false;
  readonly stop = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  readonly #store: Store;

  constructor(store: Store, read: StoredJob) {
    this.#store = store;
    this.read = read;
  }

  /** Replaces the record, with further effects; false when it was changed by another, or when there is no next state. */
  step(next: (job: Job) => Job | undefined, effects = new Change()): Promise<boolean> {
    return this.#serialize(async () => {
      const job = next(this.read.value);
      if (!job) return false;
      effects.isForDeletion ||= ERASING.test(job.kind);
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

  /** Reads the record again; false when this attempt no longer holds the job. */
  refresh(): Promise<boolean> {
    return this.#serialize(async () => {
      const now = await this.#store.get(jobs, SYSTEM, this.read.key);
      if (!now || !isHeld(now.value) || now.value.attempt !== this.read.value.attempt) return false;
      this.read = now;
      return true;
    });
  }

  #serialize<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

export class JobRunner {
  readonly #options: RunnerOptions;
  readonly #held = new Map<string, Held>();
  readonly #running = new Set<Promise<void>>();
  readonly #shares: TimeShares;
  #timer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;
  #claimAgain = false;
  #stopped = false;
  /** The time when jobs were last looked for; before the first time, the clock may have been set back while no process ran. */
  #lookedAt = Infinity;
  #oldestDueAt = 0;
  #fullLookAt = -Infinity;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#shares = new TimeShares(() => options.clock.now());
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

  /** Checks for due jobs now. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#claiming) {
      this.#claimAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#claiming = this.#claimDue()
      .catch((error: unknown) => this.#options.onError(error))
      .finally(() => {
        this.#claiming = undefined;
        if (this.#stopped) return;
        if (this.#claimAgain) {
          this.#claimAgain = false;
          this.wake();
        } else {
          this.#timer = setTimeout(() => this.wake(), this.#options.pollMs);
          this.#timer.unref();
        }
      });
  }

  /** Stops claiming jobs, aborts the running ones and returns them to the queue. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#claiming;
    for (const held of this.#held.values()) held.stop.abort(new Error('The server is stopping.'));
    await Promise.all(this.#running);
  }

  get busy(): number {
    return this.#held.size;
  }

  /**
   * Claims due jobs while there are places, those of the account first that has used least time. Skips jobs that it cannot run, such as
   * those of kinds that another version knows.
   */
  async #claimDue(): Promise<void> {
    const { concurrency } = this.#options;
    await this.#reschedule();
    while (!this.#stopped && this.#held.size < concurrency) {
      const { found, isComplete } = await this.#findDue();
      const due = found.filter(({ key, value }) => !this.#held.has(key) && this.#hasRoomFor(value));
      this.#updateShares(found);
      if (due.length === 0) return;
      // A claim takes a place and time of its account: the order is found anew for each.
      for (let claims = Math.min(due.length, concurrency - this.#held.size); claims > 0; claims--) {
        const next = this.#next(due);
        if (!next || this.#stopped) return;
        due.splice(due.indexOf(next), 1);
        await this.#claim(next);
      }
      if (isComplete) return;
    }
  }

  /**
   * When the clock was set back, jobs that were due by the old time would wait until it comes again. And at the start of the only
   * process, jobs of an ended one would wait for the end of its leases.
   */
  async #reschedule(): Promise<void> {
    const { store, clock, leaseMs, handlers, isOnlyProcess } = this.#options;
    const now = clock.now();
    const isHolderGone = isOnlyProcess && this.#lookedAt === Infinity;
    const wasSetBack = now < this.#lookedAt - leaseMs;
    this.#lookedAt = now;
    if (!wasSetBack) return;
    const later = await store.find(jobs, SYSTEM, DUE, { from: dueTerm(isHolderGone ? now : now + leaseMs), limit: MAX_RESCHEDULED });
    for (const read of later) {
      // The time is read again: the store may have answered late, and what was written meanwhile has possible times.
      const at = clock.now();
      const isFree = isHolderGone && handlers[read.value.kind] && isHeld(read.value);
      const job = isFree ? { ...read.value, dueAt: at } : rescheduled(read.value, at, leaseMs);
      if (!job || this.#held.has(read.key)) continue;
      await store.commit(new Change().replace(jobs, SYSTEM, read, job)).catch((error: unknown) => {
        if (!(error instanceof Conflict)) throw error;
      });
    }
  }

  /** The oldest due jobs, and when there are more, the oldest of each account too. */
  async #findDue(): Promise<{ found: StoredJob[]; isComplete: boolean }> {
    const { store, clock, handlers } = this.#options;
    const now = clock.now();
    const to = dueTerm(now);
    const isFull = Math.abs(now - this.#fullLookAt) >= FULL_LOOK_MS;
    const from = isFull ? undefined : dueTerm(this.#oldestDueAt - CLOCKS_DIFFER_MS);
    const oldest = await store.find(jobs, SYSTEM, DUE, { from, to, limit: MAX_SCAN });
    if (isFull) this.#fullLookAt = now;
    this.#oldestDueAt = oldest[0]?.value.dueAt ?? now;
    const found = new Map(oldest.filter(({ value }) => handlers[value.kind]).map((read) => [read.key, read]));
    if (oldest.length < MAX_SCAN) return { found: [...found.values()], isComplete: true };
    for (const kind of Object.keys(handlers)) {
      // `0` is the character after the slash that ends the account.
      for (let from = `${kind}/`, end = `${kind}0`; found.size < 2 * MAX_SCAN;) {
        const [read] = await store.find(jobs, SYSTEM, DUE_BY_ACCOUNT, { from, to: end, limit: 1 });
        if (!read) break;
        if (dueTerm(read.value.dueAt) <= to) found.set(read.key, read);
        from = `${dueByAccountPrefix(read.value).slice(0, -1)}0`;
      }
    }
    return { found: [...found.values()], isComplete: false };
  }

  #next(due: readonly StoredJob[]): StoredJob | undefined {
    let next: StoredJob | undefined;
    for (const read of due) {
      if (!this.#hasRoomFor(read.value)) continue;
      const order = next ? this.#shares.usedMs(read.value.account) - this.#shares.usedMs(next.value.account) : -1;
      if (order < 0 || (order === 0 && read.value.dueAt < next!.value.dueAt)) next = read;
    }
    return next;
  }

  /** Accounts with due jobs compete; those without have left. */
  #updateShares(due: readonly StoredJob[]): void {
    const accounts = new Set(due.map(({ value }) => value.account));
    for (const account of this.#shares.accounts) if (!accounts.has(account)) this.#shares.leave(account);
    for (const account of accounts) this.#shares.join(account);
  }

  #hasRoomFor({ account }: Job): boolean {
    return this.#shares.running(account) < (this.#options.perAccount ?? Infinity);
  }

  async #claim(read: StoredJob): Promise<void> {
    const held = new Held(this.#options.store, read);
    const now = this.#options.clock.now();
    if (read.value.state === 'cancelling') {
      await held.step((job) => completed(job, now, { state: 'cancelled' }));
      return;
    }
    if (read.value.attempt >= this.#options.maxAttempts) {
      await held.step((job) =>
        completed(job, now, {
          state: 'failed',
          errors: [{ code: 'unknown', message: 'The job was abandoned after several interrupted attempts.' }],
        }),
      );
      return;
    }
    const claimed = await held.step((job) => {
      const text = job.state === 'running' ? 'Taken over: its worker stopped responding' : 'Started';
      return withLogLine(
        {
          ...job,
          state: 'running',
          attempt: job.attempt + 1,
          // It starts from the beginning, however far another attempt came.
          progress: 0,
          completed: undefined,
          startedAt: job.startedAt ?? now,
          updatedAt: now,
          dueAt: now + this.#options.leaseMs,
        },
        now,
        job.attempt === 0 ? text : `${text}, attempt ${job.attempt + 1}`,
      );
    });
    if (!claimed) return;
    held.renewedAt = now;
    const { observer } = this.#options;
    observer?.lease(read.value.state === 'running' ? 'takenOver' : 'claimed');
    observer?.claimed(held.read.value, Math.max(0, now - read.value.dueAt));
    this.#held.set(read.key, held);
    const end = this.#shares.start(read.value.account);
    const run = (): Promise<void> => this.#run(held);
    const running = (observer ? observer.attempt(() => held.read.value, run) : run())
      .catch((error: unknown) => this.#options.onError(error, held.read.value))
      .finally(() => {
        end();
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

  /** Renews the lease while the handler runs. */
  async #handle(held: Held): Promise<JobOutcome> {
    const { clock, handlers, leaseMs } = this.#options;
    const renewing = setInterval(() => void this.#renew(held), leaseMs / 3);
    const signal = held.stop.signal;
    let reportedAt = 0;
    let doing: string | undefined;
    try {
      return await handlers[held.read.value.kind]!(held.read.value, {
        signal,
        progress: async (fraction, next, counted) => {
          signal.throwIfAborted();
          held.completed = counted ?? held.completed;
          const now = clock.now();
          const isNew = next !== undefined && next !== doing;
          if (!isNew && now - reportedAt < PROGRESS_MS) return;
          reportedAt = now;
          doing = next ?? doing;
          await held.step((job) => {
            if (!isHeld(job)) return undefined;
            const further: Job = {
              ...job,
              progress: Math.max(job.progress, Math.min(1, fraction)),
              completed: held.completed,
              updatedAt: now,
            };
            return isNew ? withLogLine(further, now, next) : further;
          });
        },
      });
    } finally {
      clearInterval(renewing);
    }
  }

  async #renew(held: Held): Promise<void> {
    const { clock, leaseMs, onError } = this.#options;
    try {
      if (!(await held.step((job) => ({ ...job, dueAt: clock.now() + leaseMs })))) return await this.#watch(held);
      const now = clock.now();
      this.#options.observer?.lease(now - held.renewedAt > LATE_RENEWAL * leaseMs ? 'renewedLate' : 'renewed');
      held.renewedAt = now;
    } catch (error) {
      onError(error, held.read.value);
    }
  }

  /** The record was written: a cancellation stops the handler, and so does the loss of the lease. */
  async #watch(held: Held): Promise<void> {
    try {
      const ours = await held.refresh();
      const { state } = held.read.value;
      if (state === 'cancelling') held.stop.abort(new Error('The job is cancelled.'));
      else if (!ours && state === 'running') {
        this.#lost(held);
        held.stop.abort(new Error('The lease is lost.'));
      }
    } catch (error) {
      this.#options.onError(error, held.read.value);
    }
  }

  async #finish(held: Held, outcome: JobOutcome): Promise<void> {
    const now = this.#options.clock.now();
    const effects = outcome.state === 'failed' ? outcome.ifFailed : outcome.change;
    const last = (job: Job): Job => completed({ ...job, completed: held.completed }, now, outcome);
    if (await held.step((job) => (job.state === 'running' ? last(job) : undefined), effects)) return;
    await this.#release(held, (job) => this.#retry(job, now, 'A record it changes was changed meanwhile'));
  }

  async #interrupted(held: Held, error: unknown): Promise<void> {
    const now = this.#options.clock.now();
    if (!(error instanceof Failure) && !held.stop.signal.aborted) this.#options.onError(error, held.read.value);
    await this.#release(held, (job) => {
      if (this.#stopped)
        return withLogLine(
          { ...job, state: 'notStarted', attempt: job.attempt - 1, dueAt: now, updatedAt: now },
          now,
          'Returned to the queue: the server is stopping',
        );
      if (storageUnavailable(error))
        return withLogLine(
          { ...job, state: 'notStarted', attempt: job.attempt - 1, dueAt: now + STORAGE_RETRY_MS, updatedAt: now },
          now,
          'Returned to the queue: the storage is not available',
        );
      if (error instanceof Failure) return completed(job, now, { state: 'failed', errors: [{ code: error.kind, message: error.message }] });
      return this.#retry(job, now, `Interrupted: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  /** Releases a job that is still held: as cancelled when that was requested, else in the given state. */
  async #release(held: Held, next: (job: Job) => Job): Promise<void> {
    const now = this.#options.clock.now();
    while (await held.refresh()) {
      if (await held.step((job) => (job.state === 'cancelling' ? completed(job, now, { state: 'cancelled' }) : next(job)))) return;
    }
    this.#lost(held);
  }

  #lost(held: Held): void {
    if (!held.isLost) this.#options.observer?.lease('lost');
    held.isLost = true;
  }

  #retry(read: Job, now: number, why: string): Job {
    const job = withLogLine(read, now, why);
    if (job.attempt >= this.#options.maxAttempts)
      return completed(job, now, { state: 'failed', errors: [{ code: 'unknown', message: 'An unexpected error occurred.' }] });
    return { ...job, state: 'notStarted', updatedAt: now, dueAt: now + RETRY_BASE_MS * 2 ** (job.attempt - 1) };
  }
}

/** A job with times that the clock has not reached: as if it was written now. Undefined when its times are possible. */
function rescheduled(job: Job, now: number, leaseMs: number): Job | undefined {
  if (isHeld(job)) return job.dueAt > now + 2 * leaseMs ? { ...job, dueAt: now + leaseMs } : undefined;
  return job.updatedAt > now + leaseMs ? { ...job, dueAt: now + Math.max(0, job.dueAt - job.updatedAt), updatedAt: now } : undefined;
}

function completed(
  job: Job,
  now: number,
  { state, result, errors }: { state: Job['state']; result?: unknown; errors?: Job['errors'] },
): Job {
  const done: Job = {
    ...job,
    state,
    result,
    errors: errors ?? [],
    progress: state === 'succeeded' ? 1 : job.progress,
    updatedAt: now,
    endedAt: now,
  };
  return withLogLine(done, now, [FINAL_LOG[state] ?? state, ...done.errors.map(({ message }) => message)].join(': '));
}
