/** Repeated kill -9 during trainings and analyses: each job is resumed and completes once, and deployments keep working. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { jobs } from '../../src/kernel/job.ts';
import { models } from '../../src/areas/language/projects/store.ts';
import { SYSTEM } from '../../src/kernel/collection.ts';
import { openSqlite } from '../../src/storage/records/sqlite/store.ts';
import { ProjectAuthor, utterance } from '../support/conversations.ts';
import { KILLS } from '../support/kills.ts';
import { ManagementClient, startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { TextAuthor } from '../support/text-author.ts';
import { singleLabel } from '../support/text-projects.ts';

const LEASE_MS = 300;
const ASSETS = {
  intents: [{ category: 'Water' }, { category: 'Check' }],
  entities: [{ category: 'Plant' }],
  utterances: ['fern', 'ficus', 'mint', 'rose', 'tulip', 'cactus'].flatMap((plant) => [
    utterance('Water', `water the [Plant:${plant}]`),
    utterance('Water', `please give the [Plant:${plant}] a drink`),
    utterance('Check', `how is the [Plant:${plant}]`),
    utterance('Check', `does the [Plant:${plant}] look well`),
  ]),
};
const REQUEST = {
  analysisInput: { documents: [{ id: '1', text: 'The parcel is late.' }] },
  tasks: [{ kind: 'CustomSingleLabelClassification', parameters: { projectName: 'Letters', deploymentName: 'production' } }],
};
const TRAINING = {
  trainingMode: 'standard',
  evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 80, testingSplitPercentage: 20 },
};

test('resumes trainings and analyses after kill -9, with effects applied once', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'perennial-projects-'));
  const args = ['--log-level', 'error', '--job-lease-ms', String(LEASE_MS)];
  let server: Server | undefined;
  try {
    server = await startServer({ data, args });
    const manager = await ManagementClient.connect(server);
    const account = (await manager.putAccount('office', { kind: 'Language' })).body.properties.accountId;
    const { key1 } = await manager.listKeys('office');
    let [projects, texts] = [new ProjectAuthor(server, key1), new TextAuthor(server, key1)];
    await texts.ready('Letters', singleLabel());
    await projects.import('Garden', ASSETS);
    await projects.ready('Garden');
    const answered = await projects.ask('Garden', 'water the fern');

    const startedJobs: { address: string; of: 'project' | 'text' }[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      startedJobs.push({
        of: 'project',
        address: await projects.start('POST /projects/Garden/:train', { modelLabel: `label ${kill}`, ...TRAINING }),
      });
      startedJobs.push({ of: 'text', address: String((await texts.submit(REQUEST)).headers['operation-location']) });
      server.signal('SIGKILL');
      await server.exited;
      server = await startServer({ data, args });
      [projects, texts] = [new ProjectAuthor(server, key1), new TextAuthor(server, key1)];
      assert.deepEqual(await projects.ask('Garden', 'water the fern'), answered, 'what is deployed answers as before');
    }
    for (const { of, address } of startedJobs) {
      const { status, errors } = of === 'project' ? await projects.waitForJob(address) : await texts.waitForJob(address);
      assert.equal(status, 'succeeded', JSON.stringify(errors));
    }
    await projects.deploy('Garden', 'production', `label ${KILLS - 1}`);
    assert.equal((await projects.ask('Garden', 'water the rose')).topIntent, 'Water');
    assert.equal((await server.stop()).code, 0);

    const store = await openSqlite({ folder: data, now: Date.now });
    try {
      const all = (await store.page(jobs, SYSTEM, { limit: 1000 }))
        .map(({ value }) => value)
        .filter(({ kind }) => ['conversations.train', 'texts.analyse'].includes(kind));
      assert.equal(all.length, 1 + 2 * KILLS, 'one record for each job, however often it was started');
      assert.ok(all.every(({ state }) => state === 'succeeded'));
      const labels = (await store.page(models, account, { limit: 100 })).map(({ value: { label } }) => label).sort();
      assert.deepEqual(labels, ['all', 'first', ...Array.from({ length: KILLS }, (_, kill) => `label ${kill}`)]);
      assert.deepEqual(await store.problems(), []);
      t.diagnostic(`${KILLS} kills, ${Math.max(...all.map(({ attempt }) => attempt))} attempts at most`);
    } finally {
      await store.close();
    }
  } finally {
    server?.signal('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
});
