/** Lists are paged with `top`, `skip` and `maxpagesize`. */
import type { Stored } from '../../../kernel/change.ts';
import type { Collection } from '../../../kernel/collection.ts';
import type { Call } from '../../../kernel/operation.ts';
import type { Records } from '../../../kernel/ports/store.ts';

const MAX_PAGE_SIZE = 1000;

type PagedCall = Call<Record<string, string>, unknown>;

interface Paging {
  top?: number;
  skip?: number;
  maxpagesize?: number;
}

/** One page of a list; the last has no link. */
export interface ListPage<T> {
  value: T[];
  nextLink: string | null;
}

/** The requested page of items that are in memory; `path` is that of the operation. */
export function paginate<T>(call: PagedCall, path: string, items: readonly T[]): ListPage<T> {
  const { skip, limit } = requestedRange(call);
  const value = items.slice(skip, skip + limit);
  return { value, nextLink: nextLink(call, path, items.length, value.length) };
}

/** The requested page of the records with a prefix; records after the page are not read. */
export async function paginateRecords<T>(
  call: PagedCall,
  path: string,
  records: Pick<Records, 'count' | 'page'>,
  collection: Collection<T>,
  account: string,
  prefix: string,
): Promise<ListPage<Stored<T>>> {
  const { skip, limit } = requestedRange(call);
  const value: Stored<T>[] = [];
  let skipped = 0;
  for (let after: string | undefined; value.length < limit;) {
    const wanted = Math.min(MAX_PAGE_SIZE, skip - skipped + limit - value.length);
    const page = await records.page(collection, account, { prefix, after, limit: wanted });
    const unwanted = Math.min(page.length, skip - skipped);
    skipped += unwanted;
    value.push(...page.slice(unwanted));
    if (page.length < wanted) break;
    after = page.at(-1)!.key;
  }
  const total = value.length < limit ? skipped + value.length : await records.count(collection, account, prefix);
  return { value, nextLink: nextLink(call, path, total, value.length) };
}

function requestedRange({ query }: PagedCall): { skip: number; limit: number } {
  const { top = MAX_PAGE_SIZE, skip = 0, maxpagesize = MAX_PAGE_SIZE } = query as Paging;
  return { skip, limit: Math.min(top, maxpagesize, MAX_PAGE_SIZE) };
}

function nextLink(call: PagedCall, path: string, total: number, count: number): string | null {
  const { top = total, skip = 0, maxpagesize = MAX_PAGE_SIZE, ...rest } = call.query as Paging & Record<string, unknown>;
  const remaining = Math.min(top - count, total - skip - count);
  if (count === 0 || remaining <= 0) return null;
  const next = new URL(call.link(path, call.params));
  for (const [name, value] of Object.entries({ ...rest, skip: skip + count, top: top - count, maxpagesize })) {
    if (name !== 'api-version') next.searchParams.set(name, String(value));
  }
  return next.href;
}
