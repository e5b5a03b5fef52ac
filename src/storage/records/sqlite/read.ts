/**
 * Reads rows of a database that may be damaged. A number that is too large for JavaScript, or a page that SQLite cannot read, must not
 * hide the rows around it: those are then read one by one, first up to the damage, then from the other end back to it.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** Codes of SQLite: the file is damaged, or is no database. */
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

export interface OrderedQuery {
  /** Without `order by` and `limit`. */
  select: string;
  values: readonly SQLInputValue[];
  orderBy: readonly string[];
  limit?: number;
}

/** Whether the database cannot read its file, in contrast to a lock or a full disk. */
export function isCorruption(error: unknown): error is Error {
  const { errcode, code } = error as { errcode?: number; code?: string };
  return errcode === undefined ? code === 'ERR_OUT_OF_RANGE' : (errcode & 0xff) === CORRUPT || (errcode & 0xff) === NOT_A_DATABASE;
}

export function toNumbers(row: unknown[]): unknown[] {
  return row.map((value) => (typeof value === 'bigint' ? Number(value) : value));
}

/** The rows that can be read, in order; `onGap` is called when there are others. */
export function readAround(
  prepare: (sql: string) => StatementSync,
  { select, values, orderBy, limit = -1 }: OrderedQuery,
  onGap: (error: Error) => void,
): unknown[][] {
  const read = (direction: 'asc' | 'desc', max: number, into: unknown[][]): Error | undefined => {
    try {
      const statement = prepare(`${select} order by ${orderBy.map((column) => `${column} ${direction}`).join(', ')} limit ?`);
      statement.setReturnArrays(true);
      statement.setReadBigInts(true);
      for (const row of statement.iterate(...values, max) as unknown as Iterable<unknown[]>) into.push(toNumbers(row));
      return undefined;
    } catch (error) {
      if (!isCorruption(error)) throw error;
      return error;
    }
  };
  const rows: unknown[][] = [];
  const error = read('asc', limit, rows);
  if (!error) return rows;
  onGap(error);
  const others: unknown[][] = [];
  read('desc', -1, others);
  others.reverse();
  return limit < 0 ? [...rows, ...others] : [...rows, ...others].slice(0, limit);
}

/** Every row of a table in the order of its key. Reading again from the other end needs memory only if the table is damaged. */
export function* everyRow(
  db: DatabaseSync,
  { select, orderBy }: Pick<OrderedQuery, 'select' | 'orderBy'>,
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

function rowsAfterGap(db: DatabaseSync, { select, orderBy }: Pick<OrderedQuery, 'select' | 'orderBy'>): unknown[][] {
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
