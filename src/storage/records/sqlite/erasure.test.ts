/** Deleted data is removed from the files: immediately where it was stored, and with the next `VACUUM` where it was moved from. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Change } from '../../../kernel/change.ts';
import { collection } from '../../../kernel/collection.ts';
import { openSqlite } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'perennial-erasure-'));
let now = 1000;
/** More than a file of a few megabytes waits after a deletion. */
const VACUUM_WAIT_MS = 60_000;
let store = await openSqlite({ folder, now: () => now });
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const notes = collection<{ text: string; until?: number }>('test.notes', {
  indexes: { text: ({ text }) => [text] },
  expiresAt: ({ until }) => until,
});
const remains = (mark: string): string[] => readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(mark));

test('removes deleted, cleared, replaced, expired and erased records from the database file and its WAL', async () => {
  const marks = ['deleted', 'cleared', 'replaced', 'expired', 'erased', 'long'].map((name) => `marker-${name}`);
  const [deleted, cleared, replaced, expired, erased, long] = marks as [string, string, string, string, string, string];
  const change = new Change();
  for (let i = 0; i < 50; i++) {
    change
      .put(notes, 'a', `${deleted}/${i}`, { text: deleted })
      .put(notes, 'a', `${cleared}/${i}`, { text: cleared })
      .put(notes, 'a', `kept/${i}`, { text: replaced });
    change
      .put(notes, 'a', `${expired}/${i}`, { text: expired, until: 2000 })
      .put(notes, 'b', `${erased}/${i}`, { text: erased })
      .put(notes, 'b', `${i}`, { text: long.repeat(400) });
  }
  await store.commit(change);
  for (const mark of marks) assert.notDeepEqual(remains(mark), [], `${mark} is written at all`);
  const deletion = new Change().clear(notes, 'a', cleared);
  for (const read of await store.page(notes, 'a', { prefix: deleted, limit: 100 })) deletion.delete(notes, 'a', read);
  for (const read of await store.page(notes, 'a', { prefix: 'kept', limit: 100 })) deletion.replace(notes, 'a', read, { text: 'another' });
  await store.commit(deletion);
  await store.erase('b');
  now = 3000;
  assert.equal(await store.sweep(1000), 50);
  for (const mark of marks) assert.deepEqual(remains(mark), [], mark);
  assert.ok(remains('another').includes('perennial.db'));
});

/** Writes rows of several sizes in such an order that they move from page to page. */
async function moveRows(account: string, marker: string, prefix: string): Promise<void> {
  const key = (i: number): string => prefix + String((i * 7919) % 1009).padStart(4, '0');
  for (let from = 0; from < 120; from += 20) {
    const change = new Change();
    for (let i = from; i < from + 20; i++)
      change
        .put(notes, account, key(i), { text: `${marker}${i}`.padEnd(100 + 10 * (i % 13), 'x') })
        .put(notes, account, `${key(i)}/stays`, { text: 'y'.repeat(50 * (i % 7)) });
    await store.commit(change);
  }
}

async function deleteMarked(account: string, prefix: string): Promise<void> {
  const deletion = new Change();
  for (const read of await store.page(notes, account, { prefix, limit: 1000 }))
    if (!read.key.endsWith('stays')) deletion.delete(notes, account, read);
  await store.commit(deletion);
}

test('removes what moved rows leave behind on their old pages', async () => {
  for (let round = 0; round < 6; round++) {
    const marker = `moved-${round}-`;
    await moveRows('a', marker, `${round}/`);
    for (const part of ['0', '1']) await deleteMarked('a', `${round}/${part}`);
    now += VACUUM_WAIT_MS;
    await store.sweep(1000);
    assert.deepEqual(remains(marker), [], `round ${round}`);
  }
  assert.deepEqual(await store.integrity(), []);
});

/** How many pages of the file are unused: none after a `VACUUM`. */
const freePages = (): number => readFileSync(join(folder, 'perennial.db')).readUInt32BE(36);

async function putLarge(account: string): Promise<void> {
  const change = new Change();
  for (let i = 0; i < 100; i++) change.put(notes, account, `${i}`, { text: 'x'.repeat(3000) });
  await store.commit(change);
}

test('rewrites the file after an account was erased, without a wait, also after a restart', async () => {
  await putLarge('b');
  await store.erase('b');
  await store.close();
  assert.ok(freePages() > 0);
  store = await openSqlite({ folder, now: () => now });
  await store.sweep(1000);
  assert.equal(freePages(), 0);
});

test('rewrites the file a day after records were replaced', async () => {
  await putLarge('c');
  const change = new Change();
  for (const read of await store.page(notes, 'c', { limit: 1000 })) change.replace(notes, 'c', read, { text: 'z' });
  await store.commit(change);
  await store.sweep(1000);
  assert.ok(freePages() > 0);
  now += 24 * 3_600_000;
  await store.sweep(1000);
  assert.equal(freePages(), 0);
});
