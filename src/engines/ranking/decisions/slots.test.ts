import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Example } from '../features/example.ts';
import { readExample } from '../features/example.ts';
import { FeatureReader } from '../features/features.ts';
import { Model } from '../model.ts';
import { parsePolicy } from '../policy.ts';
import { Random } from '../../shared/random.ts';
import { decideSlots, openActions } from './slots.ts';

const reader = new FeatureReader();
const policy = parsePolicy('--ccb_explore_adf --squarecb --epsilon 0.02');

function page(actions: number, slots: number): Example {
  return readExample(reader, {
    contextFeatures: [{ a: 'x' }],
    actions: Array.from({ length: actions }, (_, k) => ({ features: [{ item: `i${k}` }] })),
    slots: Array.from({ length: slots }, (_, s) => ({ id: `s${s}`, features: [{ size: s }] })),
  });
}

test('an action is used at most once, and the decision is deterministic per event id', () => {
  const example = page(6, 4);
  const masks = Array.from({ length: 4 }, () => new Uint8Array(6).fill(1));
  const [model, alike] = [new Model(policy), new Model(policy)];
  for (let i = 0; i < 100; i++) {
    const chosen = decideSlots(model, example, `e${i}`, masks).map((slot) => slot.chosen);
    assert.equal(new Set(chosen).size, 4);
    assert.deepEqual(
      decideSlots(alike, example, `e${i}`, masks).map((slot) => slot.chosen),
      chosen,
    );
  }
});

test('an early slot leaves actions that only a later one can use', () => {
  const example = page(3, 3);
  const masks = [Uint8Array.of(1, 1, 1), Uint8Array.of(1, 1, 0), Uint8Array.of(1, 0, 0)];
  const model = new Model(policy);
  for (let i = 0; i < 50; i++) {
    assert.deepEqual(
      decideSlots(model, example, `e${i}`, masks).map((slot) => slot.chosen),
      [2, 1, 0],
    );
  }
});

test('fills every slot that can be filled', () => {
  const random = new Random(9);
  const model = new Model(policy);
  for (let round = 0; round < 200; round++) {
    const hidden = [3, 0, 4, 1];
    const masks = hidden.map((own) => Uint8Array.from({ length: 6 }, (_, k) => (k === own || random.next() < 0.3 ? 1 : 0)));
    const slots = decideSlots(model, page(6, 4), `r${round}`, masks);
    assert.equal(new Set(slots.map((slot) => slot.chosen)).size, 4);
    slots.forEach((slot, s) => assert.equal(masks[s]![slot.chosen], 1));
  }
});

test('rejects impossible exclusions', () => {
  const one = Uint8Array.of(1, 0);
  assert.throws(() => decideSlots(new Model(policy), page(2, 2), 'e', [one, one]), RangeError);
  assert.deepEqual([...openActions(one, [one], new Uint8Array(2))], [0, 0]);
});

test('slots learn different preferences', () => {
  const model = new Model(policy);
  const example = page(4, 2);
  const masks = [new Uint8Array(4).fill(1), new Uint8Array(4).fill(1)];
  for (let i = 0; i < 1500; i++) {
    decideSlots(model, example, `e${i}`, masks).forEach(({ chosen, probabilities, allowed }, slot) => {
      model.learn(example, {
        eventId: `e${i}`,
        slot,
        chosen,
        probability: probabilities[chosen]!,
        reward: chosen === slot + 1 ? 1 : 0,
        allowed,
      });
    });
  }
  const best = decideSlots(model, example, 'x', masks).map(({ probabilities }) => probabilities.indexOf(Math.max(...probabilities)));
  assert.deepEqual(best, [1, 2]);
});

test('a slot depends on what is shown before it, and an early slot looks ahead to that', () => {
  const model = new Model(parsePolicy('--ccb_explore_adf --squarecb'));
  const example = page(4, 2);
  const masks = [new Uint8Array(4).fill(1), new Uint8Array(4).fill(1)];
  // The first slot earns as much with every action. In the second one, action 1 is good after 0, 2 after 1, 0 after 2, and nothing after 3.
  const worth = (first: number, second: number): number => (first < 3 && second === (first + 1) % 3 ? 0.9 : 0.1);
  const random = new Random(3);
  for (let i = 0; i < 4000; i++) {
    const inTurn = Uint8Array.from({ length: 4 }, (_, k) => (k === i % 4 ? 1 : 0));
    const decisions = decideSlots(model, example, `e${i}`, [inTurn, masks[1]!]);
    const [first, second] = [decisions[0]!.chosen, decisions[1]!.chosen];
    decisions.forEach(({ chosen, probabilities, allowed }, slot) => {
      const reward = random.next() < (slot === 0 ? 0.5 : worth(first, second)) ? 1 : 0;
      model.learn(example, { eventId: `e${i}`, slot, chosen, probability: probabilities[chosen]!, reward, allowed });
    });
  }
  for (const first of [0, 1, 2]) {
    example.shown = [first];
    const scores = [...model.scores(example, 1)];
    assert.equal(scores.indexOf(Math.max(...scores)), (first + 1) % 3, `after ${first}: ${scores.join(', ')}`);
  }
  const { probabilities } = decideSlots(model, example, 'x', masks)[0]!;
  assert.ok(probabilities[3]! < 0.15, probabilities.join(', '));
});
