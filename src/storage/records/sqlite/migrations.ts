import type { DatabaseSync } from 'node:sqlite';
import { CHECKSUMS_FILLED } from '../../integrity/checksum.ts';
import { newerMessage, NewerData } from '../../newer-data.ts';

/** Numbered by position, from 1. A released migration is never edited. */
const MIGRATIONS: readonly string[] = [
  `
  create table records (
    collection text not null, account text not null, key text not null,
    version integer not null, expires integer, value text not null,
    primary key (collection, account, key)
  ) strict, without rowid;
  create index records_by_expiry on records (expires) where expires is not null;
  create table terms (
    collection text not null, account text not null, name text not null, term text not null, key text not null,
    primary key (collection, account, name, term, key)
  ) strict, without rowid;
  create index terms_by_key on terms (collection, account, key);
  create index terms_by_blob on terms (account, term) where name = 'blob';
  create table events (
    account text not null, log text not null, position integer not null, at integer not null, value text not null,
    primary key (account, log, position)
  ) strict, without rowid;
  create table event_heads (
    account text not null, log text not null, position integer not null,
    primary key (account, log)
  ) strict, without rowid;
  create table counters (
    account text not null, name text not null, period text not null, total integer not null,
    primary key (account, period, name)
  ) strict, without rowid;
  create table audit (
    account text not null, sequence integer not null, entry text not null, hash text not null,
    primary key (account, sequence)
  ) strict, without rowid;
  `,
  `
  create table released_blobs (
    account text not null, blob text not null, released integer not null,
    primary key (account, blob)
  ) strict, without rowid;
  create trigger release_blob after delete on terms when old.name = 'blob' begin
    insert into released_blobs (account, blob, released) values (old.account, old.term, cast(unixepoch('subsec') * 1000 as integer))
      on conflict do update set released = excluded.released;
  end;
  create table store_facts (name text primary key, value text not null) strict, without rowid;
  `,
  // Rows of earlier versions read -1 (`UNCHECKED`) until they get their checksums in the background: adding a column rewrites nothing.
  `
  alter table records add column checksum integer not null default -1;
  alter table records add column terms_checksum integer not null default -1;
  alter table terms add column checksum integer not null default -1;
  alter table events add column checksum integer not null default -1;
  alter table event_heads add column checksum integer not null default -1;
  alter table counters add column checksum integer not null default -1;
  create table audit_heads (
    account text not null primary key, sequence integer not null, hash text not null, checksum integer not null
  ) strict, without rowid;
  with recursive chains (account) as (
    select min(account) from audit
    union all select (select min(a.account) from audit a where a.account > chains.account) from chains where chains.account is not null)
  insert into audit_heads
    select c.account, a.sequence, a.hash, -1 from chains c join audit a on a.account = c.account
      and a.sequence = (select max(sequence) from audit where account = c.account);
  create table audit_anchors (account text not null primary key, sequence integer not null) strict, without rowid;
  insert into store_facts select '${CHECKSUMS_FILLED}', '1'
    where not exists (select 1 from records) and not exists (select 1 from events) and not exists (select 1 from counters);
  `,
];

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
