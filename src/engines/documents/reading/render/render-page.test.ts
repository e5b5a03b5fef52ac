import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument, degrees, rgb } from 'pdf-lib';
import sharp from 'sharp';
import { renderPage } from './render-page.ts';
import type { RenderedPage } from './render-page.ts';

/** A page of 4 by 2 inches with a red square in its upper left corner, and a second, rotated one. */
async function pdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const turn of [0, 90]) {
    const page = document.addPage([288, 144]);
    page.drawRectangle({ x: 0, y: 108, width: 36, height: 36, color: rgb(1, 0, 0) });
    page.setRotation(degrees(turn));
  }
  return await document.save();
}

async function pixels(png: Uint8Array): Promise<{ width: number; height: number; at: (x: number, y: number) => number[] }> {
  const {
    data,
    info: { width, height, channels },
  } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  return { width, height, at: (x, y) => [...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3)] };
}

const png = async (bytes: Uint8Array, number: number, width: number): Promise<Uint8Array> =>
  ((await renderPage(bytes, number, width)) as RenderedPage).png;
const [RED, WHITE] = [
  [255, 0, 0],
  [255, 255, 255],
];

test('renders a PDF page at the requested width, in color, rotated as displayed', async () => {
  const bytes = await pdf();
  const first = await pixels(await png(bytes, 1, 400));
  assert.deepEqual([first.width, first.height, first.at(10, 10), first.at(200, 100)], [400, 200, RED, WHITE]);
  const turned = await pixels(await png(bytes, 2, 200));
  assert.deepEqual([turned.width, turned.height, turned.at(190, 10), turned.at(10, 10)], [200, 400, RED, WHITE]);
});

test('scales images down but never up; transparent parts are white', async () => {
  const bytes = await sharp({ create: { width: 300, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer();
  for (const [wanted, size] of [
    [150, [150, 50]],
    [2000, [300, 100]],
  ] as const) {
    const { width, height, at } = await pixels(await png(bytes, 1, wanted));
    assert.deepEqual([width, height, at(5, 5)], [...size, WHITE]);
  }
});

test('handles missing pages, rejects files without pages, and limits the height', async () => {
  const bytes = await pdf();
  assert.deepEqual(await renderPage(bytes, 3, 100), { pageCount: 2 });
  await assert.rejects(renderPage(Buffer.from('<html><p>Hello'), 1, 100), { name: 'UnreadableFile', reason: 'unsupported' });
  const narrow = await PDFDocument.create();
  narrow.addPage([10, 1200]);
  const { width, height } = await pixels(await png(await narrow.save(), 1, 2000));
  assert.deepEqual([width, height], [33, 4000]);
});
