/** Opens the stores of a configuration without a server. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MasterKeyring } from '../accounts/keyring.ts';
import { secretsFolder } from '../accounts/secrets.ts';
import type { Config } from '../config.ts';
import { FileBlobs } from '../storage/files/blobs.ts';
import type { Store } from '../kernel/ports/store.ts';
import { databaseFile, DataInUse, openSqlite, openSqliteReadOnly } from '../storage/sqlite/store.ts';
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

/** Opens the store for a repair; refuses while a server is running. */
export async function openToRepair(config: Config): Promise<Store> {
  if (config.databaseUrl === undefined) {
    if (!existsSync(databaseFile(config.data)))
      throw new UsageError(`There is no database in ${config.data}. Set --data to the data folder.`);
    return await openToFill(config);
  }
  const { countServers } = await import('../storage/postgres/servers.ts');
  if ((await countServers(config.databaseUrl)) > 0) throw new DataInUse('The database is in use by a server. Stop all servers first.');
  return await openToFill(config);
}

async function openPostgresAt(url: string): Promise<Store> {
  const { openPostgres } = await import('../storage/postgres/store.ts');
  return await openPostgres({ url, now: Date.now, onError: () => {} });
}

/** Undefined when the master key is not here: signatures are then neither checked nor made. */
export async function keyringOf({ data, masterKey }: Config): Promise<MasterKeyring | undefined> {
  const path = join(secretsFolder(data), 'master.key');
  const key = masterKey ?? (existsSync(path) ? (await readFile(path, 'utf8')).trim() : undefined);
  return key === undefined ? undefined : new MasterKeyring(Buffer.from(key, 'hex'));
}
