/**
 * Space that is kept for deleting: a file in the data folder that is removed when the disk is full. A deletion needs space too, since
 * SQLite writes it to its log first. While the space is in use nothing else may be written, and the file is made again once there is
 * room.
 */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const RESERVE_BYTES = 16 * 2 ** 20;
const CHUNK_BYTES = 2 ** 20;

export class DiskReserve {
  readonly #file: string;
  readonly #folder: string;
  #isReleased = false;
  #isKept = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, 'reserve');
  }

  /** Whether the disk was full and there has been no room since. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Frees the space; without an effect when it is free already. */
  release(): void {
    this.#isReleased = true;
    this.#isKept = false;
    rmSync(this.#file, { force: true });
  }

  /** Takes the space again, when there is twice as much. */
  async restore(): Promise<void> {
    if (this.#isKept) return;
    if ((await sizeOf(this.#file)) !== RESERVE_BYTES) {
      const { bavail, bsize } = await statfs(this.#folder);
      if (bavail * bsize < 2 * RESERVE_BYTES) return;
      await this.#write();
    }
    this.#isKept = true;
    this.#isReleased = false;
  }

  /** Random bytes, since a file system may store others in less space. */
  async #write(): Promise<void> {
    const temporary = `${this.#file}.tmp`;
    const file = await open(temporary, 'w', 0o600);
    try {
      for (let bytes = 0; bytes < RESERVE_BYTES; bytes += CHUNK_BYTES) await file.write(randomBytes(CHUNK_BYTES));
      await file.sync();
      await rename(temporary, this.#file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }
}

async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
