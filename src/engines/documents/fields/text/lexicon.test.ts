import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from './similar-texts.ts';
import { createTestLayout } from '../../../../../test/support/test-layout.ts';
import { buildLexicon, createPhraseFinder, findLabels } from './lexicon.ts';
import { segmentText } from './segmented-text.ts';

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

test('expands alternatives, and ends of compounds', () => {
  const own = buildLexicon({ Id: { de: ['rechnung {no}'] } }, { no: { de: ['nr', 'nummer'] } }, ['rechnung']);
  const find = createPhraseFinder(own);
  for (const text of ['Rechnung Nr. 5', 'Rechnungnummer 5', 'Monatsrechnung Nr. 5']) assert.equal(find(text).length, 1, text);
  assert.equal(find('Rechnung 5').length, 0);
});

test('skips parentheses and percentages inside a phrase, and joins split words', () => {
  assert.deepEqual(fieldsIn('Invoice (copy) number 5'), ['Id']);
  assert.deepEqual(fieldsIn('Invoice 5% number'), ['Id']);
  assert.deepEqual(fieldsIn('Invoice num ber 5'), ['Id']);
  assert.deepEqual(fieldsIn('Invoice number (date)'), ['Id']);
});

test('does not take the letters of a code as a label', () => {
  const find = createPhraseFinder(buildLexicon({ Order: { en: ['po'] } }));
  assert.equal(find('PO-1234').length, 0);
  assert.equal(find('PO: 1234').length, 1);
});

test('matches a label broken over two lines', () => {
  const labelsOf = (first: string, second: string): string[] =>
    findLabels(
      segmentText(
        createTestLayout([
          { text: first, left: 10, top: 10 },
          { text: second, left: 10, top: 19 },
        ]),
      ),
      lexicon,
    ).map(({ meanings, words }) => `${meanings[0]!.field} ${String(words)}`);
  assert.deepEqual(labelsOf('Invoice', 'number: 5'), ['Id 2']);
  assert.deepEqual(labelsOf('Invoice', 'Date'), ['Id 1', 'Date 1']);
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

test('finds labels in languages without spaces, and distinguishes Korean syllables', () => {
  const find = createPhraseFinder(buildLexicon({ Total: { zh: ['金额'], ko: ['공급자'] } }));
  assert.deepEqual(
    ['含税金额100', '公司: 金 额', '공급자', '고객장'].map((text) => find(text).map(({ start, end }) => text.slice(start, end))),
    [['金额'], ['金 额'], ['공급자'], []],
  );
});

test('a translation in parentheses before the colon belongs to the label', () => {
  const [match] = createPhraseFinder(lexicon)('Invoice number (Số hóa đơn): 17');
  assert.equal(match?.colon, true);
  assert.equal(match?.end, 'Invoice number (Số hóa đơn):'.length);
  assert.equal(createPhraseFinder(lexicon)('Invoice (380): 17')[0]?.colon, false);
});
