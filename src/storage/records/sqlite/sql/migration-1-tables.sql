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
