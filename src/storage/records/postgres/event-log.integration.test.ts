import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import pg from 'pg';
import { Change } from '../../../kernel/change.ts';
import type { BackupRow, Store } from '../../../kernel/ports/store.ts';
import { newDatabase, stopPostgres } from '../../../../test/support/postgres.ts';
import { messageOf } from './message.ts';
import { migrate } from './migrations.ts';
import { openPostgres } from './store.ts';

const DAY_MS = 24 * 3600_000;
const NO_ADDITIONS = 0;

let url: string;
let client: pg.Client;
let now: number;
let opened: Store[];

after(stopPostgres);

async function open(): Promise<Store> {
  const store = await openPostgres({ url, now: () => now, onError: () => {} });
  opened.push(store);
  return store;
}

/** What a process does every minute. */
async function maintain(): Promise<void> {
  await (await open()).sweep(10);
}

/** Begins a new partition, as after a week. */
async function rotate(): Promise<void> {
  await client.query('update event_segments set started = started - $1', [8 * DAY_MS]);
  await maintain();
}

async function append(store: Store, account: string, ...values: number[]): Promise<void> {
  for (const value of values) await store.commit(new Change().append(account, 'log', value));
}

async function read(store: Store, account: string, from = 0, limit = 100): Promise<number[]> {
  return (await store.readEvents<number>(account, 'log', from, limit)).map(({ value }) => value);
}

async function partitions(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'event_log'::regclass order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function rowsIn(table: string, account: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${table} where account = $1`, [account]);
  return Number(rows[0]!.count);
}

/** Marks were made long enough ago. */
async function later(ms: number): Promise<void> {
  await client.query('update log_segments set dropped = dropped - $1', [ms]);
  await client.query('update event_segments set started = started - $1', [ms]);
}

describe('event log in PostgreSQL', () => {
  beforeEach(async () => {
    url = await newDatabase();
    client = new pg.Client({ connectionString: url });
    await client.connect();
    now = Date.now();
    opened = [];
  });
  afterEach(async () => {
    for (const store of opened) await store.close();
    await client.end();
  });

  test('a database of version 0.1.0 keeps its events, which processes of that version go on reading', async () => {
    await migrate(client, NO_ADDITIONS);
    const commit = async (n: number): Promise<void> => {
      await client.query('select perennial_commit($1::jsonb, $2)', [JSON.stringify([messageOf(new Change().append('a', 'log', n))]), now]);
    };
    await commit(1);
    await commit(2);
    const store = await open();
    assert.deepEqual(await read(store, 'a'), [1, 2]);
    await append(store, 'a', 3);
    await commit(4);
    await maintain();
    assert.deepEqual(await partitions(), ['events'], 'no other partition on the day of the upgrade');
    const { rows } = await client.query<{ value: string }>(
      "select value from events where account = 'a' and log = 'log' order by position",
    );
    assert.deepEqual(
      rows.map(({ value }) => Number(value)),
      [1, 2, 3, 4],
    );
    await rotate();
    await append(store, 'a', 5);
    assert.deepEqual(await read(store, 'a'), [1, 2, 3, 4, 5]);
    assert.deepEqual(await store.problems(), []);
  });

  test('an event that an earlier version wrote during the migration is read', async () => {
    const store = await open();
    await client.query("insert into event_heads (account, log, position) values ('a', 'log', 1)");
    await client.query("insert into events (account, log, position, at, value) values ('a', 'log', 1, 5, '1')");
    assert.deepEqual(await read(store, 'a'), [1]);
    await append(store, 'a', 2);
    assert.deepEqual(await read(store, 'a'), [1, 2]);
  });

  test('reads over partitions as from one table', async () => {
    const store = await open();
    await append(store, 'a', 1, 2, 3);
    await append(store, 'b', 10);
    await rotate();
    await append(store, 'a', 4, 5);
    await rotate();
    await rotate();
    await append(store, 'a', 6);
    await append(store, 'b', 20);
    assert.deepEqual(await partitions(), ['events', 'events_1', 'events_2', 'events_3']);
    const all = [1, 2, 3, 4, 5, 6];
    for (let after = 0; after <= 6; after++)
      for (let limit = 1; limit <= 7; limit++) assert.deepEqual(await read(store, 'a', after, limit), all.slice(after, after + limit));
    assert.deepEqual(await read(store, 'b'), [10, 20]);
    assert.equal(await store.lastPosition('a', 'log'), 6);
  });

  test('a restored backup has all events, and new ones follow', async () => {
    const store = await open();
    await append(store, 'a', 1, 2);
    await rotate();
    await append(store, 'a', 3);
    const rows: BackupRow[] = [];
    for await (const row of store.dump()) rows.push(row);
    const copy = await openPostgres({ url: await newDatabase(), now: () => now, onError: () => {} });
    opened.push(copy);
    await copy.load(
      (async function* () {
        yield* rows;
      })(),
    );
    await append(copy, 'a', 4);
    assert.deepEqual(await read(copy, 'a'), [1, 2, 3, 4]);
    assert.deepEqual(await copy.problems(), []);
  });

  test('retention drops a partition as a table once no log needs it', async () => {
    const store = await open();
    const oldest = now;
    await append(store, 'a', 1, 2);
    await append(store, 'b', 10);
    await rotate();
    now += DAY_MS;
    await append(store, 'a', 3);
    await append(store, 'b', 20);
    await rotate();
    now += DAY_MS;
    await append(store, 'a', 4);
    const drop = (account: string, before: number): Promise<number> => store.dropEvents(account, 'log', before, { isRetention: true });
    assert.equal(await drop('a', oldest + 2 * DAY_MS), 3);
    assert.deepEqual(await read(store, 'a'), [4]);
    assert.equal(await rowsIn('events_1', 'a'), 1, 'hidden, not deleted one by one');
    for await (const row of store.dump()) assert.notDeepEqual('event' in row && row.event.slice(0, 3), ['a', 'log', 3]);
    await later(3600_000);
    await maintain();
    assert.deepEqual(await partitions(), ['events', 'events_1', 'events_2'], 'another log has events in each');
    await drop('b', oldest + 2 * DAY_MS);
    await maintain();
    assert.deepEqual(await partitions(), ['events', 'events_1', 'events_2'], 'statements that began before may still read them');
    await later(3 * DAY_MS);
    await maintain();
    assert.deepEqual(await partitions(), ['events', 'events_2']);
    assert.equal(await rowsIn('events', 'a'), 0, 'the first one is emptied');
    await append(store, 'b', 30);
    assert.deepEqual([await read(store, 'a'), await read(store, 'b')], [[4], [30]]);
    assert.deepEqual(await store.problems(), []);
  });

  test('retention deletes the rows of a log after a day where another log keeps the partition', async () => {
    const store = await open();
    await append(store, 'a', 1, 2);
    await append(store, 'b', 10);
    await rotate();
    await store.dropEvents('a', 'log', now + 1, { isRetention: true });
    await maintain();
    assert.equal(await rowsIn('events', 'a'), 2);
    await later(DAY_MS + 1);
    await maintain();
    assert.equal(await rowsIn('events', 'a'), 0);
    assert.deepEqual([await read(store, 'a'), await read(store, 'b')], [[], [10]]);
  });

  test('a log that its owner deletes is gone from all partitions immediately', async () => {
    const store = await open();
    await append(store, 'a', 1, 2);
    await append(store, 'b', 10);
    await rotate();
    await append(store, 'a', 3);
    now += 1000;
    await append(store, 'a', 4);
    assert.equal(await store.dropEvents('a', 'log', now), 3);
    assert.equal((await rowsIn('events', 'a')) + (await rowsIn('events_1', 'a')), 1);
    assert.deepEqual([await read(store, 'a'), await read(store, 'b')], [[4], [10]]);
  });

  test('erases an account in all partitions, and nobody else', async () => {
    const store = await open();
    // The same places in both tables belong to different accounts.
    await append(store, 'a', 1, 2);
    await append(store, 'b', 10, 11);
    await rotate();
    await append(store, 'b', 12, 13);
    await append(store, 'a', 3, 4);
    await rotate();
    await store.dropEvents('a', 'log', now + 1, { isRetention: true });
    await store.erase('a');
    assert.equal((await rowsIn('event_log', 'a')) + (await rowsIn('log_segments', 'a')) + (await rowsIn('event_heads', 'a')), 0);
    assert.deepEqual(await read(store, 'b'), [10, 11, 12, 13]);
  });

  test('a long read delays the drop of a partition, and no append', async () => {
    const store = await open();
    await append(store, 'a', 1);
    await rotate();
    await append(store, 'a', 2);
    await rotate();
    await store.dropEvents('a', 'log', now + 1, { isRetention: true });
    await later(3600_000);
    await client.query('begin');
    await client.query('select count(*) from event_log');
    await Promise.all([maintain(), append(store, 'a', 3, 4, 5)]);
    assert.deepEqual(await read(store, 'a'), [3, 4, 5]);
    await client.query('commit');
    assert.deepEqual(await partitions(), ['events', 'events_1', 'events_2']);
    await maintain();
    assert.deepEqual(await partitions(), ['events', 'events_2']);
  });
});
