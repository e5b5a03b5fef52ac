import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { StorageUnavailable, storageUnavailable } from './storage-unavailable.ts';

test('recognizes errors of files, also as a cause', () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write '/data/x'"), { code: 'ENOSPC' });
  for (const error of [full, new Error('The upload failed.', { cause: full })]) {
    const unavailable = storageUnavailable(error);
    assert.equal(unavailable?.problem, 'full');
    assert.doesNotMatch(unavailable.message, /data/);
  }
  const lost = new StorageUnavailable('unreachable');
  assert.equal(storageUnavailable(lost), lost);
});

test('leaves other errors alone', () => {
  for (const error of [new Error('x'), new TypeError('x'), Object.assign(new Error('x'), { code: 'ENOENT' }), undefined, 'ENOSPC'])
    assert.equal(storageUnavailable(error), undefined);
});

test('recognizes errors of SQLite', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-unavailable-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'x.db');
  const db = new DatabaseSync(file);
  t.after(() => db.close());
  db.exec('pragma max_page_count = 3; create table t (x);');
  const thrownBy = (work: () => void): unknown => {
    try {
      work();
    } catch (error) {
      return error;
    }
    return undefined;
  };
  assert.equal(storageUnavailable(thrownBy(() => db.exec('insert into t values (zeroblob(100000))')))?.problem, 'full');
  assert.equal(storageUnavailable(thrownBy(() => db.exec('insert into missing values (1)'))), undefined);
  const reader = new DatabaseSync(file, { readOnly: true });
  t.after(() => reader.close());
  assert.equal(storageUnavailable(thrownBy(() => reader.exec('insert into t values (1)')))?.problem, 'readOnly');
  assert.equal(storageUnavailable(thrownBy(() => new DatabaseSync(join(folder, 'none', 'x.db'))))?.problem, 'failing');
});
