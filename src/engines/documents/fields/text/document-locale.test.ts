import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedPage } from '../../../../../lab/training/documents/evaluation/typed-page.ts';
import { RECEIPT } from '../receipt/spec.ts';
import { documentLocale, labelsInLanguage } from './document-locale.ts';
import { buildLexicon, findLabels } from './lexicon.ts';
import { segmentText } from './segmented-text.ts';

const localeOf = (...lines: string[]): string | undefined => {
  const segmented = segmentText(typedPage(lines.join('\n')));
  return documentLocale(segmented, findLabels(segmented, RECEIPT.lexicon));
};

test('finds the language from labels and scripts', () => {
  assert.equal(localeOf('TARIH : 08.10.2021', 'TOPLAM 134,80'), 'tr');
  assert.equal(localeOf('СУМА 280.97', 'Заокруглення: 0.03', 'до сплати: 281.00'), 'uk');
  assert.equal(localeOf('ОБЩА СУМА: 3.00', 'В БРОЙ ЛВ. 3.00'), 'bg');
  assert.equal(localeOf('한국어 가게', '커피 1,500'), 'ko');
});

test('finds the country from tax numbers, currencies and places', () => {
  assert.equal(localeOf('Summe EUR 12,00', 'ATU 12345678'), 'de-AT');
  assert.equal(localeOf('Total CHF 12.00', 'MWST-Nr. CHE-123.456.789'), 'de-CH');
  assert.equal(localeOf('Subtotal 12.00', 'GSTIN 07AAAAA0000A1Z5', 'Total Rs. 12.00'), 'en-IN');
  assert.equal(localeOf('Total 12.00', '100 Main Street, Auckland'), 'en-NZ');
  assert.equal(localeOf('Total 12.00'), 'en-US');
  assert.equal(localeOf('Date 05.03.2024', 'Total 12.00'), 'en-GB');
});

const lexicon = buildLexicon({
  Total: { en: ['total'], es: ['importe total', 'total'], pl: ['suma'] },
  Net: { es: ['suma'] },
  Word: { fr: ['son'] },
});

function fieldsIn(...lines: string[]): string[][] {
  const segmented = segmentText(typedPage(lines.join('\n')));
  const labels = findLabels(segmented, lexicon);
  return labelsInLanguage(labels, documentLocale(segmented, labels)).map(({ meanings }) => meanings.map(({ field }) => field));
}

test('takes the meaning of a label in the language of the document', () => {
  assert.deepEqual(fieldsIn('Importe total 12', 'Suma 10'), [['Total'], ['Net']]);
});

test('ignores short words that are labels in other languages', () => {
  assert.equal(fieldsIn('Importe total 12', 'Importe total 11', 'Importe total 10', 'son 10').length, 3);
});

test('reads English where a short word is a label elsewhere', () => {
  assert.equal(localeOf('12 Main Street', 'Redmond, WA 98052', '6/10/2019 13:59', 'Sub-Total 20.00', 'Tax 2.00', 'Total 22.00'), 'en-US');
});
