/**
 * The writing half of the SQLite store. It runs in the writer thread (or in the main thread for an
 * in-memory database) and is the only writer, so that checking a change's expectations and then
 * writing it needs no lock. Many changes share one transaction: one fsync for all.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { ABSENT } from '../../kernel/change.ts';
import type { ChangeMessage } from './message.ts';
import { FIRST_HASH, chainHash } from '../../kernel/audit-chain.ts';
import { prefixEnd } from '../../kernel/keys.ts';
import type { BackupRow, ReleasedBlob } from '../../kernel/ports/store.ts';
import { BUSY_MS } from './open.ts';

const CHAINS_REMEMBERED = 10_000;
/** How long emptying the write-ahead log waits for readers, and delays commits. */
const LOG_WAIT_MS = 100;

/** The outcome of a committed change; that of a rejected one is the number of the failed expectation. */
export const DONE = -1;

export class Applier {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** The head of each audit chain, as of the last commit. */
  #chains = new Map<string, { sequence: number; hash: string }>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Commits all changes whose expectations hold; a rejected one does not affect the others. Throws when nothing could be committed. */
  commit(changes: readonly ChangeMessage[], now: number): number[] {
    return this.#transaction(() =>
      changes.map((change) => {
        const failed = change.expects.findIndex(
          ([collection, account, key, version]) => this.#version(collection, account, key, now) !== version,
        );
        if (failed === DONE) this.#write(change, now);
        return failed;
      }),
    );
  }

  sweep(now: number, limit: number): number {
    return this.#transaction(() => {
      const rows = this.#sql('select collection, account, key from records where expires <= ? order by expires limit ?').all(
        now,
        limit,
      ) as { collection: string; account: string; key: string }[];
      for (const { collection, account, key } of rows) this.#deleteRecord(collection, account, key, true);
      return rows.length;
    });
  }

  /** Truncates the write-ahead log, which contains deleted data until it is overwritten; not while a long read goes on. */
  emptyLog(): void {
    this.#db.exec(`pragma busy_timeout = ${LOG_WAIT_MS}; pragma wal_checkpoint(truncate); pragma busy_timeout = ${BUSY_MS};`);
  }

  /** Erases some of an account's rows; returns how many, 0 when none are left. */
  eraseSome(account: string, limit: number): number {
    return this.#transaction(() => {
      let erased = 0;
      for (const collection of this.#collections()) {
        erased += this.#run(
          'delete from terms where (collection, account, name, term, key) in (select collection, account, name, term, key from terms where collection = ? and account = ? limit ?)',
          collection,
          account,
          limit - erased,
        );
        erased += this.#run(
          'delete from records where (collection, account, key) in (select collection, account, key from records where collection = ? and account = ? limit ?)',
          collection,
          account,
          limit - erased,
        );
      }
      for (const [table, key] of [
        ['events', 'account, log, position'],
        ['event_heads', 'account, log'],
        ['counters', 'account, period, name'],
      ]) {
        erased += this.#run(
          `delete from ${table} where (${key}) in (select ${key} from ${table} where account = ? limit ?)`,
          account,
          limit - erased,
        );
      }
      return erased;
    });
  }

  /** The names of all collections, by a skip scan of the primary key. */
  #collections(): string[] {
    const rows = this.#sql(
      `with recursive names (name) as (
        select min(collection) from records union all select (select min(collection) from records where collection > name) from names where name is not null)
      select name from names where name is not null`,
    ).all() as { name: string }[];
    return rows.map(({ name }) => name);
  }

  /** Returns the id of the data, the proposed one when it has none. */
  identify(proposed: string): string {
    return this.#transaction(() => {
      this.#run("insert into store_facts (name, value) values ('identity', ?) on conflict do nothing", proposed);
      return (this.#sql("select value from store_facts where name = 'identity'").get() as { value: string }).value;
    });
  }

  probe(now: number): void {
    this.#transaction(() =>
      this.#run("insert into store_facts (name, value) values ('probe', ?) on conflict do update set value = excluded.value", String(now)),
    );
  }

  forgetReleased(blobs: readonly ReleasedBlob[]): void {
    this.#transaction(() => {
      for (const { account, id, released } of blobs)
        this.#run('delete from released_blobs where account = ? and blob = ? and released = ?', account, id, released);
    });
  }

  dropEvents(account: string, log: string, before: number): number {
    return this.#transaction(() => this.#run('delete from events where account = ? and log = ? and at < ?', account, log, before));
  }

  /** Loads rows of a backup, in one transaction over several calls. */
  load(rows: readonly BackupRow[], then?: 'commit' | 'rollback'): void {
    if (!this.#db.isTransaction) this.#db.exec('begin immediate');
    for (const row of rows) this.#loadRow(row);
    if (then) this.#db.exec(then);
  }

  #loadRow(row: BackupRow): void {
    if ('record' in row) {
      const [collection, account, key, version, expires, value, terms] = row.record;
      this.#run(
        'insert into records (collection, account, key, version, expires, value) values (?, ?, ?, ?, ?, ?)',
        collection,
        account,
        key,
        version,
        expires,
        value,
      );
      for (const [name, term] of terms) this.#insertTerm(collection, account, key, name, term);
    } else if ('event' in row) this.#run('insert into events (account, log, position, at, value) values (?, ?, ?, ?, ?)', ...row.event);
    else if ('head' in row) this.#run('insert into event_heads (account, log, position) values (?, ?, ?)', ...row.head);
    else if ('counter' in row) this.#run('insert into counters (account, name, period, total) values (?, ?, ?, ?)', ...row.counter);
    else this.#run('insert into audit (account, sequence, entry, hash) values (?, ?, ?, ?)', ...row.audit);
  }

  #write(change: ChangeMessage, now: number): void {
    for (const [collection, account, prefix] of change.clears ?? []) this.#clear(collection, account, prefix);
    for (const [collection, account, key, indexed] of change.deletes ?? []) this.#deleteRecord(collection, account, key, indexed);
    for (const [collection, account, key, version, expires, value, terms] of change.puts) {
      this.#run(
        'insert into records (collection, account, key, version, expires, value) values (?, ?, ?, ?, ?, ?) on conflict do update set version = excluded.version, expires = excluded.expires, value = excluded.value',
        collection,
        account,
        key,
        version,
        expires,
        value,
      );
      if (!terms) continue;
      this.#deleteTerms(collection, account, key);
      for (const [name, term] of terms) this.#insertTerm(collection, account, key, name, term);
    }
    for (const [account, log, value] of change.appends ?? []) {
      const { position } = this.#sql(
        'insert into event_heads (account, log, position) values (?, ?, 1) on conflict do update set position = position + 1 returning position',
      ).get(account, log) as { position: number };
      this.#run('insert into events (account, log, position, at, value) values (?, ?, ?, ?, ?)', account, log, position, now, value);
    }
    for (const [account, name, period, by] of change.counts ?? []) {
      this.#run(
        'insert into counters (account, name, period, total) values (?, ?, ?, ?) on conflict do update set total = total + excluded.total',
        account,
        name,
        period,
        by,
      );
    }
    for (const [account, entry] of change.audits) {
      const last = this.#chainEnd(account);
      const sequence = last.sequence + 1;
      const hash = chainHash(last.hash, sequence, entry);
      this.#run('insert into audit (account, sequence, entry, hash) values (?, ?, ?, ?)', account, sequence, entry, hash);
      this.#chains.set(account, { sequence, hash });
    }
  }

  #chainEnd(account: string): { sequence: number; hash: string } {
    const known = this.#chains.get(account);
    if (known) return known;
    if (this.#chains.size >= CHAINS_REMEMBERED) this.#chains.clear();
    const stored = this.#sql('select sequence, hash from audit where account = ? order by sequence desc limit 1').get(account) as
      { sequence: number; hash: string } | undefined;
    return stored ?? { sequence: 0, hash: FIRST_HASH };
  }

  #version(collection: string, account: string, key: string, now: number): number {
    const row = this.#sql(
      'select version from records where collection = ? and account = ? and key = ? and (expires is null or expires > ?)',
    ).get(collection, account, key, now) as { version: number } | undefined;
    return row?.version ?? ABSENT;
  }

  #clear(collection: string, account: string, prefix: string): void {
    const end = prefixEnd(prefix);
    for (const table of ['terms', 'records']) {
      if (end === undefined)
        this.#run(`delete from ${table} where collection = ? and account = ? and key >= ?`, collection, account, prefix);
      else
        this.#run(`delete from ${table} where collection = ? and account = ? and key >= ? and key < ?`, collection, account, prefix, end);
    }
  }

  #deleteRecord(collection: string, account: string, key: string, indexed: boolean): void {
    this.#run('delete from records where collection = ? and account = ? and key = ?', collection, account, key);
    if (indexed) this.#deleteTerms(collection, account, key);
  }

  #deleteTerms(collection: string, account: string, key: string): void {
    this.#run('delete from terms where collection = ? and account = ? and key = ?', collection, account, key);
  }

  #insertTerm(collection: string, account: string, key: string, name: string, term: string): void {
    this.#run(
      'insert or ignore into terms (collection, account, name, term, key) values (?, ?, ?, ?, ?)',
      collection,
      account,
      name,
      term,
      key,
    );
  }

  #transaction<T>(work: () => T): T {
    this.#db.exec('begin immediate');
    try {
      const result = work();
      this.#db.exec('commit');
      return result;
    } catch (error) {
      this.#chains.clear();
      if (this.#db.isTransaction) this.#db.exec('rollback');
      throw error;
    }
  }

  #run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#sql(sql).run(...values).changes);
  }

  #sql(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)));
    return statement;
  }
}
