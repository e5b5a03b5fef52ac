import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Change, Conflict } from '../../src/kernel/change.ts';
import { collection, SYSTEM } from '../../src/kernel/collection.ts';
import type { Announcement, BackupRow, Store } from '../../src/kernel/ports/store.ts';
import { storeFixtures } from '../support/stores.ts';
import type { StoreFixture } from '../support/stores.ts';
import { verifyChain } from '../support/verify-chain.ts';
import { stopPostgres } from '../support/postgres.ts';

interface Thing {
  name: string;
  tags?: string[];
  until?: number;
  blobs?: string[];
}
const things = collection<Thing>('test.things', {
  indexes: { name: (thing) => [thing.name], tag: (thing) => thing.tags ?? [] },
  expiresAt: (thing) => thing.until,
  blobs: (thing) => thing.blobs ?? [],
  announced: true,
});
const plain = collection<{ n: number }>('test.plain');

for (const [name, newPlace] of Object.entries(storeFixtures)) {
  describe(`store: ${name}`, () => {
    let place: StoreFixture;
    let store: Store;
    let now = 1_000_000;
    before(async () => {
      place = await newPlace();
      store = await place.open(() => now);
    });
    after(async () => {
      await store.close();
      place.remove();
    });
    const put = (account: string, key: string, value: Thing): Promise<void> => store.commit(new Change().put(things, account, key, value));

    test('reads back committed records, by account', async () => {
      await put('a1', 'k', { name: 'one' });
      assert.deepEqual((await store.get(things, 'a1', 'k'))?.value, { name: 'one' });
      assert.equal(await store.get(things, 'a2', 'k'), undefined);
      assert.equal(await store.get(plain, 'a1', 'k'), undefined);
    });

    test('preserves unusual text', async () => {
      const value = { name: 'nul \u0000, quote ", astral 😀, lone \ud800, line\u2028', tags: ['__proto__'] };
      await store.commit(new Change().put(collection<Thing>('test.texts'), 'a1', '__proto__', value));
      assert.deepEqual((await store.get(collection<Thing>('test.texts'), 'a1', '__proto__'))?.value, value);
    });

    test('pages keys in code-unit order, after a key, by prefix, up to a limit', async () => {
      const keys = ['B', 'a', 'a-1', 'a/1', 'a/2', 'a0', 'b', 'é', 'Z', '_'];
      const change = new Change();
      for (const key of keys) change.put(plain, 'order', key, { n: 1 });
      await store.commit(change);
      const all = (await store.page(plain, 'order', { limit: 100 })).map(({ key }) => key);
      assert.deepEqual(all, [...keys].sort());
      assert.deepEqual(
        (await store.page(plain, 'order', { after: 'a', limit: 2 })).map(({ key }) => key),
        ['a-1', 'a/1'],
      );
      assert.deepEqual(
        (await store.page(plain, 'order', { prefix: 'a/', limit: 9 })).map(({ key }) => key),
        ['a/1', 'a/2'],
      );
      assert.deepEqual(
        (await store.page(plain, 'order', { prefix: 'a/', after: 'a/1', limit: 9 })).map(({ key }) => key),
        ['a/2'],
      );
      assert.deepEqual(await store.page(plain, 'order', { after: 'é', limit: 9 }), []);
    });

    test('counts records by prefix', async () => {
      const change = new Change();
      for (const key of ['a', 'a/1', 'a/2', 'a0', 'é']) change.put(plain, 'count', key, { n: 1 });
      await store.commit(change);
      assert.equal(await store.count(plain, 'count'), 5);
      assert.equal(await store.count(plain, 'count', 'a/'), 2);
      assert.equal(await store.count(plain, 'count', 'b'), 0);
      assert.equal(await store.count(plain, 'other'), 0);
    });

    test('finds records by index in term order, by current terms only', async () => {
      await put('ix', '1', { name: 'beta', tags: ['x', 'y'] });
      await put('ix', '2', { name: 'alpha', tags: ['x'] });
      await put('ix', '3', { name: 'gamma' });
      const find = async (index: string, from?: string, to?: string): Promise<string[]> =>
        (await store.find(things, 'ix', index, { from, to, limit: 10 })).map(({ key }) => key);
      assert.deepEqual(await find('name'), ['2', '1', '3']);
      assert.deepEqual(await find('name', 'b', 'c'), ['1']);
      assert.deepEqual(await find('tag', 'x', 'x'), ['1', '2']);
      assert.deepEqual([await store.countTerms(things, 'ix', 'name'), await store.countTerms(things, 'ix', 'tag')], [3, 3]);
      await put('ix', '1', { name: 'delta' });
      assert.equal(await store.countTerms(things, 'ix', 'tag'), 1);
      assert.equal(await store.countTerms(things, 'other', 'name'), 0);
      assert.deepEqual(await find('tag', 'x', 'x'), ['2']);
      assert.deepEqual(await find('name', 'beta', 'beta'), []);
    });

    test('applies nothing of a change whose expectation fails', async () => {
      await put('cf', 'k', { name: 'first' });
      const read = (await store.get(things, 'cf', 'k'))!;
      await store.commit(new Change().replace(things, 'cf', read, { name: 'second' }));
      const stale = new Change()
        .replace(things, 'cf', read, { name: 'third' })
        .put(plain, 'cf', 'side', { n: 1 })
        .append('cf', 'log', 1)
        .count('cf', 'calls', 'm', 1)
        .audit('cf', { a: 1 });
      await assert.rejects(store.commit(stale), Conflict);
      assert.equal((await store.get(things, 'cf', 'k'))!.value.name, 'second');
      assert.equal(await store.get(plain, 'cf', 'side'), undefined);
      assert.equal(await store.lastPosition('cf', 'log'), 0);
      assert.deepEqual(await store.counters('cf'), []);
      assert.deepEqual(await store.audit('cf', 0, 10), []);
    });

    test('detects a record that was deleted and created again', async () => {
      await put('aba', 'k', { name: 'same' });
      const read = (await store.get(things, 'aba', 'k'))!;
      await store.commit(new Change().delete(things, 'aba', read));
      await put('aba', 'k', { name: 'same' });
      await assert.rejects(store.commit(new Change().replace(things, 'aba', read, { name: 'x' })), Conflict);
    });

    test('lets exactly one of many creators of a key win', async () => {
      const tries = Array.from({ length: 40 }, (_, n) =>
        store.commit(new Change().create(plain, 'race', 'k', { n })).then(
          () => n,
          () => undefined,
        ),
      );
      const others = Array.from({ length: 40 }, (_, n) => store.commit(new Change().create(plain, 'race', `other${n}`, { n })));
      const winners = (await Promise.all(tries)).filter((n) => n !== undefined);
      await Promise.all(others);
      assert.equal(winners.length, 1);
      assert.equal((await store.get(plain, 'race', 'k'))!.value.n, winners[0]);
      assert.equal((await store.page(plain, 'race', { limit: 100 })).length, 41);
    });

    test('treats an expired record as absent, allows creating it again, and sweeps it', async () => {
      await put('ex', 'k', { name: 'short', until: now + 10, tags: ['t'] });
      assert.ok(await store.get(things, 'ex', 'k'));
      now += 10;
      assert.equal(await store.get(things, 'ex', 'k'), undefined);
      assert.deepEqual(await store.page(things, 'ex', { limit: 5 }), []);
      assert.equal(await store.count(things, 'ex'), 0);
      assert.deepEqual(await store.find(things, 'ex', 'tag', { limit: 5 }), []);
      await store.commit(new Change().create(things, 'ex', 'k', { name: 'again', until: now + 10 }));
      now += 10;
      assert.equal(await store.sweep(100), 1);
      assert.equal(await store.sweep(100), 0);
      assert.deepEqual(await store.problems(), []);
    });

    test('clears only the records under a prefix', async () => {
      for (const key of ['g/1', 'g/2', 'g', 'h/1']) await put('cl', key, { name: 'n', tags: ['t'] });
      await store.commit(new Change().clear(things, 'cl', 'g/'));
      assert.deepEqual(
        (await store.page(things, 'cl', { limit: 9 })).map(({ key }) => key),
        ['g', 'h/1'],
      );
      assert.equal((await store.find(things, 'cl', 'tag', { limit: 9 })).length, 2);
    });

    test('appends events in order without gaps under concurrency', async () => {
      await Promise.all(Array.from({ length: 100 }, (_, n) => store.commit(new Change().append('ev', 'log', n).append('ev', 'other', n))));
      const events = await store.readEvents<number>('ev', 'log', 0, 1000);
      assert.deepEqual(
        events.map(({ position }) => position),
        Array.from({ length: 100 }, (_, i) => i + 1),
      );
      assert.deepEqual(new Set(events.map(({ value }) => value)).size, 100);
      assert.deepEqual(
        (await store.readEvents('ev', 'log', 98, 10)).map(({ position }) => position),
        [99, 100],
      );
      now += 1000;
      await store.commit(new Change().append('ev', 'log', 'late'));
      assert.equal(await store.dropEvents('ev', 'log', now), 100);
      assert.equal((await store.readEvents('ev', 'log', 0, 10))[0]!.position, 101);
      assert.equal(await store.lastPosition('ev', 'log'), 101);
    });

    test('adds up counters', async () => {
      await Promise.all(
        Array.from({ length: 20 }, () => store.commit(new Change().count('ct', 'calls', '2026-01', 2).count('ct', 'calls', '2026-02', 1))),
      );
      assert.deepEqual(await store.counters('ct', '2026-01'), [{ name: 'calls', period: '2026-01', total: 40 }]);
      assert.equal((await store.counters('ct')).length, 2);
    });

    test('builds the same valid audit chain on every store', async () => {
      await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          store.commit(new Change().put(plain, 'au', String(n), { n }).audit('au', { n, text: 'ü\u0000' })),
        ),
      );
      const verdict = await verifyChain(store, 'au');
      assert.deepEqual([verdict.entries, verdict.brokenAt], [30, undefined]);
    });

    test('announces changes', async () => {
      const heard: (Announcement | undefined)[] = [];
      const announced = new Promise<void>((resolve) =>
        store.onAnnouncement((announcement) => {
          if (announcement?.account !== 'an') return;
          heard.push(announcement);
          resolve();
        }),
      );
      await store.commit(new Change().put(plain, 'an', 'silent', { n: 1 }));
      await put('an', 'k', { name: 'x' });
      await announced;
      assert.deepEqual(heard, [{ collection: 'test.things', account: 'an', key: 'k' }]);
    });

    test('reports a blob as used while a record names it', async () => {
      await put('bl', 'k', { name: 'x', blobs: ['b1'] });
      const used = async (account: string): Promise<string[]> => [...(await store.usedBlobs(account, ['b0', 'b1', 'b2']))];
      assert.deepEqual(await used('bl'), ['b1']);
      assert.deepEqual(await used('other'), []);
      await put('bl', 'k', { name: 'x' });
      assert.deepEqual(await used('bl'), []);
    });

    test('erases an account except its audit, and no other account', async () => {
      for (const account of ['er', 'er2'])
        await store.commit(
          new Change()
            .put(things, account, 'k', { name: 'x' })
            .append(account, 'log', 1)
            .count(account, 'c', 'p', 1)
            .audit(account, { x: 1 }),
        );
      await store.erase('er');
      const left: string[] = [];
      for await (const row of store.dump()) {
        const [kind, values] = Object.entries(row)[0] as [string, unknown[]];
        if (values.includes('er')) left.push(kind);
      }
      assert.deepEqual(left.sort(), ['audit', 'auditHead']);
      assert.ok(await store.get(things, 'er2', 'k'));
      assert.equal(await store.lastPosition('er2', 'log'), 1);
    });

    test('loads a dump into any other store unchanged', async () => {
      const rows = await collect(store.dump());
      for (const [otherName, newOther] of Object.entries(storeFixtures)) {
        const otherPlace = await newOther();
        const other = await otherPlace.open(() => now);
        await other.load(stream(rows));
        assert.deepEqual(sorted(await collect(other.dump())), sorted(rows), otherName);
        await assert.rejects(other.load(stream(rows)), /not empty/);
        await other.close();
        otherPlace.remove();
      }
    });

    if (name !== 'sqlite memory')
      test('keeps everything when closed and opened again', async () => {
        await store.commit(new Change().put(plain, SYSTEM, 'stays', { n: 7 }));
        const rows = sorted(await collect(store.dump()));
        await store.close();
        store = await place.open(() => now);
        assert.deepEqual(sorted(await collect(store.dump())), rows);
      });

    if (name === 'postgres')
      test('two processes on one database: one creator wins, appends interleave without gaps', async () => {
        const second = await place.open(() => now);
        const tries = Array.from({ length: 60 }, (_, n) =>
          (n % 2 ? store : second)
            .commit(
              new Change()
                .create(plain, 'two', `k${n % 6}`, { n })
                .append('two', 'log', n)
                .audit('two', { n }),
            )
            .then(
              () => 1,
              () => 0,
            ),
        );
        assert.equal(
          (await Promise.all<number>(tries)).reduce((a, b) => a + b, 0),
          6,
        );
        assert.equal(await store.lastPosition('two', 'log'), 6);
        assert.equal((await verifyChain(second, 'two')).entries, 6);
        await second.close();
      });
  });
}

after(stopPostgres);

async function collect(rows: AsyncIterable<BackupRow>): Promise<BackupRow[]> {
  const all: BackupRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

async function* stream(rows: BackupRow[]): AsyncIterable<BackupRow> {
  yield* rows;
}

function sorted(rows: BackupRow[]): string[] {
  return rows
    .map((row) =>
      JSON.stringify('record' in row ? { record: [...row.record.slice(0, 6), row.record[6].map((pair) => pair.join()).sort()] } : row),
    )
    .sort();
}
