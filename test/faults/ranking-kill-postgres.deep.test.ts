import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPostgres } from '../../src/storage/records/postgres/store.ts';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { killAndReplay } from './ranking-kill.ts';

after(stopPostgres);

test('keeps every acknowledged call once and a replayable learner after kill -9 on PostgreSQL', async (t) => {
  const url = await newDatabase();
  const { cycles, acknowledged, checkpoints, last } = await killAndReplay(['--database-url', url], () =>
    openPostgres({ url, now: Date.now, onError: () => {} }),
  );
  t.diagnostic(
    `${cycles} cycles, ${acknowledged} acknowledged calls, ${last.entries} log entries, ${last.learned} events learned in generation ${last.generation}, ${checkpoints} checkpoints checked`,
  );
  assert.ok(acknowledged > 60 * cycles, 'the clients sent calls');
  assert.ok(checkpoints > cycles / 4, 'the learner resumed after kills');
  assert.ok(last.learned > 0 && last.generation > 1);
});
