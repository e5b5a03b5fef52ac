/** Periodic work of this process; a run never overlaps the previous one. */
export class Schedule {
  readonly #tasks: (() => void)[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  every(ms: number, work: () => Promise<unknown>): void {
    let busy = false;
    const once = (): void => {
      if (busy) return;
      busy = true;
      const run = work()
        .then(() => undefined, this.#onError)
        .finally(() => {
          busy = false;
          this.#running.delete(run);
        });
      this.#running.add(run);
    };
    this.#tasks.push(once);
    this.#timers.add(setInterval(once, ms).unref());
  }

  /** Runs everything now, without waiting for its time. */
  runNow(): void {
    for (const once of this.#tasks) once();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#running);
  }
}
