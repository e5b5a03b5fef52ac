import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { BACKUP_FORMAT, BadBackup, hasSecrets, isSignedBy, readManifest, restoreBackup, writeBackup } from './backup.ts';
import type { Manifest } from './backup.ts';
import { Change } from '../../kernel/change.ts';
import { collection } from '../../kernel/collection.ts';
import { FileBlobs } from '../blobs/files/blobs.ts';
import type { BackupRow, Damage, Store } from '../../kernel/ports/store.ts';
import { describeDamage } from './checked-row.ts';
import { openSqlite, openSqliteReadOnly } from '../records/sqlite/store.ts';
import { verifyStore } from './verify.ts';

interface Photo {
  name: string;
  blob?: string;
  until?: number;
}
const photos = collection<Photo>('photos', {
  indexes: { name: ({ name }) => [name] },
  blobs: ({ blob }) => (blob === undefined ? [] : [blob]),
  expiresAt: ({ until }) => until,
});

interface BackupFixture {
  folder: string;
  store: Store;
  blobs: FileBlobs;
  target: string;
}

async function backupFixture(t: TestContext): Promise<BackupFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-backup-'));
  const store = await openSqlite({ now: () => 1000 });
  t.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return { folder, store, blobs: new FileBlobs(join(folder, 'blobs')), target: join(folder, 'backup') };
}

/** Records, an event, a counter, an audit entry and a blob. */
async function filledFixture(t: TestContext): Promise<BackupFixture> {
  const fixture = await backupFixture(t);
  const blob = await fixture.blobs.put('a', Buffer.from('image'));
  await fixture.store.commit(
    new Change()
      .create(photos, 'a', 'p', { name: 'ü\u2028"', blob })
      .create(photos, 'a', 'q', { name: 'q', until: 5000 })
      .append('a', 'log', { n: 1 })
      .count('a', 'calls', '2026-01', 3)
      .audit('a', { did: 'it' }),
  );
  return fixture;
}

const backup = ({ store, blobs, target }: BackupFixture, secrets?: string): Promise<Manifest> =>
  writeBackup({ store, blobs, secrets, target, version: '1.2.3' });

async function rowsOf(store: Store): Promise<string[]> {
  const rows: BackupRow[] = [];
  for await (const row of store.dump()) rows.push(row);
  return rows.map((row) => JSON.stringify(row)).sort();
}

test('restores every row and blob of a backup', async (t) => {
  const from = await filledFixture(t);
  const manifest = await backup(from);
  assert.deepEqual(
    [manifest.format, manifest.version, manifest.rows, manifest.blobs, manifest.blobsGone],
    [BACKUP_FORMAT, '1.2.3', 7, 1, 0],
  );
  assert.deepEqual(await readManifest(from.target), manifest);
  const to = await backupFixture(t);
  await restoreBackup({ store: to.store, blobs: to.blobs, source: from.target });
  assert.deepEqual(await rowsOf(to.store), await rowsOf(from.store));
  assert.deepEqual((await verifyStore(to.store, to.blobs)).problems, []);
  await to.store.commit(new Change().append('a', 'log', { n: 2 }).audit('a', { did: 'more' }));
  assert.deepEqual([await to.store.lastPosition('a', 'log'), (await verifyStore(to.store, to.blobs)).problems], [2, []]);
});

test('counts a blob that was deleted during the backup', async (t) => {
  const from = await filledFixture(t);
  await from.blobs.erase('a');
  const manifest = await backup(from);
  assert.deepEqual([manifest.blobs, manifest.blobsGone], [0, 1]);
  await readManifest(from.target);
});

test('includes secrets on request', async (t) => {
  const from = await filledFixture(t);
  const secrets = join(from.folder, 'secrets');
  mkdirSync(secrets);
  writeFileSync(join(secrets, 'master.key'), 'sealed');
  await backup(from, secrets);
  assert.equal(readFileSync(join(from.target, 'secrets', 'master.key'), 'utf8'), 'sealed');
  assert.equal(await hasSecrets(from.target), true);
  assert.equal(await hasSecrets(from.folder), true);
  assert.equal(await hasSecrets(join(from.folder, 'blobs')), false);
});

test('rejects a target folder that is not empty', async (t) => {
  const from = await filledFixture(t);
  mkdirSync(from.target);
  writeFileSync(join(from.target, 'mine'), 'kept');
  await assert.rejects(backup(from), BadBackup);
  assert.deepEqual(readdirSync(from.target), ['mine']);
});

test('rejects an interrupted backup without a manifest', async (t) => {
  const from = await filledFixture(t);
  t.mock.method(from.store, 'dump', async function* () {
    yield* [];
    throw new Error('The database is unavailable.');
  });
  await assert.rejects(backup(from), /database is unavailable/);
  assert.equal(existsSync(join(from.target, 'manifest.json')), false);
  await assert.rejects(readManifest(from.target), (error) => error instanceof BadBackup && /not a whole backup/.test(error.message));
});

test('refuses a damaged backup and restores its rest on request', async (t) => {
  const from = await filledFixture(t);
  const manifest = await backup(from);
  const path = (name: string): string => join(from.target, name);
  const [account] = readdirSync(path('blobs'));
  const [id] = readdirSync(join(path('blobs'), account!));
  const blob = join('blobs', account!, id!);
  const restore = async (options = {}): Promise<{ to: BackupFixture; leftOut: string[] }> => {
    const to = await backupFixture(t);
    try {
      return { to, leftOut: await restoreBackup({ store: to.store, blobs: to.blobs, source: from.target, ...options }) };
    } catch (error) {
      assert.deepEqual(await rowsOf(to.store), [], 'nothing is restored');
      throw error;
    }
  };
  const refused = (pattern: RegExp): Promise<void> =>
    assert.rejects(restore(), (error) => error instanceof BadBackup && pattern.test(error.message));
  for (const name of ['rows.ndjson', blob, 'manifest.json']) {
    const intact = readFileSync(path(name));
    for (let bit = 0; bit < intact.length * 8; bit += 101) {
      const flipped = Buffer.from(intact);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      writeFileSync(path(name), flipped);
      await refused(/damaged|not a whole backup|newer version/);
    }
    writeFileSync(path(name), intact);
  }
  rmSync(path(blob));
  await refused(/its blobs are not those of its manifest \(0 of 1\)/);
  const intact = readFileSync(path('rows.ndjson'), 'utf8');
  writeFileSync(path('rows.ndjson'), intact.replace('"q"', '"r"'));
  const { to, leftOut } = await restore({ exceptDamaged: true });
  assert.match(leftOut.join(), /row \d+ is damaged,its blobs/);
  assert.deepEqual(
    (await rowsOf(to.store)).sort(),
    (await rowsOf(from.store)).filter((row) => !row.includes('"q"')),
  );
  appendFileSync(path('rows.ndjson'), '{"counter":["a","calls","2026-01",99]}\n');
  await refused(/is damaged/);
  writeFileSync(path('manifest.json'), JSON.stringify({ ...manifest, format: BACKUP_FORMAT + 1, version: '9.9.9' }));
  await assert.rejects(readManifest(from.target), /newer version \(9\.9\.9\)/);
});

test('restores a backup of the format without checksums', async (t) => {
  const from = await filledFixture(t);
  await backup(from);
  const rows = (await rowsOf(from.store)).filter((row) => !row.startsWith('{"auditHead"')).map((row) => `${row}\n`);
  writeFileSync(join(from.target, 'rows.ndjson'), rows.join(''));
  const rowsSha256 = createHash('sha256').update(rows.join('')).digest('hex');
  const manifest = { format: 1, version: '0.1.0', createdDateTime: '', rows: rows.length, rowsSha256, blobs: 1, blobsGone: 0 };
  writeFileSync(join(from.target, 'manifest.json'), JSON.stringify(manifest));
  const to = await backupFixture(t);
  assert.deepEqual(await restoreBackup({ store: to.store, blobs: to.blobs, source: from.target }), []);
  assert.deepEqual(await rowsOf(to.store), await rowsOf(from.store));
  assert.deepEqual((await verifyStore(to.store, to.blobs)).problems, []);
});

test('leaves damaged rows out of a backup and says so', async (t) => {
  const from = await filledFixture(t);
  const folder = join(from.folder, 'data');
  const store = await openSqlite({ folder, now: () => 1000 });
  await store.load(from.store.dump());
  await store.close();
  const db = new DatabaseSync(join(folder, 'perennial.db'));
  db.exec(`update records set value = '{' where key = 'q'`);
  db.close();
  const damaged = openSqliteReadOnly({ folder, now: () => 1000 });
  const found: string[] = [];
  const onDamage = (damage: Damage): number => found.push(describeDamage(damage));
  const manifest = await writeBackup({ store: damaged, blobs: from.blobs, target: from.target, version: '1', onDamage });
  await damaged.close();
  assert.deepEqual([manifest.rows, manifest.rowsDamaged], [6, 1]);
  assert.deepEqual(found, ['record in photos of account a, key "q": its content does not match its checksum']);
});

test('rejects restoring into a store that is not empty', async (t) => {
  const from = await filledFixture(t);
  await backup(from);
  const to = await filledFixture(t);
  const before = await rowsOf(to.store);
  await assert.rejects(restoreBackup({ store: to.store, blobs: to.blobs, source: from.target }), /not empty/);
  assert.deepEqual(await rowsOf(to.store), before);
});

test('signs a backup: who changes it without the key, and computes all checksums again, is noticed', async (t) => {
  const { store, blobs, target } = await filledFixture(t);
  const keyring = (key: string) => ({
    sign: (bytes: Uint8Array, purpose: string) => createHmac('sha256', key).update(purpose).update(bytes).digest('hex'),
  });
  await writeBackup({ store, blobs, target, version: '1', keyring: keyring('own') });
  const manifest = await readManifest(target);
  assert.deepEqual([isSignedBy(manifest, keyring('own')), isSignedBy(manifest, keyring('another'))], [true, false]);
  const { manifestSha256: _, signature, ...rest } = { ...manifest, rowsSha256: 'forged' };
  const manifestSha256 = createHash('sha256').update(JSON.stringify(rest)).digest('hex');
  for (const forged of [
    { ...rest, manifestSha256, signature },
    { ...rest, manifestSha256 },
    { ...rest, format: 1, signature },
  ]) {
    writeFileSync(join(target, 'manifest.json'), JSON.stringify(forged));
    assert.ok(!isSignedBy(await readManifest(target), keyring('own')));
  }
});
