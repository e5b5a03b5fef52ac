import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitWindows } from './windows.ts';

const cut = (text: string, culture = 'en', options = {}): string[] =>
  splitWindows(text, culture, options).map(({ start, end }) => text.slice(start, end));

test('splits sentences and lines', () => {
  assert.deepEqual(cut('It rained. We stayed in!\nName: Ann\n\nEnd'), ['It rained.', 'We stayed in!', 'Name: Ann', 'End']);
  assert.deepEqual(cut('東京へ行く。雨だ。', 'ja'), ['東京へ行く。', '雨だ。']);
});

test('joins a line that continues in lower case', () => {
  assert.deepEqual(cut('The contract with the\r\n  owner ends. It was\nlong.'), [
    'The contract with the\r\n  owner ends.',
    'It was\nlong.',
  ]);
});

test('joins a full line, whatever follows', () => {
  const wide = 'This agreement was made in the year of the great flood by Anna';
  assert.deepEqual(cut(`${wide}\nBerg and others who signed below for the whole of the company.\nSigned`), [
    `${wide}\nBerg and others who signed below for the whole of the company.`,
    'Signed',
  ]);
});

test('does not end a sentence at an abbreviation', () => {
  assert.deepEqual(cut('Dr. Who met Mr. J. Smith there. They left.'), ['Dr. Who met Mr. J. Smith there.', 'They left.']);
});

test('does not split spans that must stay whole', () => {
  const text = 'He wrote to Yahoo! Japan once. Then he left.';
  assert.deepEqual(cut(text, 'en', { whole: [{ start: 12, end: 24 }] }), ['He wrote to Yahoo! Japan once.', 'Then he left.']);
  assert.equal(cut(text).length, 3);
});

test('returns windows of a part with offsets of the whole text', () => {
  const text = 'First. Second one. Third.';
  assert.deepEqual(splitWindows(text, 'en', { start: 7, end: 18 }), [{ start: 7, end: 18 }]);
});

test('returns ordered windows that cover everything except white space', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.replaceAll('x', '\n').replaceAll('y', '. ')),
      (text) => {
        let last = 0;
        for (const { start, end } of splitWindows(text, 'en')) {
          assert.equal(text.slice(last, start).trim(), '');
          assert.ok(start >= last && start < end);
          assert.equal(text.slice(start, end).trim(), text.slice(start, end));
          last = end;
        }
        assert.equal(text.slice(last).trim(), '');
      },
    ),
  );
});
