import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findKeyPhrases, hasKeyPhrases } from './key-phrases.ts';

function phrasesIn(text: string, culture = 'en-us'): string[] {
  return findKeyPhrases(text, culture).map(({ start, end }) => text.slice(start, end));
}

test('finds what a request is about', () => {
  assert.deepEqual(phrasesIn('where is the educational requirements form for the development and engineering group'), [
    'educational requirements form',
    'development',
    'engineering group',
  ]);
  assert.deepEqual(phrasesIn('I need to change my flight reservation to Seattle'), ['flight reservation', 'Seattle']);
  assert.deepEqual(phrasesIn('please send the monthly sales report'), ['monthly sales report']);
  assert.deepEqual(phrasesIn('a state-of-the-art kitchen'), ['state', 'art kitchen']);
});

test('finds nothing in words of grammar, marks and numbers', () => {
  for (const text of ['', 'what is it?', '12 345', 'yes', 'could you please do that for me', '...'])
    assert.deepEqual(phrasesIn(text), [], text);
});

test('knows the stop words of other languages', () => {
  assert.deepEqual(phrasesIn('quiero reservar una mesa en el restaurante italiano', 'es-es'), ['mesa', 'restaurante italiano']);
  assert.deepEqual(phrasesIn('je voudrais annuler ma carte bancaire', 'fr-fr'), ['annuler', 'carte bancaire']);
  assert.deepEqual(phrasesIn('wo finde ich die neue Rechnung', 'de-de'), ['Rechnung']);
  assert.deepEqual(phrasesIn('onde está a minha encomenda', 'pt-br'), ['encomenda']);
});

test('finds none in other languages', () => {
  assert.equal(hasKeyPhrases('ja-jp'), false);
  assert.deepEqual(phrasesIn('電話番号を教えて', 'ja-jp'), []);
});

test('keeps the phrases of a long text that are used most', () => {
  const text = Array.from({ length: 200 }, (_, i) => `The solar panel number ${i} shows a thing called word${i}.`).join(' ');
  const phrases = phrasesIn(text);
  assert.ok(phrases.some((phrase) => /solar panel/.test(phrase)));
  assert.ok(phrases.length < 400);
});
