import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PageRangeError, parsePageRanges, selectPages } from './page-ranges.ts';

const kind = (step: () => unknown): string => {
  try {
    step();
  } catch (problem) {
    if (problem instanceof PageRangeError) return problem.kind;
    throw problem;
  }
  return 'none';
};

test('selects pages, ranges and open ranges once and in order', () => {
  assert.deepEqual(selectPages('7-, 5,1-3,2', 9), [1, 2, 3, 5, 7, 8, 9]);
  assert.deepEqual(selectPages(undefined, 3), [1, 2, 3]);
});

test('ignores pages beyond the end, and rejects a selection of only those', () => {
  assert.deepEqual(selectPages('2-100', 3), [2, 3]);
  assert.equal(
    kind(() => selectPages('4', 3)),
    'outside',
  );
});

test('rejects invalid syntax without the file', () => {
  for (const text of ['', ' ', '0', '3-1', '-3', 'a', '1;2', '1,,2', '1-2-3', '1.5', '９', '1'.repeat(20_000)])
    assert.equal(
      kind(() => parsePageRanges(text)),
      'syntax',
      JSON.stringify(text),
    );
});

test('rejects any text or selects pages of the file', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('1', '2', '9', '0', '-', ',', ' ', 'x') }),
      fc.integer({ min: 1, max: 50 }),
      (text, count) => {
        try {
          const pages = selectPages(text, count);
          assert.ok(
            pages.length > 0 && pages.every((page, index) => page >= 1 && page <= count && (index === 0 || page > pages[index - 1]!)),
          );
        } catch (problem) {
          assert.ok(problem instanceof PageRangeError);
        }
      },
    ),
  );
});
