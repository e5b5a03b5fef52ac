/**
 * A restore of the embedded database in two steps, since nothing may replace the data of a running server. The server unpacks the archive
 * of a backup, checks its signature and all of its checksums, and keeps it in the folder `restore`. The next start fills `restored` from
 * it, moves the data to `before-restore`, and `restored` to its place. Each step ends with a rename: a start that was interrupted goes on
 * with the step that was not complete, and until the data was moved the data is as before.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Keyring } from '../../kernel/ports/accounts.ts';
import { FileBlobPlace } from '../blobs/files/blob-place.ts';
import { flushFolder } from '../blobs/files/blobs.ts';
import { BadBackup, checkBackup, isSignedBy, readManifest } from './backup.ts';
import type { Manifest } from './backup.ts';

const NAME = '[A-Za-z0-9_-][\\w.-]{0,200}';
/** What a backup consists of: nothing of an archive is written elsewhere. */
const ENTRY = new RegExp(`^(?:\\./)?(manifest\\.json|rows\\.ndjson|secrets/${NAME}|blobs/${NAME}/${NAME})$`);
/** What is replaced; the secrets and the lock of the data folder stay. */
const DATA = ['perennial.db', 'perennial.db-wal', 'perennial.db-shm', 'blobs', 'blobs.json', 'audit-anchor.json', 'signed-database'];

const stagedIn = (data: string): string => join(data, 'restore');
const restoredIn = (data: string): string => join(data, 'restored');
const formerIn = (data: string): string => join(data, 'before-restore');

export class StagedRestore {
  readonly #data: string;
  readonly #keyring: Pick<Keyring, 'sign'>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(data: string, keyring: Pick<Keyring, 'sign'>) {
    this.#data = data;
    this.#keyring = keyring;
  }

  /** Blobs elsewhere are not the server's alone. */
  async isPossible(): Promise<boolean> {
    return ((await new FileBlobPlace(this.#data).read()) ?? { at: 'files' }).at === 'files';
  }

  async get(): Promise<Manifest | undefined> {
    return existsSync(stagedIn(this.#data)) ? await readManifest(stagedIn(this.#data)) : undefined;
  }

  /** Keeps an archive that this server's master key has signed and of which all is intact. */
  put(archive: Uint8Array): Promise<Manifest | { problem: string }> {
    return this.#inTurn(async () => {
      await mkdir(join(this.#data, 'tmp'), { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(this.#data, 'tmp', 'restore-'));
      try {
        await unpack(archive, folder);
        const manifest = await readManifest(folder);
        if (!isSignedBy(manifest, this.#keyring))
          throw new BadBackup('it is not signed with the master key of this server, or was changed since.');
        const [problem] = await checkBackup(folder, manifest);
        if (problem !== undefined) throw new BadBackup(`it is damaged: ${problem}.`);
        await rm(stagedIn(this.#data), { recursive: true, force: true });
        await rename(folder, stagedIn(this.#data));
        await flushFolder(this.#data);
        return manifest;
      } catch (error) {
        if (error instanceof BadBackup) return { problem: error.message.replaceAll(folder, 'the archive') };
        throw error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }

  delete(): Promise<void> {
    return this.#inTurn(async () => {
      await rm(stagedIn(this.#data), { recursive: true, force: true });
      await flushFolder(this.#data);
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

async function unpack(archive: Uint8Array, folder: string): Promise<void> {
  const extract = (await import('tar-stream')).extract();
  extract.end(archive);
  try {
    for await (const entry of extract) {
      const { name, type } = entry.header;
      if (type === 'directory') {
        entry.resume();
        continue;
      }
      const path = type === 'file' ? ENTRY.exec(name)?.[1] : undefined;
      if (path === undefined) throw new BadBackup(`it contains ${JSON.stringify(name.slice(0, 100))}, which is not part of a backup.`);
      await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
      const file = await open(join(folder, path), 'wx', 0o600);
      try {
        for await (const chunk of entry as AsyncIterable<Uint8Array>) await file.writeFile(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
    }
  } catch (error) {
    if (error instanceof BadBackup || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new BadBackup('it is not a whole .tar file.');
  } finally {
    extract.destroy();
  }
}

/** Whether the start has something to restore. */
export function isRestoreStaged(data: string): boolean {
  return existsSync(stagedIn(data)) || existsSync(restoredIn(data));
}

/**
 * Replaces the data of the folder, which no process uses, by what `fill` makes of the staged backup in an empty folder. An error of `fill`
 * leaves everything as it was.
 */
export async function applyStagedRestore(data: string, fill: (source: string, target: string) => Promise<void>): Promise<void> {
  const [staged, restored, former] = [stagedIn(data), restoredIn(data), formerIn(data)];
  if (!existsSync(restored)) {
    const target = `${restored}.new`;
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { mode: 0o700 });
    await fill(staged, target);
    await rm(former, { recursive: true, force: true });
    await rename(target, restored);
  }
  if (!existsSync(former)) {
    await mkdir(`${former}.new`, { recursive: true, mode: 0o700 });
    await moveData(data, `${former}.new`);
    await rename(`${former}.new`, former);
  }
  await moveData(restored, data);
  await rm(staged, { recursive: true, force: true });
  await rm(restored, { recursive: true, force: true });
}

async function moveData(from: string, to: string): Promise<void> {
  for (const name of DATA) if (existsSync(join(from, name))) await rename(join(from, name), join(to, name));
  await flushFolder(to);
  await flushFolder(from);
}
