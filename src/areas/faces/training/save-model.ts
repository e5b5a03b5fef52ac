/** Puts what was packed where searches find it, in place of what was there. */
import type { Change, Stored } from '../../../kernel/change.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { eraseBlobs } from '../galleries/erase-job.ts';
import type { Trained } from '../model.ts';
import { trained } from '../store.ts';
import { placeOf, templateKeyFor } from '../templates.ts';
import type { Packed } from './pack.ts';
import { sealParts } from './sealed-parts.ts';

export async function keepPacked(change: Change, { account, uid, packed: { roster, block, owners }, before, trainedAt }: { account: string; uid: string; packed: Packed; before: Stored<Trained> | undefined; trainedAt: number }, services: Ports): Promise<void> {
  const sealed = await sealParts(await templateKeyFor(change, account, services), [roster.bytes, block], placeOf(trained, account, uid));
  const value: Trained = { blob: await services.blobs.put(account, sealed), rows: roster.rows, owners, width: roster.width, trainedAt };
  if (before) change.replace(trained, account, before, value);
  else change.create(trained, account, uid, value);
  if (before) eraseBlobs(change, account, [before.value.blob], services.jobs);
}
