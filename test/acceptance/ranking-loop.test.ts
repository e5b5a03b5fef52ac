/** The loop as its users see it: it learns, its settings hold, its model comes and goes. */
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
    for (const name of ['learns', 'explains', 'settings-retrain', 'model', 'logs']) ready.set(name, learn(manager, name));
    await Promise.all(ready.values());
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  const known = (preferences: number[]): boolean => preferences.every((probability) => probability > 0.6);
  /** Callers whose loops have learned what their users want; all at once, since that may take a wait time. */
  const ready = new Map<string, Promise<RankingClient>>();
  async function learn(of: ManagementClient, name: string): Promise<RankingClient> {
    const caller = await RankingClient.of(of, name);
    await caller.configure(QUICK);
    await caller.play(EVENTS);
    await eventually(() => caller.countEvents(), (count) => count === EVENTS);
    await eventually(() => caller.preferences(), known);
    return caller;
  }
  const learned = (name: string): Promise<RankingClient> => ready.get(name)!;
  const equal = (preferences: number[]): boolean => preferences.every((probability) => Math.abs(probability - 1 / 3) < 1e-9);

  describe('learning', () => {
    test('what earns is shown more, for each kind of user its own', async () => {
      const caller = await learned('learns');
      assert.ok(known(await caller.preferences()));
      assert.deepEqual(new Set((await caller.metrics()).map(({ learningMode }) => learningMode)), new Set(['Online']));
    });

    test('a restart loses nothing: the first answer after it comes from the same model', async () => {
      const other = temporaryFolder();
      let running = await startServer({ data: other.path });
      try {
        const caller = await learn(await ManagementClient.connect(running), 'restarted');
        assert.equal((await running.stop()).code, 0);
        running = await startServer({ data: other.path });
        assert.ok(known(await caller.at(running).preferences()));
      } finally {
        await running.stop();
        other.remove();
      }
    });

    test('events end with their wait time: default rewards, sums, deferred and late ones', async () => {
      const [earliest, sum] = [await RankingClient.of(manager, 'ends-earliest'), await RankingClient.of(manager, 'ends-sum')];
      const expected = new Map([[earliest, { events: 3, reward: 1 }], [sum, { events: 3, reward: 2.75 }]]);
      for (const caller of expected.keys()) {
        await caller.configure({ ...QUICK, defaultReward: 0.25, rewardAggregation: caller === sum ? 'sum' : 'earliest' });
        const rank = (eventId: string, deferActivation = false): Promise<unknown> => caller.rank({ eventId, deferActivation, actions: actions('a', 'b') });
        await Promise.all([rank('silent'), rank('rewarded'), rank('never', true), rank('shown', true)]);
        for (const value of [0.5, 0.75, 1]) await caller.reward('rewarded', value);
        await caller.reward('never', 1);
        await caller.reward('unknown', 1);
        await caller.ok('POST /events/shown/activate');
      }
      for (const [caller, { events, reward }] of expected) {
        await eventually(() => caller.countEvents(), (count) => count === events);
        const metrics = await caller.metrics();
        assert.equal(metrics.reduce((all, { sumOfRewards }) => all + sumOfRewards, 0), reward);
        const { to } = (await caller.ok<{ dateRange: { to: string } }>('GET /logs/properties')).dateRange;
        await caller.reward('silent', 1);
        await eventually(() => caller.ok<{ dateRange: { to: string } }>('GET /logs/properties'), ({ dateRange }) => dateRange.to > to);
        assert.deepEqual(await caller.metrics(), metrics, 'a late reward is logged, and changes nothing');
      }
    });

    test('Apprentice answers the baseline and learns it; LoggingOnly answers it and learns nothing', async () => {
      const kinds = ['a', 'b', 'c'];
      for (const learningMode of ['Apprentice', 'LoggingOnly']) {
        const caller = await RankingClient.of(manager, `mode-${learningMode}`);
        await caller.configure({ learningMode });
        await caller.configure(QUICK);
        for (let i = 0; i < 60; i++) {
          const kind = kinds[i % 3]!;
          const first = [kind, ...kinds.filter((other) => other !== kind)];
          const { ranking, rewardActionId, eventId } = await caller.rank({ contextFeatures: [{ user: { kind } }], actions: actions(...first) });
          assert.deepEqual([rewardActionId, ranking[0]], [kind, { id: kind, probability: 1 }]);
          await caller.reward(eventId, 0);
        }
        await eventually(() => caller.countEvents(), (count) => count === 60);
        const matched = (await caller.metrics()).reduce((sum, { numberOfMatchedEvents }) => sum + numberOfMatchedEvents, 0);
        assert.ok(learningMode === 'Apprentice' ? matched > 30 : matched === 0, `${learningMode}: ${matched} of 60`);
        await caller.configure({ learningMode: 'Online' });
        const preferences = await eventually(() => caller.preferences(), (found) => learningMode === 'LoggingOnly' || known(found));
        if (learningMode === 'LoggingOnly') assert.ok(equal(preferences), String(preferences));
      }
    });

    test('answers can be explained', async () => {
      const caller = await learned('explains');
      await caller.configure({ isInferenceExplainabilityEnabled: true });
      const { inferenceExplanation } = await caller.rank({ contextFeatures: [{ user: { kind: 'a' } }], actions: actions('a', 'b') });
      assert.deepEqual(inferenceExplanation!.map(({ id }) => id), ['a', 'b']);
      const [a, b] = inferenceExplanation!.map(({ features }) => features.find(({ name }) => name === 'user.kind^j.topic')!.score);
      assert.ok(a! > b!, `${a} ${b}`);
    });
  });

  describe('service configuration', () => {
    test('200: the settings of a new loop, and what was put', async () => {
      const caller = await RankingClient.of(manager, 'settings');
      const { lastConfigurationEditDate, autoOptimizationStartDate, ...rest } = await caller.settings();
      assert.deepEqual(rest, {
        rewardWaitTime: 'PT10M', defaultReward: 0, rewardAggregation: 'earliest', explorationPercentage: 0.2, modelExportFrequency: 'PT15S', logMirrorEnabled: false, logMirrorSasUri: '',
        logRetentionDays: 90, learningMode: 'Online', isAutoOptimizationEnabled: true, autoOptimizationFrequency: 'P7D',
      });
      assert.ok(Date.parse(autoOptimizationStartDate) > Date.parse(lastConfigurationEditDate));
      const put: Partial<Settings> = {
        rewardWaitTime: 'PT1H', defaultReward: 0.5, rewardAggregation: 'sum', explorationPercentage: 0.3, modelExportFrequency: 'PT5M', logRetentionDays: 7,
        isAutoOptimizationEnabled: false, autoOptimizationFrequency: 'P1D', autoOptimizationStartDate: '2030-01-01T00:00:00Z', isInferenceExplainabilityEnabled: true,
      };
      const answered = await caller.configure(put);
      assert.deepEqual(answered, { ...rest, ...put, lastConfigurationEditDate: answered.lastConfigurationEditDate });
      assert.ok(answered.lastConfigurationEditDate >= lastConfigurationEditDate);
      assert.deepEqual(await caller.settings(), answered);
      assert.deepEqual((await call(server, 'GET /personalizer/v1.0/configurations/service', { key: caller.key })).body, answered);
    });

    test('200: what an older caller does not know stays', async () => {
      const caller = await RankingClient.of(manager, 'settings-older');
      await caller.configure({ learningMode: 'Apprentice', isAutoOptimizationEnabled: false });
      const old = { rewardWaitTime: 'PT10M', defaultReward: 0, rewardAggregation: 'Earliest', explorationPercentage: 0.2, modelExportFrequency: 'PT5M', logRetentionDays: -1 };
      const { status, body } = await call<Settings>(server, 'PUT /personalizer/v1.0/configurations/service', { key: caller.key, json: old });
      assert.deepEqual([status, body.learningMode, body.isAutoOptimizationEnabled, body.rewardAggregation, body.logRetentionDays], [200, 'Apprentice', false, 'earliest', -1]);
    });

    test('400: every setting out of its range, under its code, and nothing changed', async () => {
      const caller = await RankingClient.of(manager, 'settings-bad');
      const before = await caller.configure({});
      const refused: [change: object, code: string, target?: string][] = [
        [{ rewardWaitTime: 'PT4S' }, 'InvalidRewardWaitTime', 'rewardWaitTime'],
        [{ rewardWaitTime: 'P2DT1S' }, 'InvalidRewardWaitTime', 'rewardWaitTime'],
        [{ rewardWaitTime: 'ten minutes' }, 'InvalidRewardWaitTime', 'rewardWaitTime'],
        [{ rewardWaitTime: 600 }, 'InvalidServiceConfiguration', 'rewardWaitTime'],
        [{ defaultReward: 1.1 }, 'InvalidServiceConfiguration', 'defaultReward'],
        [{ rewardAggregation: 'average' }, 'InvalidServiceConfiguration', 'rewardAggregation'],
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
      for (const [change, code, target] of refused) {
        const answer = failureOf(await caller.send('PUT /configurations/service', { json: { ...before, ...change } }));
        assert.deepEqual([answer.status, answer.code, answer.target], [400, code, target], JSON.stringify(change));
      }
      for (const name of ['rewardWaitTime', 'defaultReward', 'rewardAggregation', 'explorationPercentage', 'modelExportFrequency', 'logRetentionDays']) {
        const { [name as keyof Settings]: _left, ...rest } = before;
        const answer = failureOf(await caller.send('PUT /configurations/service', { json: rest }));
        assert.deepEqual([answer.status, answer.code, answer.target, _left !== undefined], [400, 'InvalidServiceConfiguration', name, true]);
      }
      assert.deepEqual(await caller.settings(), before);
    });

    test('other reward settings begin the model anew from the log; another exploration does not', async () => {
      const caller = await learned('settings-retrain');
      const readCreationTime = async (): Promise<string> => (await caller.ok<{ creationTime: string }>('GET /model/properties')).creationTime;
      const before = await readCreationTime();
      await caller.configure({ explorationPercentage: 0.1 });
      assert.equal(await readCreationTime(), before);
      assert.ok(known(await caller.preferences()));
      await caller.configure({ rewardAggregation: 'sum' });
      assert.ok(await readCreationTime() > before);
      await eventually(() => caller.preferences(), known);
    });
  });

  describe('learning settings', () => {
    test('200: put, get and set back', async () => {
      const caller = await RankingClient.of(manager, 'policy');
      const first = await caller.ok<Policy>('GET /configurations/policy');
      assert.equal(first.name, 'default');
      assert.match(first.arguments, /^--cb_explore_adf /);
      const own = { name: 'mine', arguments: '--cb_explore_adf --epsilon 0.2 --dsjson --cb_type ips -l 0.5 --l1 1E-07 --power_t 0.5' };
      assert.deepEqual(await caller.ok('PUT /configurations/policy', { json: own }), own);
      assert.deepEqual(await caller.ok('GET /configurations/policy'), own);
      const { status, body } = await caller.send('DELETE /configurations/policy');
      assert.deepEqual([status, body], [200, first]);
      assert.deepEqual(await caller.ok('GET /configurations/policy'), first);
    });

    test('literal epsilon-greedy: 1 - ε + ε/K for the best, ε/K for the others', async () => {
      const caller = await RankingClient.of(manager, 'policy-epsilon');
      await caller.configure({ ...QUICK, explorationPercentage: 0.3, isAutoOptimizationEnabled: false });
      await caller.policy('--cb_explore_adf --epsilon 0.3 --cb_type dm');
      await caller.play(EVENTS);
      const probabilities = await eventually(async () => (await caller.rank({ contextFeatures: [{ user: { kind: 'b' } }], actions: actions('a', 'b', 'c'), deferActivation: true })).ranking, ([best]) => best!.id === 'b' && best!.probability > 0.5);
      assert.deepEqual(probabilities.map(({ id, probability }) => [id, Math.round(probability * 1e9) / 1e9]), [['b', 0.8], ['a', 0.1], ['c', 0.1]]);
    });

    test('400: what is not known, out of range or missing, and nothing changed', async () => {
      const caller = await RankingClient.of(manager, 'policy-bad');
      const before = await caller.ok('GET /configurations/policy');
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
      ] as const) assert.deepEqual([(await caller.send('PUT /configurations/policy', { json })).status, failureOf(await caller.send('PUT /configurations/policy', { json })).code], [400, code], JSON.stringify(json).slice(0, 90));
      const slots = failureOf(await caller.send('PUT /configurations/policy', { json: { name: 'slots', arguments: SLOTS } }));
      assert.deepEqual([slots.status, slots.code], [400, 'ProblemTypeIncompatibleWithAutoOptimization']);
      assert.deepEqual(await caller.ok('GET /configurations/policy'), before);
    });
  });

  describe('model', () => {
    test('a reset forgets, an import brings back', async () => {
      const caller = await learned('model');
      const signed = await caller.send('GET /model?signed=true');
      assert.deepEqual([signed.status, signed.headers['content-type'], signed.bytes.subarray(0, 2).toString()], [200, 'application/octet-stream', 'PK']);
      const plain = await caller.send('GET /model');
      assert.deepEqual([plain.status, plain.headers['content-type']], [200, 'application/octet-stream']);
      assert.ok(plain.bytes.length > 100);
      const { creationTime, lastModifiedTime } = await caller.ok<{ creationTime: string; lastModifiedTime: string }>('GET /model/properties');
      assert.ok(creationTime < lastModifiedTime);

      const { status, text } = await caller.send('DELETE /model');
      assert.deepEqual([status, text], [204, '']);
      assert.ok(equal(await caller.preferences()), 'from the answer on');
      const imported = await caller.send('PUT /model', { body: signed.bytes, headers: OCTETS });
      assert.deepEqual([imported.status, imported.text], [204, '']);
      assert.ok(known(await caller.preferences()), 'from the answer on');
      await caller.play(60, undefined, 'after');
      await eventually(() => caller.ok<{ lastModifiedTime: string }>('GET /model/properties'), (now) => now.lastModifiedTime > lastModifiedTime);
      assert.ok(known(await caller.preferences()), 'it goes on from there');
    });

    test('400: altered, unsigned, no model at all, or of other learning settings', async () => {
      const caller = await RankingClient.of(manager, 'model-bad');
      const { bytes } = await caller.send('GET /model?signed=true');
      const plain = (await caller.send('GET /model')).bytes;
      const put = async (body: Buffer): Promise<[number, string]> => {
        const { status, code } = failureOf(await caller.send('PUT /model', { body, headers: OCTETS }));
        return [status, code];
      };
      const altered = Buffer.from(bytes);
      altered[60]! ^= 1;
      assert.equal((await put(altered))[0], 400);
      assert.deepEqual(await put(plain), [400, 'InvalidModelImportSignature']);
      assert.deepEqual(await put(Buffer.from('no model')), [400, 'InvalidModelImportFormat']);
      assert.deepEqual(await put(Buffer.alloc(0)), [400, 'InvalidModelImportFormat']);
      await caller.policy('--cb_explore_adf --epsilon 0.1');
      assert.deepEqual(await put(bytes), [400, 'InvalidModelImportFormat']);
      assert.equal((await caller.send('GET /model?signed=perhaps')).status, 400);
    });

    test('a new loop has a blank model; v1.0 knows get, properties and reset, and no import', async () => {
      const caller = await RankingClient.of(manager, 'model-v1');
      const v1 = (route: string) => call(server, route.replace(' /', ' /personalizer/v1.0/'), { key: caller.key });
      assert.equal((await v1('GET /model')).status, 200);
      assert.equal((await v1('GET /model/properties')).status, 200);
      assert.equal((await v1('DELETE /model')).status, 204);
      assert.equal((await v1('PUT /model')).status, 405);
    });

    test('413: a file larger than any model', async () => {
      const caller = await RankingClient.of(manager, 'model-large');
      const answer = failureOf(await caller.send('PUT /model', { body: Buffer.alloc(10), headers: { ...OCTETS, 'content-length': 64 * 2 ** 20 + 1 } }));
      assert.deepEqual([answer.status, answer.code], [413, 'PayloadSizeExceeded']);
    });
  });

  describe('logs', () => {
    test('their range, and none after they are deleted; the model stays', async () => {
      const caller = await learned('logs');
      const { dateRange: { from, to } } = await caller.ok<{ dateRange: { from: string; to: string } }>('GET /logs/properties');
      assert.ok(from < to && Math.abs(Date.parse(to) - Date.now()) < 60_000);
      const { status, text } = await caller.send('DELETE /logs');
      assert.deepEqual([status, text], [204, '']);
      assert.deepEqual(failureOf(await caller.send('GET /logs/properties')).code, 'LogsPropertiesNotFound');
      assert.ok(known(await caller.preferences()));
      const again = await caller.ok<{ dateRange: { from: string } }>('GET /logs/properties');
      assert.ok(again.dateRange.from > to);
    });

    test('many changes of settings before the first event do not hide it', async () => {
      const caller = await RankingClient.of(manager, 'logs-settings');
      for (let i = 0; i < 105; i++) await caller.policy('--cb_explore_adf --epsilon 0.1');
      assert.equal((await caller.send('GET /logs/properties')).status, 404);
      await caller.rank({ actions: actions('a') });
      assert.equal((await caller.send('GET /logs/properties')).status, 200);
    });

    test('metrics may be asked for a range', async () => {
      const caller = await RankingClient.of(manager, 'metrics');
      assert.deepEqual(await caller.ok('GET /learningMetrics'), []);
      assert.deepEqual(await caller.ok('GET /learningMetrics?startDate=2026-01-01T00:00:00Z&endDate=2030-01-01T00:00:00Z'), []);
      assert.equal(failureOf(await caller.send('GET /learningMetrics?startDate=yesterday')).code, 'InvalidRequest');
    });
  });
});
