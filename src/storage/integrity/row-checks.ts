/**
 * Rows as they are read. A record that is not JSON, or an event that does not match its checksum, is reported and left out, so that it
 * hides no other. The checksums of records are for `verify` and backups: checking them here would make a page cost half as much again.
 */
import type { Stored } from '../../kernel/change.ts';
import { fail } from '../../kernel/failures.ts';
import type { Failure } from '../../kernel/failures.ts';
import { Event } from '../../kernel/ports/store.ts';
import type { Damage } from '../../kernel/ports/store.ts';
import { eventChecksum, UNCHECKED } from './checksum.ts';

/** What every statement that reads records begins with. */
export type RecordColumns = [key: string, version: number, value: string];
export type EventColumns = [position: number, at: number, value: string, checksum: number];

export const WRONG_CHECKSUM = 'its content does not match its checksum';
export const NO_JSON = 'its value is not valid JSON';

export class RowChecks {
  readonly #onDamage: (damage: Damage) => void;

  constructor(onDamage: (damage: Damage) => void = () => {}) {
    this.#onDamage = onDamage;
  }

  /** What to answer when something that was asked for cannot be read. */
  failure(damage: Damage): Failure {
    this.#onDamage(damage);
    return fail('DataDamaged');
  }

  record<T>(collection: string, account: string, [key, version, value]: RecordColumns): Stored<T> {
    try {
      return { key, version, value: JSON.parse(value) as T };
    } catch {
      throw this.failure({ kind: 'record', collection, account, key, problem: NO_JSON });
    }
  }

  /** Replaces the rows in place: a second array would cost 5 % more for a page of a thousand. */
  records<T>(collection: string, account: string, rows: unknown[]): Stored<T>[] {
    let kept = 0;
    for (const row of rows as RecordColumns[]) {
      const key = row[0];
      const text = row[2];
      try {
        rows[kept] = { key, version: row[1], value: JSON.parse(text) as T };
        kept++;
      } catch {
        this.#onDamage({ kind: 'record', collection, account, key, problem: NO_JSON });
      }
    }
    rows.length = kept;
    return rows as Stored<T>[];
  }

  events<T>(account: string, log: string, rows: unknown[]): Event<T>[] {
    const events: Event<T>[] = [];
    for (const [position, at, value, checksum] of rows as EventColumns[]) {
      if (checksum === eventChecksum(account, log, position, at, value) || (checksum === UNCHECKED && isJson(value)))
        events.push(new Event<T>(position, at, value));
      else this.#onDamage({ kind: 'event', account, key: `${log}/${position}`, problem: WRONG_CHECKSUM });
    }
    return events;
  }
}

/** Reads until there are as many intact rows as wanted, or no more rows: callers take fewer for the end. */
export async function readIntact<R>(
  limit: number,
  read: (limit: number) => unknown[] | Promise<unknown[]>,
  check: (rows: unknown[]) => R[],
): Promise<R[]> {
  for (let wanted = limit; ;) {
    const rows = await read(wanted);
    const count = rows.length;
    const intact = check(rows);
    if (intact.length >= limit || count < wanted) return intact.length > limit ? intact.slice(0, limit) : intact;
    wanted += limit - intact.length;
  }
}

export function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
