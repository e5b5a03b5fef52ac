import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedQuery } from '../../projects/review.tsx';
import { ENTITIES, MULTI, SINGLE } from './assets.ts';
import type { Assets } from './assets.ts';
import { toSuggestions, addAccepted } from './review-documents.ts';

const scored = (category: string): { category: string; confidenceScore: number } => ({ category, confidenceScore: 0.5 });
const query = (more: Partial<LoggedQuery>): LoggedQuery => ({ id: '0123456789abcdef', text: 'Ada is late', count: 1, confidenceScore: 0.5, ...more });
const sorting = (projectKind: string): Assets => ({ projectKind, classes: [{ category: 'A' }, { category: 'B' }], documents: [{ location: 'asked-01234567', text: 'x' }] });

test('gives an accepted document a unique name, its text and its labels', () => {
  for (const [kind, classes] of [[SINGLE, { class: { category: 'A' } }], [MULTI, { classes: [{ category: 'A' }] }]] as const) {
    const assets = sorting(kind);
    const rows = toSuggestions([query({ classes: [scored('A'), scored('Gone')], language: 'de' })], assets);
    assert.deepEqual(rows[0]!.classes, ['A']);
    assert.deepEqual(addAccepted(assets, rows, 'en').documents, [assets.documents[0], { location: 'asked-01234567 (2)', text: 'Ada is late', ...classes, language: 'de' }]);
  }
});

test('turns entities into labels, and none into a label too', () => {
  const assets: Assets = { projectKind: ENTITIES, entities: [{ category: 'Name' }], documents: [] };
  const rows = toSuggestions([query({ entities: [{ ...scored('Name'), offset: 0, length: 3 }] }), query({ id: 'fedcba9876543210', text: 'late' })], assets);
  assert.deepEqual(addAccepted(assets, rows, 'en').documents.map(({ entities }) => entities), [[{ regionOffset: 0, regionLength: 11, labels: [{ category: 'Name', offset: 0, length: 3 }] }], [{ regionOffset: 0, regionLength: 4, labels: [] }]]);
});
