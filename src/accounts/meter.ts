/**
 * Usage: calls per account, operation and month, counted in memory and written to the store every second
 * and at shutdown. The month's total is compared with the monthly limit; it is read from the store when an
 * account is first seen, and again after each write, so that several processes agree.
 */
import { Change } from '../kernel/change.ts';
import type { Counters, Store } from '../kernel/ports/store.ts';

interface Month {
  period: string;
  total: number;
  unsaved: Map<string, number>;
}

export class Meter {
  readonly #store: Pick<Store, 'commit'> & Counters;
  readonly #months = new Map<string, Month>();

  constructor(store: Pick<Store, 'commit'> & Counters) {
    this.#store = store;
  }

  /** Counts one call unless the month's limit is reached; a promise only when the month's total has to be read first. */
  take(account: string, operation: string, limit: number | undefined, now: number): boolean | Promise<boolean> {
    const month = this.#months.get(account);
    if (month && month.period === periodOf(now)) return count(month, operation, limit);
    return this.#open(account, now).then((opened) => count(opened, operation, limit));
  }

  async flush(): Promise<void> {
    for (const [account, month] of this.#months) {
      if (month.unsaved.size === 0) continue;
      const { unsaved, period } = month;
      month.unsaved = new Map();
      const change = new Change();
      for (const [operation, calls] of unsaved) change.count(account, operation, period, calls);
      try {
        await this.#store.commit(change);
      } catch (error) {
        for (const [operation, calls] of unsaved) month.unsaved.set(operation, (month.unsaved.get(operation) ?? 0) + calls);
        throw error;
      }
      month.total = (await this.#saved(account, period)) + sum(month.unsaved.values());
    }
  }

  async #open(account: string, now: number): Promise<Month> {
    const period = periodOf(now);
    const old = this.#months.get(account);
    if (old && old.period !== period) await this.flush();
    const total = await this.#saved(account, period);
    const open = this.#months.get(account);
    if (open?.period === period) return open;
    const month = { period, total, unsaved: new Map<string, number>() };
    this.#months.set(account, month);
    return month;
  }

  async #saved(account: string, period: string): Promise<number> {
    return sum((await this.#store.counters(account, period)).map(({ total }) => total));
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

function count(month: Month, operation: string, limit: number | undefined): boolean {
  if (limit !== undefined && month.total >= limit) return false;
  month.total++;
  month.unsaved.set(operation, (month.unsaved.get(operation) ?? 0) + 1);
  return true;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
