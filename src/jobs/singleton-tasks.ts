/**
 * Performs singleton tasks (kernel/singleton-task.ts).
 *
 * A process proves that it is alive by a record that expires unless renewed; a task names the process that holds it. So renewing
 * costs one write per process, however many tasks it holds. A task whose holder is not alive is free, and a process takes it by
 * replacing its record. Whatever a holder commits expects that record unchanged: a holder that was taken for dead changes nothing.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../kernel/ports.ts';
import { Change, Conflict } from '../kernel/change.ts';
import type { Stored } from '../kernel/change.ts';
import { SYSTEM, collection } from '../kernel/collection.ts';
import { Failure } from '../kernel/failures.ts';
import type { Store } from '../kernel/ports/store.ts';
import { LATE_RENEWAL } from '../kernel/ports/telemetry.ts';
import type { LeaseEvent } from '../kernel/ports/telemetry.ts';
import { BY_HOLDER, LeaseLost, singletonTaskKey, singletonTasks } from '../kernel/singleton-task.ts';
import type { BoundSingletonTasks, SingletonTask, SingletonTaskRun } from '../kernel/singleton-task.ts';

const processes = collection<{ until: number }>('processes', { expiresAt: ({ until }) => until });

export interface SingletonTasksOptions {
  store: Store;
  clock: Clock;
  handlers: BoundSingletonTasks;
  leaseMs: number;
  /** Whether no other process uses the store: whatever is held when this one starts was held by one that has ended. */
  isOnlyProcess?: boolean;
  onError: (error: unknown, account: string) => void;
  onLease?: (event: LeaseEvent) => void;
}

interface Held {
  read: Stored<SingletonTask>;
  stop: AbortController;
  /** Whether its record has changed since the last pause began. */
  woken: boolean;
  endPause: () => void;
  done: Promise<void>;
}

const AGAIN_MS = 1000;
/** A task that fails again and again, such as one that meets damaged data, waits longer each time, up to this. */
const LONGEST_AGAIN_MS = 60_000;
const BATCH_SIZE = 100;

export class SingletonTasks {
  readonly #options: SingletonTasksOptions;
  readonly #id = randomUUID();
  readonly #held = new Map<string, Held>();
  /** Tasks whose claim ended in an error: this process may hold them nevertheless. */
  readonly #unsure = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #stopped = false;
  #renewedAt: number | undefined;

  constructor(options: SingletonTasksOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.#renew();
    this.#options.store.onAnnouncement((announcement) => {
      if (!announcement) {
        for (const held of this.#held.values()) {
          wake(held);
          this.#watch(held);
        }
        this.#look();
      } else if (announcement.collection === singletonTasks.name) {
        const held = this.#held.get(announcement.key);
        if (held) this.#watch(held);
        else this.#look();
      } else
        for (const [kind, { wokenBy }] of Object.entries(this.#options.handlers)) {
          if (announcement.collection !== wokenBy) continue;
          const held = this.#held.get(singletonTaskKey(announcement.account, kind));
          if (held) wake(held);
        }
    });
    this.#timer = setInterval(
      () => void this.#renew().catch((error: unknown) => this.#options.onError(error, SYSTEM)),
      this.#options.leaseMs / 3,
    ).unref();
    this.#look();
  }

  /** Stops the tasks and releases them. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#looking;
    const held = [...this.#held.values()];
    for (const { stop } of held) stop.abort(new Error('The server is stopping.'));
    await Promise.all(held.map(({ done }) => done));
    for (const { read } of held) {
      await this.#options.store
        .commit(new Change().replace(singletonTasks, SYSTEM, read, { ...read.value, holder: '' }))
        .catch((error: unknown) => (error instanceof Conflict ? undefined : this.#options.onError(error, read.value.account)));
    }
  }

  get count(): number {
    return this.#held.size;
  }

  async #renew(): Promise<void> {
    const { store, clock, leaseMs, onLease } = this.#options;
    await store.commit(new Change().put(processes, SYSTEM, this.#id, { until: clock.now() + leaseMs }));
    const now = clock.now();
    if (this.#renewedAt !== undefined) onLease?.(now - this.#renewedAt > LATE_RENEWAL * leaseMs ? 'renewedLate' : 'renewed');
    this.#renewedAt = now;
    this.#look();
  }

  #look(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#takeFree()
      .catch((error: unknown) => this.#options.onError(error, SYSTEM))
      .finally(() => {
        this.#looking = undefined;
        if (!this.#lookAgain) return;
        this.#lookAgain = false;
        this.#look();
      });
  }

  /** The record was written: stops the task when the record is not the one that this process claimed. */
  #watch({ read, stop }: Held): void {
    this.#options.store.get(singletonTasks, SYSTEM, read.key).then(
      (now) => (now?.version === read.version ? undefined : stop.abort(leaseLost())),
      (error: unknown) => this.#options.onError(error, read.value.account),
    );
  }

  /** Goes from holder to holder and claims the tasks of dead ones. */
  async #takeFree(): Promise<void> {
    const { store, handlers } = this.#options;
    await this.#makeSure();
    for (let from = '', limit = BATCH_SIZE; !this.#stopped;) {
      const [first] = await store.find(singletonTasks, SYSTEM, BY_HOLDER, { from, limit: 1 });
      if (!first) return;
      const { holder } = first.value;
      if (holder === '' || (holder !== this.#id && !(await this.#isAlive(holder)))) {
        const free = await store.find(singletonTasks, SYSTEM, BY_HOLDER, { from: holder, to: holder, limit });
        let taken = 0;
        for (const read of free) if (handlers[read.value.kind] && (await this.#take(read))) taken++;
        if (free.length === limit) {
          if (taken === 0) limit *= 2;
          continue;
        }
      }
      from = `${holder}\u0001`;
    }
  }

  /** A record that expires later than any that is written now is from before the clock was set back: a living process replaces it soon. */
  async #isAlive(holder: string): Promise<boolean> {
    const { store, clock, leaseMs, isOnlyProcess } = this.#options;
    if (isOnlyProcess) return false;
    const process = await store.get(processes, SYSTEM, holder);
    return process !== undefined && process.value.until <= clock.now() + 2 * leaseMs;
  }

  async #makeSure(): Promise<void> {
    for (const key of this.#unsure) {
      const read = await this.#options.store.get(singletonTasks, SYSTEM, key);
      this.#unsure.delete(key);
      if (read?.value.holder === this.#id) await this.#take(read);
    }
  }

  async #take(read: Stored<SingletonTask>): Promise<boolean> {
    if (this.#stopped) return false;
    const before = this.#held.get(read.key);
    if (before) {
      if (before.read.version !== read.version) before.stop.abort(leaseLost());
      return false;
    }
    const value = { ...read.value, holder: this.#id };
    const change = new Change().replace(singletonTasks, SYSTEM, read, value);
    try {
      await this.#options.store.commit(change);
    } catch (error) {
      if (error instanceof Conflict) return false;
      this.#unsure.add(read.key);
      throw error;
    }
    const held: Held = {
      read: { key: read.key, version: change.puts[0]!.version, value },
      stop: new AbortController(),
      woken: false,
      endPause: () => undefined,
      done: Promise.resolve(),
    };
    this.#held.set(read.key, held);
    this.#options.onLease?.(read.value.holder === '' ? 'claimed' : 'takenOver');
    held.done = this.#perform(held).finally(() => {
      if (!this.#stopped) this.#options.onLease?.('lost');
      this.#held.delete(read.key);
      this.#look();
    });
    return true;
  }

  async #perform(held: Held): Promise<void> {
    const { handlers, onError } = this.#options;
    const { read } = held;
    const { signal } = held.stop;
    const { kind, account } = read.value;
    const run: SingletonTaskRun = {
      signal,
      commit: (change) => {
        // First, so that a former holder gets LeaseLost, whatever else has changed.
        change.expects.unshift(...new Change().expect(singletonTasks, SYSTEM, read, leaseLost).expects);
        return this.#options.store.commit(change);
      },
      pause: (ms) => paused(held, ms),
    };
    for (let againMs = AGAIN_MS; !signal.aborted;) {
      try {
        await handlers[kind]!.perform(account, run);
        againMs = AGAIN_MS;
      } catch (error) {
        if (error instanceof LeaseLost) return;
        if (signal.aborted) return;
        onError(error, account);
        if (error instanceof Failure) {
          againMs = Math.min(2 * againMs, LONGEST_AGAIN_MS);
          // A copy is not woken: new work would only meet the same failure.
          await paused({ ...held, woken: false }, againMs);
          continue;
        }
      }
      await paused(held, AGAIN_MS);
    }
  }
}

function leaseLost(): LeaseLost {
  return new LeaseLost('Another process has taken over the task, or the task is gone.');
}

function wake(held: Held): void {
  held.woken = true;
  held.endPause();
}

async function paused(held: Held, ms: number): Promise<void> {
  const { signal } = held.stop;
  if (!signal.aborted && !held.woken)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end, { once: true });
      held.endPause = end;
      function end(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        held.endPause = () => undefined;
        resolve();
      }
    });
  held.woken = false;
}
