/**
 * BMP images, which libvips does not read: 1, 4, 8, 16, 24 and 32 bits, bottom-up or top-down, RLE4 and RLE8.
 *
 * The header is checked first and every offset is validated; pixels that a run-length image omits are white.
 */
import type { Limits } from '../model/limits.ts';
import { checkImageSize } from '../model/limits.ts';
import type { GrayImage } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

const RGB = 0;
const RLE8 = 1;
const RLE4 = 2;
const BITFIELDS = 3;
const ALPHA_BITFIELDS = 6;

/** RGB bytes, row by row. */
export interface ColorImage {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Sets a pixel to the color 0xrrggbb. */
type Put = (pixel: number, color: number) => void;

const WHITE = 0xffffff;

interface Header {
  width: number;
  height: number;
  topDown: boolean;
  bits: number;
  compression: number;
  /** Colors 0xrrggbb. */
  palette: Uint32Array;
  masks: readonly [red: number, green: number, blue: number];
  pixels: number;
}

export function decodeBmp(bytes: Uint8Array, limits: Limits): GrayImage {
  return decodePixels(
    bytes,
    (width, height) => checkImageSize(width, height, limits),
    1,
    (data) => (pixel, color) => {
      data[pixel] = Math.round(0.299 * (color >> 16) + 0.587 * ((color >> 8) & 255) + 0.114 * (color & 255));
    },
  );
}

/** `check` throws if an image of this size is not allowed. */
export function decodeBmpColors(bytes: Uint8Array, check: (width: number, height: number) => void): ColorImage {
  return decodePixels(bytes, check, 3, (data) => (pixel, color) => {
    data[3 * pixel] = color >> 16;
    data[3 * pixel + 1] = color >> 8;
    data[3 * pixel + 2] = color;
  });
}

function decodePixels(
  bytes: Uint8Array,
  check: (width: number, height: number) => void,
  channels: number,
  into: (data: Uint8Array) => Put,
): ColorImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const header = readHeader(view, check);
  const { width, height, topDown } = header;
  const data = new Uint8Array(width * height * channels).fill(255);
  if (header.compression === RLE8 || header.compression === RLE4) decodeRuns(view, header, into(data));
  else decodeRows(view, header, into(data));
  return { width, height, data: topDown ? data : flipVertically(data, width * channels, height) };
}

const corrupt = (what: string): UnreadableFile => new UnreadableFile('corrupt', `the BMP image ${what}`);

const packColor = (red: number, green: number, blue: number): number => (red << 16) | (green << 8) | blue;

function readHeader(view: DataView, check: (width: number, height: number) => void): Header {
  const size = view.byteLength < 26 ? 0 : view.getUint32(14, true);
  const old = size === 12;
  if ((!old && size < 40) || size > 1024 || 14 + size > view.byteLength) throw corrupt('has an unknown header');
  const width = old ? view.getUint16(18, true) : view.getInt32(18, true);
  const signed = old ? view.getInt16(20, true) : view.getInt32(22, true);
  const height = Math.abs(signed);
  check(width, height);
  const bits = view.getUint16(old ? 24 : 28, true);
  const compression = old ? RGB : view.getUint32(30, true);
  const wrong =
    ![1, 4, 8, 16, 24, 32].includes(bits) ||
    (compression === RLE8 && bits !== 8) ||
    (compression === RLE4 && bits !== 4) ||
    ((compression === BITFIELDS || compression === ALPHA_BITFIELDS) && bits !== 16 && bits !== 32);
  if (wrong) throw corrupt('has an unknown bit depth');
  if (![RGB, RLE8, RLE4, BITFIELDS, ALPHA_BITFIELDS].includes(compression))
    throw new UnreadableFile('unsupported', 'BMP images with this compression are not supported');
  const outside = compression === BITFIELDS && size === 40 ? 12 : compression === ALPHA_BITFIELDS && size === 40 ? 16 : 0;
  return {
    width,
    height,
    topDown: signed < 0,
    bits,
    compression,
    pixels: view.getUint32(10, true),
    palette:
      bits <= 8 ? readPalette(view, 14 + size + outside, old ? 3 : 4, 2 ** bits, old ? 0 : view.getUint32(46, true)) : new Uint32Array(),
    masks:
      compression === BITFIELDS || compression === ALPHA_BITFIELDS
        ? readMasks(view)
        : bits === 16
          ? [0x7c00, 0x3e0, 0x1f]
          : [0xff0000, 0xff00, 0xff],
  };
}

function readMasks(view: DataView): [number, number, number] {
  if (view.byteLength < 66) throw corrupt('ends within its header');
  return [view.getUint32(54, true), view.getUint32(58, true), view.getUint32(62, true)];
}

function readPalette(view: DataView, at: number, step: number, most: number, declared: number): Uint32Array {
  const count = declared === 0 || declared > most ? most : declared;
  const colors = new Uint32Array(most).fill(WHITE);
  for (let index = 0; index < count && at + (index + 1) * step <= view.byteLength; index += 1) {
    const color = at + index * step;
    colors[index] = packColor(view.getUint8(color + 2), view.getUint8(color + 1), view.getUint8(color));
  }
  return colors;
}

function decodeRows(view: DataView, { width, height, bits, palette, masks, pixels }: Header, put: Put): void {
  const stride = Math.floor((bits * width + 31) / 32) * 4;
  if (pixels < 14 || pixels + stride * (height - 1) + Math.ceil((bits * width) / 8) > view.byteLength)
    throw corrupt('ends before its last row');
  const parts = masks.map(parseMask) as [Channel, Channel, Channel];
  for (let y = 0; y < height; y += 1) {
    const row = pixels + y * stride;
    for (let x = 0; x < width; x += 1) put(y * width + x, colorAt(view, row, x, bits, palette, parts));
  }
}

interface Channel {
  shift: number;
  max: number;
}

function parseMask(mask: number): Channel {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  return { shift, max: mask >>> shift };
}

function colorAt(
  view: DataView,
  row: number,
  x: number,
  bits: number,
  palette: Uint32Array,
  parts: readonly [Channel, Channel, Channel],
): number {
  switch (bits) {
    case 1:
      return palette[(view.getUint8(row + (x >> 3)) >> (7 - (x & 7))) & 1]!;
    case 4:
      return palette[(view.getUint8(row + (x >> 1)) >> ((x & 1) === 0 ? 4 : 0)) & 15]!;
    case 8:
      return palette[view.getUint8(row + x)]!;
    case 24:
      return packColor(view.getUint8(row + 3 * x + 2), view.getUint8(row + 3 * x + 1), view.getUint8(row + 3 * x));
    default: {
      const value = bits === 16 ? view.getUint16(row + 2 * x, true) : view.getUint32(row + 4 * x, true);
      const [red, green, blue] = parts.map(({ shift, max: most }) =>
        most === 0 ? 0 : Math.round((((value >>> shift) & most) * 255) / most),
      ) as [number, number, number];
      return packColor(red, green, blue);
    }
  }
}

/** Run-length rows, bottom-up: pairs of count and color, and escapes for end of row, end of image, a jump, and literal colors. */
function decodeRuns(view: DataView, { width, height, bits, palette, pixels }: Header, set: Put): void {
  let [at, x, y] = [pixels, 0, 0];
  const put = (index: number): void => {
    if (x < width && y < height) set(y * width + x, palette[index]!);
    x += 1;
  };
  const nibble = (value: number, index: number): number => ((index & 1) === 0 ? value >> 4 : value & 15);
  while (at + 2 <= view.byteLength && y < height) {
    const [count, value] = [view.getUint8(at), view.getUint8(at + 1)];
    at += 2;
    if (count > 0) for (let index = 0; index < count; index += 1) put(bits === 8 ? value : nibble(value, index));
    else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) return;
    else if (value === 2) {
      if (at + 2 > view.byteLength) return;
      [x, y] = [x + view.getUint8(at), y + view.getUint8(at + 1)];
      at += 2;
    } else {
      const length = bits === 8 ? value : (value + 1) >> 1;
      if (at + length > view.byteLength) throw corrupt('ends within a row');
      for (let index = 0; index < value; index += 1)
        put(bits === 8 ? view.getUint8(at + index) : nibble(view.getUint8(at + (index >> 1)), index));
      at += length + (length & 1);
    }
  }
}

function flipVertically(data: Uint8Array, width: number, height: number): Uint8Array {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) turned.set(data.subarray(y * width, (y + 1) * width), (height - 1 - y) * width);
  return turned;
}
