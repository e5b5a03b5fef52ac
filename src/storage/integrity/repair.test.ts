import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Change } from '../../kernel/change.ts';
import { collection } from '../../kernel/collection.ts';
import type { BackupRow, Store } from '../../kernel/ports/store.ts';
import { MemoryBlobs } from '../blobs/memory/blobs.ts';
import { planRepair } from './repair.ts';
import type { BackupSource } from './repair.ts';
import { openSqlite } from '../records/sqlite/store.ts';
import { verifyStore } from './verify.ts';

const things = collection<{ name: string; n?: number; blob?: string }>('things', {
  indexes: { name: ({ name }) => [name] },
  blobs: ({ blob }) => (blob === undefined ? [] : [blob]),
});

async function place(t: { after(work: () => Promise<void>): void }): Promise<{
  store: Store;
  blobs: MemoryBlobs;
  backup: BackupSource;
  damage(sql: string): void;
  /** Repairs what it can; returns what is left. */
  repair(backup?: BackupSource): Promise<string[]>;
  remedies(backup?: BackupSource): Promise<string[]>;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-repair-'));
  const store = await openSqlite({ folder, now: () => 0 });
  t.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const blobs = new MemoryBlobs(() => 0);
  const blob = await blobs.put('a', Buffer.from('image'));
  const change = new Change().append('a', 'log', 1).append('a', 'log', 2).count('a', 'calls', 'now', 3);
  for (const key of ['k1', 'k2', 'k3', 'k4']) change.put(things, 'a', key, { name: `name of ${key}`, ...(key === 'k4' && { blob }) });
  await store.commit(change.audit('a', { n: 1 }));
  for (const n of [2, 3]) await store.commit(new Change().count('a', 'calls', 'now', 1).audit('a', { n }));
  const rows: BackupRow[] = [];
  for await (const row of store.dump()) rows.push(row);
  const copy = (await blobs.get('a', blob))!;
  const backup: BackupSource = {
    createdDateTime: 'Monday',
    rows: async function* () {
      yield* rows;
    },
    blob: async (account, id) => (account === 'a' && id === blob ? copy : undefined),
  };
  const plan = async (source?: BackupSource) => await planRepair((await verifyStore(store, blobs)).problems, store, source);
  return {
    store,
    blobs,
    backup,
    damage(sql) {
      const db = new DatabaseSync(join(folder, 'perennial.db'));
      db.exec(sql);
      db.close();
    },
    async repair(source) {
      const steps = (await plan(source)).flatMap((remedy) => remedy.steps);
      await store.repair([...steps.filter((step) => 'remove' in step), ...steps.filter((step) => 'write' in step)]);
      return (await verifyStore(store, blobs)).problems.map(({ text }) => text);
    },
    remedies: async (source) => (await plan(source)).map(({ text }) => text),
  };
}

test('restores damaged records, moved ones, their index entries, events, counters and heads from a backup', async (t) => {
  const { store, backup, damage, repair } = await place(t);
  damage(`update records set value = '{' where key = 'k1'`);
  damage(`update records set key = 'moved' where key = 'k2'`);
  damage(`update terms set term = 'another' where key = 'k3' and name = 'name'`);
  damage(`update terms set checksum = 5 where key = 'k4' and name = 'name'`);
  damage(`update events set value = '7' where position = 1`);
  damage(`update event_heads set position = 9`);
  damage(`update counters set total = 99`);
  damage(`update audit_heads set hash = 'x'`);
  assert.deepEqual(await repair(backup), []);
  assert.deepEqual(
    (await store.find(things, 'a', 'name', { limit: 9 })).map(({ key, value }) => [key, value.name]),
    ['k1', 'k2', 'k3', 'k4'].map((key) => [key, `name of ${key}`]),
  );
  assert.deepEqual(
    (await store.readEvents('a', 'log', 0, 9)).map(({ value }) => value),
    [1, 2],
  );
  assert.deepEqual([await store.lastPosition('a', 'log'), (await store.counters('a'))[0]!.total], [2, 5]);
});

test('keeps intact data that is newer than the backup', async (t) => {
  const { store, backup, damage, repair } = await place(t);
  await store.commit(new Change().put(things, 'a', 'k1', { name: 'newer' }));
  await store.commit(new Change().put(things, 'a', 'k2', { name: 'newer' }));
  damage(`update records set value = '{' where key = 'k2'`);
  assert.deepEqual(await repair(backup), []);
  assert.equal((await store.get(things, 'a', 'k1'))!.value.name, 'newer');
  assert.equal((await store.get(things, 'a', 'k2'))!.value.name, 'name of k2', 'an older version, since the newer one is lost');
});

test('restores audit entries if the chain is whole with them', async (t) => {
  const { store, backup, damage, repair } = await place(t);
  await store.commit(new Change().count('a', 'calls', 'now', 1).audit('a', { n: 4 }));
  damage(`update audit set entry = '{}' where sequence = 2; delete from audit where sequence = 1`);
  assert.deepEqual(await repair(backup), []);
  damage(`delete from audit where sequence >= 3`);
  assert.deepEqual(await repair(backup), ['the audit of account a is cut: it ends with entry 2 of 4'], 'entry 4 is in no backup');
});

test('says what a backup holds, and what cannot be restored', async (t) => {
  const { blobs, store, backup, damage, remedies } = await place(t);
  const [read] = await store.find(things, 'a', 'blob', { limit: 1 });
  await blobs.delete('a', read!.value.blob!);
  damage(`update records set value = '{' where key = 'k1'; update counters set total = 99`);
  await store.commit(new Change().put(things, 'a', 'new', { name: 'new' }));
  damage(`update records set value = '{' where key = 'new'`);
  const [first, ...rest] = await remedies(backup);
  assert.equal(first, 'The backup of Monday holds an intact copy');
  assert.deepEqual(rest.sort(), [
    'The backup of Monday holds an intact copy',
    'The backup of Monday holds an intact copy, with the count of that time',
    'The backup of Monday holds no intact copy',
  ]);
  assert.match((await remedies())[0]!, /Name a backup with --backup/);
});
