/**
 * A backup is a folder: `manifest.json`, `rows.ndjson` (every row of the store as of one moment, each with a checksum), `blobs/` (the
 * blobs that those rows name, whose names hold their SHA-256) and `secrets/` (without which sealed values stay sealed). The manifest
 * holds the SHA-256 of the rows, of the list of blobs, of each secret and of itself, and is signed with a key derived from the master key.
 * Rows are the same for every store, so that a backup of one can be restored into another.
 */
import type { Blobs } from '../../kernel/ports/blobs.ts';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, open, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { SYSTEM } from '../../kernel/collection.ts';
import type { Keyring } from '../../kernel/ports/accounts.ts';
import { BlobDeleted, DamagedBlob, isStreamIntact } from '../blobs/blob-store.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { FileBlobs } from '../blobs/files/blobs.ts';
import { blobsInRow } from './rows.ts';
import type { BackupRow, Damage, Store } from '../../kernel/ports/store.ts';

/** 1: without checksums of rows, blobs and secrets. */
export const BACKUP_FORMAT = 2;

export interface Manifest {
  format: number;
  version: string;
  createdDateTime: string;
  rows: number;
  rowsSha256: string;
  blobs: number;
  /** Of the list of blobs, in the order of the rows that name them. Undefined in format 1, like what follows. */
  blobsSha256?: string;
  /** Blobs that were deleted, with their records, while the backup was written, or that are lost. */
  blobsGone: number;
  /** Rows that were left out, because they were damaged. */
  rowsDamaged?: number;
  /** The end of the server's own audit chain, which names the ends of all others. */
  auditHead?: { sequence: number; hash: string };
  /** SHA-256 of each file in `secrets/`. */
  secrets?: Record<string, string>;
  /** Of the manifest without this field and the signature. */
  manifestSha256?: string;
  /** Absent in backups of versions up to 1.0.0-rc.1, and of servers whose master key is not here. */
  signature?: BackupSignature;
}

export interface BackupSignature {
  /** Which master key has signed it; says nothing about the key itself. */
  key: string;
  value: string;
}

export class BadBackup extends Error {
  override name = 'BadBackup';
}

export interface BackupParts {
  store: Pick<Store, 'dump'>;
  blobs: Pick<Blobs, 'read'>;
  secrets?: string;
  target: string;
  version: string;
  /** Signs it. */
  keyring?: Pick<Keyring, 'sign'>;
  /** Called for each row that is left out because it is damaged. */
  onDamage?: (damage: Damage) => void;
}

/** Writes a backup and reads it again: it is complete, and what is in it is what was written. */
export async function writeBackup({ store, blobs, secrets, target, version, keyring, onDamage }: BackupParts): Promise<Manifest> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0) throw new BadBackup(`The folder ${target} is not empty.`);
  const file = createWriteStream(join(target, 'rows.ndjson'), { mode: 0o600 });
  // Opening that fails later, when a dump has failed, would be an error that nobody catches.
  await once(file, 'open');
  const hash = createHash('sha256');
  const blobsHash = createHash('sha256');
  const kept = new FileBlobs(join(target, 'blobs'));
  let rows = 0;
  let copied = 0;
  let gone = 0;
  let damaged = 0;
  let auditHead: Manifest['auditHead'];
  const rowsToKeep = store.dump((damage) => {
    damaged++;
    onDamage?.(damage);
  });
  for await (const row of rowsToKeep) {
    const line = lineOf(row);
    hash.update(line);
    rows++;
    if (!file.write(line)) await once(file, 'drain');
    if ('auditHead' in row && row.auditHead[0] === SYSTEM) auditHead = { sequence: row.auditHead[1], hash: row.auditHead[2] };
    for (const { account, id } of blobsInRow(row)) {
      if (!(await copyBlob(blobs, kept, account, id))) {
        gone++;
        continue;
      }
      blobsHash.update(`${account}/${id}\n`);
      copied++;
    }
  }
  file.end();
  await finished(file);
  await flush(join(target, 'rows.ndjson'));
  if (secrets !== undefined) await cp(secrets, join(target, 'secrets'), { recursive: true });
  const manifest: Manifest = {
    format: BACKUP_FORMAT,
    version,
    createdDateTime: new Date().toISOString(),
    rows,
    rowsSha256: hash.digest('hex'),
    blobs: copied,
    blobsSha256: blobsHash.digest('hex'),
    blobsGone: gone,
    rowsDamaged: damaged,
    ...(auditHead && { auditHead }),
    ...(secrets !== undefined && { secrets: await secretsIn(target) }),
  };
  const manifestSha256 = sha256(JSON.stringify(manifest));
  const signed = { ...manifest, manifestSha256, ...(keyring && { signature: signatureOf(manifestSha256, keyring) }) };
  await writeFile(join(target, 'manifest.tmp'), JSON.stringify(signed, null, 2), { mode: 0o600 });
  const problems = await checkBackup(target, signed);
  if (problems.length > 0) throw new BadBackup(`The backup could not be read back as it was written: ${problems[0]}.`);
  await rename(join(target, 'manifest.tmp'), join(target, 'manifest.json'));
  return signed;
}

/** False when the blob is missing or damaged. */
async function copyBlob(from: Pick<Blobs, 'read'>, to: Pick<BlobStore, 'write'>, account: string, id: string): Promise<boolean> {
  try {
    const stream = await from.read(account, id);
    if (stream) await to.write(account, id, stream.chunks);
    return stream !== undefined;
  } catch (error) {
    if (error instanceof DamagedBlob || error instanceof BlobDeleted) return false;
    throw error;
  }
}

/** The manifest of a backup; its rows and blobs are not read. */
export async function readManifest(source: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(join(source, 'manifest.json'), 'utf8')) as Manifest;
  } catch {
    throw new BadBackup(`${source} is not a whole backup: its manifest cannot be read.`);
  }
  if (manifest.format > BACKUP_FORMAT) throw new BadBackup(`${source} was written by a newer version (${manifest.version}).`);
  const { manifestSha256, signature: _signature, ...rest } = manifest;
  if (manifest.format !== 1 && manifestSha256 !== sha256(JSON.stringify(rest)))
    throw new BadBackup(`${source} is damaged: its manifest does not match its checksum.`);
  return manifest;
}

function signatureOf(manifestSha256: string, keyring: Pick<Keyring, 'sign'>): BackupSignature {
  return { key: keyId(keyring), value: keyring.sign(Buffer.from(manifestSha256), 'backup') };
}

/** The name of a master key. */
function keyId(keyring: Pick<Keyring, 'sign'>): string {
  return keyring.sign(Buffer.alloc(0), 'key id').slice(0, 16);
}

/** Whether the keyring has signed the manifest, and with it the rows, blobs and secrets; the manifest was read by `readManifest`. */
export function isSignedBy({ format, manifestSha256 = '', signature }: Manifest, keyring: Pick<Keyring, 'sign'>): boolean {
  return format !== 1 && signature !== undefined && signature.value === signatureOf(manifestSha256, keyring).value;
}

/** Reads everything in a backup and compares it with its manifest; returns what is wrong. */
export async function checkBackup(source: string, manifest: Manifest): Promise<string[]> {
  const problems: string[] = [];
  const hash = createHash('sha256');
  const blobsHash = createHash('sha256');
  const kept = new FileBlobs(join(source, 'blobs'));
  let rows = 0;
  let blobs = 0;
  for await (const { line, row } of linesOf(source, manifest, hash)) {
    rows++;
    if (!row) {
      problems.push(`row ${line} is damaged`);
      continue;
    }
    for (const { account, id } of blobsInRow(row)) {
      const stream = await kept.read(account, id);
      if (!stream) continue;
      blobs++;
      blobsHash.update(`${account}/${id}\n`);
      if (!(await isStreamIntact(id, stream))) problems.push(`blob ${id} of account ${account} is damaged`);
    }
  }
  if (hash.digest('hex') !== manifest.rowsSha256 && problems.length === 0)
    problems.push(`its rows are not those of its manifest (${rows} of ${manifest.rows})`);
  if (manifest.blobsSha256 !== undefined && blobsHash.digest('hex') !== manifest.blobsSha256)
    problems.push(`its blobs are not those of its manifest (${blobs} of ${manifest.blobs})`);
  const secrets = manifest.secrets && (await secretsIn(source));
  for (const [name, expected] of Object.entries(manifest.secrets ?? {}))
    if (secrets?.[name] !== expected) problems.push(`the secret ${name} is missing or damaged`);
  return problems;
}

export interface RestoreParts {
  store: Store;
  blobs: Pick<BlobStore, 'write'>;
  source: string;
  /** Leaves out what is damaged in the backup, instead of refusing it. */
  exceptDamaged?: boolean;
}

/** Fills an empty store and blob folder from a backup; refuses a damaged one. Returns what was left out. */
export async function restoreBackup({ store, blobs, source, exceptDamaged = false }: RestoreParts): Promise<string[]> {
  if (!(await store.isEmpty())) throw new BadBackup('The store is not empty: a backup is restored into an empty one.');
  const manifest = await readManifest(source);
  const problems = await checkBackup(source, manifest);
  if (problems.length > 0 && !exceptDamaged) {
    const shown = problems.slice(0, MAX_PROBLEMS_SHOWN).join('; ');
    throw new BadBackup(
      `${source} is damaged: ${shown}${problems.length > MAX_PROBLEMS_SHOWN ? `; and ${problems.length - MAX_PROBLEMS_SHOWN} more` : ''}. Nothing was restored; --except-damaged restores the rest.`,
    );
  }
  const kept = new FileBlobs(join(source, 'blobs'));
  for await (const { account, id } of kept.list(Infinity)) await copyBlob(kept, blobs, account, id);
  await store.load(backupRows(source, manifest));
  return problems;
}

/** The intact rows of a backup. */
export async function* backupRows(source: string, manifest: Manifest): AsyncIterable<BackupRow> {
  for await (const { row } of linesOf(source, manifest)) if (row) yield row;
}

export async function hasSecrets(source: string): Promise<boolean> {
  return await stat(join(source, 'secrets')).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

const MAX_PROBLEMS_SHOWN = 10;
const CHECKSUM = /^(.*),"crc":(\d+)\}$/s;

function lineOf(row: BackupRow): string {
  const text = JSON.stringify(row);
  return `${text.slice(0, -1)},"crc":${crc32(text)}}\n`;
}

/** Lines of format 1 have no checksum. */
function parseLine(line: string, format: number): BackupRow | undefined {
  try {
    if (format === 1) return JSON.parse(line) as BackupRow;
    const [, text, checksum] = CHECKSUM.exec(line) ?? [];
    const row = `${text}}`;
    return crc32(row) === Number(checksum) ? (JSON.parse(row) as BackupRow) : undefined;
  } catch {
    return undefined;
  }
}

/** One row per line. Only a line feed ends a line: the text of a row may contain other line ends. */
async function* linesOf(
  source: string,
  { format }: Manifest,
  hash?: { update(bytes: Uint8Array): unknown },
): AsyncIterable<{ line: number; row: BackupRow | undefined }> {
  let line = 0;
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(join(source, 'rows.ndjson')) as AsyncIterable<Buffer>) {
    hash?.update(chunk);
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      rest.push(chunk.subarray(start, end));
      yield { line: ++line, row: parseLine(Buffer.concat(rest).toString('utf8'), format) };
      rest = [];
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
  }
  if (Buffer.concat(rest).length > 0) yield { line: ++line, row: undefined };
}

async function secretsIn(folder: string): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {};
  const names = await readdir(join(folder, 'secrets')).catch(() => []);
  for (const name of names.sort()) secrets[name] = sha256(await readFile(join(folder, 'secrets', name)));
  return secrets;
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
