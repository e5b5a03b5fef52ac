/**
 * Blobs as files: `<folder>/<account>/<id>`. A blob is written under a temporary name, flushed and
 * renamed, so that a file with a blob's name is always complete.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { BLOB_ID } from '../blob-id.ts';
import { BlobDeleted, BlobDigest, BlobStore, checkBlobName, sumSizes } from '../blob-store.ts';
import type { BlobContent, BlobStream, BlobUsage } from '../../../kernel/ports/blobs.ts';
import { StorageUnavailable, storageUnavailable } from '../../../kernel/storage-unavailable.ts';
import { readMark } from './blob-folder.ts';
import type { DiskReserve } from '../../disk-reserve.ts';

const CHUNK_BYTES = 256 * 1024;

export class FileBlobs extends BlobStore {
  readonly #folder: string;
  readonly #identity: string | undefined;
  readonly #reserve: Pick<DiskReserve, 'isReleased'> | undefined;

  /** With the id of the database, a folder that is not marked with it is not used. */
  constructor(folder: string, { identity, reserve }: { identity?: string; reserve?: Pick<DiskReserve, 'isReleased'> } = {}) {
    super();
    this.#folder = folder;
    this.#identity = identity;
    this.#reserve = reserve;
  }

  protected async save(account: string, content: BlobContent, given?: string): Promise<string> {
    checkBlobName(account, ...(given === undefined ? [] : [given]));
    const folder = join(this.#folder, account);
    const temporary = join(folder, `${randomBytes(8).toString('hex')}.tmp`);
    await this.#checkFolder();
    if (this.#reserve?.isReleased) throw new StorageUnavailable('full');
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const digest = new BlobDigest();
      await writeThrough(temporary, digest.pass(content));
      const id = digest.id(given);
      await rename(temporary, join(folder, id));
      await flushFolder(folder);
      // It may have been unmounted while the blob was written.
      await this.#checkFolder();
      return id;
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw storageUnavailable(error) ?? error;
    }
  }

  async read(account: string, id: string): Promise<BlobStream | undefined> {
    const path = this.#path(account, id);
    const find = async (): Promise<number | undefined> => (await ifPresent(stat(path)))?.size;
    let size = await find();
    if (size === undefined && this.#identity !== undefined) {
      await this.#checkFolder();
      // It may have been mounted in between.
      size = await find();
    }
    return size === undefined ? undefined : { size, chunks: readChunks(() => this.#openFile(path), size) };
  }

  /** The folder may have been unmounted since the blob was found, and mounted again. */
  async #openFile(path: string): Promise<FileHandle> {
    let file = await ifPresent(open(path, 'r'));
    if (!file) {
      await this.#checkFolder();
      file = await ifPresent(open(path, 'r'));
    }
    if (!file) throw new BlobDeleted('The blob was deleted while it was read.');
    return file;
  }

  async has(account: string, id: string): Promise<boolean> {
    return (await ifPresent(stat(this.#path(account, id)))) !== undefined;
  }

  async delete(account: string, ...ids: string[]): Promise<void> {
    const paths = ids.map((id) => this.#path(account, id));
    if (paths.length === 0) return;
    await available(Promise.all(paths.map((path) => rm(path, { force: true }))).then(() => flushFolder(this.#path(account))));
  }

  async *list(before: number): AsyncIterable<{ account: string; id: string }> {
    for await (const { account, name, modified } of this.#files()) {
      if (modified >= before) continue;
      if (BLOB_ID.test(name)) yield { account, id: name };
      // Without a time limit, another process may still be writing it.
      else if (Number.isFinite(before)) await rm(join(this.#folder, account, name), { force: true });
    }
  }

  async usage(): Promise<BlobUsage> {
    return await sumSizes(this.#sizes());
  }

  async *#sizes(): AsyncIterable<number> {
    for await (const { name, size } of this.#files()) if (BLOB_ID.test(name)) yield size;
  }

  async *#files(): AsyncIterable<{ account: string; name: string; size: number; modified: number }> {
    for (const entry of (await ifPresent(readdir(this.#folder, { withFileTypes: true }))) ?? []) {
      if (!entry.isDirectory()) continue;
      const account = entry.name;
      for (const name of (await ifPresent(readdir(join(this.#folder, account)))) ?? []) {
        const info = await ifPresent(stat(join(this.#folder, account, name)));
        if (info) yield { account, name, size: info.size, modified: info.mtimeMs };
      }
    }
  }

  async erase(account: string): Promise<void> {
    await available(rm(this.#path(account), { recursive: true, force: true }));
  }

  async probe(): Promise<void> {
    await this.#checkFolder();
    const path = join(this.#folder, `.probe-${process.pid}`);
    try {
      await writeFile(path, 'x', { mode: 0o600 });
      await rm(path);
    } catch (error) {
      throw storageUnavailable(error) ?? new StorageUnavailable('failing', error);
    }
  }

  async #checkFolder(): Promise<void> {
    if (this.#identity === undefined) return;
    if ((await available(readMark(this.#folder))) !== this.#identity) throw new StorageUnavailable('wrongBlobs');
  }

  #path(account: string, id?: string): string {
    checkBlobName(account, ...(id === undefined ? [] : [id]));
    return id === undefined ? join(this.#folder, account) : join(this.#folder, account, id);
  }
}

async function* readChunks(openFile: () => Promise<FileHandle>, size: number): AsyncIterable<Uint8Array> {
  const file = await openFile();
  try {
    for (let position = 0; position < size;) {
      const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size - position));
      const { bytesRead } = await available(file.read(chunk, 0, chunk.length, position));
      if (bytesRead === 0) return;
      yield bytesRead === chunk.length ? chunk : chunk.subarray(0, bytesRead);
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}

async function writeThrough(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes names that were written or removed durable. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await ifPresent(open(path, 'r'));
  try {
    await folder?.sync();
  } finally {
    await folder?.close();
  }
}

async function ifPresent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw storageUnavailable(error) ?? error;
  }
}

async function available<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw storageUnavailable(error) ?? error;
  }
}
