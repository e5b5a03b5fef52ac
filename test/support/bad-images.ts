/** Invalid and hostile images: malformed, tiny, huge, and decompression bombs. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function header(width: number, height: number, bits = 1): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = bits;
  return chunk('IHDR', data);
}

/** A black grayscale PNG with this bit depth, with other chunks before the pixels. */
function png(
  width: number,
  height: number,
  {
    bits = 1,
    more = [],
    pixels = deflateSync(Buffer.alloc(height * (Math.ceil((width * bits) / 8) + 1)), { level: 9 }),
  }: { bits?: number; more?: Buffer[]; pixels?: Buffer } = {},
): Buffer {
  return Buffer.concat([SIGNATURE, header(width, height, bits), ...more, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** Pads an image to the minimum size. */
const padding = chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), Buffer.alloc(1024, 'x')]));

/** Noise without a face. */
export async function noiseImage(side = 300): Promise<Buffer> {
  return await sharp({
    create: { width: side, height: side, channels: 3, background: '#888888', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .jpeg()
    .toBuffer();
}

export const onePixel = (): Buffer => png(1, 1, { bits: 8, more: [padding] });

/** A valid PNG of 900 million pixels in some hundred kilobytes. */
export const blackPng30000 = (): Buffer => png(30_000, 30_000);

/** A header with a huge size, without the pixels. */
export const fakeHugePng = (): Buffer => png(0x7fffffff, 0x7fffffff, { pixels: deflateSync(Buffer.alloc(100)), more: [padding] });

/** A small black image whose text and color profile decompress to a multiple of their size. */
export function pngWithCompressedBombs(): Buffer {
  const bomb = deflateSync(Buffer.alloc(64 * 2 ** 20), { level: 9 });
  return png(200, 200, {
    bits: 8,
    more: [
      chunk('iCCP', Buffer.concat([Buffer.from('profile\0\0'), bomb])),
      chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb])),
    ],
  });
}

/** Pixel data that decompresses to more than the header says. */
export const pngWithExcessPixels = (): Buffer =>
  png(100, 100, { bits: 8, pixels: deflateSync(Buffer.alloc(100 * 2 ** 20), { level: 9 }), more: [padding] });

/** A JPEG whose header says 65,500 by 65,500. */
export async function hugeJpeg(): Promise<Buffer> {
  const bytes = await noiseImage();
  const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'));
  bytes.writeUInt16BE(65_500, frame + 5);
  bytes.writeUInt16BE(65_500, frame + 7);
  return bytes;
}

/** A GIF of 65,535 by 65,535 without pixels. */
export function hugeGif(): Buffer {
  const bytes = Buffer.alloc(1100);
  bytes.write('GIF89a', 0, 'latin1');
  for (const at of [6, 8]) bytes.writeUInt16LE(65_535, at);
  bytes.set([0x80, 0, 0], 10);
  bytes[19] = 0x2c;
  for (const at of [24, 26]) bytes.writeUInt16LE(65_535, at);
  bytes[29] = 2;
  bytes[1099] = 0x3b;
  return bytes;
}

/** A BMP whose header says 100,000 by 100,000 pixels of three bytes. */
export function hugeBmp(): Buffer {
  const bytes = Buffer.alloc(2000);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(2000, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(100_000, 18);
  bytes.writeInt32LE(100_000, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}
