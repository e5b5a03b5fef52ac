/** The folder of bodies that are on disk while their calls are in progress. */
import { randomUUID } from 'node:crypto';
import { open, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadedBody } from './uploaded-body.ts';

/** Longer than a call may take. */
const ABANDONED_MS = 5 * 60_000;
const WRITE_BYTES = 64 * 1024;

export class UploadFolder {
  readonly #path: string | undefined;
  #created: Promise<string> | undefined;

  /** Without a path, a temporary folder is created when it is needed, and removed when the server closes. */
  constructor(path?: string) {
    this.#path = path;
  }

  async create(): Promise<UploadFile> {
    this.#created ??= this.#create();
    const path = join(await this.#created, randomUUID());
    return new UploadFile(path, await open(path, 'wx', 0o600));
  }

  /** Deletes what ended processes have left behind: everything, or, where other processes use the folder, what is old. */
  async clear({ isShared }: { isShared: boolean }): Promise<void> {
    if (this.#path === undefined) return;
    if (!isShared) {
      this.#created = undefined;
      return await rm(this.#path, { recursive: true, force: true });
    }
    for (const name of await filesIn(this.#path)) {
      const file = join(this.#path, name);
      if ((await modifiedAt(file)) < Date.now() - ABANDONED_MS) await rm(file, { force: true });
    }
  }

  async close(): Promise<void> {
    if (this.#path === undefined && this.#created) await rm(await this.#created, { recursive: true, force: true });
  }

  async #create(): Promise<string> {
    try {
      if (this.#path === undefined) return await mkdtemp(join(tmpdir(), 'perennial-uploads-'));
      await mkdir(this.#path, { recursive: true, mode: 0o700 });
      return this.#path;
    } catch (error) {
      this.#created = undefined;
      throw error;
    }
  }
}

/** A file that is written once; small chunks are collected. */
export class UploadFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #buffer = Buffer.allocUnsafeSlow(WRITE_BYTES);
  #buffered = 0;
  #length = 0;

  constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  get length(): number {
    return this.#length;
  }

  async write(chunk: Buffer): Promise<void> {
    this.#length += chunk.length;
    if (this.#buffered + chunk.length > WRITE_BYTES) await this.#flush();
    if (chunk.length >= WRITE_BYTES) return await this.#file.writeFile(chunk);
    chunk.copy(this.#buffer, this.#buffered);
    this.#buffered += chunk.length;
  }

  async complete(): Promise<UploadedBody> {
    await this.#flush();
    return { path: this.#path, length: this.#length };
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async delete(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  async #flush(): Promise<void> {
    const buffered = this.#buffer.subarray(0, this.#buffered);
    this.#buffered = 0;
    await this.#file.writeFile(buffered);
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function modifiedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Infinity;
    throw error;
  }
}
