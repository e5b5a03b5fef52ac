/** Lists of 2022-09-01-preview: newest first, in pages. */
import type { Static } from 'typebox';
import type { Collection } from '../../kernel/collection.ts';
import type { Records } from '../../kernel/ports/store.ts';
import type { PagingQuery } from './schemas.ts';

type Paging = Static<typeof PagingQuery>;

interface Listed {
  id: string;
  creationTime: string;
}

const BATCH_SIZE = 100;

/** The wanted records of one page, and the query of the next page if there is one. */
export async function readPage<T extends Listed>(
  records: Records,
  collection: Collection<T>,
  account: string,
  { paging: { top, skip, maxpagesize }, isWanted = () => true }: { paging: Paging; isWanted?: (record: T) => boolean },
): Promise<{ page: T[]; next?: string }> {
  const ids = await listNewestFirst(records, collection, account, isWanted);
  const count = Math.min(top, maxpagesize);
  const stored = await Promise.all(ids.slice(skip, skip + count).map((id) => records.get(collection, account, id)));
  const page = stored.flatMap((one) => (one ? [one.value] : []));
  const hasMore = top > count && ids.length > skip + count;
  return { page, ...(hasMore && { next: `top=${top - count}&skip=${skip + count}&maxpagesize=${maxpagesize}` }) };
}

/** All wanted ids. Their records, which may be large, are read in batches and not kept. */
async function listNewestFirst<T extends Listed>(
  records: Records,
  collection: Collection<T>,
  account: string,
  isWanted: (record: T) => boolean,
): Promise<string[]> {
  const all: Listed[] = [];
  for (let after: string | undefined; ;) {
    const batch = await records.page(collection, account, { after, limit: BATCH_SIZE });
    for (const { value } of batch) if (isWanted(value)) all.push({ id: value.id, creationTime: value.creationTime });
    if (batch.length < BATCH_SIZE) break;
    after = batch.at(-1)!.key;
  }
  return all.sort((a, b) => (a.creationTime < b.creationTime ? 1 : -1)).map(({ id }) => id);
}
