/** Two versions serve one database: the processes of an earlier one are replaced while calls arrive, and one goes back. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openOldVersion, whyNoOldVersion } from '../../lab/soak/rolling/old-version.ts';
import { upgradeUnderLoad } from '../../lab/soak/rolling/upgrade.ts';
import { newDatabase, stopPostgres } from '../support/postgres.ts';

after(stopPostgres);

test('a rolling upgrade fails no call', { skip: whyNoOldVersion() }, async (t) => {
  const earlier = openOldVersion();
  t.after(() => earlier.remove());
  const { failed, lost, calls, imports, exits, goingBack, problem } = await upgradeUnderLoad({
    databaseUrl: await newDatabase(),
    earlier: earlier.folder,
    replicas: 2,
    stepMs: 500,
    seed: 1,
    log: (line) => t.diagnostic(line),
  });
  assert.deepEqual(failed, []);
  assert.deepEqual(lost, []);
  assert.deepEqual(new Set(exits), new Set([0]));
  assert.equal(goingBack, 'serves', problem);
  assert.ok(calls > 0 && imports > 0);
});
