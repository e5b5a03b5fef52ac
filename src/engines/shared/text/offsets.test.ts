import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { offsetsIn } from './offsets.ts';

test('counts a family emoji as one grapheme, seven code points and eleven code units', () => {
  const text = 'a👨‍👩‍👧‍👦b';
  assert.equal(offsetsIn(text, 'utf16').from(12), 12);
  assert.equal(offsetsIn(text, 'codePoint').from(12), 8);
  assert.equal(offsetsIn(text, 'grapheme').from(12), 2);
  assert.equal(offsetsIn(text, 'grapheme').to(2), 12);
  assert.equal(offsetsIn(text, 'grapheme').length, 3);
  assert.equal(offsetsIn('a\r\nb', 'grapheme').from(3), 2);
});

test('clamps offsets inside a grapheme to its start, and outside the text to its ends', () => {
  const offsets = offsetsIn('😀x', 'codePoint');
  assert.deepEqual(
    [-5, 0, 1, 2, 3, 99, NaN].map((offset) => offsets.from(offset)),
    [0, 0, 0, 1, 2, 2, 0],
  );
  assert.deepEqual(
    [-1, 0, 1, 2, 50].map((offset) => offsets.to(offset)),
    [0, 0, 2, 3, 3],
  );
});

test('converts there and back', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('utf16' as const, 'codePoint' as const, 'grapheme' as const),
      (text, unit) => {
        const offsets = offsetsIn(text, unit);
        assert.equal(offsets.from(text.length), offsets.length);
        let before = -1;
        for (let i = 0; i <= offsets.length; i++) {
          assert.ok(offsets.to(i) > before);
          before = offsets.to(i);
          assert.equal(offsets.from(offsets.to(i)), i);
        }
        if (unit === 'codePoint') assert.equal(offsets.length, [...text].length);
      },
    ),
    { numRuns: 40 },
  );
});

test('counts bytes of UTF-8', () => {
  const text = 'aé€😀z';
  const offsets = offsetsIn(text, 'utf8');
  assert.equal(offsets.length, Buffer.byteLength(text));
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6].map((offset) => offsets.from(offset)),
    [0, 1, 3, 6, 6, 10, 11],
  );
  assert.deepEqual(
    [0, 1, 2, 3, 6, 8, 10, 11, 99].map((offset) => offsets.to(offset)),
    [0, 1, 1, 2, 3, 3, 5, 6, 6],
  );
});

test('counts letters with their signs, and splits conjuncts of Indic scripts at the virama', () => {
  const length = (text: string): number => offsetsIn(text, 'grapheme').length;
  assert.equal(length('नमस्ते'), 4);
  assert.equal(length('क्षि'), 2);
  assert.equal(length('क्\u200dष'), 2);
  assert.equal(length('தமிழ்'), 3);
  assert.equal(length('น้ำ'), 1);
  assert.equal(length('e\u0301a\u0308\u0301'), 2);
  assert.equal(length('각\u1100\u1161\u11a8'), 2);
  assert.equal(length('👍🏽🇫🇷🏳️‍🌈'), 3);
  assert.equal(length('\ud83da'), 2);
});

test('converts a span of one text to every unit and back', () => {
  const text = '😀 नमस्ते e\u0301té 👨‍👩‍👧 end';
  const start = text.indexOf('end');
  assert.deepEqual(
    (['utf16', 'utf8', 'codePoint', 'grapheme'] as const).map((unit) => offsetsIn(text, unit).from(start)),
    [start, Buffer.byteLength(text.slice(0, start)), [...text.slice(0, start)].length, 13],
  );
  for (const unit of ['utf16', 'utf8', 'codePoint', 'grapheme'] as const) {
    const offsets = offsetsIn(text, unit);
    assert.equal(text.slice(offsets.to(offsets.from(start))), 'end');
  }
});
