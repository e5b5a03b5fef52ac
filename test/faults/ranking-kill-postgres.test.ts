import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPostgres } from '../../src/storage/postgres/store.ts';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { killAndReplay } from './ranking-kill.ts';

after(stopPostgres);

test('kill -9 in the middle of ranking on PostgreSQL: the log has all once, and the learner is a replay of it', async (t) => {
  const url = await newDatabase();
  const { cycles, acknowledged, checkpoints, last } = await killAndReplay(['--database-url', url], () => openPostgres({ url, now: Date.now, onError: () => {} }));
  t.diagnostic(`${cycles} cycles, ${acknowledged} acknowledged calls, ${last.entries} log entries, ${last.learned} events learned in generation ${last.generation}, ${checkpoints} checkpoints looked at`);
  assert.ok(acknowledged > 60 * cycles, 'the callers called');
  assert.ok(checkpoints > cycles / 4, 'the learner went on after kills');
  assert.ok(last.learned > 0 && last.generation > 1);
});
