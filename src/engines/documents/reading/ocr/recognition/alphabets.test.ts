import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rarity, wordsToRestrict } from './alphabets.ts';

const lettersOf = (text: string, probability = 0.9) =>
  [...text].map((character, i) => ({ text: character, at: 2 * i, from: 2 * i, to: 2 * i, probability }));

test('leaves lines in one alphabet alone', () => {
  assert.deepEqual(wordsToRestrict(lettersOf('TOTAL 12,50 €')), []);
  assert.deepEqual(wordsToRestrict(lettersOf('Итого 12,50')), []);
  assert.deepEqual(wordsToRestrict(lettersOf('12.50')), []);
});

test('reads a word with a letter of another alphabet in the alphabet of its line', () => {
  // The fifth letter is Cyrillic.
  assert.deepEqual(wordsToRestrict(lettersOf('KUALА LUMPUR')), [{ from: 0, to: 8, alphabet: 'latin' }]);
});

test('reads a short word of look-alikes in the alphabet of its line', () => {
  assert.deepEqual(wordsToRestrict(lettersOf('Счёт НДС CO')), [{ from: 18, to: 20, alphabet: 'cyrillic' }]);
});

test('keeps convincing words of another alphabet', () => {
  assert.deepEqual(wordsToRestrict(lettersOf('ООО Исаев GmbH')), []);
  assert.notDeepEqual(wordsToRestrict(lettersOf('ООО Исаев GmbH', 0.5)), []);
});

test('penalizes rare characters only', () => {
  for (const character of 'aZ0%€₹éßΩя') assert.equal(rarity(character), 0, character);
  for (const character of 'Śđ½№') assert.ok(rarity(character) > 0, character);
});
