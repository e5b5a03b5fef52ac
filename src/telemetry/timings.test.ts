import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram, Registry } from 'prom-client';
import { Timings } from './timings.ts';

test('prints what a histogram of prom-client prints', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const options = { name: 'waited_seconds', help: 'Time of waiting', labelNames: ['kind', 'outcome'] as const, buckets: [0.001, 0.5, 10] };
  const timings = new Timings(ours, options);
  const histogram = new Histogram({ ...options, registers: [theirs] });
  assert.equal(await ours.metrics(), await theirs.metrics());
  for (const [kind, outcome, seconds] of [
    ['a', 'done', 0.001],
    ['a', 'done', 0.0011],
    ['b', 'failed', 60],
    ['a', 'failed', 0],
    ['b', 'failed', 10],
    ['quoted "b"', 'done', 0.25],
  ] as const) {
    timings.observe(`${kind} ${outcome}`, () => ({ kind, outcome }), seconds);
    histogram.observe({ kind, outcome }, seconds);
  }
  assert.equal(await ours.metrics(), await theirs.metrics());
  assert.match(await ours.metrics(), /waited_seconds_bucket{le="\+Inf",kind="b",outcome="failed"} 2/);
});
