import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { archiveFolder } from './backup-archive.ts';

test('archives a folder that tar extracts unchanged', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'perennial-tar-'));
  t.after(() => rmSync(root, { recursive: true }));
  const [from, to] = [join(root, 'from'), join(root, 'to')];
  const files = {
    empty: '',
    'a/b/one block': 'x'.repeat(512),
    [`${'long-'.repeat(20)}/${'name-'.repeat(18)}`]: 'ü'.repeat(1000),
    'rest.bin': 'y'.repeat(1_000_001),
    ['n'.repeat(120)]: 'long name',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(from, name)), { recursive: true });
    writeFileSync(join(from, name), text);
  }
  mkdirSync(to);
  const parts: Uint8Array[] = [];
  for await (const part of archiveFolder(from)) parts.push(part);
  const archive = Buffer.concat(parts);
  assert.equal(archive.length % 512, 0);
  execFileSync('tar', ['xf', '-'], { cwd: to, input: archive });
  for (const [name, text] of Object.entries(files)) assert.equal(readFileSync(join(to, name), 'utf8'), text, name);
});

test('fails when a file cannot be read', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'perennial-tar-'));
  t.after(() => rmSync(root, { recursive: true }));
  symlinkSync(join(root, 'missing'), join(root, 'link'));
  await assert.rejects(async () => {
    for await (const part of archiveFolder(root)) assert.ok(part);
  }, /ENOENT/);
});

test('stops reading when the consumer stops', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'perennial-tar-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const name of ['a', 'b']) writeFileSync(join(root, name), 'x'.repeat(5_000_000));
  for await (const part of archiveFolder(root)) {
    assert.ok(part.length > 0);
    break;
  }
});
