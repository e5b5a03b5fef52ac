import type { Blobs } from '../../kernel/ports/blobs.ts';
import { newBlobId } from '../blob-id.ts';

/** In-memory blobs, for `--dev` and tests. */
export class MemoryBlobs implements Blobs {
  readonly #blobs = new Map<string, { account: string; id: string; bytes: Uint8Array; at: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async put(account: string, bytes: Uint8Array): Promise<string> {
    const id = newBlobId(bytes);
    this.#blobs.set(`${account}/${id}`, { account, id, bytes: Uint8Array.from(bytes), at: this.#now() });
    return id;
  }

  async get(account: string, id: string): Promise<Uint8Array | undefined> {
    return this.#blobs.get(`${account}/${id}`)?.bytes.slice();
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
}
