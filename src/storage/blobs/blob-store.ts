/** What every place for blobs shares: ids that hold a digest, contents in chunks, and the whole bytes made from them. */
import { createHash, randomBytes } from 'node:crypto';
import type { BlobContent, Blobs, BlobStream, BlobUsage } from '../../kernel/ports/blobs.ts';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import { BLOB_ID } from './blob-id.ts';

const ACCOUNT = /^[A-Za-z0-9-]{1,64}$/;

/** Bytes that do not match the id under which they were to be written; nothing was written. */
export class DamagedBlob extends Error {
  override name = 'DamagedBlob';
}

/** A place for blobs. An adapter implements what is in chunks; whole bytes are made from that. */
export abstract class BlobStore implements Blobs {
  async put(account: string, content: BlobContent): Promise<string> {
    return await this.save(account, content);
  }

  /** Writes a blob under an existing id, of a backup or another place, and replaces an existing one. */
  async write(account: string, id: string, content: BlobContent): Promise<void> {
    await this.save(account, content, id);
  }

  async get(account: string, id: string): Promise<Uint8Array | undefined> {
    const stream = await this.read(account, id);
    try {
      return stream && (await wholeBytes(stream));
    } catch (error) {
      if (error instanceof BlobDeleted) return undefined;
      throw error;
    }
  }

  /** Stores a blob under the id, or a new one, and returns it. Rejects with DamagedBlob when the content does not match the id. */
  protected abstract save(account: string, content: BlobContent, id?: string): Promise<string>;
  abstract read(account: string, id: string): Promise<BlobStream | undefined>;
  abstract has(account: string, id: string): Promise<boolean>;
  abstract delete(account: string, ...ids: string[]): Promise<void>;
  abstract list(before: number): AsyncIterable<{ account: string; id: string }>;
  abstract erase(account: string): Promise<void>;
  abstract probe(): Promise<void>;

  abstract usage(): Promise<BlobUsage>;

  async close(): Promise<void> {}
}

/** The blob was deleted while it was read. */
export class BlobDeleted extends Error {
  override name = 'BlobDeleted';
}

/** Rejects names that could lead elsewhere. */
export function checkBlobName(account: string, ...ids: string[]): void {
  if (!ACCOUNT.test(account) || ids.some((id) => !BLOB_ID.test(id))) throw new Error('Not the name of a blob.');
}

/** Counts and digests a content as it passes, and makes its id. */
export class BlobDigest {
  readonly #hash = createHash('sha256');
  /** With which a new id begins. */
  readonly random = randomBytes(8).toString('hex');
  size = 0;

  async *pass(content: BlobContent): AsyncIterable<Uint8Array> {
    if (content instanceof Uint8Array) yield this.#add(content);
    else for await (const chunk of content) yield this.#add(chunk);
  }

  #add(chunk: Uint8Array): Uint8Array {
    this.#hash.update(chunk);
    this.size += chunk.length;
    return chunk;
  }

  /** The given id, which must match the bytes that have passed, or a new one. Can be called once. */
  id(given?: string): string {
    const digest = this.#hash.digest('hex');
    if (given !== undefined && given.slice(17) !== digest) throw new DamagedBlob(`The blob ${given} is damaged.`);
    return given ?? `${this.random}-${digest}`;
  }
}

/** Whether the content matches the id. */
export async function isStreamIntact(id: string, { chunks }: BlobStream): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return id.slice(17) === hash.digest('hex');
}

export async function sumSizes(sizes: AsyncIterable<number> | Iterable<number>): Promise<BlobUsage> {
  const usage = { bytes: 0, count: 0 };
  for await (const size of sizes) {
    usage.bytes += size;
    usage.count++;
  }
  return usage;
}

/** The bytes in a buffer of their own. */
export async function wholeBytes({ size, chunks }: BlobStream): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  let filled = 0;
  for await (const chunk of chunks) {
    if (chunk.length === size && chunk.buffer.byteLength === size && filled === 0) {
      bytes = chunk;
    } else {
      bytes ??= Buffer.allocUnsafeSlow(size);
      if (filled + chunk.length > size) throw new StorageUnavailable('failing', new Error('The blob has more bytes than its size.'));
      bytes.set(chunk, filled);
    }
    filled += chunk.length;
  }
  if (filled !== size) throw new StorageUnavailable('failing', new Error('The blob has fewer bytes than its size.'));
  return bytes ?? Buffer.allocUnsafeSlow(0);
}

/** The same bytes in chunks of one size, except for the last. An empty content is one empty chunk. */
export async function* inChunksOf(bytes: number, content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  let isEmpty = true;
  for await (let chunk of content) {
    while (size + chunk.length >= bytes) {
      held.push(chunk.subarray(0, bytes - size));
      chunk = chunk.subarray(bytes - size);
      yield held.length === 1 ? held[0]! : Buffer.concat(held);
      isEmpty = false;
      held = [];
      size = 0;
    }
    if (chunk.length > 0) held.push(chunk);
    size += chunk.length;
  }
  if (size > 0 || isEmpty) yield Buffer.concat(held);
}
