/**
 * The store of one machine: a SQLite file (WAL, an fsync at each commit), read from this thread and
 * written by one writer thread that commits the changes of many callers together. Without a folder
 * the database is in memory and written from this thread.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { MessagePort } from 'node:worker_threads';
import { conflictOf } from '../../../kernel/change.ts';
import type { Change, Stored } from '../../../kernel/change.ts';
import type { Collection } from '../../../kernel/collection.ts';
import { BLOB_INDEX } from '../../../kernel/collection.ts';
import { prefixEnd } from '../keys.ts';
import { StorageUnavailable } from '../../../kernel/storage-unavailable.ts';
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
} from '../../../kernel/ports/store.ts';
import { intactAuditHead, intactRows, problemsOf } from '../../integrity/checked-row.ts';
import { headChecksum, UNCHECKED } from '../../integrity/checksum.ts';
import { RowChecks, readIntact } from '../../integrity/row-checks.ts';
import type { RecordColumns } from '../../integrity/row-checks.ts';
import { unusableFolder } from '../../data-folder.ts';
import type { DiskReserve } from '../../disk-reserve.ts';
import { Applier, DONE } from './apply.ts';
import { checkedRows } from './checked-rows.ts';
import { messageOf } from './message.ts';
import { migrate, migrationOf } from './migrations.ts';
import { openDatabase } from './open.ts';
import { isCorruption } from './read.ts';
import { inlineWriter, keepDeleting, portWriter, threadWriter } from './writer-connections.ts';
import type { WriterConnection } from './writer-connections.ts';

const ERASE_CHUNK = 2000;
const LOAD_CHUNK = 1000;
const GET = 'select key, version, value, expires from records where collection = ? and account = ? and key = ?';
const MAX_INTEGRITY_LINES = 10_000;
/** The result code of SQLite for a file that another process has locked. */
const BUSY = 5;
const GREATEST = '\u{10ffff}';

export interface SqliteOptions {
  /** The folder of the database; undefined for an in-memory one. */
  folder?: string;
  /** The space that deletions use when the disk is full. */
  reserve?: DiskReserve;
  now: () => number;
  /** Called for each damaged row that is met. */
  onDamage?: (damage: Damage) => void;
}

export class DataInUse extends Error {
  override name = 'DataInUse';
}

export async function openSqlite(options: SqliteOptions): Promise<Store> {
  if (options.folder === undefined) {
    const db = openDatabase(':memory:');
    migrate(db);
    return new SqliteStore(db, options, inlineWriter(new Applier(db)));
  }
  const lock = lockFolder(options.folder);
  try {
    const file = databaseFile(options.folder);
    const db = openDatabase(file);
    migrate(db);
    const writer = threadWriter(file);
    if (options.reserve) keepDeleting(writer, options.reserve);
    return new SqliteStore(db, options, writer, lock);
  } catch (error) {
    lock.close();
    throw unusableFolder(error, options.folder);
  }
}

/** Read-only, beside a process that has the folder locked. */
export function openSqliteReadOnly({ folder, ...options }: SqliteOptions & { folder: string }): Store {
  const db = openFolder(folder);
  return new SqliteStore(db, options, {
    send: () => Promise.reject(new Error('This store is open for reading only.')),
    async close() {},
  });
}

/** For a thread of a process that has the folder locked: reads for itself, and writes through the port to the writer thread. */
export function openSqliteInThread({ folder, port, ...options }: SqliteOptions & { folder: string; port: MessagePort }): Store {
  return new SqliteStore(openFolder(folder), options, portWriter(port));
}

function openFolder(folder: string): DatabaseSync {
  try {
    const db = openDatabase(databaseFile(folder), { readOnly: true });
    migrationOf(db);
    return db;
  } catch (error) {
    throw unusableFolder(error, folder);
  }
}

export function databaseFile(folder: string): string {
  return join(folder, 'perennial.db');
}

/** An operating-system lock through SQLite itself: released when the process ends for any reason. */
export function lockFolder(folder: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(join(folder, 'lock.db'));
    lock.exec('pragma locking_mode = exclusive; begin exclusive;');
    return lock;
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode !== BUSY) throw unusableFolder(error, folder);
    throw new DataInUse(`The data folder ${folder} is in use by another process. Stop it first, or choose another folder.`);
  }
}

class SqliteStore implements Store {
  readonly #db: DatabaseSync;
  readonly #now: () => number;
  readonly #writer: WriterConnection;
  readonly #lock: DatabaseSync | undefined;
  readonly #reserve: DiskReserve | undefined;
  readonly #statements = new Map<string, StatementSync>();
  readonly #listeners: ((announcement: Announcement | undefined) => void)[] = [];
  readonly #checks: RowChecks;

  constructor(db: DatabaseSync, { now, onDamage, reserve }: Omit<SqliteOptions, 'folder'>, writer: WriterConnection, lock?: DatabaseSync) {
    this.#db = db;
    this.#now = now;
    this.#writer = writer;
    this.#lock = lock;
    this.#checks = new RowChecks(onDamage);
    this.#reserve = reserve;
  }

  async get<T>(collection: Collection<T>, account: string, key: string): Promise<Stored<T> | undefined> {
    let row: [...RecordColumns, expires: number | null] | undefined;
    try {
      row = this.#sql(GET).get(collection.name, account, key) as typeof row;
    } catch (error) {
      if (!isCorruption(error)) throw error;
      throw this.#checks.failure({ kind: 'record', collection: collection.name, account, key, problem: error.message });
    }
    if (!row || (collection.expiresAt && row[3] !== null && row[3] <= this.#now())) return undefined;
    return this.#checks.record<T>(collection.name, account, row as unknown as RecordColumns);
  }

  async page<T>(collection: Collection<T>, account: string, { after, prefix = '', limit }: Page): Promise<Stored<T>[]> {
    const [bound, start] = after !== undefined && after >= prefix ? ['>', after] : ['>=', prefix];
    const conditions = [`key ${bound} ?`];
    const values: SQLInputValue[] = [collection.name, account, start];
    const end = prefixEnd(prefix);
    if (end !== undefined) {
      conditions.push('key < ?');
      values.push(end);
    }
    if (collection.expiresAt) {
      conditions.push('(expires is null or expires > ?)');
      values.push(this.#now());
    }
    const sql = `select key, version, value from records where collection = ? and account = ? and ${conditions.join(' and ')} order by key limit ?`;
    return await readIntact(
      limit,
      (wanted) => this.#rows(sql, ...values, wanted),
      (rows) => this.#checks.records<T>(collection.name, account, rows),
    );
  }

  async count<T>(collection: Collection<T>, account: string, prefix = ''): Promise<number> {
    const end = prefixEnd(prefix);
    const values: SQLInputValue[] = [collection.name, account, prefix];
    let sql = 'select count(*) from records where collection = ? and account = ? and key >= ?';
    if (end !== undefined) {
      sql += ' and key < ?';
      values.push(end);
    }
    if (collection.expiresAt) {
      sql += ' and (expires is null or expires > ?)';
      values.push(this.#now());
    }
    return this.#rows(sql, ...values)[0]![0] as number;
  }

  async countTerms<T>(collection: Collection<T>, account: string, index: string): Promise<number> {
    const sql = `select count(*)
      from terms t join records r on r.collection = t.collection and r.account = t.account and r.key = t.key
      where t.collection = ? and t.account = ? and t.name = ? and (r.expires is null or r.expires > ?)`;
    return this.#rows(sql, collection.name, account, index, this.#now())[0]![0] as number;
  }

  async find<T>(
    collection: Collection<T>,
    account: string,
    index: string,
    { from = '', to = GREATEST, limit }: TermRange,
  ): Promise<Stored<T>[]> {
    const sql = `select r.key, r.version, r.value
      from terms t join records r on r.collection = t.collection and r.account = t.account and r.key = t.key
      where t.collection = ? and t.account = ? and t.name = ? and t.term >= ? and t.term <= ? and (r.expires is null or r.expires > ?)
      order by t.term, t.key limit ?`;
    const values = [collection.name, account, index, from, to, this.#now()];
    return await readIntact(
      limit,
      (wanted) => this.#rows(sql, ...values, wanted),
      (rows) => this.#checks.records<T>(collection.name, account, rows),
    );
  }

  async readEvents<T>(account: string, log: string, after: number, limit: number): Promise<Event<T>[]> {
    const sql = 'select position, at, value, checksum from events where account = ? and log = ? and position > ? order by position limit ?';
    return await readIntact(
      limit,
      (wanted) => this.#rows(sql, account, log, after, wanted),
      (rows) => this.#checks.events<T>(account, log, rows),
    );
  }

  async lastPosition(account: string, log: string): Promise<number> {
    const [head] = this.#rows('select position, checksum from event_heads where account = ? and log = ?', account, log) as [
      number,
      number,
    ][];
    if (!head) return 0;
    if (head[1] === UNCHECKED || head[1] === headChecksum(account, log, head[0])) return head[0];
    const [last] = this.#rows('select max(position) from events where account = ? and log = ?', account, log) as [[number | null]];
    return last[0] ?? head[0];
  }

  async dropEvents(account: string, log: string, before: number): Promise<number> {
    return (await this.#writer.send({ dropEvents: [account, log, before, this.#now()] }, true)) as number;
  }

  async counters(account: string, period?: string): Promise<Counter[]> {
    const sql = 'select name, period, total from counters where account = ? and (? is null or period = ?) order by period, name';
    const rows = this.#rows(sql, account, period ?? null, period ?? null) as [string, string, number][];
    return rows.map(([name, of, total]) => ({ name, period: of, total }));
  }

  async audit(account: string, after: number, limit: number): Promise<AuditRow[]> {
    const sql = 'select account, sequence, entry, hash from audit where account = ? and sequence > ? order by sequence limit ?';
    const rows = this.#rows(sql, account, after, limit) as [string, number, string, string][];
    return rows.map(([of, sequence, entry, hash]) => ({ account: of, sequence, entry, hash }));
  }

  async lastAudit(account: string): Promise<number> {
    const [last] = this.#rows('select sequence from audit where account = ? order by sequence desc limit 1', account) as [[number]?];
    return last?.[0] ?? 0;
  }

  async auditHead(account: string): Promise<AuditHead | undefined> {
    const [head] = this.#rows('select sequence, hash, checksum from audit_heads where account = ?', account) as [[number, string, number]?];
    return head && intactAuditHead(account, ...head);
  }

  async anchorAudits(at: string): Promise<AuditHead | undefined> {
    return (await this.#writer.send({ anchorAudits: at })) as AuditHead | undefined;
  }

  commit(change: Change): Promise<void> {
    const announcements = this.#writer.announces ? announcedBy(change) : [];
    return this.#writer.send(messageOf(change, this.#now(), announcements), change.freesSpace).then((outcome) => {
      if (outcome !== DONE) throw conflictOf(change, outcome as number);
      for (const one of change.puts) if (one.announced) this.#announce(one);
      for (const one of change.deletes) if (one.announced) this.#announce(one);
    });
  }

  connect(): MessagePort | undefined {
    return this.#writer.connect?.((announcement) => this.#announce(announcement));
  }

  onAnnouncement(listener: (announcement: Announcement | undefined) => void): void {
    this.#listeners.push(listener);
  }

  async sweep(limit: number): Promise<number> {
    const swept = (await this.#writer.send({ sweep: limit, now: this.#now() }, true)) as number;
    await this.#reserve?.restore();
    await this.#writer.send({ vacuum: this.#now() }).catch((error: unknown) => {
      // Needs up to twice the size of the file for a while; it stays due.
      if (!(error instanceof StorageUnavailable)) throw error;
    });
    return swept;
  }

  async erase(account: string): Promise<void> {
    while (((await this.#writer.send({ eraseSome: account, limit: ERASE_CHUNK, now: this.#now() }, true)) as number) > 0);
  }

  async usedBlobs(account: string, blobs: readonly string[]): Promise<Set<string>> {
    const named = this.#sql(`select 1 from terms where name = '${BLOB_INDEX}' and account = ? and term = ? limit 1`);
    return new Set(blobs.filter((blob) => named.get(account, blob) !== undefined));
  }

  async releasedBlobs(minAgeMs: number, limit: number): Promise<ReleasedBlob[]> {
    return this.#rows(
      "select account, blob, released from released_blobs where released <= unixepoch('subsec') * 1000 - ? order by account, blob limit ?",
      minAgeMs,
      limit,
    ).map(([account, id, released]) => ({ account, id, released }) as ReleasedBlob);
  }

  async forgetReleased(blobs: readonly ReleasedBlob[]): Promise<void> {
    await this.#writer.send({ forgetReleased: blobs }, true);
  }

  dump(onDamage: (damage: Damage) => void = () => {}): AsyncIterable<BackupRow> {
    return intactRows(this.checkedRows(), onDamage);
  }

  /** Reads in one transaction of a separate connection, so that writers continue. */
  async *checkedRows(): AsyncIterable<CheckedRow | { damage: Damage }> {
    const file = this.#db.location();
    // A database in memory has one connection, and a statement in progress would keep it from being written.
    if (file === null) return yield* [...checkedRows(this.#db)];
    const db = openDatabase(file, { readOnly: true });
    try {
      db.exec('begin');
      yield* checkedRows(db);
    } finally {
      db.close();
    }
  }

  async repair(steps: readonly Repair[]): Promise<void> {
    await this.#writer.send({ repair: steps });
  }

  async isEmpty(): Promise<boolean> {
    const taken = this.#sql(
      'select exists (select 1 from records) or exists (select 1 from audit) or exists (select 1 from events)',
    ).get() as unknown as [number];
    return !taken[0];
  }

  async load(rows: AsyncIterable<BackupRow>): Promise<void> {
    if (!(await this.isEmpty())) throw new Error('The store is not empty.');
    let chunk: BackupRow[] = [];
    try {
      for await (const row of rows) {
        if (chunk.push(row) < LOAD_CHUNK) continue;
        await this.#writer.send({ load: chunk });
        chunk = [];
      }
      await this.#writer.send({ load: chunk, then: 'commit' });
    } catch (error) {
      await this.#writer.send({ load: [], then: 'rollback' });
      throw error;
    }
  }

  async integrity(): Promise<string[]> {
    try {
      return this.#all(`pragma integrity_check(${MAX_INTEGRITY_LINES})`)
        .map(([line]) => String(line))
        .filter((line) => line !== 'ok');
    } catch (error) {
      if (!isCorruption(error)) throw error;
      return [error.message];
    }
  }

  async problems(): Promise<string[]> {
    return await problemsOf(this);
  }

  async identity(proposed: string): Promise<string> {
    return (await this.#writer.send({ identify: proposed })) as string;
  }

  async probe(): Promise<void> {
    migrationOf(this.#db);
    await this.#writer.send({ probe: this.#now() });
  }

  async close(): Promise<void> {
    await this.#writer.close();
    this.#db.close();
    this.#lock?.close();
  }

  #announce({ collection, account, key }: Announcement): void {
    for (const listener of this.#listeners) listener({ collection, account, key });
  }

  #rows(sql: string, ...values: SQLInputValue[]): unknown[][] {
    try {
      return this.#all(sql, ...values);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      throw this.#checks.failure({ kind: 'database', account: '', key: sql, problem: error.message });
    }
  }

  #all(sql: string, ...values: SQLInputValue[]): unknown[][] {
    return this.#sql(sql).all(...values) as unknown as unknown[][];
  }

  #sql(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      statement.setReturnArrays(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function announcedBy({ puts, deletes }: Change): Announcement[] {
  return [...puts, ...deletes].filter(({ announced }) => announced).map(({ collection, account, key }) => ({ collection, account, key }));
}
