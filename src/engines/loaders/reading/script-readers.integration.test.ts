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

for (const script of ['japanese', 'uncertain Japanese', 'korean', 'chinese', 'traditional Chinese', 'other'] as const) {
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

test('has no reader where weights are missing', async () => {
  const none = createScriptReaders('/nonexistent');
  assert.equal(await none.open('japanese'), undefined);
  assert.equal(await none.open('korean'), undefined);
  await none.close();
});
