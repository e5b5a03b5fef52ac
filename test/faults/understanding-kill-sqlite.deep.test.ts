/** Kills the server repeatedly during training: the training resumes and completes once, and the published version keeps answering. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { apps, trainings, versions } from '../../src/areas/understanding/store.ts';
import { jobs } from '../../src/kernel/job.ts';
import type { Job } from '../../src/kernel/job.ts';
import { SYSTEM } from '../../src/kernel/collection.ts';
import { FileBlobs } from '../../src/storage/blobs/files/blobs.ts';
import { openSqlite } from '../../src/storage/records/sqlite/store.ts';
import { Author } from '../support/author.ts';
import { KILLS } from '../support/kills.ts';
import { ManagementClient, eventually, startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { travelApp } from '../support/travel-app.ts';

const LEASE_MS = 300;

test('resumes training after kill -9 and applies its effects once', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'perennial-understanding-'));
  const args = ['--log-level', 'error', '--job-lease-ms', String(LEASE_MS)];
  let server: Server | undefined;
  try {
    server = await startServer({ data, args });
    const manager = await ManagementClient.connect(server);
    const account = (await manager.putAccount('author', { kind: 'Understanding.Authoring' })).body.properties.accountId;
    let author = new Author(server, (await manager.listKeys('author')).key1);
    const { bookFlight } = await travelApp(author);
    await author.train();
    await author.publish();
    const answered = await author.ask2('fly from rome to oslo');

    await author.add('intents', { name: 'Cancel' });
    await author.label('Cancel', 'cancel my flight', 'cancel everything', 'i do not want to fly');
    await author.ok(`POST ${author.path('/train')}`);
    let midway = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      // Killed immediately, or as soon as training is seen to run.
      const seen =
        kill % 2 === 0
          ? await author.status()
          : await eventually(
              () => author.status(),
              (models) => models.some(({ details: { status } }) => status !== 'Queued'),
            );
      if (seen.some(({ details: { status } }) => status === 'Success')) break;
      midway++;
      server.signal('SIGKILL');
      await server.exited;
      server = await startServer({ data, args });
      author = author.with({ server });
      assert.deepEqual(await author.ask2('fly from rome to oslo'), answered, 'the published version answers as before');
    }
    const models = await author.train();
    assert.equal(models.find(({ modelId }) => modelId === bookFlight)!.details.status, 'Success');
    await author.publish();
    assert.equal((await author.ask2('cancel my flight')).topScoringIntent.intent, 'Cancel');
    const { appId } = author;
    assert.equal((await server.stop()).code, 0);

    const store = await openSqlite({ folder: data, now: Date.now });
    try {
      const all = (await store.page(jobs, SYSTEM, { limit: 100 }))
        .map(({ value }): Job => value)
        .filter(({ kind }) => kind === 'understanding.train');
      assert.deepEqual(
        all.map(({ state }) => state),
        ['succeeded', 'succeeded'],
        'one job for each training, however often it was attempted',
      );
      assert.ok(all.some(({ attempt }) => attempt > 1) || midway === 0);
      const [version] = await store.page(versions, account, { limit: 10 });
      const training = (await store.get(trainings, account, version!.value.uid))!.value;
      const app = (await store.get(apps, account, appId))!.value;
      assert.equal(training.trained!.revision, version!.value.revision);
      assert.equal(app.slots.production!.blob, training.trained!.blob);
      assert.ok(await new FileBlobs(join(data, 'blobs')).get(account, training.trained!.blob));
      assert.deepEqual(await store.problems(), []);
      t.diagnostic(`${midway} kills, ${Math.max(...all.map(({ attempt }) => attempt))} attempts`);
    } finally {
      await store.close();
    }
  } finally {
    server?.signal('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
});
