import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { MasterKeyring } from '../../accounts/keyring.ts';
import { Change } from '../../kernel/change.ts';
import { openSqlite } from '../../storage/sqlite/store.ts';
import { templateOf } from '../../../test/support/faces.ts';
import { openTemplate, sealTemplate, templateKey, templateKeyFor } from './templates.ts';
import { openParts, sealParts } from './training/sealed-parts.ts';

const key = createSecretKey(randomBytes(32));

test('a template opens for the place it was sealed for, with its key, and unchanged; else not at all', () => {
  const template = templateOf(1);
  const sealed = sealTemplate(key, template, 'here');
  assert.deepEqual(openTemplate(key, sealed, 'here'), template);
  assert.throws(() => openTemplate(key, sealed, 'there'));
  assert.throws(() => openTemplate(createSecretKey(randomBytes(32)), sealed, 'here'));
  fc.assert(fc.property(fc.nat(539), fc.integer({ min: 1, max: 255 }), (at, by) => {
    const spoiled = Buffer.from(sealed, 'base64');
    spoiled[at]! ^= by;
    assert.throws(() => openTemplate(key, spoiled.toString('base64'), 'here'));
  }));
  assert.throws(() => openTemplate(key, '', 'here'));
});

test('an account has one key, made when it is first needed, that only the server\'s key opens', async () => {
  const store = await openSqlite({ now: () => 0 });
  const [keyring, other] = [new MasterKeyring(randomBytes(32)), new MasterKeyring(randomBytes(32))];
  const ids = { uuid: () => '', secret: () => randomBytes(32).toString('hex') };
  assert.equal(await templateKey('a', { records: store, keyring }), undefined);
  const change = new Change();
  const made = await templateKeyFor(change, 'a', { records: store, keyring, ids });
  await store.commit(change);
  const again = new Change();
  assert.ok((await templateKeyFor(again, 'a', { records: store, keyring, ids })).equals(made));
  assert.ok(again.isEmpty);
  assert.equal(await templateKey('b', { records: store, keyring }), undefined);
  await assert.rejects(templateKey('a', { records: store, keyring: other }));
  await store.close();
});

test('parts of any size come back from one file; a spoiled one, or one of another place, does not', async () => {
  const parts = [randomBytes(10), Buffer.alloc(0), randomBytes(9 * 2 ** 20 + 3)];
  const file = await sealParts(key, parts, 'here');
  const opened = await openParts(key, file, 'here');
  assert.ok(opened.length === parts.length && opened.every((part, i) => part.equals(parts[i]!)));
  await assert.rejects(openParts(key, file, 'there'));
  for (const at of [0, 4, 12, 16, 60, 5 * 2 ** 20, file.length - 1]) {
    const spoiled = Buffer.from(file);
    spoiled[at]! ^= 1;
    await assert.rejects(openParts(key, spoiled, 'here'), String(at));
  }
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(3), file.subarray(0, -1), Buffer.concat([file, Buffer.alloc(1)]), randomBytes(100)]) await assert.rejects(openParts(key, bytes, 'here'));
});
