import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findDifferences, mergeLists, isEqual } from './differences.ts';

const item = (name: string, content: unknown = {}, sort = 'utterance'): { sort: string; name: string; content: unknown } => ({
  sort,
  name,
  content,
});

test('reports what was added, removed and changed, and nothing else', () => {
  assert.deepEqual(
    findDifferences([item('a'), item('b', { intent: 'X' }), item('c')], [item('a'), item('b', { intent: 'Y' }), item('d')]),
    [
      { sort: 'utterance', name: 'b', change: 'changed' },
      { sort: 'utterance', name: 'd', change: 'added' },
      { sort: 'utterance', name: 'c', change: 'removed' },
    ],
  );
});

test('treats the same name of another kind, or a second time, as another item', () => {
  assert.deepEqual(findDifferences([item('a')], [item('a'), item('a')]), [{ sort: 'utterance', name: 'a', change: 'added' }]);
  assert.deepEqual(findDifferences([item('a', {}, 'intent')], [item('a')]), [
    { sort: 'utterance', name: 'a', change: 'added' },
    { sort: 'intent', name: 'a', change: 'removed' },
  ]);
});

test('ignores field order and empty lists', () => {
  assert.deepEqual(
    findDifferences(
      [item('a', { intent: 'X', labels: [{ offset: 1, length: 2 }] })],
      [item('a', { labels: [{ length: 2, offset: 1 }], intent: 'X', entities: [], language: undefined })],
    ),
    [],
  );
});

interface Entry {
  name: string;
  is: number;
}
const entries = (text: string): Entry[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => ({ name: one[0]!, is: Number(one.slice(1)) }));
const merge = (before: string, mine: string, theirs: string): string =>
  mergeLists(entries(before), entries(mine), entries(theirs), ({ name }) => name)
    .map(({ name, is }) => name + String(is))
    .join(' ');

test('merges the changes of two people without losing anything', () => {
  assert.equal(merge('a1 b1 c1', 'a2 b1 c1 d1', 'a1 b2 c1 e1'), 'a2 b2 c1 e1 d1', 'each changed and added something');
  assert.equal(merge('a1 b1', 'b1', 'a1 b1 c1'), 'b1 c1', 'I removed one');
  assert.equal(merge('a1 b1', 'a1 b1 c1', 'a1'), 'a1 c1', 'they removed one');
  assert.equal(merge('a1', 'a2', 'a3'), 'a2', 'both changed it');
  assert.equal(merge('a1', '', 'a2'), 'a2', 'I removed what they changed');
  assert.equal(merge('a1', 'a2', ''), 'a2', 'they removed what I changed');
  assert.equal(merge('', 'a1', 'a2'), 'a1', 'both added it');
  assert.equal(merge('a1 a2', 'a1 a2 a3', 'a1 a4'), 'a1 a4 a3', 'the same name more than once');
});

test('merging a change with nothing, or with itself, gives the change', () => {
  const list = fc.uniqueArray(fc.record({ name: fc.constantFrom(...'abcdef'), is: fc.nat(3) }, { noNullPrototype: true }), {
    selector: ({ name }) => name,
  });
  const sorted = (given: readonly Entry[]): Entry[] => [...given].sort((one, other) => (one.name < other.name ? -1 : 1));
  const put = (before: Entry[], mine: Entry[], theirs: Entry[]): Entry[] => sorted(mergeLists(before, mine, theirs, ({ name }) => name));
  fc.assert(
    fc.property(list, list, list, (before, mine, theirs) => {
      assert.deepEqual(put(before, mine, before), sorted(mine));
      assert.deepEqual(put(before, before, theirs), sorted(theirs));
      assert.deepEqual(put(before, mine, mine), sorted(mine));
      for (const one of mine)
        if (!before.some((was) => isEqual(was, one)))
          assert.ok(
            put(before, mine, theirs).some((item) => isEqual(item, one)),
            'mine is there',
          );
      for (const one of theirs)
        if (
          !before.some((was) => isEqual(was, one)) &&
          !mine.some(({ name, is }) => name === one.name && !before.some((was) => isEqual(was, { name, is })))
        )
          assert.ok(
            put(before, mine, theirs).some((item) => isEqual(item, one)),
            'theirs is there',
          );
    }),
  );
});
