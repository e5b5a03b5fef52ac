/**
 * Deletes the blobs that no record names any more. The store lists a blob when a record that named it is deleted, replaced, swept or
 * erased, in the same transaction, so that a crash at any moment loses none; `deleteReleasedBlobs` works that list off. A blob whose
 * record was never committed is on no list; `sweepOrphans` looks for those among all blobs.
 */
import { BLOB_ID } from './blob-id.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';
import type { ReleasedBlob, Store } from '../kernel/ports/store.ts';

const BATCH_SIZE = 500;

/** Deletes the blobs that were released at least that long ago, time for those who have read the record to read the blob. */
export async function deleteReleasedBlobs(
  store: Pick<Store, 'isBlobUsed' | 'releasedBlobs' | 'forgetReleased'>,
  blobs: Pick<Blobs, 'delete'>,
  minAgeMs: number,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const released = await store.releasedBlobs(minAgeMs, BATCH_SIZE);
    for (const [account, group] of Map.groupBy(released, (blob: ReleasedBlob) => blob.account)) {
      const unused: string[] = [];
      // A damaged index may list what is no blob.
      for (const { id } of group) if (BLOB_ID.test(id) && !(await store.isBlobUsed(account, id))) unused.push(id);
      await blobs.delete(account, ...unused);
      await store.forgetReleased(group);
      deleted += unused.length;
    }
    if (released.length < BATCH_SIZE) return deleted;
  }
}

/** Deletes the blobs written before the given time that no record names; returns how many. */
export async function sweepOrphans(store: Pick<Store, 'isBlobUsed'>, blobs: Blobs, before: number): Promise<number> {
  let deleted = 0;
  for await (const { account, id } of blobs.list(before)) {
    if (await store.isBlobUsed(account, id)) continue;
    await blobs.delete(account, id);
    deleted++;
  }
  return deleted;
}
