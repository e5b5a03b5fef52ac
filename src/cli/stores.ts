/** Opens the stores of a configuration without a server. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MasterKeyring } from '../accounts/keys/keyring.ts';
import { secretsFolder } from '../accounts/keys/secrets.ts';
import { BlobPlaces, placedBlobs } from '../app/blobs.ts';
import type { Config } from '../config.ts';
import type { Store } from '../kernel/ports/store.ts';
import type { PlacedBlobs } from '../storage/blobs/placed-blobs.ts';
import { databaseFile, DataInUse, openSqlite, openSqliteReadOnly } from '../storage/records/sqlite/store.ts';
import { UsageError } from './command.ts';

/** The blobs of a database; a server may be running. */
export async function openBlobsToRead(config: Config): Promise<PlacedBlobs> {
  const places = new BlobPlaces(config);
  const record = await places.record();
  return placedBlobs(places, record, (await record.read()) ?? { at: places.wanted });
}

/** The blobs of an empty database, for a restore. */
export async function openBlobsToFill(config: Config, store: Store): Promise<PlacedBlobs> {
  const places = new BlobPlaces(config);
  const record = await places.record();
  return placedBlobs(places, record, (await record.read()) ?? (await places.initialize(record, store)));
}

/** Opens the store read-only; a server may be running. */
export async function openToRead(config: Config): Promise<Store> {
  const { data } = config;
  const url = databaseAddress(config);
  if (url !== undefined) return await openPostgresAt(url);
  if (!existsSync(databaseFile(data))) throw new UsageError(`There is no database in ${data}. Set --data to the data folder.`);
  return openSqliteReadOnly({ folder: data, now: Date.now });
}

/** Opens the store for a restore; no server may be running. */
export async function openToFill(config: Config): Promise<Store> {
  const url = databaseAddress(config);
  return url === undefined ? await openSqlite({ folder: config.data, now: Date.now }) : await openPostgresAt(url);
}

/** Opens the store for a repair; refuses while a server is running. */
export async function openToRepair(config: Config): Promise<Store> {
  const url = databaseAddress(config);
  if (url === undefined) {
    if (!existsSync(databaseFile(config.data)))
      throw new UsageError(`There is no database in ${config.data}. Set --data to the data folder.`);
    return await openToFill(config);
  }
  const { countServers } = await import('../storage/records/postgres/servers.ts');
  if ((await countServers(url)) > 0) throw new DataInUse('The database is in use by a server. Stop all servers first.');
  return await openToFill(config);
}

/** Commands need one session: they do not go through a connection pooler. */
function databaseAddress({ databaseUrl, databaseDirectUrl }: Config): string | undefined {
  return databaseUrl === undefined ? undefined : (databaseDirectUrl ?? databaseUrl);
}

async function openPostgresAt(url: string): Promise<Store> {
  const { openPostgres } = await import('../storage/records/postgres/store.ts');
  return await openPostgres({ url, now: Date.now, onError: () => {} });
}

/** Undefined when the master key is not here: signatures are then neither checked nor made. */
export async function keyringOf({ data, masterKey }: Config): Promise<MasterKeyring | undefined> {
  const path = join(secretsFolder(data), 'master.key');
  const key = masterKey ?? (existsSync(path) ? (await readFile(path, 'utf8')).trim() : undefined);
  return key === undefined ? undefined : new MasterKeyring(Buffer.from(key, 'hex'));
}
