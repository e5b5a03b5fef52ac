import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Deadlines } from './deadlines.ts';

it('aborts after its time, which a process that was suspended has not used', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const pass = (ms: number): void => {
    for (let left = ms; left > 0; left -= 500) {
      now += 500;
      t.mock.timers.tick(500);
    }
  };
  const signal = new Deadlines(5000, () => now).signal();
  pass(2000);
  // Suspended: the clock goes on, and the timer that is due fires late.
  now += 60_000;
  pass(2000);
  assert.equal(signal.aborted, false);
  pass(4000);
  assert.equal((signal.reason as Error).name, 'TimeoutError');
});

it('shares a signal among the calls of a second', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const deadlines = new Deadlines(5000, () => now);
  const first = deadlines.signal();
  now += 999;
  assert.equal(deadlines.signal(), first);
  now += 1;
  assert.notEqual(deadlines.signal(), first);
});
