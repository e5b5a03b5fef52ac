/** Connections to PostgreSQL: announcements that are lost and found again, connection poolers, and the schema of other versions. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { Change } from '../../src/kernel/change.ts';
import { collection } from '../../src/kernel/collection.ts';
import type { Announcement, Store } from '../../src/kernel/ports/store.ts';
import { StorageUnavailable } from '../../src/kernel/storage-unavailable.ts';
import { NewerData } from '../../src/storage/newer-data.ts';
import { openPostgres } from '../../src/storage/records/postgres/store.ts';
import { inTransaction } from '../../src/storage/records/postgres/transaction.ts';
import { StorageUnusable } from '../../src/storage/storage-unusable.ts';
import { Link } from '../support/link.ts';
import { startPooler, whyNoPooler } from '../support/pgbouncer.ts';
import type { Pooler } from '../support/pgbouncer.ts';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { eventually } from '../support/server.ts';

const things = collection<{ n: number }>('things', { announced: true });

async function open(url: string, directUrl?: string): Promise<{ store: Store; seen: (Announcement | undefined)[] }> {
  const store = await openPostgres({ url, directUrl, now: Date.now, onError: () => {} });
  const seen: (Announcement | undefined)[] = [];
  store.onAnnouncement((announcement) => seen.push(announcement));
  return { store, seen };
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

const put = (store: Store, key: string, n = 1): Promise<void> => store.commit(new Change().put(things, 'a', key, { n }));

after(stopPostgres);

describe('announcements', () => {
  let url: string;
  let writer: Awaited<ReturnType<typeof open>>;
  before(async () => {
    url = await newDatabase();
    writer = await open(url);
  });
  after(() => writer.store.close());

  test('resubscribes after a lost connection and invalidates caches', async () => {
    const reader = await open(url);
    await query(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen perennial' and datname = current_database()`,
    );
    await put(writer.store, 'while-lost');
    await eventually(
      async () => reader.seen,
      (seen) => seen.includes(undefined),
    );
    await eventually(
      async () => {
        await put(writer.store, 'later');
        return reader.seen;
      },
      (seen) => seen.some((one) => one?.key === 'later'),
    );
    await reader.store.close();
  });

  test('everything counts as changed, again and again, while the connection does not answer', async () => {
    const target = new URL(url);
    const link = new Link(Number(target.port));
    target.port = String(await link.listen());
    const reader = await open(url, target.href);
    link.set('frozen');
    await eventually(
      async () => reader.seen,
      (seen) => seen.filter((one) => one === undefined).length >= 3,
    );
    assert.equal((await reader.store.page(things, 'a', { limit: 1 })).length, 1, 'the store itself works');
    link.set('up');
    await eventually(
      async () => {
        await put(writer.store, 'after-freeze');
        return reader.seen;
      },
      (seen) => seen.some((one) => one?.key === 'after-freeze'),
    );
    await reader.store.close();
    link.close();
  });
});

describe('a database that another version has migrated', () => {
  test('is accepted with more additions, and rejected with another schema', async () => {
    const url = await newDatabase();
    const { store } = await open(url);
    await query(url, 'update perennial_schema set additions = additions + 5');
    await store.probe();
    await (await open(url)).store.close();
    await query(url, 'update perennial_schema set version = version + 1');
    await assert.rejects(store.probe(), NewerData);
    await assert.rejects(open(url), NewerData);
    await store.close();
  });
});

describe('a connection pooler in transaction mode', { skip: whyNoPooler }, () => {
  let url: string;
  let pooler: Pooler;
  before(async () => {
    url = await newDatabase();
    pooler = await startPooler(url);
  });
  after(() => pooler.stop());

  test('is refused with what to do when it is the only address', async () => {
    await assert.rejects(open(pooler.url), (error: Error) => {
      assert.ok(error instanceof StorageUnusable);
      assert.match(error.message, /pooler in transaction mode.*PERENNIAL_DATABASE_DIRECT_URL/);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  });

  test('is refused beside the direct address of another database', async () => {
    await assert.rejects(open(pooler.url, await newDatabase()), /must lead to the same database/);
  });

  test('serves two processes beside the direct address: reads, commits, limits and announcements', async () => {
    const [one, other] = [await open(pooler.url, url), await open(pooler.url, url)];
    const write = async (store: Store, key: string): Promise<void> => {
      await put(store, key);
      assert.equal((await store.get(things, 'a', key))?.value.n, 1);
      assert.equal((await store.page(things, 'a', { prefix: key, limit: 9 })).length, 1);
    };
    const keys = Array.from({ length: 60 }, (_, i) => `key-${i}!`);
    await Promise.all(keys.map((key, i) => write(i % 2 === 0 ? one.store : other.store, key)));
    await eventually(
      async () => other.seen.map((seen) => seen?.key),
      (seen) => keys.every((key) => seen.includes(key)),
    );
    const lease = { account: 'a', callsPerSecond: 5, process: 'p', kept: 0, waiting: 9, ahead: 0 };
    assert.equal((await one.store.limitLeases!.leaseRate(lease)).granted, 5);
    await one.store.probe();
    assert.deepEqual(await one.store.problems(), []);
    await Promise.all([one.store.close(), other.store.close()]);
  });
});

describe('transactions', () => {
  let url: string;
  let pool: pg.Pool;
  before(async () => {
    url = await newDatabase();
    await query(url, 'create table counted (n integer); insert into counted values (1)');
    pool = new pg.Pool({ connectionString: url });
    pool.on('error', () => {});
  });
  after(() => pool.end());

  /** Holds a row until the given work is done. */
  const hold = (work: () => Promise<unknown>, idleMs?: number): Promise<void> =>
    inTransaction(
      pool,
      async (client) => {
        await client.query('update counted set n = n + 1');
        await work();
        await client.query('update counted set n = n + 1');
      },
      { idleMs },
    );

  test('of a process that sends nothing are ended, which frees their locks', async () => {
    const holding = hold(() => query(url, 'update counted set n = 10'), 100);
    await assert.rejects(holding, StorageUnavailable);
    assert.deepEqual((await pool.query('select n from counted')).rows, [{ n: 10 }]);
  });

  test('whose connection is lost between two statements fail as unavailable, and the next one works', async () => {
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`;
    await assert.rejects(
      hold(() => query(url, end)),
      StorageUnavailable,
    );
    await hold(async () => {});
    assert.deepEqual((await pool.query('select n from counted')).rows, [{ n: 12 }]);
  });

  test('report errors of the work as they are', async () => {
    await assert.rejects(
      hold(() => Promise.reject(new RangeError('work'))),
      RangeError,
    );
    assert.equal(pool.idleCount, pool.totalCount);
  });
});
