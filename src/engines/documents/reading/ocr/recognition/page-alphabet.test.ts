import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unifyAlphabets } from './page-alphabet.ts';
import { wordText } from './readings.ts';

/** How the lines of a page are read in the end. */
function unified(...lines: string[]): string[] {
  const read = lines.map((line) => ({
    certainty: 1,
    reading: line.split(' ').map((word) => ({ probability: 1, letters: [...word].map((text, i) => ({ text, left: i, right: i + 1 })) })),
  }));
  return unifyAlphabets(read).map(({ reading }) => reading.map(wordText).join(' '));
}

const LATIN = 'TBK';
const CYRILLIC = 'ТВК';

test('writes words of letters that look alike in the alphabet of their line', () => {
  assert.deepEqual(unified(`${LATIN} Львівська 5`), [`${CYRILLIC} Львівська 5`]);
  assert.deepEqual(unified(`${CYRILLIC} Limited 5`), [`${LATIN} Limited 5`]);
});

test('writes lines of such words alone in the alphabet of their page', () => {
  assert.deepEqual(unified('Дякуємо за покупку', 'KACA 2'), ['Дякуємо за покупку', 'КАСА 2']);
  assert.deepEqual(unified('ΣΥΝΟΛΟ ΦΠΑ', 'TAMEIO 2'), ['ΣΥΝΟΛΟ ΦΠΑ', 'ΤΑΜΕΙΟ 2']);
});

test('keeps codes', () => {
  assert.deepEqual(unified('Паспорт серія AB 123456', 'Дата AB12'), ['Паспорт серія AB 123456', 'Дата AB12']);
});

test('keeps words with letters of their own, and mixed pages', () => {
  assert.deepEqual(unified('Магазин Tempo Grand'), ['Магазин Tempo Grand']);
  assert.deepEqual(unified('ИТОГО TOTAL'), ['ИТОГО TOTAL'], 'L is only Latin');
  assert.deepEqual(unified('Итого', 'Limited', 'KACA'), ['Итого', 'Limited', 'KACA'], 'as many letters of both');
  assert.deepEqual(unified('KACA 12'), ['KACA 12']);
});
