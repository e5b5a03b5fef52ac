/** A backup as one file, for those who fetch it over HTTP: written to a folder first, since an archive names sizes before contents. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { writeBackup } from './backup.ts';
import type { BackupParts } from './backup.ts';
import { tarOf } from './tar.ts';

/** Without secrets: what goes over the network must not open the keys in it. The folder is gone when the stream ends, however it ends. */
export function backupArchive(parts: Pick<BackupParts, 'store' | 'blobs' | 'version'>, temporary: string): Readable {
  return Readable.from(archive(parts, temporary), { objectMode: false });
}

async function* archive(parts: Pick<BackupParts, 'store' | 'blobs' | 'version'>, temporary: string): AsyncIterable<Uint8Array> {
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(temporary, 'perennial-backup-'));
  try {
    await writeBackup({ ...parts, target: folder });
    yield* tarOf(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
