import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { allowAllBut } from '../../engines/ranking/model.ts';
import { findBaseline, durationMs, formatTime, minRetentionDays, newLoop, parseHead, parseTime, toJoinRules } from './model.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

test('parses ISO 8601 durations', () => {
  for (const [text, ms] of [
    ['PT5S', 5000],
    ['PT10M', 600_000],
    ['PT1H', HOUR_MS],
    ['P2D', 2 * DAY_MS],
    ['P1W', 7 * DAY_MS],
    ['P1DT2H3M4S', DAY_MS + 2 * HOUR_MS + 184_000],
    ['PT0.05S', 50],
    ['PT1.5H', 1.5 * HOUR_MS],
    ['P0D', 0],
    ['PT90M', 90 * 60_000],
  ] as const)
    assert.equal(durationMs(text), ms, text);
  for (const text of [
    '',
    'P',
    'PT',
    'P1',
    '5',
    '10M',
    'PT5',
    'pt5s',
    'P1M',
    'P1Y',
    '-PT5S',
    'PT-5S',
    'PT5S ',
    ' PT5S',
    'PT5M5H',
    'P1DT',
    'PT1e3S',
    'PT,5S',
    'PT.5S',
    'PT5.S',
    '00:10:00',
    'P1D2H',
  ]) {
    assert.equal(durationMs(text), undefined, text);
  }
});

test('adds the parts of a duration', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(50), fc.nat(50), fc.nat(50), fc.nat(50), (w, d, h, m, s) => {
      assert.equal(durationMs(`P${w}W${d}DT${h}H${m}M${s}S`), ((w * 7 + d) * 24 + h) * HOUR_MS + m * 60_000 + s * 1000);
    }),
  );
});

test('requires log retention of the rounded wait time plus one day', () => {
  for (const [waitMs, days] of [
    [5000, 2],
    [DAY_MS - 1, 2],
    [DAY_MS, 2],
    [DAY_MS + 1, 3],
    [2 * DAY_MS, 3],
  ] as const)
    assert.equal(minRetentionDays(waitMs), days, String(waitMs));
});

test('derives the join rules from the settings', () => {
  const { settings } = newLoop('--cb_explore_adf', 0);
  assert.deepEqual(toJoinRules(settings), { waitMs: 600_000, aggregation: 'earliest', defaultReward: 0 });
  assert.deepEqual(toJoinRules({ ...settings, rewardWaitTime: 'P1D', rewardAggregation: 'sum', defaultReward: -1 }), {
    waitMs: DAY_MS,
    aggregation: 'sum',
    defaultReward: -1,
  });
});

test('uses the first allowed action or the baselineAction of the slot as baseline', () => {
  const actions = ['a', 'b', 'c'].map((id) => ({ id, features: [] }));
  assert.equal(findBaseline({ actions }, allowAllBut(actions), 0), 0);
  assert.equal(findBaseline({ actions }, allowAllBut(actions, ['a', 'b']), 0), 2);
  const slots = [
    { id: 's', baselineAction: 'c' },
    { id: 't', baselineAction: 'a' },
  ];
  assert.deepEqual(
    [0, 1].map((slot) => findBaseline({ actions, slots }, allowAllBut(actions), slot)),
    [2, 0],
  );
});

test('parses dates, times with a zone, and times without one as UTC', () => {
  for (const [text, utc] of [
    ['2022-09-20', '2022-09-20T00:00:00Z'],
    ['2022-09-20T01:02', '2022-09-20T01:02:00Z'],
    ['2022-09-20T01:02:03', '2022-09-20T01:02:03Z'],
    ['2022-09-20T01:02:03.5', '2022-09-20T01:02:03.500Z'],
    ['2022-09-20T01:02:03Z', '2022-09-20T01:02:03Z'],
    ['2022-09-20T01:02:03.000Z', '2022-09-20T01:02:03Z'],
    ['2022-09-20T01:02:03+02:00', '2022-09-19T23:02:03Z'],
  ] as const)
    assert.equal(formatTime(parseTime(text)!), utc, text);
  for (const text of [
    '',
    '1',
    'tomorrow',
    '2022',
    '2022-13-01',
    '2022-09-20T25:00:00Z',
    '2022-09-20T',
    '2022-09-20 01:02:03',
    '+012022-09-20',
  ])
    assert.equal(parseTime(text), undefined, text);
});

test('the head of an entry does not keep the entry in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const read = (n: number): string => {
    const entry = `{"kind":"rank","eventId":"a rather long event id ${n}","request":${JSON.stringify('x'.repeat(100_000))}}`;
    const head = parseHead(Buffer.from(entry).toString()) as { eventId: string };
    return head.eventId;
  };
  collect();
  const before = process.memoryUsage().heapUsed;
  const ids = Array.from({ length: 1000 }, (_, n) => read(n));
  collect();
  assert.ok(process.memoryUsage().heapUsed - before < 10 * 2 ** 20);
  assert.equal(ids[999], 'a rather long event id 999');
});
