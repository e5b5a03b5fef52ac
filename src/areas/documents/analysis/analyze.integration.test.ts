/** What a caller requests must reach the engines: each option is parsed from a query as the operation does, and changes what is read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OcrResult, ReadOptions, Reader } from '../../../engines/documents/reading/ocr/reader.ts';
import type { GrayImage } from '../../../engines/documents/reading/model/page.ts';
import { pdfOf, pdfOfScans, renderPdf } from '../../../../test/support/documents.ts';
import type { AnalyzeResult } from '../../../../test/support/documents.ts';
import { getVersion } from '../versions.ts';
import { analyze } from './analyze.ts';
import { parseOptions } from './options.ts';
import type { RequestedOptions } from './options.ts';

const VERSION = '2024-11-30';
const GERMAN = 'Der Garten ist in diesem Jahr sehr gut gewachsen und wir freuen uns auf die Ernte';

/** Records how it is asked, and reads the same line on every image. */
class FakeReader implements Reader {
  readonly asked: ReadOptions[] = [];

  async read(upright: GrayImage, options: ReadOptions = {}): Promise<OcrResult> {
    this.asked.push(options);
    const box = { left: 10, top: 10, right: 200, bottom: 30 };
    const words = [{ text: GERMAN, confidence: 0.9, box }];
    return { lines: [{ words, box, turn: 0 }], angle: 0, upright, toOriginal: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } };
  }

  async close(): Promise<void> {}
}

async function analyzeWith(
  bytes: Uint8Array,
  requested: RequestedOptions,
  modelId = 'prebuilt-layout',
): Promise<{ result: AnalyzeResult; asked: ReadOptions[]; progress: number[] }> {
  const reader = new FakeReader();
  const progress: number[] = [];
  const options = parseOptions(requested, modelId, getVersion(VERSION));
  const input = { bytes, modelId, version: VERSION, options, reading: {} };
  const output = await analyze(input, (done) => progress.push(done), reader);
  assert.ok('result' in output, JSON.stringify(output));
  return { result: JSON.parse(Buffer.from(output.result).toString()) as AnalyzeResult, asked: reader.asked, progress };
}

const letter = await pdfOf([['First page'], ['Second page'], [{ text: 'Third page', size: 14 }]]);
const scan = await renderPdf(letter, { dpi: 72 });

test('passes ocrHighResolution to the reader, for images and for scanned pages of a PDF, and only when requested', async () => {
  const scannedPdf = await pdfOfScans([scan]);
  for (const bytes of [scan, scannedPdf]) {
    for (const modelId of ['prebuilt-read', 'prebuilt-layout', 'prebuilt-invoice']) {
      const isHigh = async (requested: RequestedOptions): Promise<unknown[]> =>
        (await analyzeWith(bytes, requested, modelId)).asked.map(({ highResolution }) => highResolution);
      assert.deepEqual(await isHigh({ features: 'ocrHighResolution' }), [true], modelId);
      assert.deepEqual(await isHigh({ features: ['languages', 'ocrHighResolution'] }), [true], modelId);
      assert.deepEqual(await isHigh({}), [false], modelId);
    }
  }
});

test('reads only the requested pages', async () => {
  const { result } = await analyzeWith(letter, { pages: '1,3' });
  assert.deepEqual(
    result.pages.map(({ pageNumber, words }) => [pageNumber, words[0]!.content]),
    [
      [1, 'First'],
      [3, 'Third'],
    ],
  );
});

test('detects languages, fonts, key-value pairs and barcodes only when requested', async () => {
  const listed = async (features: string): Promise<boolean[]> => {
    const { result } = await analyzeWith(await pdfOf([[GERMAN, 'Invoice number: 4711']]), { features });
    const { languages, styles = [], keyValuePairs, pages } = result;
    return [
      languages?.some(({ locale }) => locale === 'de') ?? false,
      styles.some((style) => 'similarFontFamily' in style),
      keyValuePairs !== undefined,
      pages[0]!.barcodes !== undefined,
    ];
  };
  assert.deepEqual(await listed(''), [false, false, false, false]);
  assert.deepEqual(await listed('languages'), [true, false, false, false]);
  assert.deepEqual(await listed('styleFont'), [false, true, false, false]);
  assert.deepEqual(await listed('keyValuePairs'), [false, false, true, false]);
  assert.deepEqual(await listed('barcodes'), [false, false, false, true]);
});

test('finds the fields that the caller names, on a layout and beside those of a model', async () => {
  const policy = await pdfOf([
    [
      { text: 'Household insurance', size: 20 },
      'Policy holder: Robin Sample',
      'Policy number: HH-2231-7',
      'Date of delivery: 1 March 2024',
    ],
  ]);
  const queryFields = 'policyHolder,policy_number,Datum der Lieferung,favorite color,__proto__';
  const { result } = await analyzeWith(policy, { features: 'queryFields', queryFields });
  const [document] = result.documents!;
  assert.deepEqual(Object.keys(document!.fields!), ['policyHolder', 'policy_number', 'Datum der Lieferung']);
  const { policyHolder, policy_number: number, 'Datum der Lieferung': start } = document!.fields!;
  assert.deepEqual([policyHolder!.type, policyHolder!.valueString], ['string', 'Robin Sample']);
  assert.deepEqual([number!.valueString, number!.content, number!.boundingRegions?.length], ['HH-2231-7', 'HH-2231-7', 1]);
  assert.deepEqual([start!.type, start!.valueDate, start!.valueString], ['date', '2024-03-01', '1 March 2024']);
  assert.equal(result.keyValuePairs, undefined);
  const invoice = await pdfOf([[{ text: 'INVOICE', size: 24 }, 'Invoice number: 4711', 'Total: 120.00', 'Cost center: 1200']]);
  const both = await analyzeWith(invoice, { features: 'queryFields', queryFields: 'InvoiceId,CostCenter' }, 'prebuilt-invoice');
  const { InvoiceId: id, CostCenter: center } = both.result.documents![0]!.fields!;
  assert.deepEqual([id!.valueString, center!.content], ['4711', '1200']);
});

test('passes the locale to the fields, the format to the content and the unit to the spans', async () => {
  const invoice = await pdfOf([[{ text: 'INVOICE', size: 24 }, 'Invoice number: 4711', 'Invoice date: 03/04/2024', 'Total: 120.00']]);
  const date = async (locale: string): Promise<unknown> =>
    (await analyzeWith(invoice, { locale }, 'prebuilt-invoice')).result.documents?.[0]?.fields?.InvoiceDate?.valueDate;
  assert.deepEqual([await date('en-US'), await date('en-GB')], ['2024-03-04', '2024-04-03']);
  const { result } = await analyzeWith(invoice, { outputContentFormat: 'markdown', stringIndexType: 'utf16CodeUnit' });
  assert.deepEqual([result.contentFormat, result.stringIndexType], ['markdown', 'utf16CodeUnit']);
  assert.match(result.content, /^# INVOICE/);
});
