import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { pack } from 'tar-stream';
import { MasterKeyring } from '../../accounts/keys/keyring.ts';
import { Change } from '../../kernel/change.ts';
import { collection, SYSTEM } from '../../kernel/collection.ts';
import { FileBlobs } from '../blobs/files/blobs.ts';
import { openSqlite } from '../records/sqlite/store.ts';
import { archiveFolder } from './backup-archive.ts';
import { writeBackup } from './backup.ts';
import { applyStagedRestore, isRestoreStaged, StagedRestore } from './staged-restore.ts';

const things = collection<{ n: number }>('things');
const KEYRING = new MasterKeyring(Buffer.alloc(32, 1));

function temporary(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-staged-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A backup as a folder. */
async function backupIn(folder: string, keyring?: MasterKeyring): Promise<string> {
  const store = await openSqlite({ now: Date.now });
  await store.commit(new Change().put(things, SYSTEM, 'a', { n: 1 }));
  const target = join(folder, 'backup');
  await writeBackup({ store, blobs: new FileBlobs(join(folder, 'none')), target, version: '1.0.0', ...(keyring && { keyring }) });
  await store.close();
  return target;
}

const archiveOf = async (folder: string): Promise<Buffer> => await buffer(Readable.from(archiveFolder(folder)));

test('keeps a backup that the server has signed, until it is discarded', async (t) => {
  const folder = temporary(t);
  const staged = new StagedRestore(folder, KEYRING);
  assert.equal(await staged.get(), undefined);
  const archive = await archiveOf(await backupIn(folder, KEYRING));
  assert.equal(isRestoreStaged(folder), false);
  const kept = await Promise.all([staged.put(archive), staged.put(archive)]);
  assert.deepEqual(
    kept.map((one) => 'rows' in one),
    [true, true],
  );
  assert.equal((await staged.get())!.version, '1.0.0');
  assert.equal(isRestoreStaged(folder), true);
  assert.deepEqual(readdirSync(join(folder, 'tmp')), []);
  await staged.delete();
  assert.equal(isRestoreStaged(folder), false);
});

test('refuses what it has not signed, what is damaged, and what is no backup', async (t) => {
  const folder = temporary(t);
  const problemOf = async (archive: Uint8Array): Promise<string> => {
    const put = await new StagedRestore(folder, KEYRING).put(archive);
    assert.ok('problem' in put);
    assert.ok(!put.problem.includes(folder), put.problem);
    return put.problem;
  };
  assert.match(await problemOf(await archiveOf(await backupIn(join(folder, '1')))), /not signed with the master key/);
  const other = new MasterKeyring(Buffer.alloc(32, 2));
  assert.match(await problemOf(await archiveOf(await backupIn(join(folder, '2'), other))), /not signed with the master key/);
  const changed = await backupIn(join(folder, '3'), KEYRING);
  writeFileSync(join(changed, 'rows.ndjson'), readFileSync(join(changed, 'rows.ndjson'), 'utf8').replace('"n\\":1', '"n\\":2'));
  assert.match(await problemOf(await archiveOf(changed)), /damaged/);
  const whole = await archiveOf(await backupIn(join(folder, '4'), KEYRING));
  assert.match(await problemOf(whole.subarray(0, 700)), /not a whole/);
  assert.match(await problemOf(Buffer.alloc(5000, 'x')), /not a whole/);
  assert.match(await problemOf(Buffer.alloc(0)), /not a whole backup/);
  for (const header of [
    { name: '../escaped' },
    { name: 'blobs/../../escaped' },
    { name: '/tmp/escaped' },
    { name: 'blobs/a/..' },
    { name: 'secrets' },
    { name: 'manifest.json', type: 'symlink' as const, linkname: '/etc/passwd' },
    { name: 'manifest.json', type: 'link' as const, linkname: 'rows.ndjson' },
  ]) {
    const made = pack();
    made.entry(header, 'type' in header ? '' : 'x');
    made.finalize();
    assert.match(await problemOf(await buffer(made)), /not part of a backup/, header.name);
  }
  assert.equal(isRestoreStaged(folder), false);
  assert.equal(existsSync(join(dirname(folder), 'escaped')), false);
});

/** Files by their text; a folder stands for itself. */
function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function read(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = names.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

const OLD = { 'perennial.db': 'old', 'perennial.db-wal': 'old', 'blobs/a/1': 'old', 'signed-database': 'old' };
const NEW = { 'perennial.db': 'new', 'blobs/a/2': 'new', 'blobs.json': 'new' };
const STAY = { 'secrets/master.key': 'kept' };
const under = (folder: string, files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
const fill = async (_source: string, target: string): Promise<void> => write(target, { ...NEW, 'lock.db': '' });
const DONE = { ...STAY, ...NEW, ...under('before-restore', OLD) };

test('replaces the data, keeps the former data and the secrets', async (t) => {
  const folder = temporary(t);
  write(folder, { ...STAY, ...OLD, 'restore/manifest.json': '{}', 'before-restore/perennial.db': 'oldest' });
  await applyStagedRestore(folder, fill);
  assert.deepEqual(read(folder), DONE);
  assert.equal(isRestoreStaged(folder), false);
});

test('leaves the data as they were when the backup cannot be read', async (t) => {
  const folder = temporary(t);
  const before = { ...STAY, ...OLD, 'restore/manifest.json': '{}', 'before-restore/perennial.db': 'oldest' };
  write(folder, before);
  await assert.rejects(
    applyStagedRestore(folder, async (_source, target) => {
      write(target, { 'perennial.db': 'half' });
      throw new Error('damaged');
    }),
    /damaged/,
  );
  const { 'restored.new/perennial.db': half, ...rest } = read(folder);
  assert.deepEqual([half, rest], ['half', before]);
  await applyStagedRestore(folder, fill);
  assert.deepEqual(read(folder), DONE);
});

test('goes on where a start was interrupted', async (t) => {
  const states: Record<string, (folder: string) => void> = {
    'while it filled': (folder) => write(folder, { 'restored.new/perennial.db': 'half' }),
    'when it had filled': (folder) => write(folder, under('restored', { ...NEW, 'lock.db': '' })),
    'while it moved the former data': (folder) => {
      write(folder, under('restored', NEW));
      mkdirSync(join(folder, 'before-restore.new'));
      renameSync(join(folder, 'perennial.db'), join(folder, 'before-restore.new/perennial.db'));
    },
    'while it moved the new data': (folder) => {
      write(folder, under('restored', NEW));
      mkdirSync(join(folder, 'before-restore'));
      for (const name of ['perennial.db', 'perennial.db-wal', 'blobs', 'signed-database'])
        renameSync(join(folder, name), join(folder, 'before-restore', name));
      for (const name of ['perennial.db', 'blobs.json']) renameSync(join(folder, 'restored', name), join(folder, name));
    },
    'while it cleaned up': (folder) => {
      for (const name of ['perennial.db', 'perennial.db-wal', 'blobs', 'signed-database']) rmSync(join(folder, name), { recursive: true });
      rmSync(join(folder, 'restore'), { recursive: true });
      write(folder, { ...NEW, ...under('before-restore', OLD), 'restored/lock.db': '' });
    },
  };
  for (const [when, interrupt] of Object.entries(states)) {
    const folder = temporary(t);
    write(folder, { ...STAY, ...OLD, 'restore/manifest.json': '{}' });
    interrupt(folder);
    assert.equal(isRestoreStaged(folder), true, when);
    await applyStagedRestore(folder, fill);
    assert.deepEqual(read(folder), DONE, when);
  }
});
