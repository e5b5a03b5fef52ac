-- Rows of earlier versions, and those that a process of such a version writes, have the checksum -1 (UNCHECKED).
alter table records add column checksum bigint not null default -1, add column terms_checksum bigint not null default -1;
alter table terms add column checksum bigint not null default -1;
alter table events add column checksum bigint not null default -1;
alter table event_heads add column checksum bigint not null default -1;
alter table counters add column checksum bigint not null default -1;
create table audit_heads (account text collate "C" not null primary key, sequence bigint not null, hash text not null, checksum bigint not null);
with recursive chains (account) as (
  select min(account) from audit
  union all select (select min(a.account) from audit a where a.account > chains.account) from chains where chains.account is not null)
insert into audit_heads
  select c.account, last.sequence, last.hash, -1 from chains c
  cross join lateral (select a.sequence, a.hash from audit a where a.account = c.account order by a.sequence desc limit 1) last
  where c.account is not null;
create table audit_anchors (account text collate "C" not null primary key, sequence bigint not null);
insert into store_facts select 'checksums filled', '1'
  where not exists (select 1 from records) and not exists (select 1 from events) and not exists (select 1 from counters);

create function perennial_head_checksum(account text, sequence bigint, hash text) returns bigint language sql immutable as $body$
  select ('x' || substr(encode(sha256(convert_to(account || E'\n' || sequence::text || E'\n' || hash, 'UTF8')), 'hex'), 1, 8))::bit(32)::bigint
$body$;

-- Applies changes in order, each whole or not at all. The outcome of a change is -1 when it was applied,
-- else the number of the expectation that failed. A record expected to be absent is guarded by an advisory
-- lock, since there is no row to lock; an account's audit chain likewise.
create or replace function perennial_commit(changes jsonb, now_ms bigint) returns integer[] language plpgsql as $body$
declare
  outcomes integer[] := '{}';
  expectation integer;
  change jsonb;
  item jsonb;
  found_version bigint;
  next_position bigint;
  last_sequence bigint;
  last_hash text;
  head_position bigint;
  head_checksum bigint;
  head_sequence bigint;
  head_hash text;
begin
  for change in select value from jsonb_array_elements(changes) loop
    begin
      expectation := 0;
      for item in select value from jsonb_array_elements(change->'expects') loop
        if (item->>'version')::bigint = 0 then
          perform pg_advisory_xact_lock(hashtextextended(concat_ws(E'\t', item->>'collection', item->>'account', item->>'key'), 1));
        end if;
        found_version := null;
        select version into found_version from records
          where collection = item->>'collection' and account = item->>'account' and key = item->>'key' and (expires is null or expires > now_ms)
          for update;
        if coalesce(found_version, 0) <> (item->>'version')::bigint then
          raise exception 'changed' using errcode = 'PN409';
        end if;
        expectation := expectation + 1;
      end loop;
      for item in select value from jsonb_array_elements(change->'clears') loop
        delete from terms where collection = item->>'collection' and account = item->>'account' and starts_with(key, item->>'prefix');
        delete from records where collection = item->>'collection' and account = item->>'account' and starts_with(key, item->>'prefix');
      end loop;
      for item in select value from jsonb_array_elements(change->'deletes') loop
        delete from records where collection = item->>'collection' and account = item->>'account' and key = item->>'key';
        delete from terms where collection = item->>'collection' and account = item->>'account' and key = item->>'key';
        if (item->>'announced')::boolean then
          perform pg_notify('perennial', concat_ws(E'\t', item->>'collection', item->>'account', item->>'key'));
        end if;
      end loop;
      for item in select value from jsonb_array_elements(change->'puts') loop
        insert into records as r (collection, account, key, version, expires, value, checksum, terms_checksum)
          values (item->>'collection', item->>'account', item->>'key', (item->>'version')::bigint, (item->>'expires')::bigint, item->>'value',
            coalesce((item->>'checksum')::bigint, -1), case when item ? 'terms' then coalesce((item->>'termsChecksum')::bigint, -1) else 0 end)
          on conflict (collection, account, key) do update set version = excluded.version, expires = excluded.expires, value = excluded.value,
            checksum = excluded.checksum, terms_checksum = case when item ? 'terms' then excluded.terms_checksum else r.terms_checksum end;
        if item ? 'terms' then
          delete from terms where collection = item->>'collection' and account = item->>'account' and key = item->>'key';
          insert into terms (collection, account, name, term, key, checksum)
            select distinct item->>'collection', item->>'account', pair->>0, pair->>1, item->>'key', coalesce((pair->>2)::bigint, -1)
            from jsonb_array_elements(item->'terms') as pair;
        end if;
        if (item->>'announced')::boolean then
          perform pg_notify('perennial', concat_ws(E'\t', item->>'collection', item->>'account', item->>'key'));
        end if;
      end loop;
      for item in select value from jsonb_array_elements(change->'appends') loop
        insert into event_heads as head (account, log, position, checksum)
          values (item->>'account', item->>'log', 1, coalesce(((item->>'headText')::bigint + 1) % 4294967311, -1))
          on conflict (account, log) do update set position = head.position + 1,
            checksum = case when head.checksum < 0 then head.checksum else (head.checksum + 1) % 4294967311 end
          returning position, checksum into next_position, head_checksum;
        if head_checksum >= 0 and head_checksum <> ((item->>'headText')::bigint + next_position) % 4294967311 then
          -- A damaged head could make a new event meet another: its position is then taken from the events.
          select max(position) + 1 into head_position from events where account = item->>'account' and log = item->>'log';
          next_position := coalesce(head_position, next_position);
          update event_heads set position = next_position, checksum = ((item->>'headText')::bigint + next_position) % 4294967311
            where account = item->>'account' and log = item->>'log';
        end if;
        insert into events (account, log, position, at, value, checksum)
          values (item->>'account', item->>'log', next_position, now_ms, item->>'value',
            coalesce(((item->>'text')::bigint + 31 * next_position + now_ms) % 4294967311, -1));
      end loop;
      for item in select value from jsonb_array_elements(change->'counts') loop
        insert into counters as c (account, name, period, total, checksum)
          values (item->>'account', item->>'name', item->>'period', (item->>'by')::bigint,
            coalesce(((item->>'text')::bigint + 31 * (item->>'by')::bigint) % 4294967311, -1))
          on conflict (account, period, name) do update set total = c.total + excluded.total,
            checksum = case when c.checksum < 0 then c.checksum else (c.checksum + 31 * excluded.total) % 4294967311 end;
      end loop;
      for item in select value from jsonb_array_elements(change->'audits') loop
        perform pg_advisory_xact_lock(hashtextextended(item->>'account', 2));
        last_sequence := null;
        select sequence, hash into last_sequence, last_hash from audit where account = item->>'account' order by sequence desc limit 1;
        if last_sequence is null then
          last_sequence := 0;
          last_hash := repeat('0', 64);
        end if;
        -- Continues from the stored head even if entries before it are missing: the gap must not be closed by new ones.
        head_sequence := null;
        select sequence, hash into head_sequence, head_hash from audit_heads where account = item->>'account'
          and (checksum = -1 or checksum = perennial_head_checksum(account, sequence, hash));
        if head_sequence >= last_sequence then
          last_sequence := head_sequence;
          last_hash := head_hash;
        end if;
        last_sequence := last_sequence + 1;
        last_hash := encode(sha256(convert_to(last_hash || E'\n' || last_sequence::text || E'\n' || (item->>'entry'), 'UTF8')), 'hex');
        insert into audit (account, sequence, entry, hash) values (item->>'account', last_sequence, item->>'entry', last_hash);
        insert into audit_heads (account, sequence, hash, checksum)
          values (item->>'account', last_sequence, last_hash, perennial_head_checksum(item->>'account', last_sequence, last_hash))
          on conflict (account) do update set sequence = excluded.sequence, hash = excluded.hash, checksum = excluded.checksum;
      end loop;
      outcomes := outcomes || -1;
    exception when sqlstate 'PN409' then
      outcomes := outcomes || expectation;
    end;
  end loop;
  return outcomes;
end
$body$;
