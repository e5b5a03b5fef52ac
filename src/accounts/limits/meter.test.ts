import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Store } from '../../kernel/ports/store.ts';
import { openSqlite } from '../../storage/records/sqlite/store.ts';
import { daysUntilNextMonth, Meter, periodOf } from './meter.ts';

const JANUARY = Date.UTC(2026, 0, 31, 23, 59, 59, 999);
const FEBRUARY = JANUARY + 1;

async function openStore(t: TestContext): Promise<Store> {
  const store = await openSqlite({ now: () => JANUARY });
  t.after(() => store.close());
  return store;
}

test('counts calls by month and operation', async (t) => {
  const store = await openStore(t);
  const meter = new Meter(store);
  for (const operation of ['one', 'two', 'one']) assert.equal(await meter.take('a', operation, undefined, JANUARY), true);
  await meter.take('b', 'one', undefined, JANUARY);
  assert.deepEqual(await store.counters('a'), []);
  await meter.flush();
  await meter.flush();
  assert.deepEqual(await store.counters('a'), [
    { period: '2026-01', name: 'one', total: 2 },
    { period: '2026-01', name: 'two', total: 1 },
  ]);
  assert.deepEqual(await store.counters('b'), [{ period: '2026-01', name: 'one', total: 1 }]);
});

test('limits all operations together and does not count rejected calls', async (t) => {
  const store = await openStore(t);
  const meter = new Meter(store);
  const taken = [];
  for (const operation of ['one', 'two', 'one', 'two']) taken.push(await meter.take('a', operation, 3, JANUARY));
  assert.deepEqual(taken, [true, true, true, false]);
  assert.equal(await meter.take('a', 'one', 4, JANUARY), true);
  assert.equal(await meter.take('none', 'one', 0, JANUARY), false);
  await meter.flush();
  assert.equal(
    (await store.counters('a')).reduce((sum, { total }) => sum + total, 0),
    4,
  );
});

test('counts concurrent first calls', async (t) => {
  const meter = new Meter(await openStore(t));
  const taken = await Promise.all(Array.from({ length: 10 }, async () => await meter.take('a', 'one', 6, JANUARY)));
  assert.equal(taken.filter(Boolean).length, 6);
});

test('starts each month at zero and keeps the last one', async (t) => {
  const store = await openStore(t);
  const meter = new Meter(store);
  assert.deepEqual(
    [await meter.take('a', 'one', 1, JANUARY), await meter.take('a', 'one', 1, JANUARY), await meter.take('a', 'one', 1, FEBRUARY)],
    [true, false, true],
  );
  await meter.flush();
  assert.deepEqual(await store.counters('a'), [
    { period: '2026-01', name: 'one', total: 1 },
    { period: '2026-02', name: 'one', total: 1 },
  ]);
});

test('continues from the stored count after a restart', async (t) => {
  const store = await openStore(t);
  const before = new Meter(store);
  await before.take('a', 'one', 2, JANUARY);
  await before.flush();
  const meter = new Meter(store);
  assert.deepEqual([await meter.take('a', 'one', 2, JANUARY), await meter.take('a', 'one', 2, JANUARY)], [true, false]);
});

test('reads nothing for accounts without a limit', async (t) => {
  const store = await openStore(t);
  let reads = 0;
  const meter = new Meter({ commit: (change) => store.commit(change), counters: (...of) => (reads++, store.counters(...of)) });
  for (const _ of [1, 2]) {
    assert.equal(meter.take('a', 'one', undefined, JANUARY), true);
    await meter.flush();
  }
  assert.equal(reads, 0);
  assert.equal(await meter.take('a', 'one', 2, JANUARY), false, 'a limit that is set later counts them');
  assert.equal(await meter.take('a', 'one', 3, JANUARY), true);
});

test('loses no counts when a flush fails', async (t) => {
  const store = await openStore(t);
  let down = true;
  const meter: Meter = new Meter({
    counters: store.counters.bind(store),
    commit: async (change) => {
      await meter.take('a', 'meanwhile', undefined, JANUARY);
      if (down) throw new Error('The database is unavailable.');
      await store.commit(change);
    },
  });
  await meter.take('a', 'one', undefined, JANUARY);
  await assert.rejects(meter.flush());
  down = false;
  await meter.flush();
  await meter.flush();
  const totals = Object.fromEntries((await store.counters('a')).map(({ name, total }) => [name, total]));
  assert.deepEqual(totals, { meanwhile: 2, one: 1 });
});

test('uses UTC months', () => {
  assert.deepEqual(
    [periodOf(JANUARY), periodOf(FEBRUARY), periodOf(JANUARY), periodOf(Date.UTC(2026, 11, 31))],
    ['2026-01', '2026-02', '2026-01', '2026-12'],
  );
  assert.equal(daysUntilNextMonth(Date.UTC(2026, 1, 1)), 28);
  assert.equal(daysUntilNextMonth(Date.UTC(2028, 1, 28, 12)), 1.5);
  assert.equal(daysUntilNextMonth(Date.UTC(2026, 11, 31)), 1);
});
