/**
 * The event log in partitions (ADR 19). A partition is a segment of time: all logs write to the newest one. `log_segments` says which
 * segments hold events of a log, so that a read goes to the table that has them. A log is dropped by retention segment by segment: its
 * segment is marked, which hides it; a partition whose logs are all marked is dropped as a table. Rows are deleted where the log
 * is in the middle of a segment, where the caller wants them gone now, and where other logs keep a partition for longer than a day.
 */
import type { DropOptions, Event } from '../../../kernel/ports/store.ts';
import { headChecksum, UNCHECKED } from '../../integrity/checksum.ts';
import { readIntact } from '../../integrity/row-checks.ts';
import type { RowChecks } from '../../integrity/row-checks.ts';
import { sqlState } from './errors.ts';
import type { Queries } from './queries.ts';
import { deleteSome, partitionOf } from './statements.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** A segment ends after a week, or after a day if it is large by then. A day is also what a rolling upgrade may take: see the migration. */
const SEGMENT_MS = 7 * DAY_MS;
const MIN_SEGMENT_MS = DAY_MS;
const MAX_SEGMENT_BYTES = 8 * 2 ** 30;
/** A statement that began before a segment ended or was dropped may still use its partition. */
const DROP_DELAY_MS = 60_000;
/** How long a dropped segment of a log waits for the others of its partition. */
const MAX_WAIT_MS = DAY_MS;
const CHUNK = 5000;
const CHUNKS_A_PASS = 20;
const MAINTENANCE_LOCK = 7_073_110;
/** Other statements wait behind one that waits for a table: it gives up soon and is tried again later. */
const LOCK_WAIT = '200ms';
const LOCK_NOT_AVAILABLE = '55P03';

interface LogSegment {
  segment: number;
  first: number;
}

export class EventLog {
  readonly #queries: Queries;
  readonly #checks: RowChecks;
  readonly #now: () => number;

  constructor(queries: Queries, checks: RowChecks, now: () => number) {
    this.#queries = queries;
    this.#checks = checks;
    this.#now = now;
  }

  async read<T>(account: string, log: string, after: number, limit: number): Promise<Event<T>[]> {
    return await readIntact(
      limit,
      (wanted) => this.#queries.rows('events', [account, log, after, wanted]),
      (rows) => this.#checks.events<T>(account, log, rows),
    );
  }

  async lastPosition(account: string, log: string): Promise<number> {
    const [head] = (await this.#queries.rows('head', [account, log])) as [number, number][];
    if (!head) return 0;
    if (head[1] === UNCHECKED || head[1] === headChecksum(account, log, head[0])) return head[0];
    const [last] = await this.#queries.rows('lastEvent', [account, log]);
    return (last![0] as number | null) ?? head[0];
  }

  async drop(account: string, log: string, before: number, { isRetention = false }: DropOptions): Promise<number> {
    const newest = await this.#newestSegment();
    const segments = await this.#segmentsOf(account, log);
    let dropped = 0;
    for (const [i, { segment, first }] of segments.entries()) {
      const last = (segments[i + 1]?.first ?? (await this.lastPosition(account, log)) + 1) - 1;
      if (isRetention && segment < newest && (await this.#isBefore(segment, account, log, last, before))) {
        await this.#queries.rows('dropSegment', [account, log, segment, await this.#databaseTime()]);
        dropped += last - first + 1;
        continue;
      }
      const { deleted, isEmpty } = await this.#deleteBefore(segment, account, log, before);
      dropped += deleted;
      if (!isEmpty) break;
      if (segment < newest) await this.#queries.rows('forgetSegment', [account, log, segment]);
    }
    return dropped;
  }

  /** Deletes all events of an account, also those that are hidden. */
  async erase(account: string): Promise<void> {
    const { rows } = await this.#queries.query('select distinct segment from log_segments where account = $1', [account]);
    const segments = new Set([0, ...(rows as { segment: number }[]).map(({ segment }) => segment)]);
    for (const segment of segments) await this.#queries.deleteAll(deleteSome(partitionOf(segment), 'account = $1', CHUNK), [account]);
    await this.#queries.deleteAll(deleteSome('log_segments', 'account = $1', CHUNK), [account]);
  }

  /** Begins a new segment when the newest is old or large, and drops partitions that nobody uses any more. One process at a time. */
  async maintain(): Promise<void> {
    await this.#tryExclusively(async (execute) => {
      const [newest] = await execute(
        `select segment, started, (extract(epoch from clock_timestamp()) * 1000)::bigint as now, pg_relation_size(perennial_partition(segment)::regclass) as bytes
        from event_segments order by segment desc limit 1`,
      );
      const { segment, started, now, bytes } = newest as { segment: number; started: number; now: number; bytes: number };
      const age = Math.max(now, this.#now()) - started;
      if (age < MIN_SEGMENT_MS || (age < SEGMENT_MS && bytes < MAX_SEGMENT_BYTES)) return;
      const next = segment + 1;
      const partition = partitionOf(next);
      await execute(`create table ${partition} (like event_log including defaults, primary key (account, log, position))`);
      await execute(`alter table event_log attach partition ${partition} for values in (${next})`);
      await execute('insert into event_segments values ($1, $2)', [next, Math.max(now, this.#now())]);
    });
    for (const segment of await this.#unusedSegments()) await this.#dropPartition(segment);
    await this.#deleteWaiting();
  }

  async #newestSegment(): Promise<number> {
    const [row] = await this.#queries.rows('newestSegment', []);
    return row![0] as number;
  }

  async #segmentsOf(account: string, log: string): Promise<LogSegment[]> {
    const rows = (await this.#queries.rows('logSegments', [account, log])) as [number, number][];
    return rows.map(([segment, first]) => ({ segment, first }));
  }

  async #databaseTime(): Promise<number> {
    const { rows } = await this.#queries.query('select (extract(epoch from clock_timestamp()) * 1000)::bigint as now');
    return (rows[0] as { now: number }).now;
  }

  /** Whether the event at a position is older: times follow positions, but for differences between the clocks of processes. */
  async #isBefore(segment: number, account: string, log: string, position: number, before: number): Promise<boolean> {
    const text = `select at from ${partitionOf(segment)} where account = $1 and log = $2 and position = $3`;
    const { rows } = await this.#queries.query(text, [account, log, position]);
    const [row] = rows as { at: number }[];
    return row !== undefined && row.at < before;
  }

  /** Deletes from the front until a chunk has nothing older; says whether the log has nothing left in the segment. */
  async #deleteBefore(segment: number, account: string, log: string, before: number): Promise<{ deleted: number; isEmpty: boolean }> {
    const partition = partitionOf(segment);
    let deleted = 0;
    let kept = 0;
    for (let after = 0; ;) {
      const { rows } = await this.#queries.query(
        `select max(position) as last, count(*) filter (where at < $4) as old, count(*) as all
        from (select position, at from ${partition} where account = $1 and log = $2 and position > $3 order by position limit ${CHUNK}) chunk`,
        [account, log, after, before],
      );
      const { last, old, all } = (rows as { last: number | null; old: number; all: number }[])[0]!;
      if (last === null) break;
      kept += all - old;
      if (old === 0) break;
      const text = `delete from ${partition} where account = $1 and log = $2 and position > $3 and position <= $4 and at < $5`;
      deleted += (await this.#queries.query(text, [account, log, after, last, before])).rowCount ?? 0;
      after = last;
    }
    return { deleted, isEmpty: kept === 0 };
  }

  /** Segments whose logs are all dropped or gone, for long enough. */
  async #unusedSegments(): Promise<number[]> {
    const { rows } = await this.#queries.query(
      `select s.segment from event_segments s where s.segment < (select max(segment) from event_segments)
      and not exists (select 1 from log_segments l where l.segment = s.segment and l.dropped is null)
      and (s.segment > 0 or exists (select 1 from log_segments l where l.segment = 0 and l.dropped is not null))
      and greatest((select min(n.started) from event_segments n where n.segment > s.segment),
        (select max(l.dropped) from log_segments l where l.segment = s.segment and l.dropped is not null))
        < (extract(epoch from clock_timestamp()) * 1000)::bigint - ${DROP_DELAY_MS}
      order by s.segment`,
    );
    return (rows as { segment: number }[]).map(({ segment }) => segment);
  }

  /** Partition 0 is emptied and stays: it is the table that processes of earlier versions know. */
  async #dropPartition(segment: number): Promise<void> {
    await this.#tryExclusively(async (execute) => {
      await execute(segment === 0 ? 'truncate events' : `drop table ${partitionOf(segment)}`);
      if (segment > 0) await execute('delete from event_segments where segment = $1', [segment]);
      await execute('delete from log_segments where segment = $1', [segment]);
    });
  }

  /** Logs that were dropped while others keep their partition: their rows are deleted, some at a time. */
  async #deleteWaiting(): Promise<void> {
    const { rows } = await this.#queries.query(
      `select account, log, segment from log_segments where dropped < (extract(epoch from clock_timestamp()) * 1000)::bigint - ${MAX_WAIT_MS}
      and dropped is not null limit 100`,
    );
    let chunks = CHUNKS_A_PASS;
    for (const { account, log, segment } of rows as { account: string; log: string; segment: number }[]) {
      for (; ; chunks--) {
        if (chunks <= 0) return;
        const text = deleteSome(partitionOf(segment), 'account = $1 and log = $2', CHUNK);
        if ((await this.#queries.query(text, [account, log])).rowCount === 0) break;
      }
      await this.#queries.rows('forgetSegment', [account, log, segment]);
    }
  }

  /** Runs statements in a transaction unless another process does, or a lock is not available immediately. */
  async #tryExclusively(work: (execute: (text: string, values?: unknown[]) => Promise<unknown[]>) => Promise<void>): Promise<void> {
    try {
      await this.#queries.inTransaction(async (client) => {
        const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_xact_lock(${MAINTENANCE_LOCK}) as free`);
        if (!rows[0]!.free) return;
        await client.query(`set local lock_timeout = '${LOCK_WAIT}'`);
        await work(async (text, values = []) => (await client.query(text, values)).rows as unknown[]);
      });
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    }
  }
}
