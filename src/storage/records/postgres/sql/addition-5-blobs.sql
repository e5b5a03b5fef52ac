-- Earlier versions keep blobs in files. The content is stored without compression: most of it is compressed already.
create table blobs (
  account text collate "C" not null, id text collate "C" not null, size bigint not null,
  written bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
  primary key (account, id)
);
create table blob_chunks (
  account text collate "C" not null, blob text collate "C" not null, number integer not null, content bytea not null,
  primary key (account, blob, number)
);
alter table blob_chunks alter column content set storage external;
insert into store_facts select 'blobs', '{"at":"files"}'
  where exists (select 1 from store_facts where name = 'identity') or exists (select 1 from terms where name = 'blob');
