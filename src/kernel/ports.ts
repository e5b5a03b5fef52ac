import type { Account } from './account.ts';
import type { Derived } from './record-cache.ts';
import type { BlobContainer } from '../net/blob-container.ts';
import type { GuardedFetch } from '../net/guarded-fetch.ts';
import type { Processes } from '../jobs/processes.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Sentences } from '../jobs/sentences.ts';
import type { Threads } from '../jobs/threads.ts';
import type { Turns } from './account-queue.ts';
import type { Keyring } from '../accounts/keyring.ts';
import type { Blobs, Store } from './ports/store.ts';

export interface Clock { now(): number }
/** What areas may know of accounts other than the caller's. */
export interface Accounts {
  byId(id: string): Promise<Account | undefined>;
  named(name: Pick<Account, 'subscription' | 'resourceGroup' | 'name'>): Promise<Account | undefined>;
  all(): Promise<Account[]>;
  /** Who a bearer token of the management plane belongs to; rejects when it is none. */
  manager(authorization: string | undefined): Promise<string>;
}
/** How documents are read, as the operator has set it. */
export interface Reading {
  /** With the memory that an analysis may take. */
  processes: Processes;
  mostBytes: number;
  /** For a whole document, and for each page of it. */
  timeMs: number;
  pageMs: number;
  weights?: string;
  tesseract: 'auto' | 'native' | 'wasm' | 'none';
  /** Of the accounts: calls wait for pictures of pages, and no account's may hold up another's. */
  pageTurns: Turns;
}

/** How faces are looked for in pictures, as the operator has set it. */
export interface FaceFinding {
  processes: Processes;
  /** Of the accounts: calls wait for their pictures, and no account's may hold up another's. */
  turns: Turns;
  weights?: string;
}

export interface Ids { uuid(): string; secret(): string }

/** What an operation may use. Reading only: what it wants written it hands back as a change. */
export interface Services {
  records: Omit<Store, 'commit' | 'close' | 'load' | 'erase' | 'sweep'>;
  blobs: Blobs;
  derived: Derived;
  jobs: Jobs;
  accounts: Accounts;
  clock: Clock;
  ids: Ids;
  fetch: GuardedFetch;
  /** A container of the storage that an account has linked; undefined where it has none. What cannot be read there is StorageUnreadable. */
  linkedContainer(account: string, name: string): Promise<BlobContainer | undefined>;
  /** A container of the storage that a connection string names; `through` stands in for the guarded fetch, `refused` makes the error of what cannot be read there. */
  containerAt(connection: string, name: string, options: { refused: (details: string) => Error; through?: GuardedFetch }): BlobContainer;
  threads: Threads;
  sentences: Sentences;
  reading: Reading;
  faces: FaceFinding;
  keyring: Keyring;
  region: string;
}
