import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import type { PDFFont, PDFPage } from 'pdf-lib';
import { containsText } from './contains-text.ts';
import { LIMITS } from '../model/limits.ts';
import type { GrayImage } from '../model/page.ts';
import { PdfDocument } from '../pdf/document.ts';

async function drawn(draw: (page: PDFPage, font: PDFFont) => void): Promise<GrayImage> {
  const document = await PDFDocument.create();
  draw(document.addPage([300, 200]), await document.embedFont(StandardFonts.Helvetica));
  const pdf = await PdfDocument.open(await document.save(), LIMITS);
  const image = pdf.withPage(1, (page) => page.render(150, 0));
  pdf.close();
  return image;
}

test('detects text, dark on light and light on dark', async () => {
  assert.equal(
    containsText(
      await drawn((page, font) => {
        page.drawText('Logo Ltd', { x: 50, y: 100, size: 14, font });
      }),
    ),
    true,
  );
  assert.equal(
    containsText(
      await drawn((page, font) => {
        page.drawRectangle({ x: 0, y: 0, width: 300, height: 200, color: rgb(0.1, 0.1, 0.4) });
        page.drawText('Light on dark', { x: 50, y: 100, size: 14, font, color: rgb(1, 1, 1) });
      }),
    ),
    true,
  );
});

test('does not take shapes and empty images for text', async () => {
  assert.equal(containsText(await drawn(() => undefined)), false);
  assert.equal(
    containsText(
      await drawn((page) => {
        page.drawCircle({ x: 150, y: 100, size: 60, color: rgb(0.2, 0.5, 0.2) });
        page.drawRectangle({ x: 10, y: 10, width: 280, height: 20, color: rgb(0.7, 0.1, 0.1) });
      }),
    ),
    false,
  );
});
