/**
 * The writing half of the SQLite store. It runs in the writer thread (or in the main thread for an
 * in-memory database) and is the only writer, so that checking a change's expectations and then
 * writing it needs no lock. Many changes share one transaction: one fsync for all.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { ABSENT } from '../../../kernel/change.ts';
import { EXPECT_COLUMNS, PUT_COLUMNS } from './message.ts';
import type { CommitMessage, ExpectColumns } from './message.ts';
import { FIRST_HASH, HEADS_PER_ANCHOR, anchorEntry, chainHash } from '../../../shared/audit-chain.ts';
import { SYSTEM } from '../../../kernel/collection.ts';
import { prefixEnd } from '../keys.ts';
import type { AuditHead, BackupRow, ReleasedBlob } from '../../../kernel/ports/store.ts';
import {
  COUNTER_FACTOR,
  MODULUS,
  UNCHECKED,
  auditHeadChecksum,
  checkedTerms,
  combineTerms,
  counterChecksum,
  eventChecksum,
  headChecksum,
  recordChecksum,
} from '../../integrity/checksum.ts';
import { BUSY_MS } from './open.ts';
import { VacuumSchedule } from './vacuum-schedule.ts';

type StoredTerms = readonly (readonly [name: string, term: string])[] | undefined;

/** Without statistics the planner prefers the primary key, of which the account is the only part that is known. */
const TERMS_BY_KEY = 'terms indexed by terms_by_key';
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
  /** The accounts whose chains grew in this transaction. */
  readonly #grown = new Set<string>();
  readonly #vacuum: VacuumSchedule;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#vacuum = new VacuumSchedule(db);
  }

  /** Commits all changes whose expectations hold; a rejected one does not affect the others. Throws when nothing could be committed. */
  commit(changes: readonly CommitMessage[]): number[] {
    this.#vacuum.countCommits(changes.length);
    const now = changes.at(-1)![1];
    return this.#transaction(() =>
      changes.map((change) => {
        const failed = this.#failedExpectation(change[2], now);
        if (failed === DONE) this.#write(change, now);
        return failed;
      }),
    );
  }

  /** The number of the first expectation that fails; `DONE` when all hold. */
  #failedExpectation(expects: ExpectColumns, now: number): number {
    for (let i = 0; i < expects.length; i += EXPECT_COLUMNS)
      if (this.#version(expects[i] as string, expects[i + 1] as string, expects[i + 2] as string, now) !== expects[i + 3])
        return i / EXPECT_COLUMNS;
    return DONE;
  }

  sweep(now: number, limit: number): number {
    return this.#transaction(() => {
      const rows = this.#sql('select collection, account, key from records where expires <= ? order by expires limit ?').all(
        now,
        limit,
      ) as { collection: string; account: string; key: string }[];
      for (const { collection, account, key } of rows) this.#deleteRecord(collection, account, key, true);
      if (rows.length > 0) this.#vacuum.afterDeletion(now);
      return rows.length;
    });
  }

  /** Truncates the write-ahead log, which contains deleted data until it is overwritten; not while a long read goes on. */
  emptyLog(): void {
    this.#db.exec(`pragma busy_timeout = ${LOG_WAIT_MS}; pragma wal_checkpoint(truncate); pragma busy_timeout = ${BUSY_MS};`);
  }

  /** Rewrites the file without what was deleted, if that is due. */
  vacuumIfDue(now: number): void {
    if (!this.#vacuum.isDue(now)) return;
    try {
      this.#vacuum.run();
    } finally {
      this.emptyLog();
    }
  }

  /** Erases some of an account's rows; returns how many, 0 when none are left. */
  eraseSome(account: string, limit: number, now: number): number {
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
      if (erased > 0) this.#vacuum.afterErasure(now);
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

  dropEvents(account: string, log: string, before: number, now: number): number {
    return this.#transaction(() => {
      const dropped = this.#run('delete from events where account = ? and log = ? and at < ?', account, log, before);
      if (dropped > 0) this.#vacuum.afterDeletion(now);
      return dropped;
    });
  }

  /** Loads rows of a backup, in one transaction over several calls. */
  load(rows: readonly BackupRow[], then?: 'commit' | 'rollback'): void {
    if (!this.#db.isTransaction) this.#db.exec('begin immediate');
    for (const row of rows) this.writeRow(row);
    if (then === 'commit') this.addMissingHeads();
    if (then) this.#db.exec(then);
  }

  /** Work on rows that is no change of a caller, in one transaction. */
  inTransaction<T>(work: (run: (sql: string, ...values: SQLInputValue[]) => number) => T): T {
    const result = this.#transaction(() => work((sql, ...values) => this.#run(sql, ...values)));
    this.#chains.clear();
    return result;
  }

  /** Writes a row of a backup, with its checksum; replaces the one of the same key. */
  writeRow(row: BackupRow): void {
    if ('record' in row) {
      const [collection, account, key, version, expires, value, terms] = row.record;
      this.#putRecord(collection, account, key, version, expires, value, terms);
    } else if ('event' in row) this.#writeEvent('insert or replace', ...row.event);
    else if ('head' in row)
      this.#run(
        'insert or replace into event_heads (account, log, position, checksum) values (?, ?, ?, ?)',
        ...row.head,
        headChecksum(...row.head),
      );
    else if ('counter' in row)
      this.#run(
        'insert or replace into counters (account, name, period, total, checksum) values (?, ?, ?, ?, ?)',
        ...row.counter,
        counterChecksum(...row.counter),
      );
    else if ('audit' in row) this.#run('insert or replace into audit (account, sequence, entry, hash) values (?, ?, ?, ?)', ...row.audit);
    else this.#putAuditHead(...row.auditHead);
  }

  /** Adds the heads of chains that have none: those of earlier versions. */
  addMissingHeads(): void {
    for (let account: string | undefined = this.#nextChain(); account !== undefined; account = this.#nextChain(account)) {
      if (this.#sql('select 1 from audit_heads where account = ?').get(account)) continue;
      const { sequence, hash } = this.#lastEntry(account)!;
      this.#putAuditHead(account, sequence, hash);
    }
  }

  #nextChain(after?: string): string | undefined {
    const row = (
      after === undefined
        ? this.#sql('select min(account) as account from audit').get()
        : this.#sql('select min(account) as account from audit where account > ?').get(after)
    ) as { account: string | null };
    return row.account ?? undefined;
  }

  /** Appends an entry to the server's chain that names the heads that have changed since the last one. */
  anchorAudits(at: string): AuditHead | undefined {
    return this.#transaction(() => {
      const changed = this.#sql(
        `select h.account, h.sequence, h.hash from audit_heads h left join audit_anchors a on a.account = h.account
        where h.account <> '' and (a.sequence is null or a.sequence <> h.sequence) order by h.account`,
      ).all() as unknown as AuditHead[];
      for (let i = 0; i < changed.length; i += HEADS_PER_ANCHOR)
        this.#audit(SYSTEM, anchorEntry(at, changed.slice(i, i + HEADS_PER_ANCHOR)));
      for (const { account, sequence } of changed)
        this.#run('insert or replace into audit_anchors (account, sequence) values (?, ?)', account, sequence);
      const head = this.#chainEnd(SYSTEM);
      return head.sequence === 0 ? undefined : { account: SYSTEM, ...head };
    });
  }

  #write([, , , puts, appends, audits, others]: CommitMessage, now: number): void {
    if (others && others.clears.length + others.deletes.length > 0) this.#vacuum.afterDeletion(now);
    else if (puts.length > 0) this.#vacuum.afterReplacement(now);
    if (others) {
      for (const [collection, account, prefix] of others.clears) this.#clear(collection, account, prefix);
      for (const [collection, account, key, indexed] of others.deletes) this.#deleteRecord(collection, account, key, indexed);
    }
    for (let i = 0; i < puts.length; i += PUT_COLUMNS)
      this.#putRecord(...(puts.slice(i, i + PUT_COLUMNS) as [string, string, string, number, number | null, string, StoredTerms]));
    for (let i = 0; i < appends.length; i += 3) {
      const account = appends[i]!;
      const log = appends[i + 1]!;
      this.#writeEvent('insert', account, log, this.#nextPosition(account, log), now, appends[i + 2]!);
    }
    if (others) for (const [account, name, period, by] of others.counts) this.#count(account, name, period, by);
    for (let i = 0; i < audits.length; i += 2) this.#audit(audits[i]!, audits[i + 1]!);
  }

  #count(account: string, name: string, period: string, by: number): void {
    this.#run(
      `insert into counters (account, name, period, total, checksum) values (?, ?, ?, ?, ?)
      on conflict do update set total = total + excluded.total,
        checksum = case when checksum < 0 then checksum else (checksum + ${COUNTER_FACTOR} * excluded.total) % ${MODULUS} end`,
      account,
      name,
      period,
      by,
      counterChecksum(account, name, period, by),
    );
  }

  #putRecord(
    collection: string,
    account: string,
    key: string,
    version: number,
    expires: number | null,
    value: string,
    terms: StoredTerms,
  ): void {
    const checksum = recordChecksum(collection, account, key, version, expires, value);
    if (!terms) {
      this.#run(
        `insert into records (collection, account, key, version, expires, value, checksum, terms_checksum) values (?, ?, ?, ?, ?, ?, ?, 0)
        on conflict do update set version = excluded.version, expires = excluded.expires, value = excluded.value, checksum = excluded.checksum`,
        collection,
        account,
        key,
        version,
        expires,
        value,
        checksum,
      );
      return;
    }
    const checked = checkedTerms(collection, account, key, terms);
    this.#run(
      `insert into records (collection, account, key, version, expires, value, checksum, terms_checksum) values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict do update set version = excluded.version, expires = excluded.expires, value = excluded.value, checksum = excluded.checksum,
        terms_checksum = excluded.terms_checksum`,
      collection,
      account,
      key,
      version,
      expires,
      value,
      checksum,
      combineTerms(checked.map(([, , one]) => one)),
    );
    this.#deleteTerms(collection, account, key);
    for (const [name, term, one] of checked) {
      this.#run(
        'insert or ignore into terms (collection, account, name, term, key, checksum) values (?, ?, ?, ?, ?, ?)',
        collection,
        account,
        name,
        term,
        key,
        one,
      );
    }
  }

  #writeEvent(how: 'insert' | 'insert or replace', account: string, log: string, position: number, at: number, value: string): void {
    this.#run(
      `${how} into events (account, log, position, at, value, checksum) values (?, ?, ?, ?, ?, ?)`,
      account,
      log,
      position,
      at,
      value,
      eventChecksum(account, log, position, at, value),
    );
  }

  /** A damaged head could make a new event replace another: its position is then taken from the events. */
  #nextPosition(account: string, log: string): number {
    const first = headChecksum(account, log, 1);
    const { position, checksum } = this.#sql(
      `insert into event_heads (account, log, position, checksum) values (?, ?, 1, ?)
      on conflict do update set position = position + 1, checksum = case when checksum < 0 then checksum else (checksum + 1) % ${MODULUS} end
      returning position, checksum`,
    ).get(account, log, first) as { position: number; checksum: number };
    if (checksum === (first - 1 + position) % MODULUS || checksum === UNCHECKED) return position;
    const { last } = this.#sql('select max(position) as last from events where account = ? and log = ?').get(account, log) as {
      last: number | null;
    };
    const next = last === null ? position : last + 1;
    this.writeRow({ head: [account, log, next] });
    return next;
  }

  #audit(account: string, entry: string): void {
    const last = this.#chainEnd(account);
    const sequence = last.sequence + 1;
    const hash = chainHash(last.hash, sequence, entry);
    this.#run('insert into audit (account, sequence, entry, hash) values (?, ?, ?, ?)', account, sequence, entry, hash);
    this.#chains.set(account, { sequence, hash });
    this.#grown.add(account);
  }

  /** Continues from the stored head even if entries before it are missing: the gap must not be closed by new ones. */
  #chainEnd(account: string): { sequence: number; hash: string } {
    const known = this.#chains.get(account);
    if (known) return known;
    if (this.#chains.size >= CHAINS_REMEMBERED) this.#forgetChains();
    const last = this.#lastEntry(account) ?? { sequence: 0, hash: FIRST_HASH };
    const head = this.#sql('select sequence, hash, checksum from audit_heads where account = ?').get(account) as
      | { sequence: number; hash: string; checksum: number }
      | undefined;
    if (!head) return last;
    if (head.checksum !== UNCHECKED && head.checksum !== auditHeadChecksum(account, head.sequence, head.hash)) return last;
    return head.sequence >= last.sequence ? { sequence: head.sequence, hash: head.hash } : last;
  }

  #lastEntry(account: string): { sequence: number; hash: string } | undefined {
    return this.#sql('select sequence, hash from audit where account = ? order by sequence desc limit 1').get(account) as
      | { sequence: number; hash: string }
      | undefined;
  }

  #putAuditHead(account: string, sequence: number, hash: string): void {
    this.#run(
      'insert or replace into audit_heads (account, sequence, hash, checksum) values (?, ?, ?, ?)',
      account,
      sequence,
      hash,
      auditHeadChecksum(account, sequence, hash),
    );
  }

  #writeHeads(): void {
    for (const account of this.#grown) {
      const { sequence, hash } = this.#chains.get(account)!;
      this.#putAuditHead(account, sequence, hash);
    }
    this.#grown.clear();
  }

  /** Heads of this transaction are needed until it is committed. */
  #forgetChains(): void {
    for (const account of this.#chains.keys()) if (!this.#grown.has(account)) this.#chains.delete(account);
  }

  #version(collection: string, account: string, key: string, now: number): number {
    const row = this.#sql(
      'select version from records where collection = ? and account = ? and key = ? and (expires is null or expires > ?)',
    ).get(collection, account, key, now) as { version: number } | undefined;
    return row?.version ?? ABSENT;
  }

  #clear(collection: string, account: string, prefix: string): void {
    const end = prefixEnd(prefix);
    for (const table of [TERMS_BY_KEY, 'records']) {
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
    this.#run(`delete from ${TERMS_BY_KEY} where collection = ? and account = ? and key = ?`, collection, account, key);
  }

  #transaction<T>(work: () => T): T {
    this.#db.exec('begin immediate');
    try {
      const result = work();
      if (this.#grown.size > 0) this.#writeHeads();
      this.#db.exec('commit');
      return result;
    } catch (error) {
      this.#chains.clear();
      this.#grown.clear();
      this.#vacuum.forget();
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
