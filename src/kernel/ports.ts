/** What the outside world offers to areas. Each port is implemented by one folder beside the kernel; app.ts wires them. */
import type { Stored } from './change.ts';
import type { Collection } from './collection.ts';
import type { Accounts, Keyring } from './ports/accounts.ts';
import type { BlobContainer, Blobs } from './ports/blobs.ts';
import type { FetchFile, GuardedFetch } from './ports/fetch.ts';
import type { Jobs } from './ports/jobs.ts';
import type { Store } from './ports/store.ts';
import type { Pool, Workers } from './ports/workers.ts';

export interface Clock {
  now(): number;
}
/** The log of the server, for its operator. Texts and keys of callers do not belong into it. */
export interface Log {
  warn(details: object, message: string): void;
}
export interface Ids {
  uuid(): string;
  secret(): string;
}

/** Reading only: what an operation wants written it returns as a change. */
export type Records = Omit<Store, 'commit' | 'connect' | 'close' | 'load' | 'erase' | 'sweep' | 'identity' | 'probe'>;

/** A value that is loaded from a record, and how long it may be used. */
export interface CachedView<T, V> {
  readonly collection: Collection<T>;
  load(read: Stored<T> | undefined, context: { account: string; key: string; ports: Ports }): Promise<V>;
  /** Whether the value of the former record may be used until the new one is loaded. */
  staleWhileRevalidate?(previous: V, read: Stored<T> | undefined): boolean;
  /** Approximate size in memory, in bytes. */
  sizeOf(value: V): number;
  /** Called when the value is no longer cached: its record has changed, or the memory is needed. */
  dispose?(value: V): void;
}

/** How a cache of one collection's values is used. */
export interface CacheCounts {
  collection: string;
  entries: number;
  bytes: number;
  hits: number;
  misses: number;
  /** Values that were removed because others needed the memory. */
  evictions: number;
}

/** Values loaded from records, cached until the record changes (record-cache.ts). */
export interface Cache {
  readonly maxBytes: number;
  /** The value of a record; a promise only when it has to be loaded. */
  get<T, V>(view: CachedView<T, V>, account: string, key: string): V | Promise<V>;
  counts(): CacheCounts[];
}

export interface Ports {
  records: Records;
  blobs: Blobs;
  cache: Cache;
  jobs: Jobs;
  accounts: Accounts;
  clock: Clock;
  log: Log;
  ids: Ids;
  fetch: GuardedFetch;
  fetchFile: FetchFile;
  /** A container of the storage that an account has linked; undefined when it has none. Rejects with StorageUnreadable. */
  linkedContainer(account: string, name: string): Promise<BlobContainer | undefined>;
  /**
   * A container of the storage that a connection string names, read for an account; `fetch` replaces the guarded fetch, `refused` makes
   * the error of what cannot be read.
   */
  containerAt(
    connection: string,
    name: string,
    options: { account: string; refused: (details: string) => Error; fetch?: GuardedFetch },
  ): BlobContainer;
  /** The thread pool that all areas share. */
  threads: Pool;
  workers: Workers;
  keyring: Keyring;
  region: string;
  /** Largest document that is accepted. */
  maxUploadBytes: number;
}
