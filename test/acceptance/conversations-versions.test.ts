/** Conversation projects in all versions of their authoring and prediction. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { LATER_VERSIONS, WHOLE_SECONDS } from '../support/language-versions.ts';
import { ManagementClient, call } from '../support/server.ts';
import { OLDEST, ProjectAuthor, utterance } from '../support/conversations.ts';
import type { OrchestrationPrediction } from '../support/conversations.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

const LATER = [...LATER_VERSIONS, '2024-05-01'];
const MAIL = [
  'send an email to anna',
  'send a mail to my boss about the budget',
  'read my last email',
  'open the mail from paul',
  'find messages about the invoice',
  'please email the team',
  'read the newest message aloud',
  'forward this mail to carol',
];

describe('versions of conversation projects', () => {
  let server: SharedServer;
  let author: ProjectAuthor;
  before(async () => {
    server = await sharedServer();
    const manager = await ManagementClient.connect(server);
    author = new ProjectAuthor(server, (await manager.createAccount('author', { kind: 'Language' })).key1);
    await author.import('Mail', {
      intents: [{ category: 'Send' }, { category: 'Read' }],
      entities: [{ category: 'Folder', list: { sublists: [{ listKey: 'in', synonyms: [{ language: 'en', values: ['inbox'] }] }] } }],
      utterances: MAIL.map((text) => utterance(/read|open|find/.test(text) ? 'Read' : 'Send', text)),
    });
    await author.ready('Mail');
  });

  for (const version of LATER) {
    test(`authors and asks in ${version}`, async () => {
      const own = author.in(version);
      const name = `Made-${version}`;
      const created = await own.send<Record<string, unknown>>(
        `PATCH /projects/${name}`,
        { projectName: name, projectKind: 'Conversation', language: 'en-us', multilingual: true, description: 'Made' },
        { headers: { 'content-type': 'application/merge-patch+json' } },
      );
      assert.equal(created.status, 201, created.text);
      assert.equal(created.body.settings, undefined);
      const deployed = await own.deploy('Mail', 'other', 'all');
      assert.equal(deployed.status, 'succeeded');
      assert.equal(deployed.errors, undefined);
      for (const time of [deployed.createdDateTime, deployed.lastUpdatedDateTime, deployed.expirationDateTime])
        assert.match(time, WHOLE_SECONDS);
      const { status, body, text } = await call<{ kind: string; result: { prediction: { topIntent: string } } }>(
        server,
        `POST /language/:analyze-conversations?api-version=${version}`,
        {
          key: author.key,
          json: {
            kind: 'Conversation',
            analysisInput: {
              conversationItem: { participantId: '1', id: '1', modality: 'text', language: 'en', text: 'send an email to carol' },
              isLoggingEnabled: false,
            },
            parameters: { projectName: 'Mail', deploymentName: 'other', verbose: true },
          },
        },
      );
      assert.equal(status, 200, text);
      assert.deepEqual([body.kind, body.result.prediction.topIntent], ['ConversationResult', 'Send']);
      assert.equal((await own.job(`DELETE /projects/${name}`)).status, 'succeeded');
    });
  }

  test('has the training record of each version', async () => {
    const train = async (version: string): Promise<Record<string, unknown>> => {
      const { result } = await author.in(version).job('POST /projects/Mail/:train', {
        modelLabel: 'again',
        trainingMode: 'standard',
        trainingConfigVersion: '2023-04-15',
      });
      return result!;
    };
    const [preview, stable] = [await train('2025-05-15-preview'), await train('2025-11-01')];
    assert.deepEqual(preview['dataGenerationStatus'], { percentComplete: 0, status: 'notStarted' });
    assert.equal(stable['dataGenerationStatus'], undefined);
    for (const result of [preview, stable]) {
      assert.equal(result['trainingConfigVersion'], '2023-04-15');
      assert.ok(!('elapsedTime' in (result['trainingStatus'] as object)));
    }
  });

  test('accepts what later versions send', async () => {
    const own = author.in('2025-11-15-preview');
    const file = {
      projectFileVersion: '2025-11-15-preview',
      stringIndexType: 'Utf32CodeUnit',
      metadata: { projectName: 'Later', projectKind: 'Conversation', language: 'en-us', settings: { confidenceThreshold: 0 } },
      assets: {
        projectKind: 'Conversation',
        intents: [{ category: 'Read', description: 'To read', associatedEntities: [{ category: 'Folder' }] }],
        entities: [{ category: 'Folder', entities: { sublists: [{ listKey: 'in', synonyms: [{ language: 'en', values: ['inbox'] }] }] } }],
        utterances: [{ text: '😀 read the inbox', intent: 'Read', entities: [{ category: 'Folder', offset: 11, length: 5 }] }],
      },
    };
    assert.equal((await own.job('POST /projects/Later/:import?format=Conversation', file)).status, 'succeeded');
    const { resultUrl } = (await own.job('POST /projects/Later/:export?stringIndexType=Utf16CodeUnit&assetKind=all')) as {
      resultUrl?: string;
    };
    const exported = (await own.record(resultUrl!)) as unknown as {
      assets: { intents: object[]; entities: object[]; utterances: { entities: object[] }[] };
    };
    assert.deepEqual(exported.assets.utterances[0]!.entities, [{ category: 'Folder', offset: 12, length: 5 }]);
    assert.deepEqual(exported.assets.intents[0], {
      category: 'Read',
      description: 'To read',
      associatedEntities: [{ category: 'Folder' }],
    });
    assert.deepEqual(exported.assets.entities, [
      { category: 'Folder', list: { sublists: [{ listKey: 'in', synonyms: [{ language: 'en', values: ['inbox'] }] }] } },
    ]);
  });

  test('names resources as each version does', async () => {
    const id = '/subscriptions/s/resourceGroups/g/accounts/none';
    for (const [version, assign, unassign] of [
      [
        '2022-10-01-preview',
        { resourcesMetadata: [{ azureResourceId: id, customDomain: 'none', region: 'local' }] },
        { assignedResourceIds: [id] },
      ],
      [
        '2025-11-15-preview',
        { projectResources: [{ azureResourceId: id, customDomain: 'none', region: 'local' }] },
        { azureResourceIds: [id] },
      ],
    ] as const) {
      const own = author.in(version);
      const refused = await own.send<{ error: { message: string } }>('POST /projects/Mail/resources/:assign', assign);
      assert.equal(refused.status, 400);
      assert.match(refused.body.error.message, /accounts\/none/);
      assert.equal((await own.send('POST /projects/Mail/resources/:assign', {})).status, 400);
      assert.equal((await own.job('POST /projects/Mail/resources/:unassign', unassign)).status, 'succeeded');
      assert.equal(
        (
          await own.send('PUT /projects/Mail/deployments/p', {
            trainedModelLabel: 'all',
            assignedResources: [{ resourceId: id, region: 'local' }],
          })
        ).status,
        400,
      );
    }
  });

  test('keeps the location header in the oldest version', async () => {
    await author.in(OLDEST).start('PUT /projects/Mail/deployments/former', { trainedModelLabel: 'all' });
  });

  test('an orchestration with one target returns None for unrelated text', async () => {
    await author.import(
      'Desk',
      {
        intents: [
          {
            category: 'Mail',
            orchestration: {
              targetProjectKind: 'Conversation',
              conversationOrchestration: { projectName: 'Mail', deploymentName: 'production' },
            },
          },
        ],
        utterances: [],
      },
      { kind: 'Orchestration' },
    );
    await author.train('Desk', 'all', {
      evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 100, testingSplitPercentage: 0 },
    });
    await author.deploy('Desk', 'production', 'all');
    const chat = await author.ask<OrchestrationPrediction>('Desk', 'How are you?');
    assert.equal(chat.topIntent, 'None');
    assert.ok(chat.intents.Mail!.confidenceScore < 0.5);
    const mail = await author.ask<OrchestrationPrediction>('Desk', "Send an email to Carol about the tomorrow's demo");
    assert.equal(mail.topIntent, 'Mail');
    assert.ok(mail.intents.Mail!.confidenceScore > 0.5);
  });
});
