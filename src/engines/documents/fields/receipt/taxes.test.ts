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

test('reads a rate with its net amount and its tax', () => {
  const rates = ['Základ 15%  200,00   DPH 15%   30,00', 'Základ 21%  100,00   DPH 21%   21,00'];
  assert.deepEqual(taxesOf('Hospoda', 'Guláš    230,00', 'Pivo     121,00', 'Celkem   351,00', ...rates), [351, 51, [30, 21]]);
});

test('reads the tax on the line below its rate', () => {
  const rates = ['(10%対象    ¥498)', '(内消費税等    ¥45)', '( 8%対象    ¥270)', '(内消費税等    ¥20)'];
  assert.deepEqual(taxesOf('見本商店', 'おにぎり   ¥270', '電池    ¥498', '合計    ¥768', ...rates), [768, 65, [45, 20]]);
});

test('does not take the gross amount of a rate for the tax', () => {
  const rates = ['Moms%    Moms    Netto   Brutto', '12,00   12,61   105,09   117,70', ' 0,00    0,00     1,00     1,00'];
  assert.deepEqual(taxesOf('Livs', 'Kaffe     117,70', 'Pant        1,00', 'Totalt    118,70 SEK', ...rates), [118.7, 12.61, [12.61]]);
});

test('does not take the net amount of one rate for that of all', () => {
  const subtotalOf = (...lines: string[]): unknown => {
    const field = extractDocuments('prebuilt-receipt', typedPage(lines.join('\n')))[0]!.fields.Subtotal;
    return field?.type === 'currency' ? field.value?.amount : undefined;
  };
  const sale = ['Pastelaria Mar', 'Pastel   4,10', 'Sumo   1,80', 'Total:   5,90', 'Taxa   Incidência    IVA'];
  const rates = ['13%       3,63      0,47', '23%       1,46      0,34'];
  assert.equal(subtotalOf(...sale, ...rates, 'Total     5,09      0,81'), 5.09);
  assert.notEqual(subtotalOf(...sale, ...rates), 3.63);
});

test('counts the taxes below each line once where they are listed again for all', () => {
  assert.deepEqual(
    taxesOf(
      'ООО "ПРИМЕР"',
      'Хлеб',
      '1.000 x 46.90        =46.90',
      'НДС 10%                4.26',
      'Молоко',
      '2.000 x 89.90       =179.80',
      'НДС 10%               16.35',
      'ИТОГ                =226.70',
      'СУММА НДС 10%        =20.61',
    ),
    [226.7, 20.61, [20.61]],
  );
});

test('gives no total as the tax at the rate beside it', () => {
  assert.deepEqual(taxesOf('STATIONERY SHOP', 'PAPER          12.00', 'Total Incl. GST @ 6% :  12.00', 'GST 6%          0.68')[2], [0.68]);
});
