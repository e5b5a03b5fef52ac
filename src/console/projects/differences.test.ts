import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences } from './differences.ts';

const item = (name: string, content: unknown = {}, sort = 'utterance'): { sort: string; name: string; content: unknown } => ({ sort, name, content });

test('what came, went and changed is told; what stayed is not', () => {
  assert.deepEqual(differences([item('a'), item('b', { intent: 'X' }), item('c')], [item('a'), item('b', { intent: 'Y' }), item('d')]), [
    { sort: 'utterance', name: 'b', change: 'changed' }, { sort: 'utterance', name: 'd', change: 'added' }, { sort: 'utterance', name: 'c', change: 'removed' },
  ]);
});

test('the same name in another sort, or a second time, is another thing', () => {
  assert.deepEqual(differences([item('a')], [item('a'), item('a')]), [{ sort: 'utterance', name: 'a', change: 'added' }]);
  assert.deepEqual(differences([item('a', {}, 'intent')], [item('a')]), [{ sort: 'utterance', name: 'a', change: 'added' }, { sort: 'intent', name: 'a', change: 'removed' }]);
});
