create table event_log (
  account text collate "C" not null, log text collate "C" not null, position bigint not null, at bigint not null, value text not null,
  checksum bigint not null default -1, segment integer not null default 0
) partition by list (segment);
alter table event_log attach partition events for values in (0);
alter table event_heads add column segment integer not null default 0;
alter table event_heads alter column segment set default -1;
insert into log_segments (account, log, segment, first_position) select account, log, 0, 1 from event_heads;

-- Room for the next version of a row on its own page, and vacuum before many old versions gather.
alter table event_heads set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);
alter table counters set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);
alter table audit_heads set (fillfactor = 70);
alter table store_facts set (fillfactor = 50);
alter table records set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table terms set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
alter table released_blobs set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);

create function perennial_partition(segment integer) returns text language sql immutable as $body$
  select case segment when 0 then 'events' else 'events_' || segment end
$body$;

-- Reads the partitions of a log one after another, each by its own primary key: the cost depends neither on their size nor on their number.
create function perennial_events(of_account text, of_log text, after_position bigint, max_rows bigint)
  returns table (event_position bigint, event_at bigint, event_value text, event_checksum bigint) language plpgsql stable as $body$
declare
  first_segment integer;
  next_segment integer;
  missing bigint := max_rows;
  read_rows bigint;
begin
  select s.segment into first_segment from log_segments s
    where s.account = of_account and s.log = of_log and s.first_position <= after_position + 1 order by s.segment desc limit 1;
  for next_segment in
    select s.segment from log_segments s
      where s.account = of_account and s.log = of_log and s.segment >= coalesce(first_segment, 0) and s.dropped is null order by s.segment
  loop
    return query execute format('select position, at, value, checksum from %I where account = $1 and log = $2 and position > $3
      order by position limit $4', perennial_partition(next_segment)) using of_account, of_log, after_position, missing;
    get diagnostics read_rows = row_count;
    missing := missing - read_rows;
    exit when missing <= 0;
  end loop;
  -- A process of an earlier version may have written the first event of a log while this migration ran.
  if first_segment is null and next_segment is null and not exists (select 1 from log_segments s where s.account = of_account and s.log = of_log) then
    return query select position, at, value, checksum from events
      where account = of_account and log = of_log and position > after_position order by position limit max_rows;
  end if;
end
$body$;

-- Writes an event of a backup where the log has it, or else to the newest partition.
create function perennial_write_event(of_account text, of_log text, at_position bigint, time_ms bigint, text_value text, sum bigint)
  returns void language plpgsql as $body$
declare
  of_segment integer;
begin
  select s.segment into of_segment from log_segments s
    where s.account = of_account and s.log = of_log and s.first_position <= at_position order by s.segment desc limit 1;
  if of_segment is null then
    select min(s.segment) into of_segment from log_segments s where s.account = of_account and s.log = of_log;
    of_segment := coalesce(of_segment, (select max(s.segment) from event_segments s));
    insert into log_segments as s (account, log, segment, first_position) values (of_account, of_log, of_segment, at_position)
      on conflict (account, log, segment) do update set first_position = least(s.first_position, excluded.first_position);
  end if;
  delete from event_log where account = of_account and log = of_log and position = at_position and segment = of_segment;
  insert into event_log (account, log, position, at, value, checksum, segment)
    values (of_account, of_log, at_position, time_ms, text_value, sum, of_segment);
end
$body$;

-- As before, but index entries that a record keeps are left alone, prefixes are ranges of keys, and events go to the newest partition.
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
  log_segment integer;
  newest_segment integer;
begin
  for change in select value from jsonb_array_elements(changes) loop
    begin
      expectation := 0;
      if jsonb_array_length(change->'expects') > 0 then
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
      end if;
      if jsonb_array_length(change->'clears') > 0 then
        for item in select value from jsonb_array_elements(change->'clears') loop
          if item ? 'end' then
            delete from terms where collection = item->>'collection' and account = item->>'account'
              and key >= item->>'prefix' and key < item->>'end';
            delete from records where collection = item->>'collection' and account = item->>'account'
              and key >= item->>'prefix' and key < item->>'end';
          else
            delete from terms where collection = item->>'collection' and account = item->>'account' and starts_with(key, item->>'prefix');
            delete from records where collection = item->>'collection' and account = item->>'account' and starts_with(key, item->>'prefix');
          end if;
        end loop;
      end if;
      if jsonb_array_length(change->'deletes') > 0 then
        for item in select value from jsonb_array_elements(change->'deletes') loop
          delete from records where collection = item->>'collection' and account = item->>'account' and key = item->>'key';
          delete from terms where collection = item->>'collection' and account = item->>'account' and key = item->>'key';
          if (item->>'announced')::boolean then
            perform pg_notify('perennial', concat_ws(E'\t', item->>'collection', item->>'account', item->>'key'));
          end if;
        end loop;
      end if;
      if jsonb_array_length(change->'puts') > 0 then
        for item in select value from jsonb_array_elements(change->'puts') loop
          insert into records as r (collection, account, key, version, expires, value, checksum, terms_checksum)
            values (item->>'collection', item->>'account', item->>'key', (item->>'version')::bigint, (item->>'expires')::bigint, item->>'value',
              coalesce((item->>'checksum')::bigint, -1), case when item ? 'terms' then coalesce((item->>'termsChecksum')::bigint, -1) else 0 end)
            on conflict (collection, account, key) do update set version = excluded.version, expires = excluded.expires, value = excluded.value,
              checksum = excluded.checksum, terms_checksum = case when item ? 'terms' then excluded.terms_checksum else r.terms_checksum end;
          if item ? 'terms' then
            delete from terms t where t.collection = item->>'collection' and t.account = item->>'account' and t.key = item->>'key'
              and not exists (select 1 from jsonb_array_elements(item->'terms') as pair where pair->>0 = t.name and pair->>1 = t.term);
            insert into terms as t (collection, account, name, term, key, checksum)
              select distinct item->>'collection', item->>'account', pair->>0, pair->>1, item->>'key', coalesce((pair->>2)::bigint, -1)
              from jsonb_array_elements(item->'terms') as pair
              on conflict (collection, account, name, term, key) do update set checksum = excluded.checksum where t.checksum <> excluded.checksum;
          end if;
          if (item->>'announced')::boolean then
            perform pg_notify('perennial', concat_ws(E'\t', item->>'collection', item->>'account', item->>'key'));
          end if;
        end loop;
      end if;
      if jsonb_array_length(change->'appends') > 0 then
        for item in select value from jsonb_array_elements(change->'appends') loop
          insert into event_heads as head (account, log, position, checksum)
            values (item->>'account', item->>'log', 1, coalesce(((item->>'headText')::bigint + 1) % 4294967311, -1))
            on conflict (account, log) do update set position = head.position + 1,
              checksum = case when head.checksum < 0 then head.checksum else (head.checksum + 1) % 4294967311 end
            returning position, checksum, segment into next_position, head_checksum, log_segment;
          if head_checksum >= 0 and head_checksum <> ((item->>'headText')::bigint + next_position) % 4294967311 then
            -- A damaged head could make a new event meet another: its position is then taken from the events.
            select max(position) + 1 into head_position from event_log where account = item->>'account' and log = item->>'log';
            next_position := coalesce(head_position, next_position);
            update event_heads set position = next_position, checksum = ((item->>'headText')::bigint + next_position) % 4294967311
              where account = item->>'account' and log = item->>'log';
          end if;
          -- Read while the head is locked: partitions follow each other in the order of positions.
          select segment into newest_segment from event_segments order by segment desc limit 1;
          if log_segment <> newest_segment then
            insert into log_segments (account, log, segment, first_position)
              values (item->>'account', item->>'log', newest_segment, next_position) on conflict do nothing;
            update event_heads set segment = newest_segment where account = item->>'account' and log = item->>'log';
          end if;
          insert into event_log (account, log, position, at, value, checksum, segment)
            values (item->>'account', item->>'log', next_position, now_ms, item->>'value',
              coalesce(((item->>'text')::bigint + 31 * next_position + now_ms) % 4294967311, -1), newest_segment);
        end loop;
      end if;
      if jsonb_array_length(change->'counts') > 0 then
        for item in select value from jsonb_array_elements(change->'counts') loop
          insert into counters as c (account, name, period, total, checksum)
            values (item->>'account', item->>'name', item->>'period', (item->>'by')::bigint,
              coalesce(((item->>'text')::bigint + 31 * (item->>'by')::bigint) % 4294967311, -1))
            on conflict (account, period, name) do update set total = c.total + excluded.total,
              checksum = case when c.checksum < 0 then c.checksum else (c.checksum + 31 * excluded.total) % 4294967311 end;
        end loop;
      end if;
      if jsonb_array_length(change->'audits') > 0 then
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
      end if;
      outcomes := outcomes || -1;
    exception when sqlstate 'PN409' then
      outcomes := outcomes || expectation;
    end;
  end loop;
  return outcomes;
end
$body$;
