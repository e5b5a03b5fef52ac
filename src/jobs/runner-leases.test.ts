import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '../kernel/change.ts';
import { LEASE_MS, house } from '../../test/support/job-house.ts';

test('renews the lease of a long job so that no other runner claims it', async (t) => {
  const h = await house(t);
  const started: string[] = [];
  for (const name of ['one', 'two']) {
    h.runner({
      work: async (...args) => {
        started.push(name);
        return await h.adding(10 * LEASE_MS)(...args);
      },
    });
  }
  const id = await h.enqueue();
  await h.time.pass(11 * LEASE_MS);
  assert.equal(started.length, 1);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt], ['succeeded', 1]);
});

test('resumes the job of a killed worker within two leases and applies its effects once', async (t) => {
  const h = await house(t);
  const killed = h.link();
  h.runner({ work: h.adding(500) }, { store: killed.store });
  const id = await h.enqueue();
  await h.time.pass(100);
  killed.cut();
  const diedAt = h.time.clock.now();
  h.runner({ work: h.adding(500) });
  let retakenAt = 0;
  h.store.onAnnouncement(() => void h.job(id).then(({ attempt }) => attempt === 2 && (retakenAt ||= h.time.clock.now())));
  await h.time.pass(3 * LEASE_MS);
  assert.ok(retakenAt > 0 && retakenAt - diedAt <= 2 * LEASE_MS, `taken up after ${retakenAt - diedAt} ms`);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt], ['succeeded', 2]);
  assert.equal(await h.tally(), 1);
});

test('ignores a worker that comes back after its lease was taken over', async (t) => {
  const h = await house(t);
  const frozen = h.link();
  let reason: unknown;
  h.runner({
    work: async (job, context) => {
      context.signal.addEventListener('abort', () => reason = context.signal.reason);
      return await h.adding(2 * LEASE_MS, { listens: false })(job, context);
    },
  }, { store: frozen.store });
  const id = await h.enqueue();
  await h.time.pass(100);
  const letThrough = frozen.cut();
  h.runner({ work: h.adding(5 * LEASE_MS) });
  await h.time.pass(2 * LEASE_MS - 200);
  assert.equal((await h.job(id)).attempt, 2);
  letThrough();
  await h.time.pass(50);
  assert.match(String(reason), /lease is lost/);
  await h.time.pass(LEASE_MS);
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['running', 0]);
  await h.time.pass(5 * LEASE_MS);
  assert.deepEqual([(await h.job(id)).state, await h.tally()], ['succeeded', 1]);
});

test('keeps an abandoned job failed when its last worker comes back', async (t) => {
  const h = await house(t);
  const frozen = h.link();
  h.runner({ work: h.adding(500, { listens: false }) }, { store: frozen.store, maxAttempts: 1 });
  const id = await h.enqueue();
  await h.time.pass(100);
  const letThrough = frozen.cut();
  h.runner({ work: h.adding(0) }, { maxAttempts: 1 });
  await h.time.pass(2 * LEASE_MS);
  const given = await h.job(id);
  assert.deepEqual([given.state, given.errors[0]!.code], ['failed', 'unknown']);
  letThrough();
  await h.time.pass(LEASE_MS);
  assert.deepEqual(await h.job(id), given);
  assert.equal(await h.tally(), 0);
});

test('completes a job in its first run while a renewal is in flight', async (t) => {
  const h = await house(t);
  h.runner({ work: h.adding(LEASE_MS / 3 + 20) }, { store: h.slow(50) });
  const id = await h.enqueue();
  await h.time.pass(LEASE_MS);
  const ended = await h.job(id);
  assert.deepEqual([ended.state, ended.attempt, await h.tally()], ['succeeded', 1, 1]);
  await h.time.pass(LEASE_MS);
  assert.deepEqual(await h.job(id), ended);
});

test('keeps the job when the reply to a renewal is lost', async (t) => {
  const h = await house(t);
  let lose = false;
  const store = Object.assign(h.link().store, {
    commit: async (change: Change) => {
      await h.store.commit(change);
      if (lose) throw new Error('The connection is lost.');
    },
  });
  h.runner({ work: h.adding(3 * LEASE_MS) }, { store });
  const id = await h.enqueue();
  await h.time.pass(500);
  lose = true;
  await h.time.pass(LEASE_MS / 3);
  lose = false;
  await h.time.pass(3 * LEASE_MS);
  assert.equal(h.errors.length, 1);
  assert.deepEqual([(await h.job(id)).state, (await h.job(id)).attempt, await h.tally()], ['succeeded', 1, 1]);
});
