/** What the outside world offers to areas. Each port is implemented by one folder beside the kernel; app.ts wires them. */
import type { Accounts, Keyring } from './ports/accounts.ts';
import type { BlobContainer, Blobs } from './ports/blobs.ts';
import type { GuardedFetch } from './ports/fetch.ts';
import type { Jobs } from './ports/jobs.ts';
import type { Store } from './ports/store.ts';
import type { Pool, Workers } from './ports/workers.ts';
import type { RecordCache } from './record-cache.ts';

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

export interface Ports {
  records: Records;
  blobs: Blobs;
  cache: RecordCache;
  jobs: Jobs;
  accounts: Accounts;
  clock: Clock;
  log: Log;
  ids: Ids;
  fetch: GuardedFetch;
  /** A container of the storage that an account has linked; undefined when it has none. Rejects with StorageUnreadable. */
  linkedContainer(account: string, name: string): Promise<BlobContainer | undefined>;
  /**
   * A container of the storage that a connection string names; `fetch` replaces the guarded fetch, `refused` makes the error of what
   * cannot be read.
   */
  containerAt(connection: string, name: string, options: { refused: (details: string) => Error; fetch?: GuardedFetch }): BlobContainer;
  /** The thread pool that all areas share. */
  threads: Pool;
  workers: Workers;
  keyring: Keyring;
  region: string;
  /** Largest document that is accepted. */
  maxUploadBytes: number;
}
