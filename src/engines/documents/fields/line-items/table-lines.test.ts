import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedPage, typedPages } from '../../../../../lab/training/documents/evaluation/typed-page.ts';
import { createTestLayout } from '../../../../../test/support/test-layout.ts';
import type { DocumentLayout } from '../../layout/model/structure.ts';
import { INVOICE } from '../invoice/spec.ts';
import { documentLocale } from '../text/document-locale.ts';
import { findLabels } from '../text/lexicon.ts';
import { segmentText } from '../text/segmented-text.ts';

function linesOf(layout: DocumentLayout, locale?: string): Record<string, string>[] {
  const segmented = segmentText(layout);
  const labels = findLabels(segmented, INVOICE.lexicon);
  return INVOICE.lineItems(segmented, labels, documentLocale(segmented, labels, locale)).rows.map(({ cells }) =>
    Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell.text])),
  );
}
const names = (layout: DocumentLayout, locale?: string): (string | undefined)[] =>
  linesOf(layout, locale).map(({ Description }) => Description);

test('goes on after section headings and subtotals', () => {
  const text = [
    'Description            Quantity   Unit price   Amount',
    'Hardware',
    'Keyboard               2          20.00        40.00',
    'Mouse                  1          10.00        10.00',
    'Subtotal                                       50.00',
    '',
    'Services',
    'Installation           3          30.00        90.00',
    'Subtotal                                       90.00',
    '',
    'Total                                         140.00',
    'Tax 10%                                        14.00',
  ].join('\n');
  assert.deepEqual(names(typedPage(text)), ['Keyboard', 'Mouse', 'Installation']);
});

test('goes on over pages with and without a heading, and skips sums carried forward', () => {
  const head = 'Pos   Bezeichnung          Menge   Einzelpreis   Gesamtpreis';
  const first = `${head}\n1     Papier               2       5,00          10,00\n2     Stifte               4       1,50          6,00\nÜbertrag                                         16,00`;
  const second = '3     Ordner               1       4,00          4,00\n\nSumme                                            20,00';
  assert.deepEqual(names(typedPages([first, `Übertrag                                         16,00\n${second}`]), 'de'), [
    'Papier',
    'Stifte',
    'Ordner',
  ]);
  assert.deepEqual(names(typedPages([first, `${head}\n${second}`]), 'de'), ['Papier', 'Stifte', 'Ordner']);
});

test('reads headings over two rows and several headings in one text', () => {
  const text = [
    'Item                   Qty Unit   Unit      Line',
    '                                  price     total',
    'Paper                  2   box    5.00      10.00',
    'Ink                    1   pc     7.50      7.50',
  ].join('\n');
  assert.deepEqual(linesOf(typedPage(text), 'en-US'), [
    { Amount: '10.00', UnitPrice: '5.00', Quantity: '2', Unit: 'box', Description: 'Paper' },
    { Amount: '7.50', UnitPrice: '7.50', Quantity: '1', Unit: 'pc', Description: 'Ink' },
  ]);
});

test('joins wrapped names and leaves out attributes', () => {
  const text = [
    'Pos  Artikel                    Menge   Preis    Betrag',
    '1    Drucker mit Scanner und    1       200,00   200,00',
    '     Kopierer, weiß',
    '     Serien-Nr.: 4711',
    '',
    '2    Toner                      2       50,00    100,00',
    '     Farbe: schwarz',
  ].join('\n');
  assert.deepEqual(names(typedPage(text), 'de'), ['Drucker mit Scanner und Kopierer, weiß', 'Toner']);
});

test('reads amounts in the last row of an item', () => {
  const text = [
    'Description            Quantity   Unit price   Amount',
    'Annual maintenance',
    '                       1          99.00        99.00',
    '',
    'Cleaning of offices',
    '                       4          25.00        100.00',
  ].join('\n');
  assert.deepEqual(linesOf(typedPage(text), 'en-US'), [
    { Amount: '99.00', UnitPrice: '99.00', Quantity: '1', Description: 'Annual maintenance' },
    { Amount: '100.00', UnitPrice: '25.00', Quantity: '4', Description: 'Cleaning of offices' },
  ]);
});

test('does not take tax tables and payment plans for items', () => {
  const text = [
    'Désignation            Qté     PU HT     Montant HT',
    'Papier                 2       5,00      10,00',
    '',
    'Taux TVA     Base HT     Montant TVA',
    '20,00        10,00       2,00',
    '',
    'Total TTC                                12,00',
    'Échéance     Montant',
    '01/02/2024   12,00',
  ].join('\n');
  assert.deepEqual(names(typedPage(text), 'fr'), ['Papier']);
});

test('distinguishes positions and product codes from text, and net from gross amounts', () => {
  const text = [
    'Lp   Nazwa                 Ilość   Cena netto   Wartość netto   VAT %   Wartość brutto',
    '1    Papier A4             2       5,00         10,00           23%     12,30',
    '2    Segregator            3       4,00         12,00           23%     14,76',
  ].join('\n');
  assert.deepEqual(linesOf(typedPage(text), 'pl'), [
    { Amount: '10,00', UnitPrice: '5,00', Quantity: '2', TaxRate: '23%', Description: 'Papier A4' },
    { Amount: '12,00', UnitPrice: '4,00', Quantity: '3', TaxRate: '23%', Description: 'Segregator' },
  ]);
});

for (const [language, heading] of [
  ['es', 'Código    Concepto       Cantidad   Precio unitario   Importe'],
  ['it', 'Codice    Descrizione    Q.tà       Prezzo unitario   Importo'],
  ['nl', 'Code      Omschrijving   Aantal     Prijs per stuk    Bedrag'],
  ['pt', 'Código    Descrição      Qtd        Preço unitário    Valor'],
  ['sv', 'Artnr     Benämning      Antal      À-pris            Belopp'],
  ['da', 'Varenr    Beskrivelse    Antal      Enhedspris        Beløb'],
] as const)
  test(`reads headings in ${language}`, () => {
    assert.deepEqual(linesOf(typedPage(`${heading}\nAB-1234   Papel          2          5,00              10,00`), language), [
      { Amount: '10,00', UnitPrice: '5,00', Quantity: '2', Description: 'Papel', ProductCode: 'AB-1234' },
    ]);
  });

for (const [language, heading] of [
  ['cs', 'Kód       Název          Množství   Cena za jednotku   Celkem'],
  ['hu', 'Cikkszám  Megnevezés     Mennyiség  Egységár          Összesen'],
  ['tr', 'Kodu      Mal Hizmet     Miktar     Birim Fiyat       Tutar'],
  ['ru', 'Код       Наименование   Кол-во     Цена              Сумма'],
  ['vi', 'Mã hàng   Tên hàng       Số lượng   Đơn giá           Thành tiền'],
  ['id', 'Kode      Nama Barang    Jumlah     Harga Satuan      Total'],
  ['zh', '编码      货物名称       数量       单价              金额'],
  ['ko', '코드      품명           수량       단가              금액'],
] as const)
  test(`reads headings in ${language}`, () => {
    assert.deepEqual(linesOf(typedPage(`${heading}\nAB-1234   Papel          2          5,00              10,00`), language), [
      { Amount: '10,00', UnitPrice: '5,00', Quantity: '2', Description: 'Papel', ProductCode: 'AB-1234' },
    ]);
  });

test('skips numbers of columns', () => {
  const page = [
    '№   Наименование товара    Кол-во   Цена     Сумма',
    '1   2                      3        4        5',
    '1   Бумага                 2        50,00    100,00',
    '2   Скрепки                3        10,00    30,00',
    'Итого                                        130,00',
  ].join('\n');
  assert.deepEqual(names(typedPage(page), 'ru'), ['Бумага', 'Скрепки']);
  const form = [
    'Nr. crt.   Denumirea produselor   U.M.   Cantitatea   Prețul unitar   Valoarea',
    '0          1                      2      3            4               5 (3x4)',
    '1          Cablu                  m      10           6,00            60,00',
    '2          Montaj                 buc    2            20,00           40,00',
    'Total                                                                 100,00',
  ].join('\n');
  assert.deepEqual(names(typedPage(form), 'ro'), ['Cablu', 'Montaj']);
});

test('takes the values below a row of captions for no item', () => {
  const page = [
    'Account Number   Due Date        Amount Due',
    '4418-8270-11     Nov 28, 2023    $100.00',
    '',
    'Customer charge                  $20.00',
    'Energy charge                    $80.00',
    'Total                            $100.00',
  ].join('\n');
  assert.deepEqual(names(typedPage(page), 'en-US'), ['Customer charge', 'Energy charge']);
});

test('stays bounded on many headings and rows', () => {
  const heading = 'Description Quantity Price Amount   Description   Quantity   Price   Amount';
  const rows = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? heading : `Item ${String(i)} 1 2 3   4.00   5.00   6.00   7.00   8.00`));
  assert.ok(linesOf(typedPage(rows.join('\n'))).length <= 60);
});

test('reads a table whose headings are in unknown words by its products', () => {
  const text = [
    'Vrabo                  Kelit      Sumpal       Drovan',
    'Paper                  2          5.00         10.00',
    'Ink                    3          7.00         21.00',
    '',
    'Total                                          31.00',
  ].join('\n');
  assert.deepEqual(linesOf(typedPage(text)), [
    { Description: 'Paper', Quantity: '2', UnitPrice: '5.00', Amount: '10.00' },
    { Description: 'Ink', Quantity: '3', UnitPrice: '7.00', Amount: '21.00' },
  ]);
});

test('leaves counted numbers and ordered quantities out of names, and takes charges for amounts', () => {
  const counted = typedPage(
    'Description            Qty   Price    Amount\n1. Paper               2     4.00      8.00\n2. Ink                 1    12.00     12.00\nTotal                                 20.00',
  );
  assert.deepEqual(names(counted), ['Paper', 'Ink']);
  const ordered = typedPage(
    'Items Ordered                              Price\n2 of: Garden lamp, green                  $14.00\n1 of: Rake                                 $9.00\nTotal                                     $37.00',
  );
  assert.deepEqual(
    linesOf(ordered).map(({ Quantity, Description }) => [Quantity, Description]),
    [
      ['2', 'Garden lamp, green'],
      ['1', 'Rake'],
    ],
  );
  const charges = typedPage(
    'Pieces  Description of Articles    Weight   Rate    Charges\n3       CRATE OF TOOLS             1,200    9.10    109.20\n        FUEL SURCHARGE                               20.80\nTOTAL                                               130.00',
  );
  assert.deepEqual(
    linesOf(charges).map(({ Amount }) => Amount),
    ['109.20', '20.80'],
  );
});

test('keeps a name together that is wider than its column', () => {
  const page = typedPage(
    'Item         Price    Qty   Amount\nLARGE BOTTLE OF GREEN TEA 1L\n             4.00     2       8.00\nSPARE CAP\n             0.50     4       2.00\nTotal                        10.00',
  );
  assert.deepEqual(names(page), ['LARGE BOTTLE OF GREEN TEA 1L', 'SPARE CAP']);
});

test('ends a table of quantities and prices at sums with labels in other columns, or farther down', () => {
  const lines = [
    'Description            Quantity   Unit price   Amount',
    'Keyboard               2          20.00        40.00',
    'Mouse                  1          10.00        10.00',
  ];
  const labeled = ['In words: fifty dollars           Discount:     3.50', 'and no cents                      Total:       46.50'];
  const apart = ['', '', 'Summary of goods                  Merchandise  53.00', 'Class A                           Paid          6.50'];
  assert.deepEqual(names(typedPage([...lines, ...labeled].join('\n'))), ['Keyboard', 'Mouse']);
  assert.deepEqual(names(typedPage([...lines, ...apart].join('\n'))), ['Keyboard', 'Mouse']);
});

test('reads thousands that are separated by spaces', () => {
  const text = [
    'Popis              Množství   Cena/MJ     Celkem',
    'Prkno smrk         2 m3       1 050,00    2 100,00',
    'Lať                150 m      11,50       1 725,00',
    'Celkem                                    3 825,00',
  ].join('\n');
  assert.deepEqual(
    linesOf(typedPage(text), 'cs').map(({ UnitPrice, Amount }) => [UnitPrice, Amount]),
    [
      ['1 050,00', '2 100,00'],
      ['11,50', '1 725,00'],
    ],
  );
});

test('reads lines over several rows with discounts below, and letters of taxes beside amounts', () => {
  const text = [
    'Pos.  Material  Bezeichnung                   Menge ME   Preis/ME      Wert',
    '---------------------------------------------------------------------------',
    '10    440012    Laugenverstärker',
    '                Charge 240114                 8 KAN         74,50    596,00',
    '                Rabatt                        5,00 %-                29,80-',
    '                Nettowert Position                                   566,20',
    '20    440077    Weichspüler',
    '                Charge 240117                 1 ST         698,00    698,00',
    '30    990001    Leihgebinde',
    '                Charge 240118                 1 ST          33,00     33,00',
    '---------------------------------------------------------------------------',
    'Nettobetrag                                                        1.297,20',
    'MwSt.                         20,000 %      1.297,20                 259,44',
    'Endbetrag                                                 EUR      1.556,64',
  ].join('\n');
  assert.deepEqual(
    linesOf(typedPage(text), 'de-AT').map(({ ProductCode, Amount }) => [ProductCode, Amount]),
    [
      ['440012', '596,00'],
      ['440077', '698,00'],
      ['990001', '33,00'],
    ],
  );
  const taxed = [
    'Description              Amount VAT',
    'Freight                2,165.10 H',
    'Clearance                 95.00 H',
    'Customs                1,114.30 V',
    'Total                  3,374.40',
  ].join('\n');
  assert.deepEqual(
    linesOf(typedPage(taxed), 'en-GB').map(({ Amount }) => Amount),
    ['2,165.10', '95.00', '1,114.30'],
  );
});

test('splits headings that are glued to each other', () => {
  const layout = createTestLayout([
    { text: '项目名称', left: 40, top: 100 },
    { text: '单位数量', left: 200, top: 100 },
    { text: '单价', left: 310, top: 100 },
    { text: '金额税率/征收率', left: 370, top: 100 },
    { text: '税额', left: 500, top: 100 },
    { text: '伺服驱动器', left: 40, top: 114 },
    { text: '台', left: 200, top: 114 },
    { text: '4', left: 240, top: 114 },
    { text: '2610.62', left: 300, top: 114 },
    { text: '10442.48', left: 370, top: 114 },
    { text: '13%', left: 450, top: 114 },
    { text: '1357.52', left: 495, top: 114 },
    { text: '编码器线', left: 40, top: 128 },
    { text: '根', left: 200, top: 128 },
    { text: '4', left: 240, top: 128 },
    { text: '132.74', left: 305, top: 128 },
    { text: '530.96', left: 380, top: 128 },
    { text: '13%', left: 450, top: 128 },
    { text: '69.02', left: 500, top: 128 },
  ]);
  assert.deepEqual(
    linesOf(layout, 'zh').map(({ Quantity, Amount, Tax }) => [Quantity, Amount, Tax]),
    [
      ['4', '10442.48', '1357.52'],
      ['4', '530.96', '69.02'],
    ],
  );
});

test('leaves a rate out of an amount if its column has no heading', () => {
  const text = [
    'Code   Product             Quantity   Unit price    Subtotal            Subtotal incl. tax',
    'S01    Maintenance         1.00       1850.00       1850.00   21%       2238.50',
    'R44    Load cell           2.00       4125.00       8250.00   21%       9982.50',
  ].join('\n');
  assert.deepEqual(
    linesOf(typedPage(text)).map(({ UnitPrice, Amount }) => [UnitPrice, Amount]),
    [
      ['1850.00', '1850.00'],
      ['4125.00', '8250.00'],
    ],
  );
});
