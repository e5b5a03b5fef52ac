/** Every row of a database with what is wrong with it, as of one moment. */
import type pg from 'pg';
import type { CheckedRow, Damage } from '../../../kernel/ports/store.ts';
import { checkAuditHead, checkCounter, checkEvent, checkHead, checkRecord, checkTerm } from '../../integrity/checked-row.ts';
import type { StoredTerm } from '../../integrity/checked-row.ts';

type Reading = CheckedRow | { damage: Damage };

const CHUNK = 1000;
/** Codes of PostgreSQL: damaged data or a damaged index. */
const CORRUPTION = new Set(['XX001', 'XX002']);

const TABLES: readonly { name: string; sql: string; check(row: unknown[]): CheckedRow }[] = [
  {
    name: 'records',
    sql: `select collection, account, key, version, expires, value, checksum, terms_checksum,
      (select coalesce(json_agg(json_build_array(t.name, t.term, t.checksum)), '[]') from terms t
        where t.collection = r.collection and t.account = r.account and t.key = r.key) from records r`,
    check: (row) => checkRecord(row.slice(0, 8), row[8] as StoredTerm[]),
  },
  {
    name: 'events',
    // Those that retention has dropped and whose partition is still there are not part of the log any more.
    sql: `select account, log, position, at, value, checksum from event_log e where not exists (select 1 from log_segments s
      where s.account = e.account and s.log = e.log and s.segment = e.segment and s.dropped is not null)`,
    check: checkEvent,
  },
  {
    name: 'event_heads',
    sql: 'select account, log, position, checksum from event_heads',
    check: checkHead,
  },
  {
    name: 'counters',
    sql: 'select account, name, period, total, checksum from counters',
    check: checkCounter,
  },
  {
    name: 'audit_heads',
    sql: 'select account, sequence, hash, checksum from audit_heads',
    check: checkAuditHead,
  },
  {
    name: 'audit',
    sql: 'select account, sequence, entry, hash from audit order by account, sequence',
    check: (row) => ({ row: { audit: row as [string, number, string, string] } }),
  },
  {
    name: 'terms',
    sql: `select collection, account, key, name, term, checksum,
      exists (select 1 from records r where r.collection = t.collection and r.account = t.account and r.key = t.key) from terms t`,
    check: checkTerm,
  },
];

export function isCorruption(error: unknown): error is Error {
  return CORRUPTION.has((error as pg.DatabaseError).code ?? '');
}

/** Needs a client in a transaction. A table that cannot be read does not hide the others. */
export async function* checkedRows(client: pg.PoolClient): AsyncIterable<Reading> {
  for (const { name, sql, check } of TABLES) {
    await client.query('savepoint reading_table');
    try {
      for await (const row of readAll(client, sql)) {
        const checked = check(row);
        if (name !== 'terms' || checked.damage) yield checked;
      }
    } catch (error) {
      if (!isCorruption(error)) throw error;
      await client.query('rollback to savepoint reading_table');
      yield { damage: { kind: 'database', account: '', key: name, problem: `not all rows can be read: ${error.message}` } };
    }
  }
}

async function* readAll(client: pg.PoolClient, sql: string): AsyncIterable<unknown[]> {
  await client.query(`declare reading no scroll cursor for ${sql}`);
  for (;;) {
    const { rows } = await client.query<unknown[]>({ text: `fetch ${CHUNK} from reading`, rowMode: 'array' });
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('close reading');
}
