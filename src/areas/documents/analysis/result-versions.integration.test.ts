/** What results have in each version, as the service answered in that version. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Field, FoundDocument } from '../../../engines/documents/fields/field.ts';
import type { DocumentLayout } from '../../../engines/documents/layout/model/structure.ts';
import { pdfOf } from '../../../../test/support/documents.ts';
import type { AnalyzeResult } from '../../../../test/support/documents.ts';
import { getVersion } from '../versions.ts';
import { analyze } from './analyze.ts';
import { documentViews } from './fields-view.ts';

const FORMS = ['2022-01-30-preview', '2022-08-31', '2023-07-31'];
const NEWER = ['2024-02-29-preview', '2024-11-30'];
const AUGUST = '2022-08-31';

async function analyzeIn(version: string, modelId: string, bytes: Uint8Array, features: readonly string[] = []): Promise<AnalyzeResult> {
  const options = { stringIndexType: 'utf16CodeUnit', format: 'text', features } as const;
  const output = await analyze({ bytes, modelId, version, options, reading: {} }, () => undefined);
  assert.ok('result' in output, JSON.stringify(output));
  return JSON.parse(Buffer.from(output.result).toString()) as AnalyzeResult;
}

const receipt = await pdfOf([
  [
    'Corner Cafe',
    '12 Mill Lane',
    'Salem, OR 97301',
    '04/05/2024 12:30',
    '1 Soup 4.50',
    '2 Bread 3.00',
    'Subtotal 7.50',
    'Tax 0.75',
    'Total 8.25',
  ],
]);
const invoice = await pdfOf([[{ text: 'INVOICE', size: 24 }, 'Invoice number: 4711', 'Invoice date: 03/04/2024', 'Total: $120.00']]);
const blank = await pdfOf([[]]);
const html = Buffer.from('<!doctype html><html><body><h1>Garden</h1><p>Ten trees.</p></body></html>');

describe('results by version', () => {
  test('write money of receipts as numbers before 2024, that of invoices as amounts with a currency', async () => {
    for (const version of [...FORMS, ...NEWER]) {
      const { Total } = (await analyzeIn(version, 'prebuilt-receipt', receipt)).documents![0]!.fields!;
      const expected = FORMS.includes(version) ? ['number', 8.25, undefined] : ['currency', undefined, 8.25];
      assert.deepEqual([Total!.type, Total!.valueNumber, Total!.valueCurrency?.amount], expected, version);
      const { InvoiceTotal } = (await analyzeIn(version, 'prebuilt-invoice', invoice)).documents![0]!.fields!;
      assert.deepEqual([InvoiceTotal!.type, InvoiceTotal!.valueCurrency?.amount], ['currency', 120], version);
    }
  });

  test('have an empty list of formulas and a warning where formulas are asked for', async () => {
    for (const version of ['2023-07-31', ...NEWER]) {
      type Asked = { pages: { formulas?: unknown[] }[]; warnings?: { code: string; message: string }[] };
      const asked = (await analyzeIn(version, 'prebuilt-layout', invoice, ['formulas'])) as unknown as Asked;
      assert.deepEqual(asked.pages[0]!.formulas, [], version);
      assert.match(asked.warnings![0]!.message, /does not read formulas/);
      const plain = (await analyzeIn(version, 'prebuilt-layout', invoice)) as unknown as Asked;
      assert.ok(!('formulas' in plain.pages[0]!) && !('warnings' in plain), version);
    }
  });

  test('have tables only with models that look for some, in the older versions', async () => {
    for (const version of [...FORMS, ...NEWER]) {
      const isOlder = FORMS.includes(version);
      assert.equal('tables' in (await analyzeIn(version, 'prebuilt-receipt', receipt)), !isOlder, version);
      assert.ok('tables' in (await analyzeIn(version, 'prebuilt-layout', receipt)), version);
      assert.ok('tables' in (await analyzeIn(version, 'prebuilt-invoice', invoice)), version);
    }
  });

  test('say what a page is in 2022-08-31 only, and leave out empty lists of marks and paragraphs', async () => {
    for (const version of [...FORMS, ...NEWER]) {
      const result = await analyzeIn(version, 'prebuilt-layout', blank);
      const page = result.pages[0]! as { kind?: string };
      assert.equal(page.kind, version === AUGUST ? 'document' : undefined, version);
      const omits = ['2022-08-31', '2023-07-31'].includes(version);
      assert.equal('selectionMarks' in page, !omits, version);
      assert.equal('paragraphs' in result, !omits && version !== '2022-01-30-preview', version);
    }
  });

  test('have key-value pairs of invoices and an empty list of entities in 2022-08-31', async () => {
    for (const version of FORMS) {
      assert.equal('keyValuePairs' in (await analyzeIn(version, 'prebuilt-invoice', invoice)), version === AUGUST, version);
      const { entities, keyValuePairs } = await analyzeIn(version, 'prebuilt-document', invoice);
      assert.ok(keyValuePairs, version);
      if (version === AUGUST) assert.deepEqual(entities, []);
    }
  });

  test('have words but no lines of a file without pages', async () => {
    for (const version of [AUGUST, '2023-07-31', ...NEWER]) {
      const { pages } = await analyzeIn(version, 'prebuilt-read', html);
      assert.deepEqual([pages[0]!.words.length, 'lines' in pages[0]!], [3, false], version);
    }
  });
});

const layout = { pages: [{}], items: [] } as unknown as DocumentLayout;
const writer = { element: () => ({}), regions: () => ({}), spans: () => [], pageSpans: () => [], pageRegions: () => [] };
const text = (value: string): Field => ({ type: 'string', value, items: [], confidence: 0.5 });
const rows: Field = {
  type: 'array',
  value: [{ type: 'object', value: { Name: text('a') }, items: [], confidence: 0.5 }],
  items: [],
  confidence: 0.5,
};
const found: FoundDocument = { docType: 'form', pages: [0], fields: { Rows: rows, Name: text('b') }, confidence: 1 };

function fieldsIn(version: string, modelId: string): unknown {
  return (documentViews([found], layout, writer, getVersion(version), modelId)[0] as { fields: unknown }).fields;
}

test('lists, and rows and cells of custom models, have only their parts before 2024', () => {
  const cell = { type: 'string', valueString: 'a' };
  for (const version of FORMS) {
    assert.deepEqual(
      fieldsIn(version, 'my-forms'),
      {
        Rows: { type: 'array', valueArray: [{ type: 'object', valueObject: { Name: cell } }] },
        Name: { type: 'string', valueString: 'b', confidence: 0.5 },
      },
      version,
    );
    const { Rows } = fieldsIn(version, 'prebuilt-receipt') as { Rows: object };
    const row = { type: 'object', valueObject: { Name: { ...cell, confidence: 0.5 } }, confidence: 0.5 };
    assert.deepEqual(Rows, { type: 'array', valueArray: [row] }, version);
  }
  for (const version of NEWER) assert.ok('confidence' in (fieldsIn(version, 'my-forms') as { Rows: object }).Rows, version);
});
