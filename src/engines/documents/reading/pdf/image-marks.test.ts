import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import type { PDFPage } from 'pdf-lib';
import sharp from 'sharp';
import type { SelectionMark } from '../model/page.ts';
import { readDocument } from '../read-document.ts';

const SIDE = 60;
const BLACK = rgb(0, 0, 0);
const ROUNDED = 'M2 0 H10 Q12 0 12 2 V10 Q12 12 10 12 H2 Q0 12 0 10 V2 Q0 0 2 0 Z';

async function image(isDark: (x: number, y: number) => boolean): Promise<Uint8Array> {
  const data = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => (isDark(i % SIDE, Math.floor(i / SIDE)) ? 60 : 255));
  return sharp(data, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .png()
    .toBuffer();
}

const isOutline = (x: number, y: number): boolean => {
  const edge = Math.max(Math.abs(x - 30), Math.abs(y - 30));
  return edge <= 22 && edge > 18;
};
const empty = await image(isOutline);
const crossed = await image((x, y) => isOutline(x, y) || (Math.min(Math.abs(x - y), Math.abs(x + y - SIDE)) < 3 && Math.abs(x - 30) < 14));
const icon = await image((x, y) => Math.abs(x - 30) <= 24 && Math.abs(y - 30) <= 24 && !(Math.abs(x - 30) < 5 && Math.abs(y - 30) < 15));

type Draw = (page: PDFPage, at: number, document: PDFDocument) => Promise<void> | void;

/** Draws shapes below each other, each with a word beside it unless alone; returns the states found, from the top. */
async function statesOf(things: readonly Draw[], label = 'label'): Promise<SelectionMark['state'][]> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([612, 792]);
  page.drawText('Please mark what applies', { x: 72, y: 750, size: 11, font });
  for (const [i, draw] of things.entries()) {
    await draw(page, 700 - 20 * i, document);
    if (label !== '') page.drawText(label, { x: 100, y: 702 - 20 * i, size: 11, font });
  }
  let marks: readonly SelectionMark[] = [];
  await readDocument(await document.save(), {
    onPage: (seen) => {
      marks = seen.page.marks;
    },
  });
  return [...marks]
    .sort((one, other) => one.box.top - other.box.top)
    .map(({ state, confidence }) => {
      assert.ok(confidence > 0.5 && confidence <= 1);
      return state;
    });
}

const pictured =
  (bytes: Uint8Array): Draw =>
  async (page, y, document) =>
    page.drawImage(await document.embedPng(bytes), { x: 80, y, width: 15, height: 15 });
const ring =
  (dot: number): Draw =>
  (page, y) => {
    page.drawEllipse({ x: 86, y: y + 6, xScale: 6, yScale: 6, borderWidth: 1, borderColor: BLACK });
    if (dot > 0) page.drawEllipse({ x: 86, y: y + 6, xScale: dot, yScale: dot, color: BLACK });
  };
const rounded =
  (isTicked: boolean): Draw =>
  (page, y) => {
    page.drawSvgPath(ROUNDED, { x: 80, y: y + 12, borderColor: BLACK, borderWidth: 1 });
    if (isTicked) page.drawSvgPath('M2 6 L5 10 L10 2', { x: 80, y: y + 12, borderColor: BLACK, borderWidth: 1.5 });
  };
/** A shape as a form XObject, scaled and moved. */
const nested =
  (draw: Draw): Draw =>
  async (page, y, document) => {
    const other = await PDFDocument.create();
    const sheet = other.addPage([120, 40]);
    await draw(sheet, 10, other);
    const [embedded] = await document.embedPdf(await other.save());
    page.drawPage(embedded!, { x: 0, y: y - 10 });
  };

test('finds check boxes that are small images', async () => {
  assert.deepEqual(await statesOf([pictured(empty), pictured(crossed), pictured(empty)]), ['unselected', 'selected', 'unselected']);
});

test('finds circles and rounded boxes: empty, dotted and ticked', async () => {
  assert.deepEqual(await statesOf([ring(0), ring(3), ring(5), rounded(false), rounded(true)]), [
    'unselected',
    'selected',
    'selected',
    'unselected',
    'selected',
  ]);
});

test('finds them inside form XObjects', async () => {
  assert.deepEqual(await statesOf([nested(pictured(crossed)), nested(ring(0)), nested(rounded(true))]), [
    'selected',
    'unselected',
    'selected',
  ]);
});

test('ignores icons, images without words beside them and dots of a chart', async () => {
  assert.deepEqual(await statesOf([pictured(icon), pictured(icon)]), []);
  assert.deepEqual(await statesOf([pictured(crossed), ring(0)], ''), []);
  const chart: Draw = (page, y) => {
    for (let k = 0; k < 12; k++)
      page.drawEllipse({ x: 200 + 25 * k, y: y - 100 + 7 * k, xScale: 5, yScale: 5, borderWidth: 1, borderColor: BLACK });
  };
  assert.deepEqual(await statesOf([ring(0), chart]), []);
});

test('skips a drawing with very many rings', async () => {
  assert.deepEqual(
    await statesOf([
      (page, y) => {
        for (let k = 0; k < 300; k++)
          page.drawEllipse({
            x: 86 + 20 * (k % 20),
            y: y - 20 * Math.floor(k / 20),
            xScale: 6,
            yScale: 6,
            borderWidth: 1,
            borderColor: BLACK,
          });
      },
    ]),
    [],
  );
});
