import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { storedSecret, secretsFolder } from './secrets.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('creates a secret once per name', (t) => {
  const data = join(temporaryFolder(t), 'data');
  const secret = storedSecret(data, 'master.key');
  assert.match(secret, /^[0-9a-f]{64}$/);
  assert.equal(storedSecret(data, 'master.key'), secret);
  assert.notEqual(storedSecret(data, 'admin.secret'), secret);
  assert.deepEqual(readdirSync(secretsFolder(data)).sort(), ['admin.secret', 'master.key']);
});

test('is readable by its owner only', { skip: process.platform === 'win32' && 'Windows has no file modes' }, (t) => {
  const data = temporaryFolder(t);
  chmodSync(data, 0o755);
  storedSecret(data, 'master.key');
  assert.equal(statSync(secretsFolder(data)).mode & 0o777, 0o700);
  assert.equal(statSync(join(secretsFolder(data), 'master.key')).mode & 0o777, 0o600);
});

test('uses a secret provided by the operator, without its newline', (t) => {
  const data = temporaryFolder(t);
  storedSecret(data, 'other');
  writeFileSync(join(secretsFolder(data), 'admin.secret'), 'chosen by hand\n');
  assert.equal(storedSecret(data, 'admin.secret'), 'chosen by hand');
  assert.equal(readFileSync(join(secretsFolder(data), 'admin.secret'), 'utf8'), 'chosen by hand\n');
});
