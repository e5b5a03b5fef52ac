/** Processes that write the same accounts at the same time do not wait for each other in a circle. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { Change } from '../../src/kernel/change.ts';
import { collection } from '../../src/kernel/collection.ts';
import { openPostgres } from '../../src/storage/records/postgres/store.ts';
import { newDatabase, stopPostgres } from '../support/postgres.ts';

const things = collection<{ by: number }>('deadlocks.things');
const PROCESSES = 4;
const ROUNDS = 10;
const THINGS = 12;
const ENTRY = { at: '2026-01-01T00:00:00Z', operation: 'things.put', caller: 'test', request: '', params: {} };

after(stopPostgres);

test('batches of several processes lock accounts, logs and counters in one order', async () => {
  const url = await newDatabase();
  const stores = [];
  for (let i = 0; i < PROCESSES; i++) stores.push(await openPostgres({ url, now: Date.now, onError: () => {} }));
  const numbers = Array.from({ length: THINGS }, (_, n) => n);
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(
      stores.flatMap((store, i) =>
        (i % 2 === 0 ? numbers : numbers.toReversed()).map((n) => {
          const [account, other] = n % 2 === 0 ? ['a', 'b'] : ['b', 'a'];
          const change = new Change().put(things, account!, `thing-${n}`, { by: i });
          if (n % 3 === 0) change.append(account!, 'log', { n }).append(other!, 'log', { n });
          else change.audit(account!, ENTRY);
          for (const name of i % 2 === 0 ? ['get', 'put'] : ['put', 'get']) change.count(account!, name, '2026-01', 1);
          return store.commit(change);
        }),
      ),
    );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ deadlocks: string }>('select deadlocks from pg_stat_database where datname = current_database()');
  assert.equal(Number(rows[0]!.deadlocks), 0);
  const totals = (await stores[0]!.counters('a')).map(({ name, total }) => [name, total]);
  assert.deepEqual(totals, [
    ['get', (PROCESSES * ROUNDS * THINGS) / 2],
    ['put', (PROCESSES * ROUNDS * THINGS) / 2],
  ]);
  await client.end();
  for (const store of stores) await store.close();
});
