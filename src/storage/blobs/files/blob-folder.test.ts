import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { wholeBytes } from '../blob-store.ts';
import { openSqlite } from '../../records/sqlite/store.ts';
import { identifyBlobFolder } from './blob-folder.ts';
import { FileBlobs } from './blobs.ts';

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-blob-folder-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'blobs');
}
const wrongBlobs = { name: 'StorageUnavailable', problem: 'wrongBlobs' };

test('processes that share a folder agree on its mark, also later', async (t) => {
  const folder = newFolder(t);
  const store = await openSqlite({ now: Date.now });
  const ids = await Promise.all(Array.from({ length: 5 }, () => identifyBlobFolder(folder, store)));
  assert.equal(new Set(ids).size, 1);
  assert.equal(await identifyBlobFolder(folder, store), ids[0]);
  assert.equal(readFileSync(join(folder, 'store-id'), 'utf8').trim(), ids[0]);
});

test('a mark that a crash left empty is made again', async (t) => {
  const folder = newFolder(t);
  mkdirSync(folder);
  writeFileSync(join(folder, 'store-id'), '');
  const id = await identifyBlobFolder(folder, await openSqlite({ now: Date.now }));
  assert.equal(readFileSync(join(folder, 'store-id'), 'utf8').trim(), id);
});

test('a database without a mark in its folder gets one after a crash in between', async (t) => {
  const folder = newFolder(t);
  await assert.rejects(identifyBlobFolder(folder, { identity: () => Promise.reject(new Error('killed')) }), /killed/);
  const id = await identifyBlobFolder(folder, await openSqlite({ now: Date.now }));
  assert.equal(readFileSync(join(folder, 'store-id'), 'utf8').trim(), id);
});

test('a folder that is not the shared one is neither read nor written, until it is mounted', async (t) => {
  const [shared, local] = [newFolder(t), newFolder(t)];
  const store = await openSqlite({ now: Date.now });
  const right = new FileBlobs(shared, { identity: await identifyBlobFolder(shared, store) });
  const id = await right.put('a', Buffer.from('text'));
  const identity = await identifyBlobFolder(local, store);
  const wrong = new FileBlobs(local, { identity });
  await assert.rejects(wrong.get('a', id), wrongBlobs);
  await assert.rejects(wrong.put('a', Buffer.from('text')), wrongBlobs);
  await assert.rejects(wrong.probe(), wrongBlobs);
  assert.deepEqual(readdirSync(local), []);
  writeFileSync(join(local, 'store-id'), identity);
  await wrong.probe();
  assert.equal(await wrong.get('a', id), undefined);
  await right.probe();
});

test('a folder that is unmounted between two calls is noticed by the next one', async (t) => {
  const shared = newFolder(t);
  const blobs = new FileBlobs(shared, { identity: await identifyBlobFolder(shared, await openSqlite({ now: Date.now })) });
  const id = await blobs.put('a', Buffer.from('text'));
  renameSync(shared, `${shared}-away`);
  mkdirSync(shared);
  await assert.rejects(blobs.put('a', Buffer.from('lost')), wrongBlobs);
  await assert.rejects(blobs.get('a', id), wrongBlobs);
  rmSync(shared, { recursive: true });
  renameSync(`${shared}-away`, shared);
  assert.equal(Buffer.from((await blobs.get('a', id))!).toString(), 'text');
});

test('a folder that is unmounted after a blob was found does not make it a deleted one', async (t) => {
  const shared = newFolder(t);
  const blobs = new FileBlobs(shared, { identity: await identifyBlobFolder(shared, await openSqlite({ now: Date.now })) });
  const id = await blobs.put('a', Buffer.from('text'));
  const [first, second] = [await blobs.read('a', id), await blobs.read('a', id)];
  renameSync(shared, `${shared}-away`);
  mkdirSync(shared);
  await assert.rejects(wholeBytes(first!), wrongBlobs);
  rmSync(shared, { recursive: true });
  renameSync(`${shared}-away`, shared);
  assert.equal(Buffer.from(await wholeBytes(second!)).toString(), 'text');
});
