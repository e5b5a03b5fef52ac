import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compare, f1, addLeaves, emptyScore } from '../../../../lab/training/documents/evaluation/compare.ts';
import { generateInvoice } from '../../../../lab/training/documents/generators/invoice.ts';
import { layoutOf } from '../../../../lab/training/documents/evaluation/read-generated.ts';
import { generateReceipt } from '../../../../lab/training/documents/generators/receipt.ts';
import { typedPage } from '../../../../lab/training/documents/evaluation/typed-page.ts';
import { layoutFlow } from '../layout/layout-flow.ts';
import type { DocumentLayout } from '../layout/model/structure.ts';
import { extractDocuments } from './extract.ts';
import type { Field } from './field.ts';

function only(modelId: string, layout: DocumentLayout, locale?: string): Readonly<Record<string, Field>> {
  const found = extractDocuments(modelId, layout, { locale });
  assert.equal(found.length, 1);
  return found[0]!.fields;
}

const amount = (field: Field | undefined): number | undefined => (field?.type === 'currency' ? field.value?.amount : undefined);

const INVOICE = `
ACME TOOLS LTD.                                        INVOICE
5 Oak Avenue
Austin, TX 73301                              Invoice No: A-1077
                                              Date: 03/04/2024
Bill To:                                      Due Date: 04/03/2024
Blue Lake LLC
12 Main Street
Boston, MA 02108

Description               Qty     Unit Price      Amount
Steel bolts                 4          2.50        10.00
Delivery of furniture       1         90.00        90.00

                                   Subtotal       100.00
                                   Sales Tax       10.00
                                   Total         $110.00`;

test('reads parties, dates, sums and lines of a typed invoice', () => {
  const fields = only('prebuilt-invoice', typedPage(INVOICE));
  assert.equal(fields.InvoiceId?.value, 'A-1077');
  assert.equal(fields.InvoiceDate?.value, '2024-03-04');
  assert.equal(fields.DueDate?.value, '2024-04-03');
  assert.deepEqual([amount(fields.SubTotal), amount(fields.TotalTax), amount(fields.InvoiceTotal)], [100, 10, 110]);
  assert.equal(fields.BillingAddressRecipient?.value, 'Blue Lake LLC');
  const lines = fields.Items?.type === 'array' ? fields.Items.value : [];
  assert.deepEqual(
    lines.map((line) => line.type === 'object' && [line.value.Description?.value, line.value.Quantity?.value, amount(line.value.Amount)]),
    [
      ['Steel bolts', 4, 10],
      ['Delivery of furniture', 1, 90],
    ],
  );
});

test('resolves an ambiguous date by the given locale', () => {
  assert.equal(only('prebuilt-invoice', typedPage(INVOICE), 'en-GB').InvoiceDate?.value, '2024-04-03');
});

test('gives consistent amounts a higher confidence', () => {
  const broken = only('prebuilt-invoice', typedPage(INVOICE.replace('Sales Tax       10.00', 'Sales Tax       13.00')));
  const whole = only('prebuilt-invoice', typedPage(INVOICE));
  assert.ok((broken.InvoiceTotal?.confidence ?? 0) < whole.InvoiceTotal!.confidence);
});

test('reads a file without positions', () => {
  const cell = (row: number, column: number, text: string) => ({ row, column, rowSpan: 1, columnSpan: 1, header: row === 0, text });
  const flow = layoutFlow({
    pages: [
      [
        { kind: 'paragraph', text: 'ACME TOOLS LTD.' },
        { kind: 'paragraph', text: 'Invoice Number: A-1077' },
        { kind: 'paragraph', text: 'Invoice Date: 2024-03-04' },
        {
          kind: 'table',
          rows: 2,
          columns: 3,
          cells: [
            cell(0, 0, 'Description'),
            cell(0, 1, 'Qty'),
            cell(0, 2, 'Amount'),
            cell(1, 0, 'Steel bolts'),
            cell(1, 1, '4'),
            cell(1, 2, '10.00'),
          ],
        },
        { kind: 'paragraph', text: 'Total: $10.00' },
      ],
    ],
  });
  const fields = only('prebuilt-invoice', flow);
  assert.equal(fields.InvoiceId?.value, 'A-1077');
  assert.equal(amount(fields.InvoiceTotal), 10);
  assert.ok(fields.Items?.type === 'array' && fields.Items.value.length === 1);
});

test('gives the tip that subtotal, tax and total leave if nearly its figures were read, and none above the total', () => {
  const tipOf = (tip: string): unknown => {
    const page = typedPage(`
          Blue Moon Grill
03/04/2024 7:15 PM
2 Draft Beer              14.00
1 Club Sandwich           12.00
Subtotal                  26.00
Tax                        2.00
Tip                       ${tip}
Total                    $32.75`);
    const { fields } = extractDocuments('prebuilt-receipt', page)[0]!;
    assert.deepEqual([amount(fields.Subtotal), amount(fields.Total)], [26, 32.75]);
    return amount(fields.Tip);
  };
  assert.deepEqual(['4.75', '4.15', '4175', '9.00', '5153'].map(tipOf), [4.75, 4.75, 4.75, 9, undefined]);
});

test('takes the total with the tip below the balance', () => {
  const text =
    'CORNER DINER\n1 Soup      28.26\nSubtotal    28.26\nTax          1.98\nBalance Due 30.24\n\nTip:         6.00\nTotal:      36.24';
  const { Total } = extractDocuments('prebuilt-receipt', typedPage(text))[0]!.fields;
  assert.equal(Total?.type === 'currency' && Total.value?.amount, 36.24);
});

test('keeps a local phone number as printed', () => {
  const text = 'CORNER STORE\n4 Lake Road\nPUNE-411000\nPH-20550010 / 20550011\nSOAP        45.00\nTOTAL       45.00';
  const { MerchantPhoneNumber: phone } = extractDocuments('prebuilt-receipt', typedPage(text), { locale: 'en-IN' })[0]!.fields;
  assert.deepEqual([phone?.content, phone?.type === 'phoneNumber' && phone.value], ['20550010', undefined]);
});

test('reads merchant, time, tip and type of a typed receipt', () => {
  const page = typedPage(`
          Blue Moon Grill
         12 Main Street
        Boston, MA 02108
        Tel: 617-555-0142

Server: Ann     Table 4
03/04/2024 7:15 PM
2 Draft Beer              14.00
1 Club Sandwich           12.00
Subtotal                  26.00
Tax                        2.00
Tip                        5.00
Total                    $33.00
Visa                     $33.00`);
  const [found] = extractDocuments('prebuilt-receipt', page);
  assert.equal(found?.docType, 'receipt.retailMeal');
  const { fields } = found;
  assert.deepEqual(
    [
      fields.MerchantName?.value,
      fields.TransactionDate?.value,
      fields.TransactionTime?.value,
      fields.ReceiptType?.value,
      fields.CountryRegion?.value,
    ],
    ['Blue Moon Grill', '2024-03-04', '19:15:00', 'Meal', 'USA'],
  );
  assert.deepEqual([amount(fields.Subtotal), amount(fields.TotalTax), amount(fields.Tip), amount(fields.Total)], [26, 2, 5, 33]);
  assert.equal(fields.MerchantPhoneNumber?.value, '+16175550142');
});

test('reads generated documents with seeds not used in training', async () => {
  for (const generate of [generateInvoice, generateReceipt]) {
    const score = emptyScore();
    for (let seed = 4000; seed < 4012; seed++) {
      const generated = await generate(seed);
      const layout = await layoutOf(generated.pdf);
      addLeaves(score, compare(only(generated.modelId, layout), generated.fields, layout, generated.optionalFields));
    }
    assert.ok(f1(score) > 0.93, `${generate.name}: ${f1(score).toFixed(3)}`);
  }
});

test('returns valid items and confidences for any text', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'Total',
      'Invoice',
      'Date:',
      '12.50',
      '$',
      '1,000.00',
      '03/04/2024',
      'Description',
      'Amount',
      'Qty',
      '2',
      'x',
      'Tax',
      '10%',
      '\n',
      '   ',
      'Main Street 5',
      'IBAN',
    ),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), fc.constantFrom('prebuilt-invoice', 'prebuilt-receipt'), (words, modelId) => {
      const layout = typedPage(words.join(' '));
      const check = (field: Field): void => {
        assert.ok(field.confidence >= 0 && field.confidence <= 1);
        assert.ok(field.items.every((item, i) => layout.items[item] !== undefined && (i === 0 || item > field.items[i - 1]!)));
        if (field.type === 'array') field.value.forEach(check);
        if (field.type === 'object') Object.values(field.value).forEach(check);
      };
      for (const { fields } of extractDocuments(modelId, layout)) Object.values(fields).forEach(check);
    }),
    { numRuns: 150 },
  );
});
