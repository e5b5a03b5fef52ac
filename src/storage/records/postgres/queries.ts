/** Statements on pooled connections, with the errors of the database as those of the store. */
import type pg from 'pg';
import type { RowChecks } from '../../integrity/row-checks.ts';
import { isCorruption } from './checked-rows.ts';
import { databaseError } from './errors.ts';
import type { PreparedStatements } from './prepared-statements.ts';
import { STATEMENTS } from './statements.ts';
import type { StatementName } from './statements.ts';
import { checkOut, inTransaction } from './transaction.ts';
import type { CheckedOut, TransactionOptions } from './transaction.ts';

/** Until a read or a commit is answered. */
const QUERY_MS = 30_000;

export class Queries {
  readonly #pool: pg.Pool;
  readonly #checks: RowChecks;
  readonly #statements: PreparedStatements;

  constructor(pool: pg.Pool, checks: RowChecks, statements: PreparedStatements) {
    this.#pool = pool;
    this.#checks = checks;
    this.#statements = statements;
  }

  async rows(name: StatementName, values: unknown[]): Promise<unknown[][]> {
    return await this.prepared(name, STATEMENTS[name], values);
  }

  /** Runs a statement that each connection prepares once, by its name. */
  async prepared(name: string, text: string, values: unknown[]): Promise<unknown[][]> {
    const query = { text, values, rowMode: 'array', query_timeout: QUERY_MS } as const;
    const statement = this.#statements.nameOf(name, text);
    try {
      return (await this.#pool.query<unknown[]>(statement === undefined ? query : { ...query, name: statement })).rows;
    } catch (error) {
      if (statement !== undefined && this.#statements.isUnknown(error)) return await this.prepared(name, text, values);
      if (!isCorruption(error)) throw databaseError(error);
      throw this.#checks.failure({ kind: 'database', account: '', key: name, problem: error.message });
    }
  }

  async query(query: string | pg.QueryConfig | pg.QueryArrayConfig, values: unknown[] = []): Promise<pg.QueryResult> {
    try {
      return await this.#pool.query(query, values);
    } catch (error) {
      throw databaseError(error);
    }
  }

  async checkOut(): Promise<CheckedOut> {
    return await checkOut(this.#pool);
  }

  async inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return await inTransaction(this.#pool, work, options);
  }

  /** Deletes with a statement that deletes a part each time, until nothing is left; answers how many rows. */
  async deleteAll(text: string, values: unknown[]): Promise<number> {
    for (let total = 0; ;) {
      const deleted = (await this.query(text, values)).rowCount ?? 0;
      total += deleted;
      if (deleted === 0) return total;
    }
  }
}
