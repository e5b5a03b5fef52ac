/** Checks rows as they are read. A damaged one is reported and left out, so that it hides no other. */
import type { Stored } from '../../kernel/change.ts';
import { fail } from '../../kernel/failures.ts';
import type { Failure } from '../../kernel/failures.ts';
import type { ReadBudget } from '../../kernel/read-budget.ts';
import { Event } from '../../kernel/ports/store.ts';
import type { AuditHead, Counter, Damage } from '../../kernel/ports/store.ts';
import { auditHeadChecksum, counterChecksum, eventChecksum, headChecksum, recordChecksum, termChecksum, UNCHECKED } from './checksum.ts';

export type RecordColumns = [key: string, version: number, value: string, checksum: number, expires?: number | null];
export type FoundColumns = [...Required<RecordColumns>, term: string, termChecksum: number];
export type EventColumns = [position: number, at: number, value: string, checksum: number];
export type CounterColumns = [name: string, period: string, total: number, checksum: number];

export const WRONG_CHECKSUM = 'its content does not match its checksum';

export class RowChecks {
  /** Whether rows without a checksum may exist: until those of earlier versions have got theirs. */
  acceptsUnchecked: boolean;
  readonly #onDamage: (damage: Damage) => void;

  constructor({ acceptsUnchecked, onDamage = () => {} }: { acceptsUnchecked: boolean; onDamage?: (damage: Damage) => void }) {
    this.acceptsUnchecked = acceptsUnchecked;
    this.#onDamage = onDamage;
  }

  report(damage: Damage): void {
    this.#onDamage(damage);
  }

  /** What to answer when a record that was asked for is damaged. */
  failure(damage: Damage): Failure {
    this.report(damage);
    return fail('DataDamaged');
  }

  matches(stored: unknown, expected: number): boolean {
    return stored === expected || (stored === UNCHECKED && this.acceptsUnchecked);
  }

  /** Collections whose records do not expire need not read when they do. */
  record<T>(collection: string, account: string, row: RecordColumns, budget?: ReadBudget): Stored<T> | undefined {
    const key = row[0];
    const version = row[1];
    const value = row[2];
    if (budget) budget.spend(String(value).length);
    const expected = recordChecksum(collection, account, key, version, row[4] ?? null, value);
    if (row[3] === expected || this.matches(row[3], expected)) {
      try {
        return { key, version, value: JSON.parse(value) as T };
      } catch {
        // Only a row without a checksum can be broken JSON.
      }
    }
    this.report({ kind: 'record', collection, account, key, problem: WRONG_CHECKSUM });
    return undefined;
  }

  /** Checks in place: a second array would cost 5 % more for a page of a thousand. */
  records<T>(collection: string, account: string, rows: unknown[], budget?: ReadBudget): Stored<T>[] {
    let kept = 0;
    for (const row of rows) {
      const record = this.record<T>(collection, account, row as RecordColumns, budget);
      if (record) rows[kept++] = record;
    }
    rows.length = kept;
    return rows as Stored<T>[];
  }

  found<T>(collection: string, account: string, index: string, rows: unknown[], budget?: ReadBudget): Stored<T>[] {
    const records: Stored<T>[] = [];
    for (const row of rows as FoundColumns[]) {
      const [key, , , , , term, checksum] = row;
      if (!this.matches(checksum, termChecksum(collection, account, key, index, term))) {
        this.report({ kind: 'index entry', collection, account, key, problem: WRONG_CHECKSUM });
        continue;
      }
      const record = this.record<T>(collection, account, row as unknown as RecordColumns, budget);
      if (record) records.push(record);
    }
    return records;
  }

  events<T>(account: string, log: string, rows: unknown[]): Event<T>[] {
    const events: Event<T>[] = [];
    for (const [position, at, value, checksum] of rows as EventColumns[]) {
      if (this.matches(checksum, eventChecksum(account, log, position, at, value)) && (checksum !== UNCHECKED || isJson(value)))
        events.push(new Event<T>(position, at, value));
      else this.report({ kind: 'event', account, key: `${log}/${position}`, problem: WRONG_CHECKSUM });
    }
    return events;
  }

  /** Whether the stored position of the newest entry of a log is right. */
  isHeadIntact(account: string, log: string, position: number, checksum: number): boolean {
    if (this.matches(checksum, headChecksum(account, log, position))) return true;
    this.report({ kind: 'event head', account, key: log, problem: WRONG_CHECKSUM });
    return false;
  }

  auditHead(account: string, sequence: number, hash: string, checksum: number): AuditHead | undefined {
    if (this.matches(checksum, auditHeadChecksum(account, sequence, hash))) return { account, sequence, hash };
    this.report({ kind: 'audit head', account, key: '', problem: WRONG_CHECKSUM });
    return undefined;
  }

  counters(account: string, rows: unknown[]): Counter[] {
    const counters: Counter[] = [];
    for (const [name, period, total, checksum] of rows as CounterColumns[]) {
      if (this.matches(checksum, counterChecksum(account, name, period, total))) counters.push({ name, period, total });
      else this.report({ kind: 'counter', account, key: `${period}/${name}`, problem: WRONG_CHECKSUM });
    }
    return counters;
  }
}

export function isExpired([, , , , expires]: RecordColumns, now: number): boolean {
  return expires !== undefined && expires !== null && expires <= now;
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

function isJson(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
