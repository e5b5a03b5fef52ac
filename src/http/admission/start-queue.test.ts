import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { StartQueue } from './start-queue.ts';

const PER_TURN = 4;
const MAX_WAITING = 64;

const create = (maxWaitMs = Infinity): StartQueue => new StartQueue({ perTurn: PER_TURN, maxWaiting: MAX_WAITING, maxWaitMs });

test('starts a few calls in a turn, and the others in later turns', async () => {
  const queue = create();
  const started: number[] = [];
  for (let i = 0; i < 3 * PER_TURN; i++) assert.ok(queue.start('a', () => started.push(i)));
  for (let turns = 1; turns <= 3; turns++) {
    assert.deepEqual(started, [...Array(turns * PER_TURN).keys()]);
    await turn();
  }
});

test('takes senders in turn', async () => {
  const queue = create();
  const started: string[] = [];
  for (let i = 0; i < 6 * PER_TURN; i++) queue.start('a', () => started.push('a'));
  queue.start('b', () => started.push('b'));
  await turn();
  assert.equal(started.indexOf('b'), PER_TURN + 1);
});

test('refuses a sender with too many waiting, and leaves room for others', async () => {
  const queue = create();
  let started = 0;
  while (queue.start('a', () => started++));
  assert.ok(!queue.start('a', () => started++));
  assert.ok(queue.start('b', () => started++));
  for (let i = 0; i < MAX_WAITING; i++) await turn();
  assert.equal(started, MAX_WAITING / 2 + PER_TURN + 1);
  assert.ok(queue.start('a', () => started++));
});

test('refuses a sender with more than a turn of calls that have waited for too long', () => {
  const queue = create(1);
  const start = (sender: string, count: number): boolean[] => Array.from({ length: count }, () => queue.start(sender, () => undefined));
  start('a', 2 * PER_TURN);
  start('b', PER_TURN - 1);
  for (const end = performance.now() + 2; performance.now() < end;);
  assert.deepEqual([start('a', 1), start('b', 1)], [[false], [true]]);
});

test('starts a burst, and further calls at a rate, by their cost', async () => {
  const queue = new StartQueue({ perTurn: 1000, maxWaiting: 4000, maxWaitMs: Infinity, perSecond: 1000 });
  const startedAt = performance.now();
  let [paid, others] = [0, 0];
  for (let i = 0; i < 100; i++) queue.start('a', () => (paid += 5), 5);
  queue.start('b', () => others++);
  while (paid < 300) {
    await turn();
    const elapsedMs = performance.now() - startedAt;
    assert.ok(paid + others <= 100 + elapsedMs + 10, `${paid} after ${elapsedMs} ms`);
  }
  assert.equal(others, 1);
  assert.ok(performance.now() - startedAt >= 180);
});
