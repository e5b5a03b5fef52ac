import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobHarness } from '../../test/support/job-harness.ts';
import type { Records } from '../kernel/ports/store.ts';
import { QueueDelays } from './queue-delay.ts';

test('reads how long the oldest due job of each kind has waited', async (t) => {
  const h = await jobHarness(t);
  const read = async (): Promise<object> =>
    Object.fromEntries(await new QueueDelays(h.store, h.time.clock, ['short', 'long', 'none']).read());
  assert.deepEqual(await read(), { short: 0, long: 0, none: 0 });
  await h.enqueue('long');
  await h.time.advance(7000);
  await h.enqueue('short', { account: 'b' });
  await h.enqueue('short', { delayMs: 60_000 });
  await h.time.advance(3000);
  assert.deepEqual(await read(), { short: 3, long: 10, none: 0 });
});

test('finds the oldest job of a kind behind a backlog of another one, whichever account has it', async (t) => {
  const h = await jobHarness(t);
  await h.time.advance(1000);
  for (let i = 0; i < 70; i++) await h.enqueue('backlog');
  await h.time.advance(2000);
  await h.enqueue('rare', { account: 'b' });
  await h.time.advance(1000);
  await h.enqueue('rare', { account: 'a' });
  await h.time.advance(500);
  const delays = await new QueueDelays(h.store, h.time.clock, ['rare', 'backlog']).read();
  assert.deepEqual(Object.fromEntries(delays), { rare: 1.5, backlog: 3.5 });
});

test('asks the store at most once a second, and again after a failure', async (t) => {
  const h = await jobHarness(t);
  let asked = 0;
  let fails = true;
  const records = {
    find: (...args: Parameters<Records['find']>) => {
      asked++;
      return fails ? Promise.reject(new Error('down')) : h.store.find(...args);
    },
  } as Pick<Records, 'find'>;
  const delays = new QueueDelays(records, h.time.clock, []);
  await assert.rejects(delays.read());
  fails = false;
  for (const _ of [1, 2, 3]) await delays.read();
  assert.equal(asked, 2);
});
