import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimiter } from './limiter.ts';

test('as many calls at once as a second allows, then the seconds to wait', () => {
  const limiter = new RateLimiter();
  for (let i = 0; i < 10; i++) assert.equal(limiter.take('a', 10, 0), 0);
  assert.equal(limiter.take('a', 10, 0), 1);
});

test('whoever waits as long as told is let through', () => {
  for (const rate of [0.01, 0.3, 0.5, 1, 3, 7.5]) {
    const limiter = new RateLimiter();
    let now = 1000;
    while (limiter.take('a', rate, now) === 0);
    now += limiter.take('a', rate, now) * 1000;
    assert.equal(limiter.take('a', rate, now), 0, `${rate} a second`);
  }
});

test('over a long time no more calls than the rate and one burst', () => {
  const limiter = new RateLimiter();
  let admitted = 0;
  for (let now = 0; now < 60_000; now += 7) if (limiter.take('a', 5, now) === 0) admitted++;
  assert.ok(admitted >= 300 && admitted <= 305, `${admitted} calls in a minute`);
});

test('idle time saves up one second of calls at most', () => {
  const limiter = new RateLimiter();
  limiter.take('a', 3, 0);
  let admitted = 0;
  while (limiter.take('a', 3, 3_600_000) === 0) admitted++;
  assert.equal(admitted, 3);
});

test('accounts do not share, refused calls do not count, and a clock that goes back gives nothing', () => {
  const limiter = new RateLimiter();
  assert.equal(limiter.take('a', 1, 5000), 0);
  assert.equal(limiter.take('b', 1, 5000), 0);
  for (let i = 0; i < 100; i++) assert.equal(limiter.take('a', 1, 5000), 1);
  assert.equal(limiter.take('a', 1, 1000), 1);
  assert.equal(limiter.take('a', 1, 2000), 0);
});

test('a raised or lowered limit counts at once', () => {
  const limiter = new RateLimiter();
  assert.equal(limiter.take('a', 1, 0), 0);
  assert.equal(limiter.take('a', 1, 0), 1);
  assert.equal(limiter.take('a', 1000, 1), 0);
  let admitted = 0;
  while (limiter.take('a', 2, 10_000) === 0) admitted++;
  assert.equal(admitted, 2);
});
