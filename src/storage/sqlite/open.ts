import { DatabaseSync } from 'node:sqlite';

/** How long a connection waits for a lock. */
export const BUSY_MS = 10_000;

/** Opens a connection with the settings of the store: WAL, fsync at each commit, deleted data overwritten. */
export function openDatabase(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: BUSY_MS });
  if (!options.readOnly)
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 2000; pragma secure_delete = on;');
  db.exec('pragma mmap_size = 1073741824; pragma cache_size = -16384;');
  return db;
}
