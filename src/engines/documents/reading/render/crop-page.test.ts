import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument, degrees, rgb } from 'pdf-lib';
import sharp from 'sharp';
import { IDENTITY } from '../model/affine.ts';
import { cropParts } from './crop-page.ts';
import type { PagePart } from './crop-page.ts';
import { createFrame } from '../model/upright-frame.ts';

/** A page of 4 by 2 inches: a red square of an inch at (1, 0.5), its upper half; below it blue. */
async function pdf(turn = 0): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([288, 144]);
  page.drawRectangle({ x: 72, y: 72, width: 72, height: 36, color: rgb(1, 0, 0) });
  page.drawRectangle({ x: 72, y: 36, width: 72, height: 36, color: rgb(0, 0, 1) });
  page.setRotation(degrees(turn));
  return await document.save();
}

async function seen(bytes: Uint8Array, part: PagePart): Promise<{ width: number; height: number; at: (x: number, y: number) => number[] }> {
  for await (const png of cropParts(bytes, [part])) {
    const {
      data,
      info: { width, height, channels },
    } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    return { width, height, at: (x, y) => [...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3)] };
  }
  assert.fail('nothing was cut out');
}

const SQUARE = { left: 1, top: 0.5, right: 2, bottom: 1.5 };
const [RED, BLUE, WHITE] = [
  [255, 0, 0],
  [0, 0, 255],
  [255, 255, 255],
];

test('crops a part of a PDF page at 200 dpi in color', async () => {
  const { width, height, at } = await seen(await pdf(), { page: 1, box: SQUARE, toPage: IDENTITY, angle: 0, width: 4, height: 2 });
  assert.deepEqual([width, height, at(100, 20), at(100, 180)], [200, 200, RED, BLUE]);
});

test('crops an upright part from a rotated page', async () => {
  const { toPage } = createFrame(90, 2, 4);
  const { width, height, at } = await seen(await pdf(90), {
    page: 1,
    box: { ...SQUARE, right: 2.5 },
    toPage,
    angle: 90,
    width: 2,
    height: 4,
  });
  assert.deepEqual([width, height, at(100, 20), at(100, 180), at(250, 100)], [300, 200, RED, BLUE, WHITE]);
});

test('crops a skewed scan up to its edges; the area beyond the page is white', async () => {
  const askew = 10;
  const { data, info } = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
    .then(async (flat) => await sharp(flat).rotate(askew, { background: '#ffffff' }).png().toBuffer({ resolveWithObject: true }));
  const [cos, sin] = [Math.cos((askew * Math.PI) / 180), Math.sin((askew * Math.PI) / 180)];
  // From the upright image, whose middle is the scan's.
  const toPage = { a: cos, b: sin, c: -sin, d: cos, e: info.width / 2 - cos * 200 + sin * 100, f: info.height / 2 - sin * 200 - cos * 100 };
  const part: PagePart = {
    page: 1,
    box: { left: 0, top: 0, right: 400, bottom: 200 },
    toPage,
    angle: askew,
    width: info.width,
    height: info.height,
  };
  const whole = await seen(data, part);
  assert.deepEqual([whole.width, whole.height], [400, 200]);
  for (const [x, y] of [
    [5, 5],
    [394, 5],
    [5, 194],
    [394, 194],
    [200, 100],
  ] as const)
    assert.deepEqual(whole.at(x, y), RED, `${x} ${y}`);
  const beyond = await seen(data, { ...part, box: { left: -100, top: 50, right: 100, bottom: 150 } });
  assert.deepEqual([beyond.width, beyond.height, beyond.at(10, 50), beyond.at(190, 50)], [200, 100, WHITE, RED]);
});

test('rejects files without pages', async () => {
  await assert.rejects(seen(Buffer.from('<html><p>Hello'), { page: 1, box: SQUARE, toPage: IDENTITY, angle: 0, width: 4, height: 2 }), {
    name: 'UnreadableFile',
    reason: 'unsupported',
  });
});
