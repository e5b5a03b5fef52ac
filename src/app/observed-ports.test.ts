import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Work } from '../kernel/ports/telemetry.ts';
import { MemoryBlobs } from '../storage/blobs/memory/blobs.ts';
import { observedBlobs } from './observed-ports.ts';

async function* chunksOf(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

test('blobs in chunks are reported with their bytes, a stream when it has been read', async () => {
  const seen: unknown[] = [];
  const blobs = observedBlobs(new MemoryBlobs(() => 0), 'memory', (work: Work) => {
    if (work.work === 'blob') seen.push([work.operation, work.bytes, work.outcome]);
  });
  const id = await blobs.put('a', chunksOf('abc', 'defg'));
  await blobs.get('a', id);
  const stream = await blobs.read('a', id);
  assert.equal(stream!.size, 7);
  assert.equal(seen.length, 2);
  for await (const chunk of stream!.chunks) assert.equal(chunk.length, 7);
  assert.equal(await blobs.read('a', 'absent'), undefined);
  await assert.rejects(blobs.put('a', brokenChunks()), /broken/);
  assert.deepEqual(seen, [
    ['put', 7, 'done'],
    ['get', 7, 'done'],
    ['read', 7, 'done'],
    ['read', 0, 'done'],
    ['put', 2, 'failed'],
  ]);
});

async function* brokenChunks(): AsyncIterable<Uint8Array> {
  yield Buffer.from('ab');
  throw new Error('broken');
}
