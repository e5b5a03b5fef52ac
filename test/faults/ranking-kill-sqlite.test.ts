import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSqlite } from '../../src/storage/records/sqlite/store.ts';
import { killAndReplay } from './ranking-kill.ts';

test('keeps every acknowledged call once and a replayable learner after kill -9 on SQLite', async (t) => {
  const { cycles, acknowledged, checkpoints, last } = await killAndReplay([], (folder) => openSqlite({ folder, now: Date.now }));
  t.diagnostic(
    `${cycles} cycles, ${acknowledged} acknowledged calls, ${last.entries} log entries, ${last.learned} events learned in generation ${last.generation}, ${checkpoints} checkpoints checked`,
  );
  assert.ok(acknowledged > 60 * cycles, 'the clients sent calls');
  assert.ok(checkpoints > cycles / 4, 'the learner resumed after kills');
  assert.ok(last.learned > 0 && last.generation > 1);
});
