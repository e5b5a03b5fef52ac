/** Offline evaluations and feature importances. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { RankingClient, SLOTS, failureOf } from '../support/ranking.ts';
import type { Policy } from '../support/ranking.ts';
import { ManagementClient, call, eventually } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

interface Summary {
  timeStamp: string;
  ipsEstimatorNumerator: number;
  ipsEstimatorDenominator: number;
  snipsEstimatorDenominator: number;
  aggregateTimeWindow: string;
  nonZeroProbability: number;
  sumOfSquares: number;
  confidenceInterval: number;
  averageReward: number;
}
interface Evaluation {
  id: string;
  name: string;
  startTime: string;
  endTime: string;
  jobId: string;
  status: string;
  evaluationType: string;
  optimalPolicy: string;
  creationTime: string;
  featureImportance: string[][];
  policyResults: { name: string; arguments: string; policySource: string; summary?: Summary[]; totalSummary?: Summary }[];
}
interface Importance {
  id: string;
  name: string;
  status: string;
  startTime: string;
  endTime: string;
  creationTime: string;
  featureScores?: { namespace: string; featureName: string; score: number }[];
}

const EVENTS = 300;
const EPSILON = '--cb_explore_adf --epsilon 0.2';

describe('evaluations', () => {
  let server: SharedServer;
  let manager: ManagementClient;
  let client: RankingClient;
  let range: { startTime: string; endTime: string };
  before(async () => {
    server = await sharedServer();
    manager = await ManagementClient.connect(server);
    client = await createLoggedClient('evaluated');
    range = { startTime: new Date(Date.now() - 3600_000).toISOString(), endTime: new Date(Date.now() + 1000).toISOString() };
  });

  /** A client whose log has decisions with equal probabilities, since no model is exported. */
  async function createLoggedClient(name: string): Promise<RankingClient> {
    const client = await RankingClient.of(manager, name);
    await client.configure({ modelExportFrequency: 'P1D' });
    await client.play(EVENTS);
    return client;
  }
  const create = (body: object): Promise<Evaluation> => client.ok('POST /evaluations', { json: { ...range, policies: [], ...body } });
  const get = (id: string): Promise<Evaluation> => client.ok(`GET /evaluations/${id}`);
  const waitUntilFinished = (id: string): Promise<Evaluation> =>
    eventually(
      () => get(id),
      ({ status }) => status !== 'pending',
    );
  const rejectedCode = async (route: string, json?: object): Promise<[number, string]> => {
    const { status, code } = failureOf(await client.send(route, { json }));
    return [status, code];
  };

  test('creates an evaluation and returns the estimated reward of each policy', async () => {
    const custom = { name: 'Mine', arguments: EPSILON };
    const { status, headers, body } = await client.send<Evaluation>('POST /evaluations', {
      json: { ...range, name: 'first', policies: [custom] },
    });
    assert.deepEqual([status, body.status, body.evaluationType, body.name], [201, 'pending', 'Manual', 'first']);
    assert.equal(headers.location, `${server.address}/ranking/v1.1-preview.3/evaluations/${body.id}`);
    const done = await waitUntilFinished(body.id);
    assert.equal(done.status, 'completed');
    assert.deepEqual(
      done.policyResults.map(({ name, policySource }) => [name, policySource]),
      [
        ['Online', 'Online'],
        ['Baseline1', 'Baseline'],
        ['BaselineRand', 'Random'],
        ['Mine', 'Custom'],
      ],
    );
    for (const { name, summary, totalSummary } of done.policyResults) {
      assert.equal(totalSummary!.ipsEstimatorDenominator, EVENTS, name);
      assert.equal(
        summary!.reduce((sum, { ipsEstimatorDenominator }) => sum + ipsEstimatorDenominator, 0),
        EVENTS,
      );
      assert.ok(summary!.every(({ aggregateTimeWindow }) => aggregateTimeWindow === 'PT5M'));
      const { ipsEstimatorNumerator: numerator, sumOfSquares, confidenceInterval, averageReward } = totalSummary!;
      assert.equal(averageReward, numerator / EVENTS);
      assert.ok(
        Math.abs(confidenceInterval - 1.96 * Math.sqrt(Math.max(0, sumOfSquares / EVENTS - averageReward ** 2) / (EVENTS - 1))) < 1e-9,
        'the interval of the interface',
      );
    }
    const average = (name: string): number => done.policyResults.find((result) => result.name === name)!.totalSummary!.averageReward;
    assert.ok(Math.abs(average('BaselineRand') - 1 / 3) < 0.15, String(average('BaselineRand')));
    assert.ok(average('Mine') > 0.5, 'the action for each kind of user is easily found');
    assert.equal(done.optimalPolicy, 'Mine');
    assert.deepEqual(done.featureImportance.map(([name]) => name).sort(), ['j.topic', 'user.kind']);
    assert.deepEqual(Object.keys(done).sort(), [
      'creationTime',
      'endTime',
      'evaluationType',
      'featureImportance',
      'id',
      'jobId',
      'name',
      'optimalPolicy',
      'policyResults',
      'startTime',
      'status',
    ]);
    const old = await call<Evaluation>(server, `GET /personalizer/v1.0/evaluations/${body.id}`, { key: client.key });
    assert.deepEqual(old.body, done);
  });

  test('proposes settings in a search, which can be applied with their model', async () => {
    const own = await createLoggedClient('searched');
    const { id } = await own.ok<Evaluation>('POST /evaluations', {
      json: {
        ...range,
        endTime: new Date(Date.now() + 1000).toISOString(),
        name: 'search',
        policies: [],
        enableOfflineExperimentation: true,
      },
    });
    const done = await eventually(
      () => own.ok<Evaluation>(`GET /evaluations/${id}`),
      ({ status }) => status !== 'pending',
    );
    const found = done.policyResults.filter(({ policySource }) => policySource === 'OfflineExperimentation');
    assert.ok(found.length >= 10);
    const best = found.find(({ name }) => name === done.optimalPolicy)!;
    assert.ok(best, done.optimalPolicy);
    assert.ok(
      (await own.preferences()).every((probability) => Math.abs(probability - 1 / 3) < 1e-9),
      'no model is exported yet',
    );
    const { status, text } = await own.send('POST /configurations/applyFromEvaluation', {
      json: { evaluationId: id, policyName: best.name },
    });
    assert.deepEqual([status, text], [204, '']);
    assert.deepEqual(await own.ok<Policy>('GET /configurations/policy'), { name: best.name, arguments: best.arguments });
    assert.ok(
      (await own.preferences()).every((probability) => probability > 0.5),
      'rank uses its model immediately',
    );
    assert.equal((await own.send('DELETE /model')).status, 204);
    await own.ok(`DELETE /evaluations/${id}`);
  });

  test('rejects invalid evaluations with 400', async () => {
    for (const [body, code] of [
      [{ startTime: range.endTime, endTime: range.startTime }, 'InvalidEvaluationContract'],
      [{ startTime: 'yesterday' }, 'InvalidEvaluationContract'],
      [{ name: '' }, 'InvalidEvaluationContract'],
      [{ name: undefined }, 'InvalidEvaluationContract'],
      [{ policies: undefined }, 'InvalidEvaluationContract'],
      [{ policies: [{ name: '', arguments: EPSILON }] }, 'InvalidEvaluationContract'],
      [{ policies: [{ name: 'online', arguments: EPSILON }] }, 'InvalidEvaluationContract'],
      [{ policies: [{ name: 'Hyper3', arguments: EPSILON }] }, 'InvalidEvaluationContract'],
      [
        {
          policies: [
            { name: 'a', arguments: EPSILON },
            { name: 'A', arguments: EPSILON },
          ],
        },
        'DuplicateCustomPolicyNames',
      ],
      [{ policies: [{ name: 'a', arguments: '--unheard_of' }] }, 'InvalidPolicyConfiguration'],
      [{ policies: Array.from({ length: 21 }, (_, i) => ({ name: `p${i}`, arguments: EPSILON })) }, 'InvalidEvaluationContract'],
      [{ startTime: '2020-01-01T00:00:00Z', endTime: '2020-01-02T00:00:00Z' }, 'NoLogsExistInDateRange'],
    ] as const)
      assert.deepEqual(
        await rejectedCode('POST /evaluations', { name: 'bad', policies: [], ...range, ...body }),
        [400, code],
        JSON.stringify(body).slice(0, 120),
      );
    const empty = await RankingClient.of(manager, 'evaluated-empty');
    assert.equal(
      failureOf(await empty.send('POST /evaluations', { json: { name: 'x', policies: [], ...range } })).code,
      'NoLogsExistInDateRange',
    );
  });

  test('lists evaluations newest first, and deletes them', async () => {
    const [first, second] = [await create({ name: 'one' }), await create({ name: 'two' })];
    const list = await client.ok<Evaluation[]>('GET /evaluations');
    const names = list.map(({ id }) => id);
    assert.ok(names.indexOf(second.id) >= 0 && names.indexOf(second.id) <= names.indexOf(first.id));
    for (const { id } of [first, second]) {
      const { status, text } = await client.send(`DELETE /evaluations/${id}`);
      assert.deepEqual([status, text], [204, '']);
      assert.deepEqual(await rejectedCode(`GET /evaluations/${id}`), [404, 'EvaluationNotFound']);
      assert.deepEqual(await rejectedCode(`DELETE /evaluations/${id}`), [404, 'EvaluationNotFound']);
    }
    assert.ok((await client.ok<Evaluation[]>('GET /evaluations')).every(({ id }) => id !== first.id && id !== second.id));
  });

  test('applies policies of an evaluation, and rejects unknown ones', async () => {
    const own = await RankingClient.of(manager, 'applied');
    await own.play(20);
    const custom = [
      { name: 'Mine', arguments: EPSILON },
      { name: 'constructor', arguments: EPSILON },
      { name: '__proto__', arguments: '--cb_explore_adf --epsilon 0.4' },
      { name: 'Slots', arguments: SLOTS },
    ];
    const body = { ...range, endTime: new Date(Date.now() + 1000).toISOString(), name: 'apply', policies: custom };
    const { id } = await own.ok<Evaluation>('POST /evaluations', { json: body });
    const apply = async (evaluationId: string, policyName: string): Promise<[number, string?]> => {
      const response = await own.send('POST /configurations/applyFromEvaluation', { json: { evaluationId, policyName } });
      return response.status < 300 ? [response.status] : [response.status, failureOf(response).code];
    };
    await eventually(
      () => own.ok<Evaluation>(`GET /evaluations/${id}`),
      ({ status }) => status !== 'pending',
    );
    assert.deepEqual(await apply('unknown', 'Online'), [404, 'EvaluationNotFound']);
    assert.deepEqual(await apply(id, 'Unknown'), [404, 'LearningSettingsNotFound']);
    for (const name of ['Baseline1', 'BaselineRand']) assert.deepEqual(await apply(id, name), [404, 'EvaluationModelNotFound']);
    assert.deepEqual(await apply(id, 'Slots'), [400, 'ProblemTypeIncompatibleWithAutoOptimization']);
    const before = await own.ok<Policy>('GET /configurations/policy');
    assert.deepEqual(await apply(id, 'online'), [204]);
    assert.deepEqual(await own.ok('GET /configurations/policy'), before, 'it is active already');
    for (const { name, arguments: text } of custom.slice(0, 3)) {
      assert.deepEqual(await apply(id, name), [204]);
      assert.deepEqual(await own.ok('GET /configurations/policy'), { name, arguments: text });
      await own.preferences();
    }
    assert.deepEqual(await apply(id, 'Online'), [204]);
    assert.deepEqual(await own.ok('GET /configurations/policy'), { name: 'Online', arguments: before.arguments });
    assert.equal((await own.send('POST /configurations/applyFromEvaluation', { json: {} })).status, 400);
  });

  describe('feature importances', () => {
    const at = (path: string, query = ''): string => `/ranking/featureImportances${path}?api-version=2022-09-01-preview${query}`;
    const send = <T = { error: { code: string } }>(route: string, json?: object) => call<T>(server, route, { key: client.key, json });

    test('measures, pages and deletes feature importances', async () => {
      for (const id of ['one', 'two', 'three']) {
        const { status, text } = await send(`PUT ${at(`/${id}`)}`, { name: `Importance ${id}`, ...range });
        assert.deepEqual([status, text], [200, '']);
      }
      const again = await send(`PUT ${at('/one')}`, { name: 'again', ...range });
      assert.deepEqual([again.status, again.body.error.code], [409, 'FeatureImportanceAlreadyExists']);
      const { body: done } = await eventually(
        () => send<Importance>(`GET ${at('/one')}`),
        ({ body }) => body.status === 'Succeeded',
      );
      assert.deepEqual(done.featureScores!.map(({ namespace, featureName }) => `${namespace}.${featureName}`).sort(), [
        'j.topic',
        'user.kind',
      ]);
      assert.equal(done.featureScores![0]!.score, 1);
      assert.deepEqual([done.name, Date.parse(done.startTime)], ['Importance one', Date.parse(range.startTime)]);

      const seen: string[] = [];
      for (let next: string | undefined = at('', '&maxpagesize=2'); next !== undefined;) {
        const page: { value: Importance[]; nextLink?: string } = (await send<{ value: Importance[]; nextLink?: string }>(`GET ${next}`))
          .body;
        assert.ok(page.value.length <= 2 && page.value.every((item) => !('featureScores' in item)));
        seen.push(...page.value.map(({ id }) => id));
        next = page.nextLink?.slice(server.address.length);
      }
      assert.deepEqual(seen.toSorted(), ['one', 'three', 'two']);
      assert.equal((await send<{ value: Importance[] }>(`GET ${at('', '&top=1&skip=1')}`)).body.value[0]!.id, seen[1]);
      for (const id of seen) assert.equal((await send(`DELETE ${at(`/${id}`)}`)).status, 204);
      for (const method of ['GET', 'DELETE'])
        assert.equal((await send(`${method} ${at('/one')}`)).body.error.code, 'FeatureImportanceNotFound');
    });

    test('rejects invalid ranges and versions with 400', async () => {
      assert.equal(
        (await send(`PUT ${at('/x')}`, { name: 'x', startTime: '2020-01-01T00:00:00Z', endTime: '2020-01-02T00:00:00Z' })).body.error.code,
        'NoLogsExistInDateRange',
      );
      assert.equal(
        (await send(`PUT ${at('/x')}`, { name: 'x', startTime: range.endTime, endTime: range.startTime })).body.error.code,
        'InvalidContract',
      );
      assert.equal((await send(`PUT ${at('/x')}`, { name: 'x' })).body.error.code, 'InvalidContract');
      assert.equal((await send('GET /ranking/featureImportances')).status, 400);
      assert.equal((await send('GET /personalizer/featureImportances?api-version=2022-09-01-preview')).status, 200);
    });
  });
});
