/**
 * Reads rows of a database that may be damaged. A number that is too large for JavaScript, or a page that SQLite cannot read, must not
 * hide the rows around it: those are then read one by one, first up to the damage, then from the other end back to it.
 */
import type { DatabaseSync } from 'node:sqlite';

/** Codes of SQLite: the file is damaged, or is no database. */
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

interface OrderedQuery {
  /** Without `order by`. */
  select: string;
  orderBy: readonly string[];
}

/** Whether the database cannot read its file, in contrast to a lock or a full disk. */
export function isCorruption(error: unknown): error is Error {
  const { errcode, code } = error as { errcode?: number; code?: string };
  return errcode === undefined ? code === 'ERR_OUT_OF_RANGE' : (errcode & 0xff) === CORRUPT || (errcode & 0xff) === NOT_A_DATABASE;
}

export function toNumbers(row: unknown[]): unknown[] {
  return row.map((value) => (typeof value === 'bigint' ? Number(value) : value));
}

/** Every row of a table in the order of its key. Reading again from the other end needs memory only if the table is damaged. */
export function* everyRow(
  db: DatabaseSync,
  { select, orderBy }: OrderedQuery,
  onGap: (error: Error, after: unknown[] | undefined) => void,
): Iterable<unknown[]> {
  let last: unknown[] | undefined;
  try {
    const statement = db.prepare(`${select} order by ${orderBy.join(', ')}`);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    for (const row of statement.iterate() as unknown as Iterable<unknown[]>) yield (last = toNumbers(row));
  } catch (error) {
    if (!isCorruption(error)) throw error;
    onGap(error, last);
    yield* rowsAfterGap(db, { select, orderBy });
  }
}

function rowsAfterGap(db: DatabaseSync, { select, orderBy }: OrderedQuery): unknown[][] {
  const rows: unknown[][] = [];
  try {
    const statement = db.prepare(`${select} order by ${orderBy.map((column) => `${column} desc`).join(', ')}`);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    for (const row of statement.iterate() as unknown as Iterable<unknown[]>) rows.push(toNumbers(row));
  } catch (error) {
    if (!isCorruption(error)) throw error;
  }
  return rows.reverse();
}
