/** One suite for every adapter of the blobs port. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { BLOB_ID, isBlobIntact } from '../../src/storage/blobs/blob-id.ts';
import { newBlobId } from '../support/blob-ids.ts';
import { FileBlobs } from '../../src/storage/blobs/files/blobs.ts';
import { MemoryBlobs } from '../../src/storage/blobs/memory/blobs.ts';
import { AzureObjects } from '../../src/storage/blobs/azure/objects.ts';
import { ObjectBlobs } from '../../src/storage/blobs/object-blobs.ts';
import { BlobPool } from '../../src/storage/blobs/postgres/blob-pool.ts';
import { PostgresBlobs } from '../../src/storage/blobs/postgres/blobs.ts';
import { openPostgres } from '../../src/storage/records/postgres/store.ts';
import { S3Objects } from '../../src/storage/blobs/s3/objects.ts';
import { Azurite } from '../support/azurite.ts';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { S3Server } from '../support/s3-server.ts';
import type { BlobStore } from '../../src/storage/blobs/blob-store.ts';

const LATER = 8_000_000_000_000;
const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString();

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'perennial-blobs-'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  for (const pool of pools) await pool.close();
  await stopPostgres();
});

async function listed(blobs: BlobStore, before = LATER): Promise<string[]> {
  const found: string[] = [];
  for await (const { account, id } of blobs.list(before)) found.push(`${account}/${id}`);
  return found.sort();
}

interface Adapter {
  make(): Promise<BlobStore>;
  stop?(): Promise<void>;
}

let places = 0;
const pools: BlobPool[] = [];
const adapters: Record<string, () => Promise<Adapter>> = {
  files: async () => ({ make: async () => new FileBlobs(mkdtempSync(join(folder, 'blobs-'))) }),
  memory: async () => ({ make: async () => new MemoryBlobs(() => Date.now()) }),
  postgres: async () => ({
    async make() {
      const url = await newDatabase();
      await (await openPostgres({ url, now: Date.now, onError: () => {} })).close();
      const pool = new BlobPool(url);
      pools.push(pool);
      return new PostgresBlobs(pool);
    },
  }),
  s3: async () => {
    const server = await S3Server.start('box');
    return {
      make: async () => new ObjectBlobs(new S3Objects({ bucket: 'box', endpoint: server.endpoint }), { prefix: `place${places++}/` }),
      stop: () => server.remove(),
    };
  },
  azure: async () => {
    const azurite = await Azurite.start();
    await azurite.createContainer('box');
    return {
      make: async () =>
        new ObjectBlobs(new AzureObjects({ connection: azurite.connectionString(), container: 'box' }), { prefix: `place${places++}/` }),
      stop: () => azurite.stop(),
    };
  },
};

async function* pieces(...bytes: Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* bytes;
}

async function* failingAfter(...bytes: Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* bytes;
  throw new Error('the source ends');
}

for (const [name, start] of Object.entries(adapters)) {
  describe(`blobs: ${name}`, () => {
    let adapter: Adapter;
    const made: BlobStore[] = [];
    const make = async (): Promise<BlobStore> => {
      const blobs = await adapter.make();
      made.push(blobs);
      return blobs;
    };
    before(async () => {
      adapter = await start();
    });
    after(async () => {
      for (const blobs of made) await blobs.close();
      await adapter.stop?.();
    });

    test('returns a blob to its own account only', async () => {
      const blobs = await make();
      for (const bytes of [Buffer.alloc(0), Buffer.from('ü'), Buffer.from([0, 255, 10, 13]), Buffer.alloc(300_000, 7)]) {
        const id = await blobs.put('a', bytes);
        assert.deepEqual(Buffer.from((await blobs.get('a', id))!), bytes);
        assert.ok(isBlobIntact(id, bytes));
        assert.equal(await blobs.get('b', id), undefined);
      }
    });

    test('stores equal bytes as separate blobs', async () => {
      const blobs = await make();
      const ids = [await blobs.put('a', Buffer.from('same')), await blobs.put('a', Buffer.from('same'))];
      assert.notEqual(ids[0], ids[1]);
      await blobs.delete('a', ids[0]!);
      assert.deepEqual([await blobs.get('a', ids[0]!), text(await blobs.get('a', ids[1]!))], [undefined, 'same']);
      await blobs.delete('a', ids[0]!);
    });

    test('copies the bytes of a blob', async () => {
      const blobs = await make();
      const bytes = Buffer.from('before');
      const id = await blobs.put('a', bytes);
      bytes.fill(0);
      assert.equal(text(await blobs.get('a', id)), 'before');
    });

    test('lists the blobs of all accounts older than a time', async () => {
      const blobs = await make();
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
      const blobs = await make();
      await blobs.put('a', Buffer.from('1'));
      const kept = `ab/${await blobs.put('ab', Buffer.from('2'))}`;
      await blobs.erase('a');
      await blobs.erase('never-seen');
      assert.deepEqual(await listed(blobs), [kept]);
    });

    test('stores and returns a large blob in chunks', async () => {
      const blobs = await make();
      const parts = [randomBytes(700_001), randomBytes(3), Buffer.alloc(0), randomBytes(9_000_000), randomBytes(512 * 1024)];
      const id = await blobs.put('a', pieces(...parts));
      const whole = Buffer.concat(parts);
      assert.ok(isBlobIntact(id, whole));
      const stream = (await blobs.read('a', id))!;
      assert.equal(stream.size, whole.length);
      const read: Uint8Array[] = [];
      for await (const chunk of stream.chunks) read.push(chunk);
      assert.ok(Buffer.concat(read).equals(whole));
      assert.ok(whole.equals((await blobs.get('a', id))!));
      assert.equal(await blobs.read('b', id), undefined);
      assert.deepEqual(await listed(blobs), [`a/${id}`]);
      assert.deepEqual(await blobs.usage(), { bytes: whole.length, count: 1 });
      await blobs.delete('a', id);
      assert.equal(await blobs.read('a', id), undefined);
      assert.deepEqual(await blobs.usage(), { bytes: 0, count: 0 });
    });

    test('stores contents in chunks that are empty or fill a chunk exactly', async () => {
      const blobs = await make();
      for (const size of [0, 512 * 1024, 1024 * 1024]) {
        const bytes = randomBytes(size);
        const id = await blobs.put('a', pieces(bytes.subarray(0, 100), bytes.subarray(100)));
        assert.ok(bytes.equals((await blobs.get('a', id))!), String(size));
      }
    });

    test('shows nothing of a blob whose source fails', async () => {
      const blobs = await make();
      for (const source of [failingAfter(), failingAfter(randomBytes(10)), failingAfter(randomBytes(9_000_000))])
        await assert.rejects(blobs.put('a', source), /the source ends/);
      assert.deepEqual(await listed(blobs), []);
      assert.deepEqual(await blobs.usage(), { bytes: 0, count: 0 });
    });

    test('writes a blob under its id, replaces a damaged one, and rejects other bytes', async () => {
      const blobs = await make();
      for (const bytes of [randomBytes(100), randomBytes(1_200_000)]) {
        const id = newBlobId(bytes);
        await assert.rejects(blobs.write('a', id, Buffer.from('other')), { name: 'DamagedBlob' });
        await assert.rejects(blobs.write('a', id, pieces(bytes, bytes)), { name: 'DamagedBlob' });
        assert.equal(await blobs.get('a', id), undefined);
        await blobs.write('a', id, pieces(bytes));
        await blobs.write('a', id, bytes);
        assert.ok(bytes.equals((await blobs.get('a', id))!));
      }
    });

    test('accepts the names of blobs only', async () => {
      const blobs = await make();
      const id = newBlobId(Buffer.from('x'));
      if (name === 'memory') return;
      await assert.rejects(blobs.read('../b', id), /name of a blob/);
      await assert.rejects(blobs.read('a', `../${id}`), /name of a blob/);
      await assert.rejects(blobs.put('a/b', Buffer.from('x')), /name of a blob/);
      await assert.rejects(blobs.delete('a', '..'), /name of a blob/);
      await assert.rejects(blobs.erase(''), /name of a blob/);
    });

    test('can be read and written', async () => {
      await (await make()).probe();
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
