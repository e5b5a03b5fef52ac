import type { Blobs } from '../kernel/ports/blobs.ts';
import type { Store } from '../kernel/ports/store.ts';

/** A blob is written before its record: a young one without a record may be about to get it. */
const GRACE_MS = 3600_000;

/** Deletes the blobs that no record names; returns how many. */
export async function sweepBlobs(store: Pick<Store, 'isBlobUsed'>, blobs: Blobs, clock: { now(): number }): Promise<number> {
  let deleted = 0;
  for await (const { account, id } of blobs.list(clock.now() - GRACE_MS)) {
    if (await store.isBlobUsed(account, id)) continue;
    await blobs.delete(account, id);
    deleted++;
  }
  return deleted;
}
