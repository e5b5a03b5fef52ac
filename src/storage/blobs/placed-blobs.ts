/**
 * Blobs at the place that the database records, which may change while servers run (`perennial blobs move`).
 *
 * - put: the blob is written where this process believes the blobs are; then the record is read. If it names another place by now, the
 *   blob is written there too. So a blob that a caller has got the id of is where the record says, or was in the old place before
 *   the record changed; whoever moves blobs changes the record first and lists the old place then, and finds it.
 * - read: the new place, then the old one. What is in neither is looked for again if the record has changed meanwhile.
 * - delete: by a fresh record, the old place first. Whoever copies a blob looks afterward whether it is still in the old place, and
 *   deletes the copy if not: no deleted blob comes back.
 */
import type { BlobContent, Blobs, BlobStream, BlobUsage } from '../../kernel/ports/blobs.ts';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import { isSamePlace } from './blob-place.ts';
import type { BlobPlace, BlobPlaceRecord } from './blob-place.ts';
import type { BlobStore } from './blob-store.ts';

export interface PlacedBlobsOptions {
  record: Pick<BlobPlaceRecord, 'read'>;
  /** The last known value of the record. */
  place: BlobPlace;
  open: (location: string) => Promise<BlobStore>;
  close?: () => Promise<void>;
}

export class PlacedBlobs implements Blobs {
  readonly #record: Pick<BlobPlaceRecord, 'read'>;
  readonly #open: (location: string) => Promise<BlobStore>;
  readonly #close: (() => Promise<void>) | undefined;
  readonly #opened = new Map<string, Promise<BlobStore>>();
  #place: BlobPlace;

  constructor({ record, place, open, close }: PlacedBlobsOptions) {
    this.#record = record;
    this.#place = place;
    this.#open = open;
    this.#close = close;
  }

  /** Which adapter is in use: the first word of the location. */
  get adapter(): string {
    return this.#place.at.split(':')[0]!;
  }

  async put(account: string, content: BlobContent): Promise<string> {
    let written = this.#place;
    let id: string;
    try {
      id = await (await this.#at(written.at)).put(account, content);
    } catch (error) {
      if (!(error instanceof StorageUnavailable) || !(content instanceof Uint8Array) || !(await this.#hasChanged(written))) throw error;
      return await this.put(account, content);
    }
    while (await this.#hasChanged(written)) {
      const next = this.#place;
      if (next.at !== written.at) await this.#repeatPut(account, id, content, written.at, next.at);
      written = next;
    }
    return id;
  }

  /** An iterable has been read: its bytes are read from where they were written, unless whoever moves blobs has moved them already. */
  async #repeatPut(account: string, id: string, content: BlobContent, from: string, to: string): Promise<void> {
    const target = await this.#at(to);
    if (content instanceof Uint8Array) return await target.write(account, id, content);
    const stream = await (await this.#at(from)).read(account, id);
    if (stream) await target.write(account, id, stream.chunks);
    else if (!(await target.has(account, id))) throw new StorageUnavailable('failing', new Error('The blobs were moved meanwhile.'));
  }

  async get(account: string, id: string): Promise<Uint8Array | undefined> {
    return await this.#find(async (blobs) => await blobs.get(account, id));
  }

  async read(account: string, id: string): Promise<BlobStream | undefined> {
    return await this.#find(async (blobs) => await blobs.read(account, id));
  }

  async #find<T>(look: (blobs: BlobStore) => Promise<T | undefined>): Promise<T | undefined> {
    for (;;) {
      const place = this.#place;
      try {
        const found =
          (await look(await this.#at(place.at))) ?? (place.from === undefined ? undefined : await look(await this.#at(place.from)));
        if (found || !(await this.#hasChanged(place))) return found;
      } catch (error) {
        if (!(error instanceof StorageUnavailable) || !(await this.#hasChanged(place))) throw error;
      }
    }
  }

  /** Writes a blob of a backup under its id. */
  async write(account: string, id: string, content: BlobContent): Promise<void> {
    await (await this.#at(this.#place.at)).write(account, id, content);
  }

  async delete(account: string, ...ids: string[]): Promise<void> {
    if (ids.length > 0) await this.#eachFresh((blobs) => blobs.delete(account, ...ids));
  }

  async erase(account: string): Promise<void> {
    await this.#eachFresh((blobs) => blobs.erase(account));
  }

  async *list(before: number): AsyncIterable<{ account: string; id: string }> {
    for (const blobs of await this.#all()) yield* blobs.list(before);
  }

  async probe(): Promise<void> {
    for (const blobs of await this.#all()) await blobs.probe();
  }

  async usage(): Promise<BlobUsage> {
    const parts = await Promise.all((await this.#all()).map((blobs) => blobs.usage()));
    return { bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0), count: parts.reduce((sum, { count }) => sum + count, 0) };
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#opened.values());
    for (const one of opened) if (one.status === 'fulfilled') await one.value.close();
    await this.#close?.();
  }

  /** Old places first, and again if the record changes meanwhile: a deletion must not miss the copy. */
  async #eachFresh(work: (blobs: BlobStore) => Promise<void>): Promise<void> {
    await this.#hasChanged(this.#place);
    let place;
    do {
      place = this.#place;
      for (const blobs of await this.#all()) await work(blobs);
    } while (await this.#hasChanged(place));
  }

  /** The old place first. */
  async #all(): Promise<BlobStore[]> {
    const { at, from } = this.#place;
    return [...(from === undefined ? [] : [await this.#at(from)]), await this.#at(at)];
  }

  async #hasChanged(place: BlobPlace): Promise<boolean> {
    const read = await this.#record.read();
    if (!read || isSamePlace(read, place)) return false;
    this.#place = read;
    return true;
  }

  /** A location that cannot be opened now is tried again at the next call. */
  async #at(location: string): Promise<BlobStore> {
    let opened = this.#opened.get(location);
    if (!opened) {
      opened = this.#open(location);
      this.#opened.set(location, opened);
      opened.catch(() => this.#opened.delete(location));
    }
    return await opened;
  }
}
