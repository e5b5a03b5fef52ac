import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Change } from '../kernel/change.ts';
import { LEASE_MS, jobHarness } from '../../test/support/job-harness.ts';
import type { JobObserver } from './runner.ts';

test('renews the lease of a long job so that no other runner claims it', async (t) => {
  const h = await jobHarness(t);
  const started: string[] = [];
  for (const name of ['one', 'two']) {
    h.runner({
      work: async (...args) => {
        started.push(name);
        return await h.addToTally(10 * LEASE_MS)(...args);
      },
    });
  }
  const id = await h.enqueue();
  await h.time.advance(11 * LEASE_MS);
  assert.equal(started.length, 1);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt], ['succeeded', 1]);
});

test('the only process resumes the job of a killed one immediately, except kinds of another runner', async (t) => {
  const h = await jobHarness(t);
  const killed = h.connect();
  h.runner({ work: h.addToTally(500), other: h.addToTally(500) }, { store: killed.store });
  const [id, other] = [await h.enqueue(), await h.enqueue('other')];
  await h.time.advance(100);
  killed.cut();
  h.runner({ work: h.addToTally(100) }, { isOnlyProcess: true });
  await h.time.advance(200);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt, await h.tally()], ['succeeded', 2, 1]);
  assert.equal((await h.job(other)).state, 'running');
});

test('resumes the job of a killed worker within two leases and applies its effects once', async (t) => {
  const h = await jobHarness(t);
  const killed = h.connect();
  h.runner({ work: h.addToTally(500) }, { store: killed.store });
  const id = await h.enqueue();
  await h.time.advance(100);
  killed.cut();
  const diedAt = h.time.clock.now();
  h.runner({ work: h.addToTally(500) });
  let retakenAt = 0;
  h.store.onAnnouncement(() => void h.job(id).then(({ attempt }) => attempt === 2 && (retakenAt ||= h.time.clock.now())));
  await h.time.advance(3 * LEASE_MS);
  assert.ok(retakenAt > 0 && retakenAt - diedAt <= 2 * LEASE_MS, `taken up after ${retakenAt - diedAt} ms`);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt], ['succeeded', 2]);
  assert.equal(await h.tally(), 1);
});

test('ignores a worker that comes back after its lease was taken over', async (t) => {
  const h = await jobHarness(t);
  const frozen = h.connect();
  let reason: unknown;
  h.runner(
    {
      work: async (job, context) => {
        context.signal.addEventListener('abort', () => (reason = context.signal.reason));
        return await h.addToTally(2 * LEASE_MS, { listens: false })(job, context);
      },
    },
    { store: frozen.store },
  );
  const id = await h.enqueue();
  await h.time.advance(100);
  const letThrough = frozen.cut();
  h.runner({ work: h.addToTally(5 * LEASE_MS) });
  await h.time.advance(2 * LEASE_MS - 200);
  assert.equal((await h.job(id)).attempt, 2);
  letThrough();
  await h.time.advance(50);
  assert.match(String(reason), /lease is lost/);
  await h.time.advance(LEASE_MS);
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['running', 0]);
  await h.time.advance(5 * LEASE_MS);
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['succeeded', 1]);
});

test('keeps an abandoned job failed when its last worker comes back', async (t) => {
  const h = await jobHarness(t);
  const frozen = h.connect();
  h.runner({ work: h.addToTally(500, { listens: false }) }, { store: frozen.store, maxAttempts: 1 });
  const id = await h.enqueue();
  await h.time.advance(100);
  const letThrough = frozen.cut();
  h.runner({ work: h.addToTally(0) }, { maxAttempts: 1 });
  await h.time.advance(2 * LEASE_MS);
  const abandoned = await h.job(id);
  assert.deepEqual([abandoned.state, abandoned.errors[0]!.code], ['failed', 'unknown']);
  letThrough();
  await h.time.advance(LEASE_MS);
  assert.deepEqual(await h.job(id), abandoned);
  assert.equal(await h.tally(), 0);
});

test('completes a job in its first run while a renewal is in flight', async (t) => {
  const h = await jobHarness(t);
  h.runner({ work: h.addToTally(LEASE_MS / 3 + 20) }, { store: h.slowStore(50) });
  const id = await h.enqueue();
  await h.time.advance(LEASE_MS);
  const completed = await h.job(id);
  assert.deepEqual([completed.state, completed.attempt, await h.tally()], ['succeeded', 1, 1]);
  await h.time.advance(LEASE_MS);
  assert.deepEqual(await h.job(id), completed);
});

test('keeps the job when the reply to a renewal is lost', async (t) => {
  const h = await jobHarness(t);
  let lose = false;
  const store = Object.assign(h.connect().store, {
    commit: async (change: Change) => {
      await h.store.commit(change);
      if (lose) throw new Error('The connection is lost.');
    },
  });
  h.runner({ work: h.addToTally(3 * LEASE_MS) }, { store });
  const id = await h.enqueue();
  await h.time.advance(500);
  lose = true;
  await h.time.advance(LEASE_MS / 3);
  lose = false;
  await h.time.advance(3 * LEASE_MS);
  assert.equal(h.errors.length, 1);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt, await h.tally()], ['succeeded', 1, 1]);
});

describe('after the clock was set back', () => {
  const HOURS_MS = 5 * 3600_000;

  test('runs jobs that were due by the old time, each after its delay', async (t) => {
    const h = await jobHarness(t);
    let offset = 0;
    const clock = { now: () => h.time.clock.now() + offset };
    h.runner({ work: h.addToTally(10) }, { clock });
    await h.time.advance(1000);
    const ids = [await h.enqueue('work', { delayMs: 1500 }), await h.enqueue('work', { delayMs: 20_000 })];
    offset = -HOURS_MS;
    await h.time.advance(4000);
    assert.deepEqual([(await h.job(ids[0]!)).state, (await h.job(ids[1]!)).state], ['succeeded', 'notStarted']);
    await h.time.advance(20_000);
    assert.equal((await h.job(ids[1]!)).state, 'succeeded');
    assert.equal(await h.tally(), 2);
  });

  test('takes over the job of a worker that died before', async (t) => {
    const h = await jobHarness(t);
    const killed = h.connect();
    h.runner({ work: h.addToTally(500) }, { store: killed.store });
    const id = await h.enqueue();
    await h.time.advance(100);
    killed.cut();
    h.runner({ work: h.addToTally(500) }, { clock: { now: () => h.time.clock.now() - HOURS_MS } });
    await h.time.advance(3 * LEASE_MS);
    assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt], ['succeeded', 2]);
    assert.equal(await h.tally(), 1);
  });

  test('leaves a job to the worker that holds it', async (t) => {
    const h = await jobHarness(t);
    let offset = 0;
    const clock = { now: () => h.time.clock.now() + offset };
    h.runner({ work: h.addToTally(4 * LEASE_MS) }, { clock });
    h.runner({ work: h.addToTally(4 * LEASE_MS) }, { clock });
    const id = await h.enqueue();
    await h.time.advance(LEASE_MS);
    offset = -HOURS_MS;
    await h.time.advance(5 * LEASE_MS);
    assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt], ['succeeded', 1]);
  });
});

test('reports leases that are claimed, renewed, taken over and lost', async (t) => {
  const h = await jobHarness(t);
  const seen: Record<'frozen' | 'other', string[]> = { frozen: [], other: [] };
  const waited: number[] = [];
  const observer = (name: 'frozen' | 'other'): JobObserver => ({
    lease: (event) => void seen[name].push(event),
    claimed: (_job, ms) => void waited.push(ms),
    attempt: async (job, run) => {
      await run();
      seen[name].push(job().state);
    },
  });
  const id = await h.enqueue();
  await h.time.advance(400);
  const frozen = h.connect();
  h.runner({ work: h.addToTally(2 * LEASE_MS, { listens: false }) }, { store: frozen.store, observer: observer('frozen') });
  await h.time.advance(1.5 * (LEASE_MS / 3));
  const letThrough = frozen.cut();
  h.runner({ work: h.addToTally(LEASE_MS / 2) }, { observer: observer('other') });
  await h.time.advance(2 * LEASE_MS);
  letThrough();
  await h.time.advance(LEASE_MS);
  assert.equal((await h.job(id)).state, 'succeeded');
  assert.deepEqual(seen.other, ['takenOver', 'renewed', 'succeeded']);
  assert.deepEqual(seen.frozen, ['claimed', 'renewed', 'lost', 'running']);
  assert.equal(waited[0], 400);
});

test('reports a lease that is renewed late', async (t) => {
  const h = await jobHarness(t);
  const events: string[] = [];
  const slow = h.connect();
  h.runner(
    { work: h.addToTally(LEASE_MS) },
    { store: slow.store, observer: { lease: (event) => void events.push(event), claimed: () => {}, attempt: (_job, run) => run() } },
  );
  await h.enqueue();
  await h.time.advance(600);
  const letThrough = slow.cut();
  await h.time.advance(LEASE_MS - 600);
  letThrough();
  await h.time.advance(LEASE_MS);
  assert.equal(events[0], 'claimed');
  assert.ok(events.includes('renewedLate') && !events.includes('lost'), events.join());
});
