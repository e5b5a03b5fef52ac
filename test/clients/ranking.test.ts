/**
 * The vendor's ranking clients, unmodified: @azure-rest/ai-personalizer 1.0.0-beta.1 and @azure/cognitiveservices-personalizer
 * 2.0.1, over https.
 *
 * client: @azure-rest/ai-personalizer 1.0.0-beta.1; version: v1.1-preview.3; runs: rank, reward, slots, settings, policy, model, log, evaluations, errors
 * client: @azure/cognitiveservices-personalizer 2.0.1; version: v1.0; runs: rank, activate, reward, errors
 */
import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import personalizer, { isUnexpected } from '@azure-rest/ai-personalizer';
import type { EvaluationOutput, PersonalizerClient as RestClient, RankRequest } from '@azure-rest/ai-personalizer';
import { PersonalizerClient } from '@azure/cognitiveservices-personalizer';
import { ApiKeyCredentials } from '@azure/ms-rest-js';
import type { RestError } from '@azure/ms-rest-js';
import { readCertificate, eventually } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

const SLOTS = '--ccb_explore_adf --squarecb --epsilon 0.02';
const dishes: RankRequest = {
  contextFeatures: [{ user: { device: 'phone' } }, { timeOfDay: 'evening' }],
  actions: [
    { id: 'pasta', features: [{ taste: 'savoury' }] },
    { id: 'ice cream', features: [{ taste: 'sweet' }, { nutrition: { calories: 300 } }] },
    { id: 'juice', features: [{ taste: 'sweet' }] },
  ],
  excludedActions: ['juice'],
};

describe('ranking clients', () => {
  let server: SharedServer;
  let ca: string;
  before(async () => {
    server = await sharedServer('--tls');
    ca = readCertificate(server);
  });

  describe('@azure-rest/ai-personalizer', () => {
    const clientOf = (key: string, baseUrl?: string): RestClient =>
      personalizer.default(server.address, { key }, { tlsOptions: { ca }, ...(baseUrl !== undefined && { baseUrl }) });
    let client: RestClient;
    before(() => {
      client = clientOf(server.key1);
    });

    /** The response, which the client must consider expected. */
    function assertExpected<T extends { status: string; body: unknown }>(
      response: T,
      unexpected: boolean,
    ): Exclude<T, { body: { error: unknown } }> {
      assert.ok(!unexpected, `${response.status} ${JSON.stringify(response.body)}`);
      return response as Exclude<T, { body: { error: unknown } }>;
    }

    test('ranks, rewards and activates', async () => {
      const answer = await client.path('/rank').post({ body: { ...dishes, eventId: 'dinner', deferActivation: true } });
      const { body } = assertExpected(answer, isUnexpected(answer));
      assert.equal(body.eventId, 'dinner');
      assert.deepEqual(
        body.ranking!.map(({ probability }) => probability),
        [0.5, 0.5, 0],
      );
      assert.ok(['pasta', 'ice cream'].includes(body.rewardActionId!));
      const activated = await client.path('/events/{eventId}/activate', 'dinner').post();
      assert.equal(activated.status, '204');
      const rewarded = await client.path('/events/{eventId}/reward', 'dinner').post({ body: { value: 0.8 } });
      assert.equal(rewarded.status, '204');
    });

    test('ranks under our own prefix', async () => {
      const answer = await clientOf(server.key2, `${server.address}/ranking/v1.1-preview.3`).path('/rank').post({ body: dishes });
      assert.equal(answer.status, '201');
    });

    test('reads and updates the service configuration', async () => {
      const { body: before } = await client.path('/configurations/service').get();
      assert.equal(before.rewardWaitTime, 'PT10M');
      const put = await client.path('/configurations/service').put({
        body: { ...before, explorationPercentage: 0.35, rewardWaitTime: 'PT1H', modelExportFrequency: 'PT0.05S', learningMode: 'Online' },
      });
      const { body } = assertExpected(put, isUnexpected(put));
      assert.deepEqual([body.explorationPercentage, body.rewardWaitTime], [0.35, 'PT1H']);
      assert.deepEqual((await client.path('/configurations/service').get()).body, body);
    });

    test('reads, updates and resets the learning settings', async () => {
      const { body: first } = await client.path('/configurations/policy').get();
      const put = await client
        .path('/configurations/policy')
        .put({ body: { name: 'mine', arguments: '--cb_explore_adf --epsilon 0.2 --cb_type mtr -q ::' } });
      assert.deepEqual(assertExpected(put, isUnexpected(put)).body, {
        name: 'mine',
        arguments: '--cb_explore_adf --epsilon 0.2 --cb_type mtr -q ::',
      });
      const reset = await client.path('/configurations/policy').delete();
      assert.deepEqual([reset.status, reset.body], ['200', first]);
    });

    test('creates evaluations and applies their policies', async () => {
      for (let i = 0; i < 20; i++) {
        const { body } = (await client.path('/rank').post({ body: { ...dishes, eventId: `evaluated-${i}` } })) as {
          body: { eventId: string; rewardActionId: string };
        };
        await client.path('/events/{eventId}/reward', body.eventId).post({ body: { value: body.rewardActionId === 'pasta' ? 1 : 0 } });
      }
      const created = await client.path('/evaluations').post({
        body: {
          name: 'from the client',
          startTime: new Date(Date.now() - 3600_000),
          endTime: new Date(Date.now() + 1000),
          policies: [{ name: 'Mine', arguments: '--cb_explore_adf --epsilon 0.1' }],
          enableOfflineExperimentation: false,
        },
      });
      const {
        body: { id },
        headers,
      } = assertExpected(created, isUnexpected(created));
      assert.equal(headers.location, `${server.address}/personalizer/v1.1-preview.3/evaluations/${id}`);
      const done = await eventually(
        async () => (await client.path('/evaluations/{evaluationId}', id).get()).body as EvaluationOutput,
        ({ status }) => status !== 'pending',
      );
      assert.deepEqual(
        [done.status, done.policyResults!.map(({ name }) => name)],
        ['completed', ['Online', 'Baseline1', 'BaselineRand', 'Mine']],
      );
      assert.ok(done.policyResults!.every(({ totalSummary }) => totalSummary.ipsEstimatorDenominator >= 20));
      assert.deepEqual(
        (await client.path('/evaluations').get()).body.map((evaluation) => evaluation.id),
        [id],
      );
      const applied = await client.path('/configurations/applyFromEvaluation').post({ body: { evaluationId: id, policyName: 'Mine' } });
      assert.equal(applied.status, '204');
      assert.equal((await client.path('/configurations/policy').get()).body.name, 'Mine');
      assert.equal((await client.path('/evaluations/{evaluationId}', id).delete()).status, '204');
      const gone = await client.path('/evaluations/{evaluationId}', id).get();
      assert.deepEqual([gone.status, (gone.body as { error?: { code: string } }).error?.code], ['404', 'EvaluationNotFound']);
    });

    test('downloads, imports and resets the model', async () => {
      // The client reads every body as text unless a stream is requested.
      const download = async (signed: boolean): Promise<Buffer> => {
        const { status, body } = await client.path('/model').get({ queryParameters: { signed } }).asNodeStream();
        assert.equal(status, '200');
        return await buffer(body!);
      };
      const signed = await download(true);
      assert.equal(signed.subarray(0, 2).toString(), 'PK');
      assert.equal((await download(false)).subarray(0, 4).toString(), 'PBMC');
      const imported = await client.path('/model').put({ body: signed, contentType: 'application/octet-stream' });
      assert.equal(imported.status, '204', JSON.stringify(imported.body));
      const refused = await client.path('/model').put({ body: Buffer.from('no model'), contentType: 'application/octet-stream' });
      assert.ok(isUnexpected(refused));
      assert.deepEqual([refused.status, refused.body.error.code], ['400', 'InvalidModelImportFormat']);
      const {
        body: { creationTime, lastModifiedTime },
      } = await client.path('/model/properties').get();
      assert.ok(Date.parse(creationTime) <= Date.parse(lastModifiedTime));
      assert.equal((await client.path('/model').delete()).status, '204');
    });

    test('reads and deletes the log', async () => {
      await client.path('/rank').post({ body: dishes });
      const properties = await client.path('/logs/properties').get();
      const {
        body: {
          dateRange: { from, to },
        },
      } = assertExpected(properties, isUnexpected(properties));
      assert.ok(Date.parse(from) <= Date.parse(to));
      assert.equal((await client.path('/logs').delete()).status, '204');
      const none = await client.path('/logs/properties').get();
      assert.deepEqual(assertExpected(none, isUnexpected(none)).body, {});
      for (const path of ['/logs/interactions', '/logs/observations'] as const) {
        const refused = await client
          .path(path as '/logs/interactions')
          .post({ body: Uint8Array.of(1, 2, 3), contentType: 'application/octet-stream' });
        assert.ok(isUnexpected(refused));
        assert.deepEqual(
          [refused.status, refused.body.error.code, refused.body.error.message],
          ['400', 'InvalidApiAccess', 'Api is currently disabled for the instance.'],
        );
      }
    });

    test('ranks, rewards and activates with several slots', async () => {
      const page = {
        contextFeatures: dishes.contextFeatures,
        actions: dishes.actions,
        eventId: 'menu',
        deferActivation: true,
        slots: [
          { id: 'first', features: [{ size: 'large' }], excludedActions: ['juice'], baselineAction: 'pasta' },
          { id: 'second', baselineAction: 'juice' },
        ],
      };
      const closed = await client.path('/multislot/rank').post({ body: page });
      assert.ok(isUnexpected(closed));
      assert.equal(closed.body.error.code, 'InvalidMultiSlotApiAccess');
      const { body: settings } = await client.path('/configurations/service').get();
      await client.path('/configurations/service').put({ body: { ...settings, learningMode: 'Online', isAutoOptimizationEnabled: false } });
      await client.path('/configurations/policy').put({ body: { name: 'slots', arguments: SLOTS } });
      const answer = await client.path('/multislot/rank').post({ body: page });
      const { body } = assertExpected(answer, isUnexpected(answer));
      assert.deepEqual([body.eventId, body.slots.map(({ id }) => id)], ['menu', ['first', 'second']]);
      assert.notEqual(body.slots[0]!.rewardActionId, body.slots[1]!.rewardActionId);
      assert.equal((await client.path('/multislot/events/{eventId}/activate', 'menu').post()).status, '204');
      const rewarded = await client.path('/multislot/events/{eventId}/reward', 'menu').post({
        body: {
          reward: [
            { slotId: 'first', value: 1 },
            { slotId: 'second', value: 0 },
          ],
        },
      });
      assert.equal(rewarded.status, '204');
      await client.path('/configurations/policy').delete();
    });

    test('receives failures with the messages of the service', async () => {
      const bad = await client.path('/rank').post({ body: { actions: [] } });
      assert.ok(isUnexpected(bad));
      assert.deepEqual(
        [bad.status, bad.body.error.code, bad.body.error.message, bad.body.error.target],
        ['400', 'InvalidRankRequest', 'Invalid request.', 'actions'],
      );
      const reward = await client.path('/events/{eventId}/reward', 'dinner').post({ body: { value: 1.0001 } });
      assert.ok(isUnexpected(reward));
      assert.deepEqual([reward.status, reward.body.error.code, reward.body.error.details?.length], ['400', 'InvalidRewardRequest', 1]);
      const closed = await clientOf('wrong').path('/rank').post({ body: dishes });
      assert.ok(isUnexpected(closed));
      assert.deepEqual([closed.status, closed.body.error.code as string], ['401', '401']);
    });
  });

  describe('@azure/cognitiveservices-personalizer', () => {
    const clientOf = (key: string): PersonalizerClient =>
      new PersonalizerClient(new ApiKeyCredentials({ inHeader: { 'Ocp-Apim-Subscription-Key': key } }), server.address, {
        agentSettings: { https: new Agent({ ca }) },
      } as object);

    test('ranks, activates and rewards', async () => {
      const client = clientOf(server.key1);
      const { eventId, ranking, rewardActionId } = await client.rank({
        contextFeatures: dishes.contextFeatures,
        actions: dishes.actions,
        excludedActions: ['juice'],
        eventId: 'lunch',
        deferActivation: true,
      });
      assert.deepEqual([eventId, ranking!.length], ['lunch', 3]);
      assert.equal(ranking!.find(({ id }) => id === 'juice')!.probability, 0);
      assert.ok(['pasta', 'ice cream'].includes(rewardActionId!));
      assert.equal((await client.events.activate('lunch'))._response.status, 204);
      assert.equal((await client.events.reward('lunch', { value: 1 }))._response.status, 204);
      const generated = await client.rank({ actions: dishes.actions });
      assert.ok(generated.eventId!.length > 10);
    });

    test('receives failures with the messages of the service', async () => {
      const thrown = async (work: Promise<unknown>): Promise<unknown[]> => {
        const error = await work.then(
          () => assert.fail('It was not refused.'),
          (problem: unknown) => problem as RestError,
        );
        const body = error.body as { error?: { code?: string; message?: string } } | undefined;
        return [error.statusCode, body?.error?.code, body?.error?.message];
      };
      const client = clientOf(server.key1);
      assert.deepEqual(
        await thrown(
          client.rank({
            actions: [
              { id: 'twice', features: [{ a: 1 }] },
              { id: 'twice', features: [{ a: 2 }] },
            ],
          }),
        ),
        [400, 'InvalidRankRequest', 'Invalid request.'],
      );
      assert.deepEqual(await thrown(client.events.reward('lunch', { value: 7 })), [400, 'InvalidRewardRequest', 'Invalid reward request.']);
      assert.equal((await thrown(clientOf('wrong').rank({ actions: dishes.actions })))[0], 401);
    });
  });
});
