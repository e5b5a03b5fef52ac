/**
 * The statements of the store, by name. Each reads by an index and stops at its end: bounds are always given, because a condition such as
 * "no bound, or below it" in a prepared statement is not a range of the index but a filter, which reads everything after the range.
 */
import { BLOB_INDEX } from '../../../kernel/collection.ts';

const RECORD = 'key, version, value';
const IN_COLLECTION = 'collection = $1 and account = $2';
const ALIVE = (now: string): string => `(expires is null or expires > ${now})`;
/** `offset 0` keeps the order of the join: index entries first, then the record of each by its key. */
const FROM_TERMS_SQL = `from terms t cross join lateral (select r.key, r.version, r.value, r.expires from records r
  where r.collection = t.collection and r.account = t.account and r.key = t.key offset 0) r
  where t.collection = $1 and t.account = $2 and t.name = $3`;
const FOUND = 'r.key, r.version, r.value';
const AT_KEYS = '(collection, account, key) in (select * from unnest($1::text[], $2::text[], $3::text[]))';

export const STATEMENTS = {
  get: `select ${RECORD}, expires from records where ${IN_COLLECTION} and key = $3`,
  page: `select ${RECORD} from records where ${IN_COLLECTION} and key > $3 and ${ALIVE('$4')} order by key limit $5`,
  pageOfPrefix: `select ${RECORD} from records where ${IN_COLLECTION} and key > $3 and key >= $6 and key < $7 and ${ALIVE('$4')} order by key limit $5`,
  count: `select count(*) from records where ${IN_COLLECTION} and ${ALIVE('$3')}`,
  countOfPrefix: `select count(*) from records where ${IN_COLLECTION} and ${ALIVE('$3')} and key >= $4 and key < $5`,
  countTerms: `select count(*) ${FROM_TERMS_SQL} and (r.expires is null or r.expires > $4)`,
  find: `select ${FOUND} ${FROM_TERMS_SQL} and t.term >= $4 and (r.expires is null or r.expires > $5) order by t.term, t.key limit $6`,
  findUpTo: `select ${FOUND} ${FROM_TERMS_SQL} and t.term >= $4 and t.term <= $7 and (r.expires is null or r.expires > $5) order by t.term, t.key limit $6`,

  events: 'select * from perennial_events($1, $2, $3, $4)',
  head: 'select position, checksum from event_heads where account = $1 and log = $2',
  lastEvent: 'select max(position) from event_log where account = $1 and log = $2',
  logSegments: 'select segment, first_position from log_segments where account = $1 and log = $2 and dropped is null order by segment',
  newestSegment: 'select segment, started from event_segments order by segment desc limit 1',
  dropSegment: 'update log_segments set dropped = $4 where account = $1 and log = $2 and segment = $3',
  forgetSegment: 'delete from log_segments where account = $1 and log = $2 and segment = $3',

  counters: 'select name, period, total from counters where account = $1 order by period, name',
  countersOfPeriod: 'select name, period, total from counters where account = $1 and period = $2 order by period, name',

  audit: 'select account, sequence, entry, hash from audit where account = $1 and sequence > $2 order by sequence limit $3',
  lastAudit: 'select sequence from audit where account = $1 order by sequence desc limit 1',
  auditHead: 'select sequence, hash, checksum from audit_heads where account = $1',
  /** Reads a row of each account: once a minute. */
  changedAudits: `select h.account, h.sequence, h.hash from audit_heads h left join audit_anchors a on a.account = h.account
    where h.account <> '' and (a.sequence is null or a.sequence <> h.sequence) order by h.account`,
  anchorAudits: `insert into audit_anchors (account, sequence) select * from unnest($1::text[], $2::bigint[])
    on conflict (account) do update set sequence = excluded.sequence`,

  expired: 'select collection, account, key from records where expires <= $1 order by expires limit $2 for update skip locked',
  deleteRecords: `delete from records where ${AT_KEYS}`,
  deleteTerms: `delete from terms where ${AT_KEYS}`,

  /** With a limit, so that it is one look into the index for each blob and never a join with all terms. */
  usedBlobs: `select b.id from unnest($2::text[]) as b (id),
    lateral (select 1 from terms where name = '${BLOB_INDEX}' and account = $1 and term = b.id limit 1) as used`,
  /** What was released too recently is skipped: that of a few seconds. */
  releasedBlobs: `select account, blob, released from released_blobs
    where released <= (extract(epoch from clock_timestamp()) * 1000)::bigint - $1::bigint order by account, blob limit $2`,
  forgetReleased: `delete from released_blobs r using unnest($1::text[], $2::text[], $3::bigint[]) as gone (account, blob, released)
    where r.account = gone.account and r.blob = gone.blob and r.released = gone.released`,

  isEmpty: 'select exists (select 1 from records) or exists (select 1 from audit) or exists (select 1 from event_log)',
  proposeIdentity: "insert into store_facts (name, value) values ('identity', $1) on conflict do nothing",
  identity: "select value from store_facts where name = 'identity'",
  schema: 'select version from perennial_schema',
  probe: "insert into store_facts (name, value) values ('probe', $1) on conflict (name) do update set value = excluded.value",
  // The locks of accounts come before any other, in one order: batches of several processes would otherwise wait for each other.
  commit: `with locked as materialized (select pg_advisory_xact_lock(hashtextextended(account, 2)) from unnest($3::text[]) as account)
    select perennial_commit($1::jsonb, $2) from (select count(*) from locked) as locks`,
} as const;

export type StatementName = keyof typeof STATEMENTS;

/** The collections that a table has rows of, one step of the index for each. */
export const collectionsOf = (table: string): string => `with recursive found (collection) as (
  select min(collection) from ${table}
  union all select (select min(t.collection) from ${table} t where t.collection > found.collection) from found where found.collection is not null)
  select collection from found where collection is not null`;

/** Deletes some rows of one table, which has no partitions: places of rows are unique in one table only. */
export const deleteSome = (table: string, where: string, limit: number): string =>
  `delete from ${table} where ctid = any (array (select ctid from ${table} where ${where} limit ${limit}))`;

/** The table of a segment of the event log. */
export function partitionOf(segment: number): string {
  return segment === 0 ? 'events' : `events_${segment}`;
}
