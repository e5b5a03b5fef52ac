import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withGivenValues } from './given-values.ts';

const place = (start: number, end: number): { start: number; end: number } => ({ start, end });

test('puts given values in place of their words, and moves what was found', () => {
  const text = 'a score and half a dozen eggs';
  const given = [
    { entity: 'number', ...place(12, 24), value: '6' },
    { entity: 'number', ...place(0, 7), value: '20' },
  ];
  const read = withGivenValues(text, [place(0, 7), place(2, 4), place(8, 11), place(12, 24), place(17, 29), place(25, 29)], given);
  assert.equal(read.text, '20 and 6 eggs');
  assert.deepEqual(
    read.places.map(({ start, end }) => read.text.slice(start, end)),
    ['20', '20', 'and', '6', '6 eggs', 'eggs'],
  );
});

test('leaves a text without given values as it is', () => {
  const places = [place(2, 5)];
  assert.deepEqual(withGivenValues('by two', places, [{ entity: 'number', ...place(3, 6) }]), { text: 'by two', places });
});

test('ignores values that overlap another or lie beyond the text', () => {
  const given = [
    { entity: 'a', ...place(0, 5), value: '1' },
    { entity: 'b', ...place(3, 7), value: '2' },
    { entity: 'c', ...place(6, 99), value: '3' },
  ];
  assert.equal(withGivenValues('three four', [], given).text, '1 four');
});
