import type { BlobContent, BlobStream, BlobUsage } from '../../../kernel/ports/blobs.ts';
import { BlobDigest, BlobStore, inChunksOf, sumSizes } from '../blob-store.ts';

/** In-memory blobs, for `--dev` and tests. */
export class MemoryBlobs extends BlobStore {
  readonly #blobs = new Map<string, { account: string; id: string; bytes: Uint8Array; at: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    super();
    this.#now = now;
  }

  protected async save(account: string, content: BlobContent, given?: string): Promise<string> {
    const digest = new BlobDigest();
    let bytes: Uint8Array = Buffer.alloc(0);
    for await (const all of inChunksOf(Infinity, digest.pass(content))) bytes = Uint8Array.from(all);
    const id = digest.id(given);
    this.#blobs.set(`${account}/${id}`, { account, id, bytes, at: this.#now() });
    return id;
  }

  override async get(account: string, id: string): Promise<Uint8Array | undefined> {
    return this.#blobs.get(`${account}/${id}`)?.bytes.slice();
  }

  async read(account: string, id: string): Promise<BlobStream | undefined> {
    const bytes = this.#blobs.get(`${account}/${id}`)?.bytes;
    return bytes && { size: bytes.length, chunks: inOne(bytes.slice()) };
  }

  async has(account: string, id: string): Promise<boolean> {
    return this.#blobs.has(`${account}/${id}`);
  }

  async delete(account: string, ...ids: string[]): Promise<void> {
    for (const id of ids) this.#blobs.delete(`${account}/${id}`);
  }

  async *list(before: number): AsyncIterable<{ account: string; id: string }> {
    for (const { account, id, at } of this.#blobs.values()) if (at < before) yield { account, id };
  }

  async probe(): Promise<void> {}

  async erase(account: string): Promise<void> {
    for (const [name, blob] of this.#blobs) if (blob.account === account) this.#blobs.delete(name);
  }

  async usage(): Promise<BlobUsage> {
    return await sumSizes([...this.#blobs.values()].map(({ bytes }) => bytes.length));
  }
}

async function* inOne(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
