/** Damaged rows are noticed by `verify`; those that cannot be read are answered as such and hide no others. */
import assert from 'node:assert/strict';
import { mkdtempSync, openSync, readFileSync, rmSync, writeSync, closeSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Change } from '../../src/kernel/change.ts';
import { collection, SYSTEM } from '../../src/kernel/collection.ts';
import { Failure } from '../../src/kernel/failures.ts';
import type { Damage, Store } from '../../src/kernel/ports/store.ts';
import { MemoryBlobs } from '../../src/storage/blobs/memory/blobs.ts';
import { openPostgres } from '../../src/storage/records/postgres/store.ts';
import { openSqlite } from '../../src/storage/records/sqlite/store.ts';
import { verifyStore } from '../../src/storage/integrity/verify.ts';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { PostgresRows, SqliteRows } from '../support/row-flips.ts';
import type { FlippableRows } from '../support/row-flips.ts';
import { Random } from '../support/simulated-time.ts';

const FLIPS = Number(process.env.FLIPS ?? 150);
const NOW = 1_000_000;
const things = collection<{ name: string; n: number; until?: number }>('test.things', {
  indexes: { name: ({ name }) => [name] },
  expiresAt: ({ until }) => until,
});

interface Place {
  open(onDamage: (damage: Damage) => void, now?: () => number): Promise<Store>;
  rows(): Promise<FlippableRows>;
  execute(sql: string): Promise<void>;
  remove(): void;
}

const places: Record<string, () => Promise<Place>> = {
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perennial-damage-'));
    const file = join(folder, 'perennial.db');
    return {
      open: (onDamage, now = () => NOW) => openSqlite({ folder, now, onDamage }),
      rows: async () => new SqliteRows(file),
      execute: async (sql) => {
        const { DatabaseSync } = await import('node:sqlite');
        const db = new DatabaseSync(file);
        db.exec(sql);
        db.close();
      },
      remove: () => rmSync(folder, { recursive: true, force: true }),
    };
  },
  postgres: async () => {
    const url = await newDatabase();
    return {
      open: (onDamage, now = () => NOW) => openPostgres({ url, now, onError: () => {}, onDamage }),
      rows: () => PostgresRows.connect(url),
      execute: async (sql) => {
        const { default: pg } = await import('pg');
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await client.query(sql);
        await client.end();
      },
      remove: () => {},
    };
  },
};

async function fill(store: Store): Promise<void> {
  for (const account of ['a', 'b']) {
    const change = new Change();
    for (let n = 0; n < 40; n++)
      change.put(things, account, `k${String(n).padStart(2, '0')}`, { name: `näme ${n}`, n, ...(n % 4 === 0 && { until: 2 * NOW }) });
    for (let n = 1; n <= 20; n++) change.append(account, 'log', { n, text: 'an event' });
    await store.commit(change.count(account, 'calls', '2026-01', 12).audit(account, { operation: 'fill' }));
    for (let n = 0; n < 5; n++) await store.commit(new Change().count(account, 'calls', '2026-01', 1).audit(account, { n }));
  }
  await store.anchorAudits('2026-01-01T00:00:00Z');
}

const isDamaged = (error: unknown): boolean => error instanceof Failure && error.kind === 'DataDamaged' && error.status === 409;

for (const [name, newPlace] of Object.entries(places)) {
  describe(`damage: ${name}`, () => {
    let place: Place;
    let store: Store;
    let met: Damage[] = [];
    before(async () => {
      place = await newPlace();
      store = await place.open((damage) => met.push(damage));
      await fill(store);
    });
    beforeEach(() => (met = []));
    after(async () => {
      await store.close();
      place.remove();
    });
    const blobs = new MemoryBlobs(() => NOW);
    const problems = async (): Promise<string[]> => (await verifyStore(store, blobs)).problems.map(({ text }) => text);

    test(`notices each of ${FLIPS} flipped bits`, async () => {
      assert.deepEqual(await problems(), []);
      const random = new Random(7);
      const rows = await place.rows();
      const unnoticed: string[] = [];
      for (let n = 0; n < FLIPS;) {
        const flip = await rows.flip(random);
        if (!flip) continue;
        n++;
        if ((await problems()).length === 0) unnoticed.push(flip.text);
        await flip.undo();
      }
      await rows.close();
      assert.deepEqual(unnoticed, []);
      assert.deepEqual(await problems(), []);
    });

    test('answers a record that cannot be read as damaged and lists the others', async () => {
      const intact = (await store.page(things, 'a', { limit: 100 })).map(({ key }) => key);
      await place.execute(`update records set value = '{"name":"broken' where account = 'a' and key = 'k05'`);
      await place.execute(`update records set value = '' where account = 'a' and key = 'k07'`);
      const broken = ['k05', 'k07'];
      for (const key of broken) await assert.rejects(store.get(things, 'a', key), isDamaged, key);
      const others = intact.filter((key) => !broken.includes(key));
      const keysOf = (read: readonly { key: string }[]): string[] => read.map(({ key }) => key);
      assert.deepEqual(keysOf(await store.page(things, 'a', { limit: 100 })), others);
      assert.deepEqual(keysOf(await store.page(things, 'a', { after: 'k03', limit: 3 })), ['k04', 'k06', 'k08'], 'a page is filled up');
      assert.deepEqual(keysOf(await store.find(things, 'a', 'name', { limit: 100 })).sort(), others);
      assert.equal((await store.find(things, 'a', 'name', { limit: 4 })).length, 4);
      assert.deepEqual(
        new Set(met.map(({ kind, account, key }) => `${kind} ${account} ${key}`)),
        new Set(['record a k05', 'record a k07']),
      );
      await store.commit(new Change().put(things, 'a', 'k05', { name: 'again', n: 5 }));
      assert.equal((await store.get(things, 'a', 'k05'))?.value.name, 'again', 'writing it anew replaces it');
    });

    test('verify names records whose value, version, time to expire or index entry was changed, and those that were moved', async () => {
      await place.execute(`update records set value = '{"name":"other","n":1}' where account = 'b' and key = 'k05'`);
      await place.execute(`update records set version = 9223372036854775807 where account = 'b' and key = 'k06'`);
      await place.execute(`update records set expires = 5 where account = 'b' and key = 'k08'`);
      await place.execute(`update terms set term = 'näme 9x' where account = 'b' and key = 'k09'`);
      await place.execute(`update records set account = 'c' where account = 'b' and key = 'k30'`);
      await place.execute(`update records set key = 'moved' where account = 'b' and key = 'k31'`);
      const listed = (await problems()).join('\n');
      for (const key of ['k05', 'k06', 'k08', 'k09', 'moved']) assert.match(listed, new RegExp(`of account b, key "${key}"`));
      assert.match(listed, /of account c, key "k30"/);
    });

    test('reads past a damaged event and goes on from a damaged head', async () => {
      await place.execute(`update events set value = '{"n":99}' where account = 'a' and position = 4`);
      assert.deepEqual(
        (await store.readEvents('a', 'log', 2, 3)).map(({ position }) => position),
        [3, 5, 6],
      );
      await place.execute(`update event_heads set position = 3 where account = 'a' and log = 'log'`);
      assert.equal(await store.lastPosition('a', 'log'), 20);
      await store.commit(new Change().append('a', 'log', { n: 21 }));
      assert.equal(await store.lastPosition('a', 'log'), 21);
      assert.equal((await store.readEvents('a', 'log', 20, 5))[0]!.position, 21);
    });

    test('does not hide a damaged counter by counting on', async () => {
      await place.execute(`update counters set total = total + 1024 where account = 'a'`);
      await store.commit(new Change().count('a', 'calls', '2026-01', 1).count('a', 'other', '2026-01', 2));
      const counters = (await problems()).filter((text) => text.startsWith('counter'));
      assert.deepEqual(counters, ['counter of account a, key "2026-01/calls": its content does not match its checksum']);
    });

    test('notices edits, cuts, removals and replacements of audit chains, also after further entries', async () => {
      const chains = async (): Promise<string[]> => (await problems()).filter((text) => text.startsWith('the audit'));
      const add = (account: string): Promise<void> =>
        store.commit(new Change().put(things, account, 'x', { name: 'x', n: 0 }).audit(account, { more: 1 }));
      assert.deepEqual(await chains(), []);
      await place.execute(`delete from audit where account = 'a' and sequence > 3`);
      assert.deepEqual(await chains(), ['the audit of account a is cut: it ends with entry 3 of 6']);
      await store.close();
      store = await place.open((damage) => met.push(damage));
      await add('a');
      assert.deepEqual(await chains(), ['the audit of account a is broken at entry 4'], 'new entries do not close the gap');
      await place.execute(`delete from audit where account = 'b'`);
      assert.match((await chains()).join(), /the audit of account b is missing: it had at least 6 entries/);
      await place.execute(`delete from audit_heads where account = 'b'`);
      assert.match((await chains()).join(), /the audit of account b is missing/, 'the server has noted its end');
      await place.execute(`delete from audit where account = '' and sequence > 0`);
      assert.match((await chains()).join(), /the audit of the server is missing/);
    });
  });
}

describe('damage: pages of a SQLite file', () => {
  for (const [what, damage] of Object.entries({
    'zeros in every seventh page': (file: string) =>
      overwritePages(
        file,
        (page) => page % 7 === 3,
        () => 0,
      ),
    'noise in one page': (file: string) =>
      overwritePages(
        file,
        (page) => page === 5,
        (i) => (i * 7919) & 255,
      ),
  }))
    test(`${what}: reported, and reads answer or say that the data is damaged`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'perennial-pages-'));
      try {
        const filled = await openSqlite({ folder, now: () => NOW });
        await fill(filled);
        for (let n = 0; n < 20; n++) {
          const change = new Change();
          for (let i = 0; i < 50; i++) change.put(things, 'many', `${n}/${i}`, { name: `some name ${n}`, n: i });
          await filled.commit(change);
        }
        await filled.close();
        const file = join(folder, 'perennial.db');
        assert.ok(readFileSync(file).length > 40 * 4096);
        damage(file);
        const store = await openSqlite({ folder, now: () => NOW });
        const { problems } = await verifyStore(store, new MemoryBlobs(() => NOW));
        assert.ok(problems.length > 0);
        for (const account of ['a', 'b', 'many', SYSTEM]) {
          const listed = await store.page(things, account, { limit: 2000 }).catch((error: unknown) => {
            assert.ok(isDamaged(error), String(error));
            return [];
          });
          for (const { key } of listed)
            await store.get(things, account, key).catch((error: unknown) => assert.ok(isDamaged(error), String(error)));
          await store.readEvents(account, 'log', 0, 100).catch((error: unknown) => assert.ok(isDamaged(error), String(error)));
          await store.find(things, account, 'name', { limit: 100 }).catch((error: unknown) => assert.ok(isDamaged(error), String(error)));
        }
        await store.close();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
});

after(stopPostgres);

function overwritePages(file: string, isChosen: (page: number) => boolean, byte: (index: number) => number): void {
  const handle = openSync(file, 'r+');
  const pages = statSync(file).size / 4096;
  for (let page = 2; page < pages; page++)
    if (isChosen(page)) writeSync(handle, Buffer.from(Array.from({ length: 4096 }, (_, i) => byte(i))), 0, 4096, page * 4096);
  closeSync(handle);
}
