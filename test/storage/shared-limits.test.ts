/** Limits of accounts over several processes: limiters and meters on one PostgreSQL, by one clock of the test. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { LeasedRateLimiter } from '../../src/accounts/limits/leased-limiter.ts';
import { Meter } from '../../src/accounts/limits/meter.ts';
import type { LimitLeases } from '../../src/kernel/ports/limits.ts';
import type { Store } from '../../src/kernel/ports/store.ts';
import { PostgresLimitLeases } from '../../src/storage/records/postgres/limit-leases.ts';
import { openPostgres } from '../../src/storage/records/postgres/store.ts';
import pg from 'pg';
import { newDatabase, stopPostgres } from '../support/postgres.ts';

const START = Date.UTC(2026, 0, 15);
const STEP_MS = 10;
/** A busy machine may stop for a while; the clock of the test does not move meanwhile. */
const STALLED_MS = 60_000;

describe('limits over several processes', () => {
  let store: Store;
  let pool: pg.Pool;
  let now = START;
  let trips = 0;
  let lastTrip: Promise<unknown> = Promise.resolve();
  let inFlight = 0;
  let isDown = false;
  let accounts = 0;
  const leases: LimitLeases = new PostgresLimitLeases(
    async (_name, text, values) => {
      if (isDown) throw new Error('The database is down.');
      trips++;
      const asked = pool.query<unknown[]>({ text, values, rowMode: 'array' });
      lastTrip = asked;
      inFlight++;
      try {
        return (await asked).rows.map((row) => row.map(Number));
      } finally {
        inFlight--;
      }
    },
    () => now,
  );

  before(async () => {
    const url = await newDatabase();
    store = await openPostgres({ url, now: () => now, onError: () => {} });
    // One connection: calls reach the store in their order, and a busy machine does not change the outcome.
    pool = new pg.Pool({ connectionString: url, max: 1 });
  });
  after(async () => {
    await pool.end();
    await store.close();
    await stopPostgres();
  });

  let timers: { at: number; run: () => void }[] = [];
  const later = (run: () => void, ms: number): unknown => timers.push({ at: now + ms, run });
  function runTimers(): void {
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { run } of due) run();
  }
  /** Until nobody asks the store any more. */
  async function settle(): Promise<void> {
    for (let before = -1; before !== trips || inFlight > 0;) {
      before = trips;
      await setImmediate();
      await setImmediate();
    }
  }

  const newAccount = (): string => `account-${++accounts}`;
  const limiters = (count: number): LeasedRateLimiter[] =>
    Array.from(
      { length: count },
      (_, i) =>
        new LeasedRateLimiter({ leases, process: `p${i}`, clock: { now: () => now }, timeoutMs: STALLED_MS, later, onError: () => {} }),
    );
  const meters = (count: number): Meter[] =>
    Array.from({ length: count }, (_, i) => new Meter(store, { leases, process: `p${i}`, now: () => now }));

  /** Sends calls for a time; `load` is how many a process gets in a step. Returns the times of those that were admitted. */
  async function send(among: readonly LeasedRateLimiter[], rate: number, seconds: number, load: (process: number, ms: number) => number) {
    const account = newAccount();
    const admitted: number[] = [];
    const end = now + seconds * 1000;
    const calls: Promise<unknown>[] = [];
    const note = (retryAfter: number): unknown => retryAfter === 0 && admitted.push(now);
    for (const start = now; now < end; now += STEP_MS) {
      runTimers();
      for (const [i, limiter] of among.entries())
        for (let left = load(i, now - start); left > 0; left--) calls.push(Promise.resolve(limiter.take(account, rate, now)).then(note));
      await settle();
    }
    for (; timers.length > 0; now += STEP_MS) {
      runTimers();
      await settle();
    }
    await Promise.all(calls);
    return admitted;
  }

  /** In any window there are at most as many as one bucket would admit. */
  function checkWindows(admitted: readonly number[], rate: number): void {
    for (let from = 0; from < admitted.length; from++)
      for (let to = from; to < admitted.length; to += Math.max(1, Math.floor(rate / 4))) {
        const allowed = rate + (rate * (admitted[to]! - admitted[from]!)) / 1000;
        assert.ok(to - from + 1 <= allowed + 1e-6, `${to - from + 1} calls in ${admitted[to]! - admitted[from]!} ms`);
      }
  }

  const LOADS: Record<string, (process: number, ms: number) => number> = {
    steady: () => 2,
    bursty: (_, ms) => (ms % 2000 < 100 ? 20 : 0),
    skewed: (process) => (process === 0 ? 4 : process === 1 ? 1 : 0),
    moving: (process, ms) => (Math.floor(ms / 300) % 3 === process ? 4 : 0),
  };
  for (const [name, load] of Object.entries(LOADS))
    for (const rate of [10, 100, 200])
      test(`${rate} calls a second over three processes, ${name}: as one bucket admits, within a twentieth of a second's calls`, async () => {
        const seconds = 5;
        const before = trips;
        const admitted = await send(limiters(3), rate, seconds, load);
        checkWindows(admitted, rate);
        const single = await simulateSingle(rate, seconds, load);
        // The last calls of a burst wait for what comes in within 30 ms.
        const bursts = name === 'bursty' ? seconds / 2 : 1;
        assert.ok(admitted.length <= single + (rate * 0.05 + 1) * bursts, `${admitted.length} admitted, ${single} by one bucket`);
        // Each time that traffic moves to another process, the first one leaves some of its lease unused.
        const moves = name === 'moving' ? seconds : 1;
        assert.ok(admitted.length >= single - rate * 0.05 * moves - 1, `${admitted.length} admitted, ${single} by one bucket`);
        assert.ok(trips - before <= 3 * 50 * seconds, `${trips - before} round trips`);
      });

  /** What one process with all the calls would admit. */
  async function simulateSingle(rate: number, seconds: number, load: (process: number, ms: number) => number): Promise<number> {
    const { LocalRateLimiter } = await import('../../src/accounts/limits/limiter.ts');
    const limiter = new LocalRateLimiter();
    let admitted = 0;
    for (let ms = 0; ms < seconds * 1000; ms += STEP_MS)
      for (let calls = load(0, ms) + load(1, ms) + load(2, ms); calls > 0; calls--) if (limiter.take('a', rate, ms) === 0) admitted++;
    return admitted;
  }

  test('most calls below a high limit cost no round trip', async () => {
    const before = trips;
    const admitted = await send(limiters(3), 2000, 2, () => 5);
    assert.equal(admitted.length, 3000);
    assert.ok(trips - before < admitted.length / 10, `${trips - before} round trips for ${admitted.length} calls`);
  });

  test('a process that cannot reach the store admits its share, and asks again', async () => {
    const account = newAccount();
    const among = limiters(4);
    for (const limiter of among) await limiter.take(account, 40, now);
    isDown = true;
    now += 1000;
    const admitted: number[] = [];
    for (let ms = 0; ms < 5000; ms += STEP_MS, now += STEP_MS) {
      const retryAfter = await among[3]!.take(account, 40, now);
      if (retryAfter === 0) admitted.push(now);
      else assert.ok(retryAfter >= 1);
    }
    // A quarter of 40 a second, without a burst at the start.
    assert.ok(admitted.length >= 47 && admitted.length <= 51, `${admitted.length} calls in 5 s`);
    isDown = false;
    now += 2000;
    const before = trips;
    await among[3]!.take(account, 40, now);
    while (trips === before) await setImmediate();
    await lastTrip;
    await setImmediate();
    now += 2000;
    const burst = await Promise.all(Array.from({ length: 60 }, () => among[3]!.take(account, 40, now)));
    assert.equal(burst.filter((retryAfter) => retryAfter === 0).length, 40);
  });

  test('a changed limit applies immediately', async () => {
    const account = newAccount();
    const [limiter] = limiters(1);
    while ((await limiter!.take(account, 1, now)) === 0);
    now += 100;
    assert.equal(await limiter!.take(account, 1000, now), 0);
  });

  const usage = async (account: string): Promise<number> => (await store.counters(account)).reduce((sum, { total }) => sum + total, 0);
  async function call(meter: Meter, account: string, limit: number, calls: number): Promise<number> {
    const taken = await Promise.all(Array.from({ length: calls }, () => meter.take(account, 'one', limit, now)));
    return taken.filter(Boolean).length;
  }

  test('calls of a month: never more than the limit, and all of it in the end', async () => {
    const account = newAccount();
    const among = meters(3);
    let admitted = 0;
    for (let i = 0; i < 400 && admitted < 1000; i++) {
      for (const meter of among) admitted += await call(meter, account, 1000, 1 + (i % 7));
      assert.ok(admitted <= 1000);
      now += 50;
      if (i % 20 === 19) for (const meter of among) await meter.flush();
    }
    assert.equal(admitted, 1000);
    for (const meter of among) await meter.flush();
    now += 1000;
    for (const meter of among) assert.equal(await call(meter, account, 1000, 3), 0);
    assert.equal(await usage(account), 1000);
  });

  test('calls of a month: a slice that nobody uses goes to the others', async () => {
    const account = newAccount();
    const [idle, busy] = meters(2) as [Meter, Meter];
    for (let i = 0; i < 5; i++, now += 20) await call(idle, account, 200, 10);
    for (const _ of [1, 2]) {
      now += 1000;
      await idle.flush();
    }
    let admitted = 0;
    for (let i = 0; i < 20; i++, now += 1000) admitted += await call(busy, account, 200, 20);
    assert.equal(admitted, 150);
  });

  test('calls of a month: a killed process costs no more than the calls that it had not saved', async () => {
    const account = newAccount();
    const [killed, other] = meters(2) as [Meter, Meter];
    const lost = await call(killed, account, 100, 30);
    assert.equal(lost, 30);
    assert.equal(await call(other, account, 100, 100), 70, 'its calls count while its lease lives');
    await other.flush();
    now += 20_000;
    assert.equal(await call(other, account, 100, 100), 30);
    await other.flush();
    assert.equal(await usage(account), 100);
  });

  test('calls of a month: a process that was frozen past its lease uses none of its slice', async () => {
    const account = newAccount();
    const [frozen, other] = meters(2) as [Meter, Meter];
    for (let i = 0; i < 10; i++, now += 10) await call(frozen, account, 1000, 10);
    await frozen.flush();
    now += 20_000;
    assert.equal(await call(other, account, 1000, 1000), 900);
    assert.equal(await call(frozen, account, 1000, 1), 0);
  });

  test('calls of a month: refuses with the error of a store that is down, and recovers', async () => {
    const account = newAccount();
    const [meter] = meters(1) as [Meter];
    isDown = true;
    await assert.rejects(async () => await meter.take(account, 'one', 5, now), /down/);
    isDown = false;
    assert.equal(await call(meter, account, 5, 9), 5);
  });
});
