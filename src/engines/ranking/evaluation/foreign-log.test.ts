import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidLine, readForeignDecision } from './foreign-log.ts';

const service = {
  _label_cost: -0.5,
  _label_probability: 0.8,
  _label_Action: 2,
  _labelIndex: 1,
  Timestamp: '2026-03-01T10:00:00Z',
  EventId: 'e1',
  a: [2, 1],
  p: [0.8, 0.2],
  c: {
    FromUrl: [{ hour: 'noon' }, { user: { device: 'phone' } }],
    _multi: [
      { _tag: 'x', i: { constant: 1, id: 'x' }, j: [{ taste: 'sweet' }] },
      { i: { constant: 1, id: 'y' }, j: [{ taste: 'sour' }, { price: 3 }] },
    ],
  },
};
const read = (record: object): ReturnType<typeof readForeignDecision> => readForeignDecision(JSON.stringify(record));

test('reads a decision of the retired service as the request it was', () => {
  assert.deepEqual(read(service), {
    input: {
      contextFeatures: [{ hour: 'noon' }, { user: { device: 'phone' } }],
      actions: [{ features: [{ taste: 'sweet' }] }, { features: [{ taste: 'sour' }, { price: 3 }] }],
    },
    chosen: 1,
    probabilities: [0.2, 0.8],
    reward: 0.5,
    atMs: Date.parse('2026-03-01T10:00:00Z'),
  });
});

test('reads a line of Vowpal Wabbit, with namespaces inside others beside them', () => {
  const decision = read({
    _label: { Action: 1, Cost: 0, Probability: 0.7 },
    user: { age: 3, home: { city: 'Bern' } },
    _multi: [{ item: { id: 'a' } }, { item: { id: 'b' } }, { item: { id: 'c' } }],
  })!;
  assert.deepEqual(decision.input.contextFeatures, [{ user: { age: 3 } }, { home: { city: 'Bern' } }]);
  assert.deepEqual(decision.input.actions[2], { features: [{ item: { id: 'c' } }] });
  assert.deepEqual([decision.chosen, decision.reward], [0, 0]);
  assert.deepEqual(
    decision.probabilities.map((share) => Number(share.toFixed(3))),
    [0.7, 0.15, 0.15],
  );
});

test('passes over records that are not to be learned', () => {
  assert.equal(read({ EventId: 'e', RewardValue: 1 }), undefined);
  assert.equal(read({ ...service, _skipLearn: true }), undefined);
  assert.equal(read({ ...service, DeferredAction: true }), undefined);
});

for (const [reason, change] of [
  ['no actions', { c: { _multi: [] } }],
  ['not an object', { c: { _multi: [3] } }],
  ['cost is not a number', { _label_cost: 'much' }],
  ['cost is not a number', { _label_cost: 1e9 }],
  ['probability is not in 0 to 1', { _label_probability: 0 }],
  ['none of its actions', { _labelIndex: 2 }],
  ['none of its actions', { _labelIndex: 'constructor' }],
  ['a and p are not', { a: [2, 7] }],
] as const)
  test(`rejects a line: ${reason} (${JSON.stringify(change)})`, () => {
    assert.throws(
      () => read({ ...service, ...change }),
      (error: unknown) => error instanceof InvalidLine && error.message.includes(reason),
    );
  });

test('rejects lines that are not JSON objects', () => {
  for (const line of ['', '{', '3', '[]', 'null']) assert.throws(() => readForeignDecision(line), InvalidLine);
});
