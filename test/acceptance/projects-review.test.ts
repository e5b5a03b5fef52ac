/** Review of logged queries of conversation and text projects. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ProjectAuthor, utterance } from '../support/conversations.ts';
import type { OrchestrationPrediction } from '../support/conversations.ts';
import { ManagementClient } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';
import { OLDEST, TextAuthor } from '../support/text-author.ts';
import { entityProject, marked, orderText, singleLabel } from '../support/text-projects.ts';

const DINER = [
  ...['order a [Dish:goulash]', 'i would like the [Dish:lentil soup]', 'bring me a [Dish:risotto]', 'one [Dish:onion tart] please'].map(
    (one) => utterance('Order', one),
  ),
  ...['the bill please', 'can i pay by card', 'how much is it', 'we want to pay'].map((one) => utterance('Pay', one)),
];
const GREETINGS = ['good morning', 'hello there', 'hi everybody', 'good evening'].map((one) => utterance('Greeting', one));
const TRAINING = {
  trainingMode: 'standard',
  evaluationOptions: { kind: 'percentage', trainingSplitPercentage: 100, testingSplitPercentage: 0 },
};

interface Query {
  id: string;
  text: string;
  language?: string;
  count: number;
  lastAskedDateTime: string;
  deploymentName: string;
  confidenceScore: number;
  intents?: { category: string; confidenceScore: number }[];
  classes?: { category: string }[];
  entities?: { category: string; offset: number; length: number }[];
}

describe('review of logged queries', () => {
  let server: SharedServer;
  let manager: ManagementClient;
  let author: ProjectAuthor;
  let texts: TextAuthor;
  before(async () => {
    server = await sharedServer();
    manager = await ManagementClient.connect(server);
    const { key1 } = await manager.createAccount('author', { kind: 'Language' });
    [author, texts] = [new ProjectAuthor(server, key1), new TextAuthor(server, key1)];
    await author.import('Diner', {
      intents: [{ category: 'Order' }, { category: 'Pay' }],
      entities: [{ category: 'Dish' }],
      utterances: DINER,
    });
    await author.ready('Diner');
    await author.import(
      'Desk',
      {
        intents: [
          {
            category: 'Food',
            orchestration: {
              targetProjectKind: 'Conversation',
              conversationOrchestration: { projectName: 'Diner', deploymentName: 'production' },
            },
          },
          { category: 'Greeting' },
        ],
        utterances: GREETINGS,
      },
      { kind: 'Orchestration' },
    );
    await author.ready('Desk');
    await texts.ready('letters', singleLabel(), TRAINING);
    await texts.ready('orders', entityProject(), TRAINING);
  });

  const kept = async (project: string, by = author): Promise<Query[]> =>
    (await by.ok<{ value: Query[] }>(`GET /projects/${project}/queries`)).value;
  const keptTexts = async (project: string): Promise<Query[]> => (await texts.ok<{ value: Query[] }>(`GET /${project}/queries`)).value;

  describe('conversations', () => {
    test('log a query with its prediction on request, in every version', async () => {
      await author.ask('Diner', 'fetch me the goulash');
      await author.ask('Diner', 'fetch me the goulash', { parameters: { isLoggingEnabled: false } });
      await author.askFormer('Diner', 'fetch me the goulash');
      assert.deepEqual(await kept('Diner'), []);
      const { intents } = await author.ask('Diner', 'fetch me the goulash', {
        parameters: { isLoggingEnabled: true },
        item: { language: 'en-gb' },
      });
      await author.askFormer('Diner', 'Fetch me the goulash', { isLoggingEnabled: true, language: 'en-gb' });
      const [query, ...rest] = await kept('Diner');
      assert.deepEqual(
        [rest.length, query!.text, query!.language, query!.count, query!.deploymentName],
        [0, 'Fetch me the goulash', 'en-gb', 2, 'production'],
      );
      assert.deepEqual([query!.intents!.length, query!.intents![0]!.category], [3, intents[0]!.category]);
      assert.ok(query!.confidenceScore <= query!.intents![0]!.confidenceScore && query!.confidenceScore > 0);
      assert.deepEqual(
        query!.entities!.map(({ category, offset, length }) => [category, offset, length]),
        [['Dish', 13, 7]],
      );
      assert.ok(Math.abs(Date.parse(query!.lastAskedDateTime) - Date.now()) < 60_000);
      assert.deepEqual((await kept('Diner', author.in(OLDEST))).length, 1);
    });

    test('log queries of an orchestration in the target project', async () => {
      const asked = await author.ask<OrchestrationPrediction>('Desk', 'i would like to pay', { parameters: { isLoggingEnabled: true } });
      assert.equal(asked.topIntent, 'Food');
      await author.ask('Desk', 'may i pay by cheque', {
        parameters: {
          directTarget: 'Food',
          targetProjectParameters: { Food: { targetProjectKind: 'Conversation', callingOptions: { isLoggingEnabled: true } } },
        },
      });
      await author.ask('Desk', 'what may i pay with', {
        parameters: {
          directTarget: 'Food',
          isLoggingEnabled: true,
          targetProjectParameters: { Food: { targetProjectKind: 'Conversation', callingOptions: { isLoggingEnabled: false } } },
        },
      });
      await author.ask('Desk', 'good morning everybody', { parameters: { isLoggingEnabled: true } });
      assert.deepEqual(
        (await kept('Desk')).map(({ text, intents }) => [text, intents![0]!.category]),
        [['good morning everybody', 'Greeting']],
      );
      assert.deepEqual((await kept('Diner')).map(({ text }) => text).sort(), [
        'Fetch me the goulash',
        'i would like to pay',
        'may i pay by cheque',
      ]);
    });

    test('show the log only to authors of the project', async () => {
      const [stranger, friend] = [
        await manager.createAccount('stranger', { kind: 'Language' }),
        await manager.createAccount('friend', { kind: 'Language' }),
      ];
      for (const route of ['GET /projects/Diner/queries', 'POST /projects/Diner/queries/:ignore']) {
        assert.equal(
          (await author.withKey(stranger.key1).send(route, route.startsWith('POST') ? { ids: ['0'.repeat(32)] } : undefined)).status,
          404,
          route,
        );
      }
      await manager.putAccount('author', { kind: 'Language', properties: { collaborators: [ManagementClient.accountPath('friend')] } });
      assert.equal((await kept('Diner', author.withKey(friend.key1))).length, 3);
      assert.equal((await author.send('GET /projects/Nowhere/queries')).status, 404);
    });

    test('delete queries that are labeled or ignored, and with the project', async () => {
      await author.import('Diner', {
        intents: [{ category: 'Order' }, { category: 'Pay' }],
        entities: [{ category: 'Dish' }],
        utterances: [...DINER, utterance('Order', 'fetch me the [Dish:goulash]')],
      });
      const [one, two, ...none] = await kept('Diner');
      assert.deepEqual([none.length, [one!.text, two!.text].sort()], [0, ['i would like to pay', 'may i pay by cheque']]);
      assert.equal((await author.send('POST /projects/Diner/queries/:ignore', { ids: [one!.id, '0'.repeat(32)] })).status, 204);
      assert.deepEqual(
        (await kept('Diner')).map(({ text }) => text),
        [two!.text],
      );
      await author.job('DELETE /projects/Diner');
      await author.import('Diner', { intents: [{ category: 'Pay' }], utterances: [utterance('Pay', 'the bill please')] });
      assert.deepEqual(await kept('Diner'), [], 'another project of the name has nothing of the old one');
    });
  });

  describe('texts', () => {
    const job = (kind: string, projectName: string, documents: string[], parameters: object = {}): object => ({
      analysisInput: { documents: documents.map((text, i) => ({ id: String(i), text, language: 'en' })) },
      tasks: [{ kind, parameters: { projectName, deploymentName: 'production', ...parameters } }],
    });

    test('log documents on request, with their classes or entities', async () => {
      const mail = ['The courier lost my parcel again.', 'Please refund the payment.', ' ', 'x '.repeat(6000)];
      for (const parameters of [{}, { loggingOptOut: true }]) {
        await texts.analyze(job('CustomSingleLabelClassification', 'letters', mail, parameters));
      }
      assert.deepEqual(await keptTexts('letters'), []);
      for (const asked of [mail, [mail[0]!, mail[0]!.toUpperCase()]]) {
        await texts.analyze(job('CustomSingleLabelClassification', 'letters', asked, { loggingOptOut: false }));
      }
      const classified = (await keptTexts('letters')).sort((a, b) => a.count - b.count);
      assert.deepEqual(
        classified.map(({ text, count, classes }) => [text, count, ...classes!.map(({ category }) => category)]),
        [
          [mail[1], 1, 'Billing'],
          [mail[0]!.toUpperCase(), 3, 'Delivery'],
        ],
      );
      const { text, labels } = marked(orderText(4, 'Nora Blum', 'Hamburg', 'ZZ-4711'));
      const parameters = { 'project-name': 'orders', 'deployment-name': 'production', loggingOptOut: false };
      await texts.with({ version: OLDEST }).analyze({
        analysisInput: { documents: [{ id: '1', text }] },
        tasks: { customEntityRecognitionTasks: [{ parameters }] },
      });
      const [order, ...rest] = await keptTexts('orders');
      assert.deepEqual(
        [rest.length, order!.text, order!.classes, order!.entities!.map(({ category, offset, length }) => ({ category, offset, length }))],
        [0, text, undefined, labels],
      );
    });

    test('delete logged documents in bulk', async () => {
      const ids = (await keptTexts('letters')).map(({ id }) => id);
      assert.equal((await texts.send('POST /letters/queries/:ignore', { json: { ids } })).status, 204);
      assert.deepEqual(await keptTexts('letters'), []);
      assert.equal((await texts.send('POST /letters/queries/:ignore', { json: { ids: [] } })).status, 400);
    });
  });
});
