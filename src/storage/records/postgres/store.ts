/**
 * The store of many machines: PostgreSQL, the only source of truth. Changes that queue while one is
 * in progress are sent together; `perennial_commit` (migrations.ts) applies them in one transaction.
 * A batch locks its accounts first, in the order of their ids: their audit chains, logs and counters are
 * written by all processes. When a deadlock happens nevertheless, PostgreSQL aborts one batch and it is sent again.
 */
import pg from 'pg';
import { conflictOf } from '../../../kernel/change.ts';
import type { Change, Stored } from '../../../kernel/change.ts';
import type { Collection } from '../../../kernel/collection.ts';
import { HEADS_PER_ANCHOR, anchorEntry } from '../../../shared/audit-chain.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import { prefixEnd } from '../keys.ts';
import type {
  Announcement,
  AuditHead,
  AuditRow,
  BackupRow,
  CheckedRow,
  Connections,
  Counter,
  Damage,
  DropOptions,
  Event,
  Page,
  ReleasedBlob,
  Repair,
  Store,
  TermRange,
} from '../../../kernel/ports/store.ts';
import { StorageUnusable } from '../../storage-unusable.ts';
import { intactAuditHead, intactRows, problemsOf } from '../../integrity/checked-row.ts';
import { RowChecks, readIntact } from '../../integrity/row-checks.ts';
import type { RecordColumns } from '../../integrity/row-checks.ts';
import { checkedRows } from './checked-rows.ts';
import { PostgresLimitLeases } from './limit-leases.ts';
import { Listener } from './listener.ts';
import { messageOf } from './message.ts';
import { RETRYABLE, noNotifications, sqlState, unusableDatabase } from './errors.ts';
import { EventLog } from './event-log.ts';
import { checkVersion, migrate } from './migrations.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { Queries } from './queries.ts';
import { STATEMENTS, collectionsOf, deleteSome } from './statements.ts';
import { addMissingHeads, repairRows, writeRow } from './write-rows.ts';

const MAX_CONNECTIONS = 10;
const THREAD_CONNECTIONS = 2;
const BATCH_LIMIT = 200;
const MAX_CONCURRENT_BATCHES = 2;
const SEND_ATTEMPTS = 5;
const ERASE_CHUNK = 5000;
const SWEEP_CHUNK = 1000;
/** Until a connection is free or made; callers that wait longer get 503. */
const CONNECT_MS = 5000;
const START_MS = 10_000;
/** How often partitions of the event log are looked after. */
const MAINTENANCE_MS = 60_000;
/** Rows come from a file; nobody else uses the store. */
const RESTORE = { idleMs: 0 };
const INT8 = 20;
const DONE = -1;

const types = { getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) };

export interface PostgresOptions {
  url: string;
  /** To PostgreSQL itself, where `url` leads through a connection pooler. */
  directUrl?: string;
  now: () => number;
  onError: (error: Error) => void;
  /** Called for each damaged row that is met. */
  onDamage?: (damage: Damage) => void;
  connections?: number;
}

interface Waiting {
  change: Change;
  resolve: (outcome: number) => void;
  reject: (error: Error) => void;
}

export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { url, directUrl = url } = options;
  const store = new PostgresStore(options);
  try {
    await migrateAt(directUrl, store);
    return store;
  } catch (error) {
    await store.close();
    throw unusableDatabase(error, url, directUrl);
  }
}

/** Listens first: where notifications do not arrive, locks of a session do not hold either. */
async function migrateAt(directUrl: string, store: PostgresStore): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl, types, connectionTimeoutMillis: START_MS });
  // Without a listener a lost connection would end the process; the query in progress rejects all the same.
  client.on('error', () => {});
  await client.connect();
  try {
    await store.listen();
    await migrate(client);
  } finally {
    await client.end();
  }
}

/** For a thread of a process that has the store open: it listens for no announcements, since that process does. */
export function openPostgresInThread(options: PostgresOptions): Store {
  return new PostgresStore({ ...options, connections: THREAD_CONNECTIONS });
}

class PostgresStore implements Store {
  readonly limitLeases = new PostgresLimitLeases((...query) => this.#queries.prepared(...query));
  readonly #pool: pg.Pool;
  readonly #options: PostgresOptions;
  readonly #checks: RowChecks;
  readonly #queries: Queries;
  readonly #events: EventLog;
  readonly #listeners: ((announcement: Announcement | undefined) => void)[] = [];
  /** PostgreSQL's process ids of this store's own connections. */
  readonly #ownProcesses = new Set<number>();
  readonly #listener: Listener;
  #queue: Waiting[] = [];
  #inProgress = 0;
  #scheduled = false;
  #nextMaintenance = 0;

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.#checks = new RowChecks(options.onDamage);
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: options.connections ?? MAX_CONNECTIONS,
      types,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    this.#queries = new Queries(this.#pool, this.#checks, new PreparedStatements(options.url));
    this.#events = new EventLog(this.#queries, this.#checks, options.now);
    this.#pool.on('error', options.onError);
    this.#listener = new Listener({
      url: options.directUrl ?? options.url,
      onNotification: (payload, processId) => {
        if (this.#ownProcesses.has(processId)) return;
        const [collection = '', account = '', key = ''] = payload.split('\t');
        this.#announce({ collection, account, key });
      },
      onGap: () => this.#announce(undefined),
      onError: options.onError,
    });
    this.#pool.on('connect', (client) => this.#ownProcesses.add((client as unknown as { processID: number }).processID));
    this.#pool.on('remove', (client) => this.#ownProcesses.delete((client as unknown as { processID: number }).processID));
  }

  async get<T>(collection: Collection<T>, account: string, key: string): Promise<Stored<T> | undefined> {
    const rows = await this.#queries.rows('get', [collection.name, account, key]);
    const row = rows[0] as [...RecordColumns, expires: number | null] | undefined;
    if (!row || (row[3] !== null && row[3] <= this.#options.now())) return undefined;
    return this.#checks.record<T>(collection.name, account, row as unknown as RecordColumns);
  }

  async page<T>(collection: Collection<T>, account: string, { after, prefix = '', limit }: Page): Promise<Stored<T>[]> {
    const end = prefixEnd(prefix);
    return await readIntact(
      limit,
      (wanted) => {
        const values = [collection.name, account, after ?? '', this.#options.now(), wanted];
        return end === undefined ? this.#queries.rows('page', values) : this.#queries.rows('pageOfPrefix', [...values, prefix, end]);
      },
      (rows) => this.#checks.records<T>(collection.name, account, rows),
    );
  }

  async count<T>(collection: Collection<T>, account: string, prefix = ''): Promise<number> {
    const end = prefixEnd(prefix);
    const values = [collection.name, account, this.#options.now()];
    const rows = await (end === undefined
      ? this.#queries.rows('count', values)
      : this.#queries.rows('countOfPrefix', [...values, prefix, end]));
    return rows[0]![0] as number;
  }

  async countTerms<T>(collection: Collection<T>, account: string, index: string): Promise<number> {
    const rows = await this.#queries.rows('countTerms', [collection.name, account, index, this.#options.now()]);
    return rows[0]![0] as number;
  }

  async find<T>(collection: Collection<T>, account: string, index: string, { from = '', to, limit }: TermRange): Promise<Stored<T>[]> {
    return await readIntact(
      limit,
      (wanted) => {
        const values = [collection.name, account, index, from, this.#options.now(), wanted];
        return to === undefined ? this.#queries.rows('find', values) : this.#queries.rows('findUpTo', [...values, to]);
      },
      (rows) => this.#checks.records<T>(collection.name, account, rows),
    );
  }

  async readEvents<T>(account: string, log: string, after: number, limit: number): Promise<Event<T>[]> {
    return await this.#events.read<T>(account, log, after, limit);
  }

  async lastPosition(account: string, log: string): Promise<number> {
    return await this.#events.lastPosition(account, log);
  }

  async dropEvents(account: string, log: string, before: number, options: DropOptions = {}): Promise<number> {
    return await this.#events.drop(account, log, before, options);
  }

  async counters(account: string, period?: string): Promise<Counter[]> {
    const rows = await (period === undefined
      ? this.#queries.rows('counters', [account])
      : this.#queries.rows('countersOfPeriod', [account, period]));
    return (rows as [string, string, number][]).map(([name, of, total]) => ({ name, period: of, total }));
  }

  async audit(account: string, after: number, limit: number): Promise<AuditRow[]> {
    const rows = await this.#queries.rows('audit', [account, after, limit]);
    return rows.map(([of, sequence, entry, hash]) => ({
      account: of as string,
      sequence: sequence as number,
      entry: entry as string,
      hash: hash as string,
    }));
  }

  async lastAudit(account: string): Promise<number> {
    const rows = await this.#queries.rows('lastAudit', [account]);
    return (rows[0]?.[0] as number | undefined) ?? 0;
  }

  async auditHead(account: string): Promise<AuditHead | undefined> {
    const [head] = (await this.#queries.rows('auditHead', [account])) as [[number, string, number]?];
    return head && intactAuditHead(account, ...head);
  }

  /** One process at a time: the lock is that of the server's own chain. */
  async anchorAudits(at: string): Promise<AuditHead | undefined> {
    await this.#queries.inTransaction(async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [SYSTEM]);
      const { rows: changed } = await client.query<AuditHead>(STATEMENTS.changedAudits);
      const entries: string[] = [];
      for (let i = 0; i < changed.length; i += HEADS_PER_ANCHOR) entries.push(anchorEntry(at, changed.slice(i, i + HEADS_PER_ANCHOR)));
      if (entries.length === 0) return;
      const change = {
        expects: [],
        puts: [],
        deletes: [],
        clears: [],
        appends: [],
        counts: [],
        audits: entries.map((entry) => ({ account: SYSTEM, entry })),
      };
      await client.query(STATEMENTS.commit, [JSON.stringify([change]), this.#options.now(), [SYSTEM]]);
      await client.query(STATEMENTS.anchorAudits, [changed.map(({ account }) => account), changed.map(({ sequence }) => sequence)]);
    });
    return await this.auditHead(SYSTEM);
  }

  async commit(change: Change): Promise<void> {
    const outcome = await new Promise<number>((resolve, reject) => {
      this.#queue.push({ change, resolve, reject });
      this.#schedule();
    });
    if (outcome !== DONE) throw conflictOf(change, outcome);
    // Announced here directly: the notification to all processes may arrive after the caller has the reply.
    for (const one of [...change.puts, ...change.deletes])
      if (one.announced) this.#announce({ collection: one.collection, account: one.account, key: one.key });
  }

  connections(): Connections {
    const { totalCount, idleCount: idle, waitingCount: waiting, options } = this.#pool;
    return { busy: totalCount - idle, idle, waiting, max: options.max };
  }

  onAnnouncement(listener: (announcement: Announcement | undefined) => void): void {
    this.#listeners.push(listener);
  }

  async sweep(limit: number): Promise<number> {
    await this.#maintain();
    for (let swept = 0; ;) {
      const chunk = Math.min(SWEEP_CHUNK, limit - swept);
      const removed = chunk === 0 ? 0 : await this.#queries.inTransaction((client) => this.#sweepSome(client, chunk));
      swept += removed;
      if (removed < SWEEP_CHUNK) return swept;
    }
  }

  async #maintain(): Promise<void> {
    const now = performance.now();
    if (now < this.#nextMaintenance) return;
    this.#nextMaintenance = now + MAINTENANCE_MS;
    await this.#events.maintain();
  }

  async #sweepSome(client: pg.PoolClient, limit: number): Promise<number> {
    const { rows } = await client.query<Record<'collection' | 'account' | 'key', string>>(STATEMENTS.expired, [this.#options.now(), limit]);
    const keys = (['collection', 'account', 'key'] as const).map((column) => rows.map((row) => row[column]));
    await client.query(STATEMENTS.deleteRecords, keys);
    await client.query(STATEMENTS.deleteTerms, keys);
    return rows.length;
  }

  async erase(account: string): Promise<void> {
    for (const table of ['terms', 'records'])
      for (const [collection] of (await this.#queries.query({ text: collectionsOf(table), rowMode: 'array' })).rows as [string][])
        await this.#queries.deleteAll(deleteSome(table, 'collection = $1 and account = $2', ERASE_CHUNK), [collection, account]);
    await this.#events.erase(account);
    for (const table of ['event_heads', 'counters', 'rate_buckets', 'quota_leases'])
      await this.#queries.deleteAll(deleteSome(table, 'account = $1', ERASE_CHUNK), [account]);
  }

  async usedBlobs(account: string, blobs: readonly string[]): Promise<Set<string>> {
    return new Set((await this.#queries.rows('usedBlobs', [account, blobs])).map(([blob]) => blob as string));
  }

  async releasedBlobs(minAgeMs: number, limit: number): Promise<ReleasedBlob[]> {
    const rows = await this.#queries.rows('releasedBlobs', [minAgeMs, limit]);
    return rows.map(([account, id, released]) => ({ account, id, released }) as ReleasedBlob);
  }

  async forgetReleased(blobs: readonly ReleasedBlob[]): Promise<void> {
    await this.#queries.rows('forgetReleased', [
      blobs.map(({ account }) => account),
      blobs.map(({ id }) => id),
      blobs.map(({ released }) => released),
    ]);
  }

  dump(onDamage: (damage: Damage) => void = () => {}): AsyncIterable<BackupRow> {
    return intactRows(this.checkedRows(), onDamage);
  }

  async *checkedRows(): AsyncIterable<CheckedRow | { damage: Damage }> {
    const connection = await this.#queries.checkOut();
    try {
      await connection.client.query('begin isolation level repeatable read read only');
      yield* checkedRows(connection.client);
    } finally {
      await connection.rollback();
      connection.release();
    }
  }

  async repair(steps: readonly Repair[]): Promise<void> {
    await this.#queries.inTransaction((client) => repairRows(client, steps));
  }

  async isEmpty(): Promise<boolean> {
    const [row] = await this.#queries.rows('isEmpty', []);
    return !row![0];
  }

  async load(rows: AsyncIterable<BackupRow>): Promise<void> {
    await this.#queries.inTransaction(async (client) => {
      if (!(await this.isEmpty())) throw new Error('The store is not empty.');
      for await (const row of rows) await writeRow(client, row);
      await addMissingHeads(client);
    }, RESTORE);
  }

  /** PostgreSQL has no check of its own that needs no extension; reading every row is the check. */
  async integrity(): Promise<string[]> {
    return [];
  }

  async problems(): Promise<string[]> {
    return await problemsOf(this);
  }

  async identity(proposed: string): Promise<string> {
    await this.#queries.rows('proposeIdentity', [proposed]);
    const [row] = await this.#queries.rows('identity', []);
    return row![0] as string;
  }

  async probe(): Promise<void> {
    const [row] = await this.#queries.rows('schema', []);
    checkVersion(row![0] as number);
    await this.#queries.rows('probe', [String(this.#options.now())]);
  }

  async close(): Promise<void> {
    await this.#listener.close();
    await this.#pool.end();
  }

  /** Starts to receive the announcements of other processes; rejects where they would not arrive. */
  async listen(): Promise<void> {
    await this.#listener.start();
    if (await this.#listener.receives((payload) => this.#queries.query("select pg_notify('perennial', $1)", [payload]))) return;
    throw new StorageUnusable(noNotifications(this.#options));
  }

  #announce(announcement: Announcement | undefined): void {
    for (const listener of this.#listeners) listener(announcement);
  }

  #schedule(): void {
    if (this.#scheduled || this.#inProgress >= MAX_CONCURRENT_BATCHES || this.#queue.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const batch = this.#queue.splice(0, BATCH_LIMIT).sort(byAccount);
      this.#inProgress++;
      this.#send(batch)
        .then(
          (outcomes) => batch.forEach(({ resolve }, i) => resolve(outcomes[i]!)),
          (error: Error) => batch.forEach(({ reject }) => reject(error)),
        )
        .finally(() => {
          this.#inProgress--;
          this.#schedule();
        });
      this.#schedule();
    });
  }

  async #send(batch: readonly Waiting[]): Promise<number[]> {
    const changes = JSON.stringify(batch.map(({ change }) => messageOf(change)));
    const accounts = lockedAccounts(batch);
    for (let attempt = 1; ; attempt++) {
      try {
        const rows = await this.#queries.rows('commit', [changes, this.#options.now(), accounts]);
        return rows[0]![0] as number[];
      } catch (error) {
        if (attempt === SEND_ATTEMPTS || !RETRYABLE.has(sqlState(error))) throw error;
      }
    }
  }
}

function byAccount(a: Waiting, b: Waiting): number {
  const left = ownerOf(a.change);
  const right = ownerOf(b.change);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Those whose shared rows the batch writes, in the order in which every process locks them. */
function lockedAccounts(batch: readonly Waiting[]): string[] {
  const shared = batch.flatMap(({ change: { audits, appends, counts } }) => [...audits, ...appends, ...counts]);
  return [...new Set(shared.map(({ account }) => account))].sort();
}

function ownerOf({ audits, appends, puts, deletes }: Change): string {
  return (audits[0] ?? appends[0] ?? puts[0] ?? deletes[0])?.account ?? '';
}
