/**
 * A backup is a folder: `manifest.json`, `rows.ndjson` (every row of the store as of one moment),
 * `blobs/` (the blobs that those rows name) and `secrets/` (without which sealed values stay sealed).
 * Rows are the same for every store, so that a backup of one can be restored into another.
 */
import type { Blobs } from '../../kernel/ports/blobs.ts';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { isBlobIntact } from '../blob-id.ts';
import { FileBlobs } from './blobs.ts';
import { blobsInRow } from '../rows.ts';
import type { BackupRow, Store } from '../../kernel/ports/store.ts';

export const BACKUP_FORMAT = 1;

export interface Manifest {
  format: number;
  version: string;
  createdDateTime: string;
  rows: number;
  rowsSha256: string;
  blobs: number;
  /** Blobs that were deleted, with their records, while the backup was written. */
  blobsGone: number;
}

export class BadBackup extends Error {
  override name = 'BadBackup';
}

export interface BackupParts {
  store: Pick<Store, 'dump'>;
  blobs: Pick<Blobs, 'get'>;
  secrets?: string;
  target: string;
  version: string;
}

export async function writeBackup({ store, blobs, secrets, target, version }: BackupParts): Promise<Manifest> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0) throw new BadBackup(`The folder ${target} is not empty.`);
  const file = createWriteStream(join(target, 'rows.ndjson'), { mode: 0o600 });
  const hash = createHash('sha256');
  const kept = new FileBlobs(join(target, 'blobs'));
  let rows = 0;
  let copied = 0;
  let gone = 0;
  for await (const row of store.dump()) {
    const line = `${JSON.stringify(row)}\n`;
    hash.update(line);
    rows++;
    if (!file.write(line)) await once(file, 'drain');
    for (const { account, id } of blobsInRow(row)) {
      const bytes = await blobs.get(account, id);
      if (bytes) await kept.write(account, id, bytes);
      if (bytes) copied++;
      else gone++;
    }
  }
  file.end();
  await finished(file);
  if (secrets !== undefined) await cp(secrets, join(target, 'secrets'), { recursive: true });
  const manifest: Manifest = {
    format: BACKUP_FORMAT,
    version,
    createdDateTime: new Date().toISOString(),
    rows,
    rowsSha256: hash.digest('hex'),
    blobs: copied,
    blobsGone: gone,
  };
  await writeFile(join(target, 'manifest.tmp'), JSON.stringify(manifest, null, 2), { mode: 0o600 });
  await rename(join(target, 'manifest.tmp'), join(target, 'manifest.json'));
  return manifest;
}

export async function readManifest(source: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(join(source, 'manifest.json'), 'utf8')) as Manifest;
  } catch {
    throw new BadBackup(`${source} is not a whole backup: its manifest cannot be read.`);
  }
  if (manifest.format > BACKUP_FORMAT) throw new BadBackup(`${source} was written by a newer version (${manifest.version}).`);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(join(source, 'rows.ndjson'))) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== manifest.rowsSha256) throw new BadBackup(`${source} is damaged: its rows are not those of its manifest.`);
  return manifest;
}

/** Fills an empty store and blob folder from a backup that `readManifest` has verified. */
export async function restoreRows({ store, blobs, source }: { store: Store; blobs: FileBlobs; source: string }): Promise<void> {
  if (!(await store.isEmpty())) throw new BadBackup('The store is not empty: a backup is restored into an empty one.');
  const kept = new FileBlobs(join(source, 'blobs'));
  for await (const { account, id } of kept.list(Infinity)) {
    const bytes = (await kept.get(account, id))!;
    if (!isBlobIntact(id, bytes)) throw new BadBackup(`${source} is damaged: blob ${id} of account ${account}.`);
    await blobs.write(account, id, bytes);
  }
  await store.load(rowsOf(join(source, 'rows.ndjson')));
}

export async function hasSecrets(source: string): Promise<boolean> {
  return await stat(join(source, 'secrets')).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

/** One row per line. Only a line feed ends a line: the text of a row may contain other line ends. */
async function* rowsOf(path: string): AsyncIterable<BackupRow> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + (chunk as string)).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as BackupRow;
  }
}
