/**
 * Where the blobs of the embedded database are: a file beside it, since only the server can write to the database while it runs. Without
 * the file they are in the folder of blobs, if there is one.
 */
import { open, readFile, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { storageUnavailable } from '../../../kernel/storage-unavailable.ts';
import { formatPlace, isSamePlace, parsePlace } from '../blob-place.ts';
import type { BlobPlace, BlobPlaceRecord } from '../blob-place.ts';
import { readMark } from './blob-folder.ts';

const FILE = 'blobs.json';

export class FileBlobPlace implements BlobPlaceRecord {
  readonly #path: string;
  readonly #blobs: string;

  constructor(data: string) {
    this.#path = join(data, FILE);
    this.#blobs = join(data, 'blobs');
  }

  async read(): Promise<BlobPlace | undefined> {
    try {
      return parsePlace(await readFile(this.#path, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storageUnavailable(error) ?? error;
    }
    const isUsed = (await readMark(this.#blobs)) !== undefined || (await readdir(this.#blobs).catch(() => [])).length > 0;
    return isUsed ? { at: 'files' } : undefined;
  }

  async replace(read: BlobPlace | undefined, next: BlobPlace): Promise<boolean> {
    const now = await this.read();
    if (isSamePlace(now, next)) return true;
    if (!isSamePlace(now, read)) return false;
    const temporary = `${this.#path}.tmp`;
    try {
      const file = await open(temporary, 'w', 0o600);
      try {
        await file.writeFile(formatPlace(next));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#path);
      return true;
    } catch (error) {
      throw storageUnavailable(error) ?? error;
    }
  }
}
