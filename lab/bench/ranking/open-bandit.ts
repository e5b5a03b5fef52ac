/**
 * Off-policy estimates on real logs: the Open Bandit Dataset (men's campaign) has rounds of two policies over the same items, uniform
 * choice and Bernoulli Thompson sampling (bts). The value of each is estimated from the log of the other, and compared with the click
 * rate in its own log. The server's own learner is replayed too: it decides every round of the log of uniform choice and then learns
 * it, as `perennial ranking import` does.
 *
 * Neither log has the probabilities of all items: uniform choice has 1/34; those of bts, which change over the week and differ by position,
 * are averaged for every item and position as the harmonic mean of the probabilities with which it was shown.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Example, readExample } from '../../../src/engines/ranking/features/example.ts';
import { FeatureReader } from '../../../src/engines/ranking/features/features.ts';
import { RewardModel } from '../../../src/engines/ranking/evaluation/reward-model.ts';
import { addEvidence, noValueSums, policyValue } from '../../../src/engines/ranking/evaluation/value.ts';
import { Model } from '../../../src/engines/ranking/model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy, withExploration } from '../../../src/engines/ranking/policy.ts';
import type { Interval } from '../../../src/engines/ranking/evaluation/value.ts';

interface Row {
  item: number;
  position: string;
  click: number;
  probability: number;
  user: string[];
}

/** Probability of each item by position. */
type Shares = ReadonlyMap<string, Float64Array>;

export interface Comparison {
  policy: string;
  from: string;
  rounds: number;
  truth: number;
  clicks: number;
  estimate: Interval;
}

/** The click rate of a loop with the default settings, from the log of uniform choice. */
export function replayDefault(folder: string, explorationShare: number): Interval {
  const log = readLog(folder, 'random');
  const items = 1 + Math.max(...log.map(({ item }) => item));
  const model = new Model(withExploration(parsePolicy(DEFAULT_ARGUMENTS), explorationShare));
  return estimateFrom(log, { target: model, logged: uniformShares(log, items), items });
}

export function comparePolicies(folder: string): Comparison[] {
  const logs = { random: readLog(folder, 'random'), bts: readLog(folder, 'bts') };
  const items = 1 + Math.max(...logs.random.map(({ item }) => item), ...logs.bts.map(({ item }) => item));
  const shares = { random: uniformShares(logs.random, items), bts: averageShares(logs.bts, items) };
  return (['random', 'bts'] as const).map((policy) => {
    const from = policy === 'random' ? 'bts' : 'random';
    const clicks = logs[policy].reduce((sum, { click }) => sum + click, 0);
    return {
      policy,
      from,
      rounds: logs[from].length,
      clicks,
      truth: clicks / logs[policy].length,
      estimate: estimateFrom(logs[from], { target: shares[policy], logged: shares[from], items }),
    };
  });
}

function readLog(folder: string, policy: string): Row[] {
  const [head = '', ...lines] = gunzipSync(readFileSync(join(folder, policy, 'men', 'men.csv.gz')))
    .toString()
    .trim()
    .split(/\r?\n/);
  const columns = head.split(',');
  const at = (name: string): number => columns.indexOf(name);
  const [item, position, click, probability] = [at('item_id'), at('position'), at('click'), at('propensity_score')];
  const user = [0, 1, 2, 3].map((i) => at(`user_feature_${i}`));
  return lines.map((line) => {
    const cells = line.split(',');
    return {
      item: Number(cells[item]),
      position: cells[position]!,
      click: Number(cells[click]),
      probability: Number(cells[probability]),
      user: user.map((i) => cells[i]!),
    };
  });
}

function uniformShares(log: readonly Row[], items: number): Shares {
  return new Map([...new Set(log.map(({ position }) => position))].map((position) => [position, new Float64Array(items).fill(1 / items)]));
}

function averageShares(log: readonly Row[], items: number): Shares {
  const shown = Map.groupBy(log, ({ position }) => position);
  return new Map(
    [...shown].map(([position, rows]) => {
      const [counts, inverse] = [new Float64Array(items), new Float64Array(items)];
      for (const { item, probability } of rows) {
        counts[item]!++;
        inverse[item]! += 1 / probability;
      }
      const shares = counts.map((count, item) => (count === 0 ? 0 : count / inverse[item]!));
      const total = shares.reduce((sum, share) => sum + share, 0);
      return [position, shares.map((share) => share / total)];
    }),
  );
}

function estimateFrom(log: readonly Row[], { target, logged, items }: { target: Shares | Model; logged: Shares; items: number }): Interval {
  const sums = noValueSums();
  const rewards = new RewardModel();
  const reader = new FeatureReader();
  const example = new Example();
  const allowed = new Uint8Array(items).fill(1);
  const actions = Array.from({ length: items }, (_, item) => ({ features: [{ item: `i${item}` }] }));
  log.forEach(({ item, position, click, probability, user }, i) => {
    readExample(
      reader,
      { contextFeatures: [{ user: Object.fromEntries(user.map((value, k) => [`u${k}`, value])) }, { place: { position } }], actions },
      example,
    );
    const predictions = rewards.predict(example, -1);
    const shares = target instanceof Model ? target.probabilities(example, allowed) : target.get(position)!;
    const others = logged.get(position)!;
    let [expected, rarity, unseen] = [0, 0, 0];
    for (let k = 0; k < items; k++) {
      expected += shares[k]! * predictions[k]!;
      const seen = k === item ? probability : others[k]!;
      if (seen > 0) rarity += shares[k]! ** 2 / seen;
      else unseen += shares[k]!;
    }
    addEvidence(sums, { reward: click, prediction: predictions[item]!, weight: shares[item]! / probability, expected, rarity, unseen });
    const outcome = { eventId: `${i}`, slot: -1, chosen: item, probability, reward: click, allowed };
    rewards.learn(example, outcome);
    if (target instanceof Model) target.learn(example, outcome);
  });
  return policyValue(sums)!;
}
