/** The stores that the configuration names, and what is in them. */
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Clock } from '../kernel/ports.ts';
import type { Blobs, BlobUsage } from '../kernel/ports/blobs.ts';
import type { Damage, Store } from '../kernel/ports/store.ts';
import { DiskReserve } from '../storage/disk-reserve.ts';
import { sizeOf } from '../storage/file-size.ts';
import { databaseFile, openSqlite, openSqliteInThread } from '../storage/records/sqlite/store.ts';

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
  const { openPostgres } = await import('../storage/records/postgres/store.ts');
  const onError = (error: Error): void => log.warn({ err: error }, 'database connection lost');
  return await openPostgres({ url: config.databaseUrl, directUrl: config.databaseDirectUrl, now, onError, onDamage });
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
  const { openPostgresInThread } = await import('../storage/records/postgres/store.ts');
  // A lost connection fails the query that uses it.
  return openPostgresInThread({ url: config.databaseUrl!, now, onError: () => undefined, onDamage });
}

/** Deletes the temporary files that a killed process has left, such as those of a backup; only where no other process writes some. */
export async function clearTemporaryFiles(config: Config): Promise<void> {
  if (storeName(config) === 'SQLite') await rm(join(config.data, 'tmp'), { recursive: true, force: true });
}

/** The database by its name in the semantic conventions of OpenTelemetry. */
export function databaseSystem(config: Config): string {
  return storeName(config) === 'PostgreSQL' ? 'postgresql' : 'sqlite';
}

export function storeName(config: Config): string {
  return config.dev ? 'memory' : config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
}

interface StorageUsage {
  databaseBytes?: number;
  blobBytes?: number;
  blobCount?: number;
  freeBytes: number;
}

/** Blobs are counted at most once in this time, and a reply does not wait longer for them than the other. */
const COUNTED_MS = 60_000;
const COUNTING_MS = 1000;

/** Measures what is stored; nothing with `--dev`. */
export function storageUsage(config: Config, blobs: Blobs, clock: Clock): () => Promise<StorageUsage | undefined> {
  if (config.dev) return async () => undefined;
  const count = countNow(blobs, clock);
  return async () => {
    const [counted, { bavail, bsize }] = await Promise.all([count(), statfs(config.data)]);
    const usage: StorageUsage = {
      ...(counted && { blobBytes: counted.bytes, blobCount: counted.count }),
      freeBytes: bavail * bsize,
    };
    if (storeName(config) === 'SQLite') usage.databaseBytes = await sizeOf(databaseFile(config.data), `${databaseFile(config.data)}-wal`);
    return usage;
  };
}

/** The last count, at most a minute old; undefined while the first one takes long or fails. */
function countNow(blobs: Pick<Blobs, 'usage'>, clock: Clock): () => Promise<BlobUsage | undefined> {
  let last: BlobUsage | undefined;
  let startedAt = -Infinity;
  let counting: Promise<void> = Promise.resolve();
  return async () => {
    if (clock.now() - startedAt >= COUNTED_MS) {
      startedAt = clock.now();
      counting = blobs.usage().then(
        (usage) => void (last = usage),
        () => void (startedAt = -Infinity),
      );
    }
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => late.resolve(), COUNTING_MS);
    await Promise.race([counting, late.promise]);
    clearTimeout(timer);
    return last;
  };
}
