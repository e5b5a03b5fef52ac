import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairBudget } from './fair-budget.ts';

test('gives one account half, and leaves room for others', () => {
  const budget = new FairBudget(120);
  assert.deepEqual([budget.take('a', 60), budget.take('a', 1)], [undefined, 'account']);
  assert.deepEqual([budget.take('b', 30), budget.take('b', 1)], [undefined, 'account']);
  assert.deepEqual([budget.take('c', 15), budget.take('d', 16)], [undefined, 'process']);
  budget.release('a', 60);
  assert.deepEqual([budget.take('b', 15), budget.held], [undefined, 60]);
});

test('accepts one body as large as the whole budget', () => {
  const budget = new FairBudget(100);
  assert.equal(budget.take('a', 100), undefined);
  assert.equal(budget.take('b', 1), 'process');
  budget.release('a', 100);
  assert.equal(budget.held, 0);
  assert.equal(budget.take('b', 101), 'process');
});

test('waits until there is room', async () => {
  const budget = new FairBudget(100);
  const { signal } = new AbortController();
  const order: string[] = [];
  budget.take('a', 50);
  const first = budget.wait('a', 40, signal).then((bytes) => order.push(`a ${bytes}`));
  const second = budget.wait('b', 70, signal).then((bytes) => order.push(`b ${bytes}`));
  const third = budget.wait('b', 1000, signal).then((bytes) => order.push(`b ${bytes}`));
  assert.equal(budget.held, 50);
  budget.release('a', 50);
  await first;
  assert.equal(budget.held, 40);
  budget.release('a', 40);
  await second;
  budget.release('b', 70);
  await third;
  budget.release('b', 100);
  assert.deepEqual([order, budget.held], [['a 40', 'b 70', 'b 100'], 0]);
});

test('stops waiting when the call ends', async () => {
  const budget = new FairBudget(100);
  const controller = new AbortController();
  budget.take('a', 50);
  const waiting = budget.wait('a', 40, controller.signal);
  controller.abort(new Error('ended'));
  await assert.rejects(waiting, /ended/);
  await assert.rejects(budget.wait('a', 40, controller.signal), /ended/);
  budget.release('a', 50);
  assert.equal(budget.held, 0);
});
