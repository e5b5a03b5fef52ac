import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedPage } from '../../../../../lab/training/documents/evaluation/typed-page.ts';
import { createTestLayout } from '../../../../../test/support/test-layout.ts';
import type { TestLine } from '../../../../../test/support/test-layout.ts';
import { extractDocuments } from '../extract.ts';
import { INVOICE } from '../invoice/spec.ts';
import { findLabels } from '../text/lexicon.ts';
import { pricedLineItems } from './priced-lines.ts';
import { PRICED, RECEIPT } from '../receipt/spec.ts';
import { segmentText } from '../text/segmented-text.ts';

function linesOf(text: string, locale = 'en-US'): Record<string, string>[] {
  const segmented = segmentText(typedPage(text));
  return pricedLineItems(segmented, findLabels(segmented, RECEIPT.lexicon), PRICED, locale).rows.map(({ cells }) =>
    Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell.text])),
  );
}

test('reads a leading quantity or code, and stops at the sum', () => {
  assert.deepEqual(
    linesOf('Blue Cafe\n2 Latte            7.00\n471100 Muffin      3.50\nSubtotal          10.50\nTotal             11.00'),
    [
      { TotalPrice: '7.00', Quantity: '2', Description: 'Latte' },
      { TotalPrice: '3.50', ProductCode: '471100', Description: 'Muffin' },
    ],
  );
});

test('reads quantity and unit price beside, below or above the name', () => {
  assert.deepEqual(linesOf('Latte\n2 x 3.50           7.00\nTotal              7.00'), [
    { TotalPrice: '7.00', Quantity: '2', Price: '3.50', Description: 'Latte' },
  ]);
  assert.deepEqual(linesOf('Latte              7.00\n  2 @ 3.50\nTea                2.00\nTotal              9.00'), [
    { TotalPrice: '7.00', Quantity: '2', Price: '3.50', Description: 'Latte' },
    { TotalPrice: '2.00', Description: 'Tea' },
  ]);
  assert.deepEqual(linesOf('GARDEN GLOVES\nKM27 - 6/144\n7120583   1 X 8.20   8.20\nTotal                8.20'), [
    { TotalPrice: '8.20', Quantity: '1', Price: '8.20', Description: 'GARDEN GLOVES', ProductCode: '7120583' },
  ]);
});

test('reads the quantity of a name above rows of details', () => {
  const details = (start: string): string =>
    `1 Desk lamp\n${start}brushed steel\n${start}two bulbs      49.00\n2 Shelf          30.00\nTotal            79.00`;
  assert.deepEqual(linesOf(details('  ')), [
    { TotalPrice: '49.00', Quantity: '1', Description: 'Desk lamp brushed steel two bulbs' },
    { TotalPrice: '30.00', Quantity: '2', Description: 'Shelf' },
  ]);
  assert.equal(linesOf(details(''))[0]!['Description'], 'two bulbs');
});

test('detects quantity and unit price by their product, and units of volumes', () => {
  assert.deepEqual(linesOf('Pen   3   1.20   3.60\nTotal           3.60'), [
    { TotalPrice: '3.60', Price: '1.20', Quantity: '3', Description: 'Pen' },
  ]);
  assert.deepEqual(linesOf('REGULAR 10.000 gal @ 3.459   34.59\nTotal                       34.59'), [
    { TotalPrice: '34.59', Quantity: '10.000', Price: '3.459', QuantityUnit: 'gal', Description: 'REGULAR' },
  ]);
});

test('reads weights above the name, and decides 1.250 by the product', () => {
  assert.deepEqual(linesOf('1.250 X      40.00\nСир твердий     50.00 А\nХліб           18.50 А\nСУМА            68.50', 'uk'), [
    { TotalPrice: '50.00', Quantity: '1.250', Price: '40.00', Description: 'Сир твердий' },
    { TotalPrice: '18.50', Description: 'Хліб' },
  ]);
});

test('reads quantities after the price or the name, and units of any language', () => {
  assert.deepEqual(linesOf('GREEN TEA 50G\n$2.40  x3      $7.20\nRice bowl ( * 2 )   $8.00\nTotal          $15.20'), [
    { TotalPrice: '$7.20', Quantity: '3', Price: '$2.40', Description: 'GREEN TEA 50G' },
    { TotalPrice: '$8.00', Quantity: '2', Description: 'Rice bowl' },
  ]);
  assert.deepEqual(linesOf('APA PLATA\n2 BUC X 3,10       6,20 B\nTOTAL              6,20', 'ro'), [
    { TotalPrice: '6,20', Quantity: '2', Price: '3,10', QuantityUnit: 'BUC', Description: 'APA PLATA' },
  ]);
});

test('leaves out rates and tax codes', () => {
  assert.deepEqual(linesOf('SABUN 3LU     %08     *7,50\nKALEM         %18     *2,25\nTOPLAM                *9,75', 'tr'), [
    { TotalPrice: '*7,50', Description: 'SABUN 3LU' },
    { TotalPrice: '*2,25', Description: 'KALEM' },
  ]);
});

test('ends at a row that is the sum of the lines above, in any language', () => {
  assert.deepEqual(
    linesOf('Limo      2.50\nTava      4.00\nZork      1.25\nQuvax     7.75\nBremol   10.00\nTizza     2.25').map(
      ({ Description }) => Description,
    ),
    ['Limo', 'Tava', 'Zork'],
  );
});

test('leaves out numbers above the lines if the rest adds up to the sum', () => {
  const text = 'BOLETA N     889.900\nPan          2.190\nQueso        4.990\nTOTAL        7.180';
  assert.deepEqual(linesOf(text, 'es-CL'), [
    { TotalPrice: '2.190', Description: 'Pan' },
    { TotalPrice: '4.990', Description: 'Queso' },
  ]);
});

test('counts deposits but not discounts', () => {
  assert.deepEqual(
    linesOf('Cola 1L      1,50 A\nPFAND        0,25 A\nRabatt      -0,30\nSUMME        1,45', 'de').map(({ Description }) => Description),
    ['Cola 1L', 'PFAND'],
  );
});

test('reads amounts without decimals', () => {
  assert.deepEqual(linesOf('Nasi goreng      25.000\nEs teh            5.000\nKerupuk             750\nTotal            30.750', 'id'), [
    { TotalPrice: '25.000', Description: 'Nasi goreng' },
    { TotalPrice: '5.000', Description: 'Es teh' },
    { TotalPrice: '750', Description: 'Kerupuk' },
  ]);
});

test('finds no lines in text without prices', () => {
  assert.deepEqual(linesOf('Hello there\nThis is a letter of 12 lines.'), []);
});

test('reads amounts with a currency behind some of them, with one decimal, and quantities in a column', () => {
  assert.deepEqual(linesOf('KIFLI          649\nTEJ\n2 DB x 399 Ft  798\nÖSSZESEN:  1 447 Ft', 'hu'), [
    { TotalPrice: '649', Description: 'KIFLI' },
    { TotalPrice: '798', Quantity: '2', Price: '399', QuantityUnit: 'DB', Description: 'TEJ' },
  ]);
  assert.deepEqual(linesOf('1 Noodles    62.0\n2 Lemon Tea  46.0\nSub-Total   108.0\nTotal       108.0', 'en-HK'), [
    { TotalPrice: '62.0', Quantity: '1', Description: 'Noodles' },
    { TotalPrice: '46.0', Quantity: '2', Description: 'Lemon Tea' },
  ]);
  assert.deepEqual(linesOf('Latte        2      9,000\nCake         1      6,800\nTotal              15,800', 'ko'), [
    { TotalPrice: '9,000', Quantity: '2', Description: 'Latte' },
    { TotalPrice: '6,800', Quantity: '1', Description: 'Cake' },
  ]);
});

test('leaves line numbers and repeated quantities out of names', () => {
  const text =
    '001 Rice\n   2 UN x 4,00        8,00\n002 Beans\n   1 UN x 3,00        3,00\n003 Salt              1,00\nTOTAL        12,00';
  assert.deepEqual(
    linesOf(text, 'pt-BR').map(({ Description }) => Description),
    ['Rice', 'Beans', 'Salt'],
  );
  assert.equal(linesOf('2 NOTEBOOK    7.98\n  2 @ 3.99\n1 PEN         1.00\nTOTAL         8.98')[0]!.Description, 'NOTEBOOK');
});

test('reads quantities as tills of many countries print them', () => {
  const first = (line: string, amount: string, sum: string, locale: string): Record<string, string> | undefined => {
    const rows = [
      [line, amount],
      ['Pie cut', amount],
      [sum, amount.replace('9', '18')],
    ];
    return linesOf(rows.map(([text, value]) => `${text!.padEnd(text!.lastIndexOf('\n') + 41)}${value!.padStart(8)}`).join('\n'), locale)[0];
  };
  const expected = { Quantity: '2', Description: 'Cheese cake' };
  assert.partialDeepStrictEqual(first('Cheese cake\n   Qty: 2 @ $4.50', '$9.00', 'TOTAL', 'en-US'), expected);
  assert.partialDeepStrictEqual(first('Cheese cake Qty 2', '9.00', 'TOTAL', 'en-US'), expected);
  assert.partialDeepStrictEqual(first('Cheese cake  2.00  4.50  0.00', '9.00', 'TOTAL', 'en-US'), { ...expected, Quantity: '2.00' });
  assert.partialDeepStrictEqual(first('Cheese cake  2 kpl  4,50/kpl', '9,00', 'YHTEENSÄ', 'fi-FI'), expected);
  assert.partialDeepStrictEqual(first('2* Cheese cake  á 4,50', '9,00', 'Summe', 'de-DE'), expected);
  assert.partialDeepStrictEqual(first('2 ks  Cheese cake  4,50', '9,00', 'Celkem', 'cs-CZ'), expected);
});

test('reads lines of which each is followed by its tax rate', () => {
  assert.deepEqual(
    linesOf(
      '1. Сыр "Луговой"\n          2 x 31.50     =63.00\n  НДС 10%\n2. Чай\n          1 x 80.00     =80.00\n  НДС 20%\nИТОГ                =143.00',
      'ru-RU',
    ),
    [
      { TotalPrice: '=63.00', Quantity: '2', Price: '31.50', Description: 'Сыр "Луговой"' },
      { TotalPrice: '=80.00', Quantity: '1', Price: '80.00', Description: 'Чай' },
    ],
  );
});

test('separates a quantity from the name that it touches, and the price behind the name', () => {
  assert.deepEqual(linesOf('3xSuppe à 4.20 CHF      12.60\nlxKuchen à 5.10 CHF      5.10\nTotal                   17.70', 'de-CH'), [
    { TotalPrice: '12.60', Quantity: '3', Price: '4.20', Description: 'Suppe' },
    { TotalPrice: '5.10', Quantity: '1', Price: '5.10', Description: 'Kuchen' },
  ]);
});

test('leaves tax codes in a column of their own out of names', () => {
  assert.deepEqual(
    linesOf('E 330144 APPLES   FN    4.10\n  551020 SOAP     T     2.00\nTISSUE X6         T     3.00\nTotal                   9.10').map(
      ({ Description }) => Description,
    ),
    ['APPLES', 'SOAP', 'TISSUE X6'],
  );
});

test('reads a word between quantity and price as the unit', () => {
  assert.deepEqual(linesOf('Hedge trimming   6 hrs   40.00   240.00\nTotal                         240.00'), [
    { TotalPrice: '240.00', Quantity: '6', Price: '40.00', QuantityUnit: 'hrs', Description: 'Hedge trimming' },
  ]);
});

test('takes a tax letter before the quantity for no sign of a product', () => {
  const [butter] = linesOf('BUTTER 82% 1KG A  2 x4,99  9,98C\nROLLS  0,79C\nSUMA  10,77', 'pl-PL');
  assert.deepEqual([butter?.Quantity, butter?.Price], ['2', '4,99']);
});

test('reads liters times a price', () => {
  const [fuel] = linesOf('Diesel\n40,10 l x 1,799 EUR/l  72,14 A\nWasser  1,50 A\nSumme  73,64', 'de-DE');
  assert.deepEqual([fuel?.Quantity, fuel?.Price], ['40,10', '1,799']);
});

test('reads names and amounts from right to left', () => {
  const row = (name: string, amount: string, top: number): TestLine[] => [
    { text: name, left: 300 - 8 * name.length, top, height: 10 },
    { text: amount, left: 20, top, height: 10 },
  ];
  const layout = createTestLayout([
    ...row('מאפיית לחם', '', 10).slice(0, 1),
    ...row('לחם אחיד', '7.10', 30),
    ...row('חלב טרי', '6.20', 50),
    ...row('סה"כ לתשלום', '13.30', 70),
  ]);
  const { fields } = extractDocuments('prebuilt-receipt', layout)[0]!;
  assert.equal(fields.Items?.type === 'array' ? fields.Items.value.length : 0, 2);
});

test('keeps a counted name that is almost the word for a card', () => {
  assert.equal(linesOf('2 Café     2,20   4,40\n1 Tarte fraise     7,50\nTotal             11,90', 'fr').length, 2);
});

test('leaves tax codes in brackets and units before a count out of the name', () => {
  assert.deepEqual(
    linesOf('(A) PAO          1,49\n(C) SABAO        2,99\nTOTAL            4,48', 'pt').map(({ Description }) => Description),
    ['PAO', 'SABAO'],
  );
  assert.deepEqual(linesOf('BUC. 2 X 14.50\nSIROP           29.00 B\nTOTAL LEI       29.00', 'ro'), [
    { TotalPrice: '29.00', Quantity: '2', Price: '14.50', Description: 'SIROP' },
  ]);
});

test('takes the amount of a count below the price of one, and no former price', () => {
  const text = 'PASTA SAUCE      $2.49\n  2 @ $2.49 ea   $4.98\nTOWEL            $9.00\nRegular Price   $12.00\nTOTAL           $13.98';
  assert.deepEqual(linesOf(text), [
    { TotalPrice: '$4.98', Quantity: '2', Price: '$2.49', Description: 'PASTA SAUCE' },
    { TotalPrice: '$9.00', Description: 'TOWEL' },
  ]);
});

test('reads no count from marks of amounts and sizes in names', () => {
  assert.deepEqual(linesOf('緑茶 600ml        * 138\nパン              * 298\n合計              ¥436', 'ja').at(0), {
    TotalPrice: '138',
    Description: '緑茶 600ml',
  });
  assert.equal(
    linesOf('ALGODON 500 X20    $8.900\nJABON              $1.100\nTOTAL             $10.000', 'es-CO')[0]!['Description'],
    'ALGODON 500 X20',
  );
  assert.equal(
    linesOf('우유\n8801115114031   2,980   1   2,980\n빵\n8801115114032   1,000   2   2,000\n합계   4,980', 'ko')[0]!['Quantity'],
    '1',
  );
});

test('takes names from the rows below their figures if no line has one above', () => {
  const text =
    'ITEM     QTY  U.PRICE    RM\n4132   1   20.00   20.00\nWING COMPASS 300X17\n6736   2   5.00   10.00\nHOLLOW PUNCH\nTOTAL   30.00';
  assert.deepEqual(linesOf(text), [
    { TotalPrice: '20.00', Quantity: '1', Price: '20.00', ProductCode: '4132', Description: 'WING COMPASS 300X17' },
    { TotalPrice: '10.00', Quantity: '2', Price: '5.00', ProductCode: '6736', Description: 'HOLLOW PUNCH' },
  ]);
});

test('takes three figures before a name for a code, and no price of one for an amount', () => {
  assert.deepEqual(linesOf('103 ORANGE SYRUP    RM11.40\nTOTAL               RM11.40', 'en-MY'), [
    { TotalPrice: 'RM11.40', ProductCode: '103', Description: 'ORANGE SYRUP' },
  ]);
  assert.deepEqual(linesOf('LED TUBE @16.00\n00004285   5   16.00   80.00\nTOTAL   80.00'), [
    { TotalPrice: '80.00', Quantity: '5', Price: '16.00', ProductCode: '00004285', Description: 'LED TUBE @16.00' },
  ]);
});

test('counts lines whose amount lost its first figure or whose name was not read, and a misread 1', () => {
  assert.equal(linesOf('SALAT           0,29 A\nSAFT             ,39 B\nSUMME           0,68', 'de').length, 2);
  assert.equal(linesOf('www.sport.example\n6 500859 1 L|99   99.90\n8 900050 1 L|99    0.10\nSUMME CHF        100.00', 'de-CH').length, 2);
  assert.deepEqual(linesOf('1 Suppe    4.50   4.50\ni Filet   58.00  58.00\nSumme            62.50', 'de-CH').at(1), {
    TotalPrice: '58.00',
    Quantity: '1',
    Price: '58.00',
    Description: 'Filet',
  });
});

test('takes the rows that add up to a labeled sum, whatever other sums are above', () => {
  const text = [
    'Previous balance                      212.40',
    'Payments received                    -150.00',
    'Charges for this period               187.06',
    'VAT                                     9.35',
    'Total now due                         258.81',
    '',
    'How we worked out your charges',
    'Day units         598 kWh             144.12',
    'Night units       185 kWh              21.09',
    'Daily charge      89 days              21.85',
    'Subtotal                              187.06',
    'VAT                                     9.35',
  ].join('\n');
  const segmented = segmentText(typedPage(text));
  const { rows } = INVOICE.lineItems(segmented, findLabels(segmented, INVOICE.lexicon), 'en-GB');
  assert.deepEqual(
    rows.map(({ amount }) => amount),
    [144.12, 21.09, 21.85],
  );
});
