import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedPage, typedPages } from '../../../../../lab/training/documents/evaluation/typed-page.ts';
import { extractDocuments } from '../extract.ts';

const invoice = (number: string, page: string, total: string): string =>
  [
    'Northwind Traders',
    `INVOICE                         ${page}`,
    `Invoice number: ${number}`,
    'Invoice date: 2024-03-05',
    '',
    'Description          Quantity   Unit price   Amount',
    `Paper                2          5.00         10.00`,
    '',
    `Total                                        ${total}`,
  ].join('\n');

const pagesOf = (modelId: string, texts: readonly string[]): number[][] =>
  extractDocuments(modelId, texts.length === 1 ? typedPage(texts[0]!) : typedPages(texts)).map(({ pages }) => [...pages]);

test('splits invoices by page numbers and by document numbers', () => {
  assert.deepEqual(pagesOf('prebuilt-invoice', [invoice('A-1001', 'Page 1 of 1', '10.00'), invoice('A-1002', 'Page 1 of 1', '10.00')]), [
    [0],
    [1],
  ]);
  assert.deepEqual(pagesOf('prebuilt-invoice', [invoice('A-1001', '', '10.00'), invoice('A-1002', '', '10.00')]), [[0], [1]]);
});

test('gives each document its own fields and items', () => {
  const layout = typedPages([invoice('A-1001', 'Page 1 of 1', '10.00'), invoice('A-1002', 'Page 1 of 1', '10.00')]);
  const [, second] = extractDocuments('prebuilt-invoice', layout);
  const items = second!.fields.Items;
  assert.equal(items?.type === 'array' ? items.value.length : 0, 1);
  const first = items?.type === 'array' ? items.value[0] : undefined;
  const description = first?.type === 'object' ? first.value.Description : undefined;
  assert.deepEqual(
    description?.items.map((item) => layout.items[item]!.page),
    [1],
  );
});

test('keeps a long invoice together', () => {
  const first = invoice('A-1001', 'Page 1 of 3', '10.00');
  const pages = [first, invoice('A-1001', 'Page 2 of 3', '20.00'), invoice('A-1001', 'Page 3 of 3', '30.00')];
  assert.deepEqual(pagesOf('prebuilt-invoice', pages), [[0, 1, 2]]);
  assert.deepEqual(
    pagesOf(
      'prebuilt-invoice',
      pages.map((page) => page.replace(/Page \d of 3/u, '')),
    ),
    [[0, 1, 2]],
  );
  assert.deepEqual(pagesOf('prebuilt-invoice', [first, 'Terms and conditions\nPage 1 of 2\nGoods remain our property.']), [[0, 1]]);
});

const RECEIPT = [
  'Blue Cafe',
  '1 Main Street',
  '03/05/2024 10:15',
  'Latte         3.50',
  'Muffin        2.50',
  'Subtotal      6.00',
  'Tax           0.60',
  'Total         6.60',
];
const OTHER = [
  'Corner Shop',
  '9 High Street',
  '04/05/2024 18:40',
  'Soap          4.00',
  'Bread         1.20',
  'Subtotal      5.20',
  'Tax           0.40',
  'Total         5.60',
];

test('splits receipts that lie beside each other', () => {
  const beside = RECEIPT.map((line, i) => `${line.padEnd(30)}${OTHER[i]!}`).join('\n');
  const documents = extractDocuments('prebuilt-receipt', typedPage(beside));
  assert.equal(documents.length, 2);
  const totals = documents.map(({ fields }) => (fields.Total?.type === 'currency' ? fields.Total.value?.amount : undefined));
  assert.deepEqual(totals, [6.6, 5.6]);
});

test('splits receipts below each other and on pages of their own', () => {
  assert.equal(extractDocuments('prebuilt-receipt', typedPage([...RECEIPT, '', '', '', '', '', '', '', ...OTHER].join('\n'))).length, 2);
  assert.deepEqual(pagesOf('prebuilt-receipt', [RECEIPT.join('\n'), OTHER.join('\n')]), [[0], [1]]);
});

test('does not split a receipt with wide gaps', () => {
  const wide = [
    'Blue Cafe',
    '03/05/2024',
    'Latte                              3.50',
    'Muffin                             2.50',
    '',
    '',
    '',
    '',
    '',
    '',
    'Total                              6.00',
    'Thank you',
  ];
  assert.equal(extractDocuments('prebuilt-receipt', typedPage(wide.join('\n'))).length, 1);
  assert.deepEqual(pagesOf('prebuilt-receipt', [RECEIPT.slice(0, 5).join('\n'), RECEIPT.slice(5).join('\n')]), [[0, 1]]);
});
