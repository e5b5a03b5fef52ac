import { setImmediate as yieldToOtherWork } from 'node:timers/promises';
import type { Stored } from '../kernel/change.ts';
import type { Collection } from '../kernel/collection.ts';
import type { Records } from '../kernel/ports/store.ts';

const PAGE_SIZE = 1000;

/** All records of an account in a collection whose key has the prefix, in key order; for bounded sets only. */
export async function readAll<T>(
  records: Pick<Records, 'page'>,
  from: Collection<T>,
  account: string,
  prefix: string,
): Promise<Stored<T>[]> {
  const all: Stored<T>[] = [];
  for (let after: string | undefined; ;) {
    const page = await records.page(from, account, { prefix, after, limit: PAGE_SIZE });
    all.push(...page);
    if (page.length < PAGE_SIZE) return all;
    after = page.at(-1)!.key;
    await yieldToOtherWork();
  }
}
