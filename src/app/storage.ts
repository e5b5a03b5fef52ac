/** The stores that the configuration names, and what is in them. */
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';
import type { Damage, Store } from '../kernel/ports/store.ts';
import { identifyBlobFolder } from '../storage/files/blob-folder.ts';
import { FileBlobs } from '../storage/files/blobs.ts';
import { DiskReserve } from '../storage/disk-reserve.ts';
import { CountedFolder, sizeOf } from '../storage/files/folder-size.ts';
import { MemoryBlobs } from '../storage/memory/blobs.ts';
import { databaseFile, openSqlite, openSqliteInThread } from '../storage/sqlite/store.ts';

/** The space for deletions on a full disk, where the database is on the disk of the data folder. */
export function openReserve(config: Config): DiskReserve | undefined {
  return storeName(config) === 'SQLite' ? new DiskReserve(config.data) : undefined;
}

interface StoreParts {
  reserve: DiskReserve | undefined;
  onDamage: (damage: Damage) => void;
}

export async function openStore(config: Config, clock: Clock, log: Logger, { reserve, onDamage }: StoreParts): Promise<Store> {
  const now = (): number => clock.now();
  if (config.dev) return await openSqlite({ now, onDamage });
  if (config.databaseUrl === undefined) return await openSqlite({ folder: config.data, now, reserve, onDamage });
  const { openPostgres } = await import('../storage/postgres/store.ts');
  const onError = (error: Error): void => log.warn({ err: error }, 'database connection lost');
  return await openPostgres({ url: config.databaseUrl, now, onError, onDamage });
}

/** The store of this process, opened in another thread of it; `port` is the one that the store has made for the thread. */
export async function openStoreInThread(
  config: Config,
  clock: Clock,
  port: MessagePort | undefined,
  onDamage: (damage: Damage) => void,
): Promise<Store> {
  const now = (): number => clock.now();
  if (port) return openSqliteInThread({ folder: config.data, now, port, onDamage });
  const { openPostgresInThread } = await import('../storage/postgres/store.ts');
  // A lost connection fails the query that uses it.
  return openPostgresInThread({ url: config.databaseUrl!, now, onError: () => undefined, onDamage });
}

export async function openBlobs(config: Config, clock: Clock, store: Store, reserve: DiskReserve | undefined): Promise<Blobs> {
  if (config.dev) return new MemoryBlobs(() => clock.now());
  const folder = join(config.data, 'blobs');
  return new FileBlobs(folder, { identity: await identifyBlobFolder(folder, store), reserve });
}

/** Deletes the temporary files that a killed process has left, such as those of a backup; only where no other process writes some. */
export async function clearTemporaryFiles(config: Config): Promise<void> {
  if (storeName(config) === 'SQLite') await rm(join(config.data, 'tmp'), { recursive: true, force: true });
}

export function storeName(config: Config): string {
  return config.dev ? 'memory' : config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
}

interface StorageUsage {
  databaseBytes?: number;
  blobBytes: number;
  blobCount: number;
  freeBytes: number;
}

/** Measures what the data folder holds; nothing with `--dev`. */
export function storageUsage(config: Config, clock: Clock): () => Promise<StorageUsage | undefined> {
  if (config.dev) return async () => undefined;
  const { data } = config;
  const blobFolder = new CountedFolder(join(data, 'blobs'), () => clock.now());
  return async () => {
    const [{ bytes, files }, { bavail, bsize }] = await Promise.all([blobFolder.size(), statfs(data)]);
    const usage: StorageUsage = { blobBytes: bytes, blobCount: files, freeBytes: bavail * bsize };
    if (storeName(config) === 'SQLite') usage.databaseBytes = await sizeOf(databaseFile(data), `${databaseFile(data)}-wal`);
    return usage;
  };
}
