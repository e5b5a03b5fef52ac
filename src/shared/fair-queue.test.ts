import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import fc from 'fast-check';
import { FairQueue } from './fair-queue.ts';

const refused = (): Error => new Error('too many');

test('gives the next place to the account that has used the least time', async () => {
  let now = 0;
  const queue = new FairQueue({ concurrency: 1, maxWaiting: 10, now: () => now });
  const started: string[] = [];
  const run = (account: string, name: string, costMs: number): Promise<void> =>
    queue.run(account, {
      refused,
      work: async () => {
        started.push(name);
        await soon();
        now += costMs;
      },
    });
  const calls = [];
  for (let i = 1; i <= 4; i++) calls.push(run('slow', `slow${i}`, 100));
  for (let i = 1; i <= 6; i++) calls.push(run('quick', `quick${i}`, 40));
  await Promise.all(calls);
  // After 100 ms of the slow account, the quick one has three turns of 40 ms, and so on.
  assert.deepEqual(started, ['slow1', 'quick1', 'quick2', 'quick3', 'slow2', 'quick4', 'quick5', 'slow3', 'quick6', 'slow4']);
});

test('an account cannot take all places, and is refused when too many of its calls wait', async () => {
  const queue = new FairQueue({ concurrency: 3, perAccount: 2, maxWaiting: 1 });
  const ends: (() => void)[] = [];
  const started: string[] = [];
  const run = (account: string, name: string): Promise<string> =>
    queue.run(account, {
      refused,
      work: async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        return name;
      },
    });
  const first = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3')];
  await assert.rejects(run('a', 'a4'), { message: 'too many' });
  const other = run('b', 'b1');
  await soon();
  assert.deepEqual(started, ['a1', 'a2', 'b1']);
  ends.shift()!();
  await soon();
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'a3']);
  for (const end of ends) end();
  assert.deepEqual(await Promise.all([...first, other]), ['a1', 'a2', 'a3', 'b1']);
});

test('frees the place of failed work and of callers that stop waiting', async () => {
  const queue = new FairQueue({ concurrency: 1, maxWaiting: 5 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const holding = queue.run('a', { refused, work: () => promise });
  const patience = new AbortController();
  const impatient = queue.run('a', { refused, signal: patience.signal, work: () => assert.fail('It was not its turn.') });
  const failing = queue.run('a', { refused, work: () => Promise.reject(new Error('broken')) });
  const last = queue.run('a', { refused, work: () => Promise.resolve('done') });
  patience.abort(new Error('tired'));
  await assert.rejects(impatient, { message: 'tired' });
  resolve();
  await holding;
  await assert.rejects(failing, { message: 'broken' });
  assert.equal(await last, 'done');
});

test('refuses a call that waits for too long, and runs the next', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const queue = new FairQueue({ concurrency: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const holding = queue.run('a', { refused, work: () => promise });
  const late = assert.rejects(queue.run('b', { refused, maxWaitMs: 100, work: () => assert.fail('It was not its turn.') }), /too many/);
  const patient = queue.run('b', { refused, maxWaitMs: 1000, work: () => Promise.resolve('done') });
  context.mock.timers.tick(100);
  await late;
  resolve();
  await holding;
  assert.equal(await patient, 'done');
});

test('never exceeds its limits and completes every accepted call', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      async (scheduler, accounts, concurrency, perAccount) => {
        const queue = new FairQueue({ concurrency, perAccount, maxWaiting: 4 });
        const running = new Map<string, number>();
        let done = 0;
        let turnedAway = 0;
        const all = accounts.map(async (account) => {
          try {
            await queue.run(account, {
              refused,
              work: async () => {
                running.set(account, (running.get(account) ?? 0) + 1);
                assert.ok(running.get(account)! <= perAccount);
                assert.ok([...running.values()].reduce((sum, count) => sum + count, 0) <= concurrency);
                await scheduler.schedule(Promise.resolve());
                running.set(account, running.get(account)! - 1);
                done++;
              },
            });
          } catch (error) {
            assert.equal((error as Error).message, 'too many');
            turnedAway++;
          }
        });
        await scheduler.waitFor(Promise.all(all));
        assert.equal(done + turnedAway, accounts.length);
      },
    ),
    { numRuns: 50 },
  );
});
