/**
 * The store of one machine: a SQLite file (WAL, an fsync at each commit), read from this thread and
 * written by one writer thread that commits the changes of many callers together. Without a folder
 * the database is in memory and written from this thread.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { conflictOf } from '../../kernel/change.ts';
import type { Change, Stored } from '../../kernel/change.ts';
import type { Collection } from '../../kernel/collection.ts';
import { BLOB_INDEX } from '../../kernel/collection.ts';
import { prefixEnd } from '../../kernel/keys.ts';
import { storageUnavailable } from '../../kernel/storage-unavailable.ts';
import { Event } from '../../kernel/ports/store.ts';
import type { Announcement, AuditRow, BackupRow, Counter, Page, ReleasedBlob, Store, TermRange } from '../../kernel/ports/store.ts';
import { unusableFolder } from '../files/data-folder.ts';
import { Applier, DONE } from './apply.ts';
import { messageOf } from './message.ts';
import { migrate, migrationOf } from './migrations.ts';
import { openDatabase } from './open.ts';
import { serveRequests } from './requests.ts';
import type { WriterError, WriterReply, WriterRequest } from './requests.ts';

/** This many requests are sent without waiting for the end of the loop turn, so that the writer works in parallel. */
const FLUSH_COUNT = 16;
const ERASE_CHUNK = 2000;
const LOAD_CHUNK = 1000;
const GET = 'select key, version, value from records where collection = ? and account = ? and key = ?';
/** The result code of SQLite for a file that another process has locked. */
const BUSY = 5;
const GREATEST = '\u{10ffff}';

export interface SqliteOptions {
  /** The folder of the database; undefined for an in-memory one. */
  folder?: string;
  now: () => number;
}

type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;

export class DataInUse extends Error {
  override name = 'DataInUse';
}

export async function openSqlite(options: SqliteOptions): Promise<Store> {
  if (options.folder === undefined) {
    const db = openDatabase(':memory:');
    migrate(db);
    const applier = new Applier(db);
    return new SqliteStore(db, options.now, inlineWriter(applier));
  }
  const lock = lockFolder(options.folder);
  try {
    const file = databaseFile(options.folder);
    const db = openDatabase(file);
    migrate(db);
    const writer = threadWriter(file);
    return new SqliteStore(db, options.now, writer, lock);
  } catch (error) {
    lock.close();
    throw unusableFolder(error, options.folder);
  }
}

/** Read-only, beside a process that has the folder locked. */
export function openSqliteReadOnly({ folder, now }: { folder: string; now: () => number }): Store {
  const db = openFolder(folder);
  return new SqliteStore(db, now, { send: () => Promise.reject(new Error('This store is open for reading only.')), async close() {} });
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
function lockFolder(folder: string): DatabaseSync {
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

/** An error of the writer, with the writer's result code. */
function errorFrom({ message, errcode }: WriterError): Error {
  const error = Object.assign(new Error(message), { errcode });
  return storageUnavailable(error) ?? error;
}

interface Writing {
  send(request: Unnumbered<WriterRequest>): Promise<unknown>;
  close(): Promise<void>;
}

function inlineWriter(applier: Applier): Writing {
  return {
    async send(request) {
      const [reply] = serveRequests(applier, [{ ...request, id: 0 } as WriterRequest]);
      if (reply!.error) throw errorFrom(reply!.error);
      return reply!.result;
    },
    async close() {},
  };
}

/** Requests queue in the thread's message port while it starts. */
function threadWriter(file: string): Writing {
  const worker = new Worker(new URL('./writer.ts', import.meta.url), { workerData: { file } });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let queue: WriterRequest[] = [];
  let scheduled = false;
  let lastId = 0;
  let failed: Error | undefined;

  const fail = (error: Error): void => {
    failed ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The writer thread has ended.')));
  worker.on('message', (replies: WriterReply[]) => {
    for (const { id, result, error } of replies) {
      const waiter = waiting.get(id);
      waiting.delete(id);
      if (error) waiter?.reject(errorFrom(error));
      else waiter?.resolve(result);
    }
  });
  const flush = (): void => {
    scheduled = false;
    if (queue.length === 0) return;
    worker.postMessage(queue);
    queue = [];
  };
  const send: Writing['send'] = (request) => {
    if (failed) return Promise.reject(failed);
    const waiter = Promise.withResolvers<unknown>();
    const id = ++lastId;
    waiting.set(id, waiter);
    queue.push({ ...request, id } as WriterRequest);
    if (queue.length >= FLUSH_COUNT) flush();
    else if (!scheduled) {
      scheduled = true;
      setImmediate(flush);
    }
    return waiter.promise;
  };
  return {
    send,
    async close() {
      if (failed) return;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      await send({ close: true });
      await ended;
    },
  };
}

class SqliteStore implements Store {
  readonly #db: DatabaseSync;
  readonly #now: () => number;
  readonly #writer: Writing;
  readonly #lock: DatabaseSync | undefined;
  readonly #statements = new Map<string, StatementSync>();
  readonly #listeners: ((announcement: Announcement | undefined) => void)[] = [];

  constructor(db: DatabaseSync, now: () => number, writer: Writing, lock?: DatabaseSync) {
    this.#db = db;
    this.#now = now;
    this.#writer = writer;
    this.#lock = lock;
  }

  async get<T>(collection: Collection<T>, account: string, key: string): Promise<Stored<T> | undefined> {
    const row = collection.expiresAt
      ? this.#sql(`${GET} and (expires is null or expires > ?)`).get(collection.name, account, key, this.#now())
      : this.#sql(GET).get(collection.name, account, key);
    return row && parseRow<T>(row);
  }

  async page<T>(collection: Collection<T>, account: string, { after, prefix = '', limit }: Page): Promise<Stored<T>[]> {
    const [bound, start] = after !== undefined && after >= prefix ? ['>', after] : ['>=', prefix];
    const conditions = [`key ${bound} ?`];
    const values: SQLInputValue[] = [start];
    const end = prefixEnd(prefix);
    if (end !== undefined) {
      conditions.push('key < ?');
      values.push(end);
    }
    if (collection.expiresAt) {
      conditions.push('(expires is null or expires > ?)');
      values.push(this.#now());
    }
    return parseRows<T>(
      this.#rows(
        `select key, version, value from records where collection = ? and account = ? and ${conditions.join(' and ')} order by key limit ?`,
        collection.name,
        account,
        ...values,
        limit,
      ),
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

  async find<T>(
    collection: Collection<T>,
    account: string,
    index: string,
    { from = '', to = GREATEST, limit }: TermRange,
  ): Promise<Stored<T>[]> {
    return parseRows<T>(
      this.#rows(
        `select r.key, r.version, r.value from terms t join records r on r.collection = t.collection and r.account = t.account and r.key = t.key
      where t.collection = ? and t.account = ? and t.name = ? and t.term >= ? and t.term <= ? and (r.expires is null or r.expires > ?) order by t.term, t.key limit ?`,
        collection.name,
        account,
        index,
        from,
        to,
        this.#now(),
        limit,
      ),
    );
  }

  async readEvents<T>(account: string, log: string, after: number, limit: number): Promise<Event<T>[]> {
    return this.#rows(
      'select position, at, value from events where account = ? and log = ? and position > ? order by position limit ?',
      account,
      log,
      after,
      limit,
    ).map(([position, at, value]) => new Event<T>(position as number, at as number, value as string));
  }

  async lastPosition(account: string, log: string): Promise<number> {
    const row = this.#sql('select position from event_heads where account = ? and log = ?').get(account, log) as unknown as
      [number] | undefined;
    return row?.[0] ?? 0;
  }

  async dropEvents(account: string, log: string, before: number): Promise<number> {
    return (await this.#writer.send({ dropEvents: [account, log, before] })) as number;
  }

  async counters(account: string, period?: string): Promise<Counter[]> {
    return this.#rows(
      'select name, period, total from counters where account = ? and (? is null or period = ?) order by period, name',
      account,
      period ?? null,
      period ?? null,
    ).map(([name, at, total]) => ({ name: name as string, period: at as string, total: total as number }));
  }

  async audit(account: string, after: number, limit: number): Promise<AuditRow[]> {
    return this.#rows(
      'select account, sequence, entry, hash from audit where account = ? and sequence > ? order by sequence limit ?',
      account,
      after,
      limit,
    ).map(([of, sequence, entry, hash]) => ({
      account: of as string,
      sequence: sequence as number,
      entry: entry as string,
      hash: hash as string,
    }));
  }

  async lastAudit(account: string): Promise<number> {
    const row = this.#sql('select sequence from audit where account = ? order by sequence desc limit 1').get(account) as unknown as
      [number] | undefined;
    return row?.[0] ?? 0;
  }

  commit(change: Change): Promise<void> {
    return this.#writer.send({ commit: messageOf(change), now: this.#now() }).then((outcome) => {
      if (outcome !== DONE) throw conflictOf(change, outcome as number);
      for (const one of change.puts) if (one.announced) this.#announce(one);
      for (const one of change.deletes) if (one.announced) this.#announce(one);
    });
  }

  onAnnouncement(listener: (announcement: Announcement | undefined) => void): void {
    this.#listeners.push(listener);
  }

  async sweep(limit: number): Promise<number> {
    return (await this.#writer.send({ sweep: limit, now: this.#now() })) as number;
  }

  async erase(account: string): Promise<void> {
    while (((await this.#writer.send({ eraseSome: account, limit: ERASE_CHUNK })) as number) > 0);
  }

  async isBlobUsed(account: string, blob: string): Promise<boolean> {
    return (
      this.#sql(`select 1 from terms where name = '${BLOB_INDEX}' and account = ? and term = ? limit 1`).get(account, blob) !== undefined
    );
  }

  async releasedBlobs(minAgeMs: number, limit: number): Promise<ReleasedBlob[]> {
    return this.#rows(
      "select account, blob, released from released_blobs where released <= unixepoch('subsec') * 1000 - ? order by account, blob limit ?",
      minAgeMs,
      limit,
    ).map(([account, id, released]) => ({ account, id, released }) as ReleasedBlob);
  }

  async forgetReleased(blobs: readonly ReleasedBlob[]): Promise<void> {
    await this.#writer.send({ forgetReleased: blobs });
  }

  /** Reads in one transaction of a separate connection, so that writers continue. */
  async *dump(): AsyncIterable<BackupRow> {
    const file = this.#db.location();
    yield* dumpDatabase(file === null ? this.#db : openDatabase(file, { readOnly: true }), file !== null);
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

  async problems(): Promise<string[]> {
    const found = this.#rows('pragma integrity_check')
      .map(([line]) => String(line))
      .filter((line) => line !== 'ok');
    const orphans = this.#sql(
      'select count(*) from terms t where not exists (select 1 from records r where r.collection = t.collection and r.account = t.account and r.key = t.key)',
    ).get() as unknown as [number];
    if (orphans[0] > 0) found.push(`${orphans[0]} index entries without a record`);
    return found;
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

function parseRow<T>(row: unknown): Stored<T> {
  const columns = row as [string, number, string];
  return { key: columns[0], version: columns[1], value: JSON.parse(columns[2]) as T };
}

/** Parses in place: a second array would cost 5 % more for a page of a thousand. */
function parseRows<T>(rows: unknown[]): Stored<T>[] {
  for (let i = 0; i < rows.length; i++) rows[i] = parseRow<T>(rows[i]);
  return rows as Stored<T>[];
}

function* dumpDatabase(db: DatabaseSync, close: boolean): Iterable<BackupRow> {
  const each = (sql: string): Iterable<unknown[]> => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return statement.iterate() as unknown as Iterable<unknown[]>;
  };
  const termsOf = db.prepare('select name, term from terms where collection = ? and account = ? and key = ?');
  termsOf.setReturnArrays(true);
  if (close) db.exec('begin');
  try {
    for (const row of each('select collection, account, key, version, expires, value from records')) {
      const [collection, account, key] = row as [string, string, string];
      yield { record: [...row, termsOf.all(collection, account, key)] } as unknown as BackupRow;
    }
    for (const row of each('select account, log, position, at, value from events')) yield { event: row } as BackupRow;
    for (const row of each('select account, log, position from event_heads')) yield { head: row } as BackupRow;
    for (const row of each('select account, name, period, total from counters')) yield { counter: row } as BackupRow;
    for (const row of each('select account, sequence, entry, hash from audit order by account, sequence'))
      yield { audit: row } as BackupRow;
  } finally {
    if (close) db.close();
  }
}
