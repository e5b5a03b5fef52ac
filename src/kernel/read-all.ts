import type { Stored } from './change.ts';
import type { Collection } from './collection.ts';
import type { Records } from './ports/store.ts';

const AT_ONCE = 1000;

/** All records of an account in a collection whose key begins so, in the order of their keys; for sets that are bounded. */
export async function readAll<T>(records: Pick<Records, 'page'>, from: Collection<T>, account: string, prefix: string): Promise<Stored<T>[]> {
  const all: Stored<T>[] = [];
  for (let after: string | undefined; ;) {
    const page = await records.page(from, account, { prefix, after, limit: AT_ONCE });
    all.push(...page);
    if (page.length < AT_ONCE) return all;
    after = page.at(-1)!.key;
  }
}
