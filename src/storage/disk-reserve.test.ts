import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DiskReserve } from './disk-reserve.ts';
import { mountedFolder } from '../../test/support/small-disk.ts';

test('takes space, frees it once, and takes it again', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-reserve-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'reserve');
  const reserve = new DiskReserve(folder);
  assert.equal(reserve.isReleased, false);
  await reserve.restore();
  assert.ok(statSync(file).blocks * 512 >= 16 * 2 ** 20);
  reserve.release();
  reserve.release();
  assert.deepEqual([reserve.isReleased, existsSync(file)], [true, false]);
  await reserve.restore();
  assert.deepEqual([reserve.isReleased, statSync(file).size], [false, 16 * 2 ** 20]);
  writeFileSync(file, 'cut');
  const next = new DiskReserve(folder);
  await next.restore();
  assert.equal(statSync(file).size, 16 * 2 ** 20);
});

test('leaves a disk alone that has no room for it', async (t) => {
  const disk = mountedFolder(24);
  if (!disk) return t.skip('this user may not mount a file system');
  t.after(disk.remove);
  const reserve = new DiskReserve(disk.path);
  reserve.release();
  await reserve.restore();
  assert.deepEqual([reserve.isReleased, existsSync(join(disk.path, 'reserve'))], [true, false]);
});
