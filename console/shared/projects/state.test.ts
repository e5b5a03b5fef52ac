import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isChangedSince, mergeAssets } from './state.ts';

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

test('is changed when saved after the start of the newest training, whose duration is rounded up', () => {
  const model = { lastTrainedDateTime: '2026-11-18T22:58:49.810Z', lastTrainingDurationInSeconds: 3 };
  const isChanged = (lastModifiedDateTime: string): boolean | undefined => isChangedSince({ lastModifiedDateTime }, [model]);
  assert.equal(isChanged('2026-11-18T22:58:47Z'), false);
  assert.equal(isChanged('2026-11-18T22:58:48Z'), true);
  assert.equal(isChangedSince({ lastModifiedDateTime: '2026-11-18T22:58:48Z' }, []), undefined);
});
