/**
 * The time that accounts have used of something they share, so that the next turn can go to the one that has used least. An account that
 * joins starts level with the one that has used least: it neither saves up time while it is idle nor pays for the past.
 */

interface Share {
  usedMs: number;
  /** When each running call started. */
  readonly running: Set<{ startedAt: number }>;
}

export class TimeShares {
  readonly #now: () => number;
  readonly #shares = new Map<string, Share>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get accounts(): readonly string[] {
    return [...this.#shares.keys()];
  }

  join(account: string): void {
    if (this.#shares.has(account)) return;
    const least = Math.min(...this.accounts.map((other) => this.usedMs(other)));
    this.#shares.set(account, { usedMs: Number.isFinite(least) ? least : 0, running: new Set() });
  }

  /** Without effect while calls of the account run. */
  leave(account: string): void {
    if (this.running(account) === 0) this.#shares.delete(account);
  }

  running(account: string): number {
    return this.#shares.get(account)?.running.size ?? 0;
  }

  /** Including what running calls have used so far. */
  usedMs(account: string): number {
    const share = this.#shares.get(account);
    if (!share) return 0;
    const now = this.#now();
    let used = share.usedMs;
    for (const { startedAt } of share.running) used += now - startedAt;
    return used;
  }

  /** Counts the time until the returned function is called. */
  start(account: string): () => void {
    this.join(account);
    const share = this.#shares.get(account)!;
    const call = { startedAt: this.#now() };
    share.running.add(call);
    return () => {
      if (share.running.delete(call)) share.usedMs += this.#now() - call.startedAt;
    };
  }
}
