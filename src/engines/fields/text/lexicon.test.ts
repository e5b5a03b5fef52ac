import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from './edit-distance.ts';
import { buildLexicon, createPhraseFinder } from './lexicon.ts';

const lexicon = buildLexicon({
  Date: { en: ['invoice date', 'date'] },
  Id: { en: ['invoice', 'invoice number'], fr: ['n° de facture'] },
  From: { en: ['from:'] },
});
const fieldsIn = (text: string): string[] =>
  createPhraseFinder(lexicon)(text).map(({ meanings, edits }) => `${meanings[0]!.field}${'~'.repeat(edits)}`);

test('matches the longest phrase without case, accents and punctuation', () => {
  assert.deepEqual(fieldsIn('INVOICE DATE: 1 May'), ['Date']);
  assert.deepEqual(fieldsIn('Invoice: 17'), ['Id']);
  assert.deepEqual(fieldsIn('N° de Facturé 4'), ['Id']);
});

test('tolerates wrong letters in long words only, and joined words', () => {
  assert.deepEqual(fieldsIn('lnvoice number 3'), ['Id~']);
  assert.deepEqual(fieldsIn('Dale: 3'), []);
  assert.deepEqual(fieldsIn('InvoiceNumber: 3'), ['Id']);
});

test('matches a phrase with a colon only if it stands alone', () => {
  assert.deepEqual(fieldsIn('From'), ['From']);
  assert.deepEqual(fieldsIn('From: Acme'), ['From']);
  assert.deepEqual(fieldsIn('From the first of May'), []);
});

test('returns non-overlapping positions within the text', () => {
  const find = createPhraseFinder(lexicon);
  fc.assert(
    fc.property(fc.array(fc.constantFrom('invoice', 'Date', ':', 'n°', 'de facture', 'x', '12'), { maxLength: 12 }), (words) => {
      const text = words.join(' ');
      let at = 0;
      for (const { start, end } of find(text)) {
        assert.ok(start >= at && end > start && end <= text.length);
        at = end;
      }
    }),
  );
});

test('counts edits up to a limit', () => {
  assert.equal(editDistance('total', 'totai', 2), 1);
  assert.equal(editDistance('abc', 'abcdefgh', 2), 3);
  assert.equal(editDistance('', '', 0), 0);
});
