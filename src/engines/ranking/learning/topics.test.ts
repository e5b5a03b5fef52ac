import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCheckpoint, writeCheckpoint } from '../checkpoint.ts';
import { readExample } from '../features/example.ts';
import type { Example } from '../features/example.ts';
import { FeatureReader } from '../features/features.ts';
import { Model } from '../model.ts';
import { DEFAULT_ARGUMENTS, parsePolicy } from '../policy.ts';
import { Random } from '../../shared/random.ts';

const TOPICS = [
  'garden rose tulip spade soil seed bloom',
  'orbit rocket moon comet star launch probe',
  'oven flour butter sugar cake dough whisk',
].map((words) => words.split(' '));
const allowed = Uint8Array.of(1, 1, 1);
const reader = new FeatureReader();

/** A visitor who reads about one topic, and a title of each. */
function visit(random: Random, topic: number, size = 4): Example {
  const words = (from: number): string[] => Array.from({ length: size }, () => TOPICS[from]![Math.floor(random.next() * 7)]!);
  return readExample(reader, {
    contextFeatures: [{ read: words(topic).join(' ') }],
    actions: TOPICS.map((_, k) => ({ features: [{ title: words(k).join(' ') }] })),
  });
}

/** Visitors click titles of their own topic. */
function train(model: Model, from: number, to: number): Model {
  for (let i = from; i < to; i++) {
    const random = new Random(i);
    const [topic, chosen] = [i % 3, Math.floor(random.next() * 3)];
    model.learn(visit(random, topic), {
      eventId: `e${i}`,
      slot: -1,
      chosen,
      probability: 1 / 3,
      reward: topic === chosen ? 1 : 0,
      allowed,
    });
  }
  return model;
}

test('a new title with known words starts with what is known of its topic', () => {
  const model = train(new Model(parsePolicy(DEFAULT_ARGUMENTS)), 0, 600);
  const random = new Random(77);
  let right = 0;
  for (let i = 0; i < 300; i++) {
    const scores = model.scores(visit(random, i % 3, 3));
    if (scores.indexOf(Math.max(...scores)) === i % 3) right++;
  }
  assert.ok(right >= 270, `${right} of 300`);
});

test('topics survive a checkpoint bit for bit, beside the fields of a note', () => {
  const policy = parsePolicy(DEFAULT_ARGUMENTS);
  const whole = writeCheckpoint(train(new Model(policy), 0, 400), '{"at":400}');
  const { model, note } = readCheckpoint(writeCheckpoint(train(new Model(policy), 0, 250), '{"at":250}'));
  assert.equal(note, '{"at":250}');
  assert.deepEqual(writeCheckpoint(train(model, 250, 400), '{"at":400}'), whole);
  assert.equal(readCheckpoint(writeCheckpoint(model)).note, '');
});

test('a policy with an update rule of its own sees no topics that another model wrote', () => {
  const own = new Model(parsePolicy('--cb_explore_adf --epsilon 0.1 -l 0.5'));
  train(own, 0, 50);
  const example = visit(new Random(5), 1);
  const before = [...own.scores(example)];
  train(new Model(parsePolicy(DEFAULT_ARGUMENTS)), 0, 300).scores(example);
  assert.deepEqual([...own.scores(example)], before);
});

test('a request that is too large with its words is read without them', () => {
  const text = 'one two three four five six seven eight nine ten';
  const contextFeatures = [Object.fromEntries(Array.from({ length: 990 }, (_, i) => [`n${i}`, 0.5])), { a: text, b: text }];
  const example = readExample(reader, { contextFeatures, actions: [{ features: [{ item: 'x' }] }] });
  assert.deepEqual([example.context.count, example.documents], [992, 0]);
  assert.equal(readExample(reader, { contextFeatures: [{ a: text }], actions: [{ features: [] }] }).documents, 1);
});
