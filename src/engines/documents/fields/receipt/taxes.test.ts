import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedPage } from '../../../../../lab/training/documents/evaluation/typed-page.ts';
import { extractDocuments } from '../extract.ts';

/** Total, total tax and taxes by rate. */
function taxesOf(...lines: string[]): [number | undefined, number | undefined, (number | undefined)[]] {
  const { fields } = extractDocuments('prebuilt-receipt', typedPage(lines.join('\n')))[0]!;
  const amount = (name: string): number | undefined => {
    const field = fields[name];
    return field?.type === 'currency' ? field.value?.amount : undefined;
  };
  const details = fields.TaxDetails?.type === 'array' ? fields.TaxDetails.value : [];
  const rows = details.map((row) => {
    const own = row.type === 'object' ? row.value.Amount : undefined;
    return own?.type === 'currency' ? own.value?.amount : undefined;
  });
  return [amount('Total'), amount('TotalTax'), rows];
}

test('adds taxes by rate', () => {
  assert.deepEqual(
    taxesOf(
      'Laden am Tor',
      'Suppe               36,00',
      'Saft                21,20',
      'SUMME EUR           57,20',
      '% Mwst.:   Netto:   Brutto:',
      '10  3,27   32,73    36,00',
      '20  3,53   17,67    21,20',
    ),
    [57.2, 6.8, [3.27, 3.53]],
  );
});

test('takes the only rate of a table, with the tax in any column', () => {
  assert.deepEqual(
    taxesOf('Butik', 'Tröja        199,00', 'Total        199,00 Kr', 'Moms%  Moms   Netto   Totalt', '25,00  39,80  159,20  199,00'),
    [199, 39.8, [39.8]],
  );
  assert.deepEqual(
    taxesOf('Apotheke', 'Tabletten      22.60', 'Total CHF      22.60', 'Code  Satz   Total  MwSt.', '2     2.5%   22.60  0.55'),
    [22.6, 0.55, [0.55]],
  );
});

test('adds taxes of several kinds and a service charge to the subtotal', () => {
  const [total, tax] = taxesOf(
    'BAY HOTEL',
    'Noodles      1000.00',
    'Sub-Total    1000.00',
    '10% S.C.      100.00',
    '12% VAT       120.00',
    'Local tax      30.00',
    'Total:       1250.00',
  );
  assert.deepEqual([total, tax], [1250, 150]);
});

test('adds rates without net amounts if they belong to the total', () => {
  assert.deepEqual(taxesOf('Φούρνος', 'Ψωμί       3,20', 'Καφές      3,00', 'ΣΥΝΟΛΟ     6,20', 'ΦΠΑ 13%    0,37', 'ΦΠΑ 24%    0,58'), [
    6.2,
    0.95,
    [0.37, 0.58],
  ]);
});

test('does not count the sum of the rates as a rate', () => {
  const lines = ['Markt', 'Milch      7,37', 'Seife      7,24', 'SUMME EUR      14,61', 'Steuer %   Netto  Steuer  Brutto'];
  const rates = ['A= 19,0%    6,08    1,16    7,24', 'B=  7,0%    6,89    0,48    7,37', 'Gesamtbetrag 12,97  1,64   14,61'];
  assert.deepEqual(taxesOf(...lines, ...rates), [14.61, 1.64, [1.16, 0.48]]);
});

test('takes a named amount that is the tax of another one at a usual rate', () => {
  const [total, tax] = taxesOf(
    '행복마트',
    '라면      7,960',
    '바나나      4,500',
    '과세물품가액      9,918',
    '부가세      992',
    '합계      15,410',
  );
  assert.deepEqual([total, tax], [15410, 992]);
});

test('gives the restaurant of a hotel a receipt of a meal', () => {
  const page = typedPage(['BAY HOTEL', 'and RESORT', 'Table: 4', 'Date: 08/02/2015', 'Noodles   10.00', 'Total:    10.00'].join('\n'));
  assert.equal(extractDocuments('prebuilt-receipt', page)[0]!.docType, 'receipt.retailMeal');
});
