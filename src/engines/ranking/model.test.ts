import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Example, ExampleInput } from './features/example.ts';
import { readExample } from './features/example.ts';
import { FeatureReader } from './features/features.ts';
import { Model, allowAllBut, rankingOrder } from './model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy, withExploration } from './policy.ts';
import { Random } from '../shared/random.ts';
import { Products, dot } from './learning/products.ts';
import { Terms } from './learning/terms.ts';

const reader = new FeatureReader();
const read = (input: ExampleInput): Example => readExample(reader, input);
const all = (count: number): Uint8Array => new Uint8Array(count).fill(1);

/** Kind `k0` likes topic `t0`, kind `k1` likes `t1`, and so on. */
function visit(kind: number, actions = 4): Example {
  return read({
    contextFeatures: [{ user: { kind: `k${kind}`, age: kind / 3 } }],
    actions: Array.from({ length: actions }, (_, k) => ({ features: [{ topic: `t${k}`, price: k + 0.5 }] })),
  });
}

function train(model: Model, events: number, seed = 1, actions = 4): void {
  const random = new Random(seed);
  for (let i = 0; i < events; i++) {
    const kind = Math.floor(random.next() * actions);
    const example = visit(kind, actions);
    const eventId = `e${seed}-${i}`;
    const { chosen, probabilities } = model.decide(example, eventId, all(actions));
    const reward = random.next() < (chosen === kind ? 0.8 : 0.2) ? 1 : 0;
    model.learn(example, { eventId, slot: -1, chosen, probability: probabilities[chosen]!, reward, allowed: all(actions) });
  }
}

const POLICIES = [
  DEFAULT_ARGUMENTS,
  '--cb_explore_adf --squarecb -l 0.3 -q ::',
  '--cb_explore_adf --epsilon 0.1 --cb_type mtr',
  '--cb_explore_adf --epsilon 0.1 --cb_type ips -l 0.1',
  '--cb_explore_adf --epsilon 0.1 --cb_type dr -l 0.2',
  '--cb_explore_adf --epsilon 0.1 --cb_type dm --l1 1e-6 --l2 1e-6',
  '--cb_explore_adf --epsilon 0.2 --cb_type sm -l 0.2',
  '--cb_explore_adf --epsilon 0.1 --cb_type dm --power_t 0 -l 0.05',
  '--cb_explore_adf --softmax --lambda 10 --cb_type dm',
  '--cb_explore_adf --bag 5 --epsilon 0.02 --cb_type dm',
  '--cb_explore_adf --cover 3 --psi 0.01 --epsilon 0.1',
  '--cb_explore_adf --first 300 --cb_type dm',
  '--cb_explore_adf --regcb --mellowness 0.01',
  '--cb_explore_adf --regcbopt --mellowness 0.01 --epsilon 0.02',
  '--cb_explore_adf --squarecb --epsilon 0.02 -q uj --noconstant -b 16',
];

for (const text of POLICIES) {
  test(`learns who likes what: ${text}`, () => {
    const model = new Model(parsePolicy(text));
    train(model, 3000);
    for (let kind = 0; kind < 4; kind++) {
      const probabilities = model.probabilities(visit(kind), all(4));
      assert.ok(Math.abs(probabilities.reduce((a, b) => a + b, 0) - 1) < 1e-9);
      const best = probabilities.indexOf(Math.max(...probabilities));
      assert.equal(best, kind, `kind ${kind}: ${[...probabilities].map((p) => p.toFixed(2)).join(' ')}`);
    }
  });
}

for (const text of ['', '-q ::', '-q uj', '-q :j', '-q ::  --cubic uuj', '--ignore u', '-q :: --ignore_linear j', '--noconstant']) {
  test(`scoring and listing see one model: ${text}`, () => {
    const policy = parsePolicy(`--cb_explore_adf --squarecb -l 0.5 -b 12 ${text}`);
    const terms = new Terms(policy);
    const random = new Random(5);
    const weights = Float32Array.from({ length: 2 ** 12 }, () => random.next() - 0.5);
    const example = read({
      contextFeatures: [{ user: { a: 'x', b: 2 } }, { when: { c: [0.5, 3] } }],
      actions: [{ features: [{ d: 'y', e: 1 }] }, { features: [{ d: 'z', f: { g: -3, h: true } }] }],
      slots: [{ id: 's0', features: [{ size: 2 }] }],
    });
    const scores = new Float64Array(2);
    const products = new Products();
    for (const slot of [-1, 0]) {
      terms.scoreAll(weights, example, slot, scores);
      for (let k = 0; k < 2; k++) {
        terms.expand(example, slot, k, products);
        assert.ok(Math.abs(dot(weights, products) - scores[k]!) < 1e-9);
      }
    }
  });
}

test('a feature selector picks namespaces by their first character', () => {
  const count = (text: string): number => {
    const products = new Products();
    new Terms(parsePolicy(`--cb_explore_adf ${text}`)).expand(
      read({ contextFeatures: [{ user: { a: 'x', b: 'y' } }, { when: { c: 'z' } }], actions: [{ features: [{ d: 'p', e: 'q' }] }] }),
      -1,
      0,
      products,
    );
    return products.count;
  };
  assert.deepEqual(
    ['', '-q ::', '-q uj', '-q wj', '-q jj', '-q :j', '--ignore w -q wj', '--noconstant', '--cubic uwj'].map(count),
    [12, 16, 10, 8, 7, 13, 5, 11, 10],
  );
});

test('the order of features and of actions does not matter', () => {
  const model = new Model(parsePolicy(`${DEFAULT_ARGUMENTS} -q ::`));
  train(model, 200);
  const one = model
    .scores(
      read({
        contextFeatures: [{ user: { kind: 'k1', age: 2 } }],
        actions: [{ features: [{ topic: 't1', price: 3 }] }, { features: [{ topic: 't2' }] }],
      }),
    )
    .slice();
  const other = model.scores(
    read({
      contextFeatures: [{ user: { age: 2, kind: 'k1' } }],
      actions: [{ features: [{ topic: 't2' }] }, { features: [{ price: 3, topic: 't1' }] }],
    }),
  );
  assert.ok(Math.abs(one[0]! - other[1]!) < 1e-12 && Math.abs(one[1]! - other[0]!) < 1e-12);
});

test('an empty model gives equal chances and the draw follows the event id', () => {
  const model = new Model(parsePolicy(DEFAULT_ARGUMENTS));
  assert.deepEqual(model.decide(visit(0), 'x', all(4)).probabilities, [0.25, 0.25, 0.25, 0.25]);
  assert.equal(model.decide(visit(0), 'same', all(4)).chosen, model.decide(visit(0), 'same', all(4)).chosen);
  const seen = [0, 0, 0, 0];
  for (let i = 0; i < 4000; i++) seen[model.decide(visit(0), `event ${i}`, all(4)).chosen]!++;
  for (const count of seen) assert.ok(count > 900 && count < 1100, String(seen));
});

test('epsilon-greedy probabilities are literal', () => {
  const model = new Model(parsePolicy('--cb_explore_adf --epsilon 0.2 --cb_type dm'));
  train(model, 1000);
  assert.deepEqual(
    model.decide(visit(2), 'x', all(4)).probabilities.map((p) => Number(p.toFixed(12))),
    [0.05, 0.05, 0.85, 0.05],
  );
});

test('excluded actions have probability 0 and are never drawn', () => {
  const model = new Model(parsePolicy(DEFAULT_ARGUMENTS));
  train(model, 1000);
  const allowed = allowAllBut(
    ['a', 'b', 'c', 'd'].map((id) => ({ id })),
    ['c', 'unknown'],
  );
  for (let i = 0; i < 200; i++) {
    const { probabilities, chosen } = model.decide(visit(2), `e${i}`, allowed);
    assert.equal(probabilities[2], 0);
    assert.notEqual(chosen, 2);
    assert.ok(Math.abs(probabilities.reduce((a, b) => a + b, 0) - 1) < 1e-12);
  }
});

test('the default keeps a floor and, once warm, a cap', () => {
  const model = new Model(withExploration(parsePolicy(DEFAULT_ARGUMENTS), 0.1));
  train(model, 1500);
  for (let kind = 0; kind < 4; kind++) {
    const probabilities = model.probabilities(visit(kind), all(4));
    assert.ok(Math.min(...probabilities) >= 0.02 / 4 - 1e-12);
    assert.ok(1 - Math.max(...probabilities) <= 0.1 + 1e-12);
  }
});

test('exploration does not depend on the scale of rewards', () => {
  const shares = [1, 0.01].map((scale) => {
    const model = new Model(parsePolicy('--cb_explore_adf --squarecb -l 0.3'));
    for (let i = 0; i < 500; i++)
      model.learn(visit(i % 4), {
        eventId: '',
        slot: -1,
        chosen: (i * 7) % 4,
        probability: 0.25,
        reward: scale * ((i * 7) % 4 === i % 4 ? 1 : (i % 3) / 4),
        allowed: all(4),
      });
    return [...model.probabilities(visit(1), all(4))];
  });
  shares[0]!.forEach((p, k) => assert.ok(Math.abs(p - shares[1]![k]!) < 0.02, `${shares[0]} ${shares[1]}`));
});

test('a ranking is ordered by probability, excluded actions at their own index', () => {
  const decision = { probabilities: [0.2, 0, 0.8], chosen: 0 };
  assert.deepEqual(rankingOrder(decision, Uint8Array.of(1, 0, 1)), [2, 1, 0]);
});

test('imitation learns the baseline', () => {
  const model = new Model(parsePolicy(DEFAULT_ARGUMENTS));
  for (let i = 0; i < 400; i++) model.imitate(visit(i % 4), (i + 1) % 4, all(4));
  for (let kind = 0; kind < 4; kind++) {
    const probabilities = [...model.probabilities(visit(kind), all(4))];
    assert.equal(probabilities.indexOf(Math.max(...probabilities)), (kind + 1) % 4);
  }
});

test('extreme features and rewards leave everything finite', () => {
  const model = new Model(parsePolicy(DEFAULT_ARGUMENTS));
  const values = [1e300, 1e-300, -1e15, 1e15, 3, 0, 1e-14];
  for (let i = 0; i < 300; i++) {
    const example = read({
      contextFeatures: [{ a: values[i % 7], b: values[(i * 3) % 7] }],
      actions: [{ features: [{ c: values[(i * 5) % 7] }] }, { features: [{ c: 1 }] }],
    });
    model.learn(example, { eventId: '', slot: -1, chosen: i % 2, probability: 1e-9, reward: i % 5 === 0 ? 40 : -1, allowed: all(2) });
    for (const p of model.probabilities(example, all(2))) assert.ok(Number.isFinite(p));
  }
  for (const table of model.tables) assert.ok(table.weights.every(Number.isFinite) && table.state.every(Number.isFinite));
});

test('ids that never come back keep no model from learning topics', () => {
  const random = new Random(3);
  const model = new Model(parsePolicy(DEFAULT_ARGUMENTS));
  let good = 0;
  for (let i = 0; i < 2000; i++) {
    const plan = Math.floor(random.next() * 6);
    const example = read({
      contextFeatures: [{ user: { plan: `p${plan}`, visit: `v${i}` } }],
      actions: Array.from({ length: 12 }, (_, k) => ({ features: [{ item: `i${12 * i + k}`, topic: `t${k % 6}` }] })),
    });
    const { chosen, probabilities } = model.decide(example, `e${i}`, all(12));
    if (i >= 1000 && chosen % 6 === plan) good++;
    const reward = random.next() < (chosen % 6 === plan ? 0.5 : 0.15) ? 1 : 0;
    model.learn(example, { eventId: `e${i}`, slot: -1, chosen, probability: probabilities[chosen]!, reward, allowed: all(12) });
  }
  assert.ok(good > 930, `${good} of the last 1,000`);
});
