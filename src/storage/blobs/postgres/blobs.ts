/**
 * Blobs as rows of chunks. A blob of one chunk is written by one statement, a larger one by one transaction, so that nobody sees a part
 * of it and a killed process leaves nothing behind. Reading asks for one chunk at a time and keeps no connection in between.
 */
import type { BlobContent, BlobStream, BlobUsage } from '../../../kernel/ports/blobs.ts';
import { BlobDeleted, BlobDigest, BlobStore, checkBlobName, inChunksOf } from '../blob-store.ts';
import type { BlobPool } from './blob-pool.ts';

/** The client reads a chunk as text of twice the size; what fits into one read of a socket is neither copied nor kept for long. */
const CHUNK_BYTES = 24 * 1024;
/** How much of an id names the chunks: they are written before the digest is known. */
const RANDOM_LENGTH = 16;
const LIST_PAGE = 1000;
const DELETE_BATCH = 100;

const INSERT_HEAD = `insert into blobs (account, id, size) values ($1, $2, $3)
  on conflict (account, id) do update set size = excluded.size`;
const INSERT_CHUNK = `insert into blob_chunks (account, blob, number, content) values ($1, $2, $3, $4)
  on conflict (account, blob, number) do update set content = excluded.content`;
const INSERT_SMALL = `with head as (${INSERT_HEAD})
  insert into blob_chunks (account, blob, number, content) values ($1, $4, 0, $5)
  on conflict (account, blob, number) do update set content = excluded.content`;

export class PostgresBlobs extends BlobStore {
  readonly #pool: BlobPool;

  constructor(pool: BlobPool) {
    super();
    this.#pool = pool;
  }

  protected async save(account: string, content: BlobContent, given?: string): Promise<string> {
    checkBlobName(account, ...(given === undefined ? [] : [given]));
    const digest = new BlobDigest();
    const chunks = inChunksOf(CHUNK_BYTES, digest.pass(content))[Symbol.asyncIterator]();
    try {
      const first = await chunks.next();
      const second = await chunks.next();
      if (!second.done) return await this.#saveLarge(account, [first.value as Uint8Array, second.value], chunks, digest, given);
      const id = digest.id(given);
      await this.#pool.query(INSERT_SMALL, [account, id, digest.size, id.slice(0, RANDOM_LENGTH), first.value]);
      return id;
    } finally {
      await chunks.return?.();
    }
  }

  async #saveLarge(
    account: string,
    first: Uint8Array[],
    rest: AsyncIterator<Uint8Array>,
    digest: BlobDigest,
    given?: string,
  ): Promise<string> {
    return await this.#pool.inTransaction(async (query) => {
      const blob = (given ?? digest.random).slice(0, RANDOM_LENGTH);
      let number = 0;
      const insert = (chunk: Uint8Array): Promise<unknown> => query(INSERT_CHUNK, [account, blob, number++, chunk]);
      for (const chunk of first) await insert(chunk);
      for (let next = await rest.next(); !next.done; next = await rest.next()) await insert(next.value);
      const id = digest.id(given);
      await query(INSERT_HEAD, [account, id, digest.size]);
      return id;
    });
  }

  async read(account: string, id: string): Promise<BlobStream | undefined> {
    checkBlobName(account, id);
    // With the first chunk: most blobs have no other.
    const rows = await this.#pool.query<[string, Buffer | null]>(
      `select b.size, c.content from blobs b left join blob_chunks c on c.account = b.account and c.blob = $3 and c.number = 0
      where b.account = $1 and b.id = $2`,
      [account, id, id.slice(0, RANDOM_LENGTH)],
    );
    if (!rows[0]) return undefined;
    const [size, first] = rows[0];
    return { size: Number(size), chunks: this.#chunks(account, id.slice(0, RANDOM_LENGTH), Number(size), first) };
  }

  async *#chunks(account: string, blob: string, size: number, first: Uint8Array | null): AsyncIterable<Uint8Array> {
    let chunk = first;
    for (let position = 0, number = 1; ; number++) {
      if (!chunk) throw new BlobDeleted('The blob was deleted while it was read.');
      yield chunk;
      position += chunk.length;
      if (position >= size || chunk.length === 0) return;
      const rows = await this.#pool.query<[Buffer]>('select content from blob_chunks where account = $1 and blob = $2 and number = $3', [
        account,
        blob,
        number,
      ]);
      chunk = rows[0]?.[0] ?? null;
    }
  }

  async has(account: string, id: string): Promise<boolean> {
    checkBlobName(account, id);
    return (await this.#pool.query('select 1 from blobs where account = $1 and id = $2', [account, id])).length > 0;
  }

  async delete(account: string, ...ids: string[]): Promise<void> {
    checkBlobName(account, ...ids);
    for (let from = 0; from < ids.length; from += DELETE_BATCH) {
      const batch = ids.slice(from, from + DELETE_BATCH);
      await this.#pool.query(
        `with heads as (delete from blobs where account = $1 and id = any($2))
        delete from blob_chunks where account = $1 and blob = any($3)`,
        [account, batch, batch.map((id) => id.slice(0, RANDOM_LENGTH))],
      );
    }
  }

  async *list(before: number): AsyncIterable<{ account: string; id: string }> {
    const until = Number.isFinite(before) ? Math.floor(before) : Number.MAX_SAFE_INTEGER;
    for (let last = ['', '']; ;) {
      const rows = await this.#pool.query<[string, string]>(
        `select account, id from blobs where (account, id) > ($1, $2) and written < $3 order by account, id limit ${LIST_PAGE}`,
        [...last, until],
      );
      for (const [account, id] of rows) yield { account, id };
      if (rows.length < LIST_PAGE) return;
      last = rows.at(-1)!;
    }
  }

  async erase(account: string): Promise<void> {
    checkBlobName(account);
    for (;;) {
      const rows = await this.#pool.query<[string]>(`select id from blobs where account = $1 limit ${DELETE_BATCH}`, [account]);
      if (rows.length === 0) return;
      await this.delete(account, ...rows.map(([id]) => id));
    }
  }

  /** The store that is checked beside it is the same database. */
  async probe(): Promise<void> {
    await this.#pool.query('select 1 from blobs limit 1', []);
  }

  async usage(): Promise<BlobUsage> {
    const rows = await this.#pool.query<[string, string]>('select count(*), coalesce(sum(size), 0) from blobs', []);
    const [count, bytes] = rows[0]!;
    return { bytes: Number(bytes), count: Number(count) };
  }
}
