import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { openFile } from './open-file.ts';
import { LIMITS } from '../model/limits.ts';
import type { GrayImage } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

/** As `made('#ffffff')`, in HEVC, which no package of the project encodes. */
const HEIC = readFileSync(new URL('../../../../../test/support/square.heic', import.meta.url));

/** 80 by 60 pixels in one color with a black square of 20 in the upper left corner. */
async function made(background: string, channels: 3 | 4 = 3): Promise<Sharp> {
  const square = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#000000' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 80, height: 60, channels, background } }).composite([{ input: square, left: 0, top: 0 }]);
}

async function first(bytes: Uint8Array): Promise<GrayImage> {
  const file = await openFile(bytes);
  return await file.image!.readGray(1);
}

const at = ({ width, data }: GrayImage, x: number, y: number): number => data[y * width + x]!;

async function reasonOf(bytes: Uint8Array): Promise<string> {
  try {
    await first(bytes);
  } catch (problem) {
    if (problem instanceof UnreadableFile) return problem.reason;
    throw problem;
  }
  return 'read';
}

test('decodes every kind of image to gray by content', async () => {
  for (const [kind, bytes] of [
    ['png', await (await made('#ffffff')).png().toBuffer()],
    ['jpeg', await (await made('#ffffff')).jpeg().toBuffer()],
    ['tiff', await (await made('#ffffff')).tiff().toBuffer()],
    ['gif', await (await made('#ffffff')).gif().toBuffer()],
    ['webp', await (await made('#ffffff')).webp().toBuffer()],
    ['avif', await (await made('#ffffff')).avif({ effort: 0, quality: 90 }).toBuffer()],
    ['heic', HEIC],
  ] as const) {
    const file = await openFile(bytes);
    assert.equal(file.kind, kind);
    const image = await file.image!.readGray(1);
    assert.deepEqual([image.width, image.height, image.data.length], [80, 60, 4800], kind);
    assert.ok(at(image, 5, 5) < 20 && at(image, 60, 40) > 240, kind);
  }
});

test('makes transparent parts white', async () => {
  const image = await first(await (await made('#00000000', 4)).png().toBuffer());
  assert.deepEqual([at(image, 5, 5), at(image, 60, 40)], [0, 255]);
});

test('applies the EXIF orientation', async () => {
  const image = await first(await (await made('#ffffff')).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  assert.deepEqual([image.width, image.height], [60, 80]);
  assert.ok(at(image, 55, 5) < 20 && at(image, 5, 5) > 240);
});

test('decodes 16-bit and CMYK images', async () => {
  const deep = await first(await (await made('#ffffff')).toColourspace('rgb16').png().toBuffer());
  assert.deepEqual([at(deep, 5, 5), at(deep, 60, 40)], [0, 255]);
  const print = await first(await (await made('#ffffff')).toColourspace('cmyk').jpeg().toBuffer());
  assert.ok(at(print, 5, 5) < 60 && at(print, 60, 40) > 240);
});

test('reads the pages of a TIFF one by one', async () => {
  const pages = Buffer.concat([Buffer.alloc(60 * 60, 200), Buffer.alloc(60 * 60, 40)]);
  const bytes = await sharp(pages, { raw: { width: 60, height: 120, channels: 1, pageHeight: 60 } })
    .tiff({ compression: 'lzw' })
    .toBuffer();
  const file = await openFile(bytes);
  assert.equal(file.pageCount, 2);
  assert.deepEqual([at(await file.image!.readGray(1), 1, 1), at(await file.image!.readGray(2), 1, 1)], [200, 40]);
});

test('rejects sizes outside the limits by the header', async () => {
  assert.equal(
    await reasonOf(
      await sharp({ create: { width: 49, height: 80, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    ),
    'dimensions',
  );
  assert.equal(await reasonOf(hugePng(30_000)), 'dimensions');
  await assert.rejects(openFile(await (await made('#ffffff')).png().toBuffer(), { ...LIMITS, maxPixels: 70 }), { reason: 'dimensions' });
});

test('rejects truncated and invalid images as corrupt', async () => {
  const noise = Buffer.from(Array.from({ length: 200 * 200 }, (_, index) => (index * 7919) % 251));
  const bytes = await sharp(noise, { raw: { width: 200, height: 200, channels: 1 } })
    .png()
    .toBuffer();
  assert.equal(await reasonOf(bytes.subarray(0, bytes.length / 2)), 'corrupt');
  assert.equal(await reasonOf(Buffer.concat([bytes.subarray(0, 8), Buffer.from('no chunk here')])), 'corrupt');
  assert.equal(await reasonOf(Buffer.from('\xff\xd8\xff\xe0 nothing', 'latin1')), 'corrupt');
});

test('rejects truncated and too large HEIC images', async () => {
  assert.equal(await reasonOf(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1')), 'corrupt');
  assert.equal(await reasonOf(HEIC.subarray(0, HEIC.length / 2)), 'corrupt');
  await assert.rejects(openFile(HEIC, { ...LIMITS, maxPixels: 70 }), { reason: 'dimensions' });
});

test('renders, crops and encodes a HEIC image', async () => {
  const { image } = await openFile(HEIC);
  const page = await sharp(await image!.renderPng(1, { width: 40, height: 40 })).metadata();
  assert.deepEqual([page.width, page.height], [40, 30]);
  assert.deepEqual((await image!.cropColor(1, { left: 0, top: 0, right: 4, bottom: 4 })).data.length, 48);
  assert.equal((await image!.encodeJpeg(1)).isGray, false);
});

/** A PNG of a few hundred bytes that declares the given side length. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
