import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import { isSamePlace } from './blob-place.ts';
import type { BlobPlace, BlobPlaceRecord } from './blob-place.ts';
import type { BlobStore } from './blob-store.ts';
import { MemoryBlobs } from './memory/blobs.ts';
import { deleteMoved, moveBlobs } from './move-blobs.ts';
import type { MoveParts } from './move-blobs.ts';
import { PlacedBlobs } from './placed-blobs.ts';

const bytes = (text: string): Buffer => Buffer.from(text);
const textIn = async (blobs: Pick<BlobStore, 'get'>, id: string): Promise<string> =>
  Buffer.from((await blobs.get('a', id)) ?? []).toString();
async function* inPieces(text: string): AsyncIterable<Uint8Array> {
  for (const letter of text) yield bytes(letter);
}

/** Two places in memory, the record of them, and servers that share it. */
function setUp() {
  const stores: Record<string, MemoryBlobs> = { old: new MemoryBlobs(() => 0), new: new MemoryBlobs(() => 0) };
  let place: BlobPlace = { at: 'old' };
  const record: BlobPlaceRecord = {
    read: async () => place,
    async replace(read, next) {
      if (!isSamePlace(read, place)) return false;
      place = next;
      return true;
    },
  };
  const open = async (location: string): Promise<BlobStore> => stores[location]!;
  const parts: MoveParts = { record, to: 'new', open, claim: async () => true };
  return {
    old: stores.old!,
    new: stores.new!,
    record,
    parts,
    place: () => place,
    setPlace: (next: BlobPlace) => void (place = next),
    server: () => new PlacedBlobs({ record, place, open }),
  };
}

/** Runs something just before the first call of a method. */
function beforeCall<T extends object>(object: T, method: keyof T & string, action: () => Promise<void>): void {
  const original = object[method] as (...args: unknown[]) => Promise<unknown>;
  Object.assign(object, {
    async [method](...args: unknown[]) {
      Object.assign(object, { [method]: original });
      await action();
      return await original.apply(object, args);
    },
  });
}

test('moves every blob, records the new place, and deletes the old ones only when asked', async () => {
  const { old, new: target, parts, place, server } = setUp();
  const blobs = server();
  const ids = await Promise.all(Array.from({ length: 50 }, (_, i) => blobs.put('a', bytes(`text ${i}`))));
  const moved = await moveBlobs(parts);
  assert.deepEqual([moved.total, moved.copied, moved.present, moved.damaged, moved.from], [50, 50, 0, [], 'old']);
  assert.deepEqual(place(), { at: 'new' });
  for (const [i, id] of ids.entries()) assert.equal(await textIn(target, id), `text ${i}`);
  assert.equal((await old.usage()).count, 50);
  assert.equal(await deleteMoved(parts, 'old'), 50);
  assert.equal((await old.usage()).count, 0);
  // A server that has not noticed yet.
  for (const id of ids) assert.ok(await blobs.get('a', id));
  await assert.rejects(moveBlobs(parts), /at new already/);
});

test('continues a move that was killed, and verifies what it had copied', async () => {
  const { old, new: target, parts, setPlace, server, place } = setUp();
  const blobs = server();
  const ids = [await blobs.put('a', bytes('one')), await blobs.put('a', bytes('two'))];
  setPlace({ at: 'new', from: 'old' });
  await target.write('a', ids[0]!, bytes('one'));
  assert.ok(await blobs.get('a', ids[1]!), 'it can be read meanwhile');
  const written = await server().put('a', bytes('three'));
  assert.ok((await target.has('a', written)) && !(await old.has('a', written)), 'new ones go to the new place');
  await assert.rejects(moveBlobs({ ...parts, to: 'elsewhere' }), /Complete that first/);
  const moved = await moveBlobs(parts);
  assert.deepEqual([moved.copied, moved.present], [1, 1]);
  assert.deepEqual(place(), { at: 'new' });
});

for (const [kind, content] of [
  ['bytes', () => bytes('text')],
  ['chunks', () => inPieces('text')],
] as const) {
  test(`a blob of ${kind} that is written to the old place while the move goes on is in the new one`, async () => {
    const { old, new: target, parts, record, server } = setUp();
    const blobs = server();
    // The whole move happens between the write and the look at the record.
    beforeCall(record, 'read', async () => void (await moveBlobs(parts)));
    const id = await blobs.put('a', content());
    assert.equal(await textIn(target, id), 'text');
    await deleteMoved(parts, 'old');
    assert.ok(!(await old.has('a', id)));
    assert.equal(await textIn(blobs, id), 'text');
  });

  test(`a blob of ${kind} that is written when the move has listed the old place is written again`, async () => {
    const { new: target, parts, old, server } = setUp();
    const blobs = server();
    beforeCall(old, 'put', async () => void (await moveBlobs(parts)));
    const id = await blobs.put('a', content());
    assert.equal(await textIn(target, id), 'text');
  });
}

test('does not lose a blob that is deleted from the old place before its writer notices the move', async () => {
  const { new: target, old, parts, record, server } = setUp();
  const blobs = server();
  beforeCall(old, 'put', async () => {
    await moveBlobs(parts);
    // Only what is in the new place is deleted from the old one.
    beforeCall(record, 'read', async () => assert.equal(await deleteMoved(parts, 'old'), 0));
  });
  const id = await blobs.put('a', inPieces('text'));
  assert.equal(await textIn(target, id), 'text');
});

test('a blob that is deleted while it is copied does not come back', async () => {
  for (const [where, method] of [
    ['new', 'write'],
    ['old', 'has'],
    ['old', 'read'],
  ] as const) {
    const scene = setUp();
    const blobs = scene.server();
    const id = await blobs.put('a', bytes('text'));
    beforeCall(scene[where], method, () => blobs.delete('a', id));
    await moveBlobs(scene.parts);
    assert.deepEqual([await scene.old.has('a', id), await scene.new.has('a', id)], [false, false], `${where} ${method}`);
  }
});

test('a deletion that was decided before the move reaches the copy', async () => {
  const { old, new: target, parts, server } = setUp();
  const blobs = server();
  const id = await blobs.put('a', bytes('text'));
  beforeCall(old, 'delete', async () => void (await moveBlobs(parts)));
  await blobs.delete('a', id);
  assert.deepEqual([await old.has('a', id), await target.has('a', id)], [false, false]);
});

test('leaves a damaged blob where it is, and the move unfinished by default', async () => {
  const { old, parts, place, server } = setUp();
  const id = await server().put('a', bytes('text'));
  const read = old.read.bind(old);
  old.read = async (account, blob) => {
    const stream = await read(account, blob);
    return stream && { ...stream, chunks: inPieces('tex') };
  };
  assert.deepEqual((await moveBlobs(parts)).damaged, [`a/${id}`]);
  assert.deepEqual(place(), { at: 'new', from: 'old' });
  assert.equal((await moveBlobs({ ...parts, exceptDamaged: true })).isComplete, true);
  assert.deepEqual(place(), { at: 'new' });
});

test('refuses a place of another database, and changes nothing when the new place cannot be used', async () => {
  const { new: target, parts, place } = setUp();
  await assert.rejects(moveBlobs({ ...parts, claim: async () => false }), /another database/);
  target.probe = () => Promise.reject(new StorageUnavailable('blobsUnreachable'));
  await assert.rejects(moveBlobs(parts), { name: 'StorageUnavailable' });
  assert.deepEqual(place(), { at: 'old' });
});

test('a server whose place is gone looks for the new one', async () => {
  const { old, parts, server } = setUp();
  const blobs = server();
  const id = await blobs.put('a', bytes('text'));
  await moveBlobs(parts);
  old.get = () => Promise.reject(new StorageUnavailable('wrongBlobs'));
  assert.equal(await textIn(blobs, id), 'text');
  const another = setUp();
  const late = another.server();
  another.setPlace({ at: 'new' });
  another.old.put = () => Promise.reject(new StorageUnavailable('wrongBlobs'));
  assert.ok(await another.new.has('a', await late.put('a', bytes('x'))));
  another.new.put = () => Promise.reject(new StorageUnavailable('full'));
  await assert.rejects(late.put('a', bytes('x')), { problem: 'full' });
});
