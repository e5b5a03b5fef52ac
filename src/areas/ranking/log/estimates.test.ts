import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { ACCOUNT, RULES, RankingLog, START, request } from '../../../../test/support/ranking-log.ts';
import { addEvidence, noValueSums } from '../../../engines/ranking/evaluation/value.ts';
import type { Interval } from '../../../engines/ranking/evaluation/value.ts';
import { DEFAULT_ARGUMENTS } from '../../../engines/ranking/policy.ts';
import { Random } from '../../../engines/shared/random.ts';
import { evaluate } from '../evaluations/evaluate.ts';
import type { PolicyResult } from '../model.ts';
import { estimateEvents, mergeByTime, summarizeSpans } from './estimates.ts';
import { joinOutcomes, readDecisions } from './event-log.ts';

describe('estimates', () => {
  let log: RankingLog;
  beforeEach(async () => {
    log = await RankingLog.open();
  });
  afterEach(() => log.store.close());

  async function estimate(points = 15): Promise<ReturnType<typeof estimateEvents>> {
    const last = await log.store.lastPosition(ACCOUNT, 'ranking');
    const { events } = await readDecisions(log.services, ACCOUNT, { first: 1, last, limit: 1000, isWanted: () => true });
    return estimateEvents(await joinOutcomes(log.services, ACCOUNT, events, { rules: RULES }), points);
  }

  /** As an evaluation of the whole log reports it. */
  async function evaluateLog(): Promise<PolicyResult[]> {
    const { port1, port2 } = new MessageChannel();
    const outcome = evaluate({
      port: port2,
      rules: RULES,
      share: 0.2,
      fromMs: 0,
      toMs: START + 1e9,
      nowMs: START + 1e9,
      online: { name: 'default', arguments: DEFAULT_ARGUMENTS },
      custom: [],
      searches: false,
      importanceEvery: 0,
    });
    port1.postMessage(await log.store.readEvents(ACCOUNT, 'ranking', 0, 10_000));
    await once(port1, 'message');
    port1.postMessage(null);
    return (await outcome).policyResults;
  }

  /** Action a is the baseline; b is better for visitors of kind two. */
  async function play(visits: number): Promise<void> {
    const random = new Random(5);
    for (let i = 0; i < visits; i++) {
      const kind = random.next() < 0.5 ? 'one' : 'two';
      const probabilities = kind === 'one' ? [0.8, 0.1, 0.1] : [0.1, 0.8, 0.1];
      const draw = random.next();
      const chosen = draw < probabilities[0]! ? 0 : draw < probabilities[0]! + probabilities[1]! ? 1 : 2;
      await log.rank(`e${i}`, { chosen, probabilities, request: request(kind) });
      const worth = chosen === 2 ? 0.1 : (chosen === 0) === (kind === 'one') ? 0.7 : 0.3;
      await log.reward(`e${i}`, random.next() < worth ? 1 : 0);
    }
  }

  test('the newest events and an evaluation give the same intervals', async () => {
    await play(400);
    const found = await estimate();
    const [online, baseline] = await evaluateLog();
    assert.equal(found.numberOfEvents, 400);
    const rounded = (of: Interval | undefined, sign = 1): string[] =>
      [of!.value, of!.low, of!.high].map((end) => (sign * end).toFixed(9)).sort();
    assert.deepEqual(rounded(found.averageReward), rounded(online!.estimate));
    assert.deepEqual(rounded(found.baselineReward), rounded(baseline!.estimate));
    assert.deepEqual(rounded(found.differenceToBaseline), rounded(baseline!.difference, -1));
    assert.equal(found.missingEvents, baseline!.missingEvents);
    assert.ok(found.baselineReward!.low < 0.5 && 0.5 < found.baselineReward!.high, 'the baseline earns 0.7 or 0.3');
  });

  test('points add up to the total, and actions have intervals', async () => {
    await play(100);
    const { points, actions, numberOfEvents, baselineReward } = await estimate(4);
    assert.deepEqual(
      points.map((point) => [point.numberOfEvents, point.cumulativeNumberOfEvents]),
      [
        [25, 25],
        [25, 50],
        [25, 75],
        [25, 100],
      ],
    );
    assert.equal(points.at(-1)!.cumulativeBaselineReward!.value.toFixed(9), baselineReward!.value.toFixed(9));
    assert.equal(
      actions.reduce((sum, action) => sum + action.numberOfDecisions, 0),
      numberOfEvents,
    );
    assert.ok(actions.every(({ rewardIfAlwaysShown: always }) => always!.low < always!.high));
  });

  test('leaves out successes of the wait time if only successes are reported', async () => {
    for (let i = 0; i < 50; i++) {
      await log.at(i * 1000).rank(`e${i}`, { chosen: 0 });
      if (i % 5 === 0) await log.at(i * 1000 + 10).reward(`e${i}`, 1);
    }
    const { numberOfEvents, averageReward, numberOfWaitingEvents } = await estimate();
    assert.deepEqual([numberOfEvents, numberOfWaitingEvents], [41, 8]);
    assert.ok(Math.abs(averageReward!.value - 0.2) < 0.02, String(averageReward!.value));
  });

  test('counts every reward on arrival if all outcomes are reported', async () => {
    for (let i = 0; i < 50; i++) {
      await log.at(i * 1000).rank(`e${i}`, { chosen: 0 });
      await log.at(i * 1000 + 10).reward(`e${i}`, i % 2);
    }
    for (let i = 0; i < 20; i++) await log.at(50_000 + i).rank(`test${i}`, { deferred: true });
    await log.at(55_000).rank('new');
    const { numberOfEvents, numberOfWaitingEvents } = await estimate();
    assert.deepEqual([numberOfEvents, numberOfWaitingEvents], [50, 1], 'events that were never shown do not count');
  });
});

test('merges windows of time into points', () => {
  const windowMs = 5 * 60_000;
  const spans = Array.from({ length: 24 }, (_, i) => {
    const baseline = noValueSums();
    addEvidence(baseline, { reward: i % 2, prediction: 0, weight: 1, expected: 0, rarity: 1, unseen: 0 });
    return { startMs: i * windowMs, endMs: (i + 1) * windowMs, events: 1, explored: 0, matched: 1, baseline };
  });
  const merged = mergeByTime(spans, { fromMs: 0, toMs: 24 * windowMs, points: 6 });
  assert.deepEqual(
    merged.map(({ startMs, endMs, events }) => [startMs / windowMs, endMs / windowMs, events]),
    [0, 4, 8, 12, 16, 20].map((start) => [start, start + 4, 4]),
  );
  const { numberOfMatchedEvents, averageReward } = summarizeSpans(merged);
  assert.deepEqual([numberOfMatchedEvents, averageReward!.value], [24, 0.5]);
  assert.deepEqual(summarizeSpans([]), { numberOfEvents: 0, numberOfExploredEvents: 0, missingEvents: undefined, points: [] });
});
