/** Parts of pages as pictures of their own, in their colours and turned upright: what is left of a scan that lay askew is white. */
import sharp from 'sharp';
import { applyToBox } from '../model/affine.ts';
import type { Coloured } from '../files/decode-image.ts';
import type { Limits } from '../model/limits.ts';
import { LIMITS } from '../model/limits.ts';
import { openFile } from '../files/open-file.ts';
import type { OpenFile } from '../files/open-file.ts';
import type { Affine, Box } from '../model/page.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

/** A box of the upright frame of a page, which is numbered from 1, with the way to the page as it was given and the size of that. */
export interface Part { page: number; box: Box; toPage: Affine; angle: number; width: number; height: number }

/** Pixels to an inch of a PDF; a picture keeps those that it has. */
const DPI = 200;
/** Degrees from which on a part is turned; below, the page's own pixels are worth more than the last of its slant. */
const LEAST_ANGLE = 0.5;
const WHITE = '#ffffff';

/** PNG files one by one, in order. Throws `UnreadableFile`. */
export async function* cutOut(bytes: Uint8Array, parts: Iterable<Part>, limits: Limits = LIMITS): AsyncGenerator<Uint8Array> {
  const file = await openFile(bytes, limits);
  try {
    if (file.flow !== undefined) throw new UnreadableFile('unsupported', 'office files and HTML have no pages of which a part could be cut out');
    for (const part of parts) yield await cut(file, part);
  } finally {
    file.close();
  }
}

/** The rectangle around a box, in whole pixels. */
function outwards({ left, top, right, bottom }: Box): Box {
  const [x, y] = [Math.floor(left), Math.floor(top)];
  return { left: x, top: y, right: Math.max(x + 1, Math.ceil(right)), bottom: Math.max(y + 1, Math.ceil(bottom)) };
}

const inside = ({ left, top, right, bottom }: Box, width: number, height: number): Box => {
  const [x, y] = [Math.min(Math.max(0, left), width - 1), Math.min(Math.max(0, top), height - 1)];
  return { left: x, top: y, right: Math.max(x + 1, Math.min(right, width)), bottom: Math.max(y + 1, Math.min(bottom, height)) };
};

async function cut(file: OpenFile & { flow?: undefined }, { page, box, toPage, angle, ...size }: Part): Promise<Uint8Array> {
  const scale = file.pdf === undefined ? 1 : DPI;
  const { left, top, right, bottom } = applyToBox(toPage, box);
  const wanted = outwards({ left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale });
  const [wide, high] = [Math.max(1, Math.round(size.width * scale)), Math.max(1, Math.round(size.height * scale))];
  const seen = inside(wanted, wide, high);
  const picture = file.pdf === undefined ? await file.picture.part(page, seen) : file.pdf.withPage(page, (open) => coloured(open.paint(wide, high, seen), seen));
  const image = sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } });
  if (Math.abs(angle) < LEAST_ANGLE) return await image.png({ compressionLevel: 6 }).toBuffer();
  // Where the page ends before the rectangle does, white makes it whole, so that its middle is that of the part.
  const whole = await image.extend({ left: seen.left - wanted.left, top: seen.top - wanted.top, right: wanted.right - seen.right, bottom: wanted.bottom - seen.bottom, background: WHITE }).raw().toBuffer({ resolveWithObject: true });
  const turned = await sharp(whole.data, { raw: { width: whole.info.width, height: whole.info.height, channels: 3 } }).rotate(-angle, { background: WHITE }).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = turned.info;
  const upright = { width: Math.max(1, Math.min(width, Math.round((box.right - box.left) * scale))), height: Math.max(1, Math.min(height, Math.round((box.bottom - box.top) * scale))) };
  return await sharp(turned.data, { raw: { width, height, channels: 3 } })
    .extract({ left: Math.floor((width - upright.width) / 2), top: Math.floor((height - upright.height) / 2), ...upright }).png({ compressionLevel: 6 }).toBuffer();
}

/** Without the fourth of every four bytes. */
function coloured(painted: Uint8Array, { left, top, right, bottom }: Box): Coloured {
  const [width, height] = [right - left, bottom - top];
  const data = new Uint8Array(3 * width * height);
  for (let at = 0, to = 0; at < painted.length; at += 4, to += 3) {
    data[to] = painted[at]!;
    data[to + 1] = painted[at + 1]!;
    data[to + 2] = painted[at + 2]!;
  }
  return { width, height, data };
}
