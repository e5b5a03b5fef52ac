import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedPage } from '../../../../../lab/training/documents/evaluation/typed-page.ts';
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

test('detects quantity and unit price by their product, and units of volumes', () => {
  assert.deepEqual(linesOf('Pen   3   1.20   3.60\nTotal           3.60'), [
    { TotalPrice: '3.60', Price: '1.20', Quantity: '3', Description: 'Pen' },
  ]);
  assert.deepEqual(linesOf('REGULAR 10.000 gal @ 3.459   34.59\nTotal                       34.59'), [
    { TotalPrice: '34.59', Quantity: '10.000', Price: '3.459', QuantityUnit: 'gal', Description: 'REGULAR' },
  ]);
});

test('finds no lines in text without prices', () => {
  assert.deepEqual(linesOf('Hello there\nThis is a letter of 12 lines.'), []);
});
