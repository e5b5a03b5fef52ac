import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { killAndCheck } from './kill.ts';

after(stopPostgres);

test('kill -9 loses nothing on PostgreSQL', async (t) => {
  const url = await newDatabase();
  const { cycles, acknowledged, interruptedJobs } = await killAndCheck(() => ['--database-url', url]);
  t.diagnostic(`${cycles} cycles, ${acknowledged} acknowledged changes, ${interruptedJobs} jobs interrupted and resumed`);
  assert.ok(acknowledged > cycles, 'the writers wrote');
  assert.ok(interruptedJobs > 0, 'some jobs were interrupted');
});
