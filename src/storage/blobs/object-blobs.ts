/**
 * Blobs as objects of a bucket or container: `<prefix><account>/<id>`. An object appears when all of it has arrived. `<prefix>store-id`
 * names the database to which the blobs belong, like the file of that name in a folder of blobs.
 */
import { randomUUID } from 'node:crypto';
import type { BlobContent, BlobStream, BlobUsage } from '../../kernel/ports/blobs.ts';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import { BLOB_ID } from './blob-id.ts';
import { BlobStore, checkBlobName, sumSizes, wholeBytes } from './blob-store.ts';
import { spool } from './spool.ts';
import type { Spooled } from './spool.ts';

const MARK = 'store-id';
const MARK_TTL_MS = 10_000;
/** A write costs money at most providers; a probe writes less often than it reads. */
const PROBE_WRITE_MS = 60_000;
const DELETE_CONCURRENCY = 16;

/** What object storage does for us. Every error of it that may pass is StorageUnavailable. */
export interface ObjectStorage {
  put(key: string, content: Pick<Spooled, 'size' | 'bytes' | 'chunks'>): Promise<void>;
  get(key: string): Promise<BlobStream | undefined>;
  has(key: string): Promise<boolean>;
  delete(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<{ key: string; size: number; modified: number }>;
  close(): void;
}

export class ObjectBlobs extends BlobStore {
  readonly #objects: ObjectStorage;
  readonly #prefix: string;
  readonly #identity: string | undefined;
  #markReadAt = -Infinity;
  #probeWrittenAt = -Infinity;

  /** With the id of the database, blobs that are not marked with it are not used. */
  constructor(objects: ObjectStorage, { prefix, identity }: { prefix: string; identity?: string }) {
    super();
    this.#objects = objects;
    this.#prefix = prefix;
    this.#identity = identity;
  }

  protected async save(account: string, content: BlobContent, given?: string): Promise<string> {
    checkBlobName(account, ...(given === undefined ? [] : [given]));
    await this.#checkMark();
    const spooled = await spool(content, given);
    try {
      await this.#objects.put(this.#key(account, spooled.id), spooled);
      return spooled.id;
    } finally {
      await spooled.remove();
    }
  }

  async read(account: string, id: string): Promise<BlobStream | undefined> {
    checkBlobName(account, id);
    const stream = await this.#objects.get(this.#key(account, id));
    if (!stream) await this.#checkMark();
    return stream;
  }

  async has(account: string, id: string): Promise<boolean> {
    checkBlobName(account, id);
    return await this.#objects.has(this.#key(account, id));
  }

  async delete(account: string, ...ids: string[]): Promise<void> {
    checkBlobName(account, ...ids);
    for (let from = 0; from < ids.length; from += DELETE_CONCURRENCY)
      await Promise.all(ids.slice(from, from + DELETE_CONCURRENCY).map((id) => this.#objects.delete(this.#key(account, id))));
  }

  async *list(before: number): AsyncIterable<{ account: string; id: string }> {
    for await (const { account, id, modified } of this.#all()) if (modified < before) yield { account, id };
  }

  async erase(account: string): Promise<void> {
    checkBlobName(account);
    let batch: string[] = [];
    for await (const { id } of this.#all(`${account}/`)) {
      if (batch.push(id) < DELETE_CONCURRENCY) continue;
      await this.delete(account, ...batch);
      batch = [];
    }
    await this.delete(account, ...batch);
  }

  async probe(): Promise<void> {
    this.#markReadAt = -Infinity;
    await this.#checkMark();
    if (performance.now() - this.#probeWrittenAt < PROBE_WRITE_MS) return;
    const key = `${this.#prefix}probe-${randomUUID()}`;
    await this.#objects.put(key, contentOf('x'));
    await this.#objects.delete(key);
    this.#probeWrittenAt = performance.now();
  }

  async usage(): Promise<BlobUsage> {
    return await sumSizes(this.#sizes());
  }

  async *#sizes(): AsyncIterable<number> {
    for await (const { size } of this.#all()) yield size;
  }

  override async close(): Promise<void> {
    this.#objects.close();
  }

  /** The id of the database to which the blobs belong, if they belong to one. */
  async mark(): Promise<string | undefined> {
    const stream = await this.#objects.get(`${this.#prefix}${MARK}`);
    return (
      stream &&
      Buffer.from(await wholeBytes(stream))
        .toString()
        .trim()
    );
  }

  /** Marks blobs that belong to no database; false when they belong to another one. */
  async claim(identity: string): Promise<boolean> {
    const found = await this.mark();
    if (found !== undefined) return found === identity;
    await this.#objects.put(`${this.#prefix}${MARK}`, contentOf(`${identity}\n`));
    return (await this.mark()) === identity;
  }

  async *#all(below = ''): AsyncIterable<{ account: string; id: string; size: number; modified: number }> {
    for await (const { key, size, modified } of this.#objects.list(`${this.#prefix}${below}`)) {
      const [account = '', id = '', ...more] = key.slice(this.#prefix.length).split('/');
      if (more.length === 0 && BLOB_ID.test(id)) yield { account, id, size, modified };
    }
  }

  async #checkMark(): Promise<void> {
    if (this.#identity === undefined || performance.now() - this.#markReadAt < MARK_TTL_MS) return;
    if ((await this.mark()) !== this.#identity) throw new StorageUnavailable('wrongBlobs');
    this.#markReadAt = performance.now();
  }

  #key(account: string, id: string): string {
    return `${this.#prefix}${account}/${id}`;
  }
}

function contentOf(text: string): Pick<Spooled, 'size' | 'bytes' | 'chunks'> {
  const bytes = Buffer.from(text);
  return {
    size: bytes.length,
    bytes,
    async *chunks() {
      yield bytes;
    },
  };
}

const IDLE_MS = 30_000;
const CALL_MS = 30_000;
const SLOWEST_BYTES_PER_MS = 1024;

/** The time limit of a call that transfers that many bytes. */
export function callLimit(bytes = 0): AbortSignal {
  return AbortSignal.timeout(CALL_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_MS));
}

type ReplyBody = NodeJS.ReadableStream & { destroy(): unknown };

/** The chunks of a reply, which fails when nothing arrives, or nobody reads it, for a while. */
export function replyChunks(body: ReplyBody, toError: (error: unknown) => Error): AsyncIterable<Uint8Array> {
  return readReply(body, toError, setTimeout(() => body.destroy(), IDLE_MS).unref());
}

async function* readReply(body: ReplyBody, toError: (error: unknown) => Error, unread: NodeJS.Timeout): AsyncIterable<Uint8Array> {
  let timer = unread;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      yield chunk;
      timer = setTimeout(() => body.destroy(), IDLE_MS);
    }
  } catch (error) {
    throw toError(error);
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}
