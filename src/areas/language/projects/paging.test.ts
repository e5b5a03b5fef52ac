import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Stored } from '../../../kernel/change.ts';
import { collection } from '../../../kernel/collection.ts';
import type { Call } from '../../../kernel/operation.ts';
import type { Records } from '../../../kernel/ports/store.ts';
import { paginate, paginateRecords } from './paging.ts';
import type { ListPage } from './paging.ts';

const items = collection<number>('items');
const PATH = '/items';
const link = (): string => 'http://localhost/items?api-version=1';
const callWith = (query: object): Call => ({ query, params: {}, link }) as unknown as Call;

/** 2,500 records with sorted keys; counts what is read. */
function fakeRecords(): Pick<Records, 'count' | 'page'> & { read: number } {
  const rows = Array.from({ length: 2500 }, (_, i) => ({ key: String(i).padStart(5, '0'), version: 1, value: i }));
  return {
    read: 0,
    count: () => Promise.resolve(rows.length),
    page(_collection, _account, { after = '', limit }) {
      const page = rows.filter(({ key }) => key > after).slice(0, limit);
      this.read += page.length;
      return Promise.resolve(page as never);
    },
  };
}

describe('paging of records', () => {
  const all = Array.from({ length: 2500 }, (_, i) => i);

  for (const query of [
    {},
    { top: 3 },
    { skip: 2, maxpagesize: 5 },
    { top: 7, skip: 1200, maxpagesize: 5 },
    { skip: 2499 },
    { skip: 3000 },
    { top: 0 },
    { top: 1500 },
  ]) {
    it(`returns the same page and link as a list in memory for ${JSON.stringify(query)}`, async () => {
      const { value, nextLink } = await paginateRecords(callWith(query), PATH, fakeRecords(), items, 'account', '');
      assert.deepEqual({ value: value.map((row) => row.value), nextLink }, paginate(callWith(query), PATH, all));
    });
  }

  it('does not read records after the page', async () => {
    const records = fakeRecords();
    await paginateRecords(callWith({ skip: 10, maxpagesize: 5 }), PATH, records, items, 'account', '');
    assert.equal(records.read, 15);
  });

  it('follows links through the whole list', async () => {
    const seen: number[] = [];
    for (let query: Record<string, number> | undefined = { maxpagesize: 700 }; query;) {
      const { value, nextLink }: ListPage<Stored<number>> = await paginateRecords(
        callWith(query),
        PATH,
        fakeRecords(),
        items,
        'account',
        '',
      );
      seen.push(...value.map((row) => row.value));
      const next: URLSearchParams | undefined = nextLink === null ? undefined : new URL(nextLink).searchParams;
      query = next && { skip: Number(next.get('skip')), top: Number(next.get('top')), maxpagesize: Number(next.get('maxpagesize')) };
    }
    assert.deepEqual(seen, all);
  });
});
