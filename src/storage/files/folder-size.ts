/** The size of a folder. Counting many files takes a while, so the result is cached for a minute. */
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderSize {
  bytes: number;
  files: number;
}

const KEPT_MS = 60_000;

export class CountedFolder {
  readonly #folder: string;
  readonly #now: () => number;
  #counted: { at: number; size: Promise<FolderSize> } | undefined;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  /** At most a minute old; zero when the folder does not exist. */
  size(): Promise<FolderSize> {
    const now = this.#now();
    if (!this.#counted || now - this.#counted.at >= KEPT_MS) this.#counted = { at: now, size: count(this.#folder) };
    return this.#counted.size;
  }
}

async function count(folder: string): Promise<FolderSize> {
  const size: FolderSize = { bytes: 0, files: 0 };
  const entries = await ifThere(opendir(folder, { recursive: true }));
  if (!entries) return size;
  for await (const entry of entries) {
    const info = entry.isFile() ? await ifThere(stat(join(entry.parentPath, entry.name))) : undefined;
    if (!info) continue;
    size.bytes += info.size;
    size.files++;
  }
  return size;
}

/** Files may disappear while they are counted. */
async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The total size of files; a missing one counts as empty. */
export async function sizeOf(...paths: string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(async (path) => (await ifThere(stat(path)))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}
