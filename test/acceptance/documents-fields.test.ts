/** Prebuilt models with fields: what is extracted from an invoice, and how each version writes it. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { DocumentCaller, NEWER, OLDER, ENDPOINTS } from '../support/documents.ts';
import type { FieldView, Endpoint } from '../support/documents.ts';
import { invoicePdf } from '../support/documents-invoice.ts';
import { sharedServer } from '../support/shared-server.ts';
import type { SharedServer } from '../support/shared-server.ts';

describe('fields of prebuilt models', () => {
  let server: SharedServer;
  let caller: DocumentCaller;
  let invoice: Buffer;
  before(async () => {
    invoice = await invoicePdf();
    server = await sharedServer();
    caller = new DocumentCaller(server, server.key1);
  });

  const fieldsOf = async (endpoint: Endpoint, query = ''): Promise<Record<string, FieldView>> => {
    const { documents } = await caller.at(endpoint).result('prebuilt-invoice', invoice, query);
    assert.equal(documents!.length, 1);
    assert.equal(documents![0]!.docType, 'invoice');
    return documents![0]!.fields!;
  };

  test('extracts typed fields of an invoice with their regions', async () => {
    const { InvoiceId, InvoiceDate, InvoiceTotal, SubTotal, Items } = await fieldsOf(NEWER);
    assert.deepEqual([InvoiceId!.type, InvoiceId!.valueString, InvoiceId!.content], ['string', 'INV-2041', 'INV-2041']);
    assert.deepEqual([InvoiceDate!.type, InvoiceDate!.valueDate, InvoiceDate!.content], ['date', '2024-03-15', '03/15/2024']);
    assert.deepEqual(
      [InvoiceTotal!.type, InvoiceTotal!.valueCurrency!.amount, InvoiceTotal!.valueCurrency!.currencyCode],
      ['currency', 1296, 'USD'],
    );
    assert.equal(SubTotal!.valueCurrency!.amount, 1200);
    assert.deepEqual(
      Items!.valueArray!.map(({ valueObject }) => [valueObject!.Description!.valueString, valueObject!.Amount!.valueCurrency!.amount]),
      [
        ['Rope, 20 m', 400],
        ['Anchor', 800],
      ],
    );
    const [{ pageNumber, polygon }] = InvoiceTotal!.boundingRegions as [{ pageNumber: number; polygon: number[] }];
    assert.equal(pageNumber, 1);
    assert.ok(polygon[0]! > 6 && polygon[2]! < 8 && polygon[1]! > 5 && polygon[5]! < 5.6, JSON.stringify(polygon));
  });

  test('writes values in the types of each version', async () => {
    for (const endpoint of ENDPOINTS.filter(({ prefix }) => ['/documentanalysis', '/formanalysis'].includes(prefix))) {
      const { InvoiceTotal, BillingAddress } = await fieldsOf(endpoint, 'stringIndexType=utf16CodeUnit');
      const isOldest = endpoint.version === OLDER.version;
      const hasCode = endpoint.version >= '2023';
      assert.deepEqual(InvoiceTotal!.valueCurrency, { amount: 1296, currencySymbol: '$', ...(hasCode && { currencyCode: 'USD' }) });
      const { type, valueString, valueAddress } = BillingAddress!;
      assert.deepEqual(
        { type, valueString, valueAddress },
        isOldest
          ? { type: 'string', valueString: '12 Quay Street\nPortland, OR 97201', valueAddress: undefined }
          : {
              type: 'address',
              valueString: undefined,
              valueAddress: {
                houseNumber: '12',
                road: 'Quay Street',
                city: 'Portland',
                state: 'OR',
                postalCode: '97201',
                streetAddress: '12 Quay Street',
              },
            },
        endpoint.version,
      );
    }
    interface Model {
      docTypes: { invoice: { fieldSchema: Record<string, { type: string }> } };
    }
    const typeIn = async (endpoint: Endpoint): Promise<string> =>
      (await caller.at(endpoint).call<Model>('GET /documentModels/prebuilt-invoice')).body.docTypes.invoice.fieldSchema.BillingAddress!
        .type;
    assert.deepEqual([await typeIn(NEWER), await typeIn(OLDER)], ['address', 'string']);
  });
});
