/** The folder of bodies that are on disk while their calls are in progress. */
import { randomUUID } from 'node:crypto';
import { open, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longer than a call may take. */
const ABANDONED_MS = 5 * 60_000;

export class UploadFolder {
  readonly #path: string | undefined;
  #created: Promise<string> | undefined;

  /** Without a path, a temporary folder is created when it is needed, and removed when the server closes. */
  constructor(path?: string) {
    this.#path = path;
  }

  async create(): Promise<{ path: string; file: FileHandle }> {
    const path = join(await (this.#created ??= this.#create()), randomUUID());
    return { path, file: await open(path, 'wx', 0o600) };
  }

  /** Deletes what ended processes have left behind: everything, or, where other processes use the folder, what is old. */
  async clear({ isShared }: { isShared: boolean }): Promise<void> {
    if (this.#path === undefined) return;
    if (!isShared) return await rm(this.#path, { recursive: true, force: true });
    for (const name of await readdir(this.#path).catch(() => [])) {
      const file = join(this.#path, name);
      const { mtimeMs } = (await stat(file).catch(() => undefined)) ?? { mtimeMs: Date.now() };
      if (mtimeMs < Date.now() - ABANDONED_MS) await rm(file, { force: true });
    }
  }

  async close(): Promise<void> {
    if (this.#path === undefined && this.#created) await rm(await this.#created, { recursive: true, force: true });
  }

  async #create(): Promise<string> {
    if (this.#path === undefined) return await mkdtemp(join(tmpdir(), 'perennial-uploads-'));
    await mkdir(this.#path, { recursive: true, mode: 0o700 });
    return this.#path;
  }
}
