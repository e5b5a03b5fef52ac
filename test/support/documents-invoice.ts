/** An invoice as a small firm would send it. */
import { pdfWithTexts } from './documents.ts';

const LINES = [
  ['Description', 'Quantity', 'Unit Price', 'Amount'],
  ['Rope, 20 m', '10', '$40.00', '$400.00'],
  ['Anchor', '4', '$200.00', '$800.00'],
];
const SUMS = [
  ['Subtotal', '$1,200.00'],
  ['Tax', '$96.00'],
  ['Total', '$1,296.00'],
];

export async function invoicePdf(): Promise<Buffer> {
  return await pdfWithTexts([
    [
      { text: 'Harbor Supply Inc', x: 60, y: 70, size: 18 },
      { text: '55 Dock Road', x: 60, y: 90 },
      { text: 'Portland, OR 97209', x: 60, y: 104 },
      { text: 'INVOICE', x: 420, y: 70, size: 22 },
      { text: 'Invoice Number: INV-2041', x: 380, y: 104 },
      { text: 'Invoice Date: 03/15/2024', x: 380, y: 120 },
      { text: 'Due Date: 04/14/2024', x: 380, y: 136 },
      { text: 'Bill To', x: 60, y: 160 },
      { text: 'Quay Gardens LLC', x: 60, y: 176 },
      { text: '12 Quay Street', x: 60, y: 190 },
      { text: 'Portland, OR 97201', x: 60, y: 204 },
      ...LINES.flatMap((cells, row) => cells.map((text, column) => ({ text, x: [60, 280, 380, 480][column]!, y: 260 + 20 * row }))),
      ...SUMS.flatMap((cells, row) => cells.map((text, column) => ({ text, x: [380, 480][column]!, y: 340 + 18 * row }))),
    ],
  ]);
}
