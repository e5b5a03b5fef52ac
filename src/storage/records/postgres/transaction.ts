/** Transactions of several statements. Changes are committed by one statement and need none of these. */
import type pg from 'pg';
import { databaseError } from './errors.ts';

/** PostgreSQL ends a transaction for which nothing was sent for that long: a suspended process must not keep its locks. */
const IDLE_MS = 15_000;

export interface TransactionOptions {
  /** 0: as long as it takes, where nobody waits for it. */
  idleMs?: number;
}

export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  { idleMs = IDLE_MS }: TransactionOptions = {},
): Promise<T> {
  const connection = await checkOut(pool);
  try {
    await connection.client.query(`begin; set local idle_in_transaction_session_timeout = ${idleMs}`);
    const result = await work(connection.client);
    await connection.client.query('commit');
    return result;
  } catch (error) {
    await connection.rollback();
    if (connection.lost) throw databaseError(connection.lost);
    throw error instanceof Error && 'code' in error ? databaseError(error) : error;
  } finally {
    connection.release();
  }
}

/** A connection for one caller. Between two statements, the loss of one that nobody listens to would end the process. */
export class CheckedOut {
  readonly client: pg.PoolClient;
  lost: Error | undefined;
  readonly #lose = (error: Error): void => void (this.lost ??= error);

  constructor(client: pg.PoolClient) {
    this.client = client;
    client.on('error', this.#lose);
  }

  async rollback(): Promise<void> {
    if (!this.lost) await this.client.query('rollback').catch(this.#lose);
  }

  /** A lost connection does not return to the pool. */
  release(): void {
    this.client.off('error', this.#lose);
    this.client.release(this.lost);
  }
}

export async function checkOut(pool: pg.Pool): Promise<CheckedOut> {
  try {
    return new CheckedOut(await pool.connect());
  } catch (error) {
    throw databaseError(error);
  }
}
