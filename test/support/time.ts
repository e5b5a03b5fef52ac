/**
 * Time that a test drives: a clock, and the timers of the process in its place. One event at a time:
 * the next timer fires, then everything that it set going runs until it waits again. So a test of
 * hours takes milliseconds and goes the same way every time.
 */
interface Timer { due: number; order: number; run: () => void; everyMs?: number; unref(): Timer; ref(): Timer }

const REAL = { setTimeout, setInterval, clearTimeout, clearInterval, setImmediate };

export class SimulatedTime {
  #now: number;
  #order = 0;
  readonly #timers = new Set<Timer>();
  readonly clock = { now: (): number => this.#now };

  /** From here on the timers of the process are these, until `end`. */
  constructor(now = Date.UTC(2026, 0, 15)) {
    this.#now = now;
    const clear = (timer?: unknown): void => void this.#timers.delete(timer as Timer);
    Object.assign(globalThis, { setTimeout: this.#adder(false), setInterval: this.#adder(true), clearTimeout: clear, clearInterval: clear });
  }

  end(): void {
    Object.assign(globalThis, REAL);
  }

  /** In simulated time; rejects when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      }, { once: true });
    });
  }

  /** Lets everything run that waits for no timer. */
  async settle(): Promise<void> {
    await new Promise<void>((resolve) => void REAL.setImmediate(resolve));
  }

  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.until(() => false, end);
    this.#now = end;
  }

  /** Goes from timer to timer until the condition holds; false when time or timers run out before. */
  async until(condition: () => boolean, end = Infinity): Promise<boolean> {
    for (;;) {
      await this.settle();
      if (condition()) return true;
      const next = this.#next();
      if (!next || next.due > end) return false;
      this.#fire(next);
    }
  }

  /** What a promise comes to, with time passing meanwhile. */
  async await<T>(promise: Promise<T>): Promise<T> {
    let ended = false;
    const mark = (): void => void (ended = true);
    promise.then(mark, mark);
    if (!await this.until(() => ended)) throw new Error('Nothing is left to wait for.');
    return await promise;
  }

  #adder(repeats: boolean) {
    return (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]): Timer => {
      const timer: Timer = {
        due: this.#now + ms, order: this.#order++, run: () => run(...values), everyMs: repeats ? Math.max(1, ms) : undefined,
        unref: () => timer, ref: () => timer,
      };
      this.#timers.add(timer);
      return timer;
    };
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (!next || timer.due < next.due || (timer.due === next.due && timer.order < next.order)) next = timer;
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

/** Random numbers from a seed: the same seed, the same run (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) >>> 0;
  }

  /** From 0 to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)]!;
  }
}
