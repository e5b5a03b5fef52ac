import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Admission } from './admission.ts';
import { MAX_CALLS, RECOVERY_MS } from './limits.ts';

function create(t: TestContext): { admission: Admission; changes: boolean[] } {
  t.mock.timers.enable({ apis: ['setInterval'] });
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

test('counts a call until it is answered', (t) => {
  const { admission } = create(t);
  fill(admission, 'a');
  admission.release('a');
  assert.equal(admission.take('a'), undefined);
  assert.equal(admission.take('a'), 'account');
});

test('reports when calls are refused, and when none was for a while', (t) => {
  const { admission, changes } = create(t);
  fill(admission, 'a');
  assert.deepEqual([changes, admission.isOverloaded], [[true], true]);
  admission.take('a');
  t.mock.timers.tick(RECOVERY_MS);
  assert.deepEqual([changes, admission.isOverloaded], [[true], true]);
  t.mock.timers.tick(RECOVERY_MS);
  assert.deepEqual([changes, admission.isOverloaded], [[true, false], false]);
});

test('frees the place of a call that is refused after all, and reports it', (t) => {
  const { admission, changes } = create(t);
  admission.take('a');
  admission.refuse('a');
  assert.deepEqual([admission.callsInFlight, changes], [0, [true]]);
});
