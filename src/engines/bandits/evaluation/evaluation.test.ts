import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Estimate, gaussianHalfWidth } from './estimate.ts';
import { Example, readExample } from '../features/example.ts';
import { explain } from '../decisions/explain.ts';
import { FeatureReader } from '../features/features.ts';
import { ImportanceMeter } from './importance.ts';
import { Model } from '../model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy } from '../policy.ts';
import { Random } from '../random.ts';
import type { LoggedEvent } from './replay.ts';
import { Replay } from './replay.ts';
import { isImprovement, searchCandidates } from './search.ts';

test('matches the published intervals to single precision', () => {
  assert.ok(Math.abs(gaussianHalfWidth(1906, 22.2 / 1906, 2.484) / 0.0015344538 - 1) < 1e-7);
  assert.ok(Math.abs(gaussianHalfWidth(196, 2.2 / 196, 2.424) / 0.015529361 - 1) < 1e-7);
  assert.equal(gaussianHalfWidth(170, 0, 0), 0);
});

test('matches estimates computed by hand, also merged', () => {
  const [a, b, both] = [new Estimate(), new Estimate(), new Estimate()];
  const events: [number, number, number][] = [
    [2, 1, 0.25],
    [0, 1, 0.5],
    [0.5, 0.4, 0],
  ];
  events.forEach(([w, r, c], i) => {
    (i < 1 ? a : b).add(w, r, c);
    both.add(w, r, c);
  });
  a.merge(b);
  assert.deepEqual(a, both);
  assert.equal(both.ips, 2.2 / 3);
  assert.equal(both.snips, 2.2 / 2.5);
  assert.ok(Math.abs(both.doublyRobust - 2.95 / 3) < 1e-12);
  assert.deepEqual(both.summary(), {
    ipsEstimatorNumerator: 2.2,
    ipsEstimatorDenominator: 3,
    snipsEstimatorDenominator: 2.5,
    nonZeroProbability: 2,
    sumOfSquares: 4.04,
    confidenceInterval: gaussianHalfWidth(3, 2.2 / 3, 4.04),
    averageReward: 2.2 / 3,
  });
});

test('the likelihood interval covers the truth about 95 times in 100', () => {
  const random = new Random(3);
  let covered = 0;
  let width = 0;
  for (let round = 0; round < 400; round++) {
    const estimate = new Estimate();
    for (let i = 0; i < 500; i++) {
      const match = random.next() < 0.2;
      estimate.add(match ? 5 : 0, random.next() < (match ? 0.3 : 0.5) ? 1 : 0);
    }
    const { low, high } = estimate.interval;
    if (low <= 0.3 && 0.3 <= high) covered++;
    width += (high - low) / 400;
  }
  assert.ok(covered >= 372 && covered <= 398, `${covered} of 400`);
  assert.ok(width < 0.25, String(width));
});

test('few events give the whole range of rewards', () => {
  assert.deepEqual(new Estimate().interval, { low: 0, high: 1 });
});

const reader = new FeatureReader();

/** A log of equal chances in which kind and topic decide, while colour does not matter. */
function* log(events: number): Generator<[Example, LoggedEvent]> {
  const random = new Random(77);
  const example = new Example(true);
  for (let i = 0; i < events; i++) {
    const kind = Math.floor(random.next() * 3);
    const colour = Math.floor(random.next() * 3);
    readExample(
      reader,
      {
        contextFeatures: [{ user: { kind: `k${kind}`, colour: `c${colour}` } }],
        actions: [0, 1, 2].map((k) => ({ features: [{ topic: `t${k}` }] })),
      },
      example,
    );
    const chosen = Math.floor(random.next() * 3);
    const reward = random.next() < (chosen === kind ? 0.7 : 0.1) ? 1 : 0;
    yield [
      example,
      { eventId: `e${i}`, atMs: i * 1000, slot: -1, chosen, probability: 1 / 3, reward, baseline: 0, allowed: Uint8Array.of(1, 1, 1) },
    ];
  }
}

test('replay estimates the value of each policy', () => {
  const replay = new Replay([
    { name: 'default', policy: parsePolicy(DEFAULT_ARGUMENTS) },
    { name: 'blind', policy: parsePolicy(DEFAULT_ARGUMENTS), without: 'user.kind' },
    ...searchCandidates(0.2),
  ]);
  for (const [example, event] of log(4000)) replay.add(example, event);
  const [best, blind, ...found] = replay.candidates.map(({ track }) => track.total);
  for (const estimate of [replay.online, replay.baseline, replay.random].map((track) => track.total))
    assert.ok(Math.abs(estimate.snips - 0.3) < 0.04);
  assert.ok(best!.snips > 0.6 && best!.doublyRobust > 0.6, `${best!.snips} ${best!.doublyRobust}`);
  assert.ok(blind!.snips < 0.4);
  assert.ok(found.some((estimate) => isImprovement(estimate, replay.online.total)));
  assert.ok(!isImprovement(replay.random.total, best!));
  assert.equal(
    [...replay.online.windows.values()].reduce((sum, window) => sum + window.events, 0),
    4000,
  );
  assert.equal(replay.online.windows.size, 14);
  assert.equal(replay.online.total.summary().averageReward, replay.online.total.snips);
});

test('importance ranks the deciding features first', () => {
  const meter = new ImportanceMeter(parsePolicy(DEFAULT_ARGUMENTS));
  for (const [example, event] of log(3000)) meter.add(example, event);
  const result = new Map(meter.result().map(({ name, score }) => [name, score]));
  assert.ok(Math.max(result.get('user.kind')!, result.get('j.topic')!) === 1);
  assert.ok(result.get('user.kind')! > 0.5 && result.get('user.colour')! < 0.15, JSON.stringify([...result]));
});

test('an explanation adds up to the score', () => {
  const model = new Model(parsePolicy(`${DEFAULT_ARGUMENTS} --noconstant`));
  for (const [example, event] of log(500)) model.learn(example, event);
  const [[example] = []] = log(1);
  const shares = explain(model, example!);
  const scores = model.scores(example!);
  shares.forEach((list, k) => {
    assert.deepEqual(list.map(({ name }) => name).sort(), [
      'j.topic',
      'user.colour',
      'user.colour^j.topic',
      'user.kind',
      'user.kind^j.topic',
    ]);
    const sum = list.reduce((total, { score }) => total + score, 0);
    assert.ok(Math.abs(Math.min(1, Math.max(0, sum)) - scores[k]!) < 1e-6);
  });
});
