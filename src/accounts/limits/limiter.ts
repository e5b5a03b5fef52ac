/** Limits calls per second with a token bucket per account, one second deep. */
export interface RateLimiter {
  /** Takes one call; returns 0, or the seconds until the next is allowed. A promise only when it has to ask other processes. */
  take(account: string, callsPerSecond: number, now: number): number | Promise<number>;
}

const MAX_ENTRIES = 10_000;

export class TokenBucket {
  #tokens: number;
  #at: number;

  constructor(tokens: number, now: number) {
    this.#tokens = tokens;
    this.#at = now;
  }

  take(callsPerSecond: number, now: number): number {
    const depth = Math.max(1, callsPerSecond);
    this.#tokens = Math.min(depth, this.#tokens + (Math.max(0, now - this.#at) / 1000) * callsPerSecond);
    this.#at = now;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil((1 - this.#tokens) / callsPerSecond));
  }
}

/** For a single process: the buckets are in memory. */
export class LocalRateLimiter implements RateLimiter {
  readonly #buckets = new Map<string, TokenBucket>();

  take(account: string, callsPerSecond: number, now: number): number {
    let bucket = this.#buckets.get(account);
    if (!bucket) {
      if (this.#buckets.size >= MAX_ENTRIES) this.#buckets.clear();
      this.#buckets.set(account, (bucket = new TokenBucket(Math.max(1, callsPerSecond), now)));
    }
    return bucket.take(callsPerSecond, now);
  }
}
