import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeUtterances, relabelUtterance, renameIntent, toRows, putEntity, addIntent, deleteEntity, deleteIntent, addUtterances } from './assets.ts';
import type { Assets } from './assets.ts';

const assets: Assets = {
  projectKind: 'Conversation', intents: [{ category: 'Fly' }, { category: 'None' }], entities: [{ category: 'City', prebuilts: [{ category: 'Geography.Location' }] }],
  utterances: [{ text: 'fly to rome', intent: 'Fly', language: 'en', dataset: 'Test', entities: [{ category: 'City', offset: 7, length: 4 }] }, { text: 'hello', intent: 'None' }],
};

test('writes labels as offsets and lengths, and keeps everything else', () => {
  const next = relabelUtterance(assets, 0, { text: 'fly to rome', intent: 'None', labels: [{ entity: 'City', start: 0, end: 3 }] });
  assert.deepEqual(next.utterances[0], { text: 'fly to rome', intent: 'None', language: 'en', dataset: 'Test', entities: [{ category: 'City', offset: 0, length: 3 }] });
  assert.equal(next.utterances[1], assets.utterances[1]);
});

test('relabels an existing utterance instead of adding it twice', () => {
  const next = addUtterances(assets, [{ text: 'Hello', intent: 'Fly', labels: [] }, { text: 'bye', intent: 'None', labels: [] }]);
  assert.deepEqual(next.utterances.map(({ text, intent }) => [text, intent]), [['fly to rome', 'Fly'], ['Hello', 'Fly'], ['bye', 'None']]);
});

test('gives the same text two ids', () => {
  assert.deepEqual(toRows([{ text: 'hi', intent: 'None' }, { text: 'hi', intent: 'None', language: 'de' }]).map(({ id }) => id), ['hi', 'hi (2)']);
});

test('renames everywhere, and removes labels with their entity', () => {
  assert.deepEqual(renameIntent(assets, 'Fly', 'Travel').utterances.map(({ intent }) => intent), ['Travel', 'None']);
  assert.deepEqual(deleteIntent(assets, 'Fly').utterances.map(({ text }) => text), ['hello']);
  const renamed = putEntity(assets, { category: 'Town' }, 'City');
  assert.deepEqual([renamed.entities, renamed.utterances[0]!.entities], [[{ category: 'Town' }], [{ category: 'Town', offset: 7, length: 4 }]]);
  assert.deepEqual(deleteEntity(assets, 'City').utterances[0]!.entities, []);
  assert.deepEqual(addIntent(assets, 'Stay').intents.at(-1), { category: 'Stay' });
  assert.equal(changeUtterances(assets, new Set([1]), { dataset: 'Train' }).utterances[1]!.dataset, 'Train');
});
