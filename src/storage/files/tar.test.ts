import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { tarOf } from './tar.ts';

test('a folder comes out of its archive as it went in', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'perennial-tar-'));
  t.after(() => rmSync(root, { recursive: true }));
  const [from, to] = [join(root, 'from'), join(root, 'to')];
  const files = { empty: '', 'a/b/one block': 'x'.repeat(512), [`${'long-'.repeat(20)}/${'name-'.repeat(18)}`]: 'ü'.repeat(1000), 'rest.bin': 'y'.repeat(1_000_001) };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(from, name)), { recursive: true });
    writeFileSync(join(from, name), text);
  }
  mkdirSync(to);
  const parts: Uint8Array[] = [];
  for await (const part of tarOf(from)) parts.push(part);
  const archive = Buffer.concat(parts);
  assert.equal(archive.length % 512, 0);
  execFileSync('tar', ['xf', '-'], { cwd: to, input: archive });
  for (const [name, text] of Object.entries(files)) assert.equal(readFileSync(join(to, name), 'utf8'), text, name);
});

test('a name that no archive holds is refused', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'perennial-tar-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'n'.repeat(120)), '');
  await assert.rejects(async () => {
    for await (const part of tarOf(root)) assert.ok(part);
  }, /too long/);
});
