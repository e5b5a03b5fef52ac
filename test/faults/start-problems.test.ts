/** A server that cannot use its storage says so in one line, says what to do, and exits with 1. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { run, startServer } from '../support/server.ts';
import { mountedFolder } from '../support/small-disk.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'perennial-start-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

async function assertRefused(flags: string[], words: RegExp, env: Record<string, string> = {}): Promise<void> {
  const { code, stdout, stderr } = await run(['serve', '--port', '0', ...flags], { env });
  assert.equal(code, 1, stderr);
  assert.match(stderr, words);
  assert.equal(stderr.trim().split('\n').length, 1, stderr);
  assert.equal(stdout, '');
}

describe('start', () => {
  test('full disk', async (t) => {
    const disk = mountedFolder(4);
    if (!disk) return t.skip('this user may not mount a file system');
    t.after(disk.remove);
    disk.fill();
    await assertRefused(['--data', join(disk.path, 'data')], /is full\. Free some space/);
  });

  test('read-only file system', async (t) => {
    const disk = mountedFolder(4);
    if (!disk) return t.skip('this user may not mount a file system');
    t.after(disk.remove);
    disk.makeReadOnly();
    await assertRefused(['--data', join(disk.path, 'data')], /is on a read-only file system\. Mount it writable/);
  });

  test('no rights', async (t) => {
    if (process.getuid?.() === 0) return t.skip('root may write everywhere');
    const path = join(folder, 'no-rights');
    mkdirSync(path, { mode: 0o500 });
    await assertRefused(['--data', path], /cannot be written to by this user\. Change its owner or permissions/);
  });

  test('not a folder', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    await assertRefused(['--data', path], /is not a folder\. Choose another/);
    await assertRefused(['--data', join(path, 'below')], /is not a folder\. Choose another/);
  });

  test('in use', async (t) => {
    const server = await startServer({ args: ['--data', join(folder, 'used')] });
    t.after(() => server.stop());
    await assertRefused(['--data', join(folder, 'used')], /is in use by another process\. Stop it first/);
  });

  test('newer version, damaged database', async () => {
    const path = join(folder, 'newer');
    mkdirSync(path);
    const db = new DatabaseSync(join(path, 'perennial.db'));
    db.exec('pragma user_version = 9999');
    db.close();
    await assertRefused(['--data', path], /written by a newer version/);
    writeFileSync(join(path, 'perennial.db'), 'x'.repeat(10_000));
    await assertRefused(['--data', path], /is damaged\. Restore the last backup/);
  });

  test('database that cannot be reached', async () => {
    await assertRefused(['--data', join(folder, 'remote')], /at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\. Check DATABASE_URL/, {
      DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/x',
    });
  });

  test('the doctor says the same', async (t) => {
    const disk = mountedFolder(4);
    if (!disk) return t.skip('this user may not mount a file system');
    t.after(disk.remove);
    disk.makeReadOnly();
    const { code, stdout, stderr } = await run(['doctor', '--port', '0', '--data', join(disk.path, 'data')]);
    assert.equal(code, 1);
    assert.match(stdout, /read-only file system/);
    assert.equal(stderr, '');
  });
});
