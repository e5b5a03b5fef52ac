/** Documents to try a model with, drawn here: an invoice, a receipt, and a price list with a table. */
import { drawPdf, line, text, textTo } from './draw-pdf.ts';

const PAGE = { width: 612, height: 792 };
const TILL_ROLL = { width: 260, height: 420 };

const ITEMS = [
  ['Maple, three years', '4', '32.50', '130.00'],
  ['Rowan, five years', '2', '48.00', '96.00'],
  ['Delivery', '1', '24.00', '24.00'],
] as const;

function invoice(): Blob {
  return drawPdf(PAGE, [
    text(20, 60, 720, 'Green Valley Nursery'),
    text(24, 430, 720, 'INVOICE'),
    text(10, 60, 700, '12 Mill Lane'),
    text(10, 60, 686, 'Portland, OR 97201'),
    text(10, 380, 690, 'Invoice No:'),
    text(10, 470, 690, 'GV-2041'),
    text(10, 380, 674, 'Invoice Date:'),
    text(10, 470, 674, '03/14/2026'),
    text(10, 380, 658, 'Due Date:'),
    text(10, 470, 658, '04/13/2026'),
    text(11, 60, 630, 'Bill To:'),
    text(10, 60, 614, 'Stone Bridge Hotel'),
    text(10, 60, 600, '5 River Road'),
    text(10, 60, 586, 'Salem, OR 97301'),
    ...table(540, ['Description', 'Quantity', 'Unit Price', 'Amount'], ITEMS, [60, 350, 440, 540]),
    text(10, 390, 420, 'Subtotal'),
    textTo(10, 540, 420, '250.00'),
    text(10, 390, 404, 'Sales Tax'),
    textTo(10, 540, 404, '20.00'),
    text(12, 390, 384, 'Total'),
    textTo(12, 540, 384, '$270.00'),
    text(10, 60, 340, 'Payment within 30 days. Thank you for planting with us.'),
  ]);
}

/** The first column starts at its place, the others end there. */
function table(top: number, head: readonly string[], rows: readonly (readonly string[])[], places: readonly number[]): string[] {
  const [left, right] = [places[0]! - 6, places.at(-1)! + 6];
  const row = (cells: readonly string[], n: number): string[] => [
    ...cells.map((cell, i) => (i === 0 ? text(10, places[0]!, top - 22 * n, cell) : textTo(10, places[i]!, top - 22 * n, cell))),
    line(left, top - 22 * n - 7, right),
  ];
  return [line(left, top + 15, right), ...[head, ...rows].flatMap(row)];
}

function receipt(): Blob {
  const row = (y: number, what: string, price: string): string[] => [text(10, 24, y, what), textTo(10, 236, y, price)];
  return drawPdf(TILL_ROLL, [
    text(15, 66, 380, 'Corner Bakery'),
    text(9, 88, 364, '8 Church Street'),
    text(9, 82, 352, 'Boston, MA 02108'),
    text(9, 84, 340, 'Tel: 617-555-0142'),
    text(9, 24, 314, '03/14/2026 8:42 AM'),
    line(24, 304, 236),
    ...row(286, '2 Rye Bread', '9.00'),
    ...row(270, '1 Apple Cake', '4.50'),
    ...row(254, '3 Coffee', '10.50'),
    line(24, 244, 236),
    ...row(226, 'Subtotal', '24.00'),
    ...row(210, 'Tax', '1.50'),
    ...row(190, 'Total', '$25.50'),
    ...row(170, 'Visa', '$25.50'),
    text(9, 78, 136, 'Thank you, come again'),
  ]);
}

function priceList(): Blob {
  return drawPdf(PAGE, [
    text(20, 60, 720, 'Trees in spring'),
    text(11, 60, 690, 'Prices hold until the end of May. Delivery is free from ten trees.'),
    ...table(
      640,
      ['Tree', 'Height', 'In stock', 'Price'],
      [
        ['Maple', '180 cm', '14', '32.50'],
        ['Rowan', '220 cm', '9', '48.00'],
        ['Willow', '150 cm', '31', '19.00'],
        ['Alder', '160 cm', '22', '21.50'],
      ],
      [60, 300, 420, 540],
    ),
    text(14, 60, 480, 'How to plant'),
    text(11, 60, 460, 'Dig twice as wide as the roots, water well, and keep the stem free of soil.'),
    text(11, 60, 420, 'Customer:'),
    text(11, 160, 420, 'Ada Moss'),
    text(11, 60, 400, 'Telephone:'),
    text(11, 160, 400, '503-555-0117'),
  ]);
}

const SAMPLES: Readonly<Record<string, readonly [name: string, draw: () => Blob]>> = {
  'prebuilt-invoice': ['sample-invoice.pdf', invoice],
  'prebuilt-receipt': ['sample-receipt.pdf', receipt],
  'prebuilt-layout': ['sample-price-list.pdf', priceList],
  'prebuilt-read': ['sample-price-list.pdf', priceList],
};

/** A document to try a model with, if there is one for it. */
export function sampleFor(modelId: string): File | undefined {
  const [name, draw] = SAMPLES[modelId] ?? [];
  return name === undefined ? undefined : new File([draw!()], name, { type: 'application/pdf' });
}

export const hasSample = (modelId: string): boolean => Object.hasOwn(SAMPLES, modelId);
