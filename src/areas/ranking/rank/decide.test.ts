import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../../kernel/failures.ts';
import { DEFAULT_ARGUMENTS, parsePolicy } from '../../../engines/bandits/policy.ts';
import { Model } from '../../../engines/bandits/model.ts';
import { request, trained } from '../../../../test/support/ranking-log.ts';
import { allowedIn, decide, explanation } from './decide.ts';
import { newLoop } from '../model.ts';
import type { LearningMode, RankRequest } from '../model.ts';
import type { LoopInUse } from '../store.ts';

const SLOTS = '--ccb_explore_adf --squarecb --epsilon 0.02';

function inUse(model: Model, learningMode: LearningMode = 'Online'): LoopInUse {
  const loop = newLoop(model.policy.arguments, 0);
  return { read: undefined, loop: { ...loop, settings: { ...loop.settings, learningMode } }, model, multiSlot: model.policy.multiSlot };
}

const blank = inUse(new Model(parsePolicy(DEFAULT_ARGUMENTS)));
const knowing = inUse(trained(Array.from({ length: 60 }, (_, i) => ({ eventId: `e${i}`, chosen: i % 3, probability: 1 / 3, reward: i % 3 === 2 ? 1 : 0 }))));

/** What is wrong with a request: where, and why. */
function problem(asked: RankRequest, of = blank): string {
  try {
    decide(of, asked, 'e');
    return 'decided';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    assert.equal(error.kind, 'InvalidRankRequest');
    return `${error.detail.target}: ${error.detail.details}`;
  }
}

const actions = (...ids: string[]): RankRequest['actions'] => ids.map((id) => ({ id, features: [] }));
const withContext = (features: unknown): RankRequest => ({ contextFeatures: [features], actions: actions('a') });

test('the same event id, model and request give the same choice; other ids give others', () => {
  const choice = (id: string): number => decide(blank, request(), id).decisions[0]!.chosen;
  fc.assert(fc.property(fc.string(), (id) => assert.equal(choice(id), choice(id))));
  assert.deepEqual(new Set(Array.from({ length: 50 }, (_, i) => choice(`e${i}`))), new Set([0, 1, 2]));
});

test('without a model every allowed action is equally likely', () => {
  const { probabilities, chosen } = decide(blank, request('x', { excludedActions: ['b', 'unknown'] }), 'e').decisions[0]!;
  assert.deepEqual(probabilities, [0.5, 0, 0.5]);
  assert.notEqual(chosen, 1);
});

test('what was learned is likelier, and probabilities add up to 1', () => {
  const { probabilities } = decide(knowing, request(), 'e').decisions[0]!;
  assert.ok(probabilities[2]! > 0.5, String(probabilities));
  assert.ok(Math.abs(probabilities.reduce((a, b) => a + b, 0) - 1) < 1e-12);
});

test('Apprentice and LoggingOnly answer the baseline, whatever the model knows', () => {
  for (const mode of ['Apprentice', 'LoggingOnly'] as const) {
    const loop = inUse(knowing.model, mode);
    assert.deepEqual(decide(loop, request(), 'e').decisions, [{ chosen: 0, probabilities: [1, 0, 0] }]);
    assert.deepEqual(decide(loop, request('x', { excludedActions: ['a'] }), 'e').decisions, [{ chosen: 1, probabilities: [0, 1, 0] }]);
  }
});

test('lists of actions that are refused', () => {
  assert.match(problem({ actions: actions('a', 'b', 'a') }), /^actions: the id "a" occurs twice/);
  assert.match(problem({ actions: actions('a', 'b'), excludedActions: ['b', 'a'] }), /^excludedActions: every action is excluded/);
  assert.match(problem({ actions: actions(...Array.from({ length: 51 }, (_, i) => `a${i}`)) }), /^actions: .*at most 50/);
  assert.match(problem({ actions: [] }), /excluded|at least one/);
  assert.equal(problem({ actions: actions(...Array.from({ length: 50 }, (_, i) => `a${i}`)) }), 'decided');
  assert.equal(problem({ actions: actions('__proto__', 'constructor', 'A', 'a') }), 'decided');
});

test('features that are refused', () => {
  assert.match(problem(withContext('text')), /^contextFeatures\[0\]: .*must be an object/);
  assert.match(problem(withContext(7)), /must be an object/);
  assert.match(problem(withContext(null)), /must be an object/);
  assert.match(problem(withContext([])), /must be an object/);
  assert.match(problem(withContext({ outer: { inner: { deep: 1 } } })), /^contextFeatures\.outer\.inner: .*nested/);
  assert.match(problem(withContext({ a: Infinity })), /finite/);
  assert.match(problem(withContext({ a: NaN })), /finite/);
  assert.match(problem(withContext({ a: [1, 'two'] })), /numbers only/);
  assert.match(problem(withContext({ 'a b': 1 })), /forbidden character/);
  assert.match(problem({ actions: [{ id: 'a', features: [{ x: [[1]] }] }] }), /^actions\[0\]\.features/);
  assert.match(problem(withContext(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`f${i}`, 1])))), /at most 1000/);
});

test('features that are taken', () => {
  for (const features of [{}, { a: null }, { a: false }, { a: '' }, { a: [] }, { a: [1, 2.5] }, { ns: { a: 'x', b: 1, c: true, d: null, e: [1] } }, { _hidden: { deeply: { nested: {} } } }, { a: -1e300 }, { ä: 'ö' }]) {
    assert.equal(problem(withContext(features)), 'decided', JSON.stringify(features));
  }
});

test('whatever features are sent, they are decided on or refused with a reason', () => {
  fc.assert(fc.property(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 3 }), (context, features) => {
    const answer = problem({ contextFeatures: [context], actions: [{ id: 'a', features }, { id: 'b', features: [] }] });
    assert.ok(answer === 'decided' || /^(contextFeatures|actions).*: ./s.test(answer), answer);
  }), { numRuns: 500 });
});

test('slots that are refused', () => {
  const slots = (...given: NonNullable<RankRequest['slots']>): RankRequest => ({ actions: actions('a', 'b', 'c'), slots: given });
  const loop = inUse(new Model(parsePolicy(SLOTS)));
  const s = (id: string, baselineAction: string, excludedActions?: string[]): NonNullable<RankRequest['slots']>[number] => ({ id, baselineAction, excludedActions });
  assert.match(problem(slots(s('1', 'a'), s('2', 'b'), s('3', 'c'), s('4', 'a')), loop), /more slots than actions/);
  assert.match(problem(slots(s('1', 'a'), s('1', 'b')), loop), /slot id occurs twice/);
  assert.match(problem(slots(s('1', 'x')), loop), /none of the actions/);
  assert.match(problem(slots(s('1', 'a', ['a'])), loop), /is excluded/);
  assert.match(problem(slots(s('1', 'a'), s('2', 'a')), loop), /same baselineAction/);
  assert.match(problem(slots(s('1', 'a', ['a', 'b', 'c'])), loop), /every action is excluded/);
  assert.match(problem({ ...slots(s('1', 'a'), s('2', 'b')), actions: actions('a', 'b', 'a') }, loop), /occurs twice/);
});

test('each slot has an action of its own that it does not exclude', () => {
  const loop = inUse(new Model(parsePolicy(SLOTS)));
  const asked: RankRequest = { actions: actions('a', 'b', 'c'), slots: [{ id: '1', baselineAction: 'a' }, { id: '2', baselineAction: 'b', excludedActions: ['c'] }, { id: '3', baselineAction: 'c', excludedActions: ['a'] }] };
  fc.assert(fc.property(fc.string(), (id) => {
    const { decisions } = decide(loop, asked, id);
    const chosen = decisions.map((decision) => decision.chosen);
    assert.equal(new Set(chosen).size, 3);
    assert.ok(chosen[1] !== 2 && chosen[2] !== 0, String(chosen));
    decisions.forEach(({ probabilities, chosen: k }) => assert.ok(probabilities[k]! > 0 && Math.abs(probabilities.reduce((x, y) => x + y, 0) - 1) < 1e-12));
  }));
});

test('in Apprentice mode each slot has its baseline', () => {
  const loop = inUse(new Model(parsePolicy(SLOTS)), 'Apprentice');
  const asked: RankRequest = { actions: actions('a', 'b', 'c'), slots: [{ id: '1', baselineAction: 'c' }, { id: '2', baselineAction: 'a' }] };
  assert.deepEqual(decide(loop, asked, 'e').decisions.map(({ chosen }) => chosen), [2, 0]);
});

test('the mask of allowed actions, one for each slot', () => {
  assert.deepEqual(allowedIn({ actions: actions('a', 'b'), excludedActions: ['b'] }), [Uint8Array.of(1, 0)]);
  assert.deepEqual(allowedIn({ actions: actions('a', 'b'), excludedActions: null }), [Uint8Array.of(1, 1)]);
  assert.deepEqual(allowedIn({ actions: actions('a', 'b'), excludedActions: ['b'], slots: [{ id: '1', baselineAction: 'a', excludedActions: ['a'] }, { id: '2', baselineAction: 'b' }] }), [Uint8Array.of(0, 1), Uint8Array.of(1, 1)]);
});

test('an explanation names what each feature added to each action', () => {
  const shares = explanation(knowing, request());
  assert.equal(shares.length, 3);
  assert.deepEqual(shares[2]!.map(({ name }) => name).sort(), ['j.topic', 'user.kind', 'user.kind^j.topic']);
  assert.ok(shares[2]!.reduce((sum, { score }) => sum + score, 0) > shares[0]!.reduce((sum, { score }) => sum + score, 0));
});
