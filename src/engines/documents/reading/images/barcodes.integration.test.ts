import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { before, test } from 'node:test';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { WriterOptions } from 'zxing-wasm/writer';
import { readPageBarcodes } from './barcodes.ts';
import type { GrayImage } from '../model/page.ts';

before(() => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) as ArrayBuffer } });
});

/** A white page of 900 by 700 pixels with barcodes at three pixels per module. */
async function pageOf(codes: readonly { format: WriterOptions['format']; text: string; x: number; y: number }[]): Promise<GrayImage> {
  const page: GrayImage = { width: 900, height: 700, data: new Uint8Array(900 * 700).fill(255) };
  for (const { format, text, x, y } of codes) {
    const { symbol, error } = await writeBarcode(text, { format });
    assert.equal(error, '', `${format}`);
    // Bars of a linear code are one row high.
    const tall = symbol!.height === 1 ? 20 : 1;
    for (let row = 0; row < symbol!.height * tall * 3; row += 1) {
      for (let column = 0; column < symbol!.width * 3; column += 1)
        page.data[(y + row) * page.width + x + column] = symbol!.data[Math.floor(row / 3 / tall) * symbol!.width + Math.floor(column / 3)]!;
    }
  }
  return page;
}

test('reads barcodes of every kind with the original service’s names', async () => {
  const codes: readonly (readonly [WriterOptions['format'], string, string])[] = [
    ['QRCode', 'https://example.org/a?b=1', 'QRCode'],
    ['PDF417', 'some longer text', 'PDF417'],
    ['Code128', 'ABC-1234', 'Code128'],
    ['Code39', 'CODE39', 'Code39'],
    ['EAN13', '4006381333931', 'EAN13'],
    ['EAN8', '96385074', 'EAN8'],
    ['UPCA', '036000291452', 'UPCA'],
    ['UPCE', '01234565', 'UPCE'],
    ['ITF', '00012345678905', 'ITF'],
    ['Codabar', 'A1234B', 'Codabar'],
    ['Code93', 'CODE93', 'Code93'],
    ['Aztec', 'aztec text', 'Aztec'],
    ['DataMatrix', 'matrix', 'DataMatrix'],
    ['DataBarOmni', '0109501101530003', 'DataBar'],
    ['DataBarExp', '[01]09501101530003', 'DataBarExpanded'],
    ['MicroQRCode', '12345', 'MicroQRCode'],
    ['MaxiCode', 'maxi', 'MaxiCode'],
  ];
  for (const [format, text, kind] of codes) {
    const found = await readPageBarcodes(await pageOf([{ format, text, x: 100, y: 100 }]), 1);
    assert.deepEqual(
      found.map((code) => code.kind),
      [kind],
      `${format}`,
    );
    assert.ok(found[0]!.value.includes(text.replace(/^\[?01\]?(?=\d{14})/, '').slice(0, 6)), `${format}: ${found[0]!.value}`);
  }
});

test('reads several barcodes with their boxes in page units', async () => {
  const found = await readPageBarcodes(
    await pageOf([
      { format: 'QRCode', text: 'left', x: 60, y: 60 },
      { format: 'Code128', text: 'RIGHT', x: 450, y: 500 },
    ]),
    100,
  );
  assert.deepEqual(found.map(({ kind, value }) => [kind, value]).sort(), [
    ['Code128', 'RIGHT'],
    ['QRCode', 'left'],
  ]);
  const { box } = found.find(({ kind }) => kind === 'QRCode')!;
  assert.ok(Math.abs(box.left - 0.6) < 0.15 && Math.abs(box.top - 0.6) < 0.15 && box.right < 2.5, JSON.stringify(box));
});

test('scales down a very large image and keeps the boxes', async () => {
  const page = await pageOf([{ format: 'QRCode', text: 'large', x: 60, y: 60 }]);
  const [times, width, height] = [6, page.width * 6, page.height * 6];
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data[y * width + x] = page.data[Math.floor(y / times) * page.width + Math.floor(x / times)]!;
  const [found] = await readPageBarcodes({ width, height, data }, 600);
  assert.deepEqual([found?.kind, found?.value], ['QRCode', 'large']);
  assert.ok(Math.abs(found!.box.left - 0.6) < 0.15 && Math.abs(found!.box.top - 0.6) < 0.15, JSON.stringify(found!.box));
});

test('returns none for a page without barcodes', async () => {
  assert.deepEqual(await readPageBarcodes({ width: 100, height: 100, data: new Uint8Array(10_000).fill(255) }, 1), []);
});
