/**
 * The store of one machine: a SQLite file (WAL, an fsync at each commit), read from this thread and
 * written by one writer thread that commits the changes of many callers together. Without a folder
 * the database is in memory and written from this thread.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { conflictOf } from '../../kernel/change.ts';
import type { Change, Stored } from '../../kernel/change.ts';
import type { Collection } from '../../kernel/collection.ts';
import { BLOB_INDEX } from '../../kernel/collection.ts';
import { fail } from '../../kernel/failures.ts';
import { prefixEnd } from '../../kernel/keys.ts';
import { StorageUnavailable, storageUnavailable } from '../../kernel/storage-unavailable.ts';
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
import { RowChecks, isExpired, readIntact } from '../row-checks.ts';
import type { RecordColumns } from '../row-checks.ts';
import { unusableFolder } from '../data-folder.ts';
import type { DiskReserve } from '../disk-reserve.ts';
import { Applier, DONE } from './apply.ts';
import { checkedRows } from './checked-rows.ts';
import { areChecksumsFilled, ChecksumFiller } from './fill-checksums.ts';
import { messageOf } from './message.ts';
import { migrate, migrationOf } from './migrations.ts';
import { openDatabase } from './open.ts';
import { isCorruption, readAround } from './read.ts';
import type { OrderedQuery } from './read.ts';
import { serveRequests } from './requests.ts';
import type { Writer, WriterAnnouncements, WriterError, WriterReply, WriterRequest } from './requests.ts';

/** This many requests are sent without waiting for the end of the loop turn, so that the writer works in parallel. */
const FLUSH_COUNT = 16;
const ERASE_CHUNK = 2000;
const LOAD_CHUNK = 1000;
const GET = 'select key, version, value, checksum, expires from records where collection = ? and account = ? and key = ?';
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

type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;

export class DataInUse extends Error {
  override name = 'DataInUse';
}

export async function openSqlite(options: SqliteOptions): Promise<Store> {
  if (options.folder === undefined) {
    const db = openDatabase(':memory:');
    migrate(db);
    const applier = new Applier(db);
    return new SqliteStore(db, options, inlineWriter({ applier, filler: new ChecksumFiller(db, applier) }));
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
    onDamage: undefined,
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
  return storageUnavailable(error) ?? (isCorruption(error) ? fail('DataDamaged') : error);
}

interface Writing {
  /** Called for damage that the writer meets. */
  onDamage: ((damage: Damage) => void) | undefined;
  /** `freesSpace`: may use the space that is kept for deleting. */
  send(request: Unnumbered<WriterRequest>, freesSpace?: boolean): Promise<unknown>;
  /** A port of the writer for another thread. */
  connect?(onAnnouncement: (announcement: Announcement) => void): MessagePort;
  /** Whether the thread that started the writer announces what is committed. */
  announces?: boolean;
  close(): Promise<void>;
}

function inlineWriter(writer: Writer): Writing {
  const writing: Writing = {
    onDamage: undefined,
    async send(request) {
      const [reply] = serveRequests(writer, [{ ...request, id: 0 } as WriterRequest]);
      for (const damage of reply!.damage ?? []) writing.onDamage?.(damage);
      if (reply!.error) throw errorFrom(reply!.error);
      return reply!.result;
    },
    async close() {},
  };
  return writing;
}

/** Requests queue in the thread's message port while it starts. */
function threadWriter(file: string): Writing {
  const worker = new Worker(new URL('./writer.ts', import.meta.url), { workerData: { file } });
  const requests = sendRequests((queue) => worker.postMessage(queue));
  let announce: ((announcement: Announcement) => void) | undefined;
  worker.on('error', requests.end);
  worker.on('exit', () => requests.end(new Error('The writer thread has ended.')));
  worker.on('message', (message: WriterReply[] | WriterAnnouncements) => {
    if (Array.isArray(message)) requests.receive(message, writing.onDamage);
    else for (const announcement of message.announcements) announce?.(announcement);
  });
  const writing: Writing = {
    onDamage: undefined,
    send: requests.send,
    connect(onAnnouncement) {
      announce = onAnnouncement;
      const { port1, port2 } = new MessageChannel();
      worker.postMessage(port1, [port1]);
      return port2;
    },
    async close() {
      if (requests.hasEnded()) return;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      await requests.send({ close: true });
      await ended;
    },
  };
  return writing;
}

/** Writes from a thread that has not started the writer. */
function portWriter(port: MessagePort): Writing {
  const requests = sendRequests((queue) => port.postMessage(queue));
  port.on('message', (replies: WriterReply[]) => requests.receive(replies, writing.onDamage));
  port.on('close', () => requests.end(new Error('The writer thread has ended.')));
  const writing: Writing = {
    onDamage: undefined,
    send: requests.send,
    announces: true,
    async close() {
      port.close();
    },
  };
  return writing;
}

interface RequestSender {
  send(request: Unnumbered<WriterRequest>): Promise<unknown>;
  receive(replies: readonly WriterReply[], onDamage: Writing['onDamage']): void;
  /** Rejects what waits and what is sent later. */
  end(error: Error): void;
  hasEnded(): boolean;
}

/** Numbers requests, sends them together, and resolves each by the number of its reply. */
function sendRequests(post: (queue: WriterRequest[]) => void): RequestSender {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let queue: WriterRequest[] = [];
  let scheduled = false;
  let lastId = 0;
  let failed: Error | undefined;
  const flush = (): void => {
    scheduled = false;
    if (queue.length === 0) return;
    post(queue);
    queue = [];
  };
  return {
    send(request) {
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
    },
    receive(replies, onDamage) {
      for (const { id, result, error, damage } of replies) {
        for (const found of damage ?? []) onDamage?.(found);
        const waiter = waiting.get(id);
        waiting.delete(id);
        if (error) waiter?.reject(errorFrom(error));
        else waiter?.resolve(result);
      }
    },
    end(error) {
      failed ??= error;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
    hasEnded: () => failed !== undefined,
  };
}

/** Frees the reserve when a deletion meets a full disk; meanwhile nothing else is written. */
function keepDeleting(writing: Writing, reserve: DiskReserve): void {
  const { send } = writing;
  writing.send = (request, freesSpace = false) => {
    if (reserve.isReleased && !freesSpace) return Promise.reject(new StorageUnavailable('full'));
    if (!freesSpace) return send(request);
    return send(request).catch(async (error: unknown) => {
      if (!(error instanceof StorageUnavailable) || error.problem !== 'full') throw error;
      reserve.release();
      const result = await send(request);
      // So that one deletion after the other fits.
      await send({ emptyLog: true });
      return result;
    });
  };
}

class SqliteStore implements Store {
  readonly #db: DatabaseSync;
  readonly #now: () => number;
  readonly #writer: Writing;
  readonly #lock: DatabaseSync | undefined;
  readonly #reserve: DiskReserve | undefined;
  readonly #statements = new Map<string, StatementSync>();
  readonly #listeners: ((announcement: Announcement | undefined) => void)[] = [];
  readonly #checks: RowChecks;

  constructor(db: DatabaseSync, { now, onDamage, reserve }: Omit<SqliteOptions, 'folder'>, writer: Writing, lock?: DatabaseSync) {
    this.#db = db;
    this.#now = now;
    this.#writer = writer;
    this.#lock = lock;
    this.#checks = new RowChecks({ acceptsUnchecked: !areChecksumsFilled(db), onDamage });
    writer.onDamage = onDamage;
    this.#reserve = reserve;
  }

  async get<T>(collection: Collection<T>, account: string, key: string, budget?: ReadBudget): Promise<Stored<T> | undefined> {
    const damage = (problem: string): Damage => ({ kind: 'record', collection: collection.name, account, key, problem });
    let row: RecordColumns | undefined;
    try {
      row = this.#sql(GET).get(collection.name, account, key) as RecordColumns | undefined;
    } catch (error) {
      if (!isCorruption(error)) throw error;
      throw this.#checks.failure(damage(error.message));
    }
    if (!row) return undefined;
    const record = this.#checks.record<T>(collection.name, account, row, budget);
    if (!record) throw fail('DataDamaged');
    return collection.expiresAt && isExpired(row, this.#now()) ? undefined : record;
  }

  async page<T>(collection: Collection<T>, account: string, { after, prefix = '', limit, budget }: Page): Promise<Stored<T>[]> {
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
    const columns = `key, version, value, checksum${collection.expiresAt ? ', expires' : ''}`;
    const select = `select ${columns} from records where collection = ? and account = ? and ${conditions.join(' and ')}`;
    return await readIntact(
      limit,
      (wanted) => this.#ordered({ select, values, orderBy: ['key'], limit: wanted }),
      (rows) => this.#checks.records<T>(collection.name, account, rows, budget),
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
    { from = '', to = GREATEST, limit, budget }: TermRange,
  ): Promise<Stored<T>[]> {
    const select = `select r.key, r.version, r.value, r.checksum, r.expires, t.term, t.checksum
      from terms t join records r on r.collection = t.collection and r.account = t.account and r.key = t.key
      where t.collection = ? and t.account = ? and t.name = ? and t.term >= ? and t.term <= ? and (r.expires is null or r.expires > ?)`;
    const values = [collection.name, account, index, from, to, this.#now()];
    return await readIntact(
      limit,
      (wanted) => this.#ordered({ select, values, orderBy: ['t.term', 't.key'], limit: wanted }),
      (rows) => this.#checks.found<T>(collection.name, account, index, rows, budget),
    );
  }

  async readEvents<T>(account: string, log: string, after: number, limit: number): Promise<Event<T>[]> {
    const select = 'select position, at, value, checksum from events where account = ? and log = ? and position > ?';
    return await readIntact(
      limit,
      (wanted) => this.#ordered({ select, values: [account, log, after], orderBy: ['position'], limit: wanted }),
      (rows) => this.#checks.events<T>(account, log, rows),
    );
  }

  async lastPosition(account: string, log: string): Promise<number> {
    const select = 'select position, checksum from event_heads where account = ? and log = ?';
    const [head] = this.#ordered({ select, values: [account, log], orderBy: ['log'] }) as [number, number][];
    if (!head) return 0;
    if (this.#checks.isHeadIntact(account, log, ...head)) return head[0];
    const [last] = this.#rows('select max(position) from events where account = ? and log = ?', account, log) as [[number | null]];
    return last[0] ?? head[0];
  }

  async dropEvents(account: string, log: string, before: number): Promise<number> {
    return (await this.#writer.send({ dropEvents: [account, log, before] }, true)) as number;
  }

  async counters(account: string, period?: string): Promise<Counter[]> {
    const select = 'select name, period, total, checksum from counters where account = ? and (? is null or period = ?)';
    return this.#checks.counters(
      account,
      this.#ordered({ select, values: [account, period ?? null, period ?? null], orderBy: ['period', 'name'] }),
    );
  }

  async audit(account: string, after: number, limit: number): Promise<AuditRow[]> {
    const select = 'select account, sequence, entry, hash from audit where account = ? and sequence > ?';
    const rows = this.#ordered({ select, values: [account, after], orderBy: ['sequence'], limit }) as [string, number, string, string][];
    return rows.map(([of, sequence, entry, hash]) => ({ account: of, sequence, entry, hash }));
  }

  async lastAudit(account: string): Promise<number> {
    const [last] = this.#rows('select sequence from audit where account = ? order by sequence desc limit 1', account) as [[number]?];
    return last?.[0] ?? 0;
  }

  async auditHead(account: string): Promise<AuditHead | undefined> {
    const select = 'select sequence, hash, checksum from audit_heads where account = ?';
    const [head] = this.#ordered({ select, values: [account], orderBy: ['account'] }) as [[number, string, number]?];
    return head && this.#checks.auditHead(account, ...head);
  }

  async anchorAudits(at: string): Promise<AuditHead | undefined> {
    return (await this.#writer.send({ anchorAudits: at })) as AuditHead | undefined;
  }

  commit(change: Change): Promise<void> {
    const announcements = this.#writer.announces ? announcedBy(change) : undefined;
    return this.#writer
      .send({ commit: messageOf(change), now: this.#now(), ...(announcements && { announcements }) }, change.freesSpace)
      .then((outcome) => {
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
    return swept;
  }

  async erase(account: string): Promise<void> {
    while (((await this.#writer.send({ eraseSome: account, limit: ERASE_CHUNK }, true)) as number) > 0);
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

  async fillChecksums(limit: number): Promise<boolean> {
    const isMore = (await this.#writer.send({ fillChecksums: limit })) as boolean;
    this.#checks.acceptsUnchecked = isMore;
    return isMore;
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

  #ordered(query: OrderedQuery): unknown[][] {
    const { select, values, orderBy, limit = -1 } = query;
    try {
      return this.#all(`${select} order by ${orderBy.join(', ')} limit ?`, ...values, limit);
    } catch (error) {
      if (!isCorruption(error)) throw error;
      const onGap = ({ message }: Error): void => this.#checks.report({ kind: 'database', account: '', key: select, problem: message });
      return readAround((sql) => this.#db.prepare(sql), query, onGap);
    }
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
