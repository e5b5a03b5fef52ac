import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Definition } from '../../language/models/definition.ts';
import { trainLanguage } from '../../language/models/train.ts';
import { recognize, warm } from '../../language/recognizers/recognize.ts';
import { CpuLimit } from './recognizer-limit.ts';

const when = { referenceMs: Date.UTC(2024, 4, 1) };
const LONG = 'x'.repeat(200);

test('leaves out what takes too long and keeps what was found before', () => {
  const text = `write to ann@example.com ${'every day '.repeat(4000)}`;
  warm(['datetimeV2', 'email'], 'en-us');
  const limit = new CpuLimit(400);
  const found = recognize(text, ['datetimeV2', 'email'], 'en-us', when, limit);
  assert.deepEqual(
    found.map(({ kind }) => kind),
    ['email'],
  );
  assert.deepEqual(limit.skipped, ['datetimeV2']);
});

test('changes nothing about texts within the limit', () => {
  const text = `meet me at 5 pm on 1 may, bring 3 km of rope and $4, ann@example.com and www.example.com are there ${LONG}`;
  const kinds = ['number', 'datetimeV2', 'currency', 'dimension', 'email', 'url'] as const;
  const limit = new CpuLimit(60_000);
  assert.deepEqual(recognize(text, kinds, 'en-us', when, limit), recognize(text, kinds, 'en-us', when));
  assert.deepEqual(limit.skipped, []);
});

test('interrupts a regular expression that backtracks', () => {
  let isDone = false;
  const work = (): void => {
    /^(a+)+$/.test(`${'a'.repeat(60)}b`);
    isDone = true;
  };
  assert.equal(new CpuLimit(20).run(LONG, work), false);
  assert.equal(isDone, false);
});

test('rethrows what the work throws', () => {
  assert.throws(
    () =>
      new CpuLimit(1000).run(LONG, () => {
        throw new TypeError('broken');
      }),
    TypeError,
  );
});

test('leaves out expressions and patterns after the limit, not intents', async () => {
  const definition: Definition = {
    culture: 'en-us',
    intents: ['A', 'B'],
    entities: Array.from({ length: 3 }, (_, i) => ({ name: `R${i}`, regexes: [{ key: 'k', pattern: '[0-9]+' }] })),
    phraseLists: [],
    regexFeatures: [],
    patterns: [{ template: 'number 12', intent: 'B' }],
    anys: [],
  };
  const { model } = await trainLanguage(definition, [
    { text: 'number', intents: ['A'], labels: [] },
    { text: 'other', intents: ['B'], labels: [] },
  ]);
  const limit = new CpuLimit(0);
  const { intents, entities, pattern } = model.predict('number 12', { when, limit });
  assert.equal(intents.length, 2);
  assert.deepEqual(entities, []);
  assert.equal(pattern, undefined);
  assert.deepEqual(limit.skipped, ['regex entities', 'patterns']);
});
