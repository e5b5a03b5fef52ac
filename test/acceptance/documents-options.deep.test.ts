/** Options of an analysis that change the result: each has an effect, and none without it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { DocumentCaller, pdfOf, pdfWithTexts, renderPdf } from '../support/documents.ts';
import type { AnalyzeResult } from '../support/documents.ts';
import { startServer, temporaryFolder } from '../support/server.ts';
import type { Server } from '../support/server.ts';

const A2_POINTS: [number, number] = [1190, 1684];

describe('options of an analysis', () => {
  const folder = temporaryFolder();
  let server: Server;
  let caller: DocumentCaller;
  before(async () => {
    server = await startServer({ data: folder.path });
    caller = new DocumentCaller(server, server.key1);
  });
  after(async () => {
    await server.stop();
    folder.remove();
  });

  test('reads small print on a large page with ocrHighResolution', async () => {
    const note = 'All dimensions in millimetres unless stated';
    const drawing = await pdfWithTexts(
      [
        [
          { text: 'GENERAL ARRANGEMENT', x: 100, y: 1500, size: 40 },
          { text: note, x: 100, y: 300, size: 6 },
        ],
      ],
      A2_POINTS,
    );
    const image = await renderPdf(drawing);
    const plain = await caller.result('prebuilt-read', image, '', 'image/png');
    assert.match(plain.content, /GENERAL ARRANGEMENT/);
    assert.doesNotMatch(plain.content, /dimensions/);
    const detailed = await caller.result('prebuilt-read', image, 'features=ocrHighResolution', 'image/png');
    assert.ok(note.split(' ').filter((word) => detailed.content.includes(word)).length >= 5, detailed.content);
  });

  test('reads barcodes only when requested', async () => {
    const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
    prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) as ArrayBuffer } });
    const { symbol } = await writeBarcode('PERENNIAL-17', { format: 'QRCode' });
    const { data, width, height } = symbol!;
    const code = await sharp(Buffer.from(data), { raw: { width, height, channels: 1 } })
      .resize(width * 8, height * 8, { kernel: 'nearest' })
      .extend({ top: 200, bottom: 200, left: 200, right: 200, background: '#fff' })
      .png()
      .toBuffer();
    const barcodes = ({ pages }: AnalyzeResult): unknown =>
      (
        pages[0] as {
          barcodes?: { kind: string; value: string }[];
        }
      ).barcodes?.map(({ kind, value }) => [kind, value]);
    assert.deepEqual(barcodes(await caller.result('prebuilt-read', code, 'features=barcodes', 'image/png')), [['QRCode', 'PERENNIAL-17']]);
    assert.equal(barcodes(await caller.result('prebuilt-read', code, '', 'image/png')), undefined);
  });

  test('resolves an ambiguous date by locale', async () => {
    const invoice = await pdfOf([[{ text: 'INVOICE', size: 24 }, 'Invoice number: 4711', 'Invoice date: 03/04/2024', 'Total: 120.00']]);
    const dateIn = async (locale: string): Promise<unknown> =>
      (await caller.result('prebuilt-invoice', invoice, `locale=${locale}`)).documents![0]!.fields!.InvoiceDate!.valueDate;
    assert.deepEqual([await dateIn('en-US'), await dateIn('en-GB')], ['2024-03-04', '2024-04-03']);
  });
});
