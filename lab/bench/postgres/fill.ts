/** Fills a database by SQL alone: records with an index entry each, and ten times as many events in partitions. */
import type pg from 'pg';

export const ACCOUNTS = 100;
export const GROUP = 10;
const EVENTS_PER_RECORD = 10;
/** Partitions that the events of each step are spread over. */
const SEGMENTS_A_STEP = 4;

export interface Filled {
  records: number;
  events: number;
  /** Positions of each log. */
  positions: number;
}

export const accountOf = (n: number): string => `account-${String(n).padStart(3, '0')}`;
/** The key of the n-th record of an account. */
export const keyOf = (n: number): string => `g${String(Math.floor(n / GROUP)).padStart(8, '0')}/${n % GROUP}`;

const ACCOUNT_SQL = `'account-' || lpad((n % ${ACCOUNTS})::text, 3, '0')`;
const KEY_SQL = `'g' || lpad((n / ${ACCOUNTS} / ${GROUP})::text, 8, '0') || '/' || (n / ${ACCOUNTS} % ${GROUP})`;

async function filledTo(client: pg.Client): Promise<number> {
  await client.query('create table if not exists bench_fill (records bigint not null)');
  const { rows } = await client.query<{ records: string | null }>('select max(records) as records from bench_fill');
  return Number(rows[0]!.records ?? 0);
}

/** Grows the database to this number of records; events continue in new partitions. */
export async function fill(client: pg.Client, records: number, eventBytes: number): Promise<Filled> {
  const from = await filledTo(client);
  if (from < records) {
    await client.query(
      `insert into records (collection, account, key, version, value)
      select 'bench.things', ${ACCOUNT_SQL}, ${KEY_SQL}, n + 1, '{"n":' || n || ',"tag":"t' || n / ${ACCOUNTS} || '","text":"' || repeat('x', 100) || '"}'
      from generate_series(${from}::bigint, ${records - 1}::bigint) n`,
    );
    await client.query(
      `insert into terms (collection, account, name, term, key)
      select 'bench.things', ${ACCOUNT_SQL}, 'tag', 't' || n / ${ACCOUNTS}, ${KEY_SQL} from generate_series(${from}::bigint, ${records - 1}::bigint) n`,
    );
    const [first, last] = [from, records].map((n) => (n * EVENTS_PER_RECORD) / ACCOUNTS) as [number, number];
    const step = (last - first) / SEGMENTS_A_STEP;
    for (let part = 0; part < SEGMENTS_A_STEP; part++)
      await fillSegment(client, first + part * step, first + (part + 1) * step, eventBytes);
    await client.query('insert into bench_fill values ($1)', [records]);
    for (const table of ['records', 'terms']) await client.query(`vacuum analyze ${table}`);
    await client.query('analyze event_log');
    await client.query('checkpoint');
  }
  return { records, events: records * EVENTS_PER_RECORD, positions: (records * EVENTS_PER_RECORD) / ACCOUNTS };
}

/** A new partition with the next positions of every log. Its key is added afterward, which is faster. */
async function fillSegment(client: pg.Client, after: number, last: number, eventBytes: number): Promise<void> {
  const { rows } = await client.query<{ segment: number }>('select max(segment) + 1 as segment from event_segments');
  const { segment } = rows[0]!;
  const table = `events_${segment}`;
  await client.query(`create table ${table} (like event_log including defaults)`);
  await client.query(
    `insert into ${table} (account, log, position, at, value, segment)
    select 'account-' || lpad(a::text, 3, '0'), 'log', p, p, '{"n":' || p || ',"t":"' || repeat('y', ${eventBytes}) || '"}', ${segment}
    from generate_series(${after + 1}::bigint, ${last}::bigint) p, generate_series(0, ${ACCOUNTS - 1}) a`,
  );
  await client.query(`alter table ${table} add primary key (account, log, position)`);
  await client.query(`alter table ${table} add check (segment = ${segment})`);
  await client.query(`alter table event_log attach partition ${table} for values in (${segment})`);
  await client.query('insert into event_segments values ($1, $2)', [segment, Date.now()]);
  await client.query(
    `insert into log_segments (account, log, segment, first_position)
    select 'account-' || lpad(a::text, 3, '0'), 'log', ${segment}, ${after + 1} from generate_series(0, ${ACCOUNTS - 1}) a`,
  );
  await client.query(
    `insert into event_heads (account, log, position, segment) select 'account-' || lpad(a::text, 3, '0'), 'log', ${last}, ${segment}
    from generate_series(0, ${ACCOUNTS - 1}) a on conflict (account, log) do update set position = excluded.position, segment = excluded.segment`,
  );
}
