-- Limits of accounts that several processes share, see limit-leases.ts. Leases are [calls, time in ms] by process.
create unlogged table rate_buckets (
  account text collate "C" not null primary key, tokens float8 not null, filled_at float8 not null, leases jsonb not null default '{}'
) with (fillfactor = 50);
create table quota_leases (
  account text collate "C" not null, period text collate "C" not null, leases jsonb not null default '{}',
  primary key (account, period)
) with (fillfactor = 50);

-- What other processes hold: the sum of leases younger than life_ms, and those used within ten seconds, which count as processes.
create function perennial_other_leases(leases jsonb, process text, life_ms float8, now_ms float8, out held bigint, out others jsonb)
language sql immutable as $body$
  select coalesce(sum((value->>0)::bigint) filter (where (value->>1)::float8 > now_ms - life_ms), 0), coalesce(jsonb_object_agg(key, value), '{}')
  from jsonb_each(leases) where key <> process and (value->>1)::float8 between now_ms - 10000 and now_ms + 1000
$body$;

-- A token bucket, one second deep. Tokens that processes hold for calls to come are part of its depth.
create function perennial_lease_rate(
  of_account text, per_second float8, process text, kept bigint, waiting bigint, ahead bigint, at_ms float8,
  out granted bigint, out wait_ms float8, out processes integer
) language plpgsql as $body$
declare
  life_ms constant float8 := 250;
  depth float8 := greatest(1, per_second);
  bucket rate_buckets;
  now_ms float8;
  held bigint;
  others jsonb;
  level float8;
begin
  insert into rate_buckets (account, tokens, filled_at) values (of_account, depth, 0) on conflict do nothing;
  select * into bucket from rate_buckets where account = of_account for update;
  now_ms := coalesce(at_ms, extract(epoch from clock_timestamp()) * 1000);
  select o.held, o.others into held, others from perennial_other_leases(bucket.leases, process, life_ms, now_ms) o;
  level := bucket.tokens + greatest(0, now_ms - bucket.filled_at) * per_second / 1000;
  level := greatest(0, least(level, depth - held - kept));
  granted := least(waiting + ahead, floor(level + 1e-6)::bigint);
  level := greatest(0, level - granted);
  wait_ms := case when granted < waiting + ahead then greatest(0, 1 - level) * 1000 / per_second else 0 end;
  processes := 1 + (select count(*) from jsonb_object_keys(others));
  update rate_buckets set tokens = level, filled_at = now_ms,
    leases = others || jsonb_build_object(process, jsonb_build_array(kept + granted - least(granted, waiting), now_ms))
    where account = of_account;
end
$body$;

-- Calls of a month: what is counted, and what processes have taken and not counted yet, stays below the limit.
create function perennial_lease_quota(
  of_account text, of_period text, quota bigint, process text, kept bigint, waiting bigint, ahead bigint, at_ms float8,
  out granted bigint, out processes integer
) language plpgsql as $body$
declare
  life_ms constant float8 := 10000;
  month quota_leases;
  now_ms float8;
  held bigint;
  others jsonb;
  remaining bigint;
begin
  insert into quota_leases (account, period) values (of_account, of_period) on conflict do nothing;
  if found then
    delete from quota_leases where account = of_account and period < of_period;
  end if;
  select * into month from quota_leases where account = of_account and period = of_period for update;
  now_ms := coalesce(at_ms, extract(epoch from clock_timestamp()) * 1000);
  select o.held, o.others into held, others from perennial_other_leases(month.leases, process, life_ms, now_ms) o;
  processes := 1 + (select count(*) from jsonb_object_keys(others));
  remaining := quota - held - kept - coalesce((select sum(total) from counters where account = of_account and period = of_period), 0);
  granted := greatest(0, least(waiting, remaining));
  -- Slices shrink as the limit comes near, so that the last calls are counted exactly.
  granted := granted + greatest(0, least(ahead, (remaining - waiting) / (4 * processes)));
  update quota_leases set leases = case when kept + granted = 0 then others
    else others || jsonb_build_object(process, jsonb_build_array(kept + granted, now_ms)) end
    where account = of_account and period = of_period;
end
$body$;
