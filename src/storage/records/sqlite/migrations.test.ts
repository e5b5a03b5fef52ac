import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Change } from '../../../kernel/change.ts';
import { collection } from '../../../kernel/collection.ts';
import { NewerData } from '../../newer-data.ts';
import { migrate, migrationOf } from './migrations.ts';
import { databaseFile, DataInUse, openSqlite, openSqliteReadOnly } from './store.ts';

const things = collection<{ n: number }>('things');
const now = (): number => 0;

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-sqlite-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

function setVersion(folder: string, version: number): void {
  const db = new DatabaseSync(databaseFile(folder));
  db.exec(`pragma user_version = ${version}`);
  db.close();
}

test('migrates an empty database once', () => {
  const db = new DatabaseSync(':memory:');
  assert.equal(migrationOf(db), 0);
  migrate(db);
  const version = migrationOf(db);
  assert.ok(version >= 1);
  migrate(db);
  assert.equal(migrationOf(db), version);
  db.close();
});

test('rejects data of a newer version and leaves them untouched', async (t) => {
  const folder = temporaryFolder(t);
  const first = await openSqlite({ folder, now });
  await first.commit(new Change().put(things, 'a', 'k', { n: 1 }));
  await first.close();
  const known = (() => {
    const db = new DatabaseSync(databaseFile(folder));
    const version = migrationOf(db);
    db.close();
    return version;
  })();
  setVersion(folder, known + 1);
  const bytes = readFileSync(databaseFile(folder));
  const clear = (error: unknown): boolean =>
    error instanceof NewerData &&
    error.message.includes(`schema ${known + 1}; this version knows up to ${known}`) &&
    /restore a backup/.test(error.message);
  await assert.rejects(openSqlite({ folder, now }), clear);
  assert.throws(() => openSqliteReadOnly({ folder, now }), clear);
  assert.ok(readFileSync(databaseFile(folder)).equals(bytes));
  setVersion(folder, known);
  const again = await openSqlite({ folder, now });
  assert.deepEqual((await again.get(things, 'a', 'k'))?.value, { n: 1 });
  await again.close();
});

test('allows one writing process per folder, and readers beside it', async (t) => {
  const folder = temporaryFolder(t);
  const store = await openSqlite({ folder, now });
  await assert.rejects(openSqlite({ folder, now }), (error) => error instanceof DataInUse && error.message.includes(folder));
  await store.commit(new Change().put(things, 'a', 'k', { n: 1 }));
  const beside = openSqliteReadOnly({ folder, now });
  assert.deepEqual((await beside.get(things, 'a', 'k'))?.value, { n: 1 });
  await assert.rejects(beside.commit(new Change().put(things, 'a', 'k', { n: 2 })), /reading only/);
  await beside.close();
  await store.close();
  await (await openSqlite({ folder, now })).close();
});
