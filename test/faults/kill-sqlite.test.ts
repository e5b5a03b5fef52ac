import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killAndCheck } from './kill.ts';

test('kill -9 loses nothing on SQLite', async (t) => {
  const { cycles, acknowledged, interruptedJobs } = await killAndCheck(() => []);
  t.diagnostic(`${cycles} cycles, ${acknowledged} acknowledged changes, ${interruptedJobs} jobs interrupted and resumed`);
  assert.ok(acknowledged > cycles, 'the writers wrote');
  assert.ok(interruptedJobs > 0, 'some jobs were interrupted');
});
