/**
 * Simulated time: a clock, and replacements for the global timers. One timer fires at a time, then everything
 * it started runs until it waits again. A test of hours takes milliseconds and is deterministic.
 */
interface Timer {
  due: number;
  order: number;
  run: () => void;
  everyMs?: number;
  unref(): Timer;
  ref(): Timer;
}

const REAL_TIMERS = { setTimeout, setInterval, clearTimeout, clearInterval, setImmediate };

export class SimulatedTime {
  #now: number;
  #order = 0;
  readonly #timers = new Set<Timer>();
  readonly clock = { now: (): number => this.#now };

  /** Replaces the global timers until `restore`. */
  constructor(now = Date.UTC(2026, 0, 15)) {
    this.#now = now;
    const clear = (timer?: unknown): void => void this.#timers.delete(timer as Timer);
    Object.assign(globalThis, {
      setTimeout: this.#adder(false),
      setInterval: this.#adder(true),
      clearTimeout: clear,
      clearInterval: clear,
    });
  }

  restore(): void {
    Object.assign(globalThis, REAL_TIMERS);
  }

  /** In simulated time; rejects when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        },
        { once: true },
      );
    });
  }

  /** Runs everything that does not wait for a timer. */
  async flush(): Promise<void> {
    await new Promise<void>((resolve) => void REAL_TIMERS.setImmediate(resolve));
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.runUntil(() => false, end);
    this.#now = end;
  }

  /** Fires timers until the condition holds; false when time or timers run out first. */
  async runUntil(condition: () => boolean, end = Infinity): Promise<boolean> {
    for (;;) {
      await this.flush();
      if (condition()) return true;
      const next = this.#next();
      if (!next || next.due > end) return false;
      this.#fire(next);
    }
  }

  /** Waits for a promise while simulated time passes. */
  async waitFor<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const onSettled = (): void => void (isSettled = true);
    promise.then(onSettled, onSettled);
    if (!(await this.runUntil(() => isSettled))) throw new Error('No timer is left to fire.');
    return await promise;
  }

  #adder(repeats: boolean) {
    return (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]): Timer => {
      const timer: Timer = {
        due: this.#now + ms,
        order: this.#order++,
        run: () => run(...values),
        everyMs: repeats ? Math.max(1, ms) : undefined,
        unref: () => timer,
        ref: () => timer,
      };
      this.#timers.add(timer);
      return timer;
    };
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers)
      if (!next || timer.due < next.due || (timer.due === next.due && timer.order < next.order)) next = timer;
    return next;
  }

  #fire(timer: Timer): void {
    this.#now = Math.max(this.#now, timer.due);
    if (timer.everyMs === undefined) this.#timers.delete(timer);
    else {
      timer.due = this.#now + timer.everyMs;
      timer.order = this.#order++;
    }
    timer.run();
  }
}

/** Seeded random numbers (mulberry32): the same seed gives the same run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) >>> 0;
  }

  /** From 0 inclusive to 1 exclusive. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer, both ends inclusive. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.integer(0, items.length - 1)]!;
  }
}
