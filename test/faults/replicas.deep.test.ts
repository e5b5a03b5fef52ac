/** Three processes on one PostgreSQL, and one fault of each kind: nothing that was acknowledged is lost, and nothing is done twice. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { runReplicas } from '../../lab/soak/replicas/run.ts';
import { newDatabase, stopPostgres } from '../support/postgres.ts';
import { WAIT_MS } from '../support/slowness.ts';

after(stopPostgres);

test('replicas lose nothing and do nothing twice, whatever happens to one of them', async (t) => {
  const result = await runReplicas({
    databaseUrl: await newDatabase(),
    replicas: 3,
    blobs: 'files',
    faults: 6,
    endsAt: Date.now() + WAIT_MS,
    leaseMs: 1500,
    seed: 7,
    only: ['accounts'],
    withLimits: false,
    log: (line) => t.diagnostic(line),
  });
  assert.deepEqual(result.lost, []);
  assert.deepEqual(result.refused, []);
  assert.deepEqual(result.wrong, []);
  assert.deepEqual(result.unexpected, []);
  assert.ok(result.acknowledged > 0 && result.jobs > 0 && result.ranked > 0);
  t.diagnostic(`${result.acknowledged} changes, ${result.ranked} ranks and rewards, ${result.jobs} jobs acknowledged`);
});
