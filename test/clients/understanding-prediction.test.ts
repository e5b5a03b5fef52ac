/**
 * The vendor's prediction clients, unmodified: @azure/cognitiveservices-luis-runtime 2.0.0 (v2.0), 4.0.1 (v3.0-preview), 5.0.0 (v3.0).
 *
 * client: @azure/cognitiveservices-luis-authoring 3.0.1; version: v2.0; runs: authoring of the app
 * client: @azure/cognitiveservices-luis-runtime 2.0.0; version: v2.0; runs: prediction by slot, keys, errors
 * client: @azure/cognitiveservices-luis-runtime 4.0.1; version: v3.0-preview; runs: prediction by slot and version, keys, errors
 * client: @azure/cognitiveservices-luis-runtime 5.0.0; version: v3.0; runs: prediction by slot and version, keys, errors
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { LUISAuthoringClient } from 'luis-authoring-v2';
import { LUISRuntimeClient as RuntimeOf2 } from 'luis-runtime-v2';
import { LUISRuntimeClient as RuntimeOf3 } from 'luis-runtime-v3';
import { LUISRuntimeClient as RuntimeOfPreview } from 'luis-runtime-v3-preview';
import { ManagementClient, requestToken, readCertificate, eventually } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';
import { createClient, responseBody, rejectionOf } from '../support/vendor-client.ts';

const V = '0.1';

interface Entities {
  Dish?: string[][];
  $instance?: Record<string, { type: string; text: string; startIndex: number; length: number }[]>;
}

describe('@azure/cognitiveservices-luis-runtime', () => {
  let server: SharedServer;
  let ca: string;
  let app: string;
  /** Keys of an assigned and of an unassigned account. */
  let botKey: string;
  let strangerKey: string;
  before(async () => {
    server = await sharedServer('--tls');
    ca = readCertificate(server);
    await kitchen();
  });

  /** Creates an app for orders, published at both slots, and an account that is assigned to it. */
  async function kitchen(): Promise<void> {
    const { apps, model, examples, train, azureAccounts } = createClient(LUISAuthoringClient, {
      address: server.address,
      key: server.key1,
      ca,
    });
    app = (await apps.add({ name: 'Kitchen', culture: 'en-us', initialVersionId: V })).body;
    await model.addIntent(app, V, { name: 'Order' });
    await model.addIntent(app, V, { name: 'Pay' });
    await model.addPrebuilt(app, V, ['number', 'datetimeV2']);
    await model.addClosedList(app, V, {
      name: 'Dish',
      subLists: [
        { canonicalForm: 'soup', list: ['broth', 'bouillon'] },
        { canonicalForm: 'stew', list: [] },
      ],
    });
    const texts: [intent: string, text: string][] = [
      ['Order', 'bring me a soup'],
      ['Order', 'two bowls of stew please'],
      ['Order', 'i would like broth'],
      ['Order', 'we want to eat stew'],
      ['Pay', 'the bill please'],
      ['Pay', 'can i pay by card'],
      ['Pay', 'how much do i owe you'],
      ['Pay', 'we want to pay'],
      ['None', 'nice music'],
      ['None', 'where do you come from'],
    ];
    await examples.batch(
      app,
      V,
      texts.map(([intentName, text]) => ({ intentName, text, entityLabels: [] })),
    );
    await train.trainVersion(app, V);
    const states = await eventually(
      () => train.getStatus(app, V),
      (all) => all.every(({ details }) => !['Queued', 'InProgress'].includes(details!.status!)),
    );
    assert.deepEqual(states.filter(({ details }) => details!.status !== 'Success').map(responseBody), []);
    for (const isStaging of [false, true]) await apps.publish(app, { versionId: V, isStaging });
    const { access_token: token } = (
      await requestToken(server, { grant_type: 'client_credentials', client_id: 'admin', client_secret: server.adminSecret }, ca)
    ).body;
    const manager = new ManagementClient(server, token);
    const keyOf = async (name: string): Promise<string> => {
      assert.equal(
        (await manager.call(`PUT ${ManagementClient.accountPath(name)}`, { ca, json: { location: 'local', kind: 'Understanding' } }))
          .status,
        201,
      );
      return (await manager.call<{ key1: string }>(`POST ${ManagementClient.accountPath(name, '/listKeys')}`, { ca })).body.key1;
    };
    botKey = await keyOf('bot');
    strangerKey = await keyOf('stranger');
    await azureAccounts.assignToApp(app, {
      azureAccountInfoObject: { azureSubscriptionId: 'sub', resourceGroup: ManagementClient.resourceGroup, accountName: 'bot' },
      customHeaders: { Authorization: `Bearer ${token}` },
    });
  }

  describe('2.0.0 (v2.0)', () => {
    const client = (key: string): RuntimeOf2 => createClient(RuntimeOf2, { address: server.address, key, ca });

    test('returns one or all intents, and entities with their resolutions', async () => {
      const query = 'Bring me 2 bowls of Broth';
      const answer = await client(server.key1).prediction.resolve(app, query);
      assert.deepEqual([answer.query, answer.topScoringIntent!.intent, answer.intents], [query, 'Order', undefined]);
      const entities = answer.entities!.map((one) => responseBody(one));
      assert.deepEqual(entities, [
        { entity: '2', type: 'builtin.number', startIndex: 9, endIndex: 9, resolution: { subtype: 'integer', value: '2' } },
        { entity: 'broth', type: 'Dish', startIndex: 20, endIndex: 24, resolution: { values: ['soup'] } },
      ]);
      const all = await client(server.key1).prediction.resolve(app, query, {
        verbose: true,
        staging: true,
        log: false,
        timezoneOffset: 60,
      });
      assert.deepEqual(all.intents!.map(({ intent }) => intent).sort(), ['None', 'Order', 'Pay']);
      assert.ok(Math.abs(all.intents!.reduce((sum, { score }) => sum + score!, 0) - 1) < 1e-5);
    });

    test('answers only assigned accounts', async () => {
      assert.equal((await client(botKey).prediction.resolve(app, 'we want to pay')).topScoringIntent!.intent, 'Pay');
      assert.equal((await rejectionOf(client(strangerKey).prediction.resolve(app, 'we want to pay'))).status, 401);
    });

    test('reports errors in the shape that the client reads', async () => {
      const { prediction } = client(server.key1);
      const error = await prediction.resolve('00000000-0000-0000-0000-000000000000', 'hello').then(
        () => assert.fail('The query did not fail.'),
        (problem: unknown) =>
          problem as {
            statusCode: number;
            body: { statusCode: string; message: string };
          },
      );
      assert.deepEqual([error.statusCode, responseBody(error.body)], [404, { statusCode: '404', message: 'Resource not found' }]);
      assert.equal((await rejectionOf(prediction.resolve(app, ' '))).status, 400);
      assert.equal((await rejectionOf(prediction.resolve(app, 'hello', { spellCheck: true }))).status, 400);
    });
  });

  describe('5.0.0 (v3.0)', () => {
    const client = (key: string): RuntimeOf3 => createClient(RuntimeOf3, { address: server.address, key, ca });

    test('queries a slot and a version', async () => {
      const { prediction } = client(server.key1);
      const query = 'bring me 2 bowls of broth';
      const brief = await prediction.getSlotPrediction(app, 'Production', { query });
      assert.deepEqual(
        [brief.query, brief.prediction.topIntent, Object.keys(brief.prediction.intents), responseBody(brief.prediction.entities)],
        [query, 'Order', ['Order'], { number: [2], Dish: [['soup']] }],
      );
      const full = await prediction.getVersionPrediction(app, V, { query }, { verbose: true, showAllIntents: true, log: false });
      assert.deepEqual(Object.keys(full.prediction.intents).sort(), ['None', 'Order', 'Pay']);
      assert.equal(typeof full.prediction.intents.Order!.score, 'number');
      const { $instance } = full.prediction.entities as Entities;
      assert.deepEqual(
        $instance!.number!.map(({ type, text, startIndex, length }) => [type, text, startIndex, length]),
        [['builtin.number', '2', 9, 1]],
      );
      assert.deepEqual(
        $instance!.Dish!.map(({ type, text }) => [type, text]),
        [['Dish', 'broth']],
      );
    });

    test('accepts dynamic lists, external entities and a reference time', async () => {
      const { prediction } = client(botKey);
      const answer = await prediction.getSlotPrediction(app, 'staging', {
        query: 'bring goulash with paprika tomorrow',
        options: { datetimeReference: new Date('2026-03-04T12:00:00Z'), preferExternalEntities: true },
        dynamicLists: [{ listEntityName: 'Dish', requestLists: [{ name: 'today', canonicalForm: 'stew', synonyms: ['goulash'] }] }],
        externalEntities: [{ entityName: 'Spice', startIndex: 19, entityLength: 7, resolution: { hot: true } }],
      });
      assert.deepEqual(responseBody(answer.prediction.entities), {
        Dish: [['stew']],
        Spice: [{ hot: true }],
        datetimeV2: [{ type: 'date', values: [{ timex: '2026-03-05', resolution: [{ value: '2026-03-05' }] }] }],
      });
    });

    test('reports errors in the shape that the client reads', async () => {
      const { prediction } = client(server.key1);
      assert.deepEqual(
        await rejectionOf(prediction.getSlotPrediction('00000000-0000-0000-0000-000000000000', 'production', { query: 'hello' })),
        { status: 404, code: '404', message: 'Resource not found' },
      );
      assert.equal((await rejectionOf(prediction.getVersionPrediction(app, '9.9', { query: 'hello' }))).status, 404);
      assert.equal((await rejectionOf(prediction.getSlotPrediction(app, 'elsewhere', { query: 'hello' }))).status, 404);
      assert.equal(
        (await rejectionOf(client(strangerKey).prediction.getSlotPrediction(app, 'production', { query: 'hello' }))).status,
        401,
      );
      assert.deepEqual(
        (
          await rejectionOf(
            prediction.getSlotPrediction(app, 'production', {
              query: 'hello',
              externalEntities: [{ entityName: 'Spice', startIndex: 4, entityLength: 7 }],
            }),
          )
        ).code,
        'BadArgument',
      );
    });
  });

  describe('4.0.1 (v3.0-preview)', () => {
    const client = (key: string): RuntimeOfPreview => createClient(RuntimeOfPreview, { address: server.address, key, ca });

    test('queries a slot and a version with preview options', async () => {
      const { prediction } = client(server.key1);
      const query = 'Bring me 2 bowls of Broth';
      const slot = await prediction.getSlotPrediction(app, 'production', { query }, { showAllIntents: true });
      assert.deepEqual(
        [
          slot.query,
          slot.prediction.normalizedQuery,
          slot.prediction.topIntent,
          Object.keys(slot.prediction.intents).length,
          responseBody(slot.prediction.entities),
        ],
        [query, query.toLowerCase(), 'Order', 3, { number: [2], Dish: [['soup']] }],
      );
      const version = await prediction.getVersionPrediction(
        app,
        V,
        {
          query,
          options: { overridePredictions: true, datetimeReference: new Date('2026-03-04T12:00:00Z') },
          externalEntities: [{ entityName: 'Dish', startIndex: 20, entityLength: 5, resolution: ['clear soup'] }],
        },
        { log: false },
      );
      assert.deepEqual((version.prediction.entities as Entities).Dish, [['clear soup']]);
      assert.equal((await rejectionOf(prediction.getSlotPrediction(app, 'staging', { query: '' }))).status, 400);
    });
  });
});
