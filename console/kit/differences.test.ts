import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { differences, merged, same } from './differences.ts';

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

test('the order of fields and empty lists make no difference', () => {
  assert.deepEqual(differences([item('a', { intent: 'X', labels: [{ offset: 1, length: 2 }] })], [item('a', { labels: [{ length: 2, offset: 1 }], intent: 'X', entities: [], language: undefined })]), []);
});

interface Entry { name: string; is: number }
const entries = (text: string): Entry[] => text.split(' ').filter(Boolean).map((one) => ({ name: one[0]!, is: Number(one.slice(1)) }));
const merge = (before: string, mine: string, theirs: string): string => merged(entries(before), entries(mine), entries(theirs), ({ name }) => name).map(({ name, is }) => name + String(is)).join(' ');

test('what two people did is put together; nothing that somebody wrote is lost', () => {
  assert.equal(merge('a1 b1 c1', 'a2 b1 c1 d1', 'a1 b2 c1 e1'), 'a2 b2 c1 e1 d1', 'each changed and added something');
  assert.equal(merge('a1 b1', 'b1', 'a1 b1 c1'), 'b1 c1', 'I took one out');
  assert.equal(merge('a1 b1', 'a1 b1 c1', 'a1'), 'a1 c1', 'they took one out');
  assert.equal(merge('a1', 'a2', 'a3'), 'a2', 'both changed it');
  assert.equal(merge('a1', '', 'a2'), 'a2', 'I took out what they changed');
  assert.equal(merge('a1', 'a2', ''), 'a2', 'they took out what I changed');
  assert.equal(merge('', 'a1', 'a2'), 'a1', 'both added it');
  assert.equal(merge('a1 a2', 'a1 a2 a3', 'a1 a4'), 'a1 a4 a3', 'the same name more than once');
});

test('putting a change together with nothing, or with itself, gives the change', () => {
  const list = fc.uniqueArray(fc.record({ name: fc.constantFrom(...'abcdef'), is: fc.nat(3) }, { noNullPrototype: true }), { selector: ({ name }) => name });
  const sorted = (given: readonly Entry[]): Entry[] => [...given].sort((one, other) => one.name < other.name ? -1 : 1);
  const put = (before: Entry[], mine: Entry[], theirs: Entry[]): Entry[] => sorted(merged(before, mine, theirs, ({ name }) => name));
  fc.assert(fc.property(list, list, list, (before, mine, theirs) => {
    assert.deepEqual(put(before, mine, before), sorted(mine));
    assert.deepEqual(put(before, before, theirs), sorted(theirs));
    assert.deepEqual(put(before, mine, mine), sorted(mine));
    for (const one of mine) if (!before.some((was) => same(was, one))) assert.ok(put(before, mine, theirs).some((kept) => same(kept, one)), 'what I wrote is there');
    for (const one of theirs) if (!before.some((was) => same(was, one)) && !mine.some(({ name, is }) => name === one.name && !before.some((was) => same(was, { name, is })))) assert.ok(put(before, mine, theirs).some((kept) => same(kept, one)), 'and what they wrote');
  }));
});
