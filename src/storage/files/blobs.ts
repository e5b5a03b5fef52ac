/**
 * Blobs as files: `<folder>/<account>/<id>`. A blob is written under a temporary name, flushed and
 * renamed, so that a file with a blob's name is always complete.
 */
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BLOB_ID, newBlobId } from '../blob-id.ts';
import type { Blobs } from '../../kernel/ports/blobs.ts';
import { StorageUnavailable, storageUnavailable } from '../../kernel/storage-unavailable.ts';
import { readMark } from './blob-folder.ts';
import type { DiskReserve } from '../disk-reserve.ts';

const MARK_KEPT_MS = 1000;
const ACCOUNT = /^[A-Za-z0-9-]{1,64}$/;

export class FileBlobs implements Blobs {
  readonly #folder: string;
  readonly #identity: string | undefined;
  readonly #reserve: Pick<DiskReserve, 'isReleased'> | undefined;
  #markReadAt = -Infinity;

  /** With the id of the database, a folder that is not marked with it is not used. */
  constructor(folder: string, { identity, reserve }: { identity?: string; reserve?: Pick<DiskReserve, 'isReleased'> } = {}) {
    this.#folder = folder;
    this.#identity = identity;
    this.#reserve = reserve;
  }

  async put(account: string, bytes: Uint8Array): Promise<string> {
    const id = newBlobId(bytes);
    await this.write(account, id, bytes);
    return id;
  }

  /** Writes a blob under an existing id, when a backup is restored. */
  async write(account: string, id: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(account, id);
    const temporary = `${path}.tmp`;
    const folder = join(this.#folder, account);
    await this.#checkFolder();
    if (this.#reserve?.isReleased) throw new StorageUnavailable('full');
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeThrough(temporary, bytes);
      await rename(temporary, path);
      await flushFolder(folder);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw storageUnavailable(error) ?? error;
    }
  }

  async get(account: string, id: string): Promise<Uint8Array | undefined> {
    const bytes = await ifPresent(readFile(this.#path(account, id)));
    if (!bytes) await this.#checkFolder();
    return bytes;
  }

  async delete(account: string, ...ids: string[]): Promise<void> {
    const paths = ids.map((id) => this.#path(account, id));
    if (paths.length === 0) return;
    await available(Promise.all(paths.map((path) => rm(path, { force: true }))).then(() => flushFolder(this.#path(account))));
  }

  async *list(before: number): AsyncIterable<{ account: string; id: string }> {
    for (const entry of (await ifPresent(readdir(this.#folder, { withFileTypes: true }))) ?? []) {
      if (!entry.isDirectory()) continue;
      const account = entry.name;
      for (const name of (await ifPresent(readdir(join(this.#folder, account)))) ?? []) {
        const path = join(this.#folder, account, name);
        const info = await ifPresent(stat(path));
        if (!info || info.mtimeMs >= before) continue;
        if (BLOB_ID.test(name)) yield { account, id: name };
        else await rm(path, { force: true });
      }
    }
  }

  async erase(account: string): Promise<void> {
    await available(rm(this.#path(account), { recursive: true, force: true }));
  }

  async probe(): Promise<void> {
    this.#markReadAt = -Infinity;
    await this.#checkFolder();
    const path = join(this.#folder, `.probe-${process.pid}`);
    try {
      await writeFile(path, 'x', { mode: 0o600 });
      await rm(path);
    } catch (error) {
      throw storageUnavailable(error) ?? new StorageUnavailable('failing', error);
    }
  }

  /** At most once a second. */
  async #checkFolder(): Promise<void> {
    if (this.#identity === undefined || performance.now() - this.#markReadAt < MARK_KEPT_MS) return;
    if ((await available(readMark(this.#folder))) !== this.#identity) throw new StorageUnavailable('wrongFolder');
    this.#markReadAt = performance.now();
  }

  #path(account: string, id?: string): string {
    if (!ACCOUNT.test(account) || (id !== undefined && !BLOB_ID.test(id))) throw new Error('Not the name of a blob.');
    return id === undefined ? join(this.#folder, account) : join(this.#folder, account, id);
  }
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function flushFolder(path: string): Promise<void> {
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
