/** Opens the stores of a configuration without a server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { FileBlobs } from '../storage/files/blobs.ts';
import type { Store } from '../kernel/ports/store.ts';
import { databaseFile, openSqlite, openSqliteReadOnly } from '../storage/sqlite/store.ts';
import { UsageError } from './command.ts';

export function blobsIn({ data }: Config): FileBlobs {
  return new FileBlobs(join(data, 'blobs'));
}

/** Opens the store read-only; a server may be running. */
export async function openToRead({ databaseUrl, data }: Config): Promise<Store> {
  if (databaseUrl !== undefined) return await openPostgresAt(databaseUrl);
  if (!existsSync(databaseFile(data))) throw new UsageError(`There is no database in ${data}. Set --data to the data folder.`);
  return openSqliteReadOnly({ folder: data, now: Date.now });
}

/** Opens the store for a restore; no server may be running. */
export async function openToFill({ databaseUrl, data }: Config): Promise<Store> {
  if (databaseUrl !== undefined) return await openPostgresAt(databaseUrl);
  return await openSqlite({ folder: data, now: Date.now });
}

async function openPostgresAt(url: string): Promise<Store> {
  const { openPostgres } = await import('../storage/postgres/store.ts');
  return await openPostgres({ url, now: Date.now, onError: () => {} });
}
