import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { GrayImage } from '../../documents/reading/model/page.ts';
import { createScriptReaders } from './script-readers.ts';

const readers = createScriptReaders();
after(async () => {
  await readers.close();
});

async function drawnLine(text: string): Promise<GrayImage> {
  const document = await PDFDocument.create();
  document.addPage([150, 24]).drawText(text, { x: 6, y: 7, size: 14, font: await document.embedFont(StandardFonts.Helvetica) });
  const library = await PDFiumLibrary.init();
  const opened = await library.loadDocument(await document.save());
  const { width, height, data } = await opened.getPage(0).render({ scale: 2, colorSpace: 'BGRA', render: 'bitmap' });
  opened.destroy();
  library.destroy();
  return { width, height, data: Uint8Array.from({ length: width * height }, (_, i) => data[i * 4]!) };
}

for (const script of ['cjk', 'other'] as const) {
  test(`has a reader of ${script} that reads numbers too`, async () => {
    const reader = await readers.open(script);
    assert.equal(await readers.open(script), reader, 'it is kept');
    const [read] = await reader!.recognizer.read([await drawnLine('03-8167-9254')]);
    assert.equal(
      read!.letters
        .map(({ text }) => text)
        .join('')
        .trim(),
      '03-8167-9254',
    );
  });
}

/** From left, top to right, bottom, in hundredths of a square. */
const STROKES: Readonly<Record<string, readonly (readonly [number, number, number, number])[]>> = {
  田: [
    [14, 18, 86, 18],
    [14, 50, 86, 50],
    [14, 82, 86, 82],
    [14, 18, 14, 82],
    [50, 18, 50, 82],
    [86, 18, 86, 82],
  ],
  中: [
    [14, 28, 86, 28],
    [14, 62, 86, 62],
    [14, 28, 14, 62],
    [86, 28, 86, 62],
    [50, 6, 50, 94],
  ],
  日: [
    [24, 10, 76, 10],
    [24, 50, 76, 50],
    [24, 90, 76, 90],
    [24, 10, 24, 90],
    [76, 10, 76, 90],
  ],
  モ: [
    [18, 18, 82, 18],
    [10, 48, 90, 48],
    [44, 18, 44, 84],
    [44, 84, 84, 84],
  ],
  ニ: [
    [20, 26, 80, 26],
    [8, 78, 92, 78],
  ],
  コ: [
    [14, 20, 82, 20],
    [82, 20, 82, 90],
    [10, 80, 82, 80],
  ],
  니: [
    [16, 16, 16, 68],
    [16, 68, 62, 68],
    [80, 6, 80, 94],
  ],
  도: [
    [24, 14, 78, 14],
    [24, 14, 24, 48],
    [24, 48, 80, 48],
    [50, 48, 50, 82],
    [6, 82, 94, 82],
  ],
  고: [
    [20, 18, 80, 18],
    [80, 18, 80, 52],
    [48, 48, 48, 82],
    [6, 82, 94, 82],
  ],
};

function drawnStrokes(text: string, size: number): GrayImage {
  const [width, height, thick, margin] = [text.length * size + 12, size + 12, Math.round(size * 0.08), 6];
  const data = new Uint8Array(width * height).fill(255);
  [...text].forEach((character, i) => {
    for (const [left, top, right, bottom] of STROKES[character]!) {
      const x = (at: number): number => Math.round(margin + i * size + at * size * 0.0092 - thick / 2);
      const y = (at: number): number => Math.round(margin + (at * size) / 100 - thick / 2);
      for (let row = y(top); row < y(bottom) + thick; row++) data.fill(0, row * width + x(left), row * width + x(right) + thick);
    }
  });
  return { width, height, data };
}

test('reads Chinese, Japanese and Korean', async () => {
  const texts = ['田中日', 'モニコ', '니도고'];
  const reader = await readers.open('cjk');
  for (const size of [24, 34]) {
    const lines = await reader!.recognizer.read(texts.map((text) => drawnStrokes(text, size)));
    assert.deepEqual(
      lines.map(({ letters }) => letters.map(({ text }) => text).join('')),
      texts,
    );
  }
});

test('has no reader where weights are missing', async () => {
  const none = createScriptReaders('/nonexistent');
  assert.equal(await none.open('cjk'), undefined);
  assert.equal(await none.open('other'), undefined);
  await none.close();
});
