import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedQuery } from '../../shared/projects/review.tsx';
import {
  addAccepted,
  addIntent,
  addUtterances,
  changeUtterances,
  deleteEntity,
  deleteIntent,
  formatExpressions,
  formatList,
  parseExpressions,
  parseList,
  putEntity,
  relabelUtterance,
  renameIntent,
  toRows,
  toSuggestions,
} from './assets.ts';
import type { Assets } from './assets.ts';

const assets: Assets = {
  projectKind: 'Conversation',
  intents: [{ category: 'Fly' }, { category: 'None' }],
  entities: [{ category: 'City', prebuilts: [{ category: 'Geography.Location' }] }],
  utterances: [
    {
      text: 'fly to rome',
      intent: 'Fly',
      language: 'en',
      dataset: 'Test',
      entities: [{ category: 'City', offset: 7, length: 4 }],
    },
    { text: 'hello', intent: 'None' },
  ],
};

test('writes labels as offsets and lengths, and keeps everything else', () => {
  const next = relabelUtterance(assets, 0, {
    text: 'fly to rome',
    intent: 'None',
    labels: [{ entity: 'City', start: 0, end: 3 }],
  });
  assert.deepEqual(next.utterances[0], {
    text: 'fly to rome',
    intent: 'None',
    language: 'en',
    dataset: 'Test',
    entities: [{ category: 'City', offset: 0, length: 3 }],
  });
  assert.equal(next.utterances[1], assets.utterances[1]);
});

test('relabels an existing utterance instead of adding it twice', () => {
  const next = addUtterances(assets, [
    { text: 'Hello', intent: 'Fly', labels: [] },
    { text: 'bye', intent: 'None', labels: [] },
  ]);
  assert.deepEqual(
    next.utterances.map(({ text, intent }) => [text, intent]),
    [
      ['fly to rome', 'Fly'],
      ['Hello', 'Fly'],
      ['bye', 'None'],
    ],
  );
});

test('gives the same text two ids', () => {
  assert.deepEqual(
    toRows([
      { text: 'hi', intent: 'None' },
      { text: 'hi', intent: 'None', language: 'de' },
    ]).map(({ id }) => id),
    ['hi', 'hi (2)'],
  );
});

test('renames everywhere, and removes labels with their entity', () => {
  assert.deepEqual(
    renameIntent(assets, 'Fly', 'Travel').utterances.map(({ intent }) => intent),
    ['Travel', 'None'],
  );
  assert.deepEqual(
    deleteIntent(assets, 'Fly').utterances.map(({ text }) => text),
    ['hello'],
  );
  const renamed = putEntity(assets, { category: 'Town' }, 'City');
  assert.deepEqual(
    [renamed.entities, renamed.utterances[0]!.entities],
    [[{ category: 'Town' }], [{ category: 'Town', offset: 7, length: 4 }]],
  );
  assert.deepEqual(deleteEntity(assets, 'City').utterances[0]!.entities, []);
  assert.deepEqual(addIntent(assets, 'Stay').intents.at(-1), { category: 'Stay' });
  assert.equal(changeUtterances(assets, new Set([1]), { dataset: 'Train' }).utterances[1]!.dataset, 'Train');
});

test('formats lists as lines and parses them back, keeping synonyms of other languages', () => {
  const before = [
    {
      listKey: 'Rome',
      synonyms: [
        { language: 'en', values: ['rome', 'eternal city'] },
        { language: 'de', values: ['rom'] },
      ],
    },
  ];
  assert.equal(formatList(before, 'en'), 'Rome: rome, eternal city');
  assert.deepEqual(parseList('Rome: rome\nOslo', 'en', before), [
    {
      listKey: 'Rome',
      synonyms: [
        { language: 'en', values: ['rome'] },
        { language: 'de', values: ['rom'] },
      ],
    },
    { listKey: 'Oslo', synonyms: [{ language: 'en', values: ['Oslo'] }] },
  ]);
});

test('expressions may contain colons, and get a key if there is none', () => {
  const expressions = parseExpressions('time: \\d{1,2}:\\d{2}\n[A-Z]{2}-\\d+', [{ regexKey: 'time', language: 'en', regexPattern: 'x' }]);
  assert.deepEqual(expressions, [
    { regexKey: 'time', language: 'en', regexPattern: '\\d{1,2}:\\d{2}' },
    { regexKey: 'expression-2', regexPattern: '[A-Z]{2}-\\d+' },
  ]);
  assert.deepEqual(parseExpressions(formatExpressions(expressions), expressions), expressions);
});

const project: Assets = {
  projectKind: 'Conversation',
  intents: [{ category: 'Fly' }, { category: 'None' }],
  entities: [{ category: 'City' }, { category: 'When' }],
  utterances: [{ text: 'fly to rome', intent: 'Fly', entities: [{ category: 'City', offset: 7, length: 4 }] }],
};
const query = (text: string, intent: string, more: Partial<LoggedQuery> = {}): LoggedQuery => ({
  id: text,
  text,
  count: 2,
  confidenceScore: 0.4,
  intents: [{ category: intent, confidenceScore: 0.6 }],
  ...more,
});

test('labels learned entities only, and maps a deleted intent to None', () => {
  const found = [
    { category: 'City', offset: 3, length: 4, confidenceScore: 0.4 },
    { category: 'When', offset: 8, length: 3, confidenceScore: 1 },
  ];
  assert.deepEqual(toSuggestions([query('to oslo now', 'Fly', { entities: found }), query('swim', 'Swim')], project), [
    { text: 'to oslo now', count: 2, score: 0.4, intent: 'Fly', labels: [{ entity: 'City', start: 3, end: 7 }] },
    { text: 'swim', count: 2, score: 0.4, intent: 'None', labels: [] },
  ]);
});

test('adds an accepted query as an utterance in the language it was queried in', () => {
  const { utterances } = addAccepted(
    project,
    [
      { text: 'nach oslo', intent: 'Fly', labels: [] },
      { text: 'to bonn', intent: 'None', labels: [] },
    ],
    [query('nach oslo', 'Fly', { language: 'de' }), query('to bonn', 'Fly', { language: 'en' })],
    'en',
  );
  assert.deepEqual(utterances.slice(1), [
    { text: 'nach oslo', intent: 'Fly', entities: [], language: 'de' },
    { text: 'to bonn', intent: 'None', entities: [] },
  ]);
});
