import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { RETRYABLE, sqlState } from './errors.ts';
import { newerMessage, NewerData } from '../../newer-data.ts';

const readSql = (name: string): string => readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), 'utf8');

/**
 * Those that earlier versions cannot live with: they need all processes stopped. Numbered from 1 by position. A released one is never
 * edited, but a function that a later one replaces is created there alone.
 */
const MIGRATIONS = ['migration-1-tables', 'migration-2-released-blobs', 'migration-3-checksums'].map(readSql);

/**
 * Migrations that processes of the version before can live with, so that two versions serve one database during an upgrade: a table, a
 * column with a default, an index, a function that accepts what earlier versions send. Numbered by position, from 1; a released one is
 * never edited.
 */
export const ADDITIONS = [
  'addition-1-limit-leases',
  'addition-2-event-segments',
  'addition-3-validate-segments',
  'addition-4-event-partitions',
  'addition-5-blobs',
].map(readSql);

/** Rejects the schema of a newer version. */
export function checkVersion(found: number): void {
  if (found > MIGRATIONS.length) throw new NewerData(newerMessage(found, MIGRATIONS.length));
}

const MIGRATION_LOCK = 7_073_109;
/** A migration waits for a lock this long, since other statements wait behind it, and tries again for as long as a backup may take. */
const LOCK_WAIT = '2s';
const LOCK_ATTEMPTS = 60;
const LOCK_PAUSE_MS = 3000;

/**
 * Migrates the database to this version, one process at a time; rejects one that earlier processes cannot use. The number of additions is
 * stored beside the version, which earlier processes check.
 */
export async function migrate(client: Client, lastAddition = ADDITIONS.length): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await client.query('create table if not exists perennial_schema (version integer not null)');
    await client.query('alter table perennial_schema add column if not exists additions integer not null default 0');
    const { rows } = await client.query<{ version: number; additions: number }>('select version, additions from perennial_schema');
    const { version: found, additions } = rows[0] ?? { version: 0, additions: 0 };
    checkVersion(found);
    for (let number = found + 1; number <= MIGRATIONS.length; number++)
      await apply(
        client,
        `${MIGRATIONS[number - 1]!}; delete from perennial_schema; insert into perennial_schema values (${number}, ${additions})`,
      );
    for (let number = additions + 1; number <= lastAddition; number++)
      await apply(client, `${ADDITIONS[number - 1]!}; update perennial_schema set additions = ${number}`);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

/** In one transaction; again where the calls of running processes were in its way. */
async function apply(client: Client, statements: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = '${LOCK_WAIT}'; ${statements}; commit;`);
      return;
    } catch (error) {
      await client.query('rollback');
      if (attempt === LOCK_ATTEMPTS || !RETRYABLE.has(sqlState(error))) throw error;
      await wait(LOCK_PAUSE_MS);
    }
  }
}
