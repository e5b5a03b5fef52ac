/** Where the blobs of a PostgreSQL database are: a row of `store_facts`. */
import { formatPlace, parsePlace } from '../blob-place.ts';
import type { BlobPlace, BlobPlaceRecord } from '../blob-place.ts';
import type { BlobPool } from './blob-pool.ts';

const FACT = 'blobs';

export class PostgresBlobPlace implements BlobPlaceRecord {
  readonly #pool: BlobPool;

  constructor(pool: BlobPool) {
    this.#pool = pool;
  }

  async read(): Promise<BlobPlace | undefined> {
    const [row] = await this.#pool.query<[string]>('select value from store_facts where name = $1', [FACT]);
    return row && parsePlace(row[0]);
  }

  async replace(read: BlobPlace | undefined, next: BlobPlace): Promise<boolean> {
    const replaced = await this.#pool.query(
      `insert into store_facts as f (name, value) values ($1, $2)
      on conflict (name) do update set value = excluded.value where f.value = $3 returning 1`,
      [FACT, formatPlace(next), read ? formatPlace(read) : null],
    );
    return replaced.length > 0;
  }
}
