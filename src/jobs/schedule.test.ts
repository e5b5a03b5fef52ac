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
  let atOnce = 0;
  schedule.every(1000, async () => {
    assert.equal(++atOnce, 1);
    await time.sleep(2500);
    atOnce--;
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
  let begun = 0;
  let ended = 0;
  schedule.every(1000, async () => {
    begun++;
    await time.sleep(300);
    ended++;
  });
  await time.advance(1100);
  assert.deepEqual([begun, ended], [1, 0]);
  await time.waitFor(schedule.stop());
  assert.deepEqual([begun, ended], [1, 1]);
  await time.advance(5000);
  assert.equal(begun, 1);
});
