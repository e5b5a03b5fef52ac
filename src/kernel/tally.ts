/**
 * Counts that many calls add to at the same time. Every call writes a record of its own, so that calls never meet; now
 * and then one of them adds up those that are there, so that few are left to read. They are records of the account, which
 * go with what they count in one change; the account's counters, made for its usage and its quota, could not.
 */
import type { Change, Stored } from './change.ts';
import type { Collection } from './collection.ts';

/** `at` is when it was counted last. */
export interface Tallied { count: number; at: number }

const CALLS_UNTIL_SUM = 32;

/** Whether one who adds so many should also add up what is there. */
export function isTimeToSum(added = 1): boolean {
  return Math.random() * CALLS_UNTIL_SUM < added;
}

/** One record more; its key begins with what is counted, which ends in a slash. */
export function addTally<T extends Tallied>(change: Change, to: Collection<T>, account: string, group: string, value: T, id: string): void {
  change.put(to, account, `${group}${id}`, value);
}

/** Takes records out, for their total to be written in their place. Who does so at the same time is refused, and runs again. */
export function takeOut<T extends Tallied>(change: Change, from: Collection<T>, account: string, read: readonly Stored<T>[]): void {
  for (const one of read) change.delete(from, account, one);
}

/** Records by what they count. */
export function tallyGroups<T extends Tallied>(read: readonly Stored<T>[]): Map<string, Stored<T>[]> {
  return Map.groupBy(read, ({ key }) => key.slice(0, key.lastIndexOf('/') + 1));
}

export function countOf(read: readonly Stored<Tallied>[]): number {
  return read.reduce((sum, { value: { count } }) => sum + count, 0);
}

/** Records of one group as one: all that were counted, and beside that what the newest says. */
export function totalOf<T extends Tallied>(read: readonly Stored<T>[]): T {
  const newest = read.reduce((one, other) => other.value.at > one.value.at ? other : one).value;
  return { ...newest, count: countOf(read) };
}
