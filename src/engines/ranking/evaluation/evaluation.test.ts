import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceEstimate, gaussianHalfWidth } from './service-estimate.ts';
import { Example, readExample } from '../features/example.ts';
import { explain } from '../decisions/explain.ts';
import { FeatureReader } from '../features/features.ts';
import { ImportanceMeter } from './importance.ts';
import { Model } from '../model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy } from '../policy.ts';
import { Random } from '../../shared/random.ts';
import type { LoggedEvent } from './replay.ts';
import { Replay } from './replay.ts';
import { isImprovement, searchCandidates } from './search.ts';
import { earnedValue, policyValue } from './value.ts';

test('matches the published intervals to single precision', () => {
  assert.ok(Math.abs(gaussianHalfWidth(1906, 22.2 / 1906, 2.484) / 0.0015344538 - 1) < 1e-7);
  assert.ok(Math.abs(gaussianHalfWidth(196, 2.2 / 196, 2.424) / 0.015529361 - 1) < 1e-7);
  assert.equal(gaussianHalfWidth(170, 0, 0), 0);
});

test("the service's fields match values computed by hand", () => {
  const estimate = new ServiceEstimate();
  for (const [weight, reward] of [
    [2, 1],
    [0, 1],
    [0.5, 0.4],
  ] as const)
    estimate.add(weight, reward);
  assert.deepEqual(estimate.summary(), {
    ipsEstimatorNumerator: 2.2,
    ipsEstimatorDenominator: 3,
    snipsEstimatorDenominator: 2.5,
    nonZeroProbability: 2,
    sumOfSquares: 4.04,
    confidenceInterval: gaussianHalfWidth(3, 2.2 / 3, 4.04),
    averageReward: 2.2 / 3,
  });
});

const reader = new FeatureReader();

/** A log of equal chances in which kind and topic decide, while color does not matter. */
function* log(events: number): Generator<[Example, LoggedEvent]> {
  const random = new Random(77);
  const example = new Example(true);
  for (let i = 0; i < events; i++) {
    const kind = Math.floor(random.next() * 3);
    const color = Math.floor(random.next() * 3);
    readExample(
      reader,
      {
        contextFeatures: [{ user: { kind: `k${kind}`, color: `c${color}` } }],
        actions: [0, 1, 2].map((k) => ({ features: [{ topic: `t${k}` }] })),
      },
      example,
    );
    const chosen = Math.floor(random.next() * 3);
    const reward = random.next() < (chosen === kind ? 0.7 : 0.1) ? 1 : 0;
    yield [
      example,
      {
        eventId: `e${i}`,
        atMs: i * 1000,
        slot: -1,
        chosen,
        probability: 1 / 3,
        probabilities: [1 / 3, 1 / 3, 1 / 3],
        reward,
        baseline: 0,
        allowed: Uint8Array.of(1, 1, 1),
      },
    ];
  }
}

test('candidates keep the kind of decisions and the subjects of texts', () => {
  const kept = parsePolicy('--ccb_explore_adf --squarecb --text_subjects');
  for (const { policy } of searchCandidates(0.2, kept)) assert.deepEqual([policy.multiSlot, policy.textSubjects], [true, true]);
  for (const { policy } of searchCandidates(0.2)) assert.deepEqual([policy.multiSlot, policy.textSubjects], [false, false]);
});

test('replay estimates the value of each policy', () => {
  const replay = new Replay([
    { name: 'default', policy: parsePolicy(DEFAULT_ARGUMENTS) },
    { name: 'blind', policy: parsePolicy(DEFAULT_ARGUMENTS), without: 'user.kind' },
    ...searchCandidates(0.2),
  ]);
  for (const [example, event] of log(4000)) replay.add(example, event);
  const [best, blind, ...found] = replay.candidates.map(({ track }) => track.value);
  const earned = earnedValue(replay.online.value)!;
  assert.ok(Math.abs(earned.value - 0.3) < 0.04);
  for (const { value } of [replay.baseline, replay.random]) {
    const { low, high } = policyValue(value)!;
    assert.ok(low < 0.3 && 0.3 < high && high - low < 0.1, `${low} ${high}`);
  }
  assert.ok(policyValue(best!)!.value > 0.6);
  assert.ok(policyValue(blind!)!.value < 0.4);
  assert.ok(found.some(isImprovement));
  assert.ok(!isImprovement(replay.random.value));
  assert.equal(
    [...replay.online.windows.values()].reduce((sum, { service }) => sum + service.events, 0),
    4000,
  );
  assert.equal(replay.online.windows.size, 14);
  assert.equal(replay.online.service.summary().averageReward, earned.value);
});

test('importance ranks the deciding features first', () => {
  const meter = new ImportanceMeter(parsePolicy(DEFAULT_ARGUMENTS));
  for (const [example, event] of log(3000)) meter.add(example, event);
  const result = new Map(meter.result().map(({ name, score }) => [name, score]));
  assert.ok(Math.max(result.get('user.kind')!, result.get('j.topic')!) === 1);
  assert.ok(result.get('user.kind')! > 0.5 && result.get('user.color')! < 0.15, JSON.stringify([...result]));
});

test('an explanation adds up to the odds of the score', () => {
  const model = new Model(parsePolicy(`${DEFAULT_ARGUMENTS} --noconstant`));
  for (const [example, event] of log(500)) model.learn(example, event);
  const [[example] = []] = log(1);
  const shares = explain(model, example!);
  const scores = model.scores(example!);
  shares.forEach((list, k) => {
    assert.deepEqual(list.map(({ name }) => name).sort(), [
      'j.topic',
      'user.color',
      'user.color^j.topic',
      'user.kind',
      'user.kind^j.topic',
    ]);
    const sum = list.reduce((total, { score }) => total + score, 0);
    assert.ok(Math.abs(1 / (1 + Math.exp(-sum)) - scores[k]!) < 1e-6);
  });
});
