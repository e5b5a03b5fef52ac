import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MasterKeyring } from './keyring.ts';

const keyring = new MasterKeyring(Buffer.alloc(32, 1));
const other = new MasterKeyring(Buffer.alloc(32, 2));

test('a secret is found by the same digest under the same master key, and under no other', () => {
  assert.equal(keyring.digest('key'), new MasterKeyring(Buffer.alloc(32, 1)).digest('key'));
  assert.match(keyring.digest('key'), /^[0-9a-f]{64}$/);
  assert.notEqual(keyring.digest('key'), other.digest('key'));
  assert.notEqual(keyring.digest('key'), keyring.digest('kex'));
});

test('what was sealed opens at its own place, under its own master key, unchanged', () => {
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

test('sealing the same text twice does not show that it is the same', () => {
  assert.notEqual(keyring.seal('same', 'place'), keyring.seal('same', 'place'));
});

test('secrets are the same or not, whatever their lengths', () => {
  assert.equal(keyring.same('secret', 'secret'), true);
  for (const wrong of ['', 'secre', 'secret ', 'Secret', 's'.repeat(10_000)]) assert.equal(keyring.same('secret', wrong), false, wrong.slice(0, 10));
});

test('a master key of another length is refused', () => {
  for (const length of [0, 16, 31, 33]) assert.throws(() => new MasterKeyring(Buffer.alloc(length)), /32 bytes/);
});
