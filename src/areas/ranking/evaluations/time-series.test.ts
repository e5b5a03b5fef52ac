import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Failure } from '../../../kernel/failures.ts';
import type { Evaluation, PolicyResult, Summary } from '../model.ts';
import { policyName, readSeriesOptions, toTimeSeries } from './time-series.ts';

const range = { startTime: '2022-09-20', endTime: '2022-09-30T00:00:00.000Z' };

/** The sums of some events with weight 1. */
function summary(timeStamp: string, rewards: readonly number[]): Summary {
  return {
    timeStamp,
    aggregateTimeWindow: 'PT5M',
    ipsEstimatorNumerator: rewards.reduce((sum, reward) => sum + reward, 0),
    ipsEstimatorDenominator: rewards.length,
    snipsEstimatorDenominator: rewards.length,
    nonZeroProbability: rewards.length,
    sumOfSquares: rewards.reduce((sum, reward) => sum + reward * reward, 0),
    confidenceInterval: 0,
    averageReward: 0,
  };
}

const online: PolicyResult = { name: 'Online', arguments: '--cb_explore_adf', policySource: 'Online' };
const mine: PolicyResult = { name: 'Mine', arguments: '--cb_explore_adf --epsilon 0.1', policySource: 'Custom' };

function series(query: object, summaries: readonly Summary[], results: readonly PolicyResult[] = [online]) {
  const options = readSeriesOptions({ ...range, ...query });
  return toTimeSeries({ policyResults: results } as unknown as Evaluation, [summaries], options);
}

test('an expanding window covers all events since the start, in steps of five minutes', () => {
  const { startTime, endTime, intervalInMinutes, value } = series({}, [
    summary('2022-09-19T23:55:00.000Z', [1, 1]),
    summary('2022-09-20T19:05:00.000Z', [0.5]),
    summary('2022-09-20T19:15:00.000Z', [0.5, 1, 0]),
    summary('2022-09-30T00:05:00.000Z', [1]),
  ]);
  assert.deepEqual([startTime, endTime, intervalInMinutes], ['2022-09-20T00:00:00Z', '2022-09-30T00:00:00Z', 5]);
  const [first, second, ...others] = value[0]!.timeseries.data;
  assert.deepEqual(first, { timeStamp: '2022-09-20T19:05:00Z', expectedReward: 0.5, confidenceInterval: [0.5, 0.5] });
  assert.deepEqual([second!.timeStamp, second!.expectedReward, others], ['2022-09-20T19:15:00Z', 0.5, []]);
  const halfWidth = 1.96 * Math.sqrt((1.5 / 4 - 0.25) / 3);
  assert.deepEqual(second!.confidenceInterval, [0.5 - halfWidth, 0.5 + halfWidth]);
});

test('a rolling window covers the events of each interval', () => {
  const windows = [
    summary('2022-09-20T19:05:00.000Z', [1]),
    summary('2022-09-20T19:15:00.000Z', [0]),
    summary('2022-09-20T21:00:00.000Z', [1]),
  ];
  for (const query of [{ intervalInMinutes: 60 }, { window: 'Rolling' }, { intervalInMinutes: 60, window: 'Rolling' }])
    assert.deepEqual(
      series(query, windows).value[0]!.timeseries.data.map(({ timeStamp, expectedReward }) => [timeStamp, expectedReward]),
      [
        ['2022-09-20T19:00:00Z', 0.5],
        ['2022-09-20T21:00:00Z', 1],
      ],
    );
  assert.deepEqual(
    series({ intervalInMinutes: 1440 }, windows).value[0]!.timeseries.data.map(({ timeStamp }) => timeStamp),
    ['2022-09-20T00:00:00Z'],
  );
});

test('rejects intervals that do not belong to the window, and ranges that are none', () => {
  for (const query of [
    { intervalInMinutes: 7 },
    { intervalInMinutes: 60, window: 'Expanding' as const },
    { intervalInMinutes: 5, window: 'Rolling' as const },
    { startTime: 'yesterday' },
    { endTime: '2022-09-20' },
  ])
    assert.throws(
      () => readSeriesOptions({ ...range, ...query }),
      (failure: Failure) => failure.kind === 'InvalidRequest',
    );
});

test('spells the names of its own policies as the service does, and shows the arguments of others only', () => {
  const names = (['Online', 'Baseline', 'Random'] as const).map((policySource, i) =>
    policyName({ name: ['Online', 'Baseline1', 'BaselineRand'][i]!, policySource }),
  );
  assert.deepEqual(names, ['online', 'baseline1', 'baselineRand']);
  const { value } = series({}, [], [online, mine]);
  assert.deepEqual(
    value.map((result) => [result.name, result.slotId, result.arguments, result.policySource]),
    [
      ['online', '', undefined, 'Online'],
      ['Mine', '', mine.arguments, 'Custom'],
    ],
  );
  assert.deepEqual(value[1]!.summary, { expectedReward: 0, confidenceInterval: [0, 0] });
});

test('returns what the service returns while there are no results', () => {
  const pending = toTimeSeries({ policyResults: [mine] } as unknown as Evaluation, undefined, readSeriesOptions(range));
  assert.deepEqual(pending, { startTime: '0001-01-01T00:00:00', endTime: '0001-01-01T00:00:00', intervalInMinutes: 0, value: [] });
});
