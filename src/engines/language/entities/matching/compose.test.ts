import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Part } from './compose.ts';
import { compose } from './compose.ts';

const learned: Part = { component: 'learned', start: 0, end: 8, score: 0.7 };
const list: Part = { component: 'list', start: 4, end: 14, info: 'key' };
const far: Part = { component: 'prebuilt', start: 20, end: 22 };

test('merges overlapping components, returns the longest, or keeps them separate', () => {
  assert.deepEqual(compose([list, far, learned], 'combineComponents'), [
    { start: 0, end: 14, score: 0.7, parts: [learned, list] },
    { start: 20, end: 22, score: 1, parts: [far] },
  ]);
  assert.deepEqual(compose([learned, list, far], 'returnLongestOverlap'), [
    { start: 4, end: 14, score: 1, parts: [list] },
    { start: 20, end: 22, score: 1, parts: [far] },
  ]);
  assert.deepEqual(
    compose([list, learned], 'separateComponents').map(({ start, end }) => [start, end]),
    [
      [0, 8],
      [4, 14],
    ],
  );
});

test('returns components over the same span once', () => {
  const same: Part = { component: 'regex', start: 0, end: 8 };
  assert.deepEqual(compose([same, learned], 'returnLongestOverlap'), [{ start: 0, end: 8, score: 0.7, parts: [learned, same] }]);
});

test('requires all required components', () => {
  assert.deepEqual(
    compose([learned, list, far], 'combineComponents', ['learned', 'list']).map(({ start }) => start),
    [0],
  );
  assert.deepEqual(compose([list, far], 'combineComponents', ['learned']), []);
});

test('merged and longest results never overlap and are ordered', () => {
  const part = fc
    .record({
      component: fc.constantFrom('learned' as const, 'list' as const, 'prebuilt' as const, 'regex' as const),
      start: fc.nat(20),
      length: fc.integer({ min: 1, max: 8 }),
    })
    .map(({ component, start, length }) => ({ component, start, end: start + length }));
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 10 }),
      fc.constantFrom('combineComponents' as const, 'returnLongestOverlap' as const),
      (parts, composition) => {
        let reach = 0;
        for (const { start, end } of compose(parts, composition)) {
          assert.ok(start >= reach);
          reach = end;
        }
      },
    ),
  );
});
