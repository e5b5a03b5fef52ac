import assert from 'node:assert/strict';
import type { Blobs } from '../../kernel/ports/blobs.ts';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Change } from '../../kernel/change.ts';
import { collection } from '../../kernel/collection.ts';
import { MemoryBlobs } from '../blobs/memory/blobs.ts';
import type { BackupRow, Store } from '../../kernel/ports/store.ts';
import { openSqlite } from '../records/sqlite/store.ts';
import { verifyStore } from './verify.ts';

const problemsOf = async (store: Store, blobs: Blobs): Promise<string[]> =>
  (await verifyStore(store, blobs)).problems.map(({ text }) => text);

const photos = collection<{ blob: string }>('photos', { blobs: ({ blob }) => [blob] });

async function openStore(t: TestContext): Promise<Store> {
  const store = await openSqlite({ now: () => 0 });
  t.after(() => store.close());
  return store;
}

/** A copy of a store with some rows altered. */
async function altered(t: TestContext, from: Store, alter: (row: BackupRow) => BackupRow | undefined): Promise<Store> {
  const store = await openStore(t);
  const rows: BackupRow[] = [];
  for await (const row of from.dump()) rows.push(...[alter(row)].filter((kept) => kept !== undefined));
  await store.load(
    (async function* () {
      yield* rows;
    })(),
  );
  return store;
}

async function filled(t: TestContext): Promise<{ store: Store; blobs: Blobs; id: string }> {
  const store = await openStore(t);
  const blobs = new MemoryBlobs(() => 0);
  const id = await blobs.put('a', Buffer.from('image'));
  await store.commit(new Change().create(photos, 'a', 'p', { blob: id }).append('a', 'log', 1));
  for (const account of ['a', ''])
    for (let n = 0; n < 4; n++) await store.commit(new Change().count(account, 'n', 'p', 1).audit(account, { n }));
  return { store, blobs, id };
}

test('reports no problems of an intact store', async (t) => {
  const { store, blobs } = await filled(t);
  assert.deepEqual(await verifyStore(store, blobs), {
    records: 1,
    events: 1,
    auditEntries: 8,
    auditChains: 2,
    auditAnchors: 0,
    blobs: 1,
    withoutChecksum: 0,
    problems: [],
  });
});

test('reports a changed or removed audit entry', async (t) => {
  const { store, blobs } = await filled(t);
  const at = (row: BackupRow, account: string, sequence: number): boolean =>
    'audit' in row && row.audit[0] === account && row.audit[1] === sequence;
  const changed = await altered(t, store, (row) =>
    'audit' in row && at(row, 'a', 2)
      ? { audit: [...row.audit.slice(0, 2), '{"n":"other"}', row.audit[3]] as [string, number, string, string] }
      : row,
  );
  assert.deepEqual(await problemsOf(changed, blobs), ['the audit of account a is broken at entry 2']);
  const dropped = await altered(t, store, (row) => (at(row, '', 3) ? undefined : row));
  assert.deepEqual(await problemsOf(dropped, blobs), ['the audit of the server is broken at entry 3']);
});

test('reports a missing or damaged blob', async (t) => {
  const { store, blobs, id } = await filled(t);
  t.mock.method(blobs, 'read', async () => ({ size: 7, chunks: Readable.from([Buffer.from('picturf')]) }), { times: 1 });
  assert.deepEqual(await problemsOf(store, blobs), [`blob ${id} of account a is damaged`]);
  await blobs.delete('a', id);
  assert.deepEqual(await problemsOf(store, blobs), [`blob ${id} of account a is missing`]);
});

test('reports problems of the database', async (t) => {
  const { store, blobs } = await filled(t);
  t.mock.method(store, 'integrity', async () => ['page 7 is broken']);
  assert.deepEqual(await problemsOf(store, blobs), ['the database reports: page 7 is broken']);
});
