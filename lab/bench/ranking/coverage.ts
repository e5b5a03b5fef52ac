/**
 * Coverage of the 95 % intervals: many logs of learning loops in simulated worlds whose true values are known. Each log comes from a fresh
 * loop with the default settings, so its probabilities change as it learns. Estimated are the value of the baseline (the first action),
 * that of a fixed policy trained beforehand, and its difference to what the loop earned, each beside inverse propensity scoring (IPS)
 * and plain doubly robust estimates (DR) with Gaussian intervals. Truth: the mean over 20,000 rounds of the same world.
 */
import { Example, readExample } from '../../../src/engines/ranking/features/example.ts';
import { FeatureReader } from '../../../src/engines/ranking/features/features.ts';
import { RewardModel, evidenceOf, evidenceOfAction } from '../../../src/engines/ranking/evaluation/reward-model.ts';
import { addEvidence, differenceToEarned, noValueSums, policyValue } from '../../../src/engines/ranking/evaluation/value.ts';
import type { Evidence } from '../../../src/engines/ranking/evaluation/value.ts';
import { Model } from '../../../src/engines/ranking/model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy, withExploration } from '../../../src/engines/ranking/policy.ts';
import { Random } from '../../../src/engines/shared/random.ts';
import type { Round, World } from './worlds.ts';

const EXPLORATION_SHARE = 0.2;
const FIXED_ARGUMENTS = '--cb_explore_adf --cb_type dm --epsilon 0.05';
const TRAINING_ROUNDS = 1500;
const TRUTH_ROUNDS = 20_000;
const LOGS_PER_WORLD = 25;
const Z = 1.96;

export interface Coverage {
  name: string;
  covered: number;
  logs: number;
  /** Mean width of the intervals. */
  width: number;
}

interface Found {
  low: number;
  high: number;
}

class Tally {
  covered = 0;
  logs = 0;
  width = 0;

  add(truth: number, found: Found | undefined): void {
    this.logs++;
    if (!found || (found.low <= truth && truth <= found.high)) this.covered++;
    this.width += found ? found.high - found.low : 1;
  }
}

/** Gaussian interval of a mean. */
class Gaussian {
  #events = 0;
  #sum = 0;
  #squares = 0;

  add(x: number): void {
    this.#events++;
    this.#sum += x;
    this.#squares += x * x;
  }

  get interval(): Found {
    const mean = this.#sum / this.#events;
    const half = Z * Math.sqrt(Math.max(0, this.#squares / this.#events - mean * mean) / (this.#events - 1));
    return { low: mean - half, high: mean + half };
  }
}

/** Evidence about one policy, estimated in three ways. */
class Estimates {
  readonly sums = noValueSums();
  readonly #ips = new Gaussian();
  readonly #plain = new Gaussian();

  add(evidence: Evidence): void {
    addEvidence(this.sums, evidence);
    const { weight, reward, expected, prediction } = evidence;
    this.#ips.add(weight * reward);
    this.#plain.add(expected + weight * (reward - prediction));
  }

  tally(tallies: Record<'ours' | 'ips' | 'plain', Tally>, truth: number): void {
    tallies.ours.add(truth, policyValue(this.sums));
    tallies.ips.add(truth, this.#ips.interval);
    tallies.plain.add(truth, this.#plain.interval);
  }
}

/** Measures the coverage in one world; worlds with other seeds are drawn anew for every 25 logs. */
export function measureCoverage(world: World, { logs, events, seed }: { logs: number; events: number; seed: number }): Coverage[] {
  const tallies = () => ({ ours: new Tally(), ips: new Tally(), plain: new Tally() });
  const [baseline, fixed, difference] = [tallies(), tallies(), new Tally()];
  const reader = new FeatureReader();
  const example = new Example();
  for (let log = 0; log < logs;) {
    const worldSeed = seed + log / LOGS_PER_WORLD;
    const next = world.start(new Random(Math.imul(worldSeed, 0x9e3779b1) ^ 0x51ed27), Infinity);
    const clicks = new Random(Math.imul(worldSeed, 0x85ebca6b) ^ 0x7f4a7c15);
    let rounds = 0;
    const round = (): Round => {
      const drawn = next(rounds++);
      readExample(reader, drawn, example);
      return drawn;
    };
    const trained = trainFixed(round, clicks, example);
    const truth = findTruth(round, trained, example);
    for (let i = 0; i < LOGS_PER_WORLD && log < logs; i++, log++) {
      const found = playLog(round, { trained, clicks, example, events, name: `${worldSeed}-${i}` });
      found.baseline.tally(baseline, truth.baseline);
      found.fixed.tally(fixed, truth.fixed);
      difference.add(found.gain, differenceToEarned(found.fixed.sums));
    }
  }
  const row = (name: string, { covered, logs: count, width }: Tally): Coverage => ({ name, covered, logs: count, width: width / count });
  return [
    row('baseline', baseline.ours),
    row('baseline, IPS', baseline.ips),
    row('baseline, plain DR', baseline.plain),
    row('fixed policy', fixed.ours),
    row('fixed policy, IPS', fixed.ips),
    row('fixed policy, plain DR', fixed.plain),
    row('difference', difference),
  ];
}

function allOf(round: Round): Uint8Array {
  return new Uint8Array(round.actions.length).fill(1);
}

function trainFixed(next: () => Round, clicks: Random, example: Example): Model {
  const model = new Model(parsePolicy(FIXED_ARGUMENTS));
  for (let i = 0; i < TRAINING_ROUNDS; i++) {
    const round = next();
    const count = round.actions.length;
    const chosen = Math.floor(clicks.next() * count);
    const reward = clicks.next() < round.means[0]![chosen]! ? 1 : 0;
    model.learn(example, { eventId: `t${i}`, slot: -1, chosen, probability: 1 / count, reward, allowed: allOf(round) });
  }
  return model;
}

function findTruth(next: () => Round, trained: Model, example: Example): { baseline: number; fixed: number } {
  let [baseline, fixed] = [0, 0];
  for (let i = 0; i < TRUTH_ROUNDS; i++) {
    const round = next();
    const means = round.means[0]!;
    const shares = trained.probabilities(example, allOf(round));
    baseline += means[0]! / TRUTH_ROUNDS;
    for (let k = 0; k < means.length; k++) fixed += (shares[k]! * means[k]!) / TRUTH_ROUNDS;
  }
  return { baseline, fixed };
}

/** A loop from its first event; `gain` is what the fixed policy was expected to earn more on the same rounds. */
function playLog(
  next: () => Round,
  { trained, clicks, example, events, name }: { trained: Model; clicks: Random; example: Example; events: number; name: string },
): { baseline: Estimates; fixed: Estimates; gain: number } {
  const loop = new Model(withExploration(parsePolicy(DEFAULT_ARGUMENTS), EXPLORATION_SHARE));
  const rewards = new RewardModel();
  const found = { baseline: new Estimates(), fixed: new Estimates(), gain: 0 };
  for (let i = 0; i < events; i++) {
    const round = next();
    const means = round.means[0]!;
    const allowed = allOf(round);
    const eventId = `${name}-${i}`;
    const { probabilities, chosen } = loop.decide(example, eventId, allowed);
    const event = {
      eventId,
      slot: -1,
      chosen,
      probability: probabilities[chosen]!,
      probabilities,
      reward: clicks.next() < means[chosen]! ? 1 : 0,
      allowed,
    };
    const shares = trained.probabilities(example, allowed);
    for (let k = 0; k < means.length; k++) found.gain += ((shares[k]! - probabilities[k]!) * means[k]!) / events;
    const predictions = rewards.predict(example, -1);
    found.baseline.add(evidenceOfAction(0, event, predictions));
    found.fixed.add(evidenceOf(shares, event, predictions));
    loop.learn(example, event);
    rewards.learn(example, event);
  }
  return found;
}
