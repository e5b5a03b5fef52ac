create table released_blobs (
  account text not null, blob text not null, released integer not null,
  primary key (account, blob)
) strict, without rowid;
create trigger release_blob after delete on terms when old.name = 'blob' begin
  insert into released_blobs (account, blob, released) values (old.account, old.term, cast(unixepoch('subsec') * 1000 as integer))
    on conflict do update set released = excluded.released;
end;
create table store_facts (name text primary key, value text not null) strict, without rowid;
