import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { prefixEnd } from './keys.ts';

/** Both stores compare keys as bytes of UTF-8. */
const before = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

test('computes the smallest key after a prefix', () => {
  assert.deepEqual(['a', 'a/', 'az', 'a\u{10ffff}', '\ud7ff', '\uffff'].map(prefixEnd), ['b', 'a0', 'a{', 'b', '\ue000', '\u{10000}']);
  assert.deepEqual(['', '\u{10ffff}', '\u{10ffff}\u{10ffff}'].map(prefixEnd), [undefined, undefined, undefined]);
});

test('orders exactly the keys with the prefix before its end', () => {
  const edges = fc.constantFrom('a', 'b', '/', '0', '\u007f', '\u0080', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}');
  const text = fc.string({ unit: edges, maxLength: 4 });
  fc.assert(
    fc.property(text, text, (prefix, key) => {
      const end = prefixEnd(prefix);
      const within = !before(key, prefix) && (end === undefined || before(key, end));
      assert.equal(within, key.startsWith(prefix), JSON.stringify({ prefix, key, end }));
      assert.ok(end === undefined || before(prefix + key, end));
    }),
    { seed: 1, numRuns: 500 },
  );
});
