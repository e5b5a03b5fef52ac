import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { MasterKeyring } from '../../accounts/keys/keyring.ts';
import { Change } from '../../kernel/change.ts';
import { openSqlite } from '../../storage/records/sqlite/store.ts';
import { templateOf } from '../../../test/support/synthetic-faces.ts';
import { ensureTemplateKey, openTemplate, readTemplateKey, sealTemplate } from './templates.ts';
import { openParts, sealParts } from './training/sealed-parts.ts';

const key = createSecretKey(randomBytes(32));

test('opens a template only with its key and context, and unchanged', () => {
  const template = templateOf(1);
  const sealed = sealTemplate(key, template, 'here');
  assert.deepEqual(openTemplate(key, sealed, 'here'), template);
  assert.throws(() => openTemplate(key, sealed, 'there'));
  assert.throws(() => openTemplate(createSecretKey(randomBytes(32)), sealed, 'here'));
  fc.assert(
    fc.property(fc.nat(539), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const corrupted = Buffer.from(sealed, 'base64');
      corrupted[at]! ^= by;
      assert.throws(() => openTemplate(key, corrupted.toString('base64'), 'here'));
    }),
  );
  assert.throws(() => openTemplate(key, '', 'here'));
});

test('creates one key per account at first use, encrypted with the master key', async () => {
  const store = await openSqlite({ now: () => 0 });
  const [keyring, other] = [new MasterKeyring(randomBytes(32)), new MasterKeyring(randomBytes(32))];
  const ids = { uuid: () => '', secret: () => randomBytes(32).toString('hex') };
  assert.equal(await readTemplateKey('a', { records: store, keyring }), undefined);
  const change = new Change();
  const created = await ensureTemplateKey(change, 'a', { records: store, keyring, ids });
  await store.commit(change);
  const again = new Change();
  assert.ok((await ensureTemplateKey(again, 'a', { records: store, keyring, ids })).equals(created));
  assert.ok(again.isEmpty);
  assert.equal(await readTemplateKey('b', { records: store, keyring }), undefined);
  await assert.rejects(readTemplateKey('a', { records: store, keyring: other }));
  await store.close();
});

test('opens sealed parts of any size, and rejects changed ones and other contexts', async () => {
  const parts = [randomBytes(10), Buffer.alloc(0), randomBytes(9 * 2 ** 20 + 3)];
  const file = await sealParts(key, parts, 'here');
  const opened = await openParts(key, file, 'here');
  assert.ok(opened.length === parts.length && opened.every((part, i) => part.equals(parts[i]!)));
  await assert.rejects(openParts(key, file, 'there'));
  for (const at of [0, 4, 12, 16, 60, 5 * 2 ** 20, file.length - 1]) {
    const corrupted = Buffer.from(file);
    corrupted[at]! ^= 1;
    await assert.rejects(openParts(key, corrupted, 'here'), String(at));
  }
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(3), file.subarray(0, -1), Buffer.concat([file, Buffer.alloc(1)]), randomBytes(100)])
    await assert.rejects(openParts(key, bytes, 'here'));
});
