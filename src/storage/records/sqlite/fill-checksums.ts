/** Adds checksums to the rows of versions that had none, some at a time, so that a large database serves meanwhile. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { CHECKSUMS_FILLED, UNCHECKED, checkedTerms, combineTerms } from '../../integrity/checksum.ts';
import { CHECKED_TABLES } from '../../integrity/checked-tables.ts';
import type { ColumnValue } from '../../integrity/checked-tables.ts';
import type { Applier } from './apply.ts';

export function areChecksumsFilled(db: DatabaseSync): boolean {
  return db.prepare('select 1 from store_facts where name = ?').get(CHECKSUMS_FILLED) !== undefined;
}

export class ChecksumFiller {
  readonly #db: DatabaseSync;
  readonly #applier: Applier;
  readonly #statements = new Map<string, StatementSync>();
  #table = 0;
  /** The key of the last row that was looked at. */
  #after: SQLInputValue[] | undefined;
  #isFilled: boolean;

  constructor(db: DatabaseSync, applier: Applier) {
    this.#db = db;
    this.#applier = applier;
    this.#isFilled = areChecksumsFilled(db);
  }

  /** Looks at some more rows; false when every row has a checksum. */
  fill(limit: number): boolean {
    if (this.#isFilled) return false;
    const table = CHECKED_TABLES[this.#table]!;
    const { name, key, columns } = table;
    const keys = key.join(', ');
    const rows = this.#sql(
      `select ${[...key, ...columns].join(', ')}, checksum from ${name}
      ${this.#after ? `where (${keys}) > (${key.map(() => '?').join(', ')})` : ''} order by ${keys} limit ?`,
    ).all(...(this.#after ?? []), limit) as unknown as SQLInputValue[][];
    this.#applier.inTransaction((run) => {
      for (const row of rows) {
        if (row.at(-1) !== UNCHECKED) continue;
        const at = row.slice(0, key.length);
        const where = key.map((column) => `${column} = ?`).join(' and ');
        run(`update ${name} set checksum = ? where ${where}`, table.checksum(row.slice(0, -1) as ColumnValue[]), ...at);
        if (name === 'records') this.#fillTerms(run, at as [string, string, string]);
      }
      this.#after = rows.at(-1)?.slice(0, key.length);
      if (rows.length === limit) return;
      this.#after = undefined;
      this.#isFilled = ++this.#table === CHECKED_TABLES.length;
      if (this.#isFilled) run('insert or replace into store_facts (name, value) values (?, 1)', CHECKSUMS_FILLED);
    });
    return !this.#isFilled;
  }

  #fillTerms(run: (sql: string, ...values: SQLInputValue[]) => number, [collection, account, key]: [string, string, string]): void {
    const terms = this.#sql('select name, term from terms where collection = ? and account = ? and key = ?').all(
      collection,
      account,
      key,
    ) as unknown as [string, string][];
    const checked = checkedTerms(collection, account, key, terms);
    for (const [name, term, checksum] of checked)
      run(
        'update terms set checksum = ? where collection = ? and account = ? and name = ? and term = ? and key = ?',
        checksum,
        collection,
        account,
        name,
        term,
        key,
      );
    run(
      'update records set terms_checksum = ? where collection = ? and account = ? and key = ?',
      combineTerms(checked.map(([, , checksum]) => checksum)),
      collection,
      account,
      key,
    );
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
