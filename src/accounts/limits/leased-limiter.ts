/**
 * Calls per second of an account over all processes. The bucket is in the store; a process leases calls from it: those that wait, and a
 * few for those that it expects. So most calls cost no round trip, and all processes together admit what one bucket would. A process
 * that cannot reach the store admits its share by a bucket of its own.
 */
import type { Clock } from '../../kernel/ports.ts';
import { RATE_LEASE_MS } from '../../kernel/ports/limits.ts';
import type { LimitLeases } from '../../kernel/ports/limits.ts';
import { TokenBucket } from './limiter.ts';
import type { RateLimiter } from './limiter.ts';

/** Calls leased in advance: the expected demand of this time, by all processes at most this share of the calls per second. */
const PREFETCH_MS = 200;
const PREFETCH_SHARE = 0.05;
/** Used instead for this time after the bucket was empty, so that at most a twentieth of the limit stays unused. */
const LOW_PREFETCH_SHARE = 0.02;
const LOW_BUCKET_MS = 1000;
/** The shortest time over which demand is measured. */
const MIN_DEMAND_MS = 20;
/** Delay before another lease of an empty bucket: a fortieth of a second's calls is available by then. */
const RETRY_MS = 25;
const TIMEOUT_MS = 1000;
const OFFLINE_MS = 1000;
const MAX_ENTRIES = 10_000;

interface Entry {
  callsPerSecond: number;
  held: number;
  /** When the request for what is held was sent. */
  leasedAt: number;
  /** The bucket was empty: no lease is requested before. */
  retryAt: number;
  /** When the next call can be had. */
  emptyUntil: number;
  waiting: ((retryAfter: number) => void)[];
  isLeasing: boolean;
  calls: number;
  countedFrom: number;
  processes: number;
  /** While the store cannot be reached. */
  local?: TokenBucket;
}

export interface LeasedLimiterOptions {
  leases: Pick<LimitLeases, 'leaseRate'>;
  process: string;
  clock: Clock;
  onError: (error: unknown) => void;
  /** How long the store may take to answer. */
  timeoutMs?: number;
  /** A timer, by the clock; that of Node when omitted. */
  later?: (run: () => void, ms: number) => unknown;
}

export class LeasedRateLimiter implements RateLimiter {
  readonly #options: LeasedLimiterOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: LeasedLimiterOptions) {
    this.#options = options;
  }

  take(account: string, callsPerSecond: number, now: number): number | Promise<number> {
    const entry = this.#entry(account, callsPerSecond, now);
    entry.calls++;
    if (heldBy(entry, now) > 0) {
      entry.held--;
      return 0;
    }
    if (entry.local) {
      if (now >= entry.retryAt) this.#requestLease(account, entry);
      return entry.local.take(callsPerSecond / entry.processes, now);
    }
    const delayMs = isBefore(now, entry.retryAt) ? entry.retryAt - now : 0;
    if (delayMs > 0 && (delayMs > RETRY_MS || entry.waiting.length >= maxHeld(entry))) return secondsUntil(entry.emptyUntil, now);
    return new Promise((resolve) => {
      entry.waiting.push(resolve);
      this.#requestLease(account, entry, delayMs);
    });
  }

  #entry(account: string, callsPerSecond: number, now: number): Entry {
    let entry = this.#entries.get(account);
    if (entry?.callsPerSecond === callsPerSecond) return entry;
    if (!entry && this.#entries.size >= MAX_ENTRIES)
      for (const [id, { isLeasing }] of this.#entries) if (!isLeasing) this.#entries.delete(id);
    entry = {
      callsPerSecond,
      held: 0,
      leasedAt: 0,
      retryAt: 0,
      emptyUntil: 0,
      waiting: [],
      isLeasing: false,
      calls: 0,
      countedFrom: now,
      processes: entry?.processes ?? 1,
    };
    this.#entries.set(account, entry);
    return entry;
  }

  /** One request at a time, for all calls that have come in until it is sent. */
  #requestLease(account: string, entry: Entry, delayMs = 0): void {
    if (entry.isLeasing) return;
    entry.isLeasing = true;
    const lease = (): void => {
      void this.#lease(account, entry).finally(() => {
        entry.isLeasing = false;
        this.#leaseForRest(account, entry);
      });
    };
    if (delayMs > 0) (this.#options.later ?? setTimeout)(lease, delayMs);
    else setImmediate(lease);
  }

  /** Handles calls that arrived during the request; the bucket may be empty by now. */
  #leaseForRest(account: string, entry: Entry): void {
    const now = this.#options.clock.now();
    if (entry.waiting.length === 0) return;
    if (entry.local) return this.#serve(entry, 0, now);
    if (!isBefore(now, entry.retryAt)) return this.#requestLease(account, entry);
    const delayMs = entry.retryAt - now;
    this.#refuse(entry, delayMs > RETRY_MS ? 0 : maxHeld(entry), now);
    if (entry.waiting.length > 0) this.#requestLease(account, entry, delayMs);
  }

  #refuse(entry: Entry, kept: number, now: number): void {
    for (const resolve of entry.waiting.splice(kept)) resolve(secondsUntil(entry.emptyUntil, now));
  }

  async #lease(account: string, entry: Entry): Promise<void> {
    const { leases, process, clock, timeoutMs = TIMEOUT_MS } = this.#options;
    const { callsPerSecond } = entry;
    const requestedAt = clock.now();
    const kept = heldBy(entry, requestedAt);
    const waiting = entry.waiting.length;
    const demand = entry.calls / Math.max(MIN_DEMAND_MS, requestedAt - entry.countedFrom);
    const share = Math.abs(requestedAt - entry.emptyUntil) < LOW_BUCKET_MS ? LOW_PREFETCH_SHARE : PREFETCH_SHARE;
    const ahead = Math.floor(Math.min(demand * PREFETCH_MS, (callsPerSecond * share) / entry.processes));
    entry.calls = 0;
    entry.countedFrom = requestedAt;
    try {
      const lease = await within(timeoutMs, leases.leaseRate({ account, callsPerSecond, process, kept, waiting, ahead }));
      const now = clock.now();
      entry.local = undefined;
      entry.processes = lease.processes;
      entry.leasedAt = requestedAt;
      const served = Math.min(lease.granted, waiting);
      entry.held += lease.granted - served;
      if (lease.granted < waiting + ahead) {
        // From the time of the request: an answer that was slow must not keep calls waiting longer.
        entry.emptyUntil = requestedAt + lease.waitMs;
        entry.retryAt = requestedAt + Math.max(RETRY_MS, lease.waitMs);
      }
      this.#serve(entry, served, now, waiting);
    } catch (error) {
      if (!entry.local) this.#options.onError(error);
      const now = clock.now();
      entry.local ??= new TokenBucket(0, now);
      entry.retryAt = now + OFFLINE_MS;
      this.#serve(entry, 0, now);
    }
  }

  /** Answers waiting calls: the first ones are admitted, the others as the bucket allows. */
  #serve(entry: Entry, admitted: number, now: number, count = entry.waiting.length): void {
    const { callsPerSecond, processes, local, emptyUntil } = entry;
    entry.waiting.splice(0, count).forEach((resolve, i) => {
      if (i < admitted) resolve(0);
      else resolve(local ? local.take(callsPerSecond / processes, now) : secondsUntil(emptyUntil, now));
    });
  }
}

/** How many calls may wait for the next lease of an empty bucket: as many as it gains by then. All others are refused immediately. */
function maxHeld({ callsPerSecond }: Entry): number {
  return Math.ceil((callsPerSecond * RETRY_MS) / 1000);
}

/** What is held and not too old. */
function heldBy(entry: Entry, now: number): number {
  if (Math.abs(now - entry.leasedAt) >= RATE_LEASE_MS) entry.held = 0;
  return entry.held;
}

/** A time that is far ahead is from before the clock was set back. */
function isBefore(now: number, time: number): boolean {
  return now < time && time - now < 3_600_000;
}

function secondsUntil(time: number, now: number): number {
  return Math.max(1, Math.ceil((time - now) / 1000));
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The store did not answer in time.')), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
