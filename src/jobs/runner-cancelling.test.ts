import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEASE_MS, jobHarness } from '../../test/support/job-harness.ts';

test('keeps a job cancelled when its first worker comes back', async (t) => {
  const h = await jobHarness(t);
  const frozen = h.connect();
  h.runner({ work: h.addToTally(500, { listens: false }) }, { store: frozen.store });
  const id = await h.enqueue();
  await h.time.advance(100);
  const letThrough = frozen.cut();
  await h.cancel(id);
  h.runner({ work: h.addToTally(0) });
  await h.time.advance(2 * LEASE_MS);
  const cancelled = await h.job(id);
  assert.equal(cancelled.state, 'cancelled');
  letThrough();
  await h.time.advance(5 * LEASE_MS);
  assert.deepEqual(await h.job(id), cancelled);
  assert.equal(await h.tally(), 0);
});

test('cancels a waiting job immediately and never runs it', async (t) => {
  const h = await jobHarness(t);
  const id = await h.enqueue();
  await h.cancel(id);
  const { state, endedAt } = await h.job(id);
  assert.deepEqual([state, endedAt], ['cancelled', h.time.clock.now()]);
  h.runner({ work: h.addToTally(0) });
  await h.time.advance(2 * LEASE_MS);
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['cancelled', 0]);
});

test('signals a running job, shows cancelling, then cancelled', async (t) => {
  const h = await jobHarness(t);
  h.runner({
    work: async (_job, { signal }) => {
      await h.time.sleep(10_000, signal).catch(() => undefined);
      await h.time.sleep(200);
      signal.throwIfAborted();
      return { state: 'succeeded' };
    },
  });
  const id = await h.enqueue();
  await h.time.advance(100);
  await h.cancel(id);
  await h.time.advance(100);
  assert.equal((await h.job(id)).state, 'cancelling');
  await h.time.advance(200);
  assert.equal((await h.job(id)).state, 'cancelled');
  assert.deepEqual(h.errors, []);
});

test('discards the effects of a handler that ignores cancellation', async (t) => {
  const h = await jobHarness(t);
  h.runner({ work: h.addToTally(1000, { listens: false }) });
  const id = await h.enqueue();
  await h.time.advance(100);
  await h.cancel(id);
  await h.time.advance(1000);
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['cancelled', 0]);
});

test('delivers a cancellation with the next renewal when no announcement arrives', async (t) => {
  const h = await jobHarness(t);
  h.runner({ work: h.addToTally(10 * LEASE_MS) }, { store: h.connect().store });
  const id = await h.enqueue();
  await h.time.advance(600);
  await h.cancel(id);
  await h.time.advance(LEASE_MS / 3);
  assert.equal((await h.job(id)).state, 'cancelled');
});
