/** Time limits of many calls with one timer a second. Time in which the process was suspended does not count. */
const SHARED_MS = 1000;
const STEP_MS = 500;

export class Deadlines {
  readonly #afterMs: number;
  readonly #now: () => number;
  #current: AbortSignal | undefined;
  #madeAt = 0;

  constructor(afterMs: number, now = (): number => performance.now()) {
    this.#afterMs = afterMs;
    this.#now = now;
  }

  /** Aborts after the time, or up to a second later. */
  signal(): AbortSignal {
    const now = this.#now();
    if (!this.#current || now - this.#madeAt >= SHARED_MS) {
      const controller = new AbortController();
      this.#countDown(controller, this.#afterMs + SHARED_MS);
      this.#current = controller.signal;
      this.#madeAt = now;
    }
    return this.#current;
  }

  #countDown(controller: AbortController, leftMs: number): void {
    const startedAt = this.#now();
    const stepMs = Math.min(leftMs, STEP_MS);
    setTimeout(() => {
      const left = leftMs - Math.min(this.#now() - startedAt, 2 * stepMs);
      if (left > 0) this.#countDown(controller, left);
      else controller.abort(new DOMException('The query took too long.', 'TimeoutError'));
    }, stepMs).unref();
  }
}
