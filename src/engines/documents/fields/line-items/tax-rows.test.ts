import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedPage } from '../../../../../lab/training/documents/evaluation/typed-page.ts';
import { INVOICE } from '../invoice/spec.ts';
import { findLabels } from '../text/lexicon.ts';
import { segmentText } from '../text/segmented-text.ts';
import { findTaxRows } from './tax-rows.ts';

function taxesOf(text: string, locale: string): [number, number, string | undefined][] {
  const segmented = segmentText(typedPage(text));
  return findTaxRows(segmented, findLabels(segmented, INVOICE.lexicon), 'TotalTax', new Set(), locale).map(({ percent, tax, net }) => [
    percent,
    tax,
    net?.text,
  ]);
}

test('reads tax tables with amounts in any order', () => {
  assert.deepEqual(
    taxesOf(
      'MwSt-Satz    Netto     MwSt-Betrag   Brutto\n19 %         100,00    19,00         119,00\n7 %          50,00     3,50          53,50',
      'de',
    ),
    [
      [19, 19, '100,00'],
      [7, 3.5, '50,00'],
    ],
  );
  assert.deepEqual(taxesOf('Gross     Net       VAT amount   VAT rate\n120.00    100.00    20.00        20.00', 'en-GB'), [
    [20, 20, '100.00'],
  ]);
});

test('reads labeled taxes and the Indian taxes', () => {
  assert.deepEqual(taxesOf('zzgl. 19 % MwSt      19,00 EUR', 'de'), [[19, 19, undefined]]);
  assert.deepEqual(taxesOf('CGST 9%      18.00\nSGST 9%      18.00', 'en-IN'), [
    [9, 18, undefined],
    [9, 18, undefined],
  ]);
});

test('finds no taxes in other tables', () => {
  assert.deepEqual(taxesOf('Description    Quantity   Price   Amount\nPaper          2          5.00    10.00', 'en-US'), []);
});
