import { DatabaseSync } from 'node:sqlite';

/** How long a connection waits for a lock. */
export const BUSY_MS = 10_000;

/** What a database that was not migrated yet lacks, for a connection that may not write: temporary views precede tables. */
const AS_VERSION_3 = `
  create temp view records as select *, -1 as checksum, -1 as terms_checksum from main.records;
  create temp view terms as select *, -1 as checksum from main.terms;
  create temp view events as select *, -1 as checksum from main.events;
  create temp view event_heads as select *, -1 as checksum from main.event_heads;
  create temp view counters as select *, -1 as checksum from main.counters;
  create temp view audit_heads as select account, max(sequence) as sequence, hash, -1 as checksum from main.audit group by account;
  create temp table store_facts (name text, value integer);
`;

/** Opens a connection with the settings of the store: WAL, fsync at each commit, deleted data overwritten. */
export function openDatabase(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: BUSY_MS });
  if (!options.readOnly)
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 2000; pragma secure_delete = on;');
  else if ((db.prepare('pragma user_version').get() as { user_version: number }).user_version < 3) db.exec(AS_VERSION_3);
  db.exec('pragma mmap_size = 1073741824; pragma cache_size = -16384;');
  return db;
}
