/**
 * Calls per month of an account over all processes. A process leases a slice of the month's calls, admits from it, and reports how much
 * of it is still held or not yet counted. Counted calls and slices together never exceed the limit; the calls that a killed process has
 * admitted since it last saved its counts are lost.
 */
import { QUOTA_LEASE_MS } from '../../kernel/ports/limits.ts';
import type { LimitLeases } from '../../kernel/ports/limits.ts';

/** Delay before another lease of an exhausted quota. */
const RETRY_MS = 1000;
const MIN_DEMAND_MS = 20;
/** A slice holds the calls of a second. */
const PREFETCH_MS = 1000;

interface Waiting {
  resolve(admitted: boolean): void;
  reject(error: unknown): void;
}

export interface QuotaSliceOptions {
  leases: Pick<LimitLeases, 'leaseQuota'>;
  account: string;
  period: string;
  process: string;
  /** Calls that were admitted and are not in the counters yet. */
  uncounted: () => number;
  now: () => number;
}

export class QuotaSlice {
  readonly #options: QuotaSliceOptions;
  #limit = 0;
  #held = 0;
  #leasedAt = 0;
  #exhausted: { limit: number; until: number } | undefined;
  #waiting: Waiting[] = [];
  #leasing: Promise<void> | undefined;
  #calls = 0;
  #countedFrom = 0;
  /** Whether the store knows of something that this process holds. */
  #isLeased = false;

  constructor(options: QuotaSliceOptions) {
    this.#options = options;
  }

  /** Whether a call may be admitted, which the caller then counts immediately; a promise only when the slice is used up. */
  take(limit: number): boolean | Promise<boolean> {
    const now = this.#options.now();
    this.#calls++;
    if (limit !== this.#limit) this.#held = 0;
    this.#limit = limit;
    if (this.#available(now) > 0) {
      this.#held--;
      return true;
    }
    const { until = 0, limit: of } = this.#exhausted ?? {};
    if (of === limit && now < until && until - now <= RETRY_MS) return false;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#requestLease();
    });
  }

  /** Reports what is left, after counts were saved; an idle process keeps nothing. */
  async report(): Promise<void> {
    if (!this.#isLeased) return;
    if (this.#calls === 0) this.#held = 0;
    await this.#leasing;
    this.#leasing ??= this.#lease();
    await this.#leasing;
  }

  #available(now: number): number {
    if (Math.abs(now - this.#leasedAt) >= QUOTA_LEASE_MS) this.#held = 0;
    return this.#held;
  }

  #requestLease(): void {
    this.#leasing ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#lease());
  }

  async #lease(): Promise<void> {
    const { leases, account, period, process, uncounted, now } = this.#options;
    const requestedAt = now();
    const waiting = this.#waiting.splice(0);
    const limit = this.#limit;
    const kept = this.#available(requestedAt) + uncounted();
    const demand = this.#calls / Math.max(MIN_DEMAND_MS, requestedAt - this.#countedFrom);
    const ahead = waiting.length === 0 ? 0 : Math.floor(demand * PREFETCH_MS);
    this.#calls = 0;
    this.#countedFrom = requestedAt;
    try {
      const { granted } = await leases.leaseQuota({ account, period, limit, process, kept, waiting: waiting.length, ahead });
      this.#leasedAt = requestedAt;
      this.#isLeased = kept + granted > 0;
      const admitted = Math.min(granted, waiting.length);
      this.#exhausted = admitted < waiting.length ? { limit, until: now() + RETRY_MS } : undefined;
      if (limit === this.#limit) this.#held += granted - admitted;
      waiting.forEach(({ resolve }, i) => resolve(i < admitted));
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    } finally {
      this.#leasing = undefined;
      if (this.#waiting.length > 0) this.#requestLease();
    }
  }
}
