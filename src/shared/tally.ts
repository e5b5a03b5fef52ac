/**
 * Counters that many calls increment concurrently. Every call writes a record of its own, so that calls never conflict; now
 * and then one of them replaces the records by their sum, so that few are left to read. They are records of the account,
 * deleted together with what they count; the account's usage counters could not be.
 */
import type { Change, Stored } from '../kernel/change.ts';
import type { Collection } from '../kernel/collection.ts';

/** `at` is the time of the last increment. */
export interface Tallied {
  count: number;
  at: number;
}

const CALLS_UNTIL_SUM = 32;

/** Whether a call that adds this many should also sum up the records. */
export function isTimeToSum(added = 1): boolean {
  return Math.random() * CALLS_UNTIL_SUM < added;
}

/** Adds a record under the group, a key prefix that ends in a slash. */
export function addTally<T extends Tallied>(change: Change, to: Collection<T>, account: string, group: string, value: T, id: string): void {
  change.put(to, account, `${group}${id}`, value);
}

/** Deletes records, for their sum to be written instead. A concurrent sum conflicts and runs again. */
export function deleteTallies<T extends Tallied>(change: Change, from: Collection<T>, account: string, read: readonly Stored<T>[]): void {
  for (const one of read) change.delete(from, account, one);
}

/** Records by group. */
export function tallyGroups<T extends Tallied>(read: readonly Stored<T>[]): Map<string, Stored<T>[]> {
  return Map.groupBy(read, ({ key }) => key.slice(0, key.lastIndexOf('/') + 1));
}

export function countOf(read: readonly Stored<Tallied>[]): number {
  return read.reduce((sum, { value: { count } }) => sum + count, 0);
}

/** The records of a group as one: their sum, with the other properties of the newest. */
export function sumTallies<T extends Tallied>(read: readonly Stored<T>[]): T {
  const newest = read.reduce((one, other) => (other.value.at > one.value.at ? other : one)).value;
  return { ...newest, count: countOf(read) };
}
