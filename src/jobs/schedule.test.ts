import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedTime } from '../../test/support/simulated-time.ts';
import { Schedule } from './schedule.ts';

test('repeats the work without overlap, also after an error', async (t) => {
  const time = new SimulatedTime();
  t.after(() => time.restore());
  const errors: unknown[] = [];
  const schedule = new Schedule((error) => errors.push(error));
  let runs = 0;
  let concurrent = 0;
  schedule.every(1000, async () => {
    assert.equal(++concurrent, 1);
    await time.sleep(2500);
    concurrent--;
    if (++runs === 1) throw new Error('once');
  });
  await time.advance(9500);
  assert.equal(runs, 3);
  assert.equal(errors.length, 1);
});

test('waits for running work on stop and starts no more', async (t) => {
  const time = new SimulatedTime();
  t.after(() => time.restore());
  const schedule = new Schedule(() => {});
  let started = 0;
  let finished = 0;
  schedule.every(1000, async () => {
    started++;
    await time.sleep(300);
    finished++;
  });
  await time.advance(1100);
  assert.deepEqual([started, finished], [1, 0]);
  await time.waitFor(schedule.stop());
  assert.deepEqual([started, finished], [1, 1]);
  await time.advance(5000);
  assert.equal(started, 1);
});

test('runs everything immediately on request, and on schedule afterward', async (t) => {
  const time = new SimulatedTime();
  t.after(() => time.restore());
  const schedule = new Schedule(() => {});
  const runs: string[] = [];
  schedule.every(1000, async () => void runs.push('second'));
  schedule.every(3000, async () => void runs.push('slow'));
  schedule.runNow();
  await time.advance(1100);
  assert.deepEqual(runs, ['second', 'slow', 'second']);
  await time.waitFor(schedule.stop());
});
