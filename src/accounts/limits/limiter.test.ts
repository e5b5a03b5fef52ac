import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LocalRateLimiter } from './limiter.ts';

test('allows a burst of one second, then reports the seconds to wait', () => {
  const limiter = new LocalRateLimiter();
  for (let i = 0; i < 10; i++) assert.equal(limiter.take('a', 10, 0), 0);
  assert.equal(limiter.take('a', 10, 0), 1);
});

test('admits a caller that waits as long as reported', () => {
  for (const rate of [0.01, 0.3, 0.5, 1, 3, 7.5]) {
    const limiter = new LocalRateLimiter();
    let now = 1000;
    while (limiter.take('a', rate, now) === 0);
    now += limiter.take('a', rate, now) * 1000;
    assert.equal(limiter.take('a', rate, now), 0, `${rate} a second`);
  }
});

test('never exceeds the rate plus one burst', () => {
  const limiter = new LocalRateLimiter();
  let admitted = 0;
  for (let now = 0; now < 60_000; now += 7) if (limiter.take('a', 5, now) === 0) admitted++;
  assert.ok(admitted >= 300 && admitted <= 305, `${admitted} calls in a minute`);
});

test('accumulates at most one second of calls while idle', () => {
  const limiter = new LocalRateLimiter();
  limiter.take('a', 3, 0);
  let admitted = 0;
  while (limiter.take('a', 3, 3_600_000) === 0) admitted++;
  assert.equal(admitted, 3);
});

test('keeps accounts apart, ignores rejected calls and a clock that goes back', () => {
  const limiter = new LocalRateLimiter();
  assert.equal(limiter.take('a', 1, 5000), 0);
  assert.equal(limiter.take('b', 1, 5000), 0);
  for (let i = 0; i < 100; i++) assert.equal(limiter.take('a', 1, 5000), 1);
  assert.equal(limiter.take('a', 1, 1000), 1);
  assert.equal(limiter.take('a', 1, 2000), 0);
});

test('applies a changed limit immediately', () => {
  const limiter = new LocalRateLimiter();
  assert.equal(limiter.take('a', 1, 0), 0);
  assert.equal(limiter.take('a', 1, 0), 1);
  assert.equal(limiter.take('a', 1000, 1), 0);
  let admitted = 0;
  while (limiter.take('a', 2, 10_000) === 0) admitted++;
  assert.equal(admitted, 2);
});
