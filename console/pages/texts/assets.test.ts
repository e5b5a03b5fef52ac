import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedQuery } from '../../shared/projects/review.tsx';
import {
  addAccepted,
  addDocuments,
  clearLabels,
  ENTITIES,
  isLabeled,
  labelNames,
  labelsOf,
  MULTI,
  renameCategory,
  setClasses,
  setLabels,
  SINGLE,
  splitText,
  toSuggestions,
} from './assets.ts';
import type { Assets } from './assets.ts';

const sorted: Assets = {
  projectKind: 'CustomSingleLabelClassification',
  classes: [{ category: 'A' }, { category: 'B' }],
  documents: [
    { location: '1', text: 'one', class: { category: 'A' } },
    { location: '2', text: 'two' },
  ],
};
const found: Assets = {
  projectKind: 'CustomEntityRecognition',
  entities: [{ category: 'Name' }],
  documents: [
    { location: '1', text: 'Ada met Bob in Rome' },
    { location: '2', text: 'Ada and Eve', entities: [{ regionOffset: 0, regionLength: 3, labels: [] }] },
  ],
};

test('allows one class per document in single-label projects, and any number in others', () => {
  assert.deepEqual(setClasses(sorted, '1', ['A', 'B']).documents[0], { location: '1', text: 'one', class: { category: 'B' } });
  assert.deepEqual(setClasses({ ...sorted, projectKind: 'CustomMultiLabelClassification' }, '2', ['A', 'B']).documents[1]!.classes, [
    { category: 'A' },
    { category: 'B' },
  ]);
  assert.deepEqual(setClasses(sorted, '1', []).documents[0], { location: '1', text: 'one' });
});

test('puts labels into the span that contains them, and labels a new document as a whole', () => {
  const whole = setLabels(found, '1', [{ entity: 'Name', start: 0, end: 3 }]);
  assert.deepEqual(whole.documents[0]!.entities, [
    { regionOffset: 0, regionLength: 19, labels: [{ category: 'Name', offset: 0, length: 3 }] },
  ]);
  const parts = setLabels(found, '2', [
    { entity: 'Name', start: 0, end: 3 },
    { entity: 'Name', start: 8, end: 11 },
  ]);
  assert.deepEqual(
    parts.documents[1]!.entities!.map(({ regionOffset, labels }) => [regionOffset, labels.length]),
    [
      [0, 1],
      [8, 1],
    ],
  );
  assert.deepEqual(
    labelsOf(parts.documents[1]!).map(({ start }) => start),
    [0, 8],
  );
  assert.equal(isLabeled(setLabels(found, '1', []).documents[0]!), true, 'labels a document as having no entities');
  assert.equal(isLabeled(clearLabels(whole, '1').documents[0]!), false);
});

test('renames classes in documents, and removes deleted ones', () => {
  assert.deepEqual(labelNames(renameCategory(sorted, 'A', 'C').documents[0]!), ['C']);
  const gone = renameCategory(sorted, 'A', undefined);
  assert.deepEqual([gone.classes, gone.documents[0]], [[{ category: 'B' }], { location: '1', text: 'one' }]);
});

test('gives documents of the same name distinct names', () => {
  assert.deepEqual(
    addDocuments(sorted, [
      { location: '1', text: 'x' },
      { location: '1', text: 'y' },
    ]).documents.map(({ location }) => location),
    ['1', '2', '1 (2)', '1 (3)'],
  );
});

test('parts of a text are consecutive and complete', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 2, max: 50 }), (text, maxLength) => {
      const parts = splitText(text, maxLength);
      assert.equal(parts.map(({ start, end }) => text.slice(start, end)).join(''), text);
      assert.ok(parts.every(({ start, end }) => end - start <= maxLength));
    }),
  );
});

const scored = (category: string): { category: string; confidenceScore: number } => ({ category, confidenceScore: 0.5 });
const query = (more: Partial<LoggedQuery>): LoggedQuery => ({
  id: '0123456789abcdef',
  text: 'Ada is late',
  count: 1,
  confidenceScore: 0.5,
  ...more,
});
const sorting = (projectKind: string): Assets => ({
  projectKind,
  classes: [{ category: 'A' }, { category: 'B' }],
  documents: [{ location: 'asked-01234567', text: 'x' }],
});

test('gives an accepted document a unique name, its text and its labels', () => {
  for (const [kind, classes] of [
    [SINGLE, { class: { category: 'A' } }],
    [MULTI, { classes: [{ category: 'A' }] }],
  ] as const) {
    const assets = sorting(kind);
    const rows = toSuggestions([query({ classes: [scored('A'), scored('Gone')], language: 'de' })], assets);
    assert.deepEqual(rows[0]!.classes, ['A']);
    assert.deepEqual(addAccepted(assets, rows, 'en').documents, [
      assets.documents[0],
      { location: 'asked-01234567 (2)', text: 'Ada is late', ...classes, language: 'de' },
    ]);
  }
});

test('turns entities into labels, and none into a label too', () => {
  const assets: Assets = { projectKind: ENTITIES, entities: [{ category: 'Name' }], documents: [] };
  const rows = toSuggestions(
    [query({ entities: [{ ...scored('Name'), offset: 0, length: 3 }] }), query({ id: 'fedcba9876543210', text: 'late' })],
    assets,
  );
  assert.deepEqual(
    addAccepted(assets, rows, 'en').documents.map(({ entities }) => entities),
    [
      [{ regionOffset: 0, regionLength: 11, labels: [{ category: 'Name', offset: 0, length: 3 }] }],
      [{ regionOffset: 0, regionLength: 4, labels: [] }],
    ],
  );
});
