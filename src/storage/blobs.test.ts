/** One suite for every adapter of the blobs port. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { BLOB_ID, isBlobIntact, newBlobId } from './blob-id.ts';
import { FileBlobs } from './files/blobs.ts';
import { MemoryBlobs } from './memory/blobs.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';

const LATER = 8_000_000_000_000;
const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString();

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'perennial-blobs-'));
});
after(() => rmSync(folder, { recursive: true }));

async function listed(blobs: Blobs, before = LATER): Promise<string[]> {
  const found: string[] = [];
  for await (const { account, id } of blobs.list(before)) found.push(`${account}/${id}`);
  return found.sort();
}

const adapters: Record<string, () => Blobs> = {
  files: () => new FileBlobs(mkdtempSync(join(folder, 'blobs-'))),
  memory: () => new MemoryBlobs(() => Date.now()),
};

for (const [name, make] of Object.entries(adapters)) {
  describe(`blobs: ${name}`, () => {
    test('returns a blob to its own account only', async () => {
      const blobs = make();
      for (const bytes of [Buffer.alloc(0), Buffer.from('ü'), Buffer.from([0, 255, 10, 13]), Buffer.alloc(300_000, 7)]) {
        const id = await blobs.put('a', bytes);
        assert.deepEqual(Buffer.from((await blobs.get('a', id))!), bytes);
        assert.ok(isBlobIntact(id, bytes));
        assert.equal(await blobs.get('b', id), undefined);
      }
    });

    test('stores equal bytes as separate blobs', async () => {
      const blobs = make();
      const ids = [await blobs.put('a', Buffer.from('same')), await blobs.put('a', Buffer.from('same'))];
      assert.notEqual(ids[0], ids[1]);
      await blobs.delete('a', ids[0]!);
      assert.deepEqual([await blobs.get('a', ids[0]!), text(await blobs.get('a', ids[1]!))], [undefined, 'same']);
      await blobs.delete('a', ids[0]!);
    });

    test('copies the bytes of a blob', async () => {
      const blobs = make();
      const bytes = Buffer.from('before');
      const id = await blobs.put('a', bytes);
      bytes.fill(0);
      assert.equal(text(await blobs.get('a', id)), 'before');
    });

    test('lists the blobs of all accounts older than a time', async () => {
      const blobs = make();
      assert.deepEqual(await listed(blobs), []);
      const ids = [
        `a/${await blobs.put('a', Buffer.from('1'))}`,
        `a/${await blobs.put('a', Buffer.from('2'))}`,
        `b/${await blobs.put('b', Buffer.from('3'))}`,
      ];
      assert.deepEqual(await listed(blobs), ids.sort());
      assert.deepEqual(await listed(blobs, 0), []);
    });

    test('erases only the blobs of the account', async () => {
      const blobs = make();
      await blobs.put('a', Buffer.from('1'));
      const kept = `ab/${await blobs.put('ab', Buffer.from('2'))}`;
      await blobs.erase('a');
      await blobs.erase('never-seen');
      assert.deepEqual(await listed(blobs), [kept]);
    });
  });
}

describe('file blobs', () => {
  test('rejects names that lead out of the folder', async () => {
    const blobs = new FileBlobs(mkdtempSync(join(folder, 'blobs-')));
    const id = newBlobId(Buffer.from('x'));
    for (const account of ['', '.', '..', '../b', 'a/b', 'a\\b', 'a\0', 'a'.repeat(65), 'C:']) {
      for (const call of [blobs.put(account, Buffer.from('x')), blobs.get(account, id), blobs.delete(account, id), blobs.erase(account)])
        await assert.rejects(call, /name of a blob/, account);
    }
    for (const wrong of ['', '..', `../${id}`, `${id}.tmp`, `${id}/..`, id.toUpperCase(), `${id}\n`]) {
      for (const call of [blobs.get('a', wrong), blobs.delete('a', wrong), blobs.write('a', wrong, Buffer.from('x'))])
        await assert.rejects(call, /name of a blob/, wrong);
    }
  });

  test('ignores and later removes a partially written file', async () => {
    const root = mkdtempSync(join(folder, 'blobs-'));
    const blobs = new FileBlobs(root);
    const half = join(root, 'a', `${newBlobId(Buffer.from('x'))}.tmp`);
    mkdirSync(join(root, 'a'));
    writeFileSync(half, 'ha');
    assert.deepEqual(await listed(blobs, statSync(half).mtimeMs - 1000), []);
    assert.equal(readdirSync(join(root, 'a')).length, 1);
    utimesSync(half, 0, 0);
    assert.deepEqual(await listed(blobs, 1000), []);
    assert.equal(readdirSync(join(root, 'a')).length, 0);
  });

  test(
    'keeps files private and leaves nothing else behind',
    { skip: process.platform === 'win32' && 'Windows has no file modes' },
    async () => {
      const root = join(mkdtempSync(join(folder, 'blobs-')), 'deep', 'er');
      const blobs = new FileBlobs(root);
      const id = await blobs.put('a', Buffer.from('x'));
      assert.deepEqual(readdirSync(join(root, 'a')), [id]);
      assert.equal(statSync(join(root, 'a', id)).mode & 0o777, 0o600);
      assert.equal(statSync(join(root, 'a')).mode & 0o777, 0o700);
    },
  );
});

test('detects damaged bytes by the id of a blob', () => {
  const bytes = Buffer.from('bytes');
  const id = newBlobId(bytes);
  assert.match(id, BLOB_ID);
  assert.equal(isBlobIntact(id, bytes), true);
  for (const damaged of ['byte', 'bytes ', 'Bytes', '']) assert.equal(isBlobIntact(id, Buffer.from(damaged)), false, damaged);
});
