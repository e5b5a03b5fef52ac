import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CountedFolder, sizeOf } from './folder-size.ts';

test('counts files recursively, refreshes after a minute, and ignores a missing folder', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-size-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const time = { now: 0 };
  const counted = new CountedFolder(join(folder, 'blobs'), () => time.now);
  assert.deepEqual(await counted.size(), { bytes: 0, files: 0 });
  mkdirSync(join(folder, 'blobs', 'a', 'b'), { recursive: true });
  writeFileSync(join(folder, 'blobs', 'a', 'one'), 'xxx');
  writeFileSync(join(folder, 'blobs', 'a', 'b', 'two'), 'yy');
  assert.deepEqual(await counted.size(), { bytes: 0, files: 0 });
  time.now = 60_000;
  assert.deepEqual(await counted.size(), { bytes: 5, files: 2 });
  assert.equal(await sizeOf(join(folder, 'blobs', 'a', 'one'), join(folder, 'none')), 3);
});
