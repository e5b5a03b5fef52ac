/**
 * Deletes the blobs that no record names any more. The store lists a blob when a record that named it is deleted, replaced, swept or
 * erased, in the same transaction, so that a crash at any moment loses none; `deleteReleasedBlobs` works that list off. A blob whose
 * record was never committed is on no list; `sweepOrphans` looks for those among all blobs.
 */
import { BLOB_ID } from './blob-id.ts';
import type { Blobs } from '../../kernel/ports/blobs.ts';
import type { ReleasedBlob, Store } from '../../kernel/ports/store.ts';

const BATCH_SIZE = 500;

/** Deletes the blobs that were released at least that long ago, time for those who have read the record to read the blob. */
export async function deleteReleasedBlobs(
  store: Pick<Store, 'usedBlobs' | 'releasedBlobs' | 'forgetReleased'>,
  blobs: Pick<Blobs, 'delete'>,
  minAgeMs: number,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const released = await store.releasedBlobs(minAgeMs, BATCH_SIZE);
    for (const [account, group] of Map.groupBy(released, (blob: ReleasedBlob) => blob.account)) {
      // A damaged index may list what is no blob.
      const ids = group.map(({ id }) => id).filter((id) => BLOB_ID.test(id));
      deleted += await deleteUnused(store, blobs, account, ids);
      await store.forgetReleased(group);
    }
    if (released.length < BATCH_SIZE) return deleted;
  }
}

/** Deletes the blobs written before the given time that no record names; returns how many. Places list an account at a time. */
export async function sweepOrphans(store: Pick<Store, 'usedBlobs'>, blobs: Blobs, before: number): Promise<number> {
  let deleted = 0;
  let [account, ids]: [string, string[]] = ['', []];
  for await (const blob of blobs.list(before)) {
    if (blob.account !== account || ids.length === BATCH_SIZE) {
      deleted += await deleteUnused(store, blobs, account, ids);
      [account, ids] = [blob.account, []];
    }
    ids.push(blob.id);
  }
  return deleted + (await deleteUnused(store, blobs, account, ids));
}

async function deleteUnused(
  store: Pick<Store, 'usedBlobs'>,
  blobs: Pick<Blobs, 'delete'>,
  account: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const used = await store.usedBlobs(account, ids);
  const unused = ids.filter((id) => !used.has(id));
  if (unused.length > 0) await blobs.delete(account, ...unused);
  return unused.length;
}
