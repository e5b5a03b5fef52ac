import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isLabelled, labelsOf, labelNames, renameCategory, splitText, setClasses, addDocuments, setLabels, clearLabels } from './assets.ts';
import type { Assets } from './assets.ts';

const sorted: Assets = { projectKind: 'CustomSingleLabelClassification', classes: [{ category: 'A' }, { category: 'B' }], documents: [{ location: '1', text: 'one', class: { category: 'A' } }, { location: '2', text: 'two' }] };
const found: Assets = { projectKind: 'CustomEntityRecognition', entities: [{ category: 'Name' }], documents: [{ location: '1', text: 'Ada met Bob in Rome' }, { location: '2', text: 'Ada and Eve', entities: [{ regionOffset: 0, regionLength: 3, labels: [] }] }] };

test('allows one class per document in single-label projects, and any number in others', () => {
  assert.deepEqual(setClasses(sorted, '1', ['A', 'B']).documents[0], { location: '1', text: 'one', class: { category: 'B' } });
  assert.deepEqual(setClasses({ ...sorted, projectKind: 'CustomMultiLabelClassification' }, '2', ['A', 'B']).documents[1]!.classes, [{ category: 'A' }, { category: 'B' }]);
  assert.deepEqual(setClasses(sorted, '1', []).documents[0], { location: '1', text: 'one' });
});

test('puts labels into the span that contains them, and labels a new document as a whole', () => {
  const whole = setLabels(found, '1', [{ entity: 'Name', start: 0, end: 3 }]);
  assert.deepEqual(whole.documents[0]!.entities, [{ regionOffset: 0, regionLength: 19, labels: [{ category: 'Name', offset: 0, length: 3 }] }]);
  const parts = setLabels(found, '2', [{ entity: 'Name', start: 0, end: 3 }, { entity: 'Name', start: 8, end: 11 }]);
  assert.deepEqual(parts.documents[1]!.entities!.map(({ regionOffset, labels }) => [regionOffset, labels.length]), [[0, 1], [8, 1]]);
  assert.deepEqual(labelsOf(parts.documents[1]!).map(({ start }) => start), [0, 8]);
  assert.equal(isLabelled(setLabels(found, '1', []).documents[0]!), true, 'labels a document as having no entities');
  assert.equal(isLabelled(clearLabels(whole, '1').documents[0]!), false);
});

test('renames classes in documents, and removes deleted ones', () => {
  assert.deepEqual(labelNames(renameCategory(sorted, 'A', 'C').documents[0]!), ['C']);
  const gone = renameCategory(sorted, 'A', undefined);
  assert.deepEqual([gone.classes, gone.documents[0]], [[{ category: 'B' }], { location: '1', text: 'one' }]);
});

test('gives documents of the same name distinct names', () => {
  assert.deepEqual(addDocuments(sorted, [{ location: '1', text: 'x' }, { location: '1', text: 'y' }]).documents.map(({ location }) => location), ['1', '2', '1 (2)', '1 (3)']);
});

test('parts of a text are consecutive and complete', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 2, max: 50 }), (text, most) => {
    const stretches = splitText(text, most);
    assert.equal(stretches.map(({ start, end }) => text.slice(start, end)).join(''), text);
    assert.ok(stretches.every(({ start, end }) => end - start <= most));
  }));
});
