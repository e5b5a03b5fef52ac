/**
 * The store of many machines: PostgreSQL, the only source of truth. Changes that queue while one is
 * in progress are sent together; `perennial_commit` (migrations.ts) applies them in one transaction.
 * Batches are ordered by account, so that processes lock accounts in the same order; when a deadlock
 * happens nevertheless, PostgreSQL aborts one batch and it is sent again.
 */
import pg from 'pg';
import { conflictOf } from '../../kernel/change.ts';
import type { Change, Stored } from '../../kernel/change.ts';
import type { Collection } from '../../kernel/collection.ts';
import { HEADS_PER_ANCHOR, anchorEntry } from '../../kernel/audit-chain.ts';
import { BLOB_INDEX, SYSTEM } from '../../kernel/collection.ts';
import { fail } from '../../kernel/failures.ts';
import type { ReadBudget } from '../../kernel/read-budget.ts';
import type {
  Announcement,
  AuditHead,
  AuditRow,
  BackupRow,
  CheckedRow,
  Counter,
  Damage,
  Event,
  Page,
  ReleasedBlob,
  Repair,
  Store,
  TermRange,
} from '../../kernel/ports/store.ts';
import { intactRows, problemsOf } from '../checked-row.ts';
import { recordChecksum, UNCHECKED } from '../checksum.ts';
import { RowChecks, WRONG_CHECKSUM, isExpired, readIntact } from '../row-checks.ts';
import type { RecordColumns } from '../row-checks.ts';
import { checkedRows, isCorruption } from './checked-rows.ts';
import { messageOf } from './message.ts';
import { databaseError, sqlState, unusableDatabase } from './errors.ts';
import { checkVersion, migrate } from './migrations.ts';
import { addMissingHeads, fillChecksums, repairRows, writeRow } from './write-rows.ts';

const MAX_CONNECTIONS = 10;
const THREAD_CONNECTIONS = 2;
const BATCH_LIMIT = 200;
const MAX_CONCURRENT_BATCHES = 2;
const SEND_ATTEMPTS = 5;
const ERASE_CHUNK = 5000;
const SWEEP_CHUNK = 1000;
const RECONNECT_MS = 500;
/** Until a connection is free or made; callers that wait longer get 503. */
const CONNECT_MS = 5000;
const START_MS = 10_000;
/** Until a read or a commit is answered. */
const QUERY_MS = 30_000;
const RETRYABLE = new Set(['40P01', '40001', '55P03']);
const INT8 = 20;
const DONE = -1;

const types = { getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) };

export interface PostgresOptions {
  url: string;
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
  try {
    const client = new pg.Client({ connectionString: options.url, types, connectionTimeoutMillis: START_MS });
    // Without a listener a lost connection would end the process; the query in progress rejects all the same.
    client.on('error', () => {});
    await client.connect();
    try {
      await migrate(client);
    } finally {
      await client.end();
    }
    const store = new PostgresStore(options);
    await store.listen();
    return store;
  } catch (error) {
    throw unusableDatabase(error, options.url);
  }
}

/** For a thread of a process that has the store open: it listens for no announcements, since that process does. */
export function openPostgresInThread(options: PostgresOptions): Store {
  return new PostgresStore({ ...options, connections: THREAD_CONNECTIONS });
}

class PostgresStore implements Store {
  readonly #pool: pg.Pool;
  readonly #options: PostgresOptions;
  readonly #checks: RowChecks;
  readonly #listeners: ((announcement: Announcement | undefined) => void)[] = [];
  /** PostgreSQL's process ids of this store's own connections. */
  readonly #ownProcesses = new Set<number>();
  #listening: pg.Client | undefined;
  #closed = false;
  #queue: Waiting[] = [];
  #inProgress = 0;
  #scheduled = false;

  constructor(options: PostgresOptions) {
    this.#options = options;
    // Processes of versions without checksums may still write.
    this.#checks = new RowChecks({ acceptsUnchecked: true, onDamage: options.onDamage });
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: options.connections ?? MAX_CONNECTIONS,
      types,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    this.#pool.on('error', options.onError);
    this.#pool.on('connect', (client) => this.#ownProcesses.add((client as unknown as { processID: number }).processID));
    this.#pool.on('remove', (client) => this.#ownProcesses.delete((client as unknown as { processID: number }).processID));
  }

  async get<T>(collection: Collection<T>, account: string, key: string, budget?: ReadBudget): Promise<Stored<T> | undefined> {
    const rows = await this.#rows(
      'get',
      'select key, version, value, checksum, expires from records where collection = $1 and account = $2 and key = $3',
      [collection.name, account, key],
    );
    const row = rows[0] as RecordColumns | undefined;
    if (!row) return undefined;
    const record = this.#checks.record<T>(collection.name, account, row, budget);
    if (!record) throw fail('DataDamaged');
    return isExpired(row, this.#options.now()) ? undefined : record;
  }

  async page<T>(collection: Collection<T>, account: string, { after, prefix = '', limit, budget }: Page): Promise<Stored<T>[]> {
    return await readIntact(
      limit,
      (wanted) =>
        this.#rows(
          'page',
          `select key, version, value, checksum, expires from records where collection = $1 and account = $2 and key >= $3 and key > $4
          and starts_with(key, $3) and (expires is null or expires > $5) order by key limit $6`,
          [collection.name, account, prefix, after ?? '', this.#options.now(), wanted],
        ),
      (rows) => this.#checks.records<T>(collection.name, account, rows, budget),
    );
  }

  async count<T>(collection: Collection<T>, account: string, prefix = ''): Promise<number> {
    const rows = await this.#rows(
      'count',
      `select count(*) from records where collection = $1 and account = $2 and key >= $3
      and starts_with(key, $3) and (expires is null or expires > $4)`,
      [collection.name, account, prefix, this.#options.now()],
    );
    return rows[0]![0] as number;
  }

  async countTerms<T>(collection: Collection<T>, account: string, index: string): Promise<number> {
    const rows = await this.#rows(
      'countTerms',
      `select count(*) from terms t join records r on r.collection = t.collection and r.account = t.account and r.key = t.key
      where t.collection = $1 and t.account = $2 and t.name = $3 and (r.expires is null or r.expires > $4)`,
      [collection.name, account, index, this.#options.now()],
    );
    return rows[0]![0] as number;
  }

  async find<T>(
    collection: Collection<T>,
    account: string,
    index: string,
    { from = '', to, limit, budget }: TermRange,
  ): Promise<Stored<T>[]> {
    return await readIntact(
      limit,
      (wanted) =>
        this.#rows(
          'find',
          `select r.key, r.version, r.value, r.checksum, r.expires, t.term, t.checksum
          from terms t join records r on r.collection = t.collection and r.account = t.account and r.key = t.key
          where t.collection = $1 and t.account = $2 and t.name = $3 and t.term >= $4 and ($5::text is null or t.term <= $5)
          and (r.expires is null or r.expires > $6) order by t.term, t.key limit $7`,
          [collection.name, account, index, from, to ?? null, this.#options.now(), wanted],
        ),
      (rows) => this.#checks.found<T>(collection.name, account, index, rows, budget),
    );
  }

  async readEvents<T>(account: string, log: string, after: number, limit: number): Promise<Event<T>[]> {
    return await readIntact(
      limit,
      (wanted) =>
        this.#rows(
          'events',
          'select position, at, value, checksum from events where account = $1 and log = $2 and position > $3 order by position limit $4',
          [account, log, after, wanted],
        ),
      (rows) => this.#checks.events<T>(account, log, rows),
    );
  }

  async lastPosition(account: string, log: string): Promise<number> {
    const [head] = (await this.#rows('head', 'select position, checksum from event_heads where account = $1 and log = $2', [
      account,
      log,
    ])) as [number, number][];
    if (!head) return 0;
    if (this.#checks.isHeadIntact(account, log, ...head)) return head[0];
    const [last] = await this.#rows('lastEvent', 'select max(position) from events where account = $1 and log = $2', [account, log]);
    return (last![0] as number | null) ?? head[0];
  }

  async dropEvents(account: string, log: string, before: number): Promise<number> {
    return (await this.#query('delete from events where account = $1 and log = $2 and at < $3', [account, log, before])).rowCount ?? 0;
  }

  async counters(account: string, period?: string): Promise<Counter[]> {
    const rows = await this.#rows(
      'counters',
      'select name, period, total, checksum from counters where account = $1 and ($2::text is null or period = $2) order by period, name',
      [account, period ?? null],
    );
    return this.#checks.counters(account, rows);
  }

  async audit(account: string, after: number, limit: number): Promise<AuditRow[]> {
    const rows = await this.#rows(
      'audit',
      'select account, sequence, entry, hash from audit where account = $1 and sequence > $2 order by sequence limit $3',
      [account, after, limit],
    );
    return rows.map(([of, sequence, entry, hash]) => ({
      account: of as string,
      sequence: sequence as number,
      entry: entry as string,
      hash: hash as string,
    }));
  }

  async lastAudit(account: string): Promise<number> {
    const rows = await this.#rows('lastAudit', 'select sequence from audit where account = $1 order by sequence desc limit 1', [account]);
    return (rows[0]?.[0] as number | undefined) ?? 0;
  }

  async auditHead(account: string): Promise<AuditHead | undefined> {
    const [head] = (await this.#rows('auditHead', 'select sequence, hash, checksum from audit_heads where account = $1', [account])) as [
      [number, string, number]?,
    ];
    return head && this.#checks.auditHead(account, ...head);
  }

  /** One process at a time: the lock is that of the server's own chain. */
  async anchorAudits(at: string): Promise<AuditHead | undefined> {
    await this.#inTransaction(async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [SYSTEM]);
      const { rows: changed } = await client.query<AuditHead>(
        `select h.account, h.sequence, h.hash from audit_heads h left join audit_anchors a on a.account = h.account
        where h.account <> '' and (a.sequence is null or a.sequence <> h.sequence) order by h.account`,
      );
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
      await client.query('select perennial_commit($1::jsonb, $2)', [JSON.stringify([change]), this.#options.now()]);
      await client.query(
        `insert into audit_anchors (account, sequence) select * from unnest($1::text[], $2::bigint[])
        on conflict (account) do update set sequence = excluded.sequence`,
        [changed.map(({ account }) => account), changed.map(({ sequence }) => sequence)],
      );
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

  onAnnouncement(listener: (announcement: Announcement | undefined) => void): void {
    this.#listeners.push(listener);
  }

  /** Keeps a damaged record, which may have another time to expire than it was given. */
  async sweep(limit: number): Promise<number> {
    let swept = 0;
    for (let after = -1; swept < limit;) {
      const { looked, removed, last } = await this.#inTransaction((client) =>
        this.#sweepSome(client, after, Math.min(SWEEP_CHUNK, limit - swept)),
      );
      swept += removed;
      if (looked < SWEEP_CHUNK) break;
      // Rows that stay because they are damaged must not be read for ever.
      if (removed === 0) after = last;
    }
    return swept;
  }

  async #sweepSome(client: pg.PoolClient, after: number, limit: number): Promise<{ looked: number; removed: number; last: number }> {
    const { rows } = await client.query<{
      collection: string;
      account: string;
      key: string;
      version: number;
      expires: number;
      value: string;
      checksum: number;
    }>(
      `select collection, account, key, version, expires, value, checksum from records where expires <= $1 and expires > $2
      order by expires limit $3 for update skip locked`,
      [this.#options.now(), after, limit],
    );
    const intact = rows.filter(({ collection, account, key, version, expires, value, checksum }) => {
      if (checksum === UNCHECKED || checksum === recordChecksum(collection, account, key, version, expires, value)) return true;
      this.#checks.report({ kind: 'record', collection, account, key, problem: WRONG_CHECKSUM });
      return false;
    });
    const keys = (['collection', 'account', 'key'] as const).map((column) => intact.map((row) => row[column]));
    for (const table of ['records', 'terms'])
      await client.query(
        `delete from ${table} where (collection, account, key) in (select * from unnest($1::text[], $2::text[], $3::text[]))`,
        keys,
      );
    return { looked: rows.length, removed: intact.length, last: rows.at(-1)?.expires ?? 0 };
  }

  async erase(account: string): Promise<void> {
    for (const table of ['terms', 'records', 'events', 'event_heads', 'counters']) {
      let deleted: number;
      do {
        deleted =
          (
            await this.#query(`delete from ${table} where ctid in (select ctid from ${table} where account = $1 limit ${ERASE_CHUNK})`, [
              account,
            ])
          ).rowCount ?? 0;
      } while (deleted > 0);
    }
  }

  async isBlobUsed(account: string, blob: string): Promise<boolean> {
    return (
      (await this.#rows('blob', `select 1 from terms where name = '${BLOB_INDEX}' and account = $1 and term = $2 limit 1`, [account, blob]))
        .length > 0
    );
  }

  async releasedBlobs(minAgeMs: number, limit: number): Promise<ReleasedBlob[]> {
    const rows = await this.#rows(
      'released',
      `select account, blob, released from released_blobs where released <= (extract(epoch from clock_timestamp()) * 1000)::bigint - $1::bigint
      order by account, blob limit $2`,
      [minAgeMs, limit],
    );
    return rows.map(([account, id, released]) => ({ account, id, released }) as ReleasedBlob);
  }

  async forgetReleased(blobs: readonly ReleasedBlob[]): Promise<void> {
    await this.#query(
      `delete from released_blobs r using unnest($1::text[], $2::text[], $3::bigint[]) as gone (account, blob, released)
      where r.account = gone.account and r.blob = gone.blob and r.released = gone.released`,
      [blobs.map(({ account }) => account), blobs.map(({ id }) => id), blobs.map(({ released }) => released)],
    );
  }

  dump(onDamage: (damage: Damage) => void = () => {}): AsyncIterable<BackupRow> {
    return intactRows(this.checkedRows(), onDamage);
  }

  async *checkedRows(): AsyncIterable<CheckedRow | { damage: Damage }> {
    const client = await this.#connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      yield* checkedRows(client);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  async repair(steps: readonly Repair[]): Promise<void> {
    await this.#inTransaction((client) => repairRows(client, steps));
  }

  async fillChecksums(limit: number): Promise<boolean> {
    return await this.#inTransaction((client) => fillChecksums(client, limit));
  }

  async isEmpty(): Promise<boolean> {
    const [row] = await this.#rows(
      'isEmpty',
      'select exists (select 1 from records) or exists (select 1 from audit) or exists (select 1 from events)',
      [],
    );
    return !row![0];
  }

  async load(rows: AsyncIterable<BackupRow>): Promise<void> {
    await this.#inTransaction(async (client) => {
      if (!(await this.isEmpty())) throw new Error('The store is not empty.');
      for await (const row of rows) await writeRow(client, row);
      await addMissingHeads(client);
    });
  }

  /** PostgreSQL has no check of its own that needs no extension; reading every row is the check. */
  async integrity(): Promise<string[]> {
    return [];
  }

  async problems(): Promise<string[]> {
    return await problemsOf(this);
  }

  async identity(proposed: string): Promise<string> {
    await this.#query("insert into store_facts (name, value) values ('identity', $1) on conflict do nothing", [proposed]);
    const [row] = await this.#rows('identity', "select value from store_facts where name = 'identity'", []);
    return row![0] as string;
  }

  async probe(): Promise<void> {
    const [row] = await this.#rows('schema', 'select version from perennial_schema', []);
    checkVersion(row![0] as number);
    const sql = "insert into store_facts (name, value) values ('probe', $1) on conflict (name) do update set value = excluded.value";
    await this.#rows('probe', sql, [String(this.#options.now())]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#listening?.end();
    await this.#pool.end();
  }

  /** Keeps one connection that listens to changes of other processes; after a reconnect anything may have changed. */
  async listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#options.url });
    client.on('notification', ({ payload = '', processId }) => {
      if (this.#ownProcesses.has(processId)) return;
      const [collection = '', account = '', key = ''] = payload.split('\t');
      this.#announce({ collection, account, key });
    });
    client.on('error', (error) => {
      this.#options.onError(error);
      this.#listening = undefined;
      if (!this.#closed) setTimeout(() => void this.#listenAgain(), RECONNECT_MS).unref();
    });
    await client.connect();
    await client.query('listen perennial');
    this.#listening = client;
  }

  async #listenAgain(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.listen();
      this.#announce(undefined);
    } catch (error) {
      this.#options.onError(error as Error);
      setTimeout(() => void this.#listenAgain(), RECONNECT_MS).unref();
    }
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
    for (let attempt = 1; ; attempt++) {
      try {
        const rows = await this.#rows('commit', 'select perennial_commit($1::jsonb, $2)', [changes, this.#options.now()]);
        return rows[0]![0] as number[];
      } catch (error) {
        if (attempt === SEND_ATTEMPTS || !RETRYABLE.has(sqlState(error))) throw error;
      }
    }
  }

  async #rows(name: string, text: string, values: unknown[]): Promise<unknown[][]> {
    const query = { name, text, values, rowMode: 'array', query_timeout: QUERY_MS } as const;
    try {
      return (await this.#pool.query<unknown[]>(query)).rows;
    } catch (error) {
      if (!isCorruption(error)) throw databaseError(error);
      throw this.#checks.failure({ kind: 'database', account: '', key: name, problem: error.message });
    }
  }

  async #query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.#pool.query(text, values);
    } catch (error) {
      throw databaseError(error);
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw databaseError(error);
    }
  }

  async #inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error instanceof pg.DatabaseError ? databaseError(error) : error;
    } finally {
      client.release();
    }
  }
}

function byAccount(a: Waiting, b: Waiting): number {
  const left = ownerOf(a.change);
  const right = ownerOf(b.change);
  return left < right ? -1 : left > right ? 1 : 0;
}

function ownerOf({ audits, appends, puts, deletes }: Change): string {
  return (audits[0] ?? appends[0] ?? puts[0] ?? deletes[0])?.account ?? '';
}
