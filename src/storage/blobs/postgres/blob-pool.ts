import pg from 'pg';
import { databaseError } from '../../records/postgres/errors.ts';
import { inTransaction } from '../../records/postgres/transaction.ts';

const MAX_CONNECTIONS = 4;
const CONNECT_MS = 5000;
const QUERY_MS = 30_000;
/** The content may come from storage that is slow; a blob that is being written locks nothing that others need. */
const IDLE_MS = 60_000;

/** The connections for blobs. They are not those of the store, so that large transfers do not delay commits; idle ones are closed. */
export class BlobPool {
  readonly #pool: pg.Pool;

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      allowExitOnIdle: true,
    });
    // A lost connection fails the query that uses it.
    this.#pool.on('error', () => undefined);
  }

  async query<Row extends unknown[]>(text: string, values: unknown[] = []): Promise<Row[]> {
    return await rowsOf(this.#pool, text, values);
  }

  /** Runs queries in one transaction. */
  async inTransaction<T>(work: (query: (text: string, values: unknown[]) => Promise<unknown>) => Promise<T>): Promise<T> {
    return await inTransaction(this.#pool, (client) => work((text, values) => rowsOf(client, text, values)), { idleMs: IDLE_MS });
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

async function rowsOf<Row extends unknown[]>(client: pg.Pool | pg.PoolClient, text: string, values: unknown[]): Promise<Row[]> {
  try {
    return (await client.query<Row>({ text, values, rowMode: 'array', query_timeout: QUERY_MS } as pg.QueryArrayConfig)).rows;
  } catch (error) {
    throw databaseError(error);
  }
}
