import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeAssets } from './state.ts';

test('merges the changes of two people list by list', () => {
  const before = {
    projectKind: 'Conversation',
    intents: [{ category: 'A' }],
    utterances: [
      { text: 'one', intent: 'A' },
      { text: 'two', intent: 'A' },
    ],
    documents: [{ location: 'x', text: 'same' }],
  };
  const mine = {
    ...before,
    intents: [{ category: 'A' }, { category: 'B' }],
    utterances: [
      { text: 'one', intent: 'B' },
      { text: 'two', intent: 'A' },
    ],
  };
  const theirs = {
    documents: [
      { location: 'x', text: 'same' },
      { location: 'y', text: 'same' },
    ],
    utterances: [
      { intent: 'A', text: 'one', entities: [] },
      { text: 'three', intent: 'A' },
    ],
    intents: [{ category: 'A' }],
    projectKind: 'Conversation',
    more: 1,
  };
  assert.deepEqual(mergeAssets(before, mine, theirs), {
    projectKind: 'Conversation',
    intents: [{ category: 'A' }, { category: 'B' }],
    utterances: [
      { text: 'one', intent: 'B' },
      { text: 'three', intent: 'A' },
    ],
    documents: [
      { location: 'x', text: 'same' },
      { location: 'y', text: 'same' },
    ],
    more: 1,
  });
});
