/**
 * Moves blobs to another place while servers serve them. The record of the place changes first: from then on servers write to the new
 * place and read from both (placed-blobs.ts says why no blob is lost or comes back). Then everything in the old place is copied, and
 * what was copied is read back. At the end the record names the new place only. Killed at any moment, it can be started again.
 */
import { BlobDeleted, DamagedBlob, isStreamIntact } from './blob-store.ts';
import type { BlobStore } from './blob-store.ts';
import type { BlobPlace, BlobPlaceRecord } from './blob-place.ts';
import { isSamePlace } from './blob-place.ts';

const COPY_CONCURRENCY = 8;
const DELETE_BATCH = 100;

export class MoveRefused extends Error {
  override name = 'MoveRefused';
}

export interface MoveParts {
  record: BlobPlaceRecord;
  to: string;
  open: (location: string) => Promise<BlobStore>;
  /** Marks the new place as that of this database; false when it belongs to another. */
  claim: (location: string) => Promise<boolean>;
  /** Completes the move although some blobs are damaged, and leaves those where they are. */
  exceptDamaged?: boolean;
  onProgress?: (progress: MoveProgress) => void;
}

export interface MoveProgress {
  /** Blobs that were found in the old place when the move was started. */
  total: number;
  copied: number;
  copiedBytes: number;
  /** Blobs that were in the new place already. */
  present: number;
  damaged: string[];
}

export interface Moved extends MoveProgress {
  from: string;
  isComplete: boolean;
}

export async function moveBlobs(parts: MoveParts): Promise<Moved> {
  const { record, to, open, exceptDamaged = false } = parts;
  const from = await switchPlace(parts);
  const [source, target] = [await open(from), await open(to)];
  const progress: MoveProgress = { total: (await source.usage()).count, copied: 0, copiedBytes: 0, present: 0, damaged: [] };
  const blobs = source.list(Infinity)[Symbol.asyncIterator]();
  const copySome = async (): Promise<void> => {
    for (let next = await blobs.next(); !next.done; next = await blobs.next()) {
      await moveBlob(next.value, source, target, progress);
      parts.onProgress?.(progress);
    }
  };
  await Promise.all(Array.from({ length: COPY_CONCURRENCY }, copySome));
  const isComplete = progress.damaged.length === 0 || exceptDamaged;
  if (isComplete && !(await record.replace({ at: to, from }, { at: to })) && !isSamePlace(await record.read(), { at: to }))
    throw new MoveRefused('Another process has changed the place of the blobs meanwhile. Start the move again.');
  return { ...progress, from, isComplete };
}

/** Deletes from an old place what is in the new one, as long as the record names that only. */
export async function deleteMoved({ record, to, open }: Pick<MoveParts, 'record' | 'to' | 'open'>, from: string): Promise<number> {
  const [source, target] = [await open(from), await open(to)];
  let deleted = 0;
  let batch: { account: string; id: string }[] = [];
  const flush = async (): Promise<void> => {
    if (!isSamePlace(await record.read(), { at: to }))
      throw new MoveRefused('The place of the blobs has changed: nothing more was deleted.');
    for (const [account, group] of Map.groupBy(batch, (blob) => blob.account)) {
      const ids: string[] = [];
      for (const { id } of group) if (await target.has(account, id)) ids.push(id);
      await source.delete(account, ...ids);
      deleted += ids.length;
    }
    batch = [];
  };
  for await (const blob of source.list(Infinity)) if (batch.push(blob) === DELETE_BATCH) await flush();
  await flush();
  return deleted;
}

/** Lets servers write to the new place; returns the old one. */
async function switchPlace({ record, to, claim, open }: MoveParts): Promise<string> {
  const place = await record.read();
  if (!place) throw new MoveRefused('There are no blobs yet. Set PERENNIAL_BLOBS before the first start instead.');
  if (place.from !== undefined) {
    if (place.at === to) return place.from;
    throw new MoveRefused(`The blobs are being moved from ${place.from} to ${place.at}. Complete that first, with --to ${place.at}.`);
  }
  if (place.at === to) throw new MoveRefused(`The blobs are at ${to} already.`);
  if (!(await claim(to))) throw new MoveRefused(`What is at ${to} belongs to another database.`);
  await (await open(to)).probe();
  const next: BlobPlace = { at: to, from: place.at };
  if (!(await record.replace(place, next))) throw new MoveRefused('Another process is moving the blobs.');
  return place.at;
}

async function moveBlob(
  { account, id }: { account: string; id: string },
  source: BlobStore,
  target: BlobStore,
  progress: MoveProgress,
): Promise<void> {
  if (await isIntactIn(target, account, id)) {
    progress.present++;
    return;
  }
  try {
    const stream = await source.read(account, id);
    if (!stream) return;
    await target.write(account, id, stream.chunks);
    if (!(await source.has(account, id))) {
      await target.delete(account, id);
      return;
    }
    if (!(await isIntactIn(target, account, id)) && (await source.has(account, id)))
      throw new MoveRefused(`The blob ${id} of account ${account} could not be read back as it was written.`);
    progress.copied++;
    progress.copiedBytes += stream.size;
  } catch (error) {
    if (error instanceof DamagedBlob) progress.damaged.push(`${account}/${id}`);
    else if (!(error instanceof BlobDeleted)) throw error;
  }
}

async function isIntactIn(blobs: BlobStore, account: string, id: string): Promise<boolean> {
  try {
    const stream = await blobs.read(account, id);
    return stream !== undefined && (await isStreamIntact(id, stream));
  } catch (error) {
    if (error instanceof BlobDeleted) return false;
    throw error;
  }
}
