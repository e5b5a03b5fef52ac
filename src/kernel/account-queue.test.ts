import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import fc from 'fast-check';
import { AccountQueue } from './account-queue.ts';

const never = new AbortController().signal;
const refused = (): Error => new Error('too many');

test('limits running and waiting calls per account without delaying other accounts', async () => {
  const turns = new AccountQueue({ concurrency: 2, maxWaiting: 1 });
  const ends: (() => void)[] = [];
  const started: string[] = [];
  const run = (account: string, name: string): Promise<string> =>
    turns.run(account, {
      refused,
      signal: never,
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

test('frees the slot of failed work and of callers that stop waiting', async () => {
  const turns = new AccountQueue({ concurrency: 1, maxWaiting: 5 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const holding = turns.run('a', { refused, signal: never, work: () => promise });
  const patience = new AbortController();
  const impatient = turns.run('a', { refused, signal: patience.signal, work: () => assert.fail('It was not its turn.') });
  const failing = turns.run('a', { refused, signal: never, work: () => Promise.reject(new Error('broken')) });
  const last = turns.run('a', { refused, signal: never, work: () => Promise.resolve('done') });
  patience.abort(new Error('tired'));
  await assert.rejects(impatient, { message: 'tired' });
  resolve();
  await holding;
  await assert.rejects(failing, { message: 'broken' });
  assert.equal(await last, 'done');
});

test('never exceeds the limit and completes every accepted call', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }),
      fc.integer({ min: 1, max: 4 }),
      async (scheduler, accounts, concurrency) => {
        const turns = new AccountQueue({ concurrency, maxWaiting: 4 });
        const underWay = new Map<string, number>();
        let done = 0;
        let turnedAway = 0;
        const all = accounts.map(async (account) => {
          try {
            await turns.run(account, {
              refused,
              signal: never,
              work: async () => {
                underWay.set(account, (underWay.get(account) ?? 0) + 1);
                assert.ok(underWay.get(account)! <= concurrency);
                await scheduler.schedule(Promise.resolve());
                underWay.set(account, underWay.get(account)! - 1);
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
