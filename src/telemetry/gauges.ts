/** Metrics whose values are read when /metrics is asked for. */
import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Connections } from '../kernel/ports/store.ts';
import type { CacheCounts } from '../kernel/ports.ts';

interface StoredSizes {
  databaseBytes?: number;
  blobBytes?: number;
  blobCount?: number;
  freeBytes?: number;
}

export interface GaugeSources {
  background: { readonly jobsRunning: number; readonly tasksHeld: number };
  /** The seconds that the oldest due job of each kind has waited; rejects when the store does not answer. */
  queueDelays: { read(): Promise<ReadonlyMap<string, number>> };
  damage: { readonly count: number };
  admission: { readonly isOverloaded: boolean; readonly callsInFlight: number };
  /** Held bytes. */
  bodies: Readonly<Record<'memory' | 'disk', { readonly held: number }>>;
  cache: { readonly maxBytes: number; counts(): readonly CacheCounts[] };
  /** Of PostgreSQL, where that is the store. */
  connections: () => Connections | undefined;
  storedSizes: () => Promise<StoredSizes | undefined>;
}

/** /metrics is answered within this time, without what takes longer. */
const MAX_WAIT_MS = 1000;

export function addGauges(registry: Registry, sources: GaugeSources): void {
  const { background, admission, bodies, cache } = sources;
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  };
  gauge('perennial_jobs_running', 'Jobs that this process runs', () => background.jobsRunning);
  gauge('perennial_singleton_tasks_held', 'Singleton tasks that this process performs', () => background.tasksHeld);
  gauge('perennial_overloaded', '1 while calls are shed', () => Number(admission.isOverloaded));
  gauge('perennial_calls_in_flight', 'Calls that are admitted and not answered', () => admission.callsInFlight);
  gauge('perennial_body_memory_bytes', 'Request bodies in memory', () => bodies.memory.held);
  gauge('perennial_body_disk_bytes', 'Request bodies on disk', () => bodies.disk.held);
  gauge('perennial_cache_max_bytes', 'Memory that models and other cached values may take', () => cache.maxBytes);
  new Counter({
    name: 'perennial_damaged_rows_total',
    help: 'Reads of stored rows that are damaged so that they cannot be read',
    registers,
    collect() {
      this.reset();
      this.inc(sources.damage.count);
    },
  });
  new Gauge({
    name: 'perennial_job_queue_delay_seconds',
    help: 'How long the oldest job that is due has waited, by kind; the same from every process of a database',
    labelNames: ['kind'],
    registers,
    async collect() {
      const delays = await soon(sources.queueDelays.read());
      // Absent, not zero, when the store does not answer.
      this.reset();
      for (const [kind, seconds] of delays ?? []) this.set({ kind }, seconds);
    },
  });
  addCache(registry, cache);
  addConnections(registry, sources.connections);
  addStoredSizes(registry, sources.storedSizes);
}

function addCache(registry: Registry, cache: GaugeSources['cache']): void {
  const registers = [registry];
  const labelNames = ['collection'] as const;
  const perCollection = (name: string, help: string, value: (counts: CacheCounts) => number): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const counts of cache.counts()) this.set({ collection: counts.collection }, value(counts));
      },
    });
  };
  perCollection('perennial_cache_entries', 'Models and other values that are cached', ({ entries }) => entries);
  perCollection('perennial_cache_bytes', 'Memory of cached values', ({ bytes }) => bytes);
  new Counter({
    name: 'perennial_cache_reads_total',
    help: 'Uses of cached values, by whether they were in memory',
    labelNames: ['collection', 'result'],
    registers,
    collect() {
      this.reset();
      for (const { collection, hits, misses } of cache.counts()) {
        this.inc({ collection, result: 'hit' }, hits);
        this.inc({ collection, result: 'miss' }, misses);
      }
    },
  });
  new Counter({
    name: 'perennial_cache_evictions_total',
    help: 'Cached values that were evicted because others needed the memory',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { collection, evictions } of cache.counts()) this.inc({ collection }, evictions);
    },
  });
}

function addConnections(registry: Registry, connections: GaugeSources['connections']): void {
  new Gauge({
    name: 'perennial_postgres_connections',
    help: 'Connections of this process to PostgreSQL',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const found = connections();
      if (!found) return;
      this.set({ state: 'busy' }, found.busy);
      this.set({ state: 'idle' }, found.idle);
    },
  });
  const ofPool = (name: string, help: string, value: (found: Connections) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const found = connections();
        if (found) this.set(value(found));
        else this.remove();
      },
    });
  };
  ofPool('perennial_postgres_connections_max', 'Connections that this process opens at most', ({ max }) => max);
  ofPool('perennial_postgres_waiting', 'Queries that wait for a connection', ({ waiting }) => waiting);
}

function addStoredSizes(registry: Registry, storedSizes: GaugeSources['storedSizes']): void {
  const size = (name: string, help: string, value: (sizes: StoredSizes) => number | undefined): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = value((await soon(storedSizes())) ?? {});
        if (found === undefined) this.remove();
        else this.set(found);
      },
    });
  };
  size('perennial_blob_stored_bytes', 'Bytes of all blobs; at most a minute old', ({ blobBytes }) => blobBytes);
  size('perennial_blobs_stored', 'Number of all blobs; at most a minute old', ({ blobCount }) => blobCount);
  size('perennial_database_bytes', 'Size of the embedded database', ({ databaseBytes }) => databaseBytes);
  size('perennial_disk_free_bytes', 'Free space on the disk of the data folder', ({ freeBytes }) => freeBytes);
}

/** Undefined when it fails or takes long. */
async function soon<T>(reading: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, MAX_WAIT_MS, undefined);
  try {
    return await Promise.race([reading.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
