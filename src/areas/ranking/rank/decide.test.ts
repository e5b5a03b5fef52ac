import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../../kernel/failures.ts';
import { DEFAULT_ARGUMENTS, parsePolicy } from '../../../engines/ranking/policy.ts';
import { Model } from '../../../engines/ranking/model.ts';
import { request, trainModel } from '../../../../test/support/ranking-log.ts';
import { allowedActions, decide, explainScores } from './decide.ts';
import { newLoop } from '../model.ts';
import type { LearningMode, RankRequest } from '../model.ts';
import type { ActiveLoop } from '../store.ts';

const SLOTS = '--ccb_explore_adf --squarecb --epsilon 0.02';

function createActiveLoop(model: Model, learningMode: LearningMode = 'Online'): ActiveLoop {
  const loop = newLoop(model.policy.arguments, 0);
  return {
    stored: undefined,
    loop: { ...loop, settings: { ...loop.settings, learningMode } },
    model,
    multiSlot: model.policy.multiSlot,
    textSubjects: false,
  };
}

const untrained = createActiveLoop(new Model(parsePolicy(DEFAULT_ARGUMENTS)));
const trainedLoop = createActiveLoop(
  trainModel(Array.from({ length: 60 }, (_, i) => ({ eventId: `e${i}`, chosen: i % 3, probability: 1 / 3, reward: i % 3 === 2 ? 1 : 0 }))),
);

/** The target and details of the failure, or 'decided'. */
function tryDecide(rankRequest: RankRequest, loop = untrained): string {
  try {
    decide(loop, rankRequest, 'e');
    return 'decided';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    assert.equal(error.kind, 'InvalidRankRequest');
    return `${error.detail.target}: ${error.detail.details}`;
  }
}

const actions = (...ids: string[]): RankRequest['actions'] => ids.map((id) => ({ id, features: [] }));
const withContext = (features: unknown): RankRequest => ({ contextFeatures: [features], actions: actions('a') });

test('makes the same choice for the same event id, model and request', () => {
  const choice = (id: string): number => decide(untrained, request(), id).decisions[0]!.chosen;
  fc.assert(fc.property(fc.string(), (id) => assert.equal(choice(id), choice(id))));
  assert.deepEqual(new Set(Array.from({ length: 50 }, (_, i) => choice(`e${i}`))), new Set([0, 1, 2]));
});

test('gives allowed actions equal probabilities without a model', () => {
  const { probabilities, chosen } = decide(untrained, request('x', { excludedActions: ['b', 'unknown'] }), 'e').decisions[0]!;
  assert.deepEqual(probabilities, [0.5, 0, 0.5]);
  assert.notEqual(chosen, 1);
});

test('prefers learned actions, with probabilities that sum to 1', () => {
  const { probabilities } = decide(trainedLoop, request(), 'e').decisions[0]!;
  assert.ok(probabilities[2]! > 0.5, String(probabilities));
  assert.ok(Math.abs(probabilities.reduce((a, b) => a + b, 0) - 1) < 1e-12);
});

test('returns the baseline in Apprentice and LoggingOnly mode', () => {
  for (const mode of ['Apprentice', 'LoggingOnly'] as const) {
    const loop = createActiveLoop(trainedLoop.model, mode);
    assert.deepEqual(decide(loop, request(), 'e').decisions, [{ chosen: 0, probabilities: [1, 0, 0] }]);
    assert.deepEqual(decide(loop, request('x', { excludedActions: ['a'] }), 'e').decisions, [{ chosen: 1, probabilities: [0, 1, 0] }]);
  }
});

test('rejects invalid lists of actions', () => {
  assert.match(tryDecide({ actions: actions('a', 'b', 'a') }), /^actions: the id "a" occurs twice/);
  assert.match(tryDecide({ actions: actions('a', 'b'), excludedActions: ['b', 'a'] }), /^excludedActions: every action is excluded/);
  assert.match(tryDecide({ actions: actions(...Array.from({ length: 51 }, (_, i) => `a${i}`)) }), /^actions: .*at most 50/);
  assert.match(tryDecide({ actions: [] }), /excluded|at least one/);
  assert.equal(tryDecide({ actions: actions(...Array.from({ length: 50 }, (_, i) => `a${i}`)) }), 'decided');
  assert.equal(tryDecide({ actions: actions('__proto__', 'constructor', 'A', 'a') }), 'decided');
});

test('rejects invalid features', () => {
  assert.match(tryDecide(withContext('text')), /^contextFeatures\[0\]: .*must be an object/);
  assert.match(tryDecide(withContext(7)), /must be an object/);
  assert.match(tryDecide(withContext(null)), /must be an object/);
  assert.match(tryDecide(withContext([])), /must be an object/);
  assert.match(tryDecide(withContext({ outer: { inner: { deep: 1 } } })), /^contextFeatures\.outer\.inner: .*nested/);
  assert.match(tryDecide(withContext({ a: Infinity })), /finite/);
  assert.match(tryDecide(withContext({ a: NaN })), /finite/);
  assert.match(tryDecide(withContext({ a: [1, 'two'] })), /numbers only/);
  assert.match(tryDecide(withContext({ 'a b': 1 })), /forbidden character/);
  assert.match(tryDecide({ actions: [{ id: 'a', features: [{ x: [[1]] }] }] }), /^actions\[0\]\.features/);
  assert.match(tryDecide(withContext(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`f${i}`, 1])))), /at most 1000/);
});

test('accepts valid features', () => {
  for (const features of [
    {},
    { a: null },
    { a: false },
    { a: '' },
    { a: [] },
    { a: [1, 2.5] },
    { ns: { a: 'x', b: 1, c: true, d: null, e: [1] } },
    { _hidden: { deeply: { nested: {} } } },
    { a: -1e300 },
    { ä: 'ö' },
  ]) {
    assert.equal(tryDecide(withContext(features)), 'decided', JSON.stringify(features));
  }
});

test('decides or gives a reason for any features', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 3 }), (context, features) => {
      const result = tryDecide({
        contextFeatures: [context],
        actions: [
          { id: 'a', features },
          { id: 'b', features: [] },
        ],
      });
      assert.ok(result === 'decided' || /^(contextFeatures|actions).*: ./s.test(result), result);
    }),
    { numRuns: 500 },
  );
});

test('rejects invalid slots', () => {
  const slots = (...given: NonNullable<RankRequest['slots']>): RankRequest => ({ actions: actions('a', 'b', 'c'), slots: given });
  const loop = createActiveLoop(new Model(parsePolicy(SLOTS)));
  const s = (id: string, baselineAction: string, excludedActions?: string[]): NonNullable<RankRequest['slots']>[number] => ({
    id,
    baselineAction,
    excludedActions,
  });
  assert.match(tryDecide(slots(s('1', 'a'), s('2', 'b'), s('3', 'c'), s('4', 'a')), loop), /more slots than actions/);
  assert.match(tryDecide(slots(s('1', 'a'), s('1', 'b')), loop), /slot id occurs twice/);
  assert.match(tryDecide(slots(s('1', 'x')), loop), /not one of the actions/);
  assert.match(tryDecide(slots(s('1', 'a', ['a'])), loop), /is excluded/);
  assert.match(tryDecide(slots(s('1', 'a'), s('2', 'a')), loop), /same baselineAction/);
  assert.match(tryDecide(slots(s('1', 'a', ['a', 'b', 'c'])), loop), /every action is excluded/);
  assert.match(tryDecide({ ...slots(s('1', 'a'), s('2', 'b')), actions: actions('a', 'b', 'a') }, loop), /occurs twice/);
});

test('chooses a different allowed action for each slot', () => {
  const loop = createActiveLoop(new Model(parsePolicy(SLOTS)));
  const rankRequest: RankRequest = {
    actions: actions('a', 'b', 'c'),
    slots: [
      { id: '1', baselineAction: 'a' },
      { id: '2', baselineAction: 'b', excludedActions: ['c'] },
      { id: '3', baselineAction: 'c', excludedActions: ['a'] },
    ],
  };
  fc.assert(
    fc.property(fc.string(), (id) => {
      const { decisions } = decide(loop, rankRequest, id);
      const chosen = decisions.map((decision) => decision.chosen);
      assert.equal(new Set(chosen).size, 3);
      assert.ok(chosen[1] !== 2 && chosen[2] !== 0, String(chosen));
      decisions.forEach(({ probabilities, chosen: k }) =>
        assert.ok(probabilities[k]! > 0 && Math.abs(probabilities.reduce((x, y) => x + y, 0) - 1) < 1e-12),
      );
    }),
  );
});

test('returns the baseline of each slot in Apprentice mode', () => {
  const loop = createActiveLoop(new Model(parsePolicy(SLOTS)), 'Apprentice');
  const rankRequest: RankRequest = {
    actions: actions('a', 'b', 'c'),
    slots: [
      { id: '1', baselineAction: 'c' },
      { id: '2', baselineAction: 'a' },
    ],
  };
  assert.deepEqual(
    decide(loop, rankRequest, 'e').decisions.map(({ chosen }) => chosen),
    [2, 0],
  );
});

test('returns a mask of allowed actions for each slot', () => {
  assert.deepEqual(allowedActions({ actions: actions('a', 'b'), excludedActions: ['b'] }), [Uint8Array.of(1, 0)]);
  assert.deepEqual(allowedActions({ actions: actions('a', 'b'), excludedActions: null }), [Uint8Array.of(1, 1)]);
  assert.deepEqual(
    allowedActions({
      actions: actions('a', 'b'),
      excludedActions: ['b'],
      slots: [
        { id: '1', baselineAction: 'a', excludedActions: ['a'] },
        { id: '2', baselineAction: 'b' },
      ],
    }),
    [Uint8Array.of(0, 1), Uint8Array.of(1, 1)],
  );
});

test('explains the contribution of each feature to each action', () => {
  const shares = explainScores(trainedLoop, request());
  assert.equal(shares.length, 3);
  assert.deepEqual(shares[2]!.map(({ name }) => name).sort(), ['j.topic', 'user.kind', 'user.kind^j.topic']);
  assert.ok(shares[2]!.reduce((sum, { score }) => sum + score, 0) > shares[0]!.reduce((sum, { score }) => sum + score, 0));
});
