/**
 * A folder of blobs belongs to one database. Its file `store-id` names the database, which knows the same id, so that a replica whose
 * shared folder is not mounted, or is another's, is noticed before it loses or misses a blob.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../../../kernel/ports/store.ts';
import { unusableFolder } from '../../data-folder.ts';

const MARKER = 'store-id';

/** The id of the database; marks a folder that belongs to none. */
export async function identifyBlobFolder(folder: string, store: Pick<Store, 'identity'>): Promise<string> {
  try {
    const mark = await markFolder(folder);
    const identity = await store.identity(mark.id);
    if (mark.isNew && mark.id !== identity) await rm(join(folder, MARKER));
    return identity;
  } catch (error) {
    throw unusableFolder(error, folder);
  }
}

/** Marks a folder that belongs to no database with an id; false when it belongs to another one. */
export async function claimFolder(folder: string, identity: string): Promise<boolean> {
  try {
    return (await markFolder(folder, identity)).id === identity;
  } catch (error) {
    throw unusableFolder(error, folder);
  }
}

export async function readMark(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, MARKER), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Concurrent processes get the same id. */
async function markFolder(folder: string, id: string = randomUUID()): Promise<{ id: string; isNew: boolean }> {
  const found = await readMark(folder);
  if (found) return { id: found, isNew: false };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const file = await open(join(folder, MARKER), 'wx', 0o600);
    try {
      await file.writeFile(`${id}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    return { id, isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await emptyOrWritten(folder, id);
  }
}

/** The mark that another process has just made; one that was left empty by a crash is removed. */
async function emptyOrWritten(folder: string, id: string): Promise<{ id: string; isNew: boolean }> {
  for (let tries = 0; tries < 20; tries++) {
    const found = await readMark(folder);
    if (found) return { id: found, isNew: false };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await rm(join(folder, MARKER), { force: true });
  return await markFolder(folder, id);
}
