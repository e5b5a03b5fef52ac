create table records (
  collection text collate "C" not null, account text collate "C" not null, key text collate "C" not null,
  version bigint not null, expires bigint, value text not null,
  primary key (collection, account, key)
);
create index records_by_expiry on records (expires) where expires is not null;
create table terms (
  collection text collate "C" not null, account text collate "C" not null, name text collate "C" not null,
  term text collate "C" not null, key text collate "C" not null,
  primary key (collection, account, name, term, key)
);
create index terms_by_key on terms (collection, account, key);
create index terms_by_blob on terms (account, term) where name = 'blob';
create table events (
  account text collate "C" not null, log text collate "C" not null, position bigint not null, at bigint not null, value text not null,
  primary key (account, log, position)
);
create table event_heads (
  account text collate "C" not null, log text collate "C" not null, position bigint not null,
  primary key (account, log)
);
create table counters (
  account text collate "C" not null, name text collate "C" not null, period text collate "C" not null, total bigint not null,
  primary key (account, period, name)
);
create table audit (
  account text collate "C" not null, sequence bigint not null, entry text not null, hash text not null,
  primary key (account, sequence)
);
