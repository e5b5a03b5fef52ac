/** Limits calls per second with a token bucket per account, one second deep. */
interface Bucket {
  tokens: number;
  at: number;
}

const FORGET_ABOVE = 10_000;

export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();

  /** Takes one call; returns 0, or the seconds until the next is allowed. */
  take(account: string, callsPerSecond: number, now: number): number {
    const depth = Math.max(1, callsPerSecond);
    let bucket = this.#buckets.get(account);
    if (!bucket) {
      if (this.#buckets.size >= FORGET_ABOVE) this.#buckets.clear();
      this.#buckets.set(account, (bucket = { tokens: depth, at: now }));
    }
    bucket.tokens = Math.min(depth, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * callsPerSecond);
    bucket.at = now;
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil((1 - bucket.tokens) / callsPerSecond));
  }
}
