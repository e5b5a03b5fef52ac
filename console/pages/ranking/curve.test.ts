import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addSums,
  baselineReward,
  countActions,
  earnedReward,
  gainOverBaseline,
  pointsByEvent,
  pointsByTime,
  runningTotals,
  sumsOfEvent,
  sumsOfSpan,
  ZERO,
} from './curve.ts';
import { formatIsoDuration, parseDuration } from './settings-rules.ts';
import type { EventRow, Span } from './types.ts';

const event = (decision: Partial<EventRow['decisions'][number]>, position = 1): EventRow => ({
  position,
  eventId: `e${position}`,
  time: '2026-01-15T10:00:00.000Z',
  learningMode: 'Online',
  modelPosition: 0,
  state: 'Rewarded',
  decisions: [{ actionId: 'a', probability: 0.5, explored: false, isBaseline: false, baselineProbability: 0.5, ...decision }],
});

const span = (startDate: string, numberOfEvents: number, sumOfRewards: number): Span => ({
  learningMode: 'Online',
  startDate,
  endDate: startDate,
  numberOfEvents,
  sumOfRewards,
  sumOfSquaredRewards: sumOfRewards,
  numberOfExploredEvents: 0,
  numberOfMatchedEvents: 0,
  baselineWeight: 0,
  baselineReward: 0,
  baselineSquares: 0,
  baselineWeightSquares: 0,
  baselineCross: 0,
  baselineRewardSquares: 0,
  baselineRarity: 2 * numberOfEvents,
  baselineUnseen: 0,
  leastReward: 0,
  mostReward: 1,
});

test('computes the mean of the rewards with an interval', () => {
  const sums = [1, 0, 1, 1].map((reward) => sumsOfEvent(event({ reward }))).reduce(addSums, ZERO);
  assert.equal(earnedReward(sums)!.value, 0.75);
  assert.equal(earnedReward(ZERO), undefined);
});

test('weights the baseline by inverse probability; events without a reward do not count', () => {
  const sums = [
    event({ reward: 1, isBaseline: true, baselineProbability: 0.25 }),
    event({ reward: 1 }),
    event({ reward: 0, isBaseline: true }),
    event({ reward: 0 }),
    event({}),
  ]
    .map(sumsOfEvent)
    .reduce(addSums, ZERO);
  assert.equal(baselineReward(sums)!.value, 4 / 6);
  assert.equal(earnedReward(sums)!.value, 0.5);
  assert.equal(gainOverBaseline(sums)!.value, 0.5 - 4 / 6);
  assert.deepEqual(
    [baselineReward(sumsOfEvent(event({ reward: 1 }))), gainOverBaseline(sumsOfEvent(event({ reward: 1 })))],
    [undefined, undefined],
    'it was never shown',
  );
});

test('spans and events of the same decisions agree; older spans have no interval', () => {
  const events = [
    event({ reward: 1, isBaseline: true, baselineProbability: 0.2 }),
    event({ reward: -0.5 }),
    event({ reward: 0.5, isBaseline: true }),
  ];
  const sums = events.map(sumsOfEvent).reduce(addSums, ZERO);
  const recorded: Span = {
    ...span('2026-01-15T10:00:00.000Z', 3, 1),
    sumOfSquaredRewards: 1.5,
    baselineWeight: 7,
    baselineReward: 6,
    baselineSquares: 26,
    baselineWeightSquares: 29,
    baselineCross: 27,
    baselineRewardSquares: 5.5,
    baselineRarity: 9,
    leastReward: -0.5,
    mostReward: 1,
  };
  assert.deepEqual(sumsOfSpan(recorded), sums);
  assert.deepEqual(baselineReward(sumsOfSpan({ ...recorded, baselineRarity: undefined })), { value: 6 / 7 });
});

test('merges time spans into a bounded number of points without loss', () => {
  const spans = Array.from({ length: 288 }, (_, i) => span(new Date(Date.UTC(2026, 0, 15) + i * 300_000).toISOString(), 10, (i % 2) * 10));
  const range = { fromMs: Date.UTC(2026, 0, 15), toMs: Date.UTC(2026, 0, 16), maxPoints: 50 };
  const points = pointsByTime(spans, range);
  assert.ok(points.length <= 52 && points.length > 40, String(points.length));
  assert.equal(
    points.reduce((sum, { sums }) => sum + sums.events, 0),
    2880,
  );
  assert.deepEqual(
    points.map(({ x }) => x),
    points.map(({ x }) => x).toSorted((a, b) => a - b),
  );
  assert.equal(
    pointsByTime(spans, { ...range, fromMs: Date.UTC(2026, 0, 15, 23), maxPoints: 288 }).length,
    13,
    'and an empty one before them',
  );
  assert.deepEqual(
    pointsByTime(spans.slice(0, 2), { ...range, toMs: Date.UTC(2026, 0, 15, 0, 30), maxPoints: 100 }).map(({ sums }) => sums.events),
    [0, 10, 10, 0, 0, 0, 0],
  );
  assert.deepEqual(pointsByTime([], range), []);
});

test('collects events oldest first', () => {
  const events = Array.from({ length: 35 }, (_, i) => event({ reward: i < 10 ? 1 : 0 }, 35 - i));
  const points = pointsByEvent([event({}), ...events], 3);
  assert.deepEqual(
    points.map(({ x, sums }) => [x, sums.events, sums.reward]),
    [
      [12, 12, 0],
      [24, 12, 0],
      [35, 11, 10],
    ],
  );
  assert.deepEqual(
    runningTotals(points).map(({ events: counted, reward }) => [counted, reward]),
    [
      [12, 0],
      [24, 0],
      [35, 10],
    ],
  );
});

test('counts actions, most shown first', () => {
  const rows = countActions([
    event({ reward: 1 }),
    event({ reward: 0 }),
    event({ actionId: 'b', reward: 1, probability: 0.25, explored: true }),
    event({}),
  ]);
  assert.deepEqual(
    rows.map(({ id, shown, share, explored, earned: mean, always }) => [id, shown, share, explored, mean!.value, always!.value]),
    [
      ['a', 3, 0.75, 0, 0.5, 0.5],
      ['b', 1, 0.25, 1, 1, 1],
    ],
  );
});

test('parses ISO 8601 durations', () => {
  for (const [text, ms] of [
    ['PT10M', 600_000],
    ['P1DT2H', 93_600_000],
    ['PT0.05S', 50],
    ['P2W', 1_209_600_000],
    ['PT', undefined],
    ['P', undefined],
    ['10 minutes', undefined],
    ['PT1.2.3S', undefined],
  ] as const)
    assert.equal(parseDuration(text), ms, text);
  assert.equal(formatIsoDuration('PT90M'), '1 h 30 min');
  assert.equal(formatIsoDuration('soon'), 'not a duration');
});
