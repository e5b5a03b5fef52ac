import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedQuery } from '../../projects/review.tsx';
import type { Assets } from './assets.ts';
import { toSuggestions, addAccepted } from './review-queries.ts';

const assets: Assets = { projectKind: 'Conversation', intents: [{ category: 'Fly' }, { category: 'None' }], entities: [{ category: 'City' }, { category: 'When' }], utterances: [{ text: 'fly to rome', intent: 'Fly', entities: [{ category: 'City', offset: 7, length: 4 }] }] };
const query = (text: string, intent: string, more: Partial<LoggedQuery> = {}): LoggedQuery => ({ id: text, text, count: 2, confidenceScore: 0.4, intents: [{ category: intent, confidenceScore: 0.6 }], ...more });

test('labels learned entities only, and maps a deleted intent to None', () => {
  const found = [{ category: 'City', offset: 3, length: 4, confidenceScore: 0.4 }, { category: 'When', offset: 8, length: 3, confidenceScore: 1 }];
  assert.deepEqual(toSuggestions([query('to oslo now', 'Fly', { entities: found }), query('swim', 'Swim')], assets), [
    { text: 'to oslo now', count: 2, score: 0.4, intent: 'Fly', labels: [{ entity: 'City', start: 3, end: 7 }] }, { text: 'swim', count: 2, score: 0.4, intent: 'None', labels: [] },
  ]);
});

test('adds an accepted query as an utterance in the language it was queried in', () => {
  const { utterances } = addAccepted(assets, [{ text: 'nach oslo', intent: 'Fly', labels: [] }, { text: 'to bonn', intent: 'None', labels: [] }], [query('nach oslo', 'Fly', { language: 'de' }), query('to bonn', 'Fly', { language: 'en' })], 'en');
  assert.deepEqual(utterances.slice(1), [{ text: 'nach oslo', intent: 'Fly', entities: [], language: 'de' }, { text: 'to bonn', intent: 'None', entities: [] }]);
});
