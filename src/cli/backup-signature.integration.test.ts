import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { MasterKeyring } from '../accounts/keys/keyring.ts';
import { readConfig } from '../config.ts';
import { Change } from '../kernel/change.ts';
import { collection, SYSTEM } from '../kernel/collection.ts';
import { FileBlobs } from '../storage/blobs/files/blobs.ts';
import { readManifest, writeBackup } from '../storage/integrity/backup.ts';
import type { Manifest } from '../storage/integrity/backup.ts';
import { openSqlite } from '../storage/records/sqlite/store.ts';
import { describeSignature } from './backup-signature.ts';

const things = collection<{ n: number }>('things');
const OWN = '01'.repeat(32);
const OTHER = '02'.repeat(32);

/** A backup, and how a server with a master key describes it. */
async function backupSignedWith(t: TestContext, signer?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-signature-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const store = await openSqlite({ now: Date.now });
  await store.commit(new Change().put(things, SYSTEM, 'a', { n: 1 }));
  const target = join(folder, 'backup');
  const keyring = signer === undefined ? undefined : new MasterKeyring(Buffer.from(signer, 'hex'));
  await writeBackup({ store, blobs: new FileBlobs(join(folder, 'none')), target, version: '1.0.0', ...(keyring && { keyring }) });
  await store.close();
  const manifest = await readManifest(target);
  const described = async (masterKey: string | undefined, isAccepted = false, shown: Manifest = manifest): Promise<string> => {
    const env = masterKey === undefined ? {} : { PERENNIAL_MASTER_KEY: masterKey };
    const { config } = readConfig({ argv: ['--data', join(folder, 'data')], env });
    return await describeSignature(target, shown, config, isAccepted);
  };
  return { target, manifest, described };
}

test('describes that a backup is signed with the key of the server', async (t) => {
  const { described } = await backupSignedWith(t, OWN);
  assert.match(await described(OWN), /^Signed with the master key \S+ of this server\.$/);
});

test('refuses a backup with a foreign signature or none, and format 1, unless they are accepted', async (t) => {
  const [foreign, unsigned, own] = [await backupSignedWith(t, OTHER), await backupSignedWith(t), await backupSignedWith(t, OWN)];
  await assert.rejects(foreign.described(OWN), /is refused: it is signed with the master key \S+, not with that of this server/);
  await assert.rejects(foreign.described(undefined), /is refused: .* which is not here/);
  await assert.rejects(unsigned.described(OWN), /is refused: it is not signed/);
  await assert.rejects(own.described(OWN, false, { ...own.manifest, format: 1 }), /is refused/);
  assert.match(await foreign.described(OWN, true), /^Not verified: it is signed with the master key/);
  assert.equal(await unsigned.described(OWN, true), 'Not verified: it is not signed.');
});

test('says when the key that signed a backup is inside of it', async (t) => {
  const { target, described } = await backupSignedWith(t, OTHER);
  mkdirSync(join(target, 'secrets'));
  writeFileSync(join(target, 'secrets', 'master.key'), OTHER);
  assert.match(await described(undefined), /that it contains: whoever can write to the backup could have signed it/);
  await assert.rejects(described(OWN), /is refused/);
});
