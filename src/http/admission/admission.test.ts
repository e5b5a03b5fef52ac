import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { Admission } from './admission.ts';
import { GROWTH, MAX_CALLS, MAX_DELAY_MS, MIN_CALLS } from './limits.ts';

function create(t: TestContext): { admission: Admission; changes: boolean[] } {
  const changes: boolean[] = [];
  const admission = new Admission({ onChange: (isOverloaded) => changes.push(isOverloaded) });
  t.after(() => admission.close());
  return { admission, changes };
}

/** Takes calls until one is refused; returns how many were admitted. */
function fill(admission: Admission, account: string): number {
  let count = 0;
  while (!admission.take(account)) count++;
  return count;
}

test('bounds the calls in flight of an account, and leaves room for others', (t) => {
  const { admission } = create(t);
  assert.equal(fill(admission, 'a'), MAX_CALLS / 2);
  assert.equal(admission.take('a'), 'account');
  assert.equal(fill(admission, 'b'), MAX_CALLS / 4);
  assert.equal(admission.callsInFlight, (3 * MAX_CALLS) / 4);
});

test('counts a call until it is answered, and one that is answered immediately until the turn of the loop ends', async (t) => {
  const { admission } = create(t);
  fill(admission, 'a');
  admission.release('a', 10);
  assert.equal(admission.take('a'), undefined);
  admission.release('a', 0);
  assert.equal(admission.take('a'), 'account');
  await setImmediate();
  assert.equal(admission.take('a'), undefined);
});

test('admits fewer calls while the loop is delayed, and slowly more when it keeps up', (t) => {
  const { admission } = create(t);
  admission.sample(MAX_DELAY_MS + 1);
  assert.equal(fill(admission, 'a'), MAX_CALLS / 4);
  for (let i = 0; i < 10; i++) admission.sample(MAX_DELAY_MS + 1);
  assert.equal(fill(admission, 'b'), 0);
  for (let i = 0; i < MAX_CALLS / 4; i++) admission.release('a', 0);
});

test('admits at least enough calls that an account within its share is not refused', async (t) => {
  const { admission } = create(t);
  for (let i = 0; i < 20; i++) admission.sample(1000);
  assert.equal(fill(admission, 'a'), MIN_CALLS / 2);
  assert.equal(fill(admission, 'b'), MIN_CALLS / 4);
  for (let i = 0; i < MIN_CALLS / 2; i++) admission.release('a', 0);
  await setImmediate();
  admission.sample(0);
  assert.ok(fill(admission, 'a') >= GROWTH / 2);
});

test('reports when calls are shed and when the bound is as before', (t) => {
  const { admission, changes } = create(t);
  admission.sample(MAX_DELAY_MS + 1);
  assert.deepEqual([changes, admission.isOverloaded], [[], false]);
  fill(admission, 'a');
  admission.sample(MAX_DELAY_MS + 1);
  assert.deepEqual([changes, admission.isOverloaded], [[true], true]);
  for (let i = 0; i < MAX_CALLS / GROWTH; i++) admission.sample(0);
  assert.deepEqual([changes, admission.isOverloaded], [[true, false], false]);
});

test('measures the delay of the loop while calls arrive', async (t) => {
  const { admission } = create(t);
  while (admission.delayMs < 5) {
    admission.take('a');
    admission.release('a', 0);
    const busyUntil = performance.now() + 40;
    while (performance.now() < busyUntil);
    await setImmediate();
  }
});
