/** The ports that areas use, made from their implementations. */
import { totalmem } from 'node:os';
import type { Logger } from 'pino';
import { accountById, accountOfKey, accountsAccepting, accountsSharedWith, getAccount, listAccounts } from '../accounts/store.ts';
import type { Tokens } from '../accounts/keys/tokens.ts';
import type { Config } from '../config.ts';
import { JobQueue } from '../jobs/queue.ts';
import { shareSentenceWeights } from '../engines/loaders/language/sentence-weights.ts';
import { fail } from '../kernel/failures.ts';
import type { Clock, Ids, Ports } from '../kernel/ports.ts';
import type { Accounts, Keyring } from '../kernel/ports/accounts.ts';
import type { Blobs } from '../kernel/ports/blobs.ts';
import type { FetchFile, GuardedFetch } from '../kernel/ports/fetch.ts';
import type { Pool } from '../kernel/ports/workers.ts';
import type { Store } from '../kernel/ports/store.ts';
import type { Report } from '../kernel/ports/telemetry.ts';
import { RecordCache } from '../kernel/record-cache.ts';
import { openBlobContainer } from '../net/blob-container.ts';
import type { BlobContainerOptions } from '../net/blob-container.ts';
import { parseListing } from '../net/blob-listing.ts';
import { parseFetched } from '../shared/parse-fetched.ts';
import { observedFetch } from './observed-ports.ts';
import { startPool } from './pools.ts';

/** Memory for values loaded from records: models and apps in use. */
const CACHE_BYTES = Math.min(2 * 2 ** 30, totalmem() / 4);
const THREAD_MEMORY_MB = 512;
/** Who trains a project trains it again, and loading what that needs takes a second and more. */
const KEEP_THREAD_MS = 10 * 60_000;
const LISTING_MODULE = new URL('../net/blob-listing.ts', import.meta.url);

interface Parts {
  config: Config;
  log: Pick<Logger, 'error' | 'warn'>;
  store: Store;
  blobs: Blobs;
  keyring: Keyring;
  tokens: Tokens;
  clock: Clock;
  ids: Ids;
  fetch: GuardedFetch;
  fetchFile: (fetch: GuardedFetch) => FetchFile;
  report: Report;
  /** The trace that new jobs are a part of. */
  traceparent?: () => string | undefined;
  /** Instead of pools of this process's own. */
  pools?: Pick<Ports, 'threads' | 'workers'>;
}

function startPools({ jobsAtOnce, sentenceWeights }: Config, report: Report): Pick<Ports, 'threads' | 'workers'> {
  shareSentenceWeights(sentenceWeights);
  return {
    // As many as jobs and interactive jobs run concurrently.
    threads: startPool('thread', { count: 2 * (jobsAtOnce + 1), memoryMb: THREAD_MEMORY_MB, keepMs: KEEP_THREAD_MS }, report),
    workers: { concurrency: jobsAtOnce, start: (kind, options) => startPool(kind, options, report) },
  };
}

function listingParser(threads: Pool, account: string): BlobContainerOptions['parseListing'] {
  return (xml, signal) => parseFetched(xml, { account, parse: parseListing, module: LISTING_MODULE, ...(signal && { signal }) }, threads);
}

export function createPorts({ config, log, store, blobs, keyring, tokens, clock, ids, report, traceparent, ...parts }: Parts): Ports {
  const fetch = observedFetch(parts.fetch, report);
  const accounts: Accounts = {
    byId: async (id) => (await accountById(store, id))?.value,
    named: async (name) => (await getAccount(store, name))?.value,
    all: () => listAccounts(store, ''),
    ofKey: async (key) => {
      const account = await accountOfKey(store, keyring.digest(key));
      return account?.blocked === true ? undefined : account;
    },
    sharedWith: (id) => accountsSharedWith(store, id),
    accepting: (id) => accountsAccepting(store, id),
    manager: (authorization) => tokens.subject(authorization),
  };
  const pools = parts.pools ?? startPools(config, report);
  const ports: Ports = {
    records: store,
    blobs,
    accounts,
    clock,
    log,
    ids,
    fetch,
    fetchFile: parts.fetchFile(fetch),
    keyring,
    region: config.region,
    maxUploadBytes: config.uploadMb * 2 ** 20,
    jobs: new JobQueue(store, clock, ids, traceparent),
    cache: new RecordCache({
      records: store,
      ports: () => ports,
      maxBytes: CACHE_BYTES,
      onError: (error) => log.error({ err: error }, 'cached value could not be reloaded'),
    }),
    ...pools,
    linkedContainer: async (account, name) => {
      const { id, sealedStorage } = (await accounts.byId(account)) ?? {};
      if (sealedStorage === undefined) return undefined;
      const refused = (details: string): Error => fail('StorageUnreadable', { details });
      const parse = listingParser(pools.threads, account);
      return openBlobContainer(keyring.open(sealedStorage, `storage ${id}`), name, { fetch, refused, parseListing: parse });
    },
    containerAt: (connection, name, { account, ...options }) =>
      openBlobContainer(connection, name, { fetch, parseListing: listingParser(pools.threads, account), ...options }),
  };
  return ports;
}
