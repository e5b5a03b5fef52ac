/**
 * npm run bench -- postgres [--records 10000,1000000] [--jobs 200000] [--held-jobs 50000] [--event-bytes 20] [--url URL --server PID]
 *
 * Grows a database to each number of records, with ten times as many events, and prints what each call of the store costs there: CPU time
 * of PostgreSQL, and the middle time by the clock. Then the plans at the largest size, and how jobs pass through the queue. Without --url
 * a PostgreSQL of its own is started. The default takes a few minutes; 10,000,000 records and 100,000,000 events need 25 GB.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openPostgres } from '../../../src/storage/records/postgres/store.ts';
import { STATEMENTS, partitionOf } from '../../../src/storage/records/postgres/statements.ts';
import { newDatabase, postgresPid, stopPostgres } from '../../../test/support/postgres.ts';
import { median } from '../http/statistics.ts';
import { measuredCalls } from './calls.ts';
import { ServerCpu } from './cpu.ts';
import { fill } from './fill.ts';
import { passJobs } from './job-queue.ts';

interface Cost {
  micros: number;
  ms: number;
}

/** Partition and table statistics change during a bench; the first calls of a connection prepare statements. */
const WARM_UPS = 20;
/** With fewer rows PostgreSQL may rightly scan a whole table. */
const LARGE_TABLE = 5000;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      records: { type: 'string', default: '10000,1000000' },
      jobs: { type: 'string', default: '200000' },
      'held-jobs': { type: 'string', default: '50000' },
      'event-bytes': { type: 'string', default: '20' },
      url: { type: 'string' },
      server: { type: 'string' },
    },
  });
  const url = values.url ?? (await newDatabase());
  const cpu = new ServerCpu(values.server === undefined ? await postgresPid() : Number(values.server));
  const store = await openPostgres({ url, now: Date.now, onError: (error) => console.error(error.message) });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const costs = new Map<string, Cost[]>();
  const sizes = values.records.split(',').map(Number).filter(Boolean);
  for (const size of sizes) {
    const startedAt = performance.now();
    const filled = await fill(client, size, Number(values['event-bytes']));
    const { rows } = await client.query<{ size: string }>('select pg_size_pretty(pg_database_size(current_database())) as size');
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(`${filled.records} records, ${filled.events} events: ${rows[0]!.size}, filled in ${seconds} s`);
    for (const call of measuredCalls(store, filled)) {
      const first = call.prepare ? 0 : -WARM_UPS;
      const times: number[] = [];
      let micros = 0;
      for (let n = first; n < call.calls; n++) {
        await call.prepare?.(n);
        if (n === 0 || call.prepare) cpu.takeMicros();
        const sentAt = performance.now();
        await call.run(n < 0 ? call.calls - n : n);
        times.push(performance.now() - sentAt);
        if (call.prepare) micros += cpu.takeMicros();
      }
      if (!call.prepare) micros = cpu.takeMicros();
      const cost = { micros: micros / call.calls, ms: median(times.slice(-call.calls)) };
      costs.set(call.name, [...(costs.get(call.name) ?? []), cost]);
    }
  }
  if (sizes.length > 0) {
    console.log(`\nCPU µs of PostgreSQL a call (ms by the clock, median), at ${sizes.join(', ')} records`);
    for (const [name, measured] of costs) {
      const cells = measured.map(({ micros, ms }) => `${micros.toFixed(0)} (${ms.toFixed(2)})`.padStart(16)).join('');
      const ratio = measured.length > 1 ? `  ×${(measured.at(-1)!.micros / measured[0]!.micros).toFixed(2)}` : '';
      console.log(`  ${name.padEnd(52)}${cells}${ratio}`);
    }
    await printPlans(client);
  }
  for (const [total, isHeld] of [
    [Number(values.jobs), false],
    [Number(values['held-jobs']), true],
  ] as const) {
    if (total === 0) continue;
    console.log(`\n${total} jobs pass through the queue${isHeld ? ', while a backup keeps old rows' : ''}: CPU µs of PostgreSQL`);
    for (const { jobs, findMicros, fullMicros, jobMicros } of await passJobs(store, url, cpu, { total, isHeld }))
      console.log(
        `  after ${String(jobs).padStart(7)}: ${findMicros.toFixed(0)} to look for due jobs as the runner does, ${fullMicros.toFixed(0)} from the beginning, ${jobMicros.toFixed(0)} a job in all`,
      );
  }
  await client.end();
  await store.close();
  if (values.url === undefined) await stopPostgres();
}

/** How the statements read, for values that are not known, as prepared statements do. */
async function printPlans(client: pg.Client): Promise<void> {
  console.log('\nPlans');
  const { rows } = await client.query<{ segment: number }>('select max(segment) as segment from event_segments');
  const { rows: large } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples > ${LARGE_TABLE}`,
  );
  const isLarge = new Set(large.map(({ name }) => name));
  const statements = {
    ...STATEMENTS,
    'events of a partition': `select position, at, value, checksum from ${partitionOf(rows[0]!.segment)}
      where account = $1 and log = $2 and position > $3 order by position limit $4`,
  };
  for (const [name, text] of Object.entries(statements)) {
    const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${text}`);
    const nodes = lines.map((line) => line['QUERY PLAN']).filter((line) => /Scan|Join|Nested Loop|Sort|Aggregate/.test(line));
    const plan = nodes.map((line) => line.replace(/^\s*(->)?\s*/, '')).join(' < ');
    const read = [...plan.matchAll(/Seq Scan on (\w+)/g)].some(([, table]) => isLarge.has(table!));
    const note = name === 'isEmpty' ? 'first row of ' : read ? 'READS ALL ' : '';
    console.log(`  ${name.padEnd(24)}${note}${plan.length > 150 ? `${plan.slice(0, 150)}…` : plan}`);
  }
}
