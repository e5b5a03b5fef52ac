create table released_blobs (
  account text collate "C" not null, blob text collate "C" not null,
  released bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
  primary key (account, blob)
);
create function perennial_release_blob() returns trigger language plpgsql as $body$
begin
  insert into released_blobs (account, blob) values (old.account, old.term)
    on conflict (account, blob) do update set released = excluded.released;
  return null;
end
$body$;
create trigger release_blob after delete on terms for each row when (old.name = 'blob') execute function perennial_release_blob();
create table store_facts (name text primary key, value text not null);
