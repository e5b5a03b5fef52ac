import type { Derived } from './derived.ts';
import type { GuardedFetch } from '../net/guarded-fetch.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Threads } from '../jobs/threads.ts';
import type { Keyring } from '../accounts/keyring.ts';
import type { Blobs, Store } from '../storage/ports.ts';

export interface Clock { now(): number }
export interface Ids { uuid(): string; secret(): string }

/** What an operation may use. Reading only: what it wants written it hands back as a change. */
export interface Services {
  records: Omit<Store, 'commit' | 'close' | 'load' | 'erase' | 'sweep'>;
  blobs: Blobs;
  derived: Derived;
  jobs: Jobs;
  clock: Clock;
  ids: Ids;
  fetch: GuardedFetch;
  threads: Threads;
  keyring: Keyring;
  region: string;
}
