/** Flips single bits in stored rows behind the back of the store, in every table and column that holds data. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Random } from './simulated-time.ts';

export interface StoredTable {
  name: string;
  key: readonly string[];
  texts: readonly string[];
  numbers: readonly string[];
}

export const STORED_TABLES: readonly StoredTable[] = [
  {
    name: 'records',
    key: ['collection', 'account', 'key'],
    texts: ['collection', 'account', 'key', 'value', 'value', 'value'],
    numbers: ['version', 'expires', 'checksum', 'terms_checksum'],
  },
  {
    name: 'terms',
    key: ['collection', 'account', 'name', 'term', 'key'],
    texts: ['collection', 'account', 'name', 'term', 'key'],
    numbers: ['checksum'],
  },
  {
    name: 'events',
    key: ['account', 'log', 'position'],
    texts: ['account', 'log', 'value', 'value'],
    numbers: ['position', 'at', 'checksum'],
  },
  { name: 'event_heads', key: ['account', 'log'], texts: ['account', 'log'], numbers: ['position', 'checksum'] },
  { name: 'counters', key: ['account', 'period', 'name'], texts: ['account', 'period', 'name'], numbers: ['total', 'checksum'] },
  { name: 'audit', key: ['account', 'sequence'], texts: ['account', 'entry', 'entry', 'hash'], numbers: ['sequence'] },
  { name: 'audit_heads', key: ['account'], texts: ['account', 'hash'], numbers: ['sequence', 'checksum'] },
];

export interface Flip {
  /** Table, column and bit. */
  text: string;
  table: string;
  /** The account that the row belonged to. */
  account: string;
  undo(): Promise<void>;
}

export interface FlippableRows {
  /** Flips a random bit of a random row; undefined when the database does not accept the result. */
  flip(random: Random, tables?: readonly StoredTable[]): Promise<Flip | undefined>;
  close(): Promise<void>;
}

/** Writes whatever bytes result, also invalid UTF-8. */
export class SqliteRows implements FlippableRows {
  readonly #db: DatabaseSync;

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { timeout: 10_000 });
  }

  async flip(random: Random, tables = STORED_TABLES): Promise<Flip | undefined> {
    const { name, key, texts, numbers } = random.pick(tables);
    const [{ count }] = this.#db.prepare(`select count(*) as count from ${name}`).all() as [{ count: number }];
    if (count === 0) return undefined;
    const column = random.pick([...texts, ...numbers]);
    const isNumber = numbers.includes(column);
    const asBytes = (of: string): string => (of === 'position' || of === 'sequence' ? of : `cast(${of} as blob)`);
    const read = this.#db.prepare(
      `select ${key.map((of) => `${asBytes(of)} as ${of}`).join(', ')}, ${isNumber ? column : asBytes(column)} as flipped
      from ${name} limit 1 offset ?`,
    );
    read.setReadBigInts(true);
    const row = read.get(random.integer(0, count - 1)) as Record<string, Uint8Array | bigint | null>;
    const before = row.flipped;
    if (before === null || before === undefined || (before instanceof Uint8Array && before.length === 0)) return undefined;
    const bit = random.integer(0, before instanceof Uint8Array ? 8 * before.length - 1 : 62);
    const after = flipBit(before, bit);
    const set = (value: Uint8Array | bigint, where: Record<string, Uint8Array | bigint | null>): void => {
      const sql = `update ${name} set ${column} = ${isNumber ? '?' : 'cast(? as text)'} where ${key.map((of) => `${asBytes(of)} = ?`).join(' and ')}`;
      const { changes } = this.#db.prepare(sql).run(value, ...key.map((of) => where[of] as Uint8Array | bigint));
      if (Number(changes) !== 1) throw new Error(`Not one row of ${name} was changed.`);
    };
    try {
      set(after, row);
    } catch (error) {
      if (/constraint/.test((error as Error).message)) return undefined;
      throw error;
    }
    return {
      text: `${name}.${column} bit ${bit}`,
      table: name,
      account: Buffer.from(row.account as Uint8Array).toString(),
      undo: async () => set(before, key.includes(column) ? { ...row, [column]: after } : row),
    };
  }

  async close(): Promise<void> {
    this.#db.close();
  }
}

/** PostgreSQL stores valid text only, so that other results are not written. */
export class PostgresRows implements FlippableRows {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async connect(url: string): Promise<PostgresRows> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new PostgresRows(client);
  }

  async flip(random: Random, tables = STORED_TABLES): Promise<Flip | undefined> {
    const { name, texts, numbers } = random.pick(tables);
    const count = Number((await this.#client.query<{ count: string }>(`select count(*) from ${name}`)).rows[0]!.count);
    if (count === 0) return undefined;
    const column = random.pick([...texts, ...numbers]);
    const isNumber = numbers.includes(column);
    const { rows } = await this.#client.query<{ ctid: string; account: string; flipped: string | null }>(
      `select ctid, account, ${column}::text as flipped from ${name} order by ctid limit 1 offset ${random.integer(0, count - 1)}`,
    );
    const { ctid, account, flipped: before } = rows[0]!;
    if (before === null || before === '') return undefined;
    const value = isNumber ? BigInt(before) : Buffer.from(before);
    const bit = random.integer(0, value instanceof Uint8Array ? 8 * value.length - 1 : 62);
    const flipped = flipBit(value, bit);
    const after = flipped instanceof Uint8Array ? Buffer.from(flipped).toString() : String(flipped);
    if (after.includes('\0') || after.includes('\ufffd')) return undefined;
    const set = async (to: string, at: string): Promise<string> => {
      const sql = `update ${name} set ${column} = $1::${isNumber ? 'bigint' : 'text'} where ctid = $2 returning ctid`;
      return (await this.#client.query<{ ctid: string }>(sql, [to, at])).rows[0]!.ctid;
    };
    let at: string;
    try {
      at = await set(after, ctid);
    } catch (error) {
      if ((error as pg.DatabaseError).code === '23505') return undefined;
      throw error;
    }
    return { text: `${name}.${column} bit ${bit}`, table: name, account, undo: async () => void (await set(before, at)) };
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

function flipBit(value: Uint8Array | bigint, bit: number): Uint8Array | bigint {
  if (typeof value === 'bigint') return BigInt.asIntN(64, value ^ (1n << BigInt(bit)));
  const flipped = Buffer.from(value);
  flipped[bit >> 3]! ^= 1 << (bit & 7);
  return flipped;
}
