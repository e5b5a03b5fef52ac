import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ProjectAuthor } from '../support/conversations.ts';
import { ManagementClient, startServer } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { TextAuthor } from '../support/text-author.ts';
import { singleLabel } from '../support/text-projects.ts';

/** Enough for several seconds of training. */
const MANY = Array.from({ length: 4000 }, (_, i) => ({
  text: `please do thing ${(i * 7919) % 4001} for customer ${(i * 104729) % 997} in room ${i % 89}`,
  intent: `Do${i % 40}`,
  entities: [],
}));

describe('interactive jobs', () => {
  let server: Server;
  let key: string;
  before(async () => {
    server = await startServer({ args: ['--dev', '--jobs-at-once', '1'] });
    const manager = await ManagementClient.connect(server);
    await manager.putAccount('office', { kind: 'Language' });
    ({ key1: key } = await manager.listKeys('office'));
  });
  after(() => server.stop());

  test('are not delayed by a training when only one job runs concurrently', async () => {
    const [projects, texts] = [new ProjectAuthor(server, key), new TextAuthor(server, key)];
    await texts.ready('Letters', singleLabel());
    await projects.import('Rooms', {
      intents: Array.from({ length: 40 }, (_, i) => ({ category: `Do${i}` })),
      entities: [],
      utterances: MANY,
    });
    const training = await projects.start('POST /projects/Rooms/:train', { modelLabel: 'first', trainingMode: 'standard' });
    const { status, tasks } = await texts.analyze({
      analysisInput: { documents: [{ id: '1', text: 'My parcel is late.' }] },
      tasks: [{ kind: 'CustomSingleLabelClassification', parameters: { projectName: 'Letters', deploymentName: 'production' } }],
    });
    assert.equal(status, 'succeeded');
    assert.equal(tasks.items![0]!.results!.documents[0]!.class![0]!.category, 'Delivery');
    assert.ok(['notStarted', 'running'].includes((await projects.record(training)).status), 'the training is still running');
    const { pathname } = new URL(training);
    await projects.send(`POST ${pathname.slice(projects.base.length)}/:cancel`);
    assert.equal((await projects.waitForJob(training)).status, 'cancelled');
  });
});
