-- Rows of earlier versions read -1 (UNCHECKED) until they get their checksums in the background: adding a column rewrites nothing.
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
insert into store_facts select 'checksums filled', '1'
  where not exists (select 1 from records) and not exists (select 1 from events) and not exists (select 1 from counters);
