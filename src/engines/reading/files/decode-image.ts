/**
 * Pictures as shades of grey, page by page, as they are looked at: turned as their EXIF says, transparent parts white.
 *
 * The sizes are read from the header and checked before a pixel is unpacked.
 */
import sharp from 'sharp';
import type { Sharp, SharpOptions } from 'sharp';
import { decodeBmp } from './decode-bmp.ts';
import type { PictureKind } from './file-kind.ts';
import type { Limits } from '../model/limits.ts';
import { checkSize } from '../model/limits.ts';
import type { Box, Picture } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

export interface PictureFile {
  pageCount: number;
  /** A page, from 1. */
  picture(number: number): Promise<Picture>;
  /** The same as people see it, in its colours, shrunk to fit; as PNG. */
  shown(number: number, within: { width: number; height: number }): Promise<Uint8Array>;
  /** A part of the same, in whole pixels of it. */
  part(number: number, box: Box): Promise<Coloured>;
  /** The same as JPEG: the file itself, where it is one and lies as it is looked at. */
  jpeg(number: number): Promise<Jpeg>;
}

/** `density`: pixels to an inch, where the file says so. */
export interface Jpeg { data: Uint8Array; width: number; height: number; isGrey: boolean; density?: number }

/** A picture in its colours: red, green and blue in turn, row by row. */
export interface Coloured { width: number; height: number; data: Uint8Array }

/** Of letters the eye sees no difference to the picture itself. */
const JPEG_QUALITY = 88;

/** A 16-bit or transparent page takes a few times its pixels while it is unpacked. */
sharp.cache(false);

export async function openPicture(bytes: Uint8Array, kind: PictureKind, limits: Limits): Promise<PictureFile> {
  if (kind === 'bmp') {
    const picture = decodeBmp(bytes, limits);
    const { width, height, data } = picture;
    const opened = (): Sharp => sharp(data, { raw: { width, height, channels: 1 } });
    return { pageCount: 1, picture: () => Promise.resolve(picture), shown: async (_number, within) => await shrunk(opened(), within), part: async (_number, box) => await partOf(opened(), box), jpeg: async () => await jpegOf(opened(), true) };
  }
  const options: SharpOptions = { limitInputPixels: limits.mostPixels ** 2, failOn: 'error', sequentialRead: true };
  const { pages: all = 1 } = await sizes(bytes, options, kind, limits);
  // An animation or burst is one picture with variants, a TIFF is a document of pages.
  const pageCount = kind === 'tiff' ? all : 1;
  if (pageCount > limits.mostPages) throw new UnreadableFile('tooManyPages', `the file has ${pageCount} pages`);
  const opened = async (number: number): Promise<Sharp> => {
    const page = kind === 'tiff' ? { ...options, page: number - 1 } : options;
    await sizes(bytes, page, kind, limits);
    return sharp(bytes, page);
  };
  return {
    pageCount,
    picture: async (number) => await grey(await opened(number), kind),
    shown: async (number, within) => {
      const image = await opened(number);
      return await unpacked(kind, async () => await shrunk(image.rotate().flatten({ background: '#ffffff' }), within));
    },
    part: async (number, box) => {
      const image = await opened(number);
      return await unpacked(kind, async () => await partOf(image.rotate().flatten({ background: '#ffffff' }), box));
    },
    jpeg: async (number) => {
      const image = await opened(number);
      return await unpacked(kind, async () => {
        const { width, height, space, orientation = 1, density } = await image.metadata();
        const more = density === undefined ? {} : { density };
        if (kind === 'jpeg' && orientation === 1 && (space === 'srgb' || space === 'b-w')) return { data: bytes, width, height, isGrey: space === 'b-w', ...more };
        return { ...await jpegOf(image.rotate().flatten({ background: '#ffffff' }), space === 'b-w'), ...more };
      });
    },
  };
}

async function jpegOf(image: Sharp, isGrey: boolean): Promise<Jpeg> {
  const { data, info: { width, height, channels } } = await image.toColourspace(isGrey ? 'b-w' : 'srgb').jpeg({ quality: JPEG_QUALITY }).toBuffer({ resolveWithObject: true });
  return { data, width, height, isGrey: channels === 1 };
}

async function partOf(image: Sharp, { left, top, right, bottom }: Box): Promise<Coloured> {
  const { data, info: { width, height } } = await image.extract({ left, top, width: right - left, height: bottom - top }).toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return { width, height, data };
}

async function shrunk(image: Sharp, { width, height }: { width: number; height: number }): Promise<Uint8Array> {
  return await image.resize({ width, height, fit: 'inside', withoutEnlargement: true }).toColourspace('srgb').png({ compressionLevel: 6 }).toBuffer();
}

async function sizes(bytes: Uint8Array, options: SharpOptions, kind: PictureKind, limits: Limits): Promise<{ pages?: number }> {
  const { width, height, pages } = await unpacked(kind, async () => await sharp(bytes, { ...options, limitInputPixels: false }).metadata());
  checkSize(width, height, limits);
  return pages === undefined ? {} : { pages };
}

async function grey(image: Sharp, kind: PictureKind): Promise<Picture> {
  const { data, info } = await unpacked(kind, async () => await image.rotate().flatten({ background: '#ffffff' }).toColourspace('b-w').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }));
  if (info.channels === 1) return { width: info.width, height: info.height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
  const single = new Uint8Array(info.width * info.height);
  for (let at = 0; at < single.length; at += 1) single[at] = data[at * info.channels]!;
  return { width: info.width, height: info.height, data: single };
}

/** libvips says in many words what is wrong with a file; a caller only needs to know whether it could ever be read. */
async function unpacked<T>(kind: PictureKind, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : '';
    if (kind === 'heif') throw new UnreadableFile('unsupported', 'HEIF pictures are read only if they are packed as AV1', { cause: problem });
    if (/pixel limit/i.test(message)) throw new UnreadableFile('dimensions', 'the picture is too large', { cause: problem });
    throw new UnreadableFile('corrupt', 'the picture cannot be read', { cause: problem });
  }
}
