/**
 * Decodes images to gray, page by page, as they are displayed: rotated by EXIF, transparent parts white.
 *
 * Sizes are read from the header and checked before any pixel is decoded.
 */
import { decodeHeic } from '../../../bindings/heif.ts';
import { sharp } from '../../../bindings/sharp.ts';
import type { Sharp, SharpOptions } from '../../../bindings/sharp.ts';
import { decodeBmp } from './decode-bmp.ts';
import type { ColorImage } from './decode-bmp.ts';
import type { ImageKind } from './file-kind.ts';
import type { Limits } from '../model/limits.ts';
import { checkImageSize } from '../model/limits.ts';
import type { Box, GrayImage } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

export interface ImageFile {
  pageCount: number;
  /** A page in gray; pages are numbered from 1. */
  readGray(number: number): Promise<GrayImage>;
  /** The page in color as PNG, scaled down to fit. */
  renderPng(number: number, within: { width: number; height: number }): Promise<Uint8Array>;
  /** A part of the page in color; the box is in whole pixels. */
  cropColor(number: number, box: Box): Promise<ColorImage>;
  /** The page as JPEG: the file's own bytes where it is a JPEG that needs no rotation. */
  encodeJpeg(number: number): Promise<Jpeg>;
}

/** `density`: pixels per inch, where the file gives it. */
export interface Jpeg {
  data: Uint8Array;
  width: number;
  height: number;
  isGray: boolean;
  density?: number;
}

interface Pixels {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

/** Text looks the same as in the original. */
const JPEG_QUALITY = 88;

export async function openImage(bytes: Uint8Array, kind: ImageKind, limits: Limits): Promise<ImageFile> {
  if (kind === 'bmp') return pixelsAsFile(decodeBmp(bytes, limits), 1);
  if (kind === 'heic') {
    const image = await decode(
      async () =>
        await decodeHeic(bytes, (width, height) => {
          checkImageSize(width, height, limits);
        }),
    );
    return pixelsAsFile(image, 4);
  }
  const options: SharpOptions = { limitInputPixels: limits.maxPixels ** 2, failOn: 'error', sequentialRead: true };
  const { pages: all = 1 } = await readSize(bytes, options, limits);
  // An animation or burst is one image with variants; a TIFF is a document of pages.
  const pageCount = kind === 'tiff' ? all : 1;
  if (pageCount > limits.maxPages) throw new UnreadableFile('tooManyPages', `the file has ${pageCount} pages`);
  const opened = async (number: number): Promise<Sharp> => {
    const page = kind === 'tiff' ? { ...options, page: number - 1 } : options;
    await readSize(bytes, page, limits);
    return sharp(bytes, page);
  };
  return {
    pageCount,
    readGray: async (number) => await toGray(await opened(number)),
    renderPng: async (number, within) => {
      const image = await opened(number);
      return await decode(async () => await toPng(image.rotate().flatten({ background: '#ffffff' }), within));
    },
    cropColor: async (number, box) => {
      const image = await opened(number);
      return await decode(async () => await cropToColor(image.rotate().flatten({ background: '#ffffff' }), box));
    },
    encodeJpeg: async (number) => {
      const image = await opened(number);
      return await decode(async () => {
        const { width, height, space, orientation = 1, density } = await image.metadata();
        const more = density === undefined ? {} : { density };
        if (kind === 'jpeg' && orientation === 1 && (space === 'srgb' || space === 'b-w'))
          return { data: bytes, width, height, isGray: space === 'b-w', ...more };
        return { ...(await toJpeg(image.rotate().flatten({ background: '#ffffff' }), space === 'b-w')), ...more };
      });
    },
  };
}

/** An image of one page whose pixels are decoded. */
function pixelsAsFile({ width, height, data }: Pixels, channels: 1 | 4): ImageFile {
  const opened = (): Sharp => {
    const image = sharp(data, { raw: { width, height, channels } });
    return channels === 4 ? image.flatten({ background: '#ffffff' }) : image;
  };
  return {
    pageCount: 1,
    readGray: async () => await toGray(opened()),
    renderPng: async (_number, within) => await toPng(opened(), within),
    cropColor: async (_number, box) => await cropToColor(opened(), box),
    encodeJpeg: async () => await toJpeg(opened(), channels === 1),
  };
}

async function toJpeg(image: Sharp, isGray: boolean): Promise<Jpeg> {
  const {
    data,
    info: { width, height, channels },
  } = await image
    .toColourspace(isGray ? 'b-w' : 'srgb')
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { data, width, height, isGray: channels === 1 };
}

async function cropToColor(image: Sharp, { left, top, right, bottom }: Box): Promise<ColorImage> {
  const {
    data,
    info: { width, height },
  } = await image
    .extract({ left, top, width: right - left, height: bottom - top })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width, height, data };
}

async function toPng(image: Sharp, { width, height }: { width: number; height: number }): Promise<Uint8Array> {
  return await image
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 6 })
    .toBuffer();
}

async function readSize(bytes: Uint8Array, options: SharpOptions, limits: Limits): Promise<{ pages?: number }> {
  const { width, height, pages } = await decode(async () => await sharp(bytes, { ...options, limitInputPixels: false }).metadata());
  checkImageSize(width, height, limits);
  return pages === undefined ? {} : { pages };
}

async function toGray(image: Sharp): Promise<GrayImage> {
  const { data, info } = await decode(
    async () =>
      await image
        .rotate()
        .flatten({ background: '#ffffff' })
        .toColourspace('b-w')
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true }),
  );
  if (info.channels === 1)
    return { width: info.width, height: info.height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
  const single = new Uint8Array(info.width * info.height);
  for (let at = 0; at < single.length; at += 1) single[at] = data[at * info.channels]!;
  return { width: info.width, height: info.height, data: single };
}

/** Maps the many messages of libvips to the reason a caller needs. */
async function decode<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (problem) {
    if (problem instanceof UnreadableFile) throw problem;
    const message = problem instanceof Error ? problem.message : '';
    if (/pixel limit/i.test(message)) throw new UnreadableFile('dimensions', 'the image is too large', { cause: problem });
    throw new UnreadableFile('corrupt', 'the image cannot be read', { cause: problem });
  }
}
