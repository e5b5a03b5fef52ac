import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import { NotReady, Readiness } from './readiness.ts';

test('is ready when every part is, and names those that are not without details', async () => {
  const good = { run: async () => {} };
  assert.deepEqual(await new Readiness({ store: good, blobs: good }).report(), { isReady: true, checks: { store: 'ok', blobs: 'ok' } });
  const report = await new Readiness({
    good,
    full: { run: () => Promise.reject(new StorageUnavailable('full')) },
    wrong: { run: () => Promise.reject(new NotReady('is another folder')) },
    other: { run: () => Promise.reject(new Error('secret of /data')) },
  }).report();
  assert.deepEqual(report, {
    isReady: false,
    checks: { good: 'ok', full: 'The disk is full.', wrong: 'is another folder', other: 'fails' },
  });
});

test('checks at most once a second, and rarer where a good result counts longer', async () => {
  let now = 0;
  const runs = { store: 0, workers: 0 };
  const readiness = new Readiness(
    { store: { run: async () => void runs.store++ }, workers: { run: async () => void runs.workers++, ttlMs: 60_000 } },
    () => now,
  );
  await Promise.all([readiness.report(), readiness.report()]);
  await readiness.report();
  assert.deepEqual(runs, { store: 1, workers: 1 });
  now = 1000;
  await readiness.report();
  assert.deepEqual(runs, { store: 2, workers: 1 });
});

test('answers while a check hangs, without starting another, and recovers', async () => {
  let runs = 0;
  const hanging = Promise.withResolvers<void>();
  const readiness = new Readiness({ store: { run: () => (runs++, hanging.promise) } });
  assert.deepEqual((await readiness.report()).checks, { store: 'does not answer' });
  assert.deepEqual((await readiness.report()).checks, { store: 'does not answer' });
  assert.equal(runs, 1);
  hanging.resolve();
  assert.equal((await readiness.report()).isReady, true);
});
