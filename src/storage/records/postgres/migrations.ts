import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { CHECKSUMS_FILLED, COUNTER_FACTOR, EVENT_FACTOR, MODULUS } from '../../integrity/checksum.ts';
import { sqlState } from './errors.ts';
import { newerMessage, NewerData } from '../../newer-data.ts';
import { ADDITIONS } from './additions.ts';

/** Those that earlier versions cannot live with; others go to additions.ts. Numbered from 1 by position; a released one is never edited. */
const MIGRATIONS: readonly string[] = [
  `
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

  -- Applies changes in order, each whole or not at all. The outcome of a change is -1 when it was applied,
  -- else the number of the expectation that failed. A record expected to be absent is guarded by an advisory
  -- lock, since there is no row to lock; an account's audit chain likewise.
  create function perennial_commit(changes jsonb, now_ms bigint) returns integer[] language plpgsql as $body$
  declare
    outcomes integer[] := '{}';
    expectation integer;
    change jsonb;
    item jsonb;
    found_version bigint;
    next_position bigint;
    last_sequence bigint;
    last_hash text;
  begin
    for change in select value from jsonb_array_elements(changes) loop
      begin
        expectation := 0;
        for item in select value from jsonb_array_elements(change->'expects') loop
          if (item->>'version')::bigint = 0 then
            perform pg_advisory_xact_lock(hashtextextended(concat_ws(E'\\t', item->>'collection', item->>'account', item->>'key'), 1));
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
            perform pg_notify('perennial', concat_ws(E'\\t', item->>'collection', item->>'account', item->>'key'));
          end if;
        end loop;
        for item in select value from jsonb_array_elements(change->'puts') loop
          insert into records (collection, account, key, version, expires, value)
            values (item->>'collection', item->>'account', item->>'key', (item->>'version')::bigint, (item->>'expires')::bigint, item->>'value')
            on conflict (collection, account, key) do update set version = excluded.version, expires = excluded.expires, value = excluded.value;
          if item ? 'terms' then
            delete from terms where collection = item->>'collection' and account = item->>'account' and key = item->>'key';
            insert into terms (collection, account, name, term, key)
              select distinct item->>'collection', item->>'account', pair->>0, pair->>1, item->>'key' from jsonb_array_elements(item->'terms') as pair;
          end if;
          if (item->>'announced')::boolean then
            perform pg_notify('perennial', concat_ws(E'\\t', item->>'collection', item->>'account', item->>'key'));
          end if;
        end loop;
        for item in select value from jsonb_array_elements(change->'appends') loop
          insert into event_heads as head (account, log, position) values (item->>'account', item->>'log', 1)
            on conflict (account, log) do update set position = head.position + 1 returning position into next_position;
          insert into events (account, log, position, at, value) values (item->>'account', item->>'log', next_position, now_ms, item->>'value');
        end loop;
        for item in select value from jsonb_array_elements(change->'counts') loop
          insert into counters as c (account, name, period, total) values (item->>'account', item->>'name', item->>'period', (item->>'by')::bigint)
            on conflict (account, period, name) do update set total = c.total + excluded.total;
        end loop;
        for item in select value from jsonb_array_elements(change->'audits') loop
          perform pg_advisory_xact_lock(hashtextextended(item->>'account', 2));
          last_sequence := null;
          select sequence, hash into last_sequence, last_hash from audit where account = item->>'account' order by sequence desc limit 1;
          if last_sequence is null then
            last_sequence := 0;
            last_hash := repeat('0', 64);
          end if;
          insert into audit (account, sequence, entry, hash) values (item->>'account', last_sequence + 1, item->>'entry',
            encode(sha256(convert_to(last_hash || E'\\n' || (last_sequence + 1)::text || E'\\n' || (item->>'entry'), 'UTF8')), 'hex'));
        end loop;
        outcomes := outcomes || -1;
      exception when sqlstate 'PN409' then
        outcomes := outcomes || expectation;
      end;
    end loop;
    return outcomes;
  end
  $body$;
  `,
  `
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
  `,
  // Rows of earlier versions, and those that a process of such a version writes, have the checksum -1 (`UNCHECKED`).
  `
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
  insert into store_facts select '${CHECKSUMS_FILLED}', '1'
    where not exists (select 1 from records) and not exists (select 1 from events) and not exists (select 1 from counters);

  create function perennial_head_checksum(account text, sequence bigint, hash text) returns bigint language sql immutable as $body$
    select ('x' || substr(encode(sha256(convert_to(account || E'\\n' || sequence::text || E'\\n' || hash, 'UTF8')), 'hex'), 1, 8))::bit(32)::bigint
  $body$;

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
            perform pg_advisory_xact_lock(hashtextextended(concat_ws(E'\\t', item->>'collection', item->>'account', item->>'key'), 1));
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
            perform pg_notify('perennial', concat_ws(E'\\t', item->>'collection', item->>'account', item->>'key'));
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
            perform pg_notify('perennial', concat_ws(E'\\t', item->>'collection', item->>'account', item->>'key'));
          end if;
        end loop;
        for item in select value from jsonb_array_elements(change->'appends') loop
          insert into event_heads as head (account, log, position, checksum)
            values (item->>'account', item->>'log', 1, coalesce(((item->>'headText')::bigint + 1) % ${MODULUS}, -1))
            on conflict (account, log) do update set position = head.position + 1,
              checksum = case when head.checksum < 0 then head.checksum else (head.checksum + 1) % ${MODULUS} end
            returning position, checksum into next_position, head_checksum;
          if head_checksum >= 0 and head_checksum <> ((item->>'headText')::bigint + next_position) % ${MODULUS} then
            -- A damaged head could make a new event meet another: its position is then taken from the events.
            select max(position) + 1 into head_position from events where account = item->>'account' and log = item->>'log';
            next_position := coalesce(head_position, next_position);
            update event_heads set position = next_position, checksum = ((item->>'headText')::bigint + next_position) % ${MODULUS}
              where account = item->>'account' and log = item->>'log';
          end if;
          insert into events (account, log, position, at, value, checksum)
            values (item->>'account', item->>'log', next_position, now_ms, item->>'value',
              coalesce(((item->>'text')::bigint + ${EVENT_FACTOR} * next_position + now_ms) % ${MODULUS}, -1));
        end loop;
        for item in select value from jsonb_array_elements(change->'counts') loop
          insert into counters as c (account, name, period, total, checksum)
            values (item->>'account', item->>'name', item->>'period', (item->>'by')::bigint,
              coalesce(((item->>'text')::bigint + ${COUNTER_FACTOR} * (item->>'by')::bigint) % ${MODULUS}, -1))
            on conflict (account, period, name) do update set total = c.total + excluded.total,
              checksum = case when c.checksum < 0 then c.checksum else (c.checksum + ${COUNTER_FACTOR} * excluded.total) % ${MODULUS} end;
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
          last_hash := encode(sha256(convert_to(last_hash || E'\\n' || last_sequence::text || E'\\n' || (item->>'entry'), 'UTF8')), 'hex');
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
  `,
];

/** Rejects the schema of a newer version. */
export function checkVersion(found: number): void {
  if (found > MIGRATIONS.length) throw new NewerData(newerMessage(found, MIGRATIONS.length));
}

const MIGRATION_LOCK = 7_073_109;
/** A migration waits for a lock this long, since other statements wait behind it, and tries again for as long as a backup may take. */
const LOCK_WAIT = '2s';
const LOCK_ATTEMPTS = 60;
const LOCK_PAUSE_MS = 3000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Migrates the database to this version, one process at a time; rejects one that earlier processes cannot use. The number of additions is
 * stored beside the version, which earlier processes check.
 */
export async function migrate(client: Client, lastAddition = ADDITIONS.length): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await client.query('create table if not exists perennial_schema (version integer not null)');
    await client.query('alter table perennial_schema add column if not exists additions integer not null default 0');
    const { rows } = await client.query<{ version: number; additions: number }>('select version, additions from perennial_schema');
    const { version: found, additions } = rows[0] ?? { version: 0, additions: 0 };
    checkVersion(found);
    for (let number = found + 1; number <= MIGRATIONS.length; number++)
      await apply(
        client,
        `${MIGRATIONS[number - 1]!}; delete from perennial_schema; insert into perennial_schema values (${number}, ${additions})`,
      );
    for (let number = additions + 1; number <= lastAddition; number++)
      await apply(client, `${ADDITIONS[number - 1]!}; update perennial_schema set additions = ${number}`);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

async function apply(client: Client, statements: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = '${LOCK_WAIT}'; ${statements}; commit;`);
      return;
    } catch (error) {
      await client.query('rollback');
      if (attempt === LOCK_ATTEMPTS || sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      await wait(LOCK_PAUSE_MS);
    }
  }
}
