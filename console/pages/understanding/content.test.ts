import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toExample, toLabel } from './calls.ts';
import type { AppFile, VersionInfo } from './calls.ts';
import {
  choicesOf,
  compareVersions,
  describeErrors,
  hasEvaluatedLabels,
  mergeUtterances,
  nextName,
  previousVersion,
  toSpans,
  toSuggestion,
} from './content.ts';
import type { EvaluatedSpan, EvaluatedUtterance } from './content.ts';
import { bodyOf, modelPath, partsOf, pathOf, subListsOf } from './entity-kinds.ts';

const file: AppFile = {
  name: 'Trips',
  culture: 'en-us',
  versionId: '0.1',
  intents: [{ name: 'Book' }, { name: 'None' }],
  composites: [{ name: 'Trip' }],
  closedLists: [],
  regex_entities: [],
  prebuiltEntities: [{ name: 'number' }],
  patternAnyEntities: [],
  entities: [
    { name: 'City', roles: ['from', 'to'] },
    { name: 'Address', children: [{ name: 'Street' }] },
  ],
  hierarchicals: [{ name: 'Place', children: ['Here'] }],
  patterns: [{ pattern: 'fly to {City}', intent: 'Book' }],
  utterances: [{ text: 'Fly to Rome', intent: 'Book', entities: [{ entity: 'City', startPos: 7, endPos: 10, role: 'to' }] }],
};

test('converts labels of a file to labels of a text and back', () => {
  const given = {
    entity: 'Address',
    startPos: 3,
    endPos: 9,
    role: 'home',
    children: [{ entity: 'Street', startPos: 3, endPos: 5 }],
  };
  const label = toLabel(given);
  assert.deepEqual(label, {
    entity: 'Address',
    start: 3,
    end: 10,
    role: 'home',
    children: [{ entity: 'Street', start: 3, end: 6 }],
  });
  assert.deepEqual(toExample({ text: 'to 5 Elm st', intent: 'Book', labels: [label] }).entityLabels, [
    {
      entityName: 'Address',
      startCharIndex: 3,
      endCharIndex: 9,
      role: 'home',
      children: [{ entityName: 'Street', startCharIndex: 3, endCharIndex: 5 }],
    },
  ]);
});

test('lists what can be labeled: learned entities with roles and parts, children by full names, composites over others', () => {
  assert.deepEqual(choicesOf(file), [
    { name: 'City', roles: ['from', 'to'] },
    { name: 'Address', parts: [{ name: 'Street' }] },
    { name: 'Place' },
    { name: 'Place::Here' },
    { name: 'Trip', over: true },
  ]);
});

test('keeps a relabeled utterance in its place, ignoring case; adds a new one last', () => {
  const one = { text: 'Fly to Rome', intent: 'Book', labels: [] };
  assert.deepEqual(
    mergeUtterances(
      [one, { ...one, text: 'hi' }],
      [
        { ...one, text: 'fly to rome', intent: 'None' },
        { ...one, text: 'new' },
      ],
    ).map(({ text, intent }) => [text, intent]),
    [
      ['fly to rome', 'None'],
      ['hi', 'Book'],
      ['new', 'Book'],
    ],
  );
});

test('compares two versions by content', () => {
  assert.deepEqual(compareVersions(file, file), []);
  const later: AppFile = {
    ...file,
    intents: [{ name: 'Book' }],
    patterns: [],
    utterances: [
      { ...file.utterances[0]!, text: 'fly to Rome', entities: [] },
      { text: 'hello', intent: 'None', entities: [] },
    ],
  };
  assert.deepEqual(
    compareVersions(file, later).map(({ what, name, change, details }) => [what, name, change, details]),
    [
      ['Intent', 'None', 'removed', undefined],
      ['Pattern', 'fly to {City}', 'removed', 'Book'],
      ['Utterance', 'hello', 'added', 'None'],
      ['Utterance', 'fly to Rome', 'changed', 'Book (City) → Book'],
    ],
  );
});

test('creates entities as their kind requires, at their own paths', () => {
  assert.deepEqual(partsOf('street\n  number\n  name\ncity'), [
    {
      name: 'street',
      children: [
        { name: 'number', children: [] },
        { name: 'name', children: [] },
      ],
    },
    { name: 'city', children: [] },
  ]);
  assert.deepEqual(subListsOf('rome: roma, eternal city\n\noslo'), [
    { canonicalForm: 'rome', list: ['roma', 'eternal city'] },
    { canonicalForm: 'oslo', list: [] },
  ]);
  assert.deepEqual(
    [bodyOf('prebuilt', 'number', ''), bodyOf('regex', 'Code', 'a+'), bodyOf('composite', 'Trip', 'City\n')],
    [['number'], { name: 'Code', regexPattern: 'a+' }, { name: 'Trip', children: ['City'] }],
  );
  const version = '/luis/authoring/v3.0-preview/apps/1/versions/2';
  assert.equal(pathOf('composite', version), '/luis/api/v2.0/apps/1/versions/2/compositeentities');
  assert.deepEqual(
    [
      { id: 'x', typeId: 0 },
      { id: 'x', typeId: 3 },
      { id: 'x', typeId: 8 },
    ].map((model) => modelPath(model, 'v')),
    ['v/intents/x', 'v/hierarchicalentities/x', 'v/regexentities/x'],
  );
});

test('labels suggestions by characters, with learned entities only', () => {
  const suggested = {
    text: 'Fly to New York, now',
    tokenizedText: ['fly', 'to', 'new', 'york', ',', 'now'],
    intentPredictions: [{ name: 'Book', score: 0.5 }],
    entityPredictions: [
      { entityName: 'City', startTokenIndex: 2, endTokenIndex: 3 },
      { entityName: 'datetimeV2', startTokenIndex: 5, endTokenIndex: 5 },
    ],
  };
  assert.deepEqual(toSuggestion(suggested, [{ name: 'City' }]), {
    text: suggested.text,
    intent: 'Book',
    score: 0.5,
    labels: [{ entity: 'City', start: 7, end: 15 }],
  });
});

test('suggests a free version name; a version can be rolled back to if it was published and is trained', () => {
  assert.deepEqual([nextName('0.1', ['0.1', '0.2']), nextName('draft', [])], ['0.3', 'draft1']);
  const version = (name: string, publishedAt: string | null, trainingStatus = 'Trained'): VersionInfo =>
    ({ version: name, lastPublishedDateTime: publishedAt, trainingStatus }) as VersionInfo;
  const all = [
    version('1', '2026-01-01'),
    version('2', '2026-01-03', 'NeedsTraining'),
    version('3', '2026-01-02'),
    version('4', null),
    version('5', '2026-01-04'),
  ];
  assert.equal(previousVersion(all, '5')?.version, '3');
  assert.equal(previousVersion([version('5', '2026-01-04')], '5'), undefined);
});

const TEXT = 'fly from new york to rome on monday';
const at = (entityName: string, text: string): EvaluatedSpan => ({
  entityName,
  startCharIndex: TEXT.indexOf(text),
  endCharIndex: TEXT.indexOf(text) + text.length - 1,
});
const outcome = (entityLabels: EvaluatedSpan[], entityPredictions: EvaluatedSpan[]): EvaluatedUtterance => ({
  text: TEXT,
  intentLabel: 'Fly',
  predictedIntent: 'Fly',
  score: 1,
  entityLabels,
  entityPredictions,
});

test('describes each error of an entity once, with the text', () => {
  const labels = [at('City', 'new york'), at('City', 'rome')];
  assert.deepEqual(describeErrors(outcome(labels, labels)), []);
  assert.deepEqual(describeErrors(outcome(labels, [at('City', 'york'), at('Country', 'rome'), at('City', 'monday')])), [
    'City “new york” found as “york”',
    'City “rome” predicted as Country',
    '“monday” wrongly predicted as City',
  ]);
  assert.deepEqual(describeErrors(outcome(labels, [at('City', 'new york')])), ['City “rome” missed']);
  assert.deepEqual(
    describeErrors(outcome(labels, [at('City', 'new york'), at('Country', 'rome')]), 'Country'),
    ['“rome” wrongly predicted as Country'],
    'of one entity only',
  );
});

test('compares labels with those of the evaluation, parts by their full names', () => {
  const labels = [{ entity: 'Trip', start: 9, end: 25, children: [{ entity: 'From', start: 9, end: 17 }] }];
  assert.deepEqual(toSpans(labels), [
    { entityName: 'Trip', startCharIndex: 9, endCharIndex: 24 },
    { entityName: 'Trip::From', startCharIndex: 9, endCharIndex: 16 },
  ]);
  assert.equal(hasEvaluatedLabels(labels, outcome(toSpans(labels), [])), true);
  assert.equal(hasEvaluatedLabels([{ entity: 'Trip', start: 9, end: 25 }], outcome(toSpans(labels), [])), false);
  assert.equal(
    hasEvaluatedLabels([], { text: TEXT, intentLabel: 'Fly', predictedIntent: 'Fly', score: 1 }),
    false,
    'entities were not evaluated',
  );
});
