import assert from 'node:assert/strict';
import { crc32, deflateSync } from 'node:zlib';
import { test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { Unreadable } from '../documents/reading/model/unreadable-file.ts';
import { UnreadableFile } from '../documents/reading/model/unreadable-file.ts';
import { MAX_BYTES, openImage } from './open-image.ts';

/** Left half red, right half blue. */
function halves(width: number, height: number): Sharp {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const isLeft = Math.floor(i / 3) % width < width / 2;
    return (i % 3 === 0 && isLeft) || (i % 3 === 2 && !isLeft) ? 255 : 0;
  });
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function refusal(bytes: Uint8Array): Promise<{ reason: Unreadable; message: string }> {
  const problem = await openImage(bytes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(problem instanceof UnreadableFile, String(problem));
  return problem;
}

async function corners(bytes: Uint8Array): Promise<string[]> {
  const {
    image: { width, height, data },
  } = await openImage(bytes);
  return [
    [2, 2],
    [width - 3, 2],
    [2, height - 3],
    [width - 3, height - 3],
  ].map(([x, y]) => {
    const [red, green, blue] = data.subarray((y! * width + x!) * 3);
    return red! > 200 && green! < 60 && blue! < 60
      ? 'red'
      : blue! > 200 && red! < 60
        ? 'blue'
        : red! > 200 && green! > 200
          ? 'white'
          : `${red} ${green} ${blue}`;
  });
}

const ACROSS = ['red', 'blue', 'red', 'blue'];

test('reads JPEG, PNG and GIF of any depth and color space in color', async () => {
  const image = halves(60, 40);
  for (const bytes of [
    await image.clone().jpeg({ chromaSubsampling: '4:4:4', quality: 95 }).toBuffer(),
    await image.clone().png().toBuffer(),
    await image.clone().gif().toBuffer(),
    await image.clone().png({ palette: true }).toBuffer(),
    await image.clone().toColourspace('rgb16').png().toBuffer(),
    await image.clone().ensureAlpha().png().toBuffer(),
    await image.clone().toColourspace('cmyk').jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(),
  ]) {
    const {
      width,
      height,
      image: { data },
    } = await openImage(bytes);
    assert.deepEqual([width, height, data.length], [60, 40, 7200]);
    const [first] = await corners(bytes);
    assert.ok(first === 'red' || Number(first!.split(' ')[0]) > 180, first);
  }
  assert.deepEqual(await corners(await image.clone().png().toBuffer()), ACROSS);
});

test('expands gray to RGB and makes transparent parts white', async () => {
  const gray = await openImage(
    await sharp({ create: { width: 50, height: 50, channels: 3, background: '#777777' } })
      .toColourspace('b-w')
      .png()
      .toBuffer(),
  );
  assert.deepEqual(new Set(gray.image.data), new Set([0x77]));
  const clear = await openImage(
    await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0 } } })
      .png()
      .toBuffer(),
  );
  assert.deepEqual(new Set(clear.image.data), new Set([255]));
});

test('applies the EXIF orientation', async () => {
  const turned = await halves(60, 40).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).withMetadata({ orientation: 6 }).toBuffer();
  const { width, height } = await openImage(turned);
  assert.deepEqual([width, height], [40, 60]);
  assert.deepEqual(await corners(turned), ['red', 'red', 'blue', 'blue']);
});

test('reads the first frame of an animation', async () => {
  const pages = Buffer.alloc(50 * 100 * 3, 255);
  pages.fill(0, 50 * 50 * 3);
  const bytes = await sharp(pages, { raw: { width: 50, height: 100, channels: 3, pageHeight: 50 } })
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer();
  assert.equal((await sharp(bytes).metadata()).pages, 2);
  const { height, image } = await openImage(bytes);
  assert.equal(height, 50);
  assert.deepEqual(new Set(image.data), new Set([255]));
});

test('reads BMP in color', async () => {
  const [width, height, stride] = [40, 36, 120];
  const bytes = Buffer.alloc(54 + stride * height);
  bytes.write('BM');
  for (const [at, value] of [
    [2, bytes.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  // Rows from the bottom up, blue before red.
  for (let i = 0; i < width * height; i++) bytes[54 + 3 * i + (i % width < width / 2 ? 2 : 0)] = 255;
  assert.deepEqual(await corners(bytes), ACROSS);
  assert.equal((await refusal(bytes.subarray(0, 2000))).reason, 'corrupt');
});

test('shrinks large images and reports their original size', async () => {
  const { width, height, image } = await openImage(await halves(6000, 40).png().toBuffer());
  assert.deepEqual([width, height, image.width, image.height], [6000, 40, 4096, 27]);
});

test('rejects sizes from the header, before it decodes pixels', async () => {
  const small = await refusal(await halves(60, 35).png().toBuffer());
  assert.equal(small.reason, 'tooSmall');
  assert.match(small.message, /too small/);
  assert.match((await refusal(await halves(1, 1).png().toBuffer())).message, /too small/);
  const large = await refusal(bomb(30_000, 30_000));
  assert.equal(large.reason, 'dimensions');
  assert.match(large.message, /too large/);
  assert.equal((await refusal(new Uint8Array(MAX_BYTES + 1))).reason, 'tooLarge');
});

/** A PNG that says it is large, and has nothing in it. */
function bomb(width: number, height: number): Buffer {
  const chunk = (kind: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('rejects files that are not images or are truncated', async () => {
  for (const bytes of [
    new Uint8Array(),
    Buffer.from('not an image'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"/>'),
    await halves(60, 40).webp().toBuffer(),
    await halves(60, 40).tiff().toBuffer(),
  ]) {
    assert.equal((await refusal(bytes)).reason, 'unsupported');
  }
  const whole = await halves(600, 400).jpeg().toBuffer();
  assert.equal((await refusal(whole.subarray(0, whole.length / 2))).reason, 'corrupt');
  assert.equal((await refusal(bomb(100, 100))).reason, 'corrupt');
  assert.equal((await refusal(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(2000, 1)]))).reason, 'corrupt');
});

test('altered bytes give an image or an UnreadableFile', async () => {
  const kinds = await Promise.all([halves(60, 40).jpeg().toBuffer(), halves(60, 40).png().toBuffer(), halves(60, 40).gif().toBuffer()]);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 8 }),
      async (bytes, changes) => {
        const changed = Buffer.from(bytes);
        for (const [at, value] of changes) changed[at % changed.length] = value;
        try {
          await openImage(changed);
        } catch (problem) {
          assert.ok(problem instanceof UnreadableFile, String(problem));
        }
      },
    ),
    { numRuns: 60 },
  );
});
