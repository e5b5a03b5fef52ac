/** Crops parts of pages as color images, rotated upright; the area outside of the page is white. */
import { sharp } from '../../../bindings/sharp.ts';
import { pageBounds } from '../model/bend.ts';
import type { ColorImage } from '../files/decode-bmp.ts';
import type { Limits } from '../model/limits.ts';
import { LIMITS } from '../model/limits.ts';
import { openFile } from '../files/open-file.ts';
import type { OpenFile } from '../files/open-file.ts';
import type { PageTransform, Box } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

/** A box in the upright frame of a page (numbered from 1), with the transform to the original page and its size. */
export interface PagePart {
  page: number;
  box: Box;
  toPage: PageTransform;
  angle: number;
  width: number;
  height: number;
}

/** Resolution for PDFs; images keep their own. */
const DPI = 200;
/** Below this angle a part is not rotated: resampling would cost more quality than the skew. */
const MIN_ANGLE = 0.5;
const WHITE = '#ffffff';

/** Yields PNG files in the order of the parts. Throws `UnreadableFile`. */
export async function* cropParts(bytes: Uint8Array, parts: Iterable<PagePart>, limits: Limits = LIMITS): AsyncGenerator<Uint8Array> {
  const file = await openFile(bytes, limits);
  try {
    if (file.flow !== undefined) throw new UnreadableFile('unsupported', 'office files and HTML have no pages to crop');
    for (const part of parts) yield await cropPart(file, part);
  } finally {
    file.close();
  }
}

/** Yields the images of an office file as PNG files, in their own size. Throws `UnreadableFile`. */
export async function* renderEmbeddedImages(
  bytes: Uint8Array,
  parts: Iterable<string>,
  limits: Limits = LIMITS,
): AsyncGenerator<Uint8Array> {
  const file = await openFile(bytes, limits);
  try {
    // An image that is shown several times is unpacked once.
    const rendered = new Map<string, Uint8Array>();
    for (const part of parts) {
      const image = file.flow && !rendered.has(part) ? await file.embeddedImage(part) : undefined;
      if (image) rendered.set(part, await image.renderPng(1, { width: limits.maxPixels, height: limits.maxPixels }));
      const png = rendered.get(part);
      if (!png) throw new UnreadableFile('unsupported', 'an image of the file cannot be read');
      yield png;
    }
  } finally {
    file.close();
  }
}

/** The smallest box of whole pixels around a box. */
function roundOutwards({ left, top, right, bottom }: Box): Box {
  const [x, y] = [Math.floor(left), Math.floor(top)];
  return { left: x, top: y, right: Math.max(x + 1, Math.ceil(right)), bottom: Math.max(y + 1, Math.ceil(bottom)) };
}

const clampBox = ({ left, top, right, bottom }: Box, width: number, height: number): Box => {
  const [x, y] = [Math.min(Math.max(0, left), width - 1), Math.min(Math.max(0, top), height - 1)];
  return { left: x, top: y, right: Math.max(x + 1, Math.min(right, width)), bottom: Math.max(y + 1, Math.min(bottom, height)) };
};

async function cropPart(file: OpenFile & { flow?: undefined }, { page, box, toPage, angle, ...size }: PagePart): Promise<Uint8Array> {
  const scale = file.pdf === undefined ? 1 : DPI;
  const { left, top, right, bottom } = pageBounds(toPage, box);
  const wanted = roundOutwards({ left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale });
  const [wide, high] = [Math.max(1, Math.round(size.width * scale)), Math.max(1, Math.round(size.height * scale))];
  const seen = clampBox(wanted, wide, high);
  const image =
    file.pdf === undefined
      ? await file.image.cropColor(page, seen)
      : file.pdf.withPage(page, (open) => dropAlpha(open.renderColor(wide, high, seen), seen));
  const encoder = sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } });
  if (Math.abs(angle) < MIN_ANGLE) return await encoder.png({ compressionLevel: 6 }).toBuffer();
  // Pad with white where the rectangle extends beyond the page, so that its center is the center of the part.
  const whole = await encoder
    .extend({
      left: seen.left - wanted.left,
      top: seen.top - wanted.top,
      right: wanted.right - seen.right,
      bottom: wanted.bottom - seen.bottom,
      background: WHITE,
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const turned = await sharp(whole.data, { raw: { width: whole.info.width, height: whole.info.height, channels: 3 } })
    .rotate(-angle, { background: WHITE })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = turned.info;
  const upright = {
    width: Math.max(1, Math.min(width, Math.round((box.right - box.left) * scale))),
    height: Math.max(1, Math.min(height, Math.round((box.bottom - box.top) * scale))),
  };
  return await sharp(turned.data, { raw: { width, height, channels: 3 } })
    .extract({ left: Math.floor((width - upright.width) / 2), top: Math.floor((height - upright.height) / 2), ...upright })
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** RGBX to RGB. */
function dropAlpha(painted: Uint8Array, { left, top, right, bottom }: Box): ColorImage {
  const [width, height] = [right - left, bottom - top];
  const data = new Uint8Array(3 * width * height);
  for (let at = 0, to = 0; at < painted.length; at += 4, to += 3) {
    data[to] = painted[at]!;
    data[to + 1] = painted[at + 1]!;
    data[to + 2] = painted[at + 2]!;
  }
  return { width, height, data };
}
