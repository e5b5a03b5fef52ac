/**
 * The version 2022-09-01-preview of ranking, in the vendor's names as its Python client sends them: the scenarios of the vendor's own tests
 * of that client, and what they leave out.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ManagementClient, call, eventually } from '../support/server.ts';
import type { CallOptions, HttpResponse } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

const VERSION = '2022-09-01-preview';
/** What the service resets learning settings to. */
const SERVICE_DEFAULT = '--cb_explore_adf --epsilon 0.2 --power_t 0 -l 0.001 --cb_type mtr -q ::';

interface Failed {
  error: { code: string; message: string; target?: string };
}
interface Configuration extends Record<string, unknown> {
  autoOptimizationStartDate: string;
  lastConfigurationEditDate: string;
}
interface Evaluation {
  id: string;
  status: string;
  startTime: string;
  evaluationType: string;
  optimalPolicy?: string;
  content: {
    startTime: string;
    endTime: string;
    intervalInMinutes: number;
    value: {
      name: string;
      arguments?: string;
      summary: { expectedReward: number; confidenceInterval: number[] };
      timeseries: { data: { timeStamp: string; expectedReward: number; confidenceInterval: number[] }[] };
    }[];
  };
}

const videos = [
  { id: 'Video1', features: [{ videoType: 'documentary', videoLength: 35, director: 'Ada' }, { mostWatchedByAge: '30-35' }] },
  { id: 'Video2', features: [{ videoType: 'comedy', videoLength: 20, director: 'Bob' }, { mostWatchedByAge: '40-45' }] },
];
const context = [{ currentContext: { day: 'tuesday', weather: 'rainy' } }, { userContext: { payingUser: true, hoursOnSite: 0.12 } }];
const articles = ['News', 'Sports', 'Entertainment'].map((type) => ({ id: `${type}Article`, features: [{ type }] }));
const slots = [
  {
    id: 'Main Article',
    baselineAction: 'NewsArticle',
    positionFeatures: [{ Size: 'Large', Position: 'Top Middle' }],
    excludedActions: ['SportsArticle', 'EntertainmentArticle'],
  },
  {
    id: 'Side Bar',
    baselineAction: 'SportsArticle',
    positionFeatures: [{ Size: 'Small', Position: 'Bottom Right' }],
    excludedActions: ['EntertainmentArticle'],
  },
];

describe(`ranking ${VERSION}`, () => {
  let server: SharedServer;
  let manager: ManagementClient;
  before(async () => {
    server = await sharedServer();
    manager = await ManagementClient.connect(server);
  });

  /** Sends calls with the key of an account of its own. */
  async function newClient(name: string): Promise<<T = Failed>(route: string, options?: CallOptions) => Promise<HttpResponse<T>>> {
    const { key1: key } = await manager.createAccount(name, { kind: 'Ranking' });
    return async <T>(route: string, options: CallOptions = {}) => {
      const [method, path] = route.split(' ', 2) as [string, string];
      return await call<T>(server, `${method} /personalizer${path}${path.includes('?') ? '&' : '?'}api-version=${VERSION}`, {
        key,
        ...options,
      });
    };
  }
  type Send = Awaited<ReturnType<typeof newClient>>;

  async function ok<T>(work: Promise<HttpResponse<T>>, status = 200): Promise<T> {
    const response = await work;
    assert.equal(response.status, status, response.text);
    return response.body;
  }

  async function play(send: Send, events: number): Promise<void> {
    for (let i = 0; i < events; i++) {
      const { eventId, rewardActionId } = await ok(
        send<{ eventId: string; rewardActionId: string }>('POST /rank', { json: { actions: videos, contextFeatures: context } }),
        201,
      );
      await ok(send(`POST /events/${eventId}/reward`, { json: { value: rewardActionId === 'Video1' ? 1 : 0 } }), 204);
    }
  }

  test('ranks with and without context, rewards and activates', async () => {
    const send = await newClient('rank');
    const alone = await ok(send<{ ranking: object[]; rewardActionId: string }>('POST /rank', { json: { actions: [videos[0]] } }), 201);
    assert.deepEqual([alone.ranking, alone.rewardActionId], [[{ id: 'Video1', probability: 1 }], 'Video1']);
    const json = { eventId: '123456789', actions: videos, contextFeatures: context, excludedActions: ['Video1'] };
    assert.deepEqual(await ok(send('POST /rank', { json }), 201), {
      ranking: [
        { id: 'Video1', probability: 0 },
        { id: 'Video2', probability: 1 },
      ],
      eventId: '123456789',
      rewardActionId: 'Video2',
    });
    await ok(send('POST /events/event_id_returned_by_rank/reward', { json: { value: 1 } }), 204);
    await ok(send('POST /events/event_id_returned_by_rank/activate'), 204);
    const bad = await send('POST /events/some/reward', { json: { value: 2 } });
    assert.deepEqual([bad.status, bad.body.error.code], [400, 'InvalidRewardRequest']);
  });

  test('updates the service configuration as the service answers', async () => {
    const send = await newClient('configuration');
    const json = {
      rewardAggregation: 'average',
      modelExportFrequency: 'PT3M',
      defaultReward: 1,
      modelRetrainDays: 2,
      rewardWaitTime: 'PT4H',
      explorationPercentage: 0.3,
      logRetentionDays: -1,
      learningMode: 'Online',
    };
    const updated = await ok(send<Configuration>('PUT /configurations/service', { json }));
    const { lastConfigurationEditDate, autoOptimizationStartDate, ...rest } = updated;
    for (const time of [lastConfigurationEditDate, autoOptimizationStartDate]) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    assert.deepEqual(rest, {
      ...json,
      isAutoOptimizationEnabled: true,
      autoOptimizationFrequency: 'P7D',
      isInferenceExplainabilityEnabled: false,
    });
    assert.deepEqual(await ok(send('GET /configurations/service')), updated);
    const disabled = await ok(
      send<Configuration>('PUT /configurations/service', { json: { ...updated, isAutoOptimizationEnabled: false } }),
    );
    assert.deepEqual(
      [disabled.isAutoOptimizationEnabled, disabled.autoOptimizationStartDate, disabled.modelRetrainDays],
      [false, autoOptimizationStartDate, 2],
    );
    for (const [change, code] of [
      [{ logRetentionDays: 7, modelRetrainDays: 8 }, 'InvalidModelRetrainDays'],
      [{ modelRetrainDays: -1 }, 'InvalidServiceConfiguration'],
      [{ rewardAggregation: 'median' }, 'InvalidServiceConfiguration'],
      [{ autoOptimizationStartDate: 'soon' }, 'InvalidServiceConfiguration'],
      [{ logMirrorEnabled: true, logMirrorSasUri: 'https://example.com/' }, 'InvalidSasUri'],
    ] as const) {
      const refused = await send('PUT /configurations/service', { json: { ...updated, ...change } });
      assert.deepEqual([refused.status, refused.body.error.code], [400, code]);
    }
    assert.deepEqual(await ok(send('GET /configurations/service')), disabled);
  });

  test('v1.1-preview.3 does not see modelRetrainDays, and keeps it', async () => {
    const { key1: key } = await manager.createAccount('both-versions', { kind: 'Ranking' });
    const at = `?api-version=${VERSION}`;
    const service = '/configurations/service';
    const current = await ok(call<Configuration>(server, `GET /ranking${service}${at}`, { key }));
    await ok(call(server, `PUT /ranking${service}${at}`, { key, json: { ...current, modelRetrainDays: 30 } }));
    const older = await ok(call<Configuration>(server, `GET /ranking/v1.1-preview.3${service}`, { key }));
    assert.deepEqual(['modelRetrainDays' in older, older.logMirrorEnabled], [false, false]);
    for (const [logRetentionDays, modelRetrainDays] of [
      [90, 30],
      [7, 7],
    ]) {
      await ok(call(server, `PUT /ranking/v1.1-preview.3${service}`, { key, json: { ...older, logRetentionDays } }));
      assert.equal((await ok(call<Configuration>(server, `GET /ranking${service}${at}`, { key }))).modelRetrainDays, modelRetrainDays);
    }
  });

  test('updates and resets the learning settings', async () => {
    const send = await newClient('policy');
    const mine = {
      name: 'app1',
      arguments: '--cb_explore_adf --quadratic GT --quadratic MR --quadratic GR --ignore A --cb_type ips --epsilon 0.2',
    };
    assert.deepEqual(await ok(send('PUT /configurations/policy', { json: mine })), mine);
    assert.deepEqual(await ok(send('GET /configurations/policy')), mine);
    const reset = await ok(send<{ arguments: string }>('DELETE /configurations/policy'));
    assert.equal(reset.arguments, SERVICE_DEFAULT);
    assert.deepEqual(await ok(send('GET /configurations/policy')), reset);
  });

  test('ranks several slots with the learning settings of several slots', async () => {
    const send = await newClient('slots');
    const { arguments: single } = await ok(send<{ arguments: string }>('GET /configurations/policy'));
    const configuration = await ok(send<Configuration>('GET /configurations/service'));
    await ok(send('PUT /configurations/service', { json: { ...configuration, isAutoOptimizationEnabled: false } }));
    const json = { name: 'enable multi slot', arguments: single.replace('--cb_explore_adf', '--ccb_explore_adf') };
    await ok(send('PUT /configurations/policy', { json }));
    const expected = {
      slots: [
        { id: 'Main Article', rewardActionId: 'NewsArticle' },
        { id: 'Side Bar', rewardActionId: 'SportsArticle' },
      ],
      eventId: '123456789',
    };
    for (const contextFeatures of [undefined, [{ user: { profileType: 'anonymousUser' } }]]) {
      const request = { actions: articles, slots, eventId: '123456789', contextFeatures };
      assert.deepEqual(await ok(send('POST /multislot/rank', { json: request }), 201), expected);
    }
    await ok(send('POST /multislot/events/123456789/reward', { json: { reward: [{ slotId: 'Main Article', value: 1 }] } }), 204);
    await ok(send('POST /multislot/events/123456789/activate'), 204);
  });

  test('exports a model, and imports the signed one', async () => {
    const send = await newClient('model');
    const read = async (signed: boolean): Promise<Buffer> => {
      const { status, bytes, headers } = await send(`GET /model?signed=${signed}`);
      assert.deepEqual([status, headers['content-type']], [200, 'application/octet-stream']);
      return bytes;
    };
    await play(send, 1);
    await ok(send('PUT /configurations/policy', { json: { name: 'mine', arguments: '--cb_explore_adf --epsilon 0.1 -q ::' } }));
    const before = await read(false);
    await ok(send('PUT /model', { body: await read(true), headers: { 'content-type': 'application/octet-stream' } }), 204);
    assert.deepEqual(await read(false), before);
    const properties = await ok(send<{ creationTime: string; lastModifiedTime: string }>('GET /model/properties'));
    assert.ok(Date.parse(properties.creationTime) <= Date.parse(properties.lastModifiedTime));
    await ok(send('DELETE /model'), 204);
  });

  test('has no range of the log after its deletion', async () => {
    const send = await newClient('log');
    const none = await send('GET /logs/properties');
    assert.deepEqual([none.status, none.body.error.code], [404, 'LogsPropertiesNotFound']);
    await play(send, 1);
    const { dateRange } = await ok(send<{ dateRange: { from: string; to: string } }>('GET /logs/properties'));
    assert.ok(dateRange.from <= dateRange.to);
    await ok(send('DELETE /logs'), 204);
    assert.deepEqual(await ok(send('GET /logs/properties')), {});
    for (const path of ['interactions', 'observations']) {
      const refused = await send(`POST /logs/${path}`, { body: Buffer.from([1]), headers: { 'content-type': 'application/octet-stream' } });
      assert.deepEqual([refused.status, refused.body.error.code], [400, 'InvalidApiAccess']);
    }
  });

  test('learns the average of several rewards', async () => {
    const send = await newClient('average');
    const json = { ...(await ok(send<Configuration>('GET /configurations/service'))), rewardAggregation: 'average', modelRetrainDays: 0 };
    await ok(send('PUT /configurations/service', { json }));
    await ok(send('POST /rank', { json: { actions: videos, eventId: 'twice' } }), 201);
    for (const value of [1, 0.5, 0]) await ok(send('POST /events/twice/reward', { json: { value } }), 204);
    const events = await ok(send<{ value: { decisions: { reward: number }[] }[] }>('GET /v1.1-preview.3/logs/events'));
    assert.equal(events.value[0]!.decisions[0]!.reward, 0.5);
  });

  describe('evaluations', () => {
    const day = 24 * 3600_000;
    const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    const range = { startTime: dateOf(Date.now()), endTime: dateOf(Date.now() + 2 * day) };
    const query = new URLSearchParams({ startTime: `${range.startTime}T00:00:00.000Z`, endTime: `${range.endTime}T00:00:00.000Z` });
    let send: Send;
    before(async () => {
      send = await newClient('evaluations');
      await play(send, 20);
    });

    test('creates one under an id of the caller, and returns expected rewards over time', async () => {
      const path = '/evaluations/b37ba3bd-fc8e-447d-80b2-6e1619a4aa05';
      const policies = [{ name: 'Mine', arguments: '--cb_explore_adf --epsilon 0.1' }];
      const created = await send(`PUT ${path}`, { json: { name: 'first', ...range, policies, enableOfflineExperimentation: true } });
      assert.deepEqual([created.status, created.text], [200, '']);
      const again = await send(`PUT ${path}`, { json: { name: 'again', ...range, policies: [] } });
      assert.deepEqual([again.status, again.body.error.code], [409, 'EvaluationAlreadyExists']);
      const done = await eventually(
        async () => await ok(send<Evaluation>(`GET ${path}?${query}`)),
        ({ status }) => status !== 'Running',
      );
      assert.deepEqual([done.status, done.evaluationType], ['Succeeded', 'Manual']);
      assert.equal(done.startTime, `${range.startTime}T00:00:00Z`);
      const { startTime, endTime, intervalInMinutes, value } = done.content;
      assert.deepEqual([startTime, endTime, intervalInMinutes], [`${range.startTime}T00:00:00Z`, `${range.endTime}T00:00:00Z`, 5]);
      assert.deepEqual(
        value.map(({ name, arguments: text }) => [name, text]),
        [
          ['online', undefined],
          ['baseline1', undefined],
          ['baselineRand', undefined],
          ['Mine', policies[0]!.arguments],
        ],
      );
      assert.ok(['online', 'Mine'].includes(done.optimalPolicy!));
      for (const { summary, timeseries } of value) {
        const [low, high] = summary.confidenceInterval as [number, number];
        assert.ok(low <= summary.expectedReward && summary.expectedReward <= high);
        assert.ok(timeseries.data.length > 0);
        assert.ok(Math.abs(timeseries.data.at(-1)!.expectedReward - summary.expectedReward) < 1e-9);
      }
      const applied = await send('POST /configurations/applyFromEvaluation', {
        json: { evaluationId: path.split('/').at(-1), policyName: 'Mine' },
      });
      assert.equal(applied.status, 204, applied.text);
      assert.equal((await ok(send<{ name: string }>('GET /configurations/policy'))).name, 'Mine');
      await ok(send(`DELETE ${path}`), 204);
      const gone = await send(`GET ${path}?${query}`);
      assert.deepEqual([gone.status, gone.body.error.code], [404, 'EvaluationNotFound']);
    });

    test('lists them in pages, newest first, by their type', async () => {
      for (const id of ['one', 'two', 'three'])
        await ok(send(`PUT /evaluations/${id}`, { json: { name: `Evaluation ${id}`, ...range, policies: [] } }));
      const seen: string[] = [];
      let path = '/evaluations?maxpagesize=2';
      for (;;) {
        const page = await ok(send<{ value: { id: string; status: string }[]; nextLink?: string }>(`GET ${path}`));
        seen.push(...page.value.map(({ id }) => id));
        for (const item of page.value)
          assert.deepEqual(Object.keys(item), ['id', 'name', 'startTime', 'endTime', 'creationTime', 'status', 'evaluationType']);
        if (page.nextLink === undefined) break;
        assert.ok(page.nextLink.startsWith(`${server.address}/personalizer/evaluations?api-version=${VERSION}&`), page.nextLink);
        path = `/evaluations?${page.nextLink.split(`${VERSION}&`)[1]}`;
      }
      assert.deepEqual(seen.toSorted(), ['one', 'three', 'two']);
      const countOf = async (filter: string): Promise<number> =>
        (await ok(send<{ value: unknown[] }>(`GET /evaluations?filter=${encodeURIComponent(filter)}`))).value.length;
      assert.deepEqual([await countOf("evaluationType eq 'Manual'"), await countOf("metadata=evaluationType eq 'Auto'")], [3, 0]);
      const bad = await send('GET /evaluations?filter=name');
      assert.deepEqual([bad.status, bad.body.error.code], [400, 'InvalidRequest']);
      for (const id of seen) await ok(send(`DELETE /evaluations/${id}`), 204);
    });

    test('rejects contracts and queries that the service does not allow', async () => {
      for (const [json, code] of [
        [{ name: 'x', startTime: '2020-01-01', endTime: '2020-01-02', policies: [] }, 'NoLogsExistInDateRange'],
        [{ name: 'x', startTime: range.endTime, endTime: range.startTime, policies: [] }, 'InvalidContract'],
        [{ name: 'x', startTime: 'today', endTime: range.endTime, policies: [] }, 'InvalidContract'],
        [{ name: 'x', ...range }, 'InvalidContract'],
        [{ name: 'x', ...range, policies: [{ name: 'online', arguments: '--cb_explore_adf' }] }, 'InvalidContract'],
        [{ name: 'x', ...range, policies: [{ name: 'a', arguments: '--unknown' }] }, 'InvalidPolicyConfiguration'],
      ] as const) {
        const refused = await send('PUT /evaluations/refused', { json });
        assert.deepEqual([refused.status, refused.body.error.code], [400, code], JSON.stringify(json));
      }
      await ok(send('PUT /evaluations/queried', { json: { name: 'x', ...range, policies: [] } }));
      for (const bad of ['', `?startTime=${range.startTime}`, `?${query}&intervalInMinutes=7`, `?${query}&window=Sliding`]) {
        const refused = await send(`GET /evaluations/queried${bad}`);
        assert.deepEqual([refused.status, refused.body.error.code], [400, 'InvalidRequest'], bad);
      }
    });

    test('measures feature importances', async () => {
      const path = '/featureImportances/1e27ea20-1f1d-44ba-a2ab-dfcc08923189';
      const created = await send(`PUT ${path}`, { json: { name: 'features', ...range } });
      assert.deepEqual([created.status, created.text], [200, '']);
      const done = await eventually(
        async () => await ok(send<{ status: string; startTime: string; featureScores: { score: number }[] }>(`GET ${path}`)),
        ({ status, featureScores }) => {
          if (status !== 'Running') return true;
          assert.deepEqual(featureScores, []);
          return false;
        },
      );
      assert.deepEqual([done.status, done.startTime], ['Succeeded', `${range.startTime}T00:00:00Z`]);
      const scores = done.featureScores.map(({ score }) => score);
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
      await ok(send(`DELETE ${path}`), 204);
      const gone = await send(`GET ${path}`);
      assert.deepEqual([gone.status, gone.body.error.code], [404, 'FeatureImportanceNotFound']);
    });
  });
});
