import { equal, deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { SUBJECTS, SubjectFinder } from './subjects.ts';

test('lists each subject once', () => {
  equal(new Set(SUBJECTS).size, SUBJECTS.length);
  ok(SUBJECTS.length > 200);
});

test('finds the subjects whose direction from the common mean is nearest', () => {
  const vectors = Array.from({ length: 6 }, (_, n) => Float32Array.from({ length: 6 }, (_unused, i) => 10 + (i === n ? 1 : 0)));
  const finder = new SubjectFinder(['a', 'b', 'c', 'd', 'e', 'f'], vectors);
  const found = finder.nearest(Float32Array.of(10, 10, 10.5, 10, 11, 9));
  deepEqual(found.slice(0, 2), ['e', 'c']);
  equal(found.length, 5);
  ok(!found.includes('f'));
});
