/**
 * Streams a backup as one .tar file for download over HTTP. The backup is written to a folder first: a tar header needs the size of its
 * file.
 */
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pack } from 'tar-stream';
import { writeBackup } from './backup.ts';
import type { BackupParts } from './backup.ts';

type ArchivedParts = Pick<BackupParts, 'store' | 'blobs' | 'version' | 'keyring'>;

/** Contains no secrets, so that an intercepted archive does not reveal keys. The folder is removed when the stream ends for any reason. */
export function backupArchive(parts: ArchivedParts, temporary: string): Readable {
  return Readable.from(archiveBackup(parts, temporary), { objectMode: false });
}

async function* archiveBackup(parts: ArchivedParts, temporary: string): AsyncIterable<Uint8Array> {
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(temporary, 'perennial-backup-'));
  try {
    await writeBackup({ ...parts, target: folder });
    yield* archiveFolder(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files below a folder as a .tar file, in the order of their names. */
export async function* archiveFolder(folder: string): AsyncIterable<Uint8Array> {
  const { pack } = await import('tar-stream');
  const archive = pack();
  const writing = writeEntries(archive, folder).catch((problem: Error) => archive.destroy(problem));
  try {
    yield* archive as AsyncIterable<Uint8Array>;
  } finally {
    archive.destroy();
    await writing;
  }
}

async function writeEntries(archive: Pack, folder: string): Promise<void> {
  for await (const name of filesBelow(folder, '')) {
    const path = join(folder, name);
    const { size, mtime } = await stat(path);
    if (size === 0) archive.entry({ name, size, mtime, mode: 0o600 }, '');
    else
      await pipeline(createReadStream(path, { end: size - 1 }), archive.entry({ name, size, mtime, mode: 0o600 }) as unknown as Writable);
  }
  archive.finalize();
}

async function* filesBelow(folder: string, prefix: string): AsyncIterable<string> {
  const entries = (await readdir(join(folder, prefix), { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(folder, name);
    else yield name;
  }
}
