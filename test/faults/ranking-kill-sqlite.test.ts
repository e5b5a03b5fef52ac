import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSqlite } from '../../src/storage/sqlite/store.ts';
import { killAndReplay } from './ranking-kill.ts';

test('kill -9 in the middle of ranking on SQLite: the log has all once, and the learner is a replay of it', async (t) => {
  const { cycles, acknowledged, checkpoints, last } = await killAndReplay([], (folder) => openSqlite({ folder, now: Date.now }));
  t.diagnostic(`${cycles} cycles, ${acknowledged} acknowledged calls, ${last.entries} log entries, ${last.learned} events learned in generation ${last.generation}, ${checkpoints} checkpoints looked at`);
  assert.ok(acknowledged > 60 * cycles, 'the callers called');
  assert.ok(checkpoints > cycles / 4, 'the learner went on after kills');
  assert.ok(last.learned > 0 && last.generation > 1);
});
