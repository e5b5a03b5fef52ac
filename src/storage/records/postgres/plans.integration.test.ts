/**
 * Every statement that the store sends, also those inside of functions, reads by an index and reads nothing that it then discards. The
 * plans are those of PostgreSQL itself (auto_explain), with prepared plans for unknown values, as a busy server uses them.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { Change } from '../../../kernel/change.ts';
import { SYSTEM, collection } from '../../../kernel/collection.ts';
import { jobs } from '../../../kernel/job.ts';
import { JobQueue } from '../../../jobs/queue.ts';
import type { Store } from '../../../kernel/ports/store.ts';
import { newDatabase, stopPostgres } from '../../../../test/support/postgres.ts';
import { openPostgres } from './store.ts';
import { STATEMENTS } from './statements.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Actual Rows'?: number;
  'Index Cond'?: string;
  Plans?: Plan[];
}
interface Explained {
  'Query Text': string;
  Plan: Plan;
}

const ACCOUNTS = 20;
const RECORDS = 300;
const things = collection<{ n: number; tag: string; blob?: string }>('test.things', {
  indexes: { tag: ({ tag }) => [tag] },
  blobs: ({ blob }) => (blob === undefined ? [] : [blob]),
});
const others = collection<{ n: number; until?: number }>('test.others', { indexes: {}, expiresAt: ({ until }) => until });
/** Statements that read a whole table, and the ones whose table is a handful of rows. */
const READS_ALL = ['changedAudits', 'isEmpty', 'schema', 'newestSegment'].map((name) => STATEMENTS[name as keyof typeof STATEMENTS]);
const SMALL_TABLES = ['event_segments', 'perennial_schema', 'store_facts'];

const explained: Explained[] = [];
let store: Store;
let now = 1_000_000;

before(async () => {
  const url = await newDatabase();
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const filling = await openPostgres({ url, now: () => now, onError: () => {} });
  await fill(filling);
  await client.query("update event_segments set started = 0; update event_heads set position = position - 1 where account = 'account-11'");
  await filling.close();
  const rotating = await openPostgres({ url, now: () => now, onError: () => {} });
  await rotating.sweep(1);
  for (let i = 0; i < ACCOUNTS; i++) {
    const change = new Change();
    for (let n = 0; n < RECORDS; n++) change.append(`account-${i}`, 'log', { n });
    await rotating.commit(change);
  }
  await rotating.close();
  await client.query('analyze');
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_analyze = on',
    'auto_explain.log_timing = off',
    'auto_explain.log_nested_statements = on',
    "auto_explain.log_format = 'json'",
    "client_min_messages = 'log'",
    "plan_cache_mode = 'force_generic_plan'",
    'enable_seqscan = off',
  ])
    await client.query(`alter database ${name} set ${setting}`);
  await client.end();
  collectPlans();
  store = await openPostgres({ url, now: () => now, onError: () => {} });
});
after(async () => {
  await store.close();
  await stopPostgres();
});

/** Connections of the store say what they have run, as notices. */
function collectPlans(): void {
  const original = pg.Client.prototype.emit;
  pg.Client.prototype.emit = function (this: pg.Client, name: string, ...args: unknown[]): boolean {
    const text = name === 'notice' ? (args[0] as { message?: string }).message : undefined;
    const json = text?.startsWith('duration') ? /plan:\s*(\{[\s\S]*\})\s*$/.exec(text)?.[1] : undefined;
    if (json) explained.push(JSON.parse(json) as Explained);
    return original.call(this, name as never, ...(args as never[]));
  } as typeof original;
}

async function fill(into: Store): Promise<void> {
  for (let i = 0; i < ACCOUNTS; i++) {
    const account = `account-${i}`;
    const change = new Change();
    for (let n = 0; n < RECORDS; n++) {
      change.put(things, account, `${n % 3}/${n}`, { n, tag: `tag-${n % 30}`, blob: `blob-${n}` });
      change.put(others, account, `${n}`, { n, ...(n < 5 && i === 0 && { until: now + 1 + n }) });
      change
        .append(account, 'log', { n })
        .append(account, 'second', { n })
        .count(account, `calls-${n % 10}`, `month-${n % 12}`, 1);
      change.audit(account, { n });
    }
    await into.commit(change);
  }
}

function* nodesOf(plan: Plan): Iterable<Plan> {
  yield plan;
  for (const child of plan.Plans ?? []) yield* nodesOf(child);
}

test('every statement uses an index and discards nothing', async () => {
  const account = 'account-7';
  await useStore(account);
  const texts = new Set(explained.map((one) => one['Query Text']));
  const missing = Object.entries(STATEMENTS).filter(([, text]) => !texts.has(text));
  assert.deepEqual(
    missing.map(([name]) => name),
    [],
    'statements that this test does not run',
  );
  assert.ok(
    [...texts].some((text) => text.includes('insert into event_log')),
    'statements inside of functions are seen',
  );

  const problems = new Set<string>();
  for (const { 'Query Text': text, Plan: whole } of explained) {
    if (READS_ALL.includes(text as (typeof READS_ALL)[number])) continue;
    for (const node of nodesOf(whole)) {
      if (SMALL_TABLES.includes(node['Relation Name'] ?? '')) continue;
      if (node['Node Type'] === 'Seq Scan') problems.add(`${node['Relation Name']} is read whole: ${text}`);
      const discarded = (node['Relation Name'] ? (node['Rows Removed by Filter'] ?? 0) : 0) + (node['Rows Removed by Join Filter'] ?? 0);
      // A log has a row for each partition there.
      if (discarded > 0 && node['Relation Name'] !== 'log_segments')
        problems.add(`${discarded} rows of ${node['Relation Name'] ?? 'a join'} are discarded: ${text}`);
      if (node['Node Type'].includes('Index') && node['Index Cond'] === undefined && node['Node Type'] !== 'Bitmap Index Scan')
        if (!/limit|min\(|max\(/i.test(text)) problems.add(`${node['Index Name']} is read from its beginning: ${text}`);
    }
  }
  assert.deepEqual([...problems], []);
});

async function useStore(account: string): Promise<void> {
  await store.get(things, account, '1/1');
  assert.equal((await store.page(things, account, { limit: 1000 })).length, RECORDS);
  assert.equal((await store.page(things, account, { prefix: '1/', after: '1/100', limit: 1000 })).length > 50, true);
  assert.equal(await store.count(things, account), RECORDS);
  assert.equal(await store.count(things, account, '1/'), RECORDS / 3);
  assert.equal(await store.countTerms(things, account, 'tag'), RECORDS);
  await store.find(things, account, 'tag', { from: 'tag-2', limit: 10 });
  assert.equal((await store.find(things, account, 'tag', { from: 'tag-5', to: 'tag-5', limit: 100 })).length, 10);
  assert.equal((await store.readEvents(account, 'log', RECORDS - 5, 10)).length, 10);
  assert.equal((await store.readEvents(account, 'log', 2 * RECORDS - 5, 10)).length, 5);
  await store.lastPosition(account, 'log');
  // The head of this one is damaged.
  assert.equal(await store.lastPosition('account-11', 'second'), RECORDS);
  await store.counters(account);
  await store.counters(account, 'month-3');
  await store.audit(account, 20, 10);
  await store.lastAudit(account);
  await store.auditHead(account);
  await store.anchorAudits('2026-01-01');
  assert.deepEqual([...(await store.usedBlobs(account, ['blob-3', 'absent']))], ['blob-3']);
  await store.isEmpty();
  await store.identity('an id');
  await store.probe();

  const clock = { now: () => now };
  const queue = new JobQueue(store, clock as never, { uuid: () => `job-${now++}` } as never);
  const change = new Change();
  for (let n = 0; n < 50; n++) queue.enqueue(change, { account, kind: 'test.kind', input: {} });
  await store.commit(change);
  const due = await store.find(jobs, SYSTEM, 'due', { to: String(now).padStart(16, '0'), limit: 64 });
  assert.equal(due.length, 50);
  await store.commit(new Change().replace(jobs, SYSTEM, due[0]!, { ...due[0]!.value, state: 'running', dueAt: now + 10_000 }));
  await queue.list(account, 10);

  const read = (await store.get(things, account, '0/3'))!;
  await store.commit(new Change().replace(things, account, read, { ...read.value, tag: 'tag-x', blob: 'blob-new' }));
  await store.commit(new Change().delete(things, account, (await store.get(things, account, '0/6'))!));
  await store.commit(new Change().clear(things, account, '2/').clear(others, account));
  await store.commit(new Change().append(account, 'log', 1).count(account, 'calls', 'month-1', 2).audit(account, { n: 1 }));
  await store.forgetReleased(await store.releasedBlobs(-1000, 10));
  now += 1000;
  assert.equal(await store.sweep(100), 5);
  await store.dropEvents(account, 'second', now - 100);
  await store.dropEvents('account-8', 'log', now + 1, { isRetention: true });
  await store.dropEvents('account-9', 'log', now + 1);
  await store.erase('account-10');
}
