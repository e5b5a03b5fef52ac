/** The cost of a limit that processes share: of a call that is admitted from a lease, and of a lease itself, here and in PostgreSQL. */
import pg from 'pg';
import { LeasedRateLimiter } from '../../../src/accounts/limits/leased-limiter.ts';
import { LocalRateLimiter } from '../../../src/accounts/limits/limiter.ts';
import type { RateLimiter } from '../../../src/accounts/limits/limiter.ts';
import { openPostgres } from '../../../src/storage/records/postgres/store.ts';
import { newDatabase, stopPostgres } from '../../../test/support/postgres.ts';
import { cpuSeconds } from './servers.ts';
import { cpuMicros } from './statistics.ts';

const CALLS = 100_000;
const LEASES = 3000;

export interface LimitCosts {
  localMicros: number;
  leasedMicros: number;
  leaseMicros: number;
  /** Undefined where there is no /proc. */
  databaseMicros: number | undefined;
}

export async function measureLimits(): Promise<LimitCosts> {
  const url = await newDatabase();
  const store = await openPostgres({ url, now: Date.now, onError: console.error });
  const leases = store.limitLeases!;
  const clock = { now: Date.now };
  const take = (limiter: RateLimiter): Promise<number> =>
    cpuMicros(CALLS, () => limiter.take('many', 1_000_000, clock.now()) as Promise<unknown>);
  const lease = (): Promise<unknown> =>
    leases.leaseRate({ account: 'one', callsPerSecond: 100, process: 'p', kept: 0, waiting: 1, ahead: 1 });
  try {
    await cpuMicros(LEASES / 10, lease);
    const before = await databaseSeconds(url);
    const leaseMicros = await cpuMicros(LEASES, lease);
    const after = await databaseSeconds(url);
    return {
      localMicros: await take(new LocalRateLimiter()),
      leasedMicros: await take(new LeasedRateLimiter({ leases, process: 'p', clock, onError: console.error })),
      leaseMicros,
      databaseMicros: before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / LEASES,
    };
  } finally {
    await store.close();
    await stopPostgres();
  }
}

/** CPU seconds of the connections to a database, from the kernel. */
async function databaseSeconds(url: string): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
  return rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
}
