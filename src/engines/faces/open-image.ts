/**
 * Decodes an image for analysis: upright by its EXIF orientation, eight bits each of red, green and blue, transparent parts white, the
 * first frame of an animation. Format and size are read from the header and checked before pixels are decoded.
 */
import { sharp } from '../bindings/sharp.ts';
import type { Sharp } from '../bindings/sharp.ts';
import { decodeBmpColors } from '../documents/reading/files/decode-bmp.ts';
import { UnreadableFile } from '../documents/reading/model/unreadable-file.ts';
import type { RgbImage } from './image.ts';

export interface OpenedImage {
  /** Scaled down to at most `MAX_SIDE`. */
  image: RgbImage;
  /** Of the original image, upright. */
  width: number;
  height: number;
}

export const MAX_BYTES = 6 * 2 ** 20;
const MAX_PIXELS = 100_000_000;
/** Smaller images have no detectable face. */
const MIN_SIDE = 36;
/** Larger images are scaled down while they are decoded, so that they take no more memory than usual ones. */
const MAX_SIDE = 4096;

/** More threads make a small image slower. */
sharp.concurrency(1);

export async function openImage(bytes: Uint8Array): Promise<OpenedImage> {
  if (bytes.length > MAX_BYTES) throw new UnreadableFile('tooLarge', 'the image has too many bytes');
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 26)).toString('latin1');
  if (begin.startsWith('BM')) return await openBmp(bytes);
  if (!/^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|GIF8[79]a)/.test(begin))
    throw new UnreadableFile('unsupported', 'the file is not an image of a supported format');
  return await openCompressed(bytes);
}

async function openBmp(bytes: Uint8Array): Promise<OpenedImage> {
  const { width, height, data } = decodeBmpColors(bytes, checkSize);
  return { width, height, image: await toRgb(() => sharp(data, { raw: { width, height, channels: 3 } }), width, height) };
}

async function openCompressed(bytes: Uint8Array): Promise<OpenedImage> {
  const { width, height, autoOrient } = await rethrowAsCorrupt(
    async () => await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata(),
  );
  checkSize(width, height);
  const open = (): Sharp => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient();
  return { width: autoOrient.width, height: autoOrient.height, image: await toRgb(open, autoOrient.width, autoOrient.height) };
}

async function toRgb(open: () => Sharp, width: number, height: number): Promise<RgbImage> {
  const scale = MAX_SIDE / Math.max(width, height);
  const { data, info } = await rethrowAsCorrupt(async () => {
    const whole = open().flatten({ background: '#ffffff' }).toColourspace('srgb');
    const scaled =
      scale < 1 ? whole.resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), { fit: 'fill' }) : whole;
    return await scaled.removeAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  });
  return { width: info.width, height: info.height, data: info.channels === 3 ? data : repeatGray(data, info.channels) };
}

/** Gray as three colors. */
function repeatGray(data: Uint8Array, channels: number): Uint8Array {
  const all = new Uint8Array((data.length / channels) * 3);
  for (let at = 0, from = 0; at < all.length; at += 3, from += channels) all.fill(data[from]!, at, at + 3);
  return all;
}

function checkSize(width: number, height: number): void {
  if (Math.min(width, height) < MIN_SIDE) throw new UnreadableFile('tooSmall', `an image of ${width} by ${height} pixels is too small`);
  if (width * height > MAX_PIXELS) throw new UnreadableFile('dimensions', `an image of ${width} by ${height} pixels is too large`);
}

async function rethrowAsCorrupt<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (problem) {
    throw new UnreadableFile('corrupt', 'the image cannot be read', { cause: problem });
  }
}
