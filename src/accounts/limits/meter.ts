/**
 * Usage: calls per account, operation and month, counted in memory and written to the store every second and at shutdown. The monthly
 * limit of an account is compared with the total of the month, which a single process knows once it has read it, and of which several
 * processes lease slices (quota-slices.ts). An account without a limit costs no read.
 */
import { Change } from '../../kernel/change.ts';
import type { Counters, Store } from '../../kernel/ports/store.ts';
import type { LimitLeases } from '../../kernel/ports/limits.ts';
import { QuotaSlice } from './quota-slices.ts';

interface Month {
  account: string;
  period: string;
  /** What this process has counted and not saved yet. */
  unsaved: Map<string, number>;
  uncounted: number;
  /** The total of the month, of a single process. */
  total?: number;
  slice?: QuotaSlice;
}

export interface SharedLimits {
  leases: Pick<LimitLeases, 'leaseQuota'>;
  process: string;
  now: () => number;
}

export class Meter {
  readonly #store: Pick<Store, 'commit'> & Counters;
  readonly #shared: SharedLimits | undefined;
  readonly #months = new Map<string, Month>();
  /** Months that have ended. */
  readonly #ended: Month[] = [];
  #flushing: Promise<void> = Promise.resolve();

  constructor(store: Pick<Store, 'commit'> & Counters, shared?: SharedLimits) {
    this.#store = store;
    this.#shared = shared;
  }

  /** Counts one call unless the month's limit is reached; a promise only when the store has to be asked first. */
  take(account: string, operation: string, limit: number | undefined, now: number): boolean | Promise<boolean> {
    const month = this.#month(account, periodOf(now));
    if (limit === undefined) return count(month, operation);
    if (month.slice) {
      const admitted = month.slice.take(limit);
      return admitted instanceof Promise ? admitted.then((is) => is && count(month, operation)) : admitted && count(month, operation);
    }
    if (month.total !== undefined) return month.total < limit && count(month, operation);
    return this.#readTotal(month).then(() => month.total! < limit && count(month, operation));
  }

  flush(): Promise<void> {
    const flushed = this.#flushing.then(() => this.#flush());
    this.#flushing = flushed.catch(() => undefined);
    return flushed;
  }

  async #flush(): Promise<void> {
    for (const month of [...this.#ended, ...this.#months.values()]) {
      const { account, period, unsaved } = month;
      if (unsaved.size > 0) {
        month.unsaved = new Map();
        const change = new Change();
        for (const [operation, calls] of unsaved) change.count(account, operation, period, calls);
        try {
          await this.#store.commit(change);
        } catch (error) {
          for (const [operation, calls] of unsaved) month.unsaved.set(operation, (month.unsaved.get(operation) ?? 0) + calls);
          throw error;
        }
        month.uncounted -= sum(unsaved.values());
      }
      await month.slice?.report();
      const ended = this.#ended.indexOf(month);
      if (ended >= 0) this.#ended.splice(ended, 1);
    }
  }

  #month(account: string, period: string): Month {
    const open = this.#months.get(account);
    if (open?.period === period) return open;
    if (open) this.#ended.push(open);
    const month: Month = { account, period, unsaved: new Map(), uncounted: 0 };
    if (this.#shared) month.slice = new QuotaSlice({ ...this.#shared, account, period, uncounted: () => month.uncounted });
    this.#months.set(account, month);
    return month;
  }

  /** Not while counts are saved, which are in neither sum then. */
  async #readTotal(month: Month): Promise<void> {
    const read = this.#flushing.then(() => this.#store.counters(month.account, month.period));
    this.#flushing = read.then(
      () => undefined,
      () => undefined,
    );
    const saved = sum((await read).map(({ total }) => total));
    month.total ??= saved + month.uncounted;
  }
}

let lastMonth = { from: 0, to: 0, period: '' };

/** The month in UTC, as `2026-01`; cached, since nearly every call falls into the same month. */
export function periodOf(now: number): string {
  if (now < lastMonth.from || now >= lastMonth.to) {
    const date = new Date(now);
    lastMonth = {
      from: Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1),
      to: nextMonth(now),
      period: date.toISOString().slice(0, 7),
    };
  }
  return lastMonth.period;
}

/** Until the quota is replenished: the start of the next month in UTC. */
export function daysUntilNextMonth(now: number): number {
  return (nextMonth(now) - now) / 86_400_000;
}

function nextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

function count(month: Month, operation: string): true {
  if (month.total !== undefined) month.total++;
  month.uncounted++;
  month.unsaved.set(operation, (month.unsaved.get(operation) ?? 0) + 1);
  return true;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
