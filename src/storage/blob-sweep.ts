import type { Blobs } from '../kernel/ports/blobs.ts';
import type { Store } from '../kernel/ports/store.ts';

/** A blob is written before its record, so that a young one without a record may just be on its way. */
const YOUNG_MS = 3600_000;

/** Deletes the blobs that no record names any more; answers how many. */
export async function sweepBlobs(store: Pick<Store, 'isBlobUsed'>, blobs: Blobs, clock: { now(): number }): Promise<number> {
  let deleted = 0;
  for await (const { account, id } of blobs.list(clock.now() - YOUNG_MS)) {
    if (await store.isBlobUsed(account, id)) continue;
    await blobs.delete(account, id);
    deleted++;
  }
  return deleted;
}
