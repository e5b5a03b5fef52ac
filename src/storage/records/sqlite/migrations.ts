import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { newerMessage, NewerData } from '../../newer-data.ts';

/** Numbered by position, from 1. A released migration is never edited. */
const MIGRATIONS = ['migration-1-tables', 'migration-2-released-blobs', 'migration-3-checksums'].map((name) =>
  readFileSync(new URL(`./sql/${name}.sql`, import.meta.url), 'utf8'),
);

/** The schema version of a database; rejects one that a newer version has written. */
export function migrationOf(db: DatabaseSync): number {
  const { user_version: found } = db.prepare('pragma user_version').get() as { user_version: number };
  if (found > MIGRATIONS.length) throw new NewerData(newerMessage(found, MIGRATIONS.length));
  return found;
}

/** Migrates a database to this version. */
export function migrate(db: DatabaseSync): void {
  for (let number = migrationOf(db) + 1; number <= MIGRATIONS.length; number++) {
    db.exec(`begin immediate; ${MIGRATIONS[number - 1]!}; pragma user_version = ${number}; commit;`);
  }
}
