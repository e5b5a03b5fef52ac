import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { Change } from '../../../kernel/change.ts';
import { collection } from '../../../kernel/collection.ts';
import { newDatabase, stopPostgres } from '../../../../test/support/postgres.ts';
import { openPostgres } from './store.ts';

const things = collection<{ n: number }>('test.things', { indexes: { n: ({ n }) => [String(n)] } });

after(stopPostgres);

test('adds checksums to the rows of earlier versions, a few at a time, and reads each row once', async () => {
  const url = await newDatabase();
  const store = await openPostgres({ url, now: Date.now, onError: () => {} });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const change = new Change();
  for (let n = 0; n < 10; n++) change.put(things, `account-${n % 3}`, `key-${n}`, { n }).append(`account-${n % 3}`, 'log', { n });
  await store.commit(change.count('account-1', 'calls', '2026-11', 1));
  const tables = ['records', 'terms', 'events', 'event_heads', 'counters'];
  for (const table of tables) await client.query(`update ${table} set checksum = -1`);
  await client.query("delete from store_facts where name like 'checksums%'");
  let rounds = 0;
  while (await store.fillChecksums(4)) rounds++;
  assert.ok(rounds >= 4 && rounds <= 8, `${rounds} rounds`);
  for (const table of tables)
    assert.equal((await client.query(`select 1 from ${table} where checksum = -1`)).rowCount, 0, `${table} has rows without a checksum`);
  assert.deepEqual(await store.problems(), []);
  assert.equal(await store.fillChecksums(4), false);
  await client.end();
  await store.close();
});
