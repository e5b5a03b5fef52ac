/** The blobs of a configuration, at the place that their database records. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Store } from '../kernel/ports/store.ts';
import { storageUnavailable } from '../kernel/storage-unavailable.ts';
import { parseBlobLocation } from '../storage/blobs/blob-location.ts';
import type { BlobLocation, ObjectLocation } from '../storage/blobs/blob-location.ts';
import type { BlobPlace, BlobPlaceRecord } from '../storage/blobs/blob-place.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import type { DiskReserve } from '../storage/disk-reserve.ts';
import { claimFolder, identifyBlobFolder, readMark } from '../storage/blobs/files/blob-folder.ts';
import { FileBlobPlace } from '../storage/blobs/files/blob-place.ts';
import { FileBlobs } from '../storage/blobs/files/blobs.ts';
import { ObjectBlobs } from '../storage/blobs/object-blobs.ts';
import type { ObjectStorage } from '../storage/blobs/object-blobs.ts';
import { PlacedBlobs } from '../storage/blobs/placed-blobs.ts';
import type { BlobPool } from '../storage/blobs/postgres/blob-pool.ts';
import { StorageUnusable } from '../storage/storage-unusable.ts';

type BlobConfig = Pick<Config, 'data' | 'databaseUrl' | 'blobs' | 'blobsConnection'>;

/** How locations are opened and where their record is. */
export class BlobPlaces {
  readonly #config: BlobConfig;
  #pool: Promise<BlobPool> | undefined;

  constructor(config: BlobConfig) {
    this.#config = config;
  }

  /** Where blobs are when nothing else is recorded. */
  get wanted(): string {
    const { blobs, databaseUrl } = this.#config;
    return blobs ?? (databaseUrl === undefined ? 'files' : 'postgres');
  }

  async record(): Promise<BlobPlaceRecord> {
    if (this.#config.databaseUrl === undefined) return new FileBlobPlace(this.#config.data);
    const { PostgresBlobPlace } = await import('../storage/blobs/postgres/blob-place.ts');
    return new PostgresBlobPlace(await this.#openPool());
  }

  /** With the id of the database, blobs of another one are not used. */
  async open(text: string, { identity, reserve }: { identity?: string; reserve?: DiskReserve } = {}): Promise<BlobStore> {
    const location = this.#location(text);
    if (location.kind === 'files') return new FileBlobs(this.#folder, { identity, reserve });
    if (location.kind === 'postgres') {
      const { PostgresBlobs } = await import('../storage/blobs/postgres/blobs.ts');
      return new PostgresBlobs(await this.#openPool());
    }
    return await this.#openObjects(location, identity);
  }

  /** The place of the blobs of a new database, which is recorded and marked. */
  async initialize(record: BlobPlaceRecord, store: Pick<Store, 'identity'>): Promise<BlobPlace> {
    const place: BlobPlace = { at: this.wanted };
    if (place.at === 'files') await identifyBlobFolder(this.#folder, store);
    else if (place.at !== 'postgres' && !(await usable(place.at, this.claim(place.at, await store.identity(randomUUID())))))
      throw wrongPlace(place.at);
    return (await record.replace(undefined, place)) ? place : (await record.read())!;
  }

  /**
   * The id of the database. Object storage that belongs to another one is refused; a folder may be mounted later, and is only not used
   * until then.
   */
  async identify(text: string, store: Pick<Store, 'identity'>): Promise<string> {
    const { kind } = this.#location(text);
    if (kind === 'files') return await identifyBlobFolder(this.#folder, store);
    const identity = await store.identity(randomUUID());
    if (kind !== 'postgres' && (await usable(text, this.mark(text))) !== identity) throw wrongPlace(text);
    return identity;
  }

  /** Marks a location that belongs to no database with the id of this one; false when it belongs to another. */
  async claim(text: string, identity: string): Promise<boolean> {
    const location = this.#location(text);
    if (location.kind === 'postgres') return true;
    if (location.kind === 'files') return await claimFolder(this.#folder, identity);
    const blobs = await this.#openObjects(location, undefined);
    try {
      return await blobs.claim(identity);
    } finally {
      await blobs.close();
    }
  }

  /** The id of the database to which a location belongs. */
  async mark(text: string): Promise<string | undefined> {
    const location = this.#location(text);
    if (location.kind === 'postgres') return undefined;
    if (location.kind === 'files') return await readMark(this.#folder);
    const blobs = await this.#openObjects(location, undefined);
    try {
      return await blobs.mark();
    } finally {
      await blobs.close();
    }
  }

  async close(): Promise<void> {
    await (await this.#pool)?.close();
  }

  get #folder(): string {
    return join(this.#config.data, 'blobs');
  }

  async #openObjects(location: ObjectLocation, identity: string | undefined): Promise<ObjectBlobs> {
    return new ObjectBlobs(await this.#objects(location), { prefix: location.prefix, identity });
  }

  /** The clients are loaded on first use. */
  async #objects(location: ObjectLocation): Promise<ObjectStorage> {
    if (location.kind === 's3') return new (await import('../storage/blobs/s3/objects.ts')).S3Objects(location);
    const connection = this.#config.blobsConnection;
    if (connection === undefined)
      throw new StorageUnusable('The blobs are in blob storage: set PERENNIAL_BLOBS_CONNECTION to its connection string.');
    return new (await import('../storage/blobs/azure/objects.ts')).AzureObjects({ connection, container: location.container });
  }

  #location(text: string): BlobLocation {
    const location = parseBlobLocation(text);
    if (!location) throw new StorageUnusable(`The blobs are at ${text}, which this version does not know.`);
    if (location.kind === 'postgres' && this.#config.databaseUrl === undefined)
      throw new StorageUnusable('Blobs are kept in PostgreSQL only together with the database: set DATABASE_URL.');
    return location;
  }

  async #openPool(): Promise<BlobPool> {
    this.#pool ??= import('../storage/blobs/postgres/blob-pool.ts').then(({ BlobPool: Pool }) => new Pool(this.#config.databaseUrl!));
    return await this.#pool;
  }
}

interface OpenOptions {
  store: Pick<Store, 'identity'>;
  reserve?: DiskReserve;
  warn: (message: string) => void;
}

/** For a server that starts: decides where the blobs of a new database are, and checks that they can be used. */
export async function openBlobs(config: BlobConfig, { store, reserve, warn }: OpenOptions): Promise<PlacedBlobs> {
  const places = new BlobPlaces(config);
  const record = await places.record();
  const place = (await record.read()) ?? (await places.initialize(record, store));
  if (config.blobs !== undefined && config.blobs !== place.at)
    warn(`The blobs are at ${place.at}, not at ${config.blobs}: "perennial blobs move" moves them there.`);
  if (place.from !== undefined) warn(`Some blobs are still at ${place.from}: "perennial blobs move" moves them to ${place.at}.`);
  const identity = await places.identify(place.at, store);
  return placedBlobs(places, record, place, { identity, reserve });
}

/** For a thread of a server that has started, and for commands: checks nothing in advance. */
export function placedBlobs(
  places: BlobPlaces,
  record: Pick<BlobPlaceRecord, 'read'>,
  place: BlobPlace,
  options: { identity?: string; reserve?: DiskReserve } = {},
): PlacedBlobs {
  return new PlacedBlobs({ record, place, open: (location) => places.open(location, options), close: () => places.close() });
}

/** Says why object storage cannot be used at start. */
async function usable<T>(location: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const problem = storageUnavailable(error);
    if (!problem) throw error;
    const { name, code } = (problem.cause ?? {}) as { name?: string; code?: string };
    throw new StorageUnusable(
      `The blobs at ${location} cannot be used (${code ?? name ?? problem.message}). Check PERENNIAL_BLOBS, its credentials, and that the storage can be reached.`,
      { cause: error },
    );
  }
}

function wrongPlace(location: string): StorageUnusable {
  return new StorageUnusable(
    `The blobs at ${location} are missing or belong to another database. Correct PERENNIAL_BLOBS or DATABASE_URL.`,
  );
}
