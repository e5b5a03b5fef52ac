/** Signals that abort after a time, shared by all calls of the same second: one timer instead of one for each call. */
const SHARED_MS = 1000;

export class Deadlines {
  readonly #afterMs: number;
  #current: AbortSignal | undefined;
  #madeAt = 0;

  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  /** Aborts after the time, or up to a second later. */
  signal(): AbortSignal {
    const now = performance.now();
    if (!this.#current || now - this.#madeAt >= SHARED_MS) {
      this.#current = AbortSignal.timeout(this.#afterMs + SHARED_MS);
      this.#madeAt = now;
    }
    return this.#current;
  }
}
