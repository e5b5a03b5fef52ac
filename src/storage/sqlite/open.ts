import { DatabaseSync } from 'node:sqlite';

/** A handle with the settings every handle of the store has: WAL, and an fsync at each commit. */
export function openDatabase(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: 10_000 });
  if (!options.readOnly) db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 2000;');
  db.exec('pragma mmap_size = 268435456; pragma cache_size = -16384;');
  return db;
}
