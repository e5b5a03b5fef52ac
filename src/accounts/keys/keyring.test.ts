import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MasterKeyring } from './keyring.ts';

const keyring = new MasterKeyring(Buffer.alloc(32, 1));
const other = new MasterKeyring(Buffer.alloc(32, 2));

test('digests a secret by the master key', () => {
  assert.equal(keyring.digest('key'), new MasterKeyring(Buffer.alloc(32, 1)).digest('key'));
  assert.match(keyring.digest('key'), /^[0-9a-f]{64}$/);
  assert.notEqual(keyring.digest('key'), other.digest('key'));
  assert.notEqual(keyring.digest('key'), keyring.digest('kex'));
});

test('decrypts only with the same context and master key', () => {
  const sealed = keyring.seal('ü secret', 'key a key1');
  assert.equal(keyring.open(sealed, 'key a key1'), 'ü secret');
  assert.throws(() => keyring.open(sealed, 'key b key1'));
  assert.throws(() => other.open(sealed, 'key a key1'));
  const bytes = Buffer.from(sealed, 'base64');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    assert.throws(() => keyring.open(changed.toString('base64'), 'key a key1'), `byte ${at}`);
  }
  assert.throws(() => keyring.open('', 'key a key1'));
});

test('encrypts equal texts differently', () => {
  assert.notEqual(keyring.seal('same', 'place'), keyring.seal('same', 'place'));
});

test('compares secrets of any length', () => {
  assert.equal(keyring.same('secret', 'secret'), true);
  for (const wrong of ['', 'secre', 'secret ', 'Secret', 's'.repeat(10_000)])
    assert.equal(keyring.same('secret', wrong), false, wrong.slice(0, 10));
});

test('rejects a master key of another length', () => {
  for (const length of [0, 16, 31, 33]) assert.throws(() => new MasterKeyring(Buffer.alloc(length)), /32 bytes/);
});
