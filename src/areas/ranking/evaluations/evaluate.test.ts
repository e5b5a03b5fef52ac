import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { once } from 'node:events';
import { Event } from '../../../kernel/ports/store.ts';
import { readCheckpoint } from '../../../engines/ranking/checkpoint.ts';
import { gaussianHalfWidth } from '../../../engines/ranking/evaluation/service-estimate.ts';
import { DEFAULT_ARGUMENTS } from '../../../engines/ranking/policy.ts';
import { Random } from '../../../../test/support/simulated-time.ts';
import { evaluate } from './evaluate.ts';
import type { EvaluationOutcome, EvaluationTask } from './evaluate.ts';
import { createRankEntry } from '../model.ts';
import type { LogEntry, PolicyResult, RankEntry } from '../model.ts';

const START = Date.UTC(2026, 0, 15);
const WINDOW_MS = 300_000;
const RULES = { waitMs: 60_000, aggregation: 'earliest', defaultReward: 0 } as const;

/** Entries at milliseconds after the start, by their position from 1. */
class Log {
  readonly entries: Event<LogEntry>[] = [];

  add(ms: number, value: LogEntry): this {
    this.entries.push(
      new Event(this.entries.length + 1, START + ms, JSON.stringify(value.kind === 'rank' ? createRankEntry(value) : value)),
    );
    return this;
  }

  rank(ms: number, eventId: string, chosen: number, probabilities: number[], more: Partial<RankEntry> = {}): this {
    const actions = probabilities.map((_, k) => ({ id: `a${k}`, features: [{ topic: `t${k}` }] }));
    return this.add(ms, {
      kind: 'rank',
      eventId,
      request: { contextFeatures: [{ user: { kind: 'one' } }], actions },
      decisions: [{ chosen, probabilities }],
      mode: 'Online',
      model: 0,
      ...more,
    });
  }

  reward(ms: number, eventId: string, value: number): this {
    return this.add(ms, { kind: 'reward', eventId, rewards: [{ value }] });
  }
}

async function run({ entries }: Log, task: Partial<EvaluationTask> = {}, batch = 3): Promise<EvaluationOutcome> {
  const { port1, port2 } = new MessageChannel();
  const outcome = evaluate({
    port: port2,
    rules: RULES,
    share: 0.2,
    fromMs: START,
    toMs: START + 24 * 3600_000,
    nowMs: START + 48 * 3600_000,
    online: { name: 'default', arguments: DEFAULT_ARGUMENTS },
    custom: [],
    searches: false,
    importanceEvery: 0,
    ...task,
  });
  for (let i = 0; i < entries.length; i += batch) {
    port1.postMessage(entries.slice(i, i + batch));
    await once(port1, 'message');
  }
  port1.postMessage(null);
  return await outcome;
}

function totals({
  policyResults,
}: EvaluationOutcome): Record<string, Omit<NonNullable<PolicyResult['totalSummary']>, 'timeStamp' | 'aggregateTimeWindow'>> {
  return Object.fromEntries(
    policyResults.map(({ name, totalSummary }) => {
      const { timeStamp, aggregateTimeWindow, ...numbers } = totalSummary!;
      assert.deepEqual([Date.parse(timeStamp) > 0, aggregateTimeWindow], [true, 'PT0S']);
      return [name, numbers];
    }),
  );
}

/** Three events: a0 earned 1, a1 earned 0.5, a0 earned nothing. */
const smallLog = (): Log =>
  new Log()
    .rank(0, 'e1', 0, [0.8, 0.2])
    .rank(1, 'e2', 1, [0.8, 0.2])
    .reward(2, 'e1', 1)
    .reward(3, 'e2', 0.5)
    .reward(4, 'e2', 1)
    .rank(WINDOW_MS, 'e3', 0, [0.5, 0.5]);

test('matches values computed by hand for online, baseline and random', async () => {
  const outcome = await run(smallLog());
  assert.equal(outcome.events, 3);
  assert.deepEqual(totals(outcome), {
    Online: {
      ipsEstimatorNumerator: 1.5,
      ipsEstimatorDenominator: 3,
      snipsEstimatorDenominator: 3,
      nonZeroProbability: 3,
      sumOfSquares: 1.25,
      confidenceInterval: 1.96 * Math.sqrt((1.25 / 3 - 0.25) / 2),
      averageReward: 0.5,
    },
    // Weights 1/0.8, 0 and 1/0.5.
    Baseline1: {
      ipsEstimatorNumerator: 1.25,
      ipsEstimatorDenominator: 3,
      snipsEstimatorDenominator: 3.25,
      nonZeroProbability: 2,
      sumOfSquares: 1.5625,
      confidenceInterval: gaussianHalfWidth(3, 1.25 / 3, 1.5625),
      averageReward: 1.25 / 3,
    },
    // Weights 0.5/0.8, 0.5/0.2 and 0.5/0.5.
    BaselineRand: {
      ipsEstimatorNumerator: 1.875,
      ipsEstimatorDenominator: 3,
      snipsEstimatorDenominator: 4.125,
      nonZeroProbability: 3,
      sumOfSquares: 1.953125,
      confidenceInterval: gaussianHalfWidth(3, 0.625, 1.953125),
      averageReward: 0.625,
    },
  });
  assert.deepEqual(
    outcome.policyResults.map(({ name, arguments: text, policySource }) => [name, text, policySource]),
    [
      ['Online', DEFAULT_ARGUMENTS, 'Online'],
      ['Baseline1', '', 'Baseline'],
      ['BaselineRand', '', 'Random'],
    ],
  );
  // The reward model predicts nothing better than the mean for so few events: weights are normalized by their sum.
  assert.equal(outcome.policyResults[0]!.estimate!.value, 0.5);
  const { value, low, high } = outcome.policyResults[1]!.estimate!;
  assert.ok(low < value && value < high && Math.abs(value - 1.25 / 3.25) < 0.2, `${low} ${value} ${high}`);
});

test('summarizes per five minutes by the time of the rank call', async () => {
  const { summaries, policyResults } = await run(smallLog());
  assert.deepEqual(
    summaries[0]!.map(({ timeStamp, aggregateTimeWindow, ipsEstimatorNumerator, ipsEstimatorDenominator }) => [
      timeStamp,
      aggregateTimeWindow,
      ipsEstimatorNumerator,
      ipsEstimatorDenominator,
    ]),
    [
      [new Date(START).toISOString(), 'PT5M', 1.5, 2],
      [new Date(START + WINDOW_MS).toISOString(), 'PT5M', 0, 1],
    ],
  );
  assert.equal(summaries.length, policyResults.length);
  assert.equal(policyResults[0]!.totalSummary!.timeStamp, new Date(START + 24 * 3600_000).toISOString());
});

test('includes events ranked in the range, and rewards until the wait time after it', async () => {
  const log = new Log()
    .rank(0, 'before', 0, [1, 0])
    .rank(1000, 'first', 0, [1, 0])
    .rank(2000, 'last', 0, [1, 0])
    .rank(2001, 'after', 0, [1, 0])
    .reward(3000, 'before', 1)
    .reward(3000, 'last', 1)
    .reward(3000, 'after', 1)
    .reward(61_000, 'first', 1);
  const outcome = await run(log, { fromMs: START + 1000, toMs: START + 2000 });
  assert.deepEqual([outcome.events, totals(outcome).Online!.ipsEstimatorNumerator], [2, 1]);
});

test('uses the reward rules of the loop', async () => {
  const online = async (rules: EvaluationTask['rules']): Promise<number> =>
    totals(await run(smallLog(), { rules })).Online!.ipsEstimatorNumerator;
  assert.equal(await online({ ...RULES, aggregation: 'sum' }), 2.5);
  assert.equal(await online({ ...RULES, defaultReward: -0.5 }), 1);
  assert.equal(await online({ ...RULES, waitMs: 2 }), 0, 'a reward at the end of the wait time is late');
});

test('counts deferred events after activation', async () => {
  const log = new Log()
    .rank(0, 'shown', 0, [1, 0], { deferred: true })
    .rank(0, 'never', 0, [1, 0], { deferred: true })
    .add(1, { kind: 'activate', eventId: 'shown' })
    .reward(2, 'never', 1);
  assert.equal((await run(log)).events, 1);
});

test('evaluates an untrained policy with equal probabilities', async () => {
  const log = new Log().rank(0, 'e1', 0, [0.8, 0.2]).reward(1, 'e1', 1);
  const custom = [{ name: 'mine', arguments: '--cb_explore_adf --epsilon 0.1' }];
  const outcome = await run(log, { custom });
  const { mine, BaselineRand } = totals(outcome);
  assert.deepEqual(mine, BaselineRand);
  const { policySource, arguments: text } = outcome.policyResults.at(-1)!;
  assert.deepEqual([policySource, text], ['Custom', custom[0]!.arguments]);
  const { model } = readCheckpoint(outcome.models.mine!);
  assert.deepEqual([model.count, model.policy.arguments], [1, custom[0]!.arguments], 'its model has learned the log');
});

test('matches values computed by hand for an epsilon-greedy policy', async () => {
  const log = new Log().rank(0, 'e1', 0, [0.8, 0.2]).reward(1, 'e1', 1).rank(2, 'e2', 0, [0.8, 0.2]).reward(3, 'e2', 1);
  const { mine } = totals(await run(log, { custom: [{ name: 'mine', arguments: '--cb_explore_adf --epsilon 0.9' }], share: 0.2 }));
  // First equal chances, then the action that earned, with the share of exploration that the loop has: 1 - 0.2 + 0.2/2.
  const weights = [0.5 / 0.8, 0.9 / 0.8];
  assert.ok(Math.abs(mine!.snipsEstimatorDenominator - (weights[0]! + weights[1]!)) < 1e-12);
  assert.ok(Math.abs(mine!.sumOfSquares - (weights[0]! ** 2 + weights[1]! ** 2)) < 1e-12);
});

test('evaluates the first of several slots', async () => {
  const actions = ['a', 'b', 'c'].map((id) => ({ id, features: [] }));
  const slots = [
    { id: 's1', baselineAction: 'b', excludedActions: ['c'] },
    { id: 's2', baselineAction: 'a' },
  ];
  const log = new Log()
    .add(0, {
      kind: 'rank',
      eventId: 'e1',
      request: { actions, slots },
      decisions: [
        { chosen: 1, probabilities: [0.5, 0.5, 0] },
        { chosen: 0, probabilities: [0.5, 0, 0.5] },
      ],
      mode: 'Online',
      model: 0,
    })
    .add(1, {
      kind: 'reward',
      eventId: 'e1',
      rewards: [
        { slotId: 's1', value: 1 },
        { slotId: 's2', value: -1 },
      ],
    });
  const { Online, Baseline1, BaselineRand } = totals(await run(log, { online: { name: 'slots', arguments: '--ccb_explore_adf' } }));
  assert.deepEqual([Online!.averageReward, Baseline1!.averageReward, BaselineRand!.averageReward], [1, 2, 1]);
});

/** Equal probabilities; the action of the user's kind earns a reward. */
function learnableLog(events: number): Log {
  const random = new Random(7);
  const log = new Log();
  for (let i = 0; i < events; i++) {
    const kind = random.integer(0, 2);
    const chosen = random.integer(0, 2);
    const actions = [0, 1, 2].map((k) => ({ id: `a${k}`, features: [{ topic: `t${k}` }] }));
    log.rank(i * 10, `e${i}`, chosen, [1 / 3, 1 / 3, 1 / 3], {
      request: { contextFeatures: [{ user: { kind: `k${kind}` } }, { color: `c${random.integer(0, 3)}` }], actions },
    });
    log.reward(i * 10 + 5, `e${i}`, random.chance(chosen === kind ? 0.8 : 0.1) ? 1 : 0);
  }
  return log;
}

test('finds better settings in a search and reports the improvement', async () => {
  const outcome = await run(learnableLog(1500), { searches: true }, 200);
  const found = outcome.policyResults.filter(({ policySource }) => policySource === 'OfflineExperimentation');
  assert.ok(found.length >= 10);
  assert.ok(found.every(({ arguments: text }) => text.startsWith('--cb_explore_adf ')));
  assert.deepEqual(
    Object.keys(outcome.models),
    found.map(({ name }) => name),
  );
  const best = found.toSorted((a, b) => b.estimate!.value - a.estimate!.value)[0]!;
  assert.deepEqual([outcome.optimalPolicy, outcome.improvement], [best.name, best.name]);
  const online = outcome.policyResults[0]!;
  assert.ok(best.estimate!.value > 0.5 && Math.abs(online.estimate!.value - 0.33) < 0.05);
  assert.ok(best.difference!.low > 0 && best.missingEvents === 0, 'it differs from the current settings');
  const { missingEvents } = outcome.policyResults.find(({ name }) => name === 'BaselineRand')!;
  assert.ok(missingEvents === undefined || missingEvents > 100, 'equal chances do not differ from themselves');
});

test('leaves out events whose wait time has not ended', async () => {
  const log = new Log().rank(0, 'e1', 0, [1, 0]).reward(1, 'e1', 1).rank(2, 'e2', 0, [1, 0]);
  assert.equal((await run(log, { nowMs: START + RULES.waitMs + 1 })).events, 1);
});

test('finds settings for slots in a search for slots', async () => {
  const { policyResults } = await run(smallLog(), { searches: true, online: { name: 'slots', arguments: '--ccb_explore_adf' } });
  assert.ok(
    policyResults
      .filter(({ policySource }) => policySource === 'OfflineExperimentation')
      .every(({ arguments: text }) => text.startsWith('--ccb_explore_adf ')),
  );
});

test('reports no improvement for few events', async () => {
  assert.equal((await run(smallLog(), { searches: true })).improvement, undefined);
});

test('scores relevant features high and irrelevant ones low, if requested', async () => {
  const { featureScores } = await run(learnableLog(1500), { importanceEvery: 1 }, 200);
  const score = (name: string): number => featureScores.find(({ namespace, featureName }) => `${namespace}.${featureName}` === name)!.score;
  assert.equal(featureScores[0]!.score, 1);
  assert.ok(score('user.kind') > 0.5 && score('j.topic') > 0.5 && score('FromUrl.color') < 0.2, JSON.stringify(featureScores));
  assert.deepEqual((await run(smallLog())).featureScores, []);
});
