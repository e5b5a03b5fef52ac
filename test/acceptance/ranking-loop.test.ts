/** The ranking loop over HTTP: learning, configuration, learning settings, model and logs. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { RankingClient, SLOTS, actions, failureOf } from '../support/ranking.ts';
import type { Policy, Settings } from '../support/ranking.ts';
import { ManagementClient, call, eventually, startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const QUICK = { modelExportFrequency: 'PT0.05S', rewardWaitTime: 'PT5S' };
const EVENTS = 150;
const OCTETS = { 'content-type': 'application/octet-stream' };

describe('ranking loop', () => {
  const folder = temporaryFolder();
  let server: Server;
  let manager: ManagementClient;
  before(async () => {
    server = await startServer({ data: folder.path });
    manager = await ManagementClient.connect(server);
    for (const name of ['learns', 'explains', 'settings-retrain', 'model', 'logs']) ready.set(name, createTrainedClient(manager, name));
    await Promise.all(ready.values());
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  const hasLearned = (preferences: number[]): boolean => preferences.every((probability) => probability > 0.6);
  /** Clients whose loops have learned the preferences; prepared concurrently, since it may take a wait time. */
  const ready = new Map<string, Promise<RankingClient>>();
  async function createTrainedClient(management: ManagementClient, name: string): Promise<RankingClient> {
    const client = await RankingClient.of(management, name);
    await client.configure(QUICK);
    await client.play(EVENTS);
    await eventually(
      () => client.countEvents(),
      (count) => count === EVENTS,
    );
    await eventually(() => client.preferences(), hasLearned);
    return client;
  }
  const trainedClient = (name: string): Promise<RankingClient> => ready.get(name)!;
  const areEqual = (preferences: number[]): boolean => preferences.every((probability) => Math.abs(probability - 1 / 3) < 1e-9);

  describe('learning', () => {
    test('learns the preferred action of each kind of user', async () => {
      const client = await trainedClient('learns');
      assert.ok(hasLearned(await client.preferences()));
      assert.deepEqual(new Set((await client.metrics()).map(({ learningMode }) => learningMode)), new Set(['Online']));
    });

    test('uses the same model after a restart', async () => {
      const other = temporaryFolder();
      let running = await startServer({ data: other.path });
      try {
        const client = await createTrainedClient(await ManagementClient.connect(running), 'restarted');
        assert.equal((await running.stop()).code, 0);
        running = await startServer({ data: other.path });
        assert.ok(hasLearned(await client.at(running).preferences()));
      } finally {
        await running.stop();
        other.remove();
      }
    });

    test('applies default rewards, sums, activation and the wait time', async () => {
      const [earliest, sum] = [await RankingClient.of(manager, 'ends-earliest'), await RankingClient.of(manager, 'ends-sum')];
      const expected = new Map([
        [earliest, { events: 3, reward: 1 }],
        [sum, { events: 3, reward: 2.75 }],
      ]);
      for (const client of expected.keys()) {
        await client.configure({ ...QUICK, defaultReward: 0.25, rewardAggregation: client === sum ? 'sum' : 'earliest' });
        const rank = (eventId: string, deferActivation = false): Promise<unknown> =>
          client.rank({ eventId, deferActivation, actions: actions('a', 'b') });
        await Promise.all([rank('silent'), rank('rewarded'), rank('never', true), rank('shown', true)]);
        for (const value of [0.5, 0.75, 1]) await client.reward('rewarded', value);
        await client.reward('never', 1);
        await client.reward('unknown', 1);
        await client.ok('POST /events/shown/activate');
      }
      for (const [client, { events, reward }] of expected) {
        await eventually(
          () => client.countEvents(),
          (count) => count === events,
        );
        const metrics = await client.metrics();
        assert.equal(
          metrics.reduce((all, { sumOfRewards }) => all + sumOfRewards, 0),
          reward,
        );
        const { to } = (await client.ok<{ dateRange: { to: string } }>('GET /logs/properties')).dateRange;
        await client.reward('silent', 1);
        await eventually(
          () => client.ok<{ dateRange: { to: string } }>('GET /logs/properties'),
          ({ dateRange }) => dateRange.to > to,
        );
        assert.deepEqual(await client.metrics(), metrics, 'a late reward is logged and changes nothing');
      }
    });

    test('returns the baseline in Apprentice and LoggingOnly mode, and learns it only in Apprentice mode', async () => {
      const kinds = ['a', 'b', 'c'];
      for (const learningMode of ['Apprentice', 'LoggingOnly']) {
        const client = await RankingClient.of(manager, `mode-${learningMode}`);
        await client.configure({ learningMode });
        await client.configure(QUICK);
        for (let i = 0; i < 60; i++) {
          const kind = kinds[i % 3]!;
          const first = [kind, ...kinds.filter((other) => other !== kind)];
          const { ranking, rewardActionId, eventId } = await client.rank({
            contextFeatures: [{ user: { kind } }],
            actions: actions(...first),
          });
          assert.deepEqual([rewardActionId, ranking[0]], [kind, { id: kind, probability: 1 }]);
          await client.reward(eventId, 0);
        }
        await eventually(
          () => client.countEvents(),
          (count) => count === 60,
        );
        const matched = (await client.metrics()).reduce((sum, { numberOfMatchedEvents }) => sum + numberOfMatchedEvents, 0);
        assert.ok(learningMode === 'Apprentice' ? matched > 30 : matched === 0, `${learningMode}: ${matched} of 60`);
        await client.configure({ learningMode: 'Online' });
        const preferences = await eventually(
          () => client.preferences(),
          (found) => learningMode === 'LoggingOnly' || hasLearned(found),
        );
        if (learningMode === 'LoggingOnly') assert.ok(areEqual(preferences), String(preferences));
      }
    });

    test('explains replies if enabled', async () => {
      const client = await trainedClient('explains');
      await client.configure({ isInferenceExplainabilityEnabled: true });
      const { inferenceExplanation } = await client.rank({ contextFeatures: [{ user: { kind: 'a' } }], actions: actions('a', 'b') });
      assert.deepEqual(
        inferenceExplanation!.map(({ id }) => id),
        ['a', 'b'],
      );
      const [a, b] = inferenceExplanation!.map(({ features }) => features.find(({ name }) => name === 'user.kind^j.topic')!.score);
      assert.ok(a! > b!, `${a} ${b}`);
    });
  });

  describe('service configuration', () => {
    test('returns the default configuration and the updated one', async () => {
      const client = await RankingClient.of(manager, 'settings');
      const { lastConfigurationEditDate, autoOptimizationStartDate, ...rest } = await client.settings();
      assert.deepEqual(rest, {
        rewardWaitTime: 'PT10M',
        defaultReward: 0,
        rewardAggregation: 'earliest',
        explorationPercentage: 0.2,
        modelExportFrequency: 'PT15S',
        logMirrorEnabled: false,
        logMirrorSasUri: '',
        logRetentionDays: 90,
        learningMode: 'Online',
        isAutoOptimizationEnabled: true,
        autoOptimizationFrequency: 'P7D',
      });
      assert.ok(Date.parse(autoOptimizationStartDate) > Date.parse(lastConfigurationEditDate));
      const put: Partial<Settings> = {
        rewardWaitTime: 'PT1H',
        defaultReward: 0.5,
        rewardAggregation: 'sum',
        explorationPercentage: 0.3,
        modelExportFrequency: 'PT5M',
        logRetentionDays: 7,
        isAutoOptimizationEnabled: false,
        autoOptimizationFrequency: 'P1D',
        autoOptimizationStartDate: '2030-01-01T00:00:00Z',
        isInferenceExplainabilityEnabled: true,
      };
      const updated = await client.configure(put);
      assert.deepEqual(updated, { ...rest, ...put, lastConfigurationEditDate: updated.lastConfigurationEditDate });
      assert.ok(updated.lastConfigurationEditDate >= lastConfigurationEditDate);
      assert.deepEqual(await client.settings(), updated);
      assert.deepEqual((await call(server, 'GET /personalizer/v1.0/configurations/service', { key: client.key })).body, updated);
    });

    test('keeps settings that an older API version does not know', async () => {
      const client = await RankingClient.of(manager, 'settings-older');
      await client.configure({ learningMode: 'Apprentice', isAutoOptimizationEnabled: false });
      const old = {
        rewardWaitTime: 'PT10M',
        defaultReward: 0,
        rewardAggregation: 'Earliest',
        explorationPercentage: 0.2,
        modelExportFrequency: 'PT5M',
        logRetentionDays: -1,
      };
      const { status, body } = await call<Settings>(server, 'PUT /personalizer/v1.0/configurations/service', {
        key: client.key,
        json: old,
      });
      assert.deepEqual(
        [status, body.learningMode, body.isAutoOptimizationEnabled, body.rewardAggregation, body.logRetentionDays],
        [200, 'Apprentice', false, 'earliest', -1],
      );
    });

    test('rejects every setting out of range with its code, and changes nothing', async () => {
      const client = await RankingClient.of(manager, 'settings-bad');
      const before = await client.configure({});
      const rejected: [change: object, code: string, target?: string][] = [
        [{ rewardWaitTime: 'PT4S' }, 'InvalidRewardWaitTime', 'rewardWaitTime'],
        [{ rewardWaitTime: 'P2DT1S' }, 'InvalidRewardWaitTime', 'rewardWaitTime'],
        [{ rewardWaitTime: 'ten minutes' }, 'InvalidRewardWaitTime', 'rewardWaitTime'],
        [{ rewardWaitTime: 600 }, 'InvalidServiceConfiguration', 'rewardWaitTime'],
        [{ defaultReward: 1.1 }, 'InvalidServiceConfiguration', 'defaultReward'],
        [{ rewardAggregation: 'median' }, 'InvalidServiceConfiguration', 'rewardAggregation'],
        [{ explorationPercentage: 1.01 }, 'InvalidServiceConfiguration', 'explorationPercentage'],
        [{ explorationPercentage: -0.01 }, 'InvalidServiceConfiguration', 'explorationPercentage'],
        [{ modelExportFrequency: 'PT0S' }, 'InvalidServiceConfiguration', 'modelExportFrequency'],
        [{ modelExportFrequency: 'P366D' }, 'InvalidServiceConfiguration', 'modelExportFrequency'],
        [{ logRetentionDays: 1 }, 'InvalidLogRetentionDays', 'logRetentionDays'],
        [{ rewardWaitTime: 'P2D', logRetentionDays: 2 }, 'InvalidLogRetentionDays', 'logRetentionDays'],
        [{ logRetentionDays: 0 }, 'InvalidLogRetentionDays', 'logRetentionDays'],
        [{ logRetentionDays: -2 }, 'InvalidServiceConfiguration', 'logRetentionDays'],
        [{ logRetentionDays: 7.5 }, 'InvalidServiceConfiguration', 'logRetentionDays'],
        [{ learningMode: 'Offline' }, 'InvalidServiceConfiguration', 'learningMode'],
        [{ autoOptimizationFrequency: 'PT1S' }, 'InvalidServiceConfiguration', 'autoOptimizationFrequency'],
        [{ autoOptimizationStartDate: 'tomorrow' }, 'InvalidServiceConfiguration', 'autoOptimizationStartDate'],
        [{ logMirrorEnabled: true, logMirrorSasUri: 'https://example.com/logs?sv=x' }, 'InvalidContainer', 'logMirrorEnabled'],
        [{ learningMode: 'Apprentice', defaultReward: 0.5 }, 'InvalidLearningModeServiceConfiguration'],
        [{ learningMode: 'Apprentice', rewardWaitTime: 'PT20M' }, 'InvalidLearningModeServiceConfiguration'],
        [{ learningMode: 'Apprentice', rewardAggregation: 'sum' }, 'InvalidLearningModeServiceConfiguration'],
      ];
      for (const [change, code, target] of rejected) {
        const failure = failureOf(await client.send('PUT /configurations/service', { json: { ...before, ...change } }));
        assert.deepEqual([failure.status, failure.code, failure.target], [400, code, target], JSON.stringify(change));
      }
      for (const name of [
        'rewardWaitTime',
        'defaultReward',
        'rewardAggregation',
        'explorationPercentage',
        'modelExportFrequency',
        'logRetentionDays',
      ]) {
        const { [name as keyof Settings]: _left, ...rest } = before;
        const failure = failureOf(await client.send('PUT /configurations/service', { json: rest }));
        assert.deepEqual(
          [failure.status, failure.code, failure.target, _left !== undefined],
          [400, 'InvalidServiceConfiguration', name, true],
        );
      }
      assert.deepEqual(await client.settings(), before);
    });

    test('retrains on changed reward settings, but not on changed exploration', async () => {
      const client = await trainedClient('settings-retrain');
      const readCreationTime = async (): Promise<string> =>
        (await client.ok<{ creationTime: string }>('GET /model/properties')).creationTime;
      const before = await readCreationTime();
      await client.configure({ explorationPercentage: 0.1 });
      assert.equal(await readCreationTime(), before);
      assert.ok(hasLearned(await client.preferences()));
      await client.configure({ rewardAggregation: 'sum' });
      assert.ok((await readCreationTime()) > before);
      await eventually(() => client.preferences(), hasLearned);
    });
  });

  describe('learning settings', () => {
    test('updates, returns and resets the learning settings', async () => {
      const client = await RankingClient.of(manager, 'policy');
      const first = await client.ok<Policy>('GET /configurations/policy');
      assert.equal(first.name, 'default');
      assert.match(first.arguments, /^--cb_explore_adf /);
      const own = { name: 'mine', arguments: '--cb_explore_adf --epsilon 0.2 --dsjson --cb_type ips -l 0.5 --l1 1E-07 --power_t 0.5' };
      assert.deepEqual(await client.ok('PUT /configurations/policy', { json: own }), own);
      assert.deepEqual(await client.ok('GET /configurations/policy'), own);
      const { status, body } = await client.send('DELETE /configurations/policy');
      assert.deepEqual([status, body], [200, first]);
      assert.deepEqual(await client.ok('GET /configurations/policy'), first);
    });

    test('uses 1 - ε + ε/K for the best action and ε/K for the others with epsilon-greedy', async () => {
      const client = await RankingClient.of(manager, 'policy-epsilon');
      await client.configure({ ...QUICK, explorationPercentage: 0.3, isAutoOptimizationEnabled: false });
      await client.policy('--cb_explore_adf --epsilon 0.3 --cb_type dm');
      await client.play(EVENTS);
      const probabilities = await eventually(
        async () =>
          (await client.rank({ contextFeatures: [{ user: { kind: 'b' } }], actions: actions('a', 'b', 'c'), deferActivation: true }))
            .ranking,
        ([best]) => best!.id === 'b' && best!.probability > 0.5,
      );
      assert.deepEqual(
        probabilities.map(({ id, probability }) => [id, Math.round(probability * 1e9) / 1e9]),
        [
          ['b', 0.8],
          ['a', 0.1],
          ['c', 0.1],
        ],
      );
    });

    test('rejects unknown, invalid and missing learning settings, and changes nothing', async () => {
      const client = await RankingClient.of(manager, 'policy-bad');
      const before = await client.ok('GET /configurations/policy');
      for (const [json, code] of [
        [{ name: 'x', arguments: '--cb_explore_adf --unheard_of 1' }, 'InvalidPolicyConfiguration'],
        [{ name: 'x', arguments: '--cb_explore_adf --epsilon 2' }, 'InvalidPolicyConfiguration'],
        [{ name: 'x', arguments: '--epsilon 0.1' }, 'InvalidPolicyConfiguration'],
        [{ name: 'x', arguments: '--cb_explore_adf --bag 5 --cover 3' }, 'InvalidPolicyConfiguration'],
        [{ name: 'x', arguments: '--cb_explore_adf -b 40' }, 'InvalidPolicyConfiguration'],
        [{ name: 'x', arguments: '' }, 'InvalidPolicyContract'],
        [{ name: 'x', arguments: `--cb_explore_adf ${' '.repeat(1024)}` }, 'InvalidPolicyContract'],
        [{ name: 'x'.repeat(257), arguments: '--cb_explore_adf' }, 'InvalidPolicyContract'],
        [{ name: 'x' }, 'InvalidPolicyContract'],
        [{ arguments: '--cb_explore_adf' }, 'InvalidPolicyContract'],
        [[], 'InvalidPolicyContract'],
      ] as const)
        assert.deepEqual(
          [
            (await client.send('PUT /configurations/policy', { json })).status,
            failureOf(await client.send('PUT /configurations/policy', { json })).code,
          ],
          [400, code],
          JSON.stringify(json).slice(0, 90),
        );
      const slots = failureOf(await client.send('PUT /configurations/policy', { json: { name: 'slots', arguments: SLOTS } }));
      assert.deepEqual([slots.status, slots.code], [400, 'ProblemTypeIncompatibleWithAutoOptimization']);
      assert.deepEqual(await client.ok('GET /configurations/policy'), before);
    });
  });

  describe('model', () => {
    test('resets the model and restores it by import', async () => {
      const client = await trainedClient('model');
      const signed = await client.send('GET /model?signed=true');
      assert.deepEqual(
        [signed.status, signed.headers['content-type'], signed.bytes.subarray(0, 2).toString()],
        [200, 'application/octet-stream', 'PK'],
      );
      const plain = await client.send('GET /model');
      assert.deepEqual([plain.status, plain.headers['content-type']], [200, 'application/octet-stream']);
      assert.ok(plain.bytes.length > 100);
      const { creationTime, lastModifiedTime } = await client.ok<{ creationTime: string; lastModifiedTime: string }>(
        'GET /model/properties',
      );
      assert.ok(creationTime < lastModifiedTime);

      const { status, text } = await client.send('DELETE /model');
      assert.deepEqual([status, text], [204, '']);
      assert.ok(areEqual(await client.preferences()), 'effective immediately');
      const imported = await client.send('PUT /model', { body: signed.bytes, headers: OCTETS });
      assert.deepEqual([imported.status, imported.text], [204, '']);
      assert.ok(hasLearned(await client.preferences()), 'effective immediately');
      await client.play(60, undefined, 'after');
      await eventually(
        () => client.ok<{ lastModifiedTime: string }>('GET /model/properties'),
        (now) => now.lastModifiedTime > lastModifiedTime,
      );
      assert.ok(hasLearned(await client.preferences()), 'learning continues');
    });

    test('rejects altered and unsigned files, other files, and other learning settings with 400', async () => {
      const client = await RankingClient.of(manager, 'model-bad');
      const { bytes } = await client.send('GET /model?signed=true');
      const plain = (await client.send('GET /model')).bytes;
      const put = async (body: Buffer): Promise<[number, string]> => {
        const { status, code } = failureOf(await client.send('PUT /model', { body, headers: OCTETS }));
        return [status, code];
      };
      const altered = Buffer.from(bytes);
      altered[60]! ^= 1;
      assert.equal((await put(altered))[0], 400);
      assert.deepEqual(await put(plain), [400, 'InvalidModelImportSignature']);
      assert.deepEqual(await put(Buffer.from('no model')), [400, 'InvalidModelImportFormat']);
      assert.deepEqual(await put(Buffer.alloc(0)), [400, 'InvalidModelImportFormat']);
      await client.policy('--cb_explore_adf --epsilon 0.1');
      assert.deepEqual(await put(bytes), [400, 'InvalidModelImportFormat']);
      assert.equal((await client.send('GET /model?signed=perhaps')).status, 400);
    });

    test('has an untrained model in a new loop, and no import in v1.0', async () => {
      const client = await RankingClient.of(manager, 'model-v1');
      const v1 = (route: string) => call(server, route.replace(' /', ' /personalizer/v1.0/'), { key: client.key });
      assert.equal((await v1('GET /model')).status, 200);
      assert.equal((await v1('GET /model/properties')).status, 200);
      assert.equal((await v1('DELETE /model')).status, 204);
      assert.equal((await v1('PUT /model')).status, 405);
    });

    test('rejects a file that is too large with 413', async () => {
      const client = await RankingClient.of(manager, 'model-large');
      const failure = failureOf(
        await client.send('PUT /model', { body: Buffer.alloc(10), headers: { ...OCTETS, 'content-length': 64 * 2 ** 20 + 1 } }),
      );
      assert.deepEqual([failure.status, failure.code], [413, 'PayloadSizeExceeded']);
    });
  });

  describe('logs', () => {
    test('returns the range of the log, and keeps the model when the log is deleted', async () => {
      const client = await trainedClient('logs');
      const {
        dateRange: { from, to },
      } = await client.ok<{ dateRange: { from: string; to: string } }>('GET /logs/properties');
      assert.ok(from < to && Math.abs(Date.parse(to) - Date.now()) < 60_000);
      const { status, text } = await client.send('DELETE /logs');
      assert.deepEqual([status, text], [204, '']);
      assert.deepEqual(await client.ok('GET /logs/properties'), {});
      assert.ok(hasLearned(await client.preferences()));
      const again = await client.ok<{ dateRange: { from: string } }>('GET /logs/properties');
      assert.ok(again.dateRange.from > to);
    });

    test('finds the first event after many changes of settings', async () => {
      const client = await RankingClient.of(manager, 'logs-settings');
      for (let i = 0; i < 105; i++) await client.policy('--cb_explore_adf --epsilon 0.1');
      assert.equal((await client.send('GET /logs/properties')).status, 404);
      await client.rank({ actions: actions('a') });
      assert.equal((await client.send('GET /logs/properties')).status, 200);
    });

    test('returns metrics for a time range', async () => {
      const client = await RankingClient.of(manager, 'metrics');
      assert.deepEqual(await client.ok('GET /learningMetrics'), []);
      assert.deepEqual(await client.ok('GET /learningMetrics?startDate=2026-01-01T00:00:00Z&endDate=2030-01-01T00:00:00Z'), []);
      assert.equal(failureOf(await client.send('GET /learningMetrics?startDate=yesterday')).code, 'InvalidRequest');
    });
  });
});
