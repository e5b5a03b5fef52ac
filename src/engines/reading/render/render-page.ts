/** A page of a file as a picture for people: what boxes of an answer are laid over. */
import sharp from 'sharp';
import type { Limits } from '../model/limits.ts';
import { LIMITS } from '../model/limits.ts';
import { openFile } from '../files/open-file.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';

export interface ShownPage { png: Uint8Array; pageCount: number }

/** However narrow a page is, its picture is no higher than this. */
const MOST_HEIGHT = 4000;

/** So many pixels wide, or as wide as a picture is, unless it would be too high; nothing where the file has no such page. Throws `UnreadableFile`. */
export async function showPage(bytes: Uint8Array, number: number, width: number, limits: Limits = LIMITS): Promise<ShownPage | { pageCount: number }> {
  const file = await openFile(bytes, limits);
  try {
    const { pageCount } = file;
    if (file.flow !== undefined) throw new UnreadableFile('unsupported', 'office files and HTML have no pages that could be shown');
    if (number > pageCount) return { pageCount };
    if (file.picture !== undefined) return { pageCount, png: await file.picture.shown(number, { width, height: MOST_HEIGHT }) };
    const painted = file.pdf.withPage(number, (page) => {
      const scale = Math.min(width / page.width, MOST_HEIGHT / page.height);
      const size = { width: Math.max(1, Math.round(page.width * scale)), height: Math.max(1, Math.round(page.height * scale)) };
      return { ...size, data: page.paint(size.width, size.height) };
    });
    const image = sharp(painted.data, { raw: { width: painted.width, height: painted.height, channels: 4 } });
    return { pageCount, png: await image.removeAlpha().png({ compressionLevel: 6 }).toBuffer() };
  } finally {
    file.close();
  }
}
